"""Who may sit where, with which code, and until when."""

from __future__ import annotations

from tests.server.http.house import House, told


def unlisted(house: House) -> tuple[str, dict[str, str]]:
    """A match of ann's at A, and the codes of its other seats."""
    answer = house.person("ann").post("/matches", {"sit": "A"})
    return answer.headers["Location"], told(answer)["invites"]


def test_codes_are_80_bits_and_in_the_owners_view_alone(house: House) -> None:
    here, codes = unlisted(house)
    assert sorted(codes) == ["B", "C", "D"]
    assert len(set(codes.values())) == 3
    assert all(len(code) == 16 for code in codes.values())
    bob = house.person("bob")
    bob.post(f"{here}/seats/B", {"invite": codes["B"]})
    for who in (bob, house.person("eve"), house.stranger):
        assert told(who.get(here))["invites"] is None
    assert sorted(told(house.person("ann").get(here))["invites"]) == ["C", "D"]


def test_a_wrong_a_used_and_a_missing_code_are_the_same_answer(house: House) -> None:
    here, codes = unlisted(house)
    house.person("bob").post(f"{here}/seats/B", {"invite": codes["B"]})
    eve = house.person("eve")
    answers = [
        eve.post(f"{here}/seats/C", {"invite": "x"}),
        eve.post(f"{here}/seats/C", {"invite": codes["D"]}),
        eve.post(f"{here}/seats/C", {"invite": ""}),
        eve.post(f"{here}/seats/C", {"invite": "\u00e9"}),
        eve.post(f"{here}/seats/C", {"invite": 7}),
        eve.post(f"{here}/seats/C"),
        eve.post(f"{here}/seats/B", {"invite": codes["B"]}),
        eve.post(f"{here}/seats/A", {"invite": codes["B"]}),
    ]
    assert {(a.status_code, a.get_data(), str(a.headers)) for a in answers} == {
        (403, answers[0].get_data(), str(answers[0].headers))
    }


def test_a_code_may_be_written_in_capital_letters(house: House) -> None:
    here, codes = unlisted(house)
    seated = house.person("bob").post(f"{here}/seats/B", {"invite": codes["B"].upper()})
    assert seated.status_code == 201


def test_a_seat_kept_for_me_needs_no_code_and_lets_nobody_else_in(house: House) -> None:
    for name in ("bob", "eve"):
        house.person(name)
    answer = house.person("ann").post("/matches", {"sit": "A", "invite": {"B": "BOB"}})
    here = answer.headers["Location"]
    assert told(answer)["seats"]["B"]["kept_for"] == "bob"
    assert sorted(told(answer)["invites"]) == ["C", "D"]
    assert house.person("eve").post(f"{here}/seats/B").status_code == 403
    seated = house.person("bob").post(f"{here}/seats/B")
    assert seated.status_code == 201
    assert told(seated)["seats"]["B"] == {
        "player": "bob",
        "kept_for": None,
        "side": "B+D",
        "tiles_left": 0,
    }


def test_in_a_listed_match_a_free_seat_needs_no_code_and_a_kept_one_is_kept(house: House) -> None:
    house.person("bob")
    answer = house.person("ann").post("/matches", {"invite": {"B": "bob"}, "listed": True})
    here = answer.headers["Location"]
    assert told(answer)["invites"] == {}
    eve = house.person("eve")
    assert eve.post(f"{here}/seats/B").status_code == 403
    assert eve.post(f"{here}/seats/C").status_code == 201


def test_somebody_sits_there_already(house: House) -> None:
    here = house.person("ann").post("/matches", {"sit": "A", "listed": True}).headers["Location"]
    answer = house.person("eve").post(f"{here}/seats/A")
    assert answer.status_code == 409
    assert told(answer)["type"] == "/problems/seat-taken"


def test_i_cannot_sit_twice(house: House) -> None:
    here, codes = unlisted(house)
    ann = house.person("ann")
    for label, body in (("A", {}), ("B", {"invite": codes["B"]})):
        answer = ann.post(f"{here}/seats/{label}", body)
        assert answer.status_code == 409
        assert told(answer)["type"] == "/problems/already-seated"


def test_a_seat_given_back_has_a_new_code_and_the_old_one_dies(house: House) -> None:
    here, codes = unlisted(house)
    bob, eve = house.person("bob"), house.person("eve")
    bob.post(f"{here}/seats/B", {"invite": codes["B"]})
    answer = bob.delete(f"{here}/seats/B")
    assert answer.status_code == 200
    assert told(answer)["you"] is None
    assert bob.post(f"{here}/seats/B", {"invite": codes["B"]}).status_code == 403
    renewed = told(house.person("ann").get(here))["invites"]["B"]
    assert renewed != codes["B"]
    assert eve.post(f"{here}/seats/B", {"invite": renewed}).status_code == 201


def test_a_kept_seat_given_back_has_a_code_for_somebody_else(house: House) -> None:
    match_id = house.open_match()
    here = f"/matches/{match_id}"
    house.seat("B").post(f"{here}/seats/B")
    house.seat("B").delete(f"{here}/seats/B")
    code = told(house.seat("A").get(here))["invites"]["B"]
    assert house.person("eve").post(f"{here}/seats/B", {"invite": code}).status_code == 201


def test_only_its_player_gives_a_seat_back_and_only_before_the_deal(house: House) -> None:
    match_id = house.open_match()
    path = f"/matches/{match_id}/seats/B"
    assert house.seat("A").delete(path).status_code == 403, "the owner neither"
    assert house.seat("B").delete(path).status_code == 403, "not seated yet"
    for label in "BCD":
        house.seat(label).post(f"/matches/{match_id}/seats/{label}")
    before = house.rows()
    answer = house.seat("B").delete(path)
    assert answer.status_code == 409
    assert told(answer)["type"] == "/problems/match-started"
    assert house.rows() == before


def test_the_last_seat_taken_deals_the_first_hand_in_the_same_answer(house: House) -> None:
    match_id = house.open_match()
    for label in "BC":
        house.seat(label).post(f"/matches/{match_id}/seats/{label}")
    answer = house.seat("D").post(f"/matches/{match_id}/seats/D")
    view = told(answer)
    assert view["status"] == "bidding"
    assert len(view["hand"]) == 7
    assert view["turn"] == "ABCD"["ABCD".index(view["dealer"]) - 3]
    joined = told(house.stranger.get(answer.headers["Location"]))
    assert (joined["type"], joined["seat"]) == ("joined", "D")
    assert view["version"] == joined["seq"] + 1


def test_the_first_dealer_is_drawn_by_lot(house: House) -> None:
    dealers = {house.view(house.match())["dealer"] for _ in range(24)}
    assert dealers == set("ABCD")


def test_a_match_is_named_after_its_owner_unless_it_has_a_name(house: House) -> None:
    ann = house.person("ann")
    assert told(ann.post("/matches"))["name"] == "ann's match"
    assert told(ann.post("/matches", {"name": "ﬁnal"}))["name"] == "final"
    long = house.person("x" * 32)
    assert told(long.post("/matches"))["name"] == "x" * 32 + "'s match"


def test_a_watcher_who_says_to_be_a_player_stays_a_watcher(house: House) -> None:
    match_id = house.match()
    for claim in ("?you=A", "?seat=A", "?player=ann"):
        assert house.stranger.get(f"/matches/{match_id}{claim}").status_code == 422
    body = {"type": "pass", "seat": "A", "player": "ann"}
    assert house.person("eve").post(f"/matches/{match_id}/moves", body).status_code == 403
