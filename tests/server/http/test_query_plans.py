"""Every statement that the server runs finds what it needs, among 45,000 matches that are idle."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from types import FrameType

import pytest

from tests.server.http.absent import DAY, claim, key, offered
from tests.server.http.contract import contract
from tests.server.http.house import House, Person, told
from tests.server.http.test_documented_statuses import (
    Seen,
    absence,
    changes,
    looks,
    the_operators,
    webhooks,
)
from texas42_server import storage
from texas42_server.delivery import Deliverer
from texas42_server.sending.posting import Outcome
from texas42_server.service import Positions
from texas42_server.storage.connections import Connection
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.schema import GUARDS

IDLE = 45_000
STEPS = 100_000
"""More instructions of SQLite's machine than any statement needs, and fewer than a scan."""

FOLDER = Path(storage.__file__).parent
THE_OPERATORS = {"beside", "checking", "copies", "migrations"}
"""Modules that work for the operator's commands alone."""
THE_OPERATORS_FUNCTIONS = {("listing", "replace"), ("players", "damaged_rows")}
ROUND_ALL = {"connections", "transactions"}
"""Modules through which the statements of the others go."""

NUMBERS = f"WITH RECURSIVE n (n) AS (SELECT 100000 UNION ALL SELECT n + 1 FROM n LIMIT {IDLE})"
LETTERS = "replace(replace(replace(replace(n, 0, 'a'), 1, 'b'), 8, 'c'), 9, 'd')"
ID = f"'idleidleidleidleidle' || {LETTERS}"
FILL = (
    f"{NUMBERS} INSERT INTO matches SELECT n, {ID} FROM n",
    f"{NUMBERS} INSERT INTO events SELECT n, 1, 7, '[]', x'' FROM n",
    f"{NUMBERS} INSERT INTO listing SELECT n, {ID}, 'idle', 'zoe', 'straight', n % 2,"
    " iif(n % 3, 'playing', 'open'), 'A', 7, 1, '{}', 7 FROM n",
    *(
        f"{NUMBERS} INSERT INTO listing_seats"
        f" SELECT n, '{seat}', 'zoe', 0, iif(n % 3, 'playing', 'open'), 7 FROM n"
        for seat in "ABCD"
    ),
)


class Watched:
    """Notes every statement of every connection that is opened: its text, and who ran it."""

    def __init__(self) -> None:
        self.statements: dict[str, set[tuple[str, str]]] = defaultdict(set)
        self.long: set[str] = set()
        self._latest = ""

    def watch(self, connection: Connection) -> None:
        connection.conn.set_trace_callback(self._ran)
        connection.conn.set_progress_handler(self._steps, STEPS)

    def _ran(self, sql: str) -> None:
        self._latest = sql
        self.statements[sql].add(_who(sys._getframe(1)))

    def _steps(self) -> int:
        self.long.add(self._latest)
        return 0

    def functions(self) -> set[tuple[str, str]]:
        return {who for found in self.statements.values() for who in found}


def _who(frame: FrameType | None) -> tuple[str, str]:
    """The module and function of the storage that ran a statement."""
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.parent == FOLDER and file.stem not in ROUND_ALL:
            return file.stem, frame.f_code.co_name
        frame = frame.f_back
    return "", ""


def those_that_ask() -> set[tuple[str, str]]:
    """Every function of the storage that has a statement run: (module, function)."""
    found = set()
    for file in FOLDER.glob("*.py"):
        if file.stem in ROUND_ALL | THE_OPERATORS:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(map(_asks, ast.walk(node))):
                found.add((file.stem, node.name))
    return found


def _asks(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"execute", "executemany", "executescript"}
    )


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched()
    opened = Database._open

    def open_watched(database: Database) -> Connection:
        connection = opened(database)
        watched.watch(connection)
        return connection

    monkeypatch.setattr(Database, "_open", open_watched)
    return watched


