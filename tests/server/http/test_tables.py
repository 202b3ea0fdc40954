"""Tables of two, three, five, six and seven (section 9), and who deals first at any (R1.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.http.absent import DAY, ask, claim, problem, wait
from tests.server.http.house import LARGER, PLAYERS, House, told
from texas42 import TILES, parse_tile, resolve, table_for

PEOPLE = {**PLAYERS, **LARGER}
SIZES = (2, 3, 5, 6, 7)
each_size = pytest.mark.parametrize("seats", SIZES)


def labels(seats: int) -> tuple[str, ...]:
    return table_for(seats).labels


@each_size
def test_r9_1_every_seat_has_a_code_and_the_last_one_taken_deals(house: House, seats: int) -> None:
    answer = house.person("ann").post("/matches", {"sit": "A", "rules": {"seats": seats}})
    here, codes = answer.headers["Location"], told(answer)["invites"]
    assert list(codes) == list(labels(seats))[1:]
    assert len(set(codes.values())) == seats - 1
    view = told(answer)
    for label, code in codes.items():
        seated = house.seat(label).post(f"{here}/seats/{label}", {"invite": code})
        assert seated.status_code == 201, seated.text
        view = told(seated)
    assert list(view["seats"]) == list(labels(seats))
    assert [seat["side"] for seat in view["seats"].values()] == list(labels(seats))
    assert len(view["hand"]) == 28 // seats
    order = labels(seats) * 2
    assert view["turn"] == order[order.index(view["dealer"]) + 1]
    assert view["marks"] == dict.fromkeys(labels(seats), 0)
    [listed] = told(house.person("ann").get("/me/matches"))["matches"]
    assert list(listed["players"]) == list(labels(seats))


@each_size
def test_a_seat_that_the_table_does_not_have_is_404(house: House, seats: int) -> None:
    match_id = house.match(rules={"seats": seats})
    for label in {*"ABCDEFGH", "a", "A+C"} - {*labels(seats)}:
        here = f"/matches/{match_id}/seats/{label}"
        answers = [
            house.seat("A").post(here),
            house.seat("A").delete(here),
            house.seat("A").post(f"{here}/replacement"),
        ]
        assert {answer.status_code for answer in answers} == {404}
        right = f"This match has the seats {', '.join(labels(seats))}."
        assert {told(answer)["detail"] for answer in answers} == {right}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_a_seat_is_asked_for_and_kept_where_the_table_has_it(house: House, seats: int) -> None:
    for name in PEOPLE.values():
        house.person(name)
    for label in "ABCDEFG":
        form = {"rules": {"seats": seats}, "sit": label}
        other = {"rules": {"seats": seats}, "invite": {label: "bob"}}
        for pointer, body in (("/sit", form), (f"/invite/{label}", other)):
            answer = house.person("ann").post("/matches", body)
            if label in labels(seats):
                assert answer.status_code == 201, answer.text
                continue
            assert answer.status_code == 422
            right = f"must be one of the seats of this table, {', '.join(labels(seats))}"
            assert told(answer)["errors"] == [{"pointer": pointer, "detail": right}]


@each_size
def test_in_the_lobby_a_table_shows_its_seats(house: House, seats: int) -> None:
    house.person("ann").post("/matches", {"rules": {"seats": seats}, "listed": True, "sit": "B"})
    [match] = told(house.stranger.get("/matches"))["matches"]
    assert match["seats"] == {**dict.fromkeys(labels(seats)), "B": "ann"}


@each_size
def test_a_replacement_takes_the_word_of_any_two(house: House, seats: int) -> None:
    """`needs` names somebody who may well be there, where there is such a seat."""
    match_id = house.match(rules={"seats": seats})
    absent = house.view(match_id)["turn"]
    others = [label for label in labels(seats) * 2 if label != absent]
    one, another = others[0], others[1] if seats > 2 else absent
    early = ask(house.seat(one), match_id, absent)
    assert problem(early) == (409, "too-early")
    wait(house, match_id, DAY)
    first = ask(house.seat(one), match_id, absent)
    assert first.status_code == 202
    assert told(first) == {"needs": another}
    assert ask(house.seat(one), match_id, absent).status_code == 202, "one voice alone"
    last = ask(house.seat(others[-1] if seats > 2 else absent), match_id, absent)
    assert last.status_code == 201
    eve = house.person("eve")
    assert claim(eve, match_id, absent, told(last)["invite"]).status_code == 201
    assert told(eve.get(f"/matches/{match_id}"))["you"] == absent
    assert house.view(match_id, absent)["you"] is None


def test_who_is_absent_may_ask_first_and_any_other_seat_second(house: House) -> None:
    match_id = house.match(rules={"seats": 5})
    absent = house.view(match_id)["turn"]
    order = labels(5) * 2
    first = ask(house.seat(absent), match_id, absent)
    assert told(first) == {"needs": order[order.index(absent) + 1]}
    other = order[order.index(absent) + 3]
    assert ask(house.seat(other), match_id, absent).status_code == 201


@each_size
def test_a_reminder_goes_to_whoever_is_on_turn(house: House, seats: int) -> None:
    match_id = house.match(rules={"seats": seats})
    turn = house.view(match_id)["turn"]
    mover, other = house.seat(turn), house.seat(next(s for s in labels(seats) if s != turn))
    mover.ask("PUT", "/me/webhook", json={"url": "https://example.org/42"})
    assert told(other.post(f"/matches/{match_id}/reminder")) == {"told": True}
    sent = told(mover.get("/me/webhook/deliveries"))["deliveries"]
    assert [(one["type"], one["match"], one["reminder"]) for one in sent] == [
        ("your_turn", match_id, True)
    ]


@each_size
def test_the_owner_closes_a_match_in_which_nobody_moves(house: House, seats: int) -> None:
    match_id = house.match(rules={"seats": seats})
    wait(house, match_id, 14 * DAY)
    answer = house.seat("A").post(f"/matches/{match_id}/close")
    assert answer.status_code == 201, answer.text
    view = told(answer)
    assert (view["status"], view["winner"], view["turn"]) == ("closed", None, None)
    assert view["marks"] == dict.fromkeys(labels(seats), 0)


@pytest.mark.parametrize("seats", [2, 5])
def test_everybody_at_the_table_is_told_of_hand_and_match(house: House, seats: int) -> None:
    for label in labels(seats):
        house.seat(label).ask("PUT", "/me/webhook", json={"url": "https://example.org/42"})
    match_id = house.match(rules={"seats": seats, "target": 1})
    hands = len(told(house.stranger.get(f"/matches/{match_id}/hands"))["hands"])
    house.play(match_id)
    hands = len(told(house.stranger.get(f"/matches/{match_id}/hands"))["hands"])
    for label in labels(seats):
        sent = told(house.seat(label).get("/me/webhook/deliveries?limit=1000"))["deliveries"]
        kinds = [one["type"] for one in sent]
        assert (kinds.count("hand_over"), kinds.count("match_over")) == (hands, 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_a_rematch_keeps_table_rules_and_players_and_the_next_one_deals(
    house: House, seats: int
) -> None:
    """Nobody draws again: the seat after the last dealer deals, and event 1 says so (R1.3)."""
    rules = {"seats": seats, "target": 1, "first_dealer": "highest_tile", "max_opening_marks": 1}
    match_id = house.match(rules=rules)
    over = house.play(match_id)
    order = labels(seats) * 2
    following = order[order.index(over["last_hand"]["dealer"]) + 1]
    answer = house.seat("B").post(f"/matches/{match_id}/rematch")
    assert answer.status_code == 201, answer.text
    view, here = told(answer), answer.headers["Location"]
    assert view["rules"] == over["rules"]
    kept = {label: seat["kept_for"] for label, seat in view["seats"].items()}
    assert kept == {label: None if label == "B" else PEOPLE[label] for label in labels(seats)}
    for label in set(labels(seats)) - {"B"}:
        assert house.seat(label).post(f"{here}/seats/{label}").status_code == 201
    feed = told(house.stranger.get(f"{here}/events"))["events"]
    assert feed[0]["first_dealer"] == following
    assert "drawn" not in [entry["type"] for entry in feed]
    assert feed[-1]["dealer"] == following


def stacked(house: House, *rounds: str) -> Callable[[list[Any]], None]:
    """Shuffles that bring these tiles to the front, one round after the other, then chance."""
    waiting = list(rounds)

    def shuffle(things: list[Any]) -> None:
        house.random.shuffle(things)
        if waiting and len(things) == len(TILES):
            first = [parse_tile(word) for word in waiting.pop(0).split()]
            things[:] = [*first, *(tile for tile in things if tile not in first)]

    return shuffle


DRAWS: tuple[tuple[int, tuple[str, ...], list[dict[str, str]], str], ...] = (
    (4, ("0-1 5-6 2-2 3-3",), [{"A": "0-1", "B": "5-6", "C": "2-2", "D": "3-3"}], "B"),
    (
        4,
        ("6-6 0-0 0-1 0-2",),
        [{"A": "6-6", "B": "0-0", "C": "0-1", "D": "0-2"}],
        "A",
    ),
    (
        4,
        ("1-6 3-4 2-5 0-6", "0-0 1-1 0-1"),
        [{"A": "1-6", "B": "3-4", "C": "2-5", "D": "0-6"}, {"A": "0-0", "B": "1-1", "C": "0-1"}],
        "B",
    ),
    (
        3,
        ("0-4 1-3 0-0", "2-6 3-5", "6-6 5-6"),
        [{"A": "0-4", "B": "1-3", "C": "0-0"}, {"A": "2-6", "B": "3-5"}, {"A": "6-6", "B": "5-6"}],
        "A",
    ),
    (2, ("0-6 1-5", "0-1 0-0"), [{"A": "0-6", "B": "1-5"}, {"A": "0-1", "B": "0-0"}], "A"),
    (
        7,
        ("0-0 0-1 0-2 0-3 0-4 0-5 1-5", "0-0"),
        [dict(zip("ABCDEFG", ("0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "1-5"), strict=True))],
        "G",
    ),
)


@pytest.mark.parametrize(("seats", "rounds", "draws", "dealer"), DRAWS)
def test_r1_3_most_pips_deal_and_the_tied_draw_again_from_a_fresh_shuffle(
    house: House, seats: int, rounds: tuple[str, ...], draws: list[dict[str, str]], dealer: str
) -> None:
    match_id = house.open_match(rules={"seats": seats, "first_dealer": "highest_tile"})
    house.shuffle = stacked(house, *rounds)
    view = house.view(match_id)
    for label in labels(seats)[1:]:
        view = told(house.seat(label).post(f"/matches/{match_id}/seats/{label}"))
    assert (view["dealer"], view["status"]) == (dealer, "bidding")
    for who in (house.stranger, *map(house.seat, labels(seats))):
        feed = told(who.get(f"/matches/{match_id}/events"))["events"]
        drawn = [entry for entry in feed if entry["type"] == "drawn"]
        assert [entry["draws"] for entry in drawn] == draws
        dealers: list[str | None] = [None] * (len(draws) - 1)
        assert [entry["dealer"] for entry in drawn] == [*dealers, dealer]
        seqs = [entry["seq"] for entry in feed[-len(draws) - 2 :]]
        assert seqs == list(range(seqs[0], seqs[0] + len(draws) + 2)), "with the last seat taken"
        assert [entry["type"] for entry in feed[-len(draws) - 1 :]] == [
            *["drawn"] * len(draws),
            "dealt",
        ]
        assert feed[-1]["dealer"] == dealer
        assert feed[-1]["seq"] == view["version"]


def test_r1_3_the_second_hand_is_dealt_by_the_next_one_and_nobody_draws_again(
    house: House,
) -> None:
    match_id = house.open_match(rules={"first_dealer": "highest_tile"})
    house.shuffle = stacked(house, "0-1 5-6 2-2 3-3")
    for label in "BCD":
        house.seat(label).post(f"/matches/{match_id}/seats/{label}")
    for _ in range(4):
        house.move(match_id, {"type": "pass"})
    assert house.view(match_id)["dealer"] == "C"
    feed = told(house.stranger.get(f"/matches/{match_id}/events"))["events"]
    assert [entry["type"] for entry in feed].count("drawn") == 1


def test_a_draw_is_told_when_it_happens_and_replayed_with_the_seat_that_led_to_it(
    house: House,
) -> None:
    match_id = house.open_match(rules={"seats": 2, "first_dealer": "highest_tile"})
    house.shuffle = stacked(house, "0-6 1-5", "0-1 0-0")
    key = {"headers": {"Idempotency-Key": '"sit"'}}
    path = f"/matches/{match_id}/seats/B"
    first = house.seat("B").post(path, **key)
    again = house.seat("B").post(path, **key)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_data() == first.get_data()
    at = {
        entry["at"]
        for entry in told(house.stranger.get(f"/matches/{match_id}/events"))["events"][-4:]
    }
    assert len(at) == 1, "one transaction"


@pytest.mark.parametrize("rules", ["points-250", "family-250", {"seats": 3, "scoring": "points"}])
def test_r8_9_where_points_win_the_match_they_are_counted_in_score(
    house: House, rules: Any
) -> None:
    body = rules if isinstance(rules, dict) else {"preset": rules}
    match_id = house.match(rules={**body, "target": 42})
    sides = resolve(rules).table.sides
    assert house.view(match_id)["score"] == dict.fromkeys(sides, 0)
    over = house.play(match_id)
    assert over["status"] == "finished"
    hands = told(house.stranger.get(f"/matches/{match_id}/hands?limit=1000"))["hands"]
    running = dict.fromkeys(sides, 0)
    for hand in hands:
        gained = dict.fromkeys(sides, 0) if hand["result"] is None else hand["result"]["score"]
        running = {side: running[side] + gained[side] for side in sides}
        assert (hand["marks"], hand["score"]) == (None, running)
    assert over["score"] == running
    assert over["marks"] is None
    told_of = [
        then
        for entry in told(house.stranger.get(f"/matches/{match_id}/events?limit=1000"))["events"]
        for then in entry.get("then", ())
        if then["type"] == "hand_over"
    ]
    assert [then["score"] for then in told_of] == [hand["score"] for hand in hands]
    assert {then["marks"] for then in told_of} == {None}
    [row] = told(house.seat("B").get("/me/matches"))["matches"]
    assert (row["marks"], row["score"]) == (None, running)
