"""Players, invite codes and idempotency keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from texas42_server.storage import invites, keys, players, store
from texas42_server.storage.database import Connection, Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.players import NameTaken, Player

OLD, NEW, NEWER = b"o" * 32, b"n" * 32, b"m" * 32
STORED = keys.Stored(b"f" * 4, 1, 3, 5)


@pytest.fixture
def ann(database: Database) -> Player:
    with database.transaction() as db:
        return players.register(db, "Ann", OLD, 1)


@pytest.fixture
def match(database: Database) -> int:
    with database.transaction() as db:
        return store.create(db, "friday")


@pytest.mark.parametrize("name", ["Ann", "ann", "ANN", "\uff21nn"])
def test_a_name_is_given_once_however_it_is_written(
    database: Database, ann: Player, name: str
) -> None:
    with pytest.raises(NameTaken), database.transaction() as db:
        players.register(db, name, NEW, 2)
    assert players.by_name(database.connection(), name) == ann
    assert players.by_token(database, NEW) is None


@given(st.text(min_size=1))
def test_folding_is_done_after_one_pass(name: str) -> None:
    folded = players.fold(name)
    assert players.fold(folded) == folded
    assert players.fold(name.upper()) == players.fold(name.upper().lower().upper())


def test_a_token_is_known_by_its_hash(database: Database, ann: Player) -> None:
    assert players.by_token(database, OLD) == ann
    assert players.by_token(database, NEW) is None


def test_the_old_token_dies_when_the_new_one_is_first_used(database: Database, ann: Player) -> None:
    with database.transaction() as db:
        players.set_next_token(db, ann.key, NEW)
    assert players.by_token(database, OLD) == ann
    assert players.by_token(database, NEW) == ann
    assert players.by_token(database, OLD) is None
    assert players.by_token(database, NEW) == ann


def test_two_first_uses_of_a_new_token_at_once_are_both_let_in(
    database: Database, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.transaction() as db:
        players.set_next_token(db, ann.key, NEW)
    look, looked = players._lookup, []

    def overtaken(db: Connection, column: str, token_hash: bytes) -> Player | None:
        looked.append(column)
        if looked == ["token", "next_token"]:
            assert players.by_token(database, NEW) == ann
        return look(db, column, token_hash)

    monkeypatch.setattr(players, "_lookup", overtaken)
    assert players.by_token(database, NEW) == ann


def test_a_renewal_whose_answer_was_lost_is_replaced(database: Database, ann: Player) -> None:
    for token in (NEW, NEWER):
        with database.transaction() as db:
            players.set_next_token(db, ann.key, token)
    assert players.by_token(database, NEW) is None
    assert players.by_token(database, OLD) == ann
    assert players.by_token(database, NEWER) == ann


def test_two_players_never_share_a_token(database: Database, ann: Player) -> None:
    with pytest.raises(sqlite3.IntegrityError), database.transaction() as db:
        players.register(db, "Bob", OLD, 2)


def test_a_code_opens_its_own_seat_alone(database: Database, match: int) -> None:
    with database.transaction() as db:
        invites.put(db, match, "B", 1, "right")
        assert invites.of_match(db, match, 1) == {"B": "right"}
        assert not invites.opens(db, match, "C", "right")
        assert not invites.opens(db, match, "B", "wrong")
        assert not invites.opens(db, match, "B", "rïght\ud800")
        assert invites.opens(db, match, "B", "right")


def test_a_new_code_voids_the_old_one(database: Database, match: int) -> None:
    with database.transaction() as db:
        invites.put(db, match, "B", 1, "old")
        invites.put(db, match, "B", 4, "new")
        assert invites.of_match(db, match, 3) == {"B": "old"}
        assert invites.of_match(db, match, 4) == {"B": "new"}
        assert not invites.opens(db, match, "B", "old")
        assert invites.opens(db, match, "B", "new")


def test_a_key_is_remembered_per_player(database: Database, match: int) -> None:
    with database.transaction() as db:
        keys.remember(db, 1, "key", STORED, 0)
        keys.remember(db, 11, "key", STORED._replace(last=9), 0)
        keys.remember(db, 1, "1 key", STORED._replace(last=10), 0)
        assert keys.find(db, 1, "key") == STORED
        assert keys.find(db, 11, "key") == STORED._replace(last=9)
        assert keys.find(db, 2, "key") is None
        assert keys.find(db, 1, "Key") is None


def test_a_key_is_taken_once(database: Database, match: int) -> None:
    with database.transaction() as db:
        keys.remember(db, 1, "key", STORED, 0)
    with pytest.raises(sqlite3.IntegrityError), database.transaction() as db:
        keys.remember(db, 1, "key", STORED, 0)


def test_a_request_that_appended_nothing_is_remembered_as_such(
    database: Database, match: int
) -> None:
    nothing = keys.Stored(b"f" * 4, match, 6, 5)
    with database.transaction() as db:
        keys.remember(db, 1, "key", nothing, 0)
    assert keys.find(database.connection(), 1, "key") == nothing


def test_old_keys_do_not_pile_up(database: Database) -> None:
    """A year of moves, so many a day: never much more than those of a month are kept."""
    day, each_day = keys.KEPT_MS // 30, 10
    with database.transaction() as db:
        for number in range(365 * each_day):
            keys.remember(db, 1, str(number), STORED, number * day // each_day)
        [(kept,)] = db.execute("SELECT count(*) FROM keys").fetchall()
    assert 30 * each_day <= kept < 40 * each_day


def test_a_key_is_forgotten_after_thirty_days(database: Database, match: int) -> None:
    with database.transaction() as db:
        for number in range(20):
            keys.remember(db, 1, f"old{number}", STORED, number)
        keys.remember(db, 1, "kept", STORED, keys.KEPT_MS - 1)
        assert keys.find(db, 1, "old0") is not None
        for number in range(40):
            keys.remember(db, 1, f"new{number}", STORED, keys.KEPT_MS + 20)
        assert [keys.find(db, 1, f"old{number}") for number in range(20)] == [None] * 20
        assert keys.find(db, 1, "kept") == STORED


@given(
    st.tuples(st.text(max_size=4), st.text(max_size=4), st.binary(max_size=4)),
    st.tuples(st.text(max_size=4), st.text(max_size=4), st.binary(max_size=4)),
)
def test_only_equal_requests_have_equal_fingerprints(
    one: tuple[str, str, bytes], other: tuple[str, str, bytes]
) -> None:
    assert (keys.fingerprint(*one) == keys.fingerprint(*other)) == (one == other)
    assert len(keys.fingerprint(*one)) == 4
