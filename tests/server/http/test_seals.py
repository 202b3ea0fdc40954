"""Sealed deals over HTTP: who is shown which openings, and when."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.http.absent import claim, offered
from tests.server.http.house import PLAYERS, House, Person, told
from texas42_client import seals
from texas42_client.seals import Expected
from texas42_server.service.auditing import audit
from texas42_server.storage import copies
from texas42_server.storage.driver import sqlite3

VIEWERS = (*PLAYERS, None)


def seal(house: House, match_id: str, hand: int, who: str | Person | None = None) -> dict[str, Any]:
    """The seal as a seat, a person or a stranger is shown it; it is always in itself whole."""
    person = house.stranger if who is None else house.seat(who) if isinstance(who, str) else who
    answer = person.get(f"/matches/{match_id}/hands/{hand}/seal")
    assert answer.status_code == 200, answer.text
    return told(answer)


def opened(body: dict[str, Any]) -> set[tuple[str, str]]:
    return {(opening["seat"], opening["tile"]) for opening in body["openings"]}


def own(body: dict[str, Any], seat: str) -> set[str]:
    return {tile for label, tile in opened(body) if label == seat}


def played(house: House, match_id: str, hand: int) -> set[tuple[str, str]]:
    record = told(house.stranger.get(f"/matches/{match_id}/hands/{hand}"))
    return {(play["seat"], play["tile"]) for trick in record["tricks"] for play in trick["plays"]}


def to_hand(house: House, match_id: str, number: int) -> None:
    house.play(match_id, until=lambda view: view["hand_number"] == number)


def test_at_the_deal_each_seat_is_shown_the_openings_of_its_tiles(house: House) -> None:
    match_id = house.match()
    roots = set()
    for label in PLAYERS:
        body = seal(house, match_id, 1, label)
        roots.add(body["root"])
        assert opened(body) == {(label, tile) for tile in house.view(match_id, label)["hand"]}
        assert (body["match"], body["hand"], body["over"]) == (match_id, 1, False)
    assert seal(house, match_id, 1)["openings"] == []
    assert roots == {seal(house, match_id, 1)["root"]}


def test_r6_3_while_the_hand_is_on_nothing_more_is_opened(house: House) -> None:
    """Not even what lies face up: a leaf says whose it is, a collected trick does not."""
    match_id = house.match()
    before = {label: seal(house, match_id, 1, label) for label in VIEWERS}
    tricks = 0

    def look(view: dict[str, Any]) -> bool:
        nonlocal tricks
        tricks = max(tricks, len(view["captured"]))
        if view["hand_number"] == 1:
            assert {label: seal(house, match_id, 1, label) for label in VIEWERS} == before
        return view["hand_number"] == 2

    house.play(match_id, until=look)
    assert tricks > 0


def test_r6_6_after_each_hand_everybody_is_shown_what_was_played_and_nothing_else(
    house: House,
) -> None:
    match_id = house.match(rules={"target": 4})
    dealt: dict[tuple[int, str], set[str]] = {}

    def note(view: dict[str, Any]) -> bool:
        for label in PLAYERS:
            hand = set(house.view(match_id, label)["hand"])
            dealt.setdefault((view["hand_number"], label), hand)
        return False

    house.play(match_id, until=note)
    hands = house.view(match_id)["hand_number"]
    assert hands > 2
    for number in range(1, hands + 1):
        plays = played(house, match_id, number)
        stranger = seal(house, match_id, number)
        assert stranger["over"]
        assert opened(stranger) == plays
        for label in PLAYERS:
            body = seal(house, match_id, number, label)
            assert body["root"] == stranger["root"]
            assert opened(body) - plays == {
                (label, tile) for tile in dealt[number, label] if (label, tile) not in plays
            }
            assert own(body, label) == dealt[number, label]


def test_every_seal_of_a_match_holds_for_every_viewer(house: House) -> None:
    """The client's own check, which shares no code with the server."""
    match_id = house.match(rules={"target": 2})
    house.play(match_id)
    for number in range(1, house.view(match_id)["hand_number"] + 1):
        for label in VIEWERS:
            plays = list(played(house, match_id, number))
            expected = Expected(match_id, number, list(PLAYERS), None, label, (), plays)
            assert seals.faults(seal(house, match_id, number, label), expected) == []


