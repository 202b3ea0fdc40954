"""A hand told again is what its players saw: no less for whoever sat there, no more for anybody."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.review.games import played, redealt
from texas42.tiles import mask_of
from texas42_client.review.told import ToldHand
from texas42_client.thinking.reading import mask

RULES: list[dict[str, Any]] = [
    {},
    {"preset": "family"},
    {"preset": "family", "kind": "random"},
    {"preset": "lechner", "kind": "random"},
    {"preset": "lone-star"},
    {"preset": "tournament", "attributed_tricks": 1},
    {"preset": "points-250"},
    {"covered_tricks": "declarer_chooses", "kind": "random"},
    {"seats": 2},
    {"seats": 3, "preset": "lone-star"},
    {"seats": 5, "first_bidder": "holder_of_0_1", "all_pass": "dealer_must_bid"},
    {"seats": 7, "all_pass": "dealer_must_bid"},
]
DIFFERENT = ("version",)
"""The record leaves out what changed nothing at the table, such as a seat given back."""


def _named(rules: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in rules.items()) or "straight"


@pytest.mark.parametrize("rules", RULES, ids=_named)
def test_whoever_asks_finds_every_view_of_the_own_seat_as_it_was(rules):
    game = played(**rules)
    told = game.told()
    assert any(hand["contract"] for hand in told.json["hands"])
    for number in range(1, told.hands + 1):
        for seat in game.match.table.labels:
            hand = told.hand(number, seat, game.dealt(seat, number))
            if hand.contract is None:
                continue
            saw = [(view, move) for n, view, move in game.shown if n == number]
            mine = {_at(view): (view, move) for view, move in saw if view["you"] == seat}
            again = [d for d in hand.decisions if d.seat == seat and _at(d.view) in mine]
            assert len(again) >= hand.decided - 1 or hand.contract["kind"] == "nello"
            for decision in again:
                view, move = mine[_at(decision.view)]
                assert _less(decision.view) == _less(view)
                assert decision.move == move
                assert decision.missing == 0


def _at(view: dict[str, Any]) -> int:
    """The trick; a first tile that names trump is led while the view still says declaring."""
    return int(view["current_trick"]["number"])


def _less(view: dict[str, Any]) -> dict[str, Any]:
    return {member: value for member, value in view.items() if member not in DIFFERENT}


@pytest.mark.parametrize("rules", RULES, ids=_named)
@pytest.mark.parametrize("asker", [None, "A"])
def test_r6_6_tiles_that_were_never_played_are_known_to_their_own_seat_alone(rules, asker):
    game = played(**rules)
    told = game.told()
    for number in range(1, told.hands + 1):
        hand = told.hand(number, asker, game.dealt(asker, number) if asker else ())
        if hand.contract is None:
            continue
        dealt = game.match.hands[number - 1].hand
        for decision in hand.decisions:
            seat = game.match.table.seat(decision.seat)
            known = mask(decision.view["hand"])
            assert not known & hand.unknown
            assert known.bit_count() + decision.missing == _left(decision.view)
            assert decision.move in decision.view["legal_moves"]
            if decision.seat != asker:
                assert not known & ~dealt.played
            assert decision.missing == 0 or decision.seat != asker
            assert not known & ~mask_of(dealt.dealt[seat])


def _left(view: dict[str, Any]) -> int:
    return int(view["seats"][view["you"]]["tiles_left"])


@pytest.mark.parametrize("asker", [None, "B"])
def test_r6_6_where_unplayed_tiles_lay_changes_nothing_that_is_told(asker):
    game = played(hands=6)
    for number in range(1, 7):
        if game.match.hands[number - 1].hand.contract is None:
            continue
        other = redealt(game, number, asker, seed=number)
        one, two = (_story(g, number, asker) for g in (game, other))
        assert one == two


def _story(game: Any, number: int, asker: str | None) -> list[Any]:
    hand: ToldHand = game.told().hand(number, asker, game.dealt(asker, number) if asker else ())
    told = [(d.view, d.move, d.missing, d.memory.seen, d.memory.lacks) for d in hand.decisions]
    return [hand.unknown, hand.unplayed, hand.lacks, told]


def test_everybody_is_taken_to_have_watched_every_play():
    game = played(covered_tricks="from_two_marks", kind="random", seed=3, hands=8)
    told = game.told()
    for number in range(1, told.hands + 1):
        hand = told.hand(number)
        for decision in hand.decisions if hand.contract else ():
            tricks = hand.record["tricks"][: decision.trick - 1]
            gone = mask(play["tile"] for trick in tricks for play in trick["plays"])
            assert not gone & ~decision.memory.seen


def test_a_hand_is_told_until_its_contract_was_decided():
    game = played(preset="family", seed=5, hands=6)
    told = game.told()
    later = 0
    for number in range(1, told.hands + 1):
        hand = told.hand(number)
        if hand.contract is None:
            continue
        assert {d.trick for d in hand.decisions} == set(range(1, hand.decided + 1))
        later += len(hand.record["tricks"]) - hand.decided
    assert later
