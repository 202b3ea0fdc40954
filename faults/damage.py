"""A database file with flipped bits, with pages lost, or cut off: refused, never believed."""

from __future__ import annotations

import json
import logging
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faults.asking import Answer, Line, Request
from faults.inside import opened
from faults.players import SEATS, Client
from faults.run import Report, Run
from texas42_server.service.auditing import audit
from texas42_server.storage import copies
from texas42_server.storage.storage_errors import StorageError

KINDS = {"one bit": 6, "a few bits": 2, "a page of zeros": 1, "cut off": 1}
"""What may happen to a file, and how often beside the others."""
PAGE = 4096
TELLING = (b'["play"', b'["dealt"', b'["bid"', b'["declare"', b'["joined"', b"home")
"""Where a flip may show: the texts of events, and the players' names with their tokens."""
REACH = 64
TIMES = ("at", "created_at", "turn_since", "date")
"""Members that tell when something happened: the digests are of what happened."""
CLEAR = {
    (500, "unreadable-match"),
    (503, "busy"),
    (401, "unauthenticated"),
    (404, "not-found"),
}
"""How a question about what is damaged may be refused."""


@dataclass(frozen=True, slots=True)
class Question:
    """A GET, and what it is answered while the database is whole."""

    request: Request
    answer: Answer
    derived: bool
    """It is answered from the lists, which say nothing of hands."""


def played(run: Run, database: Path) -> list[Question]:
    """Make a database with matches that are on and over; everything that can be asked of it."""
    tables, moves = (2, 60) if run.quick else (4, 200)
    with opened(database) as line:
        clients = [Client(f"home {n}", line, run.chance(f"home {n}")) for n in range(tables)]
        for client in clients:
            client.play(line, moves)
        return [question for client in clients for question in _questions(client, line)]


def _questions(client: Client, line: Line) -> Iterator[Question]:
    for match in client.matches:
        here = f"/matches/{match.id}"
        hands = line.get(f"{here}/hands").told()["hands"]
        for token in (*client.tokens.values(), None):
            yield _asked(line, here, token)
            yield _asked(line, f"{here}/events?limit=1000", token)
        yield _asked(line, f"{here}/hands", None)
        yield _asked(line, f"{here}/record", None)
        for hand in hands:
            yield _asked(line, f"{here}/hands/{hand['number']}", None)
        for token in (*client.tokens.values(), None):
            yield _asked(line, f"{here}/hands/{len(hands) or 1}/seal", token)
    for seat in SEATS:
        yield _asked(line, "/me/matches", client.tokens[seat], derived=True)


def _asked(line: Line, path: str, token: str | None, *, derived: bool = False) -> Question:
    request = Request("GET", path, None, token)
    return Question(request, line.send(request), derived)


