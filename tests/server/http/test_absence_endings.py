"""Reminding the one on turn, calling a match off, giving one up."""

from __future__ import annotations

import pytest

from tests.server.http.absent import (
    DAY,
    SECOND,
    TICK,
    claim,
    key,
    milliseconds,
    offered,
    problem,
    wait,
)
from tests.server.http.house import PLAYERS, House, told

FORTNIGHT = 14 * DAY


def off_turn(house: House, match_id: str) -> str:
    """A seat that is not on turn."""
    return "ABCD"["ABCD".index(house.view(match_id)["turn"]) - 1]


class TestReminder:
    """The one on turn is reminded once a day, and the match does not change."""

    def test_it_is_no_event_and_no_new_version(self, house: House) -> None:
        match_id = house.match()
        here, who = f"/matches/{match_id}", house.seat(off_turn(house, match_id))
        before, tag = house.rows(), who.get(here).headers["ETag"]
        answer = who.post(f"{here}/reminder")
        assert (answer.status_code, told(answer)) == (202, {"told": False})
        after = house.rows()
        assert {name for name in before if before[name] != after[name]} == {"reminders"}
        assert who.get(here).headers["ETag"] == tag

    def test_told_says_whether_a_notification_goes_out(self, house: House) -> None:
        match_id = house.match()
        turn = house.view(match_id)["turn"]
        form = {"url": "https://example.org/42", "events": ["your_turn"]}
        assert house.seat(turn).ask("PUT", "/me/webhook", json=form).status_code == 201
        who = house.seat(off_turn(house, match_id))
        answer = who.post(f"/matches/{match_id}/reminder", **key("k"))
        assert told(answer) == {"told": True}
        assert len(house.rows()["deliveries"]) == 1
        house.seat(turn).delete("/me/webhook")
        again = who.post(f"/matches/{match_id}/reminder", **key("k"))
        assert (again.status_code, told(again)) == (202, {"told": True})
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.get_data() == answer.get_data()

    def test_once_a_day_whoever_asks(self, house: House) -> None:
        match_id = house.match()
        turn = house.view(match_id)["turn"]
        path = f"/matches/{match_id}/reminder"
        others = [house.seat(label) for label in "ABCD" if label != turn]
        assert others[0].post(path).status_code == 202
        first = house.time
        for who in others:
            refused = who.post(path)
            assert problem(refused) == (409, "too-early")
            assert milliseconds(told(refused)["not_before"]) == first + DAY
        house.time = first + DAY - SECOND - TICK
        assert others[1].post(path).status_code == 409
        house.time = first + DAY - TICK
        assert others[1].post(path).status_code == 202

    def test_the_next_one_on_turn_is_another_one_to_remind(self, house: House) -> None:
        match_id = house.match()
        turn = house.view(match_id)["turn"]
        path, who = f"/matches/{match_id}/reminder", house.seat(off_turn(house, match_id))
        assert who.post(path).status_code == 202
        house.move(match_id, {"type": "pass"})
        assert house.view(match_id)["turn"] != turn
        assert who.post(path).status_code == 202

    def test_to_remind_myself_tells_nobody_and_takes_nothing_from_the_others(
        self, house: House
    ) -> None:
        match_id = house.match()
        path, mover = f"/matches/{match_id}/reminder", house.seat(house.view(match_id)["turn"])
        for _ in range(2):
            assert told(mover.post(path)) == {"told": False}
        assert told(mover.post(path, **key("k"))) == told(mover.post(path, **key("k")))
        assert house.seat(off_turn(house, match_id)).post(path).status_code == 202

    def test_only_players_remind_and_only_while_somebody_is_on_turn(self, house: House) -> None:
        match_id, opened = house.match(), house.open_match()
        assert problem(house.person("eve").post(f"/matches/{match_id}/reminder"))[0] == 403
        refused = house.seat("A").post(f"/matches/{opened}/reminder")
        assert problem(refused) == (409, "match-not-started")
        finished = house.match(rules={"target": 1})
        house.play(finished)
        refused = house.seat("A").post(f"/matches/{finished}/reminder")
        assert problem(refused) == (409, "match-over")