@pytest.mark.parametrize("seats", [2, 5, 7])
def test_r9_1_at_other_tables_the_tiles_out_of_play_are_never_opened(
    house: House, seats: int
) -> None:
    labels = "ABCDEFG"[:seats]
    people = {label: house.person(f"player {label}") for label in labels}
    form = {"sit": "A", "invite": {label: f"player {label}" for label in labels[1:]}}
    answer = people["A"].post("/matches", {**form, "rules": {"seats": seats, "target": 1}})
    assert answer.status_code == 201, answer.text
    match_id = str(told(answer)["id"])
    here = f"/matches/{match_id}"
    for label in labels[1:]:
        assert people[label].post(f"{here}/seats/{label}").status_code == 201
    while (turn := house.view(match_id)["turn"]) is not None:
        number = house.view(match_id)["hand_number"]
        for label in labels:
            expected = Expected(match_id, number, list(labels), None, label)
            assert seals.faults(seal(house, match_id, number, people[label]), expected) == []
        move = house.any_move(told(people[turn].get(here)))
        assert people[turn].post(f"{here}/moves", move).status_code == 201
    for number in range(1, house.view(match_id)["hand_number"] + 1):
        plays = played(house, match_id, number)
        assert opened(seal(house, match_id, number)) == plays
        everything = set().union(
            *(opened(seal(house, match_id, number, people[label])) for label in labels)
        )
        assert len(everything) == 28 // seats * seats
        for label in labels:
            expected = Expected(match_id, number, list(labels), None, label, (), list(plays))
            assert seals.faults(seal(house, match_id, number, people[label]), expected) == []


def test_r8_1_who_sits_out_a_nello_shows_nothing(house: House) -> None:
    match_id = house.match(rules={"nello": True, "target": 2})

    def low(view: dict[str, Any]) -> dict[str, Any]:
        wanted = ({"type": "bid", "marks": 2}, {"type": "pass"})
        moves = view["legal_moves"]
        nello = [move for move in moves if move.get("trump") == "nello"]
        return dict(next((move for move in wanted if move in moves), (nello or moves)[0]))

    view = house.play(match_id, low)
    assert view["last_hand"]["contract"]["kind"] == "nello"
    partner = "ABCD"["ABCD".index(view["last_hand"]["contract"]["bidder"]) - 2]
    for label in VIEWERS:
        shown = own(seal(house, match_id, 1, label), partner)
        assert len(shown) == (7 if label == partner else 0)


def test_each_deal_has_a_secret_of_its_own_a_passed_out_one_too(house: House) -> None:
    match_id = house.match()
    for _ in range(8):
        house.move(match_id, {"type": "pass"})
    rows = house.rows()["seals"]
    assert [hand for _, hand, *_ in rows] == [1, 2, 3]
    assert len({secret for *_, secret, _ in rows}) == 3
    assert {len(secret) for *_, secret, _ in rows} == {32}
    assert opened(seal(house, match_id, 1)) == set(), "nothing was played in it"
    assert seal(house, match_id, 1)["over"]


def test_a_rematch_is_sealed_too(house: House) -> None:
    match_id = house.match(rules={"target": 1})
    house.play(match_id)
    again = told(house.seat("A").post(f"/matches/{match_id}/rematch"))["id"]
    for label in "BCD":
        house.seat(label).post(f"/matches/{again}/seats/{label}")
    assert len(seal(house, again, 1, "A")["openings"]) == 7


def test_no_secret_and_no_opening_is_anywhere_else(house: House) -> None:
    match_id = house.match(rules={"target": 1})
    texts: list[str] = []

    def read(_: dict[str, Any]) -> bool:
        for label in VIEWERS:
            who = house.stranger if label is None else house.seat(label)
            for path in ("", "/events?limit=1000", "/hands"):
                answer = who.get(f"/matches/{match_id}{path}")
                texts.append(f"{answer.headers}{answer.text}")
        return False

    house.play(match_id, until=read)
    read({})
    texts += [house.stranger.get(path).text for path in ("/metrics", "/readyz", "/", "/matches")]
    said = "".join(texts)
    for number in range(1, house.view(match_id)["hand_number"] + 1):
        body = seal(house, match_id, number, "A")
        secrets = [secret.hex() for *_, secret, _ in house.rows()["seals"]]
        answers = "".join(str(seal(house, match_id, number, label)) for label in VIEWERS)
        assert not [secret for secret in secrets if secret in said + answers]
        assert body["root"] not in said
        assert not [opening for opening in body["openings"] if opening["salt"] in said]
    assert "/seal" not in said, "nothing links to it"


def test_who_takes_a_seat_over_sees_what_the_seat_sees(house: House) -> None:
    match_id = house.match()
    to_hand(house, match_id, 2)
    seat = str(house.view(match_id)["turn"])
    absent, eve = house.seat(seat), house.person("eve")
    before = [seal(house, match_id, number, absent) for number in (1, 2)]
    assert claim(eve, match_id, seat, offered(house, match_id, seat)).status_code == 201
    assert [seal(house, match_id, number, eve) for number in (1, 2)] == before
    for number in (1, 2):
        assert seal(house, match_id, number, absent) == seal(house, match_id, number)
    assert seal(house, match_id, 2, absent)["openings"] == []