def filled(path: Path) -> None:
    Database(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN")
        for statement in FILL:
            db.execute(statement)
        db.execute("COMMIT")


def tour(house: House) -> Seen:
    """Every operation, answered each way that is documented; and what happens beside them."""
    seen = Seen()
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    looks(seen, house, match_id)
    the_operators(seen, house)
    changes(seen, house, match_id)
    absence(seen, house)
    webhooks(seen, house)
    delivered(house)
    waited(house, match_id)
    renewed(house)
    stayed_away(house)
    met_with_damage(house)
    for query in ("?turn=mine", "?status=playing&status=open", "?limit=1", ""):
        for path in ("/me/matches", "/matches"):
            house.seat("A").get(f"{path}{query}")
    return seen


class Gone(Deliverer):
    """Delivers to receivers that want nothing more."""

    def _send(self, *_: object) -> Outcome:
        return Outcome(410)


def delivered(house: House) -> None:
    """Notices that cannot be sent, and one whose receiver wants no more of them."""
    context = house.app.extensions["texas42"]
    for deliverer in (Deliverer(context, ask=lambda name, port: []), Gone(context)):
        house.seat("A").ask("PUT", "/me/webhook", json={"url": "https://nowhere.invalid/42"})
        house.seat("A").post("/me/webhook/test")
        house.time += DAY
        while deliverer.step():
            pass


def waited(house: House, match_id: str) -> None:
    for path in (f"/matches/{match_id}", "/me/matches"):
        tag = house.seat("A").get(path).headers["ETag"]
        waiting = {"Prefer": "wait=1", "If-None-Match": tag}
        house.seat("A").get(path, headers=waiting)


def renewed(house: House) -> None:
    """A seat that is taken with a code, and a token that is used for the first time."""
    made = told(house.person("gus").post("/matches"))
    code = {"invite": made["invites"]["B"]}
    assert house.person("hal").post(f"/matches/{made['id']}/seats/B", code).status_code == 201
    token = told(house.person("hal").post("/me/token"))["token"]
    assert Person(house.stranger.client, token).get("/me").status_code == 200


def stayed_away(house: House) -> None:
    """A reminder, told twice; somebody new at a seat; and what the server says from the log."""
    absent = house.match()
    turn = house.view(absent)["turn"]
    other = house.seat("A" if turn != "A" else "B")
    for status in (202, 202, 409):
        sent = {} if status == 409 else key("remind")
        assert other.post(f"/matches/{absent}/reminder", **sent).status_code == status
    assert claim(house.person("fay"), absent, turn, offered(house, absent, turn)).status_code == 201
    forget(house)
    house.view(absent, "A" if turn != "A" else "B")


def met_with_damage(house: House) -> None:
    """Logs that were changed behind the server's back, and their end."""
    here = f"/matches/{house.match()}"
    with closing(sqlite3.connect(house.path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER events_no_update")
        [[match]] = db.execute("SELECT max(key) FROM matches").fetchall()
        db.execute("UPDATE events SET body = '[]' WHERE match = ? AND seq = 2", (match,))
        db.execute(GUARDS["events_no_update"])
    forget(house)
    assert house.seat("A").get(here).status_code == 500
    assert house.seat("A").post(f"{here}/close").status_code == 204


def forget(house: House) -> None:
    """As if the server had been started just now."""
    house.app.extensions["texas42"].positions.__dict__.update(Positions().__dict__)


def test_no_statement_of_the_server_reads_through_a_table(tmp_path: Path, watched: Watched) -> None:
    filled(tmp_path / "t42.db")
    house = House(tmp_path)
    seen = tour(house)
    asked = {(method, template) for method, template, status in seen.statuses if status < 300}
    assert asked == set(contract().operations()), "every operation was done once"
    missing = those_that_ask() - watched.functions() - THE_OPERATORS_FUNCTIONS
    assert missing == set(), "every statement of the storage was run"
    with closing(sqlite3.connect(house.path)) as db:
        plans = {
            sql: [detail for *_, detail in db.execute(f"EXPLAIN QUERY PLAN {sql}")]
            for sql in watched.statements
            if sql.split()[0] in {"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}
        }
    house.app.extensions["texas42"].database.close()
    scanning = {sql: plan for sql, plan in plans.items() if any(map(_scans, plan))}
    assert scanning == {}
    assert watched.long == set()


def _scans(line: str) -> bool:
    """Whether a line of a plan is a scan of a table or index, not of what was found already."""
    return line.startswith("SCAN") and "subquery" not in line.lower() and "CONSTANT" not in line


def test_a_scan_would_be_seen(tmp_path: Path, watched: Watched) -> None:
    filled(tmp_path / "t42.db")
    with closing(Database(tmp_path / "t42.db")) as database:
        db = database.connection()
        db.execute("SELECT count(*) FROM listing WHERE owner = 'ann'").fetchone()
        [(_, _, _, plan)] = db.conn.execute(
            "EXPLAIN QUERY PLAN SELECT count(*) FROM listing WHERE owner = 'ann'"
        ).fetchall()
    assert _scans(plan)
    assert {sql for sql in watched.long if "owner" in sql}
