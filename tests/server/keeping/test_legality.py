"""An audit takes every match that can be played, by whatever rules, and nothing besides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.strategies import Recipe, any_rules, recipes
from texas42 import (
    TILES,
    Bid,
    BidMade,
    Cancelled,
    Closed,
    Created,
    Dealt,
    Event,
    Joined,
    Left,
    Match,
    Offered,
    Passed,
    Play,
    Played,
    Replaced,
    decode,
    encode,
    legal_moves,
    resolve,
)
from texas42_server.service import legality
from texas42_server.service.legality import Impossible

PLAYED = recipes(4, any_rules())


def audited(log: list[Event]) -> Match:
    match = legality.begun(log[0])
    for event in log[1:]:
        legality.follow(match, event)
    return match


@given(PLAYED)
def test_every_match_that_can_be_played_is_taken(recipe: Recipe) -> None:
    game = recipe.play()
    again = audited([decode(encode(event)) for event in game.log])
    assert (again.score, again.version, again.turn) == (
        game.match.score,
        game.match.version,
        game.match.turn,
    )


@given(PLAYED, st.data())
def test_a_move_is_taken_only_where_it_is_legal(recipe: Recipe, data: st.DataObject) -> None:
    log = recipe.play().log
    moves = [n for n, event in enumerate(log) if isinstance(event, BidMade | Passed | Played)]
    at = data.draw(st.sampled_from(moves))
    match = audited(log[:at])
    seat = data.draw(st.sampled_from(match.table.seats))
    tile, bid = data.draw(st.sampled_from(TILES)), Bid(points=data.draw(st.integers(30, 41)))
    forged: Event = Played(seat, tile) if isinstance(log[at], Played) else BidMade(seat, bid)
    wish = Play(tile) if isinstance(log[at], Played) else bid
    if wish in legal_moves(match, seat):
        legality.follow(match, forged)
    else:
        before = match.version
        with pytest.raises(Impossible):
            legality.follow(match, forged)
        assert match.version == before


@given(PLAYED, st.randoms(use_true_random=False))
def test_a_deal_is_taken_only_whole_and_in_its_turn(recipe: Recipe, chance: object) -> None:
    log = recipe.play().log
    at = next(n for n, event in enumerate(log) if isinstance(event, Dealt))
    dealt = log[at]
    assert isinstance(dealt, Dealt)
    hands = dealt.hands
    twice = Dealt(dealt.dealer, (hands[1], *hands[1:]))
    short = Dealt(dealt.dealer, (hands[0][:-1], *hands[1:]))
    for forged in (twice, short):
        with pytest.raises((Impossible, ValueError)):
            legality.follow(audited(log[:at]), forged)
    with pytest.raises(Impossible):
        legality.follow(audited(log[: at + 1]), dealt)


def test_what_happens_beside_the_hands_is_taken_only_in_its_time() -> None:
    created = Created("friday", "ann", resolve())
    seats = created.rules.table.seats
    names = dict(zip(seats, ("ann", "bob", "cid", "dee"), strict=True))
    joined: list[Event] = [Joined(seat, names[seat]) for seat in seats]
    a, b, *_ = seats
    tiles = list(TILES)
    dealt = Dealt(a, tuple(tuple(tiles[n * 7 : n * 7 + 7]) for n in range(4)))
    begun: list[Event] = [created, *joined, dealt]
    taken: list[tuple[list[Event], Event]] = [
        ([created], Cancelled()),
        ([created, joined[0]], Left(a)),
        (begun, Offered(b)),
        ([*begun, Offered(b)], Replaced(b, "eve")),
        (begun, Closed()),
    ]
    for log, event in taken:
        legality.follow(audited(log), event)
    refused: list[tuple[list[Event], Event]] = [
        ([created], created),
        ([created], dealt),
        ([created], Closed()),
        ([created], Offered(a)),
        ([created, joined[0]], joined[0]),
        ([created, joined[0]], Joined(b, "ann")),
        (begun, Left(a)),
        (begun, Cancelled()),
        (begun, Replaced(b, "eve")),
        ([*begun, Offered(b)], Replaced(b, "ann")),
        ([*begun, Closed()], Offered(b)),
        ([created, Cancelled()], joined[0]),
    ]
    for log, event in refused:
        with pytest.raises(Impossible) as why:
            legality.follow(audited(log), event)
        assert "-" not in str(why.value), "no tile is named"


def test_rules_are_those_that_could_be_asked_for() -> None:
    for preset in ("straight", "tournament", "family-250"):
        legality.begun(Created("friday", "ann", resolve(preset)))
    text = encode(Created("friday", "ann", resolve()))
    for wrong in ('"target":7', '"seats":4', '"early_end":true', '"min_bid":30'):
        name = wrong.partition(":")[0]
        for value in ("0", '"x"', "null", "[1]"):
            with pytest.raises((Impossible, ValueError, KeyError, TypeError)):
                legality.begun(decode(text.replace(wrong, f"{name}:{value}")))
