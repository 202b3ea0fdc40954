"""A match goes from one database to another as it is, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.http.house import PLAYERS, House, Person, told
from tests.server.keeping.conftest import Command, Spoil
from texas42_server.exits import Exit
from texas42_server.service import match_file
from texas42_server.storage import beside
from texas42_server.storage.driver import sqlite3


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[House]:
    """Another server."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    house = House(folder, seed=7)
    yield house
    house.app.extensions["texas42"].database.close()


def played(house: House) -> str:
    """A match in the middle of its second hand."""
    match_id = house.match(name="füchse & hühner", rules={"attributed_tricks": 1})
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    return match_id


def log(house: House, match_id: str) -> list[tuple[object, ...]]:
    db = house.app.extensions["texas42"].database.connection()
    return db.execute(
        "SELECT seq, at, body, digest FROM events JOIN matches ON key = match WHERE id = ?"
        " ORDER BY seq",
        (match_id,),
    ).fetchall()


def export(command: Command, match_id: str, file: Path) -> Path:
    told = command("export", match_id, file)
    assert told.exit_code == 0, told.output
    return file


def bring(command: Command, house: House, file: Path, *options: str) -> dict[str, str]:
    """Import, and give the house the tokens."""
    done = command("import", file, "--json", *options, database=house.path)
    assert done.exit_code == 0, done.output
    tokens: dict[str, str] = json.loads(done.stdout)["tokens"]
    for name, token in tokens.items():
        house.people[name] = Person(house.app.test_client(), token)
    return tokens


def test_a_match_is_the_same_afterwards_for_everybody(
    house: House, elsewhere: House, command: Command, tmp_path: Path
) -> None:
    match_id = played(house)
    file = export(command, match_id, tmp_path / "friday.jsonl")
    assert file.stat().st_mode & 0o777 == 0o600
    assert set(bring(command, elsewhere, file)) == set(PLAYERS.values())
    assert log(elsewhere, match_id) == log(house, match_id)
    for label in PLAYERS:
        for path in ("", "/moves", "/events", "/hands", "/hands/1", "/hands/2/seal"):
            asked = f"/matches/{match_id}{path}"
            before, after = house.seat(label).get(asked), elsewhere.seat(label).get(asked)
            assert after.get_data() == before.get_data()
            assert after.headers.get("ETag") == before.headers.get("ETag")
        mine = [told(where.seat(label).get("/me/matches")) for where in (house, elsewhere)]
        assert mine[0] == mine[1]
    assert command("verify", database=elsewhere.path).exit_code == 0
    again = export(
        lambda *words: command(*words, database=elsewhere.path), match_id, tmp_path / "again.jsonl"
    )
    assert again.read_bytes() == file.read_bytes()
    elsewhere.play(match_id)


def test_a_match_to_which_nobody_has_come_yet_keeps_its_codes(
    house: House, elsewhere: House, command: Command, tmp_path: Path
) -> None:
    ann = house.person("ann")
    made = told(ann.post("/matches", {"sit": "A"}))
    bring(command, elsewhere, export(command, made["id"], tmp_path / "open.jsonl"))
    assert elsewhere.view(made["id"], "A")["invites"] == made["invites"]
    taken = elsewhere.person("bob").post(
        f"/matches/{made['id']}/seats/B", {"invite": made["invites"]["B"]}
    )
    assert taken.status_code == 201


def test_a_rematch_is_found_again_whichever_comes_first(
    house: House, elsewhere: House, command: Command, tmp_path: Path
) -> None:
    first = house.match(rules={"target": 1})
    house.play(first)
    second = told(house.seat("A").post(f"/matches/{first}/rematch"))["id"]
    bring(command, elsewhere, export(command, second, tmp_path / "second.jsonl"))
    bring(command, elsewhere, export(command, first, tmp_path / "first.jsonl"), "--same-players")
    again = elsewhere.seat("B").post(f"/matches/{first}/rematch")
    assert told(again)["id"] == second


def test_a_match_is_not_brought_in_twice(house: House, command: Command, tmp_path: Path) -> None:
    match_id = played(house)
    before = house.rows()
    file = export(command, match_id, tmp_path / "friday.jsonl")
    done = command("import", file, "--same-players")
    assert done.exit_code == Exit.ALREADY_THERE
    assert "is here already" in done.stderr
    assert house.rows() == before


def test_players_of_the_same_name_are_given_a_seat_only_when_the_operator_says_so(
    house: House, elsewhere: House, command: Command, tmp_path: Path
) -> None:
    match_id = played(house)
    file = export(command, match_id, tmp_path / "friday.jsonl")
    ann = elsewhere.person("ann")
    before = elsewhere.rows()
    refused = command("import", file, database=elsewhere.path)
    assert refused.exit_code == Exit.ALREADY_THERE
    assert "ann" in refused.stderr
    assert "--same-players" in refused.stderr
    assert elsewhere.rows() == before
    assert elsewhere.stranger.post("/players", {"name": "bob"}).status_code == 201
    tokens = bring(command, elsewhere, file, "--same-players")
    assert set(tokens) == {"cid", "dee"}
    assert told(ann.get(f"/matches/{match_id}"))["you"] == "A"


