"""`export` and `import`: one match as a file."""

from __future__ import annotations

import os
import secrets
from contextlib import closing
from pathlib import Path
from typing import TextIO

import click

from texas42_server import moments, options
from texas42_server.exits import Exit, fail
from texas42_server.keeping.telling import some, storage_failures, tell_json
from texas42_server.service import carrying, match_file
from texas42_server.storage import copies
from texas42_server.storage.database import Database


@click.command(
    "export",
    epilog="Examples:  t42-server export tq3x5jq7mzs2k6vw friday.jsonl"
    "   |   t42-server export tq3x5jq7mzs2k6vw - | gzip > friday.gz",
)
@click.argument("match_id", metavar="MATCH")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@options.the_database
def export(match_id: str, file: Path, database: Path) -> None:
    """Write the match of this id to FILE, or to standard output if that is -.

    The server may run. A match that cannot be read is written as it is, and said to be bad.
    """
    try:
        with storage_failures(), copies.looking(database.absolute()) as db:
            db.execute("BEGIN")
            carried = carrying.take_out(db, match_id)
    except LookupError:
        fail(f"There is no match {match_id} in {database}.", Exit.NOT_FOUND)
    text = match_file.written(carried)
    if str(file) == "-":
        click.echo(text, nl=False)
    else:
        _write(file, text)
        click.echo(f"{file}: {some(len(carried.rows), 'event', 'events')}")
    bad = carrying.damage_of(carried)
    if bad is not None:
        where = "it" if bad.event is None else f"event {bad.event}"
        fail(f"It was written as it is, but {where} is bad: {bad.problem}.", Exit.DAMAGED)


def _write(file: Path, text: str) -> None:
    """A new file for its owner alone: it holds hands and codes."""
    with storage_failures():
        copies.refuse_existing(file.absolute())
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError as error:
        fail(f"{file} cannot be written ({error.strerror}).", Exit.STORAGE)


@click.command(
    "import",
    epilog="Examples:  t42-server import friday.jsonl   |"
    "   t42-server import --same-players friday.jsonl",
)
@click.argument("file", type=click.File(encoding="utf-8"))
@options.database
@click.option(
    "--same-players",
    is_flag=True,
    help="Players of the same names here are the same people: give them their seats.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def import_(file: TextIO, database: Path, same_players: bool, as_json: bool) -> None:
    """Enter the match that FILE holds, as it was exported, or change nothing.

    The server may run. A player who is new here is registered, and the token printed, this once.
    """
    try:
        carried = match_file.read(file.read())
        with storage_failures(), closing(Database(database)) as opened:
            brought = carrying.bring_in(
                opened,
                carried,
                same_players=same_players,
                at=moments.now(),
                random_bytes=secrets.token_bytes,
            )
    except UnicodeDecodeError:
        fail(f"{file.name} is no match that t42-server export has written.", Exit.DAMAGED)
    except (carrying.MatchThere, carrying.NamesThere) as refused:
        fail(str(refused), Exit.ALREADY_THERE)
    except match_file.NotCarried as refused:
        fail(str(refused), Exit.DAMAGED)
    if as_json:
        members = {"match": brought.match_id, "events": brought.events}
        tell_json({**members, "tokens": brought.tokens, "known": brought.known})
        return
    click.echo(f"match {brought.match_id}: {some(brought.events, 'event', 'events')}")
    for name in brought.known:
        click.echo(f"{name} is a player here, and has the seat")
    for name, token in brought.tokens.items():
        click.echo(f"{name} is new here; the token is {token}")
