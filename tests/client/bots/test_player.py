"""A bot at its seat over HTTP: bound to what it saw, never moving twice."""

from __future__ import annotations

import pytest

from tests.client.bots.seats import bidding
from texas42_client.bots import BOTS
from texas42_client.errors import ApiProblem, Unreachable
from texas42_client.serving.player import TRIES, Player
from texas42_client.thinking.chance import Chance
from texas42_client.wire.api import Answer

HAND = "6-6 5-6 3-6 1-6 0-6 2-5 1-3"


class Table:
    """A server of one match, whose answers to moves are planned."""

    def __init__(self, *planned):
        self.planned = list(planned)
        self.posted = []
        self.looked = 0

    def view(self, match):
        self.looked += 1
        return Answer(200, bidding(HAND), "", etag=f'"{self.looked}"')

    def move(self, match, move, etag, key):
        self.posted.append((move, etag, key))
        outcome = self.planned.pop(0) if self.planned else None
        if outcome is not None:
            raise outcome
        return Answer(201, {**bidding(HAND), "turn": None}, "")


def problem(slug, status):
    return ApiProblem(slug, status, slug)


def player(table):
    return Player(table, "m", BOTS["simple"](Chance.of_seed(0)))


def test_a_move_is_bound_to_the_view_it_was_chosen_from_and_carries_a_key():
    table = Table()
    turn = player(table).take_turn()
    assert turn.move == {"type": "bid", "points": 30}
    [(move, etag, key)] = table.posted
    assert (move, etag) == (turn.move, '"1"')
    assert len(key) > 20


@pytest.mark.parametrize("slug", ["stale-version", "not-your-turn", "match-over"])
def test_overtaken_it_looks_again(slug):
    table = Table(problem(slug, 412 if slug == "stale-version" else 409))
    assert player(table).take_turn() is not None
    assert [etag for _, etag, _ in table.posted] == ['"1"', '"2"']
    assert len({key for _, _, key in table.posted}) == 2


def test_it_does_not_look_again_for_ever():
    table = Table(*[problem("stale-version", 412)] * 50)
    assert player(table).take_turn() is None
    assert len(table.posted) == TRIES


@pytest.mark.parametrize("lost", [Unreachable("gone"), problem("busy", 503)])
def test_an_unanswered_move_is_sent_again_under_its_key(lost):
    table = Table(lost)
    seat = player(table)
    with pytest.raises(type(lost)):
        seat.take_turn()
    assert seat.take_turn() is not None
    first, second = table.posted
    assert first == second
    assert table.looked == 1


def test_a_refusal_is_no_secret():
    with pytest.raises(ApiProblem, match="illegal-move"):
        player(Table(problem("illegal-move", 422))).take_turn()


def test_a_move_thought_of_before_is_the_one_that_is_made():
    table = Table()
    seat = player(table)
    assert seat.think()
    assert seat.think()
    assert table.looked == 1
    assert seat.take_turn().move == {"type": "bid", "points": 30}
    assert [etag for _, etag, _ in table.posted] == ['"1"']
    assert table.looked == 1
