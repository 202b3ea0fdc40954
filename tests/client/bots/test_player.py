"""A bot at its seat over HTTP: bound to what it saw, never moving twice."""

from __future__ import annotations

from random import Random
from threading import Event

import pytest

from tests.client.bots.seats import bidding
from texas42_client.api import Answer
from texas42_client.bots import BOTS
from texas42_client.bots.player import TRIES, Player
from texas42_client.bots.serving import SeatKeeper
from texas42_client.errors import ApiProblem, Unreachable

HAND = "6-6 5-6 3-6 1-6 0-6 2-5 1-3"


class Table:
    """A server of one match, whose answers to moves are planned."""

    def __init__(self, *planned):
        self.planned = list(planned)
        self.posted = []
        self.looked = 0
        self.status = "bidding"
        self.lists = 0

    def view(self, match):
        self.looked += 1
        return Answer(200, bidding(HAND), "", etag=f'"{self.looked}"')

    def move(self, match, move, etag, key):
        self.posted.append((move, etag, key))
        outcome = self.planned.pop(0) if self.planned else None
        if outcome is not None:
            raise outcome
        self.status = "finished"
        return Answer(201, {**bidding(HAND), "turn": None}, "")

    def my_matches(self, *, limit, etag):
        self.lists += 1
        row = {
            "id": "m",
            "name": "friday",
            "status": self.status,
            "you": "D",
            "kept_for_me": None,
            "my_turn": self.status == "bidding",
            "marks": {"A+C": 7, "B+D": 3},
        }
        return Answer(200, {"matches": [row]}, "", etag='"list"')


def problem(slug, status):
    return ApiProblem(slug, status, slug)


def player(table):
    return Player(table, "m", BOTS["simple"](Random(0)))


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


def keep(table, stop=None):
    said: list[str] = []
    keeper = SeatKeeper(table, "simple", Random(0), say=said.append, told=lambda match, turn: None)
    keeper.run(stop or Event(), accept=False, stay=False)
    return said


def test_seats_are_served_until_the_matches_end_whatever_becomes_of_the_line():
    table = Table(Unreachable("No connection."), problem("busy", 503))
    assert keep(table) == [
        "No connection. Trying on.",
        "The server answers again.",
        "friday: finished, 7 to 3.",
    ]
    assert len({key for _, _, key in table.posted}) == 1


def test_a_dead_token_ends_it():
    with pytest.raises(ApiProblem, match="unauthenticated"):
        keep(Table(problem("unauthenticated", 401)))


def test_a_lost_seat_is_left_alone():
    stop, table = Event(), Table(problem("forbidden", 403))
    table.planned.append(None)
    assert keep(table, stop)[0] == "friday: the seat is not ours any more."


def test_told_to_stop_it_stops():
    stop, table = Event(), Table()
    stop.set()
    assert keep(table, stop) == []
    assert table.posted == []
