"""Sixteen equal moves at a barrier, over three server processes of one database."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace

from faults.asking import Answer, Line, Request
from faults.ledger import Ledger, differences
from faults.players import Client
from faults.run import Report, Run
from faults.serving import Server

TWINS = 16
SERVERS = 3
REFUSALS = {
    (409, "not-your-turn"),
    (409, "match-over"),
    (412, "stale-version"),
    (422, "illegal-move"),
}
"""What an equal move under another key may hear. 422 is for a seat that is on turn again at once:
who wins the auction names trump, and a second bid is against the rules then."""
KINDS = ("one key", "keys of their own", "keys of their own and If-Match")


def twins(run: Run) -> Report:
    """Of sixteen equal moves one is made; who sends the same key hears the same answer."""
    rounds = run.counted(full=1000, quick=30)
    found: Counter[str] = Counter()
    losses: list[str] = []
    database = run.scratch / "t42.db"
    with ExitStack() as stack:
        servers = [stack.enter_context(Server(database, log=f"log{n}")) for n in range(SERVERS)]
        pool = stack.enter_context(ThreadPoolExecutor(TWINS))
        lines = [servers[n % SERVERS].line() for n in range(TWINS)]
        client = Client("twins", lines[0], run.chance("twins"))
        for number in rounds:
            move = client.next_move(lines[0])
            requests = _requests(move, KINDS[number % len(KINDS)])
            answers = at_once(pool, lines, requests)
            losses += _judged(answers, requests, found)
            _go_on(client, move, answers)
            run.told(number + 1, len(rounds))
        with Ledger(database) as ledger:
            losses += ledger.integrity()
            for played in client.matches:
                losses += differences(ledger, played, None)
    return Report(
        f"{len(rounds)} times {TWINS} equal moves at a barrier over {SERVERS} processes",
        {
            "answered 201 as new": found["new"],
            "answered 201 again, alike": found["replayed"],
            "refused 409": found["409"],
            "refused 412": found["412"],
            "refused 422": found["422"],
            "rounds with other than one event": found["wrong rounds"],
        },
        losses,
    )


def at_once(pool: ThreadPoolExecutor, lines: list[Line], requests: list[Request]) -> list[Answer]:
    """The answers to requests that are sent at the same moment, each on a line of its own."""
    barrier = threading.Barrier(len(requests))

    def ask(line: Line, request: Request) -> Answer:
        barrier.wait(timeout=60)
        return line.send(request)

    return list(pool.map(ask, lines, requests))


def _requests(move: Request, kind: str) -> list[Request]:
    """The same move sixteen times."""
    if kind == "one key":
        return [move] * TWINS
    headers = dict(move.headers)
    # After a pass there may be a new deal in which the same seat may pass again.
    if kind == "keys of their own" and move.body["type"] != "pass":
        del headers["If-Match"]
    key = headers["Idempotency-Key"].strip('"')
    return [
        replace(move, headers={**headers, "Idempotency-Key": f'"{key}-{n}"'}) for n in range(TWINS)
    ]


def _judged(answers: list[Answer], requests: list[Request], found: Counter[str]) -> Iterator[str]:
    """What is wrong with the answers of one round."""
    said = f"{requests[0].path} {requests[0].body}"
    done = [answer for answer in answers if answer.status == 201]
    new = [answer for answer in done if not answer.replayed]
    found["new"] += len(new)
    found["replayed"] += len(done) - len(new)
    if len(new) != 1:
        found["wrong rounds"] += 1
        yield f"doubled: {said} was answered 201 as new {len(new)} times"
    if len({answer.shown for answer in done}) > 1:
        yield f"unlike: {said} was answered 201 with different views"
    one_key = len({request.headers["Idempotency-Key"] for request in requests}) == 1
    if one_key and len(done) != len(answers):
        yield f"refused: a twin of {said} under the same key: {[a.status for a in answers]}"
    for answer in answers:
        if answer.status != 201:
            found[str(answer.status)] += 1
            if (answer.status, answer.slug) not in REFUSALS:
                yield f"refused: {said} with {answer.status} {answer.slug}"


def _go_on(client: Client, move: Request, answers: list[Answer]) -> None:
    for answer in answers:
        if answer.status == 201 and not answer.replayed:
            client.done(move, answer)
            return
    client.pending = None
