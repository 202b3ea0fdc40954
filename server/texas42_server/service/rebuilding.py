"""Making the lists' rows again from the log, match by match, while others play."""

from __future__ import annotations

from dataclasses import dataclass, field

from texas42_server.service.auditing import Finding, Progress, Unsound, matches_of, sound
from texas42_server.service.lists import row_of
from texas42_server.storage import listing, store
from texas42_server.storage.database import Connection, Database
from texas42_server.storage.storage_errors import StorageFailure


@dataclass(slots=True)
class Rebuilt:
    """What was done.

    Attributes:
        matches: how many were looked at.
        mended: the ids of those whose row was missing or wrong, and is right now.
        left: those whose row was left as it was, and why.
    """

    matches: int = 0
    mended: list[str] = field(default_factory=list)
    left: list[Finding] = field(default_factory=list)


def rebuild(
    database: Database, only: str | None = None, progress: Progress = lambda done, of: None
) -> Rebuilt:
    """Make the rows again that are missing or wrong, of all matches or of one alone.

    A match that cannot be read keeps its row, by which its players close it. So does one whose log
    ends before an event that the lists know of, unless it is named by `only`: its operator says
    then that the log is right. Raises `LookupError` where there is no such match.
    """
    done = Rebuilt()
    with database.read() as db:
        known = list(matches_of(db))
    if only is not None:
        known = [(key, match_id) for key, match_id in known if match_id == only]
        if not known:
            raise LookupError(only)
    for key, match_id in known:
        done.matches += 1
        try:
            if _mend(database, key, match_id, shorter=only is not None):
                done.mended.append(match_id)
        except Unsound as bad:
            done.left.append(Finding(match_id, bad.event, bad.problem))
        progress(done.matches, len(known))
    return done


def _mend(database: Database, key: int, match_id: str, *, shorter: bool) -> bool:
    """Whether the row had to be made again. Raises `Unsound`."""
    with database.read() as db:
        if _wrong(db, key, match_id, shorter=shorter) is None:
            return False
    with database.transaction() as db:
        row = _wrong(db, key, match_id, shorter=shorter)
        if row is not None:
            listing.replace(db, key, row)
    return row is not None


def _wrong(db: Connection, key: int, match_id: str, *, shorter: bool) -> listing.Row | None:
    """What the row should be, None where it is that. Raises `Unsound`."""
    expected = row_of(sound(key, match_id, store.raw(db, key)))
    try:
        known = listing.of_match(db, key)
    except (StorageFailure, TypeError, ValueError):  # damaged
        return expected
    if known is not None and known.head > expected.head and not shorter:
        raise Unsound(
            expected.head + 1,
            f"it is missing: the lists know of events up to {known.head}. Where the log is right,"
            f" t42-server rebuild --match {match_id} says so",
        )
    return None if known == expected else expected
