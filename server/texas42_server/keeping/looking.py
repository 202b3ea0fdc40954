"""`verify` and `rebuild`: whether everything is as it was written, and the lists made again."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import click

from texas42_server import options
from texas42_server.exits import Exit, fail
from texas42_server.keeping.telling import (
    counted,
    progress,
    some,
    storage_failures,
    tell_bad,
    tell_json,
)
from texas42_server.service import rebuilding
from texas42_server.service.auditing import audit
from texas42_server.storage import copies
from texas42_server.storage.database import Database


@click.command(
    epilog="Examples:  t42-server verify   |   t42-server verify --json /var/backups/t42-monday.db"
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@options.the_database
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def verify(file: Path | None, database: Path, as_json: bool) -> None:
    """Look through the database, or FILE, and change nothing.

    The file itself; of each match the digests, whether each event could have happened when it did,
    and the lists' row. Whatever is bad is told, and the rest looked at all the same.
    """
    path = (file or database).absolute()
    with storage_failures(), copies.looking(path) as db, progress("verifying") as tell:
        found = audit(db, tell)
    if as_json:
        tell_json({"database": str(path), **found.as_dict()})
    else:
        tell_bad(found.findings, err=False)
        bad = f"{found.bad_matches:,} bad" if found.findings else "all is well"
        click.echo(f"{path}: {counted(found)}: {bad}")
    if found.findings:
        sys.exit(Exit.DAMAGED)


@click.command(
    epilog="Examples:  t42-server rebuild   |   t42-server rebuild --match tq3x5jq7mzs2k6vw"
)
@options.the_database
@click.option(
    "--match",
    "only",
    metavar="ID",
    help="This match alone, also where its log ends before an event that the lists know.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def rebuild(database: Path, only: str | None, as_json: bool) -> None:
    """Make the rows of the lists again from the log where they are wrong.

    The server may run. A match that cannot be read keeps its row: by that its players close it.
    """
    try:
        with (
            storage_failures(),
            copies.looking(database.absolute()),  # what is no database of ours is not made one
            closing(Database(database)) as opened,
            progress("rebuilding") as tell,
        ):
            done = rebuilding.rebuild(opened, only, tell)
    except LookupError:
        fail(f"There is no match {only} in {database}.", Exit.NOT_FOUND)
    if as_json:
        left = [finding.as_dict() for finding in done.left]
        tell_json({"matches": done.matches, "mended": done.mended, "left": left})
    else:
        for match_id in done.mended:
            click.echo(f"match {match_id}: its row is made again")
        tell_bad(done.left)
        matches = some(done.matches, "match", "matches")
        rows = some(len(done.mended), "row", "rows")
        click.echo(f"{matches}: {rows} made again, {len(done.left):,} left as they were")
    if done.left:
        sys.exit(Exit.DAMAGED)
