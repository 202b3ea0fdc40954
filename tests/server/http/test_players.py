"""Names and tokens: shown once, hashed, rotating, and nowhere else."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable

import pytest

from tests.server.http.house import House, Person, told
from texas42_server.asking.auth import new_token


def test_the_token_is_shown_once_and_is_256_bits(house: House) -> None:
    answer = house.stranger.post("/players", {"name": "ann"})
    token = told(answer)["token"]
    assert token.startswith("t42_")
    assert len(token) == 4 + 43
    assert answer.headers["Cache-Control"] == "no-store"
    assert token not in Person(house.stranger.client, token).get("/me").text


def test_the_server_stores_only_the_hash(house: House) -> None:
    token = house.person("ann").token
    assert token is not None
    stored = b"".join(path.read_bytes() for path in house.path.parent.glob("t42.db*"))
    assert token.encode() not in stored
    assert hashlib.sha256(token.encode()).digest() in stored


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("ann", "ann"),
        ("Ann Lee", "Ann Lee"),
        ("\u212bsa", "Åsa"),
        ("ﬁna", "fina"),
        ("五月", "五月"),
        ("राम", "राम"),
        ("a" * 32, "a" * 32),
        ("¡42!", "¡42!"),
        ("🁣", "🁣"),
    ],
)
def test_a_name_is_kept_in_nfkc(house: House, given: str, kept: str) -> None:
    assert told(house.stranger.post("/players", {"name": given}))["player"] == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        " ann",
        "ann ",
        "ann  lee",
        "a" * 33,
        "ﬁ" * 17,
        "a\tb",
        "a\nb",
        "a\u200bb",
        "\x00",
        "a\u00a0 b",
    ],
)
def test_what_is_no_name_is_refused_and_told_what_one_is(house: House, name: str) -> None:
    answer = house.stranger.post("/players", {"name": name})
    assert answer.status_code == 422
    [error] = told(answer)["errors"]
    assert error["pointer"] == "/name"
    assert "1 to 32" in error["detail"]


@pytest.mark.parametrize("twin", ["ann", "ANN", "\uff21\uff4e\uff4e", "aNn"])
def test_two_players_cannot_have_names_that_differ_in_case_alone(house: House, twin: str) -> None:
    house.person("ann")
    answer = house.stranger.post("/players", {"name": twin})
    assert answer.status_code == 409
    assert told(answer)["type"] == "/problems/name-taken"


def test_i_am_who_my_token_says_and_nothing_in_the_request_changes_that(house: House) -> None:
    ann = house.person("ann")
    assert told(ann.get("/me"))["player"] == "ann"
    assert ann.get("/me?player=bob").status_code == 422
    assert ann.post("/matches", {"owner": "bob"}).status_code == 422


@pytest.mark.parametrize(
    ("authorization", "challenge"),
    [
        ("Bearer t42_" + "A" * 43, 'Bearer error="invalid_token"'),
        ("Bearer t42_" + "é" * 43, 'Bearer error="invalid_token"'),
        ("Bearer \xff\xfe", 'Bearer error="invalid_token"'),
        ("Bearer nonsense", 'Bearer error="invalid_token"'),
        ("Bearer t42_a t42_b", 'Bearer error="invalid_token"'),
        ("Bearer", "Bearer"),
        ("Bearer ", "Bearer"),
        ("", "Bearer"),
        ("Basic YW5uOmFubg==", "Bearer"),
        ("t42_" + "A" * 43, "Bearer"),
    ],
)
def test_a_token_that_is_none_of_ours_is_401(
    house: House, authorization: str, challenge: str
) -> None:
    answer = house.stranger.get("/me", headers={"Authorization": authorization})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == challenge


def test_the_scheme_is_bearer_in_any_case(house: House) -> None:
    token = house.person("ann").token
    for scheme in ("bearer", "BEARER", "Bearer  "):
        answer = house.stranger.get("/me", headers={"Authorization": f"{scheme} {token}"})
        assert answer.status_code == 200


def test_without_a_token_what_needs_one_is_401_without_an_error_code(house: House) -> None:
    answer = house.stranger.get("/me")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_the_old_token_lives_until_the_new_one_is_first_used(house: House) -> None:
    old = house.person("ann")
    new = Person(old.client, told(old.post("/me/token"))["token"])
    assert old.get("/me").status_code == 200, "a lost answer costs nothing"
    assert new.get("/me").status_code == 200
    assert old.get("/me").status_code == 401
    assert new.get("/me").status_code == 200


def test_of_two_renewals_the_first_is_forgotten(house: House) -> None:
    ann = house.person("ann")
    lost = Person(ann.client, told(ann.post("/me/token"))["token"])
    kept = Person(ann.client, told(ann.post("/me/token"))["token"])
    assert lost.get("/me").status_code == 401
    assert kept.get("/me").status_code == 200
    assert ann.get("/me").status_code == 401


def test_a_token_that_dies_while_it_asks_for_another_gets_none(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = house.person("ann")
    new = Person(house.app.test_client(), told(old.post("/me/token"))["token"])

    def slowly(random_bytes: Callable[[int], bytes]) -> str:
        assert new.get("/me").status_code == 200
        return new_token(random_bytes)

    monkeypatch.setattr("texas42_server.routes.players.new_token", slowly)
    assert old.post("/me/token").status_code == 401
    assert new.get("/me").status_code == 200


def test_the_new_token_is_the_same_player_at_the_same_seat(house: House) -> None:
    match_id = house.match()
    bob = house.person("bob")
    new = Person(bob.client, told(bob.post("/me/token"))["token"])
    assert told(new.get(f"/matches/{match_id}"))["you"] == "B"
    assert bob.get(f"/matches/{match_id}").status_code == 401


def test_an_idempotency_key_is_ignored_where_tokens_are_made(house: House) -> None:
    ann = house.person("ann")
    tokens = {
        told(ann.post("/me/token", headers={"Idempotency-Key": key}))["token"]
        for key in ('"same"', '"same"', "naked")
    }
    assert len(tokens) == 3


def test_no_secret_is_in_an_error_or_a_log(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = house.match()
    token = house.person("ann").token
    assert token is not None
    secrets = [token, token[4:20], house.view(match_id, "A")["hand"][0]]

    def broken(*_: object) -> None:
        raise RuntimeError(f"{secrets}")

    with caplog.at_level(logging.DEBUG):
        answers = [
            house.stranger.get("/me", headers={"Authorization": f"Bearer {token}x"}),
            house.stranger.get(f"/{token}"),
            house.stranger.get(f"/rules?token={token}"),
            house.person("bob").post("/matches", {"name": "x", "token": "x"}),
        ]
        monkeypatch.setattr("texas42_server.service.look", broken)
        answers.append(house.person("ann").get(f"/matches/{match_id}"))
    assert answers[-1].status_code == 500
    assert "RuntimeError" in caplog.text, "the operator is told where it happened"
    for secret in secrets:
        assert secret not in caplog.text
        assert not any(secret in answer.text for answer in answers)
