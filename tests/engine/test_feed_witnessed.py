"""R6.8: a play that a wait or stream saw is sent as it was made; fetched later it is collected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.looking import BY_ANY_RULES, each_viewer, viewers_of
from tests.engine.strategies import Recipe, recipes
from tests.engine.tables import Game, game_at_play
from tests.engine.worlds import SECOND, entries_of
from texas42 import Closed, Entry, Played, Viewer, redact, tile_label
from texas42.seats import SEAT_LETTERS

FIRST = 12  # the seq of the first play
SIXES = {"A": "6-6", "B": "0-6", "C": "1-6", "D": "2-6"}


def told(game: Game, viewer: Viewer, after: int, witnessed: int | None) -> list[str]:
    """The plays past `after`, with the second of each: `"A 6-6 @12"`."""
    feed = redact(entries_of(game.log), viewer, after=after, witnessed=witnessed)
    return [f"{entry['seat']} {entry['tile']} @{entry['at'] // SECOND}" for entry in feed]


CONTRACTS = [("30", "none"), ("1 mark", "none open 1")]


@each_viewer
@pytest.mark.parametrize(("bid", "trump"), CONTRACTS)
def test_r6_8_the_tile_that_completes_a_trick_is_sent_with_seat_and_tile(bid, trump, viewer):
    game = game_at_play(trump, bid=bid, **SIXES).plays("6-6 0-6 1-6")
    seen = len(game.log)
    game.plays("2-6")
    assert told(game, viewer, seen, seen) == ["D 2-6 @15"]


@each_viewer
@pytest.mark.parametrize(("bid", "trump"), CONTRACTS)
def test_r6_8_what_was_played_before_the_wait_began_stays_collected(bid, trump, viewer):
    game = game_at_play(trump, bid=bid, **SIXES).plays("6-6 0-6")
    seen = len(game.log)
    game.plays("1-6 2-6")
    hidden = ["None None @15"] * 2
    assert told(game, viewer, FIRST - 1, seen) == [*hidden, "C 1-6 @14", "D 2-6 @15"]


@each_viewer
def test_r6_8_asked_for_afterwards_it_follows_the_table_as_it_stands(viewer: Viewer):
    game = game_at_play("none", **SIXES).plays("6-6 0-6 1-6 2-6")
    assert told(game, viewer, len(game.log) - 1, None) == ["None None @15"]


@given(recipes(2, BY_ANY_RULES), st.integers(0, 10**6), st.integers(0, 10**6))
def test_r6_8_past_the_witnessed_seq_plays_are_whole_and_all_else_is_as_ever(
    recipe: Recipe, place: int, since: int
):
    game = recipe.play()
    entries = entries_of(game.log)[: 1 + place % 80]
    witnessed = since % (len(entries) + 1)
    for viewer in viewers_of(game):
        later = redact(entries, viewer)
        sent = redact(entries, viewer, witnessed=witnessed)
        for entry, one, other in zip(entries, later, sent, strict=True):
            assert other == (one | whole(entry, one) if entry.seq > witnessed else one)


def whole(entry: Entry, collected: dict[str, object]) -> dict[str, object]:
    """What a play is, when it is told in full; `call` where the table has that member."""
    if not isinstance(entry.event, Played):
        return {}
    call = entry.event.call
    told = {"at": entry.at, "seat": SEAT_LETTERS[entry.event.seat]}
    told |= {"tile": tile_label(entry.event.tile), "call": None if call is None else str(call)}
    return {member: value for member, value in told.items() if member in collected}


@each_viewer
def test_r6_3_a_match_that_is_closed_keeps_its_collected_tricks(viewer: Viewer):
    game = game_at_play("none", **SIXES).plays("6-6 0-6 1-6 2-6")
    game.record(Closed())
    feed = redact(entries_of(game.log), viewer, after=FIRST - 1)
    assert [entry.get("tile") for entry in feed] == [None] * 5
    assert feed[-1] == {"seq": FIRST + 4, "type": "closed", "at": (FIRST + 4) * SECOND}