def test_a_hand_that_a_match_was_closed_in_is_never_over(house: House) -> None:
    match_id = house.match()
    house.play(match_id, until=lambda view: bool(view["captured"]))
    number = house.view(match_id)["hand_number"]
    before = {label: seal(house, match_id, number, label) for label in VIEWERS}
    house.time += 15 * 24 * 60 * 60 * 1000
    assert house.seat("A").post(f"/matches/{match_id}/close").status_code == 201
    assert {label: seal(house, match_id, number, label) for label in VIEWERS} == before
    assert not before["A"]["over"]
    assert len(before["A"]["openings"]) == 7
    path = f"/matches/{match_id}/hands/{number + 1}/seal"
    assert house.stranger.get(path).status_code == 404


@pytest.mark.parametrize("number", ["0", "2", "99", "01", "one", "-1", "9" * 30])
def test_a_hand_that_was_not_dealt_has_no_seal(house: House, number: str) -> None:
    match_id = house.match()
    answer = house.seat("A").get(f"/matches/{match_id}/hands/{number}/seal")
    assert answer.status_code == 404


def test_a_match_that_has_not_begun_or_is_called_off_has_no_seal(house: House) -> None:
    match_id = house.open_match()
    path = f"/matches/{match_id}/hands/1/seal"
    assert "has been dealt" in told(house.seat("A").get(path))["detail"]
    assert house.seat("A").delete(f"/matches/{match_id}").status_code == 200
    assert house.seat("A").get(path).status_code == 404
    assert house.stranger.get("/matches/none/hands/1/seal").status_code == 404


def test_a_hand_from_before_deals_were_sealed_says_so(house: House) -> None:
    match_id = house.match()
    with closing(sqlite3.connect(house.path, isolation_level=None)) as db:
        db.execute("DELETE FROM seals")
    answer = house.seat("A").get(f"/matches/{match_id}/hands/1/seal")
    assert answer.status_code == 404
    assert told(answer)["detail"].startswith("This hand was dealt before deals were sealed")
    to_hand(house, match_id, 2)
    assert len(seal(house, match_id, 2, "A")["openings"]) == 7, "the next one is"


def test_a_damaged_secret_is_told_and_no_wrong_root(house: House) -> None:
    match_id = house.match()
    to_hand(house, match_id, 2)
    with closing(sqlite3.connect(house.path, isolation_level=None)) as db:
        db.execute("UPDATE seals SET secret = zeroblob(32) WHERE hand = 1")
    for number in (1, 2):
        answer = house.seat("A").get(f"/matches/{match_id}/hands/{number}/seal")
        assert (answer.status_code, told(answer)["type"]) == (500, "/problems/unreadable-match")
        assert "can be played on" in told(answer)["detail"]
    house.move(match_id, {"type": "pass"})
    with copies.looking(house.path) as db:
        [finding] = audit(db).findings
    assert finding.as_dict() == {
        "match": match_id,
        "event": None,
        "problem": "the seals of its deals are damaged",
    }


def test_a_seal_is_the_same_after_a_restart(house: House, tmp_path: Path) -> None:
    match_id = house.match()
    to_hand(house, match_id, 2)
    before = [seal(house, match_id, number, label) for number in (1, 2) for label in VIEWERS]
    again = House(tmp_path, seed=99)
    again.people = {
        name: Person(again.app.test_client(), person.token) for name, person in house.people.items()
    }
    after = [seal(again, match_id, number, label) for number in (1, 2) for label in VIEWERS]
    assert after == before
    again.app.extensions["texas42"].database.close()


def test_its_tag_tells_viewer_and_whether_the_hand_is_over(house: House) -> None:
    match_id = house.match()
    path = f"/matches/{match_id}/hands/1/seal"

    def tag(who: Person) -> str:
        return str(who.get(path).headers["ETag"])

    ann, bob = house.seat("A"), house.seat("B")
    dealt = tag(ann)
    assert len({dealt, tag(bob), tag(house.stranger)}) == 3
    assert tag(house.person("eve")) == tag(house.stranger)
    same = ann.get(path, headers={"If-None-Match": dealt})
    assert (same.status_code, same.get_data()) == (304, b"")
    house.move(match_id, {"type": "pass"})
    assert tag(ann) == dealt, "no move in the hand changes it"
    to_hand(house, match_id, 2)
    assert ann.get(path, headers={"If-None-Match": dealt}).status_code == 200


def test_copies_are_private_and_asked_about(house: House) -> None:
    match_id = house.match()
    answer = house.seat("A").get(f"/matches/{match_id}/hands/1/seal")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Authorization"
    head = house.seat("A").ask("HEAD", f"/matches/{match_id}/hands/1/seal")
    assert head.headers["ETag"] == answer.headers["ETag"]


def test_a_refused_move_draws_no_secret(house: House) -> None:
    match_id = house.match()
    before = house.rows()["seals"]
    turn = house.view(match_id)["turn"]
    assert house.move(match_id, {"type": "play", "tile": "0-0"}, turn).status_code >= 400
    assert house.rows()["seals"] == before
