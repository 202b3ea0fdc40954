"""A disk that fails: an honest 503, nothing done by half, and all is well once it works again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.http.absent import key, problem
from tests.server.http.house import House, told
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.transactions import Transaction

FULL, IO_ERROR = 13, 10 | 3 << 8


def fail_to_commit(patch: pytest.MonkeyPatch, code: int) -> None:
    """Every commit ends as it does on a disk that is full, or broken."""
    run = Transaction._run

    def failing(transaction: Transaction, statement: str) -> Any:
        if statement == "COMMIT":
            error = sqlite3.OperationalError("…")
            error.sqlite_errorcode = code
            raise error
        return run(transaction, statement)

    patch.setattr(Transaction, "_run", failing)


@pytest.mark.parametrize("code", [FULL, IO_ERROR])
def test_a_move_that_the_disk_refuses_is_503_and_can_be_sent_again(house: House, code: int) -> None:
    match_id = house.match()
    turn = house.view(match_id)["turn"]
    mover, path = house.seat(turn), f"/matches/{match_id}/moves"
    before, tag = house.rows(), mover.get(f"/matches/{match_id}").headers["ETag"]
    with pytest.MonkeyPatch.context() as patch:
        fail_to_commit(patch, code)
        answer = mover.post(path, {"type": "pass"}, **key("k"))
    assert problem(answer) == (503, "busy")
    assert int(answer.headers["Retry-After"]) > 0
    assert told(answer)["detail"].startswith("Nothing was written")
    assert house.rows() == before
    assert mover.get(f"/matches/{match_id}").headers["ETag"] == tag
    again = mover.post(path, {"type": "pass"}, **key("k"))
    assert again.status_code == 201
    assert "Idempotency-Replayed" not in again.headers


@pytest.mark.parametrize("code", [FULL, IO_ERROR])
def test_a_commit_that_has_ended_by_itself_is_not_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    transaction = house.app.extensions["texas42"].database.transaction()
    execute = transaction._execute

    def failing(statement: str) -> Any:
        if statement == "COMMIT":
            execute("ROLLBACK")  # as SQLite does by itself where the disk fails
            error = sqlite3.OperationalError("…")
            error.sqlite_errorcode = code
            raise error
        return execute(statement)

    monkeypatch.setattr(transaction, "_execute", failing)
    answer = mover.post(f"/matches/{match_id}/moves", {"type": "pass"})
    assert problem(answer) == (503, "busy")


def test_readyz_does_not_tell_where_the_database_is(house: House) -> None:
    house.path.unlink()
    answer = house.stranger.get("/readyz")
    assert problem(answer) == (503, "busy")
    assert str(house.path.parent) not in answer.text