class TestCancel:
    """The owner calls a match off, until the first hand is dealt."""

    def test_a_match_called_off_is_over_and_in_nobody_s_way(self, house: House) -> None:
        match_id = house.open_match(listed=True)
        here, ann, bob = f"/matches/{match_id}", house.seat("A"), house.seat("B")
        answer = ann.delete(here)
        view = told(answer)
        assert (answer.status_code, view["status"], view["turn"]) == (200, "cancelled", None)
        assert (view["invites"], view["links"]["rematch"]) == (None, None)
        assert answer.headers["ETag"] == ann.get(here).headers["ETag"]
        assert told(house.stranger.get(f"{here}/events/{view['version']}"))["type"] == "cancelled"
        assert problem(bob.post(f"{here}/seats/B")) == (409, "match-over")
        assert problem(ann.delete(f"{here}/seats/A")) == (409, "match-over")
        assert problem(ann.delete(here)) == (409, "match-over")
        assert match_id not in house.stranger.get("/matches").text
        assert match_id not in bob.get("/me/matches").text, "no seat waits there"
        assert match_id in house.stranger.get("/matches?status=cancelled").text
        [row] = told(ann.get("/me/matches?status=cancelled"))["matches"]
        assert (row["id"], row["status"], row["my_turn"]) == (match_id, "cancelled", False)

    def test_the_codes_of_a_match_called_off_open_nothing(self, house: House) -> None:
        given = house.person("ann").post("/matches", {"sit": "A"})
        here, codes = given.headers["Location"], told(given)["invites"]
        assert house.person("ann").delete(here).status_code == 200
        answer = house.person("bob").post(f"{here}/seats/B", {"invite": codes["B"]})
        assert problem(answer) == (409, "match-over")

    def test_only_its_owner_and_only_before_the_deal(self, house: House) -> None:
        match_id, started = house.open_match(), house.match()
        house.seat("B").post(f"/matches/{match_id}/seats/B")
        before = house.rows()
        for who in (house.seat("B"), house.person("eve")):
            assert problem(who.delete(f"/matches/{match_id}")) == (403, "forbidden")
        assert problem(house.seat("A").delete(f"/matches/{started}")) == (409, "match-started")
        stale = house.seat("A").delete(f"/matches/{match_id}", headers={"If-Match": '"1-A-0"'})
        assert problem(stale) == (412, "stale-version")
        assert house.rows()["events"] == before["events"]

    def test_an_owner_who_does_not_sit_there_cancels_too(self, house: House) -> None:
        here = house.person("ann").post("/matches").headers["Location"]
        answer = house.person("ann").delete(here)
        assert (answer.status_code, told(answer)["you"]) == (200, None)


class TestClose:
    """The owner gives a match up in which nobody has moved for a fortnight."""

    def test_fourteen_days_less_a_second_are_too_early(self, house: House) -> None:
        match_id = house.match()
        path, ann = f"/matches/{match_id}/close", house.seat("A")
        since = milliseconds(house.view(match_id)["turn_since"])
        wait(house, match_id, FORTNIGHT - SECOND)
        before = house.rows()
        refused = ann.post(path, **key("k"))
        assert problem(refused) == (409, "too-early")
        assert milliseconds(told(refused)["not_before"]) == since + FORTNIGHT
        assert house.rows() == before
        wait(house, match_id, FORTNIGHT)
        answer = ann.post(path, **key("k"))
        view = told(answer)
        assert (answer.status_code, view["status"], view["winner"]) == (201, "closed", None)
        assert told(house.stranger.get(answer.headers["Location"]))["type"] == "closed"
        again = ann.post(path, **key("k"))
        assert again.headers["Idempotency-Replayed"] == "true"
        assert (again.status_code, again.get_data()) == (201, answer.get_data())

    def test_a_move_begins_the_fortnight_anew_and_a_replacement_does_not(
        self, house: House
    ) -> None:
        match_id = house.match()
        path, ann = f"/matches/{match_id}/close", house.seat("A")
        wait(house, match_id, FORTNIGHT - 60 * SECOND)
        house.move(match_id, {"type": "pass"})
        house.time += 120 * SECOND
        assert ann.post(path).status_code == 409
        turn = house.view(match_id)["turn"]
        code = offered(house, match_id, turn)
        wait(house, match_id, FORTNIGHT - 60 * SECOND)
        assert claim(house.person("eve"), match_id, turn, code).status_code == 201
        wait(house, match_id, FORTNIGHT)
        assert ann.post(path).status_code == 201

    def test_a_closed_match_takes_no_move_and_tells_no_more_than_before(self, house: House) -> None:
        match_id = house.match()
        house.play(match_id, until=lambda view: bool(view["captured"]))
        here, turn = f"/matches/{match_id}", house.view(match_id)["turn"]
        feeds = {
            label: told(house.seat(label).get(f"{here}/events?limit=1000"))["events"]
            for label in PLAYERS
        }
        wait(house, match_id, FORTNIGHT)
        assert house.seat("A").post(f"{here}/close").status_code == 201
        assert problem(house.seat(turn).post(f"{here}/moves", {"type": "pass"})) == (
            409,
            "match-over",
        )
        for label, feed in feeds.items():
            now = told(house.seat(label).get(f"{here}/events?limit=1000"))["events"]
            assert now[:-1] == feed
        assert told(house.stranger.get(f"{here}/hands"))["hands"] == []
        assert house.stranger.get(f"{here}/hands/1").status_code == 404
        rows = told(house.seat(turn).get("/me/matches?status=closed"))["matches"]
        assert [(row["id"], row["my_turn"]) for row in rows] == [(match_id, False)]
        assert told(house.seat(turn).get("/me/matches?turn=mine"))["matches"] == []

    def test_only_its_owner_and_only_while_it_is_played(self, house: House) -> None:
        match_id, opened = house.match(), house.open_match()
        wait(house, match_id, FORTNIGHT)
        for who in (house.seat("B"), house.person("eve")):
            assert problem(who.post(f"/matches/{match_id}/close")) == (403, "forbidden")
        answer = house.seat("A").post(f"/matches/{opened}/close")
        assert problem(answer) == (409, "match-not-started")
        assert house.seat("A").post(f"/matches/{match_id}/close").status_code == 201
        answer = house.seat("A").post(f"/matches/{match_id}/close")
        assert problem(answer) == (409, "match-over")


@pytest.mark.parametrize("status", ["cancelled", "closed"])
def test_the_lists_take_the_statuses_of_given_up_matches(house: House, status: str) -> None:
    for path in ("/me/matches", "/matches"):
        answer = house.person("ann").get(f"{path}?status={status}")
        assert told(answer) == {"matches": []}
