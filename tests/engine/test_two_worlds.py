"""Two worlds that section 6 lets a viewer not tell apart give it the same answers, to the byte.

And the test is tested: doors that leak are tried in place of the true one, and each is caught.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import texas42
import texas42.record
from tests.engine.recording import playable
from tests.engine.strategies import (
    DECLARERS,
    PLAYERS,
    SIZES,
    SPECIAL_BIDDERS,
    SPECIAL_DEALS,
    Recipe,
    any_rules,
    recipes,
    rules,
)
from tests.engine.tables import Game
from tests.engine.worlds import (
    doubles_in,
    entries_of,
    face_up,
    keeps_order,
    match_of,
    redealt,
    retold,
)
from texas42 import (
    PRESETS,
    TILES,
    Bid,
    BidMade,
    Closed,
    Declare,
    Doubles,
    Entry,
    Event,
    Hand,
    Match,
    Move,
    Offered,
    Pass,
    Play,
    Played,
    Replaced,
    Rules,
    RuleViolation,
    Seat,
    Special,
    Tile,
    Trump,
    Viewer,
    decide,
    legal_moves,
    resolve,
    tile_label,
)
from texas42.record import to_text
from texas42.seats import SEAT_LETTERS
from texas42.suits import NUMBERS

BY_ANY_RULES = st.one_of(rules(), any_rules())


def viewers(rules: Rules) -> tuple[Viewer, ...]:
    """A spectator, and every seat of the table."""
    return (None, *rules.table.seats)


def called(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {SEAT_LETTERS[viewer]}"


ATTEMPTS: list[Move] = [
    Pass(),
    *(Bid(points=points) for points in (0, *range(29, 44), 84)),
    *(Bid(marks=marks) for marks in range(9)),
    *(Bid(marks=marks, special=special) for marks in range(1, 6) for special in Special),
    *(Declare(trump, shown) for trump in Trump for shown in (None, 0, 1, 2, 3)),
    *(Declare(trump, 1, doubles) for trump in (Trump.NONE, Trump.NELLO) for doubles in Doubles),
    *map(Play, TILES),
    *(Play(tile, NUMBERS[texas42.LOW[tile]]) for tile in TILES),
]
"""Moves to try, most of them refused at any moment."""


@dataclass(frozen=True)
class Door:
    """The functions by which anything leaves the engine."""

    view: Callable[..., Any] = texas42.view
    redact: Callable[..., Any] = texas42.redact
    hand_record: Callable[..., Any] = texas42.hand_record
    hand_summary: Callable[..., Any] = texas42.hand_summary
    decide: Callable[..., Any] = texas42.decide
    record_of: Callable[..., Any] = texas42.record.record_of

    def answers(self, entries: Sequence[Entry], viewer: Viewer) -> str:
        """Everything that the viewer can be told now, as bytes would tell it."""
        match = match_of(entries)
        told = {
            "view": self.view(match, viewer),
            "feed": self.redact(entries, viewer),
            "page": self.redact(entries, viewer, after=len(entries) - 9, limit=7),
            "hands": [self._hand(match, n) for n in range(len(match.hands) + 3)],
            "record": to_text(self.record_of(match)),
            "tries": [] if viewer is None else self._tries(match, viewer),
        }
        return json.dumps(told, indent=1)

    def _hand(self, match: Match, number: int) -> list[Any]:
        try:
            return [self.hand_summary(match, number), self.hand_record(match, number)]
        except LookupError as error:
            return [type(error).__name__, str(error)]

    def _tries(self, match: Match, seat: Seat) -> list[list[str]]:
        return [self._try(match, seat, move) for move in ATTEMPTS]

    def _try(self, match: Match, seat: Seat, move: Move) -> list[str]:
        try:
            return [repr(self.decide(match, seat, move))]
        except RuleViolation as refusal:
            return [refusal.rule, refusal.code, refusal.message]


TRUE = Door()


class CanTell(AssertionError):  # noqa: N818 - says what the viewer can
    """The viewer is told different things in two worlds that it may not tell apart."""


def assert_same(door: Door, one: Sequence[Entry], other: Sequence[Entry], viewer: Viewer) -> None:
    """Compare what both worlds tell the viewer now and, where it is on turn, after its move."""
    told, told_otherwise = (door.answers(world, viewer) for world in (one, other))
    if told != told_otherwise:
        raise CanTell(f"{called(viewer)} is told {_first_difference(told, told_otherwise)}")
    match = match_of(one)
    if viewer is None or not legal_moves(match, viewer):
        return
    move = legal_moves(match, viewer)[-1]
    after, after_other = (_moved(world, viewer, move) for world in (one, other))
    if match_of(after).hand is None:
        return  # all plays of the hand are told now
    if door.answers(after, viewer) != door.answers(after_other, viewer):
        raise CanTell(f"{called(viewer)} is told another thing after {move}")


def _first_difference(told: str, told_otherwise: str) -> str:
    pairs = zip(told.splitlines(), told_otherwise.splitlines(), strict=False)
    return next((f"{line!r} or {other!r}" for line, other in pairs if line != other), "more")


def _moved(entries: Sequence[Entry], seat: Seat, move: Move) -> list[Entry]:
    events = decide(match_of(entries), seat, move)
    return [*entries, *(Entry(len(entries) + n, 10**6, e) for n, e in enumerate(events, start=1))]


def cut(recipe: Recipe, place: int) -> list[Entry]:
    """The log of the match up to some event, but never between two that are stored together."""
    entries = entries_of(recipe.play().log)
    length = 1 + place % len(entries)
    while length < len(entries) and _dealt_in_one(match_of(entries[:length])):
        length += 1
    return entries[:length]


def _dealt_in_one(match: Match) -> bool:
    """Whether the next deal is stored together with the move before it."""
    return bool(match.hands) and match.awaits_deal


def disturbed(entries: Sequence[Entry], chance: Random) -> list[Entry]:
    """The log with a seat offered, one taken over, and perhaps the match closed at its end."""
    log: list[Event] = []
    offered: Seat | None = None
    for _, _, event in entries:
        log.append(event)
        if offered is not None and getattr(event, "seat", None) == offered:
            offered = None
        if match_of(entries_of(log)).hand is None or chance.random() > 0.1:
            continue
        if offered is None:
            offered = chance.choice(match_of(entries).table.seats)
            log.append(Offered(offered))
        else:
            log.append(Replaced(offered, f"eve {len(log)}"))
            offered = None
    if match_of(entries_of(log)).hand is not None and chance.random() < 0.5:
        log.append(Closed())
    return entries_of(log)


def offers_stand(world: Sequence[Entry]) -> bool:
    """Whether nobody is replaced who has moved since the offer: of others no log can tell.

    A play that is told as another seat's may fall between an offer and its end.
    """
    offered: Seat | None = None
    for _, _, event in world:
        if isinstance(event, Replaced) and event.seat != offered:
            return False
        if isinstance(event, Offered):
            offered = event.seat
        elif getattr(event, "seat", None) == offered:
            offered = None
    return True


PLACES = st.integers(0, 10**6)
SEEDS = st.integers(0, 2**32 - 1)


@given(recipes(3, BY_ANY_RULES), PLACES, SEEDS)
def test_no_answer_tells_the_viewer_how_hidden_tiles_are_dealt(recipe, place, seed):
    entries = cut(recipe, place)
    for viewer in viewers(recipe.rules):
        world = redealt(entries, viewer, Random(seed))
        assert_same(TRUE, entries, world, viewer)


@given(recipes(3, BY_ANY_RULES), PLACES, SEEDS)
def test_no_answer_tells_the_viewer_how_collected_tricks_were_played(recipe, place, seed):
    entries = cut(recipe, place)
    for viewer in viewers(recipe.rules):
        world = retold(entries, viewer, Random(seed))
        assert_same(TRUE, entries, world, viewer)


@given(recipes(1, BY_ANY_RULES), PLACES, SEEDS)
def test_no_answer_tells_more_when_a_seat_is_taken_over_or_the_match_is_closed(recipe, place, seed):
    chance = Random(seed)
    entries = disturbed(cut(recipe, place), chance)
    for viewer in viewers(recipe.rules):
        assert_same(TRUE, entries, redealt(entries, viewer, chance), viewer)
        world = retold(entries, viewer, chance)
        if offers_stand(world):
            assert_same(TRUE, entries, world, viewer)


@pytest.mark.soak
@given(recipes(by=BY_ANY_RULES), PLACES, SEEDS)
def test_no_answer_in_a_long_match_tells_two_worlds_apart(recipe, place, seed):
    assert_nothing_is_told(cut(recipe, place), seed)


def assert_nothing_is_told(entries: Sequence[Entry], seed: int) -> None:
    """No viewer can tell the other worlds from the true one."""
    for viewer in viewers(match_of(entries).rules):
        assert_same(TRUE, entries, redealt(entries, viewer, Random(seed)), viewer)
        assert_same(TRUE, entries, retold(entries, viewer, Random(seed)), viewer)


each_table = pytest.mark.parametrize("seats", SIZES)
each_preset = pytest.mark.parametrize("preset", PRESETS)


def assert_no_sample_tells(preset: str, seats: int, number: int) -> None:
    rules = playable({"preset": preset, "seats": seats})
    for seed, entries in enumerate(samples(rules, number)):
        print("seed", seed)  # noqa: T201 - shown when it fails
        assert_nothing_is_told(entries, seed)


@each_table
@each_preset
def test_no_answer_tells_two_worlds_apart_by_any_preset_at_any_table(preset, seats):
    assert_no_sample_tells(preset, seats, 3)


@pytest.mark.soak
@each_table
@each_preset
def test_no_answer_ever_tells_two_worlds_apart_by_any_preset_at_any_table(preset, seats):
    assert_no_sample_tells(preset, seats, 90)


COVERED = st.builds(
    Recipe,
    rules=st.builds(
        lambda kept, covered, small: resolve(
            {
                "early_end": False,
                "attributed_tricks": kept,
                "covered_tricks": covered,
                "small_end_open": small,
            }
        ),
        st.sampled_from([0, 1, "all"]),
        st.sampled_from(["declarer_chooses", "from_two_marks"]),
        st.booleans(),
    ),
    seed=SEEDS,
    deals=st.sampled_from(SPECIAL_DEALS),
    bidders=st.just("proud"),
    players=st.sampled_from(PLAYERS),
    most_hands=st.just(1),
)


@given(COVERED, st.integers(20, 38), SEEDS)
def test_no_answer_tells_the_viewer_what_lies_covered(recipe, place, seed):
    entries = cut(recipe, place)
    for viewer in viewers(recipe.rules):
        world = retold(entries, viewer, Random(seed))
        assert_same(TRUE, entries, world, viewer)


@given(recipes(3, BY_ANY_RULES), PLACES)
def test_two_seats_and_a_spectator_are_told_the_same_but_for_their_own_tiles(recipe, place):
    entries = cut(recipe, place)
    match = match_of(entries)
    all_viewers = viewers(match.rules)
    own = {"you", "hand", "legal_moves"}
    views = [texas42.view(match, viewer) for viewer in all_viewers]
    public = [{k: v for k, v in told.items() if k not in own} for told in views]
    assert all(told == public[0] for told in public)
    feeds = [[e | {"tiles": None} for e in texas42.redact(entries, w)] for w in all_viewers]
    assert all(told == feeds[0] for told in feeds)


# The worlds themselves: lawful, and truly other.


def samples(rules: Rules, number: int) -> list[list[Entry]]:
    """Prefixes of so many random logs, always the same ones."""
    chance = Random(42)
    if rules.small_end_open:
        return [after_a_call(rules, chance) for _ in range(number)]
    mixes = list(product(SPECIAL_DEALS, SPECIAL_BIDDERS, PLAYERS, DECLARERS))
    made = []
    for deals, bidders, playing, declarers in chance.sample(mixes, number):
        seed = chance.randrange(2**32)
        made.append(Recipe(rules, seed, deals, bidders, playing, 2, declarers))
    return [cut(recipe, chance.randrange(10**6)) for recipe in made]


def after_a_call(rules: Rules, chance: Random) -> list[Entry]:
    """A first lead that calls its lower end, perhaps, and some plays after it."""
    deck = chance.sample(TILES, len(TILES))
    game = Game(rules)
    game.record(texas42.deal(game.match, deck, game.table.seats[3]))
    game.auction("A", chance.choice(("30", "2 marks")))
    game.go(chance.choice([f"A: {word}" for word in game.legal() if "trump none" in word]))
    calls = [word for word in game.legal() if "calls" in word]
    game.go(f"A: {chance.choice(calls)}" if calls and chance.random() < 0.7 else "")
    for _ in range(chance.randrange(9)):
        if game.match.hand is not None:
            game.go(f"{game.turn}: {chance.choice(game.legal())}")
    return entries_of(game.log)


@given(recipes(3, BY_ANY_RULES), PLACES, SEEDS, SEEDS)
def test_another_world_is_a_match_that_the_rules_allow(recipe, place, seed, whose):
    entries = cut(recipe, place)
    everybody = viewers(recipe.rules)
    viewer = everybody[whose % len(everybody)]
    for world in (redealt(entries, viewer, Random(seed)), retold(entries, viewer, Random(seed))):
        note(str(world))
        assert len(world) == len(entries)
        match = match_of(world[:1])
        for entry in world[1:]:
            if isinstance(entry.event, Played):
                played = entry.event
                assert decide(match, played.seat, Play(played.tile, played.call)) == (played,)
            if isinstance(entry.event, BidMade):
                assert decide(match, entry.event.seat, entry.event.bid) == (entry.event,)
            match.apply(entry.event)
        true = match_of(entries)
        assert (match.status, match.turn, match.score) == (true.status, true.turn, true.score)
        for hand, other in zip([*true.hands], [*match.hands], strict=True):
            assert hand.hand.tricks == other.hand.tricks
        if viewer is not None and true.hand is not None and match.hand is not None:
            assert true.hand.dealt[viewer] == match.hand.dealt[viewer]
            assert true.hand.held(viewer) == match.hand.held(viewer)


def differences(entries: Sequence[Entry], world: Sequence[Entry], viewer: Viewer) -> Counter[str]:
    """In which hidden things the two worlds differ."""
    found: Counter[str] = Counter()
    one, other = match_of(entries).hand, match_of(world).hand
    if one is None or other is None:
        return found
    for seat in one.table.seats:
        held, held_otherwise = one.held(seat), other.held(seat)
        if seat != viewer and set(held) != set(held_otherwise):
            found["unplayed tiles"] += 1
            found["what the partner who sits out holds"] += seat not in one.order
            found["who could plunge"] += one.contract is None and (
                (doubles_in(held) < 4) != (doubles_in(held_otherwise) < 4)
            )
    found["what lies out of play"] += in_play(one) != in_play(other)
    found["the call of a collected lead"] += one.call != other.call
    shown, kept = face_up(one), keeps_order(one)
    for index, (trick, retrick) in enumerate(zip(one.tricks, other.tricks, strict=True)):
        covered = index not in shown
        found["who led"] += trick.seats[0] != retrick.seats[0]
        found["who won"] += trick.winner != retrick.winner
        found["order of a face-up trick"] += not covered and trick.tiles != retrick.tiles
        found["tiles of a covered trick"] += covered and set(trick.tiles) != set(retrick.tiles)
        found["points of a covered trick"] += covered and trick.points != retrick.points
        found["a trick that keeps its order"] += index in kept and trick != retrick
        found["tiles of a face-up trick"] += not covered and set(trick.tiles) != set(retrick.tiles)
    if set(one.trick) != set(other.trick) or one.order != other.order:
        found["the current trick"] += 1
    if viewer is not None and one.dealt[viewer] != other.dealt[viewer]:
        found["own tiles"] += 1
    return found


def in_play(hand: Hand) -> set[Tile]:
    return {tile for tiles in hand.dealt for tile in tiles}


LATE_END = {"early_end": False}
SPECIALS = {"preset": "lechner", "plunge_doubles": 3, "plunge_marks": 2, "nello_min_marks": 1}
SMALL_ENDS = {"small_end_open": True, "early_end": False}
SMALL_ENDS_84 = {"small_end_open": True, "covered_tricks": "from_two_marks"}
FACE_DOWN = {"covered_tricks": "from_two_marks", "early_end": False}
THREE_SEATS = {"seats": 3, "covered_tricks": "from_two_marks"}
MANY_RULES: list[dict[str, Any]] = [
    *(LATE_END | {"attributed_tricks": kept} for kept in (0, 1, "all")),
    {"first_bidder": "holder_of_0_1"},
    SPECIALS,
    SMALL_ENDS,
    SMALL_ENDS_84,
    FACE_DOWN,
    THREE_SEATS,
]


def test_other_worlds_differ_in_all_that_is_hidden_and_in_nothing_else():
    found: Counter[str] = Counter()
    for body in MANY_RULES:
        rules = resolve(body)
        for seed, entries in enumerate(samples(rules, 24)):
            for viewer in viewers(rules):
                world = retold(entries, viewer, Random(seed))
                found += differences(entries, world, viewer)
    hidden = {
        "unplayed tiles",
        "who could plunge",
        "what the partner who sits out holds",
        "what lies out of play",
        "the call of a collected lead",
        "who led",
        "who won",
        "order of a face-up trick",
        "tiles of a covered trick",
        "points of a covered trick",
    }
    assert set(found) == hidden
    assert min(found.values()) > 5, found


# Doors that leak. Each is what some other program has shown; each must be caught.


def leaky_view(leak: Callable[[dict[str, Any], Match, Viewer], None]) -> Door:
    """A view to which something is added when a hand is on."""

    def view(match: Match, viewer: Viewer) -> dict[str, Any]:
        told = texas42.view(match, viewer)
        if match.hand is not None:
            leak(told, match, viewer)
        return told

    return Door(view=view)


def names(tiles: Iterable[Any]) -> list[str]:
    return [tile_label(tile) for tile in tiles]


def partners_hand(told, match, viewer):
    if viewer is not None:
        told["hand"] += names(match.hand.held((viewer + 2) % len(match.table.seats)))


def hand_to_spectators(told, match, viewer):
    if viewer is None:
        told["hand"] = names(match.hand.held(match.table.seats[0]))


def legal_moves_of_whoever_is_on_turn(told, match, viewer):
    told["legal_moves"] = [texas42.move_body(m) for m in legal_moves(match, match.turn)]


def captured_in_order_of_play(told, match, viewer):
    for trick in told["captured"]:
        trick["tiles"] = names(match.hand.tricks[trick["number"] - 1].tiles)


def captured_with_winner(told, match, viewer):
    for trick in told["captured"]:
        trick["winner"] = match.hand.tricks[trick["number"] - 1].winner


def captured_with_who_led(told, match, viewer):
    for trick in told["captured"]:
        trick["leader"] = match.hand.tricks[trick["number"] - 1].seats[0]


def points_under_a_covered_contract(told, match, viewer):
    told["points"] = match.hand.captured


def size_of_a_covered_trick(told, match, viewer):
    told["x"] = "x" * sum(trick.points for trick in match.hand.tricks)


def covered_tricks(told, match, viewer):
    told["captured"] = [names(sorted(trick.tiles)) for trick in match.hand.tricks]


def one_open_trick_too_many(told, match, viewer):
    first = face_up(match.hand).start
    told["captured"] = [names(sorted(t.tiles)) for t in match.hand.tricks[max(0, first - 1) :]]


def one_attributed_trick(told, match, viewer):
    told["trick_before"] = match.hand.tricks[-1:] and names(match.hand.tricks[-1].tiles)


def order_of_the_deal(told, match, viewer):
    told["first_dealt"] = [names(hand)[0] for hand in match.hand.dealt]


def a_void(told, match, viewer):
    told["doubles"] = [doubles_in(match.hand.held(seat)) for seat in match.table.seats]


def who_could_plunge(told, match, viewer):
    if match.hand.contract is None:
        told["plunge"] = [doubles_in(tiles) >= 4 for tiles in match.hand.dealt]


def what_lies_out_of_play(told, match, viewer):
    told["out"] = names(tile for tile in TILES if tile not in in_play(match.hand))


def hand_of_the_one_who_sits_out(told, match, viewer):
    out = [seat for seat in match.table.seats if seat not in match.hand.order]
    told["asleep"] = [names(match.hand.held(seat)) for seat in out]


def suit_called_by_the_first_lead(told, match, viewer):
    told["call"] = match.hand.call


def tiles_left_in_sevens(told, match, viewer):
    if match.hand.suits is not None and match.hand.contract.kind.name == "sevens":
        told["closest"] = [min(names(match.hand.held(seat))) for seat in match.hand.order[-1:]]


def tiles_of_finished_hands(told, match, viewer):
    told["last_dealt"] = match.hands[-1].hand.dealt if match.hands else None


def leaky_feed(leak: Callable[[dict[str, Any], Entry, Match, Viewer], None]) -> Door:
    """A feed in which something is left to see."""

    def redact(entries, viewer, after=0, limit=None):
        match = match_of(entries)
        told = texas42.redact(entries, viewer)
        for shown, entry in zip(told, entries, strict=True):
            leak(shown, entry, match, viewer)
        return told[after:][:limit]

    return Door(redact=redact)


def feed_with_seats(shown, entry, match, viewer):
    if isinstance(entry.event, Played):
        shown["seat"] = SEAT_LETTERS[entry.event.seat]


def feed_with_tiles(shown, entry, match, viewer):
    if isinstance(entry.event, Played):
        shown["tile"] = tile_label(entry.event.tile)


def feed_with_times(shown, entry, match, viewer):
    shown["at"] = entry.at


def feed_with_every_hand(shown, entry, match, viewer):
    if shown["type"] == "dealt":
        shown["tiles"] = [names(hand) for hand in entry.event.hands]


def feed_with_spectators_as_seat_a(shown, entry, match, viewer):
    if shown["type"] == "dealt" and viewer is None:
        shown["tiles"] = names(entry.event.hands[0])


def feed_with_calls(shown, entry, match, viewer):
    if isinstance(entry.event, Played) and entry.event.call is not None:
        shown["call"] = str(entry.event.call)


def feed_with_led_suit(shown, entry, match, viewer):
    if shown["type"] == "play":
        shown["calls"] = texas42.HIGH[entry.event.tile]


def leaky_record(match: Match, number: int) -> dict[str, Any]:
    record = texas42.hand_record(match, number)
    return record | {"dealt": match.hands[number - 1].hand.dealt}


def record_of_all_hands(match: Match) -> Any:
    record = texas42.record.record_of(match)
    if match.hand is None or not match.hand.tricks:
        return record
    return replace(record, generator=" ".join(names(match.hand.tricks[0].tiles)))


def record_of_a_hand_on(match: Match, number: int) -> dict[str, Any]:
    if number == len(match.hands) + 1 and match.hand is not None:
        return {"tricks": match.hand.tricks}
    return texas42.hand_summary(match, number)


def talkative_refusal(match: Match, seat: Seat, move: Move) -> Any:
    if isinstance(move, Play) and match.hand is not None:
        for other in match.table.seats:
            if move.tile in match.hand.held(other) and other != seat:
                raise RuleViolation("R4.7", texas42.Code.TILE_NOT_HELD, f"seat {other} holds it")
    return decide(match, seat, move)


def refusal_that_counts_doubles(match: Match, seat: Seat, move: Move) -> Any:
    if isinstance(move, Bid) and move.special and match.hand is not None:
        most = max(doubles_in(tiles) for tiles in match.hand.dealt)
        detail = f"somebody here holds {most}"
        raise RuleViolation("R8.4", texas42.Code.NOT_ENOUGH_DOUBLES, detail)
    return decide(match, seat, move)


def refusal_that_knows_played_tiles(match: Match, seat: Seat, move: Move) -> Any:
    if isinstance(move, Play) and match.hand and texas42.BIT[move.tile] & match.hand.played:
        raise RuleViolation("R4.7", texas42.Code.TILE_NOT_HELD, "that tile has been played")
    return decide(match, seat, move)


LEAKS = {
    "the partner's hand": leaky_view(partners_hand),
    "a hand to spectators": leaky_view(hand_to_spectators),
    "the legal moves of whoever is on turn": leaky_view(legal_moves_of_whoever_is_on_turn),
    "captured tiles in the order of play": leaky_view(captured_in_order_of_play),
    "who won each captured trick": leaky_view(captured_with_winner),
    "who led each captured trick": leaky_view(captured_with_who_led),
    "a running total under a mark contract": leaky_view(points_under_a_covered_contract),
    "a size that depends on covered tiles": leaky_view(size_of_a_covered_trick),
    "covered tricks": leaky_view(covered_tricks),
    "one open trick too many": leaky_view(one_open_trick_too_many),
    "the trick before as it was played": leaky_view(one_attributed_trick),
    "the order in which others were dealt": leaky_view(order_of_the_deal),
    "how many doubles each seat holds": leaky_view(a_void),
    "unplayed tiles of a finished hand": leaky_view(tiles_of_finished_hands),
    "seats of collected tricks in the feed": leaky_feed(feed_with_seats),
    "tiles of collected tricks in the feed": leaky_feed(feed_with_tiles),
    "times of collected tricks in the feed": leaky_feed(feed_with_times),
    "every dealt hand in the feed": leaky_feed(feed_with_every_hand),
    "a dealt hand in a spectator's feed": leaky_feed(feed_with_spectators_as_seat_a),
    "the suit of each play in the feed": leaky_feed(feed_with_led_suit),
    "unplayed tiles in the record of a hand": Door(hand_record=leaky_record),
    "a record of the hand in progress": Door(
        hand_record=record_of_a_hand_on, hand_summary=record_of_a_hand_on
    ),
    "a refusal that says who holds the tile": Door(decide=talkative_refusal),
    "a record that knows the hand in progress": Door(record_of=record_of_all_hands),
    "a refusal that knows covered tiles": Door(decide=refusal_that_knows_played_tiles),
}


HOUSE_LEAKS: dict[str, tuple[dict[str, Any], Door]] = {
    "who could plunge": (SPECIALS, leaky_view(who_could_plunge)),
    "what lies out of play": (THREE_SEATS, leaky_view(what_lies_out_of_play)),
    "the hand of who sits out": (SPECIALS, leaky_view(hand_of_the_one_who_sits_out)),
    "what the first lead called": (SMALL_ENDS, leaky_view(suit_called_by_the_first_lead)),
    "calls of collected leads": (SMALL_ENDS_84, leaky_feed(feed_with_calls)),
    "all tricks under 84": (FACE_DOWN, leaky_view(covered_tricks)),
    "points under 84": (FACE_DOWN, leaky_view(points_under_a_covered_contract)),
    "something of a hand in sevens": (SPECIALS, leaky_view(tiles_left_in_sevens)),
    "a refusal that counts doubles": (SPECIALS, Door(decide=refusal_that_counts_doubles)),
}


def caught(door: Door, body: dict[str, Any], number: int = 12) -> bool:
    """Whether some sample shows the leak."""
    rules = resolve(body)
    for seed, entries in enumerate(samples(rules, number)):
        for viewer in viewers(rules):
            try:
                assert_same(door, entries, redealt(entries, viewer, Random(seed)), viewer)
                assert_same(door, entries, retold(entries, viewer, Random(seed)), viewer)
            except CanTell:
                return True
    return False


@pytest.mark.parametrize("door", LEAKS.values(), ids=LEAKS.keys())
def test_a_door_that_leaks_is_caught(door: Door):
    assert caught(door, {}) or caught(door, LATE_END)


@pytest.mark.parametrize(("body", "door"), HOUSE_LEAKS.values(), ids=HOUSE_LEAKS.keys())
def test_a_door_that_leaks_what_house_rules_hide_is_caught(body: dict[str, Any], door: Door):
    assert caught(door, body, number=48)


@pytest.mark.parametrize("body", MANY_RULES, ids=str)
def test_the_samples_that_catch_leaks_find_none_in_the_true_door(body: dict[str, Any]):
    assert not caught(TRUE, body, number=6)
