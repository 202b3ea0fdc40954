"""A player who stays away is replaced when both sides say so, and by nobody who knows the cards."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.http.absent import (
    DAY,
    SECOND,
    ask,
    claim,
    key,
    milliseconds,
    offered,
    problem,
    wait,
)
from tests.server.http.house import PLAYERS, House, told

SEATS = "ABCD"


def around(seat: str) -> dict[str, str]:
    """The seats as the absent one names them."""
    at = SEATS.index(seat)
    return {
        "own": seat,
        "left": SEATS[at - 3],
        "partner": SEATS[at - 2],
        "right": SEATS[at - 1],
    }


ABSENT_A_DAY: list[tuple[list[str], list[int]]] = [
    (["left", "partner"], [202, 201]),
    (["partner", "left"], [202, 201]),
    (["right", "partner"], [202, 201]),
    (["left", "right", "partner"], [202, 202, 201]),
    (["partner", "own", "right"], [202, 202, 201]),
    (["own", "left"], [202, 201]),
    (["left", "own"], [202, 201]),
    (["left", "left"], [202, 202]),
    (["own", "partner"], [202, 202]),
]


@pytest.mark.parametrize(("askers", "statuses"), ABSENT_A_DAY)
def test_it_takes_a_player_of_each_side_in_any_order(
    house: House, askers: list[str], statuses: list[int]
) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    wait(house, match_id, DAY)
    seats = around(turn)
    answers = [ask(house.seat(seats[who]), match_id, turn) for who in askers]
    assert [answer.status_code for answer in answers] == statuses
    sides = {"own": "A+C" if turn in "AC" else "B+D"}
    other = "B+D" if turn in "AC" else "A+C"
    for who, answer in zip(askers, answers, strict=True):
        if answer.status_code == 202:
            own = who in ("own", "partner")
            assert told(answer) == {"needs": other if own else sides["own"]}
        else:
            assert told(answer)["seat"] == turn
            assert len(told(answer)["invite"]) == 16


@pytest.mark.parametrize("who", ["left", "partner", "right"])
def test_a_day_less_a_second_is_no_day(house: House, who: str) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    asker, before = house.seat(around(turn)[who]), house.rows()
    since = milliseconds(house.view(match_id)["turn_since"])
    wait(house, match_id, DAY - SECOND)
    refused = ask(asker, match_id, turn)
    assert problem(refused) == (409, "too-early")
    assert milliseconds(told(refused)["not_before"]) == since + DAY
    assert (told(refused)["turn"], told(refused)["version"]) == (turn, 6)
    assert house.rows() == before
    wait(house, match_id, DAY)
    assert ask(asker, match_id, turn).status_code == 202


def test_the_operator_says_what_absent_means(tmp_path: Any) -> None:
    house = House(tmp_path, absent_after=60)
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    asker = house.seat(around(turn)["left"])
    wait(house, match_id, 60 * SECOND - 1)
    assert ask(asker, match_id, turn).status_code == 409
    wait(house, match_id, 60 * SECOND)
    assert ask(asker, match_id, turn).status_code == 202
    house.app.extensions["texas42"].database.close()


def test_a_seat_that_is_not_on_turn_keeps_nobody_waiting(house: House) -> None:
    match_id = house.match()
    seats = around(house.view(match_id)["turn"])
    wait(house, match_id, 100 * DAY)
    refused = ask(house.seat(seats["own"]), match_id, seats["left"])
    assert problem(refused) == (409, "too-early")
    assert told(refused)["not_before"] is None


def test_i_may_give_my_seat_to_somebody_else_at_any_time_if_the_other_side_agrees(
    house: House,
) -> None:
    match_id = house.match()
    seats = around(house.view(match_id)["turn"])
    mine = seats["left"]
    me, other = house.seat(mine), house.seat(seats["own"])
    assert problem(ask(other, match_id, mine)) == (409, "too-early")
    first = ask(me, match_id, mine)
    assert told(first) == {"needs": "A+C" if mine in "BD" else "B+D"}
    code = told(ask(other, match_id, mine))["invite"]
    assert claim(house.person("eve"), match_id, mine, code).status_code == 201


def test_who_has_asked_is_told_the_code_when_both_sides_have(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    code = offered(house, match_id, turn)
    version = house.view(match_id)["version"]
    for label in SEATS:
        again = ask(house.seat(label), match_id, turn)
        assert (again.status_code, told(again)) == (201, {"seat": turn, "invite": code})
        assert again.headers["Location"] == f"/matches/{match_id}/events/{version}"
    assert house.view(match_id)["version"] == version, "it is offered once"


def test_no_view_list_or_feed_shows_the_code(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    code = offered(house, match_id, turn)
    for who in (*map(house.seat, SEATS), house.person("eve"), house.stranger):
        for page in ("", "/events", "/hands"):
            assert code not in who.get(f"/matches/{match_id}{page}").text
        assert code not in who.get("/me/matches").text


def test_the_offer_is_an_event_that_leaves_the_turn_alone(house: House) -> None:
    match_id = house.match()
    before = house.view(match_id)
    offered(house, match_id, before["turn"])
    after = house.view(match_id)
    assert after["version"] == before["version"] + 1
    assert (after["turn"], after["turn_since"]) == (before["turn"], before["turn_since"])
    told_of = told(house.stranger.get(f"/matches/{match_id}/events?after={before['version']}"))
    assert [(e["type"], e["seat"]) for e in told_of["events"]] == [("offered", before["turn"])]
    mine = told(house.seat(before["turn"]).get("/me/matches?turn=mine"))["matches"]
    assert mine[0]["turn_since"] == before["turn_since"]


def test_hand_and_history_pass_on_and_the_old_token_watches(house: House) -> None:
    match_id = house.match()
    house.play(match_id, until=lambda view: bool(view["captured"]) and view["hand_number"] == 2)
    turn = house.view(match_id)["turn"]
    here = f"/matches/{match_id}"
    absent, eve = house.seat(turn), house.person("eve")
    old_view, old_feed = house.view(match_id, turn), told(absent.get(f"{here}/events?limit=1000"))
    code = offered(house, match_id, turn)
    answer = claim(eve, match_id, turn, code)
    assert answer.status_code == 201
    entry = told(house.stranger.get(answer.headers["Location"]))
    assert (entry["type"], entry["seat"], entry["player"]) == ("replaced", turn, "eve")
    view = told(answer)
    changed = {"version", "seats"}
    assert {k: v for k, v in view.items() if k not in changed} == {
        k: v for k, v in old_view.items() if k not in changed
    }
    assert view["seats"][turn]["player"] == "eve"
    assert view["turn_since"] == old_view["turn_since"]
    feed = told(eve.get(f"{here}/events?limit=1000"))["events"]
    assert feed[: len(old_feed["events"])] == old_feed["events"]
    for page in ("", "/events?limit=1000", "/hands", f"/events/{view['version']}"):
        theirs, anybodys = absent.get(f"{here}{page}"), house.stranger.get(f"{here}{page}")
        assert theirs.get_data() == anybodys.get_data()
        assert theirs.headers.get("ETag") == anybodys.headers.get("ETag")
    assert match_id not in absent.get("/me/matches").text
    [mine] = told(eve.get("/me/matches?turn=mine"))["matches"]
    assert (mine["you"], mine["players"][turn]) == (turn, "eve")
    move = eve.post(f"{here}/moves", view["legal_moves"][0])
    assert move.status_code == 201


def test_who_has_lost_the_seat_gets_403_first(house: House) -> None:
    """Replays, used keys, stale conditions and bad bodies come after it."""
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    absent, here = house.seat(turn), f"/matches/{match_id}"
    move = {"type": "pass"}
    assert absent.post(f"{here}/moves", move, **key("moved")).status_code == 201
    while house.view(match_id)["turn"] != turn:
        house.play(match_id, until=lambda view: view["you"] == turn)
    asked_before = ask(absent, match_id, turn, **key("asked"))
    assert asked_before.status_code == 202
    assert absent.post(f"{here}/reminder", **key("reminded")).status_code == 202
    code = told(ask(house.seat(around(turn)["left"]), match_id, turn))["invite"]
    assert claim(house.person("eve"), match_id, turn, code).status_code == 201
    before = house.rows()
    for answer in (
        absent.post(f"{here}/moves", move, **key("moved")),
        absent.post(f"{here}/moves", {"type": "nonsense"}, **key("moved")),
        absent.post(f"{here}/moves", move, headers={"If-Match": '"1-A-0"'}),
        absent.post(f"{here}/moves", move, headers={"Idempotency-Key": "naked"}),
        ask(absent, match_id, turn, **key("asked")),
        absent.post(f"{here}/reminder", **key("reminded")),
        absent.post(f"{here}/rematch"),
        absent.post(f"{here}/seats/{turn}"),
        claim(absent, match_id, turn, code),
    ):
        assert problem(answer) == (403, "forbidden")
    assert house.rows() == before


def test_the_answer_that_showed_my_first_hand_is_gone_with_the_seat(house: House) -> None:
    """In a listed match too, where anybody may sit down."""
    players = [house.person(name) for name in PLAYERS.values()]
    here = players[0].post("/matches", {"listed": True}).headers["Location"]
    match_id = here.rsplit("/", 1)[1]
    seated = [
        who.post(f"{here}/seats/{label}", **key("seated"))
        for label, who in zip("BCDA", (*players[1:], players[0]), strict=True)
    ]
    assert [answer.status_code for answer in seated] == [201] * 4
    hand = told(seated[-1])["hand"]
    assert len(hand) == 7
    assert ask(players[0], match_id, "A").status_code == 202
    code = told(ask(players[1], match_id, "A"))["invite"]
    eve = house.person("eve")
    assert told(claim(eve, match_id, "A", code))["hand"] == hand
    for answer in (
        players[0].post(f"{here}/seats/A", **key("seated")),
        players[0].post(f"{here}/seats/A"),
        players[0].post(f"{here}/seats/B", **key("seated")),
    ):
        assert problem(answer) == (403, "forbidden")
    assert problem(house.person("zoe").post(f"{here}/seats/A")) == (409, "seat-taken")


def test_the_owner_cannot_replace_an_opponent_and_read_the_hand(house: House) -> None:
    """Neither alone, nor by taking the seat itself, seated or not."""
    match_id = house.match()
    house.play(match_id, until=lambda view: view["you"] == "B")
    ann = house.person("ann")
    wait(house, match_id, 30 * DAY)
    for _ in range(3):
        assert told(ask(ann, match_id, "B")) == {"needs": "B+D"}
    assert told(ask(house.seat("C"), match_id, "B")) == {"needs": "B+D"}
    code = told(ask(house.seat("D"), match_id, "B"))["invite"]
    assert problem(claim(ann, match_id, "B", code)) == (409, "already-seated")

    given = ann.post("/matches", {"invite": {"A": "bob", "B": "cid", "C": "dee"}})
    here, codes = given.headers["Location"], told(given)["invites"]
    other = here.rsplit("/", 1)[1]
    for label, name in zip("ABC", ("bob", "cid", "dee"), strict=True):
        house.person(name).post(f"{here}/seats/{label}")
    fay = house.person("fay")
    fay.post(f"{here}/seats/D", {"invite": codes["D"]})
    assert ask(fay, other, "D").status_code == 202
    code = told(ask(house.person("bob"), other, "D"))["invite"]
    assert problem(claim(ann, other, "D", code)) == (403, "forbidden")
    assert problem(ask(ann, other, "D")) == (403, "forbidden"), "the owner does not play here"
    assert claim(house.person("eve"), other, "D", code).status_code == 201


def test_the_invite_is_for_somebody_who_has_never_sat_here(house: House) -> None:
    given = house.person("ann").post("/matches", {"sit": "A"})
    here, codes = given.headers["Location"], told(given)["invites"]
    match_id = here.rsplit("/", 1)[1]
    gus = house.person("gus")
    gus.post(f"{here}/seats/B", {"invite": codes["B"]})
    gus.delete(f"{here}/seats/B")
    codes = told(house.person("ann").get(here))["invites"]
    for label in "BCD":
        claim(house.seat(label), match_id, label, codes[label])
    turn = house.view(match_id)["turn"]
    code = offered(house, match_id, turn)
    assert problem(claim(gus, match_id, turn, code)) == (403, "forbidden")
    first, second = house.person("eve"), house.person("fay")
    assert claim(first, match_id, turn, code).status_code == 201
    ask(first, match_id, turn)
    code = told(ask(house.seat(around(turn)["left"]), match_id, turn))["invite"]
    assert problem(claim(house.seat(turn), match_id, turn, code)) == (403, "forbidden")
    assert claim(second, match_id, turn, code).status_code == 201


@pytest.mark.parametrize("listed", [False, True])
def test_wrong_used_missing_and_dead_codes_are_the_same_answer(house: House, listed: bool) -> None:
    match_id = house.match(listed=listed)
    turn = house.view(match_id)["turn"]
    code, eve = offered(house, match_id, turn), house.person("eve")
    other = around(turn)["left"]
    answers = [
        claim(eve, match_id, turn, None),
        claim(eve, match_id, turn, ""),
        claim(eve, match_id, turn, code[::-1]),
        claim(eve, match_id, turn, "\u00e9"),
        claim(eve, match_id, other, code),
        eve.post(f"/matches/{match_id}/seats/{turn}", {"invite": 7}),
    ]
    house.move(match_id, {"type": "pass"})
    answers.append(claim(eve, match_id, turn, code))
    house.play(match_id, until=lambda view: view["you"] == turn)
    later = offered(house, match_id, turn)
    answers.append(claim(eve, match_id, turn, code))
    assert claim(house.person("fay"), match_id, turn, later).status_code == 201
    answers += [claim(eve, match_id, turn, c) for c in (code, later)]
    assert {(a.status_code, a.get_data(), str(a.headers)) for a in answers} == {
        (403, answers[0].get_data(), str(answers[0].headers))
    }


def test_what_was_asked_is_forgotten_when_the_absent_player_moves(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    wait(house, match_id, DAY)
    seats = around(turn)
    assert ask(house.seat(seats["left"]), match_id, turn).status_code == 202
    house.move(match_id, {"type": "pass"})
    house.play(match_id, until=lambda view: view["you"] == turn)
    wait(house, match_id, DAY)
    assert ask(house.seat(seats["partner"]), match_id, turn).status_code == 202
    assert ask(house.seat(seats["left"]), match_id, turn).status_code == 201


def test_what_somebody_asked_who_sits_here_no_more_does_not_count(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    wait(house, match_id, DAY)
    seats = around(turn)
    left = house.seat(seats["left"])
    assert ask(left, match_id, turn).status_code == 202
    assert ask(left, match_id, seats["left"]).status_code == 202
    code = told(ask(house.seat(seats["partner"]), match_id, seats["left"]))["invite"]
    assert claim(house.person("eve"), match_id, seats["left"], code).status_code == 201
    assert ask(house.seat(seats["partner"]), match_id, turn).status_code == 202
    assert ask(house.person("eve"), match_id, turn).status_code == 201


def test_an_offer_ends_with_the_match(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    code = offered(house, match_id, turn)
    wait(house, match_id, 14 * DAY)
    assert house.person("ann").post(f"/matches/{match_id}/close").status_code == 201
    assert problem(claim(house.person("eve"), match_id, turn, code)) == (403, "forbidden")
    assert problem(ask(house.seat(turn), match_id, turn)) == (409, "match-over")


def test_before_the_deal_a_seat_is_given_back_and_not_replaced(house: House) -> None:
    match_id = house.open_match()
    assert problem(ask(house.seat("A"), match_id, "A")) == (409, "match-not-started")
    assert problem(ask(house.seat("A"), match_id, "E")) == (404, "not-found")
    assert problem(ask(house.seat("B"), match_id, "A")) == (403, "forbidden")


def test_asking_twice_under_a_key_is_asking_once(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    wait(house, match_id, DAY)
    seats = around(turn)
    left, partner = house.seat(seats["left"]), house.seat(seats["partner"])
    noted = ask(left, match_id, turn, **key("k"))
    made = ask(partner, match_id, turn, **key("k"))
    found = ask(left, match_id, turn, **key("found"))
    code = told(made)["invite"]
    claimed = claim(house.person("eve"), match_id, turn, code, **key("k"))
    eve = house.person("eve")
    assert eve.post(f"/matches/{match_id}/moves", {"type": "pass"}).status_code == 201
    before = house.rows()
    for first, again in (
        (noted, ask(left, match_id, turn, **key("k"))),
        (made, ask(partner, match_id, turn, **key("k"))),
        (found, ask(left, match_id, turn, **key("found"))),
        (claimed, claim(house.person("eve"), match_id, turn, code, **key("k"))),
    ):
        assert "Idempotency-Replayed" not in first.headers
        headers = dict(again.headers)
        assert headers.pop("Idempotency-Replayed") == "true"
        assert (again.status_code, headers, again.get_data()) == (
            first.status_code,
            dict(first.headers),
            first.get_data(),
        )
    assert house.rows() == before
    reused = ask(left, match_id, seats["left"], **key("k"))
    assert problem(reused) == (422, "idempotency-key-reused")


def test_a_key_may_be_tried_again_when_it_was_too_early(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    asker = house.seat(around(turn)["left"])
    assert ask(asker, match_id, turn, **key("k")).status_code == 409
    wait(house, match_id, DAY)
    again = ask(asker, match_id, turn, **key("k"))
    assert again.status_code == 202
    assert "Idempotency-Replayed" not in again.headers


def test_two_who_use_the_code_at_once_do_not_both_sit(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    code = offered(house, match_id, turn)
    people = [house.person(f"p{n}") for n in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda who: claim(who, match_id, turn, code), people))
    assert sorted(a.status_code for a in answers) == [201, 403, 403, 403, 403, 403]


def test_both_sides_asking_at_once_make_one_offer(house: House) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    version = house.view(match_id)["version"]
    wait(house, match_id, DAY)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda s: ask(house.seat(s), match_id, turn), SEATS * 2))
    assert {a.status_code for a in answers} == {201, 202}
    assert len({told(a)["invite"] for a in answers if a.status_code == 201}) == 1
    assert house.view(match_id)["version"] == version + 1


def test_a_wait_of_the_old_player_ends_with_what_a_spectator_sees(house: House) -> None:
    """The tag of the seat's view is nobody's who watches."""
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    absent, here = house.seat(turn), f"/matches/{match_id}"
    tag = absent.get(here).headers["ETag"]
    claim(house.person("eve"), match_id, turn, offered(house, match_id, turn))
    answer = absent.get(here, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert (told(answer)["you"], told(answer)["hand"]) == (None, None)
