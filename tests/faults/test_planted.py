"""The faults' own eyes: what is lost, torn or wrong on purpose is seen."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from faults.asking import Request
from faults.damage import KINDS, Looking, damaged
from faults.damage import played as play_matches
from faults.inside import opened
from faults.ledger import Ledger, differences
from faults.players import Client
from faults.power import Disk, whole_calls
from faults.run import Run

MOVES = 30


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, Client]:
    """A database with a match that is on, and the client that played it."""
    path = tmp_path / "t42.db"
    with opened(path) as line:
        client = Client("home", line, random.Random(42))
        client.play(line, MOVES)
    return path, client


def losses(path: Path, client: Client, pending: Request | None = None) -> str:
    with Ledger(path) as ledger:
        found = [loss for match in client.matches for loss in differences(ledger, match, pending)]
    return "\n".join(found)


def spoil(path: Path, *statements: str) -> None:
    """Do to the database what no server may."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (guard,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {guard}")
        for statement in statements:
            db.execute(statement)


MOVED = " OR ".join(f"body LIKE '[\"{kind}\"%'" for kind in ("bid", "pass", "declare", "play"))
FIRST = f"(SELECT min(seq) FROM events WHERE match = 1 AND ({MOVED}))"
OTHER = '["play","A","0-0"]'
LAST = f"(SELECT max(seq) FROM events WHERE match = 1 AND ({MOVED}))"
END = "(SELECT max(seq) FROM events WHERE match = 1)"


def test_a_whole_database_holds_what_was_answered(played: tuple[Path, Client]) -> None:
    path, client = played
    assert losses(path, client) == ""


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        (f"DELETE FROM events WHERE match = 1 AND seq >= {LAST}", "lost: event"),
        ("DELETE FROM events WHERE match = 1 AND seq = 8", "torn: the events"),
        (f"UPDATE events SET body = '{OTHER}' WHERE match = 1 AND seq = {FIRST}", "lost: event"),
        ("UPDATE listing SET head = head - 1", "torn: the lists"),
        ("DELETE FROM seals WHERE match = 1 AND hand = 1", "seals"),
        (
            f"INSERT INTO events SELECT match, {END} + 1, at, body, digest FROM events"
            f" WHERE match = 1 AND seq = {LAST}",
            "unasked:",
        ),
    ],
    ids=["the last event", "one between", "another move", "the lists", "a seal", "a move twice"],
)
def test_what_is_lost_torn_or_doubled_is_seen(
    played: tuple[Path, Client], statement: str, kind: str
) -> None:
    path, client = played
    spoil(path, statement)
    assert kind in losses(path, client)


def test_a_move_under_way_may_be_there_and_no_other(played: tuple[Path, Client]) -> None:
    path, client = played
    match = client.matches[-1]
    last = max(match.answered)
    under_way = match.answered.pop(last)
    assert losses(path, client, under_way) == ""
    assert "unasked:" in losses(path, client, replace(under_way, body={"type": "never"}))
    assert "unasked:" in losses(path, client)


TRACE = """\
7 openat(AT_FDCWD, "/d/t42.db-journal", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 9</d/t42.db-journal>
7 pwrite64(9</d/t42.db-journal>, ""..., 512, 0) = 512
7 fdatasync(9</d/t42.db-journal> <unfinished ...>
8 write(2<pipe:[1]>, "said"..., 4) = 4
7 <... fdatasync resumed>) = 0
7 fdatasync(10</d>) = 0
7 pwrite64(5</d/t42.db>, ""..., 4096, 0) = 4096
7 fdatasync(5</d/t42.db>) = 0
7 unlink("/d/t42.db-journal") = 0
7 fdatasync(11</d>) = 0
8 writev(12<socket:[3]>, [{"HTTP/1.1 201"..., 900}], 1) = 900
7 +++ exited with 0 +++
"""


def open_at_the_answer(trace: str) -> list[str]:
    disk = Disk(Path("/d"))
    for name, rest in whole_calls(trace.splitlines()):
        disk.see(name, rest)
    assert disk.found["answered"] == 1
    return disk.losses


def test_nothing_is_open_when_all_is_synced() -> None:
    assert open_at_the_answer(TRACE) == []


@pytest.mark.parametrize(
    ("left_out", "named"),
    [
        ("fdatasync(5</d/t42.db>)", "t42.db"),
        ("fdatasync(11</d>)", "d"),
        ("resumed>", "t42.db-journal"),
    ],
)
def test_what_a_power_cut_could_undo_is_seen(left_out: str, named: str) -> None:
    trace = [line for line in TRACE.splitlines() if left_out not in line]
    if named.endswith("-journal"):
        trace = [line for line in trace if "unlink" not in line]
    [loss] = open_at_the_answer("\n".join(trace))
    assert f" {named} changed" in loss


@pytest.mark.parametrize("kind", KINDS)
def test_damage_does_change_the_file(kind: str) -> None:
    whole = bytes(range(256)) * 64
    for seed in range(20):
        assert damaged(whole, kind, random.Random(seed)) != whole


def test_an_answer_that_is_not_the_right_one_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "t42.db"
    right = play_matches(Run(quick=True, seed=42, scratch=tmp_path), path)
    looking = Looking(right)
    looking.look(path, "as it was left")
    assert looking.losses == []
    body = right[0].answer.body
    wrong = replace(right[0], answer=right[0].answer._replace(body=body.replace(b'"A"', b'"B"')))
    looking = Looking([wrong, *right[1:]])
    looking.look(path, "as it was left")
    assert "is answered 200 with other" in looking.losses[0]
    assert "verify finds nothing" in looking.losses[1]
