"""One bot process, any number of matches, one question that waits."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from random import Random

import pytest

from tests.client.bots.house import House, HouseStop, problem
from texas42_client.bots import BOTS
from texas42_client.bots.simple.player import SimpleBot
from texas42_client.errors import ApiProblem, BadAnswer, Unreachable
from texas42_client.serving.accepting import Accept
from texas42_client.serving.delay import Delay
from texas42_client.serving.keeper import SeatKeeper
from texas42_client.thinking.chance import Chance

AT_ONCE = Delay(0, 0)


def serve(house, *, delay=AT_ONCE, accept=None, until=None, kind="simple"):
    """Let a bot serve the house until its matches end, or until that time; what it said."""
    said: list[str] = []
    stop = HouseStop(house)
    if until is not None:
        house.after(until - house.now, stop.set)
        house.pass_time(0)
    keeper = SeatKeeper(
        house, kind, Chance.of_seed(0), delay=delay, accept=accept,
        say=said.append, told=lambda match, turn: None, clock=house.clock,
    )  # fmt: skip
    keeper.run(stop, stay=until is not None)
    return said


def moved(house):
    return [match for _, match, _ in house.moves]


def test_ten_matches_are_served_with_one_question():
    house = House()
    for number in range(10):
        house.add(f"m{number}")
    serve(house, until=100)
    assert sorted(moved(house)) == sorted(house.matches)
    assert house.waits
    assert all(before + wait >= after or after >= before for (before, wait), (after, _) in
               pairwise(house.waits))  # fmt: skip
    assert len(house.asked) < 10


def test_it_answers_as_soon_as_it_is_woken():
    house = House()
    house.add("m", turn=False)
    house.after(17, lambda: house.change("m", my_turn=True))
    serve(house, until=100)
    assert [(at, match) for at, match, _ in house.moves] == [(17, "m")]


def test_while_nothing_happens_it_hardly_asks():
    house = House()
    house.add("m", turn=False)
    serve(house, until=3600)
    assert len(house.asked) < 3600 / 20


def test_where_no_question_waits_it_asks_now_and_then_and_seldomer():
    house = House(lets_wait=False)
    house.add("m", turn=False)
    house.after(600, lambda: house.change("m", my_turn=True))
    serve(house, until=1000)
    assert moved(house) == ["m"]
    assert 600 <= house.moves[0][0] <= 605
    gaps = [after - before for before, after in pairwise(house.asked)]
    assert min(gaps) >= 0.09
    assert max(gaps) <= 5.01
    assert len(house.asked) < 1000 / 4


class Thinker(SimpleBot):
    """Takes longer over some positions than over others."""

    def __init__(self, house, seconds):
        super().__init__(Chance.of_seed(0))
        self._house, self._seconds = house, seconds

    def choose(self, view):
        self._house.pass_time(self._seconds)
        return super().choose(view)


@pytest.mark.parametrize("delay", ["2", "1-4"])
def test_the_answer_comes_after_the_same_time_for_easy_and_hard_positions(monkeypatch, delay):
    answered = []
    for thinking in (0.0, 0.001, 0.7):
        house = House()
        house.add("m", turn=False)
        house.after(10, partial(house.change, "m", my_turn=True))
        bot = Thinker(house, thinking)
        monkeypatch.setitem(BOTS, "simple", lambda chance, bot=bot: bot)
        monkeypatch.setattr("texas42_client.serving.keeper.Random", lambda: Random(7))
        serve(house, delay=Delay.of(delay), until=60)
        answered.append(house.moves[0][0])
    assert answered[0] == pytest.approx(answered[1])
    assert answered[0] == pytest.approx(answered[2])
    assert 11 <= answered[0] <= 14


def test_the_delays_of_many_matches_run_side_by_side():
    house = House()
    for number in range(10):
        house.add(f"m{number}")
    serve(house, delay=Delay(2, 2), until=60)
    assert [at for at, _, _ in house.moves] == [2] * 10


@pytest.mark.parametrize(("text", "least", "most"), [("0", 0, 0), ("2.5", 2.5, 2.5), ("1-4", 1, 4)])
def test_a_delay_is_drawn_from_the_clock_alone(text, least, most):
    delay = Delay.of(text)
    drawn = [delay.draw(Random(seed)) for seed in range(50)]
    assert least <= min(drawn) <= max(drawn) <= most
    assert len(set(drawn)) == (1 if least == most else 50)


@pytest.mark.parametrize("text", ["", "soon", "4-1", "-1", "1-", "1e9"])
def test_what_is_no_delay_is_said_to_be_none(text):
    with pytest.raises(ValueError, match=r"no delay|backwards"):
        Delay.of(text)


@pytest.mark.parametrize("lost", [Unreachable("gone"), problem("busy", 503)])
def test_a_restart_of_the_server_is_lived_through(lost):
    house = House()
    house.add("m")
    house.failing["list"] = [lost] * 6
    said = serve(house, until=200)
    assert said[0].endswith("Trying on.")
    assert said[1] == "The server answers again."
    assert moved(house) == ["m"]


def test_a_server_that_is_away_is_not_asked_again_for_every_table():
    house = House()
    for number in range(10):
        house.add(f"m{number}")

    def go_down():
        house.down_until = house.now + 10

    house.after(1, go_down)
    said = serve(house, delay=Delay(2, 2), until=60)
    assert said[0].endswith("Trying on.")
    assert len(house.missed) < 10
    assert set(moved(house)) == set(house.matches)
    assert max(at for at, _, _ in house.moves) <= 11 + 5


def test_an_unanswered_move_is_sent_again_under_its_key():
    house = House()
    house.add("m")
    house.lost_answers = [Unreachable("gone")]
    serve(house, until=30)
    assert moved(house) == ["m", "m"]
    assert len({key for _, _, key in house.moves}) == 1


def test_a_server_that_asks_for_patience_gets_it():
    house = House()
    house.add("m")
    house.failing["list"] = [problem("quota-exceeded", 429, retry_after=40)]
    serve(house, until=100)
    assert house.moves[0][0] >= 40
    assert not [at for at in house.asked if 0 < at < 40]


@pytest.mark.parametrize(
    ("failure", "said"),
    [
        (problem("forbidden", 403), "bad: forbidden"),
        (problem("not-found", 404), "bad: not-found"),
        (problem("internal", 500), "bad: internal"),
        (problem("illegal-move", 422), "bad: illegal-move"),
        (BadAnswer("garbage"), "bad: garbage"),
        (KeyError("hand"), "bad: the bot cannot read this table"),
    ],
    ids=["replaced", "gone", "unreadable", "illegal", "garbage", "unknown"],
)
def test_a_match_that_fails_does_not_stop_the_others(failure, said):
    house = House()
    house.add("bad")
    house.failing["bad"] = [failure] * 20
    house.add("good")
    house.after(50, lambda: house.change("good", my_turn=True))
    told = serve(house, until=100)
    assert moved(house).count("good") == 2
    assert len([line for line in told if line.startswith("bad:")]) == 1
    assert told[0].startswith(said)


def test_a_match_that_is_closed_under_its_hands_is_parted_with():
    house = House()
    house.add("friday")

    def close():
        house.change("friday", status="closed", marks=None, my_turn=False)
        raise problem("match-over", 409)

    house.before_moves = [close]
    assert serve(house) == ["friday: closed."]


def test_a_match_left_alone_is_tried_again_seldomer_and_at_once_when_something_happens():
    house = House()
    house.add("bad")
    house.failing["bad"] = [problem("internal", 500)] * 100
    house.after(500, house.failing["bad"].clear)
    house.after(500, lambda: house.change("bad"))
    serve(house, until=1000)
    assert [at for at, _, _ in house.moves] == [500]


def test_a_dead_token_ends_it():
    house = House()
    house.add("m")
    house.failing["m"] = [problem("unauthenticated", 401)]
    with pytest.raises(ApiProblem, match="unauthenticated"):
        serve(house, until=10)


def test_when_all_matches_have_ended_so_does_the_bot():
    house = House()
    house.add("friday", turn=False)
    house.add("sunday", turn=False)
    house.after(10, lambda: house.change("friday", status="finished"))
    house.after(20, lambda: house.change("sunday", status="closed", marks=None))
    assert serve(house) == ["friday: finished, 7 to 3.", "sunday: closed."]
    assert house.now < 30


def test_a_seat_that_another_has_taken_over_is_let_go():
    house = House()
    house.add("friday", turn=False)
    gone = house.matches["friday"]
    house.after(10, lambda: gone.update(you=None, status="elsewhere"))
    assert serve(house) == ["friday: the seat is not ours any more."]


def test_without_being_asked_to_it_takes_no_seat():
    house = House()
    house.keep("m")
    assert serve(house) == []
    assert house.seated == []


def test_kept_seats_are_taken():
    house = House()
    house.after(10, lambda: house.keep("late"))
    said = serve(house, accept=Accept(), until=20)
    assert house.seated == ["late"]
    assert said == ["late: took seat B."]


def test_kept_seats_are_taken_by_these_rules_only():
    house = House()
    house.keep("straight")
    house.keep("family", preset="family")
    said = serve(house, accept=Accept.of(rules=["straight"]), until=60)
    assert house.seated == ["straight"]
    assert said.count("family: seat B is not taken: its rules are family.") == 1


@pytest.mark.parametrize("rules", [[], ["any"], ["straight", "any"]])
def test_any_rules_are_the_default(rules):
    house = House()
    house.keep("family", preset="family")
    serve(house, accept=Accept.of(rules=rules), until=10)
    assert house.seated == ["family"]


def test_kept_seats_are_taken_from_these_players_only_however_they_are_spelt():
    house = House()
    house.keep("of ann", owner="Ann")
    house.keep("of zed", owner="zed")
    said = serve(house, accept=Accept.of(players=["ANN", "bob"]), until=60)
    assert house.seated == ["of ann"]
    assert "of zed: seat B is not taken: it is zed's." in said


def test_kept_seats_wait_until_there_is_room():
    house = House()
    for number in range(3):
        house.keep(f"m{number}")
    house.after(30, lambda: house.change("m0", status="finished"))
    serve(house, accept=Accept.of(at_most=2), until=20)
    assert house.seated == ["m0", "m1"]
    serve(house, accept=Accept.of(at_most=2), until=60)
    assert house.seated == ["m0", "m1", "m2"]


def test_a_seat_that_is_gone_is_no_reason_to_stop():
    house = House()
    house.keep("gone")
    house.keep("there")
    house.failing["gone"] = [problem("not-found", 404)] * 9
    serve(house, accept=Accept(), until=20)
    assert house.seated == ["there"]


def test_told_to_stop_while_it_waits_it_stops_at_once():
    house = House()
    house.add("m", turn=False)
    serve(house, until=7)
    assert house.now == 7


def test_told_to_stop_before_it_does_nothing():
    house = House()
    house.add("m")
    serve(house, until=0)
    assert house.moves == []
