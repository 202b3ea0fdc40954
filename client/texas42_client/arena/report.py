"""The figures of an arena, out of the rows of its deals (or, over HTTP, of its matches)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from texas42_client.arena.statistics import Measured, mcnemar, mean, quantile, share

__all__ = ["Contracts", "Report", "Side", "Times", "report"]

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Contracts:
    """Contracts that a bot bid, and how many of them it made."""

    bid: int
    made: int


@dataclass(frozen=True)
class Times:
    """Seconds that a bot thought about a move, of those where it had a choice."""

    moves: int
    mean: float
    p50: float
    p99: float
    longest: float


@dataclass(frozen=True)
class Side:
    """What one bot did.

    Attributes:
        gained: marks, or points where they win the match.
        hands: hands won: its own contracts made and the other's set.
        won: deals that it won at both tables; over HTTP, matches that it won.
        contracts: those it bid.
        kinds: the same by what was bid: `"30"` to `"41"`, `"1 mark"`, `"nello"`…
        times: None where they were not taken.
    """

    gained: int
    hands: int
    won: int
    contracts: Contracts
    kinds: Mapping[str, Contracts]
    times: Times | None


@dataclass(frozen=True)
class Report:
    """How two bots did against each other.

    Attributes:
        played: deals, or matches.
        sides: the first bot's and the second's.
        passed_out: hands that all passed, which count for nobody.
        split: deals that each bot won at one table; None over HTTP.
        share: the first's part of all marks.
        lead: marks of the first less those of the second, a deal.
        p: of McNemar's test over the deals won at both tables, over HTTP of the sign test over
            matches.
    """

    played: int
    sides: tuple[Side, Side]
    passed_out: int
    split: int | None
    share: Measured | None
    lead: Measured | None
    p: float


def report(rows: Iterable[Row]) -> Report:
    """The figures; rows in the order of their numbers or in any other."""
    ordered = sorted(rows, key=lambda row: int(row["number"]))
    mirrored = all("tables" in row for row in ordered)
    hands = [hand for row in ordered for hand in row["tables" if mirrored else "hands"]]
    units = [_winner_of_deal(row) if mirrored else row["winner"] for row in ordered]
    pairs = [_gained(row["tables"]) if mirrored else tuple(row["gained"]) for row in ordered]
    first, second = units.count(0), units.count(1)
    return Report(
        played=len(ordered),
        sides=(_side(0, pairs, hands, first), _side(1, pairs, hands, second)),
        passed_out=sum(hand["contract"] is None for hand in hands),
        split=units.count("split") if mirrored else None,
        share=share(pairs),
        lead=mean([ours - theirs for ours, theirs in pairs]),
        p=mcnemar(first, second),
    )


def _gained(hands: Sequence[Row]) -> tuple[int, int]:
    return sum(hand["gained"][0] for hand in hands), sum(hand["gained"][1] for hand in hands)


def _winner(hand: Row) -> int | None:
    """Who won a hand: the bidders if they made it, else the others; None when all passed."""
    if hand["contract"] is None:
        return None
    by = int(hand["contract"]["by"])
    return by if hand["made"] else 1 - by


def _winner_of_deal(row: Row) -> int | str | None:
    """Who won a deal from both ends, `"split"` when each did once, None when all passed in one."""
    here, there = map(_winner, row["tables"])
    if here is None or there is None:
        return None
    return here if here == there else "split"


def _side(bot: int, pairs: Sequence[tuple[int, int]], hands: Sequence[Row], won: int) -> Side:
    bid: Counter[str] = Counter()
    made: Counter[str] = Counter()
    micros: list[int] = []
    for hand in hands:
        micros += hand["micros"][bot] if "micros" in hand else ()
        contract = hand["contract"]
        if contract is not None and contract["by"] == bot:
            bid[said(contract)] += 1
            made[said(contract)] += bool(hand["made"])
    return Side(
        gained=sum(pair[bot] for pair in pairs),
        hands=sum(_winner(hand) == bot for hand in hands),
        won=won,
        contracts=Contracts(bid.total(), made.total()),
        kinds={kind: Contracts(bid[kind], made[kind]) for kind in sorted(bid, key=_level)},
        times=_times(micros),
    )


def said(contract: Row) -> str:
    """`"30"`, `"1 mark"`, `"2 marks"`, `"nello, 2 marks"`: what was bid, trump left aside."""
    if contract["points"] is not None:
        return str(contract["points"])
    marks = f"{contract['marks']} mark{'s' if contract['marks'] > 1 else ''}"
    return marks if contract["kind"] == "marks" else f"{contract['kind']}, {marks}"


def _level(kind: str) -> tuple[bool, str]:
    """Points before marks, specials last."""
    return not kind.isdigit(), kind


def _times(micros: list[int]) -> Times | None:
    if not micros:
        return None
    ordered = [micro / 1e6 for micro in sorted(micros)]
    return Times(
        moves=len(ordered),
        mean=fmean(ordered),
        p50=quantile(ordered, 0.5),
        p99=quantile(ordered, 0.99),
        longest=ordered[-1],
    )
