"""The feed: each event as its viewer may read it now, and what followed from it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.looking import BY_ANY_RULES, FIVES, NOTHING_YET, as_json, each_viewer, viewers_of
from tests.engine.strategies import Recipe, recipes
from tests.engine.tables import PLAYERS, TABLE, A, B, C, Game, game_at_play
from tests.engine.worlds import SECOND, entries_of, match_of
from texas42 import (
    Created,
    Dealt,
    Entry,
    Event,
    Joined,
    Left,
    Played,
    Viewer,
    hand_record,
    redact,
    resolve,
    tile_label,
)


def feed(game: Game, viewer: Viewer = None, **page: Any) -> list[dict[str, Any]]:
    """The feed of the game so far; the event of seq n happened at n seconds."""
    return redact(entries_of(game.log), viewer, **page)


def plays(told: list[dict[str, Any]]) -> list[str]:
    """The plays as a feed tells them, with the second of each: `"A 5-5 @12"`."""
    return [
        f"{entry['seat']} {entry['tile']} @{entry['at'] // SECOND}"
        for entry in told
        if entry["type"] == "play"
    ]


# The shape of each entry.


def test_the_feed_of_the_rulebooks_trick_from_the_first_event_to_the_last():
    game = game_at_play("6", rules={"target": 1}, **FIVES).plays("5-5 3-5 0-5 6-6")
    contract = {
        "kind": "points",
        "bidder": "A",
        "declarer": "A",
        "points": 30,
        "marks": None,
        "trump": None,
        "doubles": None,
        "open_tricks": None,
    }
    over = [
        {"type": "trick_taken", "number": 1, "side": "B+D"},
        {
            "type": "hand_over",
            "number": 1,
            "result": {"made": False, "side": "B+D", "marks": 1, "score": None},
            "marks": {"A+C": 0, "B+D": 1},
            "score": None,
        },
        {"type": "match_over", "winner": "B+D"},
    ]
    told: list[dict[str, Any]] = [
        {
            "type": "created",
            "name": "friday",
            "owner": "ann",
            "rules": resolve({"target": 1}).as_dict(),
            "listed": False,
            "kept_for": {"A": None, "B": None, "C": None, "D": None},
            "rematch_of": None,
            "first_dealer": None,
        },
        *(
            {"type": "joined", "seat": seat, "player": player}
            for seat, player in zip("ABCD", PLAYERS, strict=False)
        ),
        {"type": "dealt", "hand": 1, "dealer": "D", "tiles": FIVES["B"].split()},
        {"type": "bid", "seat": "A", "points": 30, "then": []},
        {"type": "pass", "seat": "B", "then": []},
        {"type": "pass", "seat": "C", "then": []},
        {
            "type": "pass",
            "seat": "D",
            "then": [{"type": "auction_over", "contract": contract}],
        },
        {
            "type": "declare",
            "seat": "A",
            "trump": "6",
            "then": [{"type": "trump_named", "trump": "6"}],
        },
        {"type": "play", "seat": "A", "tile": "5-5", "then": []},
        {"type": "play", "seat": "B", "tile": "3-5", "then": []},
        {"type": "play", "seat": "C", "tile": "0-5", "then": []},
        {"type": "play", "seat": "D", "tile": "6-6", "then": over},
    ]
    numbered = [
        {"seq": seq, "type": entry["type"], "at": seq * SECOND, **entry}
        for seq, entry in enumerate(told, start=1)
    ]
    assert as_json(feed(game, B)) == as_json(numbered)


def test_seats_kept_taken_and_given_back_are_told():
    log: list[Event] = [
        Created("friday", "ann", resolve(), listed=True, kept=((C, "cat"),)),
        Joined(A, "ann"),
        Joined(B, "bob"),
        Left(B),
        Joined(C, "cat"),
    ]
    told = redact(entries_of(log), None)
    assert (told[0]["listed"], told[0]["kept_for"]) == (
        True,
        {"A": None, "B": None, "C": "cat", "D": None},
    )
    assert [(entry["type"], entry.get("seat"), entry.get("player")) for entry in told[1:]] == [
        ("joined", "A", "ann"),
        ("joined", "B", "bob"),
        ("left", "B", None),
        ("joined", "C", "cat"),
    ]


def test_a_bid_of_all_tricks_and_its_declaration_are_told():
    game = game_at_play("doubles open 2", bid="2 marks", A="6-6")
    bid, *_, last_pass, declare = feed(game)[6:]
    assert (bid["marks"], "points" in bid) == (2, False)
    (over,) = last_pass["then"]
    assert (over["contract"]["kind"], over["contract"]["marks"]) == ("marks", 2)
    assert (declare["trump"], declare["open_tricks"]) == ("doubles", 2)


def test_the_last_of_four_passes_ends_auction_and_hand_without_a_result():
    game = Game().deal(**FIVES).go("A: pass  B: pass  C: pass  D: pass").deal(**FIVES)
    over, dealt = feed(game)[-2:]
    assert over["then"] == [
        {"type": "auction_over", "contract": None},
        {"type": "hand_over", "number": 1, "result": None, "marks": NOTHING_YET, "score": None},
    ]
    assert (dealt["hand"], dealt["dealer"]) == (2, "A")


def test_the_bid_of_the_last_seat_ends_the_auction():
    game = Game().deal(**FIVES).go("A: 30  B: pass  C: pass  D: 31")
    (over,) = feed(game)[-1]["then"]
    assert (over["type"], over["contract"]["bidder"]) == ("auction_over", "D")


@given(recipes(2, BY_ANY_RULES))
def test_what_moves_brought_about_is_told_in_order_and_in_full(recipe: Recipe):
    game = recipe.play()
    then = [event for entry in feed(game) for event in entry.get("then", [])]
    told = [event["type"] for event in then]
    match = game.match
    hands = [finished.hand for finished in match.hands] + ([match.hand] if match.hand else [])
    assert told.count("trick_taken") == sum(len(hand.tricks) for hand in hands)
    assert told.count("hand_over") == len(match.hands)
    assert told.count("match_over") == (match.winner is not None)
    over = [event for event in then if event["type"] == "hand_over"]
    for number, event in enumerate(over, start=1):
        record = hand_record(match, number)
        assert event["number"] == number
        for member in ("result", "marks", "score"):
            assert event[member] == record[member]


# R6.2: own tiles only.


@each_viewer
def test_r6_2_a_deal_tells_the_viewer_its_own_tiles_and_nobody_elses(viewer: Viewer):
    game = Game().deal(**FIVES).go("A: pass  B: pass  C: pass  D: pass").deal(**FIVES)
    deals = [entry for entry in feed(game, viewer) if entry["type"] == "dealt"]
    own = None if viewer is None else FIVES[TABLE.labels[viewer]].split()
    assert [deal["tiles"] for deal in deals] == [own, own]


# R6.3 to R6.5: what is collected is told no longer, until the hand is over.

TRICKS = "6-6 0-6 1-6 2-6  5-5 3-5 0-5 1-5  4-4 1-4 3-4 0-4"
STACKED = {"A": "6-6 5-5 4-4", "B": "0-6 3-5 1-4", "C": "1-6 0-5 3-4", "D": "2-6 1-5 0-4"}
FIRST = 12  # the seq of the first play


def hidden(trick: int) -> list[str]:
    """A collected trick in the feed: neither seat nor tile, and the moment of its last tile."""
    return [f"None None @{FIRST + 4 * trick - 1}"] * 4


def told_whole(trick: int) -> list[str]:
    """A trick in the feed, A leading, as it was played."""
    places = range(4 * trick - 4, 4 * trick)
    return [
        f"{seat} {TRICKS.split()[place]} @{FIRST + place}"
        for seat, place in zip("ABCD", places, strict=True)
    ]


@each_viewer
def test_r6_3_the_plays_of_a_trick_are_told_until_it_is_collected(viewer: Viewer):
    game = game_at_play("none", **STACKED).plays("6-6 0-6 1-6")
    assert plays(feed(game, viewer)) == told_whole(1)[:3]
    game.plays("2-6 5-5")
    assert plays(feed(game, viewer)) == [*hidden(1), *told_whole(2)[:1]]


def test_r6_3_a_member_that_may_not_be_known_is_null_never_absent():
    game = game_at_play("none", **STACKED).plays("6-6 0-6 1-6 2-6")
    first, *_, last = feed(game)[FIRST - 1 :]
    at = (FIRST + 3) * SECOND
    assert first == {
        "seq": FIRST,
        "type": "play",
        "at": at,
        "seat": None,
        "tile": None,
        "then": [],
    }
    assert list(first) == ["seq", "type", "at", "seat", "tile", "then"]
    assert last["then"] == [{"type": "trick_taken", "number": 1, "side": "A+C"}]


KEPT = [
    (0, "30", "none", []),
    (1, "30", "none", [3]),
    ("all", "30", "none", [1, 2, 3]),
    (0, "1 mark", "none open 2", []),
    (1, "1 mark", "none open 1", [3]),
    (1, "1 mark", "none open 2", [3]),
    ("all", "1 mark", "none open 1", [3]),
    ("all", "1 mark", "none open 2", [2, 3]),
]


@each_viewer
@pytest.mark.parametrize(("setting", "bid", "trump", "kept"), KEPT)
def test_r6_3_only_attributed_tricks_stay_whole_in_the_feed(setting, bid, trump, kept, viewer):
    rules = {"attributed_tricks": setting}
    game = game_at_play(trump, bid=bid, rules=rules, **STACKED).plays(TRICKS)
    whole = [told_whole(trick) if trick in kept else hidden(trick) for trick in (1, 2, 3)]
    assert plays(feed(game, viewer)) == [play for trick in whole for play in trick]


@each_viewer
def test_r6_5_the_feed_gives_no_points_of_a_covered_trick(viewer: Viewer):
    game = game_at_play("none open 1", bid="1 mark", **STACKED).plays(TRICKS)
    text = as_json(feed(game, viewer)[FIRST - 1 :])
    assert "points" not in text
    assert text.count('"trick_taken"') == 3


@each_viewer
def test_r6_6_after_the_hand_its_plays_are_whole_again(viewer: Viewer):
    sixes = "6-6 5-6 4-6 3-6 2-6 1-6 0-6"
    game = game_at_play("6 open 1", bid="1 mark", A=sixes)
    last = 0
    while game.match.hand is not None:
        seat = game.match.turn
        assert seat is not None
        if len(game.hand.tricks) == 6 and len(game.hand.trick) == 3:
            assert plays(feed(game, viewer))[:4] == hidden(1)
        last += 1
        game.plays(tile_label(game.hand.held(seat)[0]))
    assert last == 28
    events = [event for event in game.log if isinstance(event, Played)]
    assert plays(feed(game, viewer)) == [
        f"{TABLE.labels[event.seat]} {tile_label(event.tile)} @{FIRST + place}"
        for place, event in enumerate(events)
    ]


_PLAY = {"seat", "tile", "call"}


@given(recipes(3, BY_ANY_RULES))
def test_r6_6_plays_of_finished_hands_stay_whole_while_the_next_is_on(recipe: Recipe):
    game = recipe.play()
    match = match_of(entries_of(game.log))
    told = [entry for entry in feed(game) if entry["type"] == "play"]
    finished = [
        play
        for number in range(1, len(match.hands) + 1)
        for trick in hand_record(match, number)["tricks"]
        for play in trick["plays"]
    ]
    for entry, play in zip(told, finished, strict=False):
        assert {"call": None, **play} == {"call": None} | {
            k: entry[k] for k in _PLAY & entry.keys()
        }


@given(recipes(2, BY_ANY_RULES), st.integers(0, 10**6))
def test_no_tile_stands_in_the_feed_of_a_hand_that_is_on_but_own_and_current_ones(recipe, place):
    game = recipe.play()
    entries = entries_of(game.log)[: 1 + place % len(game.log)]
    match = match_of(entries)
    if match.hand is None or match.rules.attributed_tricks != 0:
        return
    dealt = max(entry.seq for entry in entries if isinstance(entry.event, Dealt))
    on_the_table = [tile_label(tile) for tile in match.hand.trick]
    for viewer in viewers_of(game):
        told = redact(entries, viewer, after=dealt)
        tiles = [entry["tile"] for entry in told if entry["type"] == "play"]
        assert [tile for tile in tiles if tile is not None] == on_the_table


# Pages.


@given(recipes(1, BY_ANY_RULES), st.integers(0, 60), st.none() | st.integers(0, 60))
def test_a_page_is_a_part_of_the_whole_feed(recipe: Recipe, after: int, limit: int | None):
    game = recipe.play()
    for viewer in viewers_of(game):
        whole = feed(game, viewer)
        assert [entry["seq"] for entry in whole] == [*range(1, len(game.log) + 1)]
        page = feed(game, viewer, after=after, limit=limit)
        assert page == whole[after:][:limit]


def test_a_page_that_begins_inside_a_collected_trick_is_hidden_as_the_whole_is():
    game = game_at_play("none", **STACKED).plays(TRICKS)
    page = feed(game, after=FIRST + 1, limit=3)
    assert plays(page) == [*hidden(1)[:2], *hidden(2)[:1]]


def test_the_feed_asks_nothing_of_the_times_it_is_given():
    game = game_at_play("none", **STACKED).plays("6-6 0-6 1-6 2-6")
    entries = [Entry(seq, 10**15 - seq, event) for seq, event in enumerate(game.log, start=1)]
    assert redact(entries, None)[-1]["at"] == 10**15 - len(game.log)


def test_an_empty_log_has_an_empty_feed():
    assert redact([], None) == []


def test_a_log_that_does_not_begin_with_created_is_refused():
    with pytest.raises(ValueError, match="begins with 'created'"):
        redact(entries_of([Joined(A, "ann")]), None)
