"""Keeping what was measured in `docs/performance.md`: the last run, and a line for each."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.figures import Figure, amount, cells, machine, ratio
from bench.worker import ROOT

PAGE = ROOT / "docs" / "performance.md"
LAST = ("<!-- the last recorded run -->", "<!-- its end -->")
RUNS = "<!-- a line for each recorded run goes before this one -->"

COLUMNS = {
    "hands.random": "hands/s",
    "engine.random": "engine",
    "games.hearts": "hearts",
    "games.bridge": "bridge",
    "replay.whole": "replay ms",
    "append.wal": "append",
    "eventsourcing.append": "e.s. append",
    "eventsourcing.rebuild": "e.s. rebuild",
    "disk.with_keys": "KB",
    "get.warm": "get",
    "get.warm.loaded": "get 16",
    "move.wal": "move",
    "writers.http": "writers",
    "wait.woken": "woken ms",
}
"""The figures that have a column in the line of a run, and its head."""

MEASURED = {"hands.random", "replay.whole", "disk.with_keys", "wait.woken"}
"""Those of which the value stands there; of the others it is the ratio."""


def record(figures: Sequence[Figure], page: Path = PAGE) -> None:
    """Write a run into the page. Raises `ValueError` where its places are not to be found."""
    text = page.read_text(encoding="utf-8")
    before, found, rest = text.partition(LAST[0])
    _, ended, after = rest.partition(LAST[1])
    if not (found and ended and RUNS in after):
        raise ValueError(f"{page} has lost the places where runs are recorded")
    after = after.replace(RUNS, f"{_line(figures)}\n{RUNS}")
    page.write_text(f"{before}{LAST[0]}\n{_whole(figures)}\n{LAST[1]}{after}", encoding="utf-8")


def occasion() -> str:
    """When, at which commit and on what something was measured: a line for a page."""
    here = machine()
    return (
        f"{_today()}, commit {_commit()}: {here['implementation']} {here['python']},"
        f" SQLite {here['sqlite']}, {here['system']} {here['processor']}, {here['cores']} cores."
    )


def _whole(figures: Sequence[Figure]) -> str:
    lines = [
        occasion(),
        "",
        "| figure | measured | beside | ratio | goal | |",
        "|---|---:|---:|---:|---|---|",
    ]
    lines += [f"| `{figure.name}` | {' | '.join(cells(figure))} |" for figure in figures]
    return "\n".join(lines)


def _line(figures: Sequence[Figure]) -> str:
    known = {figure.name: figure.values for figure in figures}
    row = [_today(), _commit()]
    for name in COLUMNS:
        values = known.get(name)
        if values is None:
            row.append("–")
        elif name in MEASURED:
            row.append(amount(values.measured))
        else:
            row.append(ratio(values.ratio))
    return f"| {' | '.join(row)} |"


def heads() -> str:
    """The head of the table of runs."""
    names = ("date", "commit", *COLUMNS.values())
    return f"| {' | '.join(names)} |\n|---|---|{'---:|' * len(COLUMNS)}"


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _commit() -> str:
    """The commit that is checked out, with a + where files differ from it."""
    told = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--exclude=*"],
        check=False,
        capture_output=True,
        text=True,
    )
    return told.stdout.strip() or "unknown"
