"""Whatever is bad is named, match and event, and the rest is looked at all the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.http.house import House
from tests.server.keeping.conftest import Command, Spoil
from texas42_server.exits import Exit
from texas42_server.service.auditing import sound
from texas42_server.storage import digests, store
from texas42_server.storage.database import Connection


def database(house: House) -> Connection:
    opened: Connection = house.app.extensions["texas42"].database.connection()
    return opened


def bodies(house: House, match_id: str) -> list[str]:
    db = database(house)
    return store.bodies(db, store.find(db, match_id) or 0)


def forged(texts: list[str]) -> list[tuple[int, int, bytes, bytes]]:
    """Rows whose digests are right, whatever they say."""
    running, rows = digests.begin(), []
    for seq, text in enumerate(texts, 1):
        running = digests.follow(running, [text.encode()])
        rows.append((seq, 1000 + seq, text.encode(), digests.stored(running, 1000 + seq)))
    return rows


def test_a_database_in_which_all_is_well_is_told_so(house: House, command: Command) -> None:
    finished = house.match(rules={"target": 1})
    house.play(finished)
    house.open_match()
    playing = house.match()
    house.play(playing, until=lambda view: view["status"] == "playing")
    told = command("verify")
    assert told.exit_code == 0
    assert "3 matches" in told.stdout
    assert "all is well" in told.stdout
    report = json.loads(command("verify", "--json").stdout)
    events = sum(len(bodies(house, match_id)) for match_id in (finished, playing)) + 2
    assert report == {
        "database": str(house.path),
        "matches": 3,
        "events": events,
        "bad_matches": 0,
        "findings": [],
    }


DAMAGE: dict[str, tuple[str, int | None, str]] = {
    "a body": (
        'UPDATE events SET body = \'["pass","A"]\' WHERE match = 2 AND seq = 3',
        3,
        "digest",
    ),
    "a time": ("UPDATE events SET at = at + 1 WHERE match = 2 AND seq = 4", 4, "digest"),
    "a digest": ("UPDATE events SET digest = x'00' WHERE match = 2 AND seq = 2", 2, "digest"),
    "a gap": ("DELETE FROM events WHERE match = 2 AND seq = 3", 3, "damaged"),
    "the end": (
        "DELETE FROM events WHERE match = 2 AND seq > 4",
        5,
        "lists know of events up to 6",
    ),
    "all of it": ("DELETE FROM events WHERE match = 2", None, "no events"),
    "the row's turn": (
        "UPDATE listing SET turn = 'Z' WHERE match = 2",
        None,
        "wrong about its turn",
    ),
    "a seat's row": (
        "UPDATE listing_seats SET person = 'eve' WHERE match = 2 AND seat = 'B'",
        None,
        "wrong about its seats",
    ),
    "no row": ("DELETE FROM listing WHERE match = 2", None, "do not know it"),
    "no row at all": ("UPDATE listing SET marks = '{' WHERE match = 2", None, "is damaged"),
}


@pytest.mark.parametrize(("sql", "event", "words"), DAMAGE.values(), ids=DAMAGE)
def test_what_is_bad_is_named_and_the_rest_looked_at(
    house: House, command: Command, spoil: Spoil, sql: str, event: int | None, words: str
) -> None:
    ids = [house.match(), house.match(), house.match()]
    spoil("PRAGMA foreign_keys = OFF", sql)
    told = command("verify", "--json")
    assert told.exit_code == Exit.DAMAGED
    report = json.loads(told.stdout)
    assert (report["matches"], report["bad_matches"]) == (3, 1)
    [found] = [finding for finding in report["findings"] if finding["match"] is not None]
    assert (found["match"], found["event"]) == (ids[1], event)
    assert words in found["problem"]
    shown = command("verify")
    assert shown.exit_code == Exit.DAMAGED
    assert f"match {ids[1]}" in shown.stdout
    assert ": 1 bad" in shown.stdout


def test_a_damaged_player_is_found_and_the_matches_that_miss_one(
    house: House, command: Command, spoil: Spoil
) -> None:
    match_id = house.match()
    eve = house.person("eve").post("/matches")
    assert eve.status_code == 201
    spoil("UPDATE players SET name = 'bop' WHERE name = 'bob'")
    report = json.loads(command("verify", "--json").stdout)
    problems = [(found["match"], found["problem"]) for found in report["findings"]]
    assert problems == [
        (None, "the row of player 2 (the key) is damaged"),
        (match_id, "there is no player bob"),
    ]


def test_a_file_that_sqlite_finds_fault_with_is_told_and_its_matches_all_the_same(
    house: House, command: Command, spoil: Spoil
) -> None:
    match_id = house.match()
    spoil(
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'listed = 1', 'listed = 0')"
        " WHERE name = 'listing_lobby'",
    )
    spoil("INSERT INTO asks VALUES (99, 'A', 'ann')")
    report = json.loads(command("verify", "--json").stdout)
    problems = [found["problem"] for found in report["findings"]]
    assert "a row of asks is of a match that is not there" in problems
    assert (report["matches"], report["bad_matches"]) == (1, 0), match_id


def test_a_file_whose_pages_are_overwritten_is_told_without_an_outcry(
    house: House, command: Command
) -> None:
    for _ in range(4):
        house.match()
    size = house.path.stat().st_size
    with house.path.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(b"\xff" * 4096)
    told = command("verify", "--json")
    assert told.exit_code == Exit.DAMAGED
    assert json.loads(told.stdout)["findings"]


FORGERIES = {
    "a bid below another": ("bid", lambda text: text[: text.index("{")] + '{"points":30}]', "R3"),
    "a tile that is not held": (
        "play",
        lambda text: '["play","' + text[9] + '","' + ("0-0" if "0-0" not in text else "1-1") + '"]',
        "R4",
    ),
    "a deal of a tile twice": ("dealt", lambda text: text.replace("0-0", "6-6"), "28 tiles"),
    "rules that nobody can ask for": (
        "created",
        lambda text: text.replace('"target":7', '"target":0'),
        "target",
    ),
}


@pytest.mark.parametrize(("kind", "forge", "words"), FORGERIES.values(), ids=FORGERIES)
def test_an_event_that_could_not_have_happened_is_found_though_its_digest_is_right(
    house: House, kind: str, forge: object, words: str
) -> None:
    match_id = house.match(rules={"target": 7})

    def choose(view: dict[str, object]) -> dict[str, object]:
        moves = view["legal_moves"]
        assert isinstance(moves, list)
        points = [move for move in moves if "points" in move]
        return dict(points[1] if len(points) > 1 else moves[0])

    house.play(match_id, choose, until=lambda view: bool(view["current_trick"]))
    house.play(match_id, until=lambda view: bool((view["current_trick"] or {}).get("plays")))
    texts = bodies(house, match_id)
    sound(1, match_id, forged(texts))
    at = max(n for n, text in enumerate(texts) if text.startswith(f'["{kind}"'))
    texts[at] = forge(texts[at])  # type: ignore[operator]
    with pytest.raises(Exception, match=words) as found:
        sound(1, match_id, forged(texts))
    assert getattr(found.value, "event", None) == at + 1
    assert "-" not in str(found.value), "no tile is told"


def test_a_deal_that_was_due_is_missed(house: House) -> None:
    texts = bodies(house, house.match())
    assert texts[-1].startswith('["dealt"')
    with pytest.raises(Exception, match="deal that was due is missing"):
        sound(1, "friday", forged(texts[:-1]))


def test_a_database_that_is_not_there_is_not_made(command: Command, tmp_path: Path) -> None:
    told = command("verify")
    assert told.exit_code == Exit.NOT_FOUND
    assert "does not exist" in told.stderr
    assert list(tmp_path.iterdir()) == []
