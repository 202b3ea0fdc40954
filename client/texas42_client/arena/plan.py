"""What an arena is asked to play, and refusals of what it cannot."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from texas42_client.arena.keeping import read_head
from texas42_client.arena.setting import resolved, unit_of
from texas42_client.arena.strangers import program_of
from texas42_client.bots import BOTS
from texas42_client.bots.naming import parse_bot

__all__ = ["DEALS", "MATCHES", "Plan", "plan"]

DEALS, MATCHES = 100, 10
SEEDS = 2**32


@dataclass(frozen=True)
class Plan:
    """What is to be played.

    Attributes:
        arena: all that decides how each deal comes out, as the file and the JSON tell it.
        asked: how many deals, or matches.
        jobs: how many processes.
    """

    arena: Mapping[str, Any]
    asked: int
    jobs: int

    @property
    def names(self) -> tuple[str, str]:
        """The first and the second bot."""
        first, second = self.arena["bots"]
        return first, second

    @property
    def plays(self) -> str:
        """`"deals"`, or `"matches"` over HTTP."""
        return str(self.arena["plays"])

    @property
    def unit(self) -> str:
        """`"marks"` or `"points"`."""
        return unit_of(self.arena["rules"])


def plan(  # noqa: PLR0913 - one for each option
    names: tuple[str, str],
    save: Path | None,
    *,
    deals: int | None,
    matches: int | None,
    seed: int | None,
    jobs: int,
    contract: str | None,
    preset: str | None,
    settings: tuple[str, ...],
    http: bool,
) -> Plan:
    """What these options ask for.

    Raises:
        click.UsageError, ClientError: they do not go together, or there is no such bot or rule.
    """
    if http:
        _refuse_with_http(deals=deals, contract=contract, jobs=jobs if jobs > 1 else None)
    elif matches is not None:
        raise click.UsageError("--matches is for whole matches over HTTP: add --http.")
    for name in names:
        _check_bot(name, http=http)
    told = {
        "plays": "matches" if http else "deals",
        "bots": list(names),
        "seed": _seed(seed, save),
        "contract": contract,
        "rules": resolved(preset, settings),
        "version": version("texas42"),
    }
    return Plan(told, (matches or MATCHES) if http else (deals or DEALS), jobs)


def _refuse_with_http(**given: object) -> None:
    """Over HTTP nobody can fix a deal or a contract, and matches follow each other."""
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(
                f"--{name} does not go with --http: no request can fix a deal or a contract, so"
                " whole matches are played, one after the other (--matches)."
            )


def _check_bot(name: str, *, http: bool) -> None:
    try:
        parse_bot(name)
    except ValueError as error:
        if http and program_of(name):
            return
        said, besides = str(error), ""
        if name.partition("@")[0] not in BOTS:
            besides = " Nor is it a command." if http else " With --http it may be a command."
        raise click.UsageError(f"{said[0].upper()}{said[1:]}{besides}") from None


def _seed(asked: int | None, save: Path | None) -> int:
    """As asked, or as the file has it, or any."""
    if asked is not None:
        return asked
    kept = read_head(save) if save is not None else None
    seed = kept.get("seed") if kept else None
    return seed if isinstance(seed, int) else secrets.randbelow(SEEDS)
