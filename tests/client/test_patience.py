"""Asking over and over: at once where questions wait, politely where not, patiently when away."""

from __future__ import annotations

import pytest

from texas42_client.errors import ApiProblem, BadAnswer, Unreachable
from texas42_client.wire.api import Answer
from texas42_client.wire.patience import Patience, may_pass

NEWS, NOTHING = Answer(200, {"new": True}, ""), Answer(304, {}, "")


class Server:
    """Answers after some seconds; with `waits` it says that it has let the question wait."""

    def __init__(self):
        self.now = 0.0
        self.said: list[str] = []
        self.patience = Patience(1.0, 15.0, say=self.said.append, clock=lambda: self.now)

    def ask(self, answer, *, lasting=0.0, waited=None):
        def call():
            self.now += lasting
            if isinstance(answer, Exception):
                raise answer
            return Answer(answer.status, answer.body, "", waited=waited)

        self.patience.ask(call, lambda answer: not answer.not_modified)
        return self.patience.pause


def test_a_match_that_cannot_be_read_is_no_outage():
    unreadable = ApiProblem("unreadable-match", 500, "No", "No.", {})
    assert not may_pass(unreadable)
    assert may_pass(ApiProblem("internal", 500, "No", "No.", {}))


def test_where_questions_wait_the_next_is_asked_at_once():
    server = Server()
    assert server.ask(NEWS, lasting=3, waited=50) == 0
    assert server.ask(NOTHING, lasting=50, waited=50) == 0


def test_a_wait_that_was_cut_short_is_not_begun_again_at_once():
    server = Server()
    pauses = [server.ask(NOTHING, lasting=0.1, waited=50) for _ in range(4)]
    assert pauses == [1, 1.5, 2.25, 3.375]
    assert server.ask(NOTHING, lasting=50, waited=50) == 0
    assert server.ask(NOTHING, lasting=0.1, waited=50) == 1


def test_where_none_waits_pauses_grow_while_nothing_happens_and_shrink_when_something_does():
    server = Server()
    assert [server.ask(NOTHING) for _ in range(3)] == [1, 1.5, 2.25]
    assert server.ask(NEWS) == 1
    assert max(server.ask(NOTHING) for _ in range(30)) == 15


@pytest.mark.parametrize(
    "lost",
    [
        Unreachable("Gone."),
        BadAnswer("Gone."),
        ApiProblem("busy", 503, "Gone."),
        ApiProblem("internal", 500, "Gone."),
        ApiProblem("quota-exceeded", 429, "Gone."),
    ],
)
def test_a_server_that_is_away_is_tried_again_with_bounded_back_off(lost):
    server = Server()
    pauses = [server.ask(lost) for _ in range(3000)]
    assert pauses[:4] == [0.4, 0.8, 1.6, 3.2]
    assert max(pauses) == 5
    assert server.said == ["Gone. Trying on."]
    assert server.ask(NEWS, waited=50) == 0
    assert server.said[1:] == ["The server answers again."]
    assert server.ask(lost) == 0.4


def test_what_the_server_asks_for_it_gets():
    server = Server()
    assert server.ask(ApiProblem("busy", 503, "Busy.", retry_after=40)) == 40
    assert server.ask(ApiProblem("quota-exceeded", 429, "Wait.", retry_after=1)) == 1


def test_other_refusals_are_for_whoever_asks():
    with pytest.raises(ApiProblem):
        Server().ask(ApiProblem("not-found", 404, "No."))