def test_a_name_that_is_written_otherwise_here_is_refused(
    house: House, elsewhere: House, command: Command, tmp_path: Path
) -> None:
    file = export(command, played(house), tmp_path / "friday.jsonl")
    elsewhere.person("Ann")
    refused = command("import", file, "--same-players", database=elsewhere.path)
    assert refused.exit_code == Exit.DAMAGED
    assert "ann is written Ann here" in refused.stderr


def test_a_match_that_cannot_be_read_is_exported_as_it_is_and_not_imported(
    house: House, elsewhere: House, command: Command, spoil: Spoil, tmp_path: Path
) -> None:
    match_id = played(house)
    spoil("UPDATE events SET body = CAST(x'5bff' AS TEXT) WHERE match = 1 AND seq = 7")
    done = command("export", match_id, tmp_path / "friday.jsonl")
    assert done.exit_code == Exit.DAMAGED
    assert "event 7 is bad" in done.stderr
    written = (tmp_path / "friday.jsonl").read_text("utf-8")
    lines = [json.loads(line) for line in written.splitlines()]
    assert lines[7] == {**lines[7], "seq": 7, "octets": "5bff"}
    refused = command("import", tmp_path / "friday.jsonl", database=elsewhere.path)
    assert refused.exit_code == Exit.DAMAGED
    assert "Event 7 was damaged" in refused.stderr
    assert elsewhere.rows()["matches"] == []


Change = Callable[[str], str]


def rewritten(change: Change) -> Change:
    """The same change by somebody who makes the last line anew."""

    def run(text: str) -> str:
        lines = change("".join(text.splitlines(keepends=True)[:-1])).splitlines(keepends=True)
        end = {"lines": len(lines), "digest": match_file._digest("".join(lines))}
        return "".join(lines) + match_file._line(end)

    return run


def without_the_last_event(text: str) -> str:
    lines = text.splitlines(keepends=True)
    del lines[max(n for n, line in enumerate(lines) if line.startswith('{"seq"'))]
    return "".join(lines)


CHANGES: dict[str, tuple[Change, str]] = {
    "a letter": (lambda text: text.replace("ann", "eve", 1), "changed or cut off"),
    "cut off": (lambda text: text[: len(text) // 2], "changed or cut off|is no match"),
    "a line less": (lambda text: text[: text.rindex("{")], "is no match|changed or cut off"),
    "empty": (lambda text: "", "is no match"),
    "text": (lambda text: "Dear diary\n", "is no match"),
    "more": (lambda text: text + "{}\n", "is no match|changed or cut off"),
    "another version": (
        rewritten(lambda text: text.replace('"format_version":1', '"format_version":2')),
        "another version",
    ),
    "another name": (rewritten(lambda text: text.replace('\\"ann\\"', '\\"eve\\"')), "Event 1"),
    "an event less": (rewritten(without_the_last_event), "is no match"),
    "another table": (
        rewritten(lambda text: text + '{"table":"players","row":{}}\n'),
        "is no match",
    ),
    "a row that does not fit": (
        rewritten(
            lambda text: text + '{"table":"invites","row":{"seat":"B","seq":1,"code":7.5}}\n' * 2
        ),
        "beside the log",
    ),
    "a seal of another hand": (
        rewritten(lambda text: text.replace('"hand":2', '"hand":3')),
        "beside the log",
    ),
    "an address for an id": (
        rewritten(lambda text: text.replace('"match":"', '"match":"../')),
        "is no match",
    ),
}


@pytest.mark.parametrize(("change", "words"), CHANGES.values(), ids=CHANGES)
def test_a_file_that_is_not_as_it_was_written_is_refused(
    house: House, elsewhere: House, command: Command, tmp_path: Path, change: Change, words: str
) -> None:
    text = export(command, played(house), tmp_path / "friday.jsonl").read_text("utf-8")
    (tmp_path / "changed.jsonl").write_text(change(text), "utf-8")
    before = elsewhere.rows()
    refused = command("import", tmp_path / "changed.jsonl", database=elsewhere.path)
    assert refused.exit_code == Exit.DAMAGED
    assert [each for each in words.split("|") if each in refused.stderr], refused.stderr
    assert elsewhere.rows() == before


def test_octets_are_no_file_of_ours(command: Command, tmp_path: Path) -> None:
    (tmp_path / "octets").write_bytes(b"\xff\xfe")
    refused = command("import", tmp_path / "octets")
    assert refused.exit_code == Exit.DAMAGED
    assert not (tmp_path / "t42.db").exists()


def test_a_match_that_is_not_there_is_named(house: House, command: Command) -> None:
    done = command("export", "nosuch", "-")
    assert done.exit_code == Exit.NOT_FOUND
    assert (done.stdout, "no match nosuch" in done.stderr) == ("", True)


def test_the_same_file_can_go_through_a_pipe(
    house: House, command: Command, tmp_path: Path
) -> None:
    match_id = played(house)
    file = export(command, match_id, tmp_path / "friday.jsonl")
    assert command("export", match_id, "-").stdout == file.read_text("utf-8")
    again = command("export", match_id, file)
    assert again.exit_code == Exit.ALREADY_THERE


def test_every_table_that_knows_a_match_is_carried_or_left_for_a_reason(house: House) -> None:
    house.match()
    with sqlite3.connect(house.path) as db:
        tables = {
            table: [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    db.close()
    known = {table: columns for table, columns in tables.items() if "match" in columns}
    assert set(known) == set(beside.CARRIED) | set(beside.LEFT)
    for table, columns in beside.CARRIED.items():
        assert {"match", *columns} == set(known[table])
