"""`backup` and `restore`: copies that have been looked through before they count."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from texas42_server import options
from texas42_server.exits import Exit, fail
from texas42_server.keeping.telling import counted, progress, storage_failures, tell_bad
from texas42_server.service.auditing import Audit, audit
from texas42_server.storage import copies

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(
    epilog="Examples:  t42-server backup /var/backups/t42-monday.db"
    "   |   t42-server backup --database /srv/t42/t42.db monday.db"
)
@click.argument("file", type=_FILE)
@options.the_database
def backup(file: Path, database: Path) -> None:
    """Copy the database to FILE while the server runs.

    The copy is one state of the database. It is looked through like by verify, and on disk, before
    it is named FILE; a file that is there is not overwritten. Bad matches are copied as they are,
    and told.
    """
    with storage_failures(), copies.copied(database.absolute(), file.absolute()) as part:
        found = _look(part)
        _refuse_bad_file(found, f"Nothing was kept: the copy of {database} is damaged.")
    click.echo(f"{file}: {counted(found)}")
    if found.findings:
        tell_bad(found.findings)
        fail("What is bad was copied as it is.", Exit.DAMAGED)


@click.command(
    epilog="Examples:  t42-server restore /var/backups/t42-monday.db"
    "   |   t42-server restore --database /srv/t42/t42.db monday.db"
)
@click.argument("file", type=_FILE)
@options.database
@click.option(
    "--accept-bad-matches", is_flag=True, help="Restore it although some of its matches are bad."
)
def restore(file: Path, database: Path, accept_bad_matches: bool) -> None:
    """Put a copy of the backup FILE in the database's place.

    No server may have the database open. The copy is looked through like by verify before; the
    database that was there is kept beside it.
    """
    database = database.absolute()
    now = datetime.now(UTC)
    aside = database.with_name(f"{database.name}.before-{now:%Y%m%dT%H%M%S.%fZ}")
    with storage_failures(), copies.replaced(file.absolute(), database, aside) as part:
        found = _look(part)
        nothing = f"Nothing was restored: {file} is bad."
        _refuse_bad_file(found, nothing)
        tell_bad(found.findings)
        if found.findings and not accept_bad_matches:
            fail(f"{nothing} --accept-bad-matches restores it all the same.", Exit.DAMAGED)
    click.echo(f"{database}: {counted(found)}")
    if aside.exists():
        click.echo(f"the database before is kept as {aside}")


def _look(path: Path) -> Audit:
    with copies.looking(path) as db, progress("looking through the copy") as tell:
        return audit(db, tell)


def _refuse_bad_file(found: Audit, nothing: str) -> None:
    """A file that SQLite itself finds fault with is no copy."""
    bad = [finding for finding in found.findings if finding.file]
    if bad:
        tell_bad(bad)
        click.echo(f"t42-server: {nothing}", err=True)
        sys.exit(Exit.DAMAGED)