def damaged(whole: bytes, kind: str, chance: random.Random) -> bytes:
    """The file after this has happened to it."""
    if kind == "cut off":
        return whole[: chance.randrange(len(whole))]
    file = bytearray(whole)
    if kind == "a page of zeros":
        start = chance.randrange(len(file) // PAGE) * PAGE
        file[start : start + PAGE] = bytes(PAGE)
        return bytes(file)
    for _ in range(1 if kind == "one bit" else chance.randrange(2, 9)):
        file[_place(whole, chance)] ^= 1 << chance.randrange(8)
    return bytes(file)


def _place(whole: bytes, chance: random.Random) -> int:
    """Any byte of the file, half of the time one of a text that is told to somebody."""
    anywhere = chance.randrange(len(whole))
    if chance.random() < 0.5:
        return anywhere
    found = whole.find(chance.choice(TELLING), anywhere)
    return anywhere if found < 0 else min(found + chance.randrange(REACH), len(whole) - 1)


class Looking:
    """Asking all questions of one damaged database after the other."""

    def __init__(self, questions: list[Question]) -> None:
        self.questions = questions
        self._spectators = {
            question.request.path: question.answer.body
            for question in questions
            if question.request.token is None
        }
        self.found: Counter[str] = Counter()
        self.losses: list[str] = []

    def look(self, database: Path, what: str) -> None:
        """Verify it, start on it, and ask."""
        found = self._verified(database, what)
        told = self._asked(database, what)
        if told - {"right"} and not found:
            self.losses.append(f"{what}: verify finds nothing, and a server tells {sorted(told)}")
        if told == {"right"} and found:
            self.found["of these, verify finds what nobody was told"] += 1

    def _verified(self, database: Path, what: str) -> bool:
        """Whether `t42-server verify` finds something bad."""
        try:
            with copies.looking(database) as db:
                return bool(audit(db, lambda done, of: None).findings)
        except StorageError:
            return True
        except Exception as error:  # noqa: BLE001 - whatever a damaged file leads to
            self.losses.append(f"{what}: verify does not come to its end, and says {error!r}")
            return True

    def _asked(self, database: Path, what: str) -> set[str]:
        """What a server on it tells, in words of ours."""
        try:
            with opened(database) as line:
                told = {self._told(line, question, what) for question in self.questions}
        except StorageError:
            self.found["refused at the start"] += 1
            return {"refused"}
        except Exception as error:  # noqa: BLE001 - whatever a damaged file leads to
            self.losses.append(f"{what}: it does not start, and says {error!r}")
            return {"wrong"}
        if "wrong" in told:
            self.found["a wrong answer"] += 1
        elif told & {"refused", "a spectator"}:
            self.found["some answers refused, the others right"] += 1
        elif "times" in told:
            self.found["all right but for when something happened"] += 1
        elif "lists" in told:
            self.found["all right but for the lists"] += 1
        else:
            self.found["all answers right"] += 1
        return told

    def _told(self, line: Line, question: Question, what: str) -> str:
        request, right = question.request, question.answer
        answer = line.send(request)
        if (answer.status, answer.body) == (right.status, right.body):
            return "right"
        if (answer.status, answer.slug) in CLEAR:
            return "refused"
        if question.derived and answer.status == 200:
            return "lists"
        if answer.status == 200 and answer.body == self._spectators[request.path]:
            return "a spectator"
        if answer.status == 200 and _timeless(answer.told()) == _timeless(right.told()):
            return "times"
        self.losses.append(
            f"{what}: {request.path} for {'a seat' if request.token else 'a spectator'} is"
            f" answered {answer.status} {answer.slug or _difference(right, answer)}"
        )
        return "wrong"


def _timeless(told: Any) -> Any:
    """What an answer says of a match, but for when it happened."""
    if isinstance(told, dict):
        return {name: _timeless(what) for name, what in told.items() if name not in TIMES}
    return [_timeless(what) for what in told] if isinstance(told, list) else told


def _difference(right: Answer, wrong: Answer) -> str:
    """Which members differ, and the first that do."""
    before, after = right.told(), wrong.told()
    names = [name for name in before if before[name] != after.get(name)]
    was, is_now = before[names[0]], after.get(names[0])
    if isinstance(was, list) and isinstance(is_now, list):
        differing = ((a, b) for a, b in zip(was, is_now, strict=False) if a != b)
        was, is_now = next(differing, (len(was), len(is_now)))
    return f"with other {', '.join(names)}: {json.dumps(was)} is now {json.dumps(is_now)}"


def damage(run: Run) -> Report:
    """Whatever happens to the file, an answer is the right one or a clear refusal."""
    rounds = run.counted(full=1000, quick=40)
    chance = run.chance("damage")
    original = run.scratch / "whole.db"
    logging.disable(logging.CRITICAL)  # each damage is told of, and here they are meant
    try:
        looking = Looking(played(run, original))
        whole = original.read_bytes()
        for number in rounds:
            [kind] = chance.choices(list(KINDS), list(KINDS.values()))
            folder = run.scratch / "damaged"
            folder.mkdir()
            (folder / "t42.db").write_bytes(damaged(whole, kind, chance))
            looking.look(folder / "t42.db", f"round {number}, {kind}")
            shutil.rmtree(folder)
            run.told(number + 1, len(rounds))
    finally:
        logging.disable(logging.NOTSET)
    return Report(
        f"{len(rounds)} databases with flipped bits, lost pages or their end cut off,"
        f" each asked {len(looking.questions)} questions",
        dict(looking.found),
        looking.losses,
    )
