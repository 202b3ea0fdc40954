"""One deal at two tables in this process: every seat has a bot of its own, and sees its own view.

A bot hears what its stream was sent, and looks when a bot that is served looks: when its turn has
come, and after its move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from texas42 import FinishedHand, Rules, Seat, parse_move
from texas42_client.arena.deals import Deal
from texas42_client.arena.forced import Forced
from texas42_client.arena.tables import Table
from texas42_client.bots import Bot
from texas42_client.bots.naming import parse_bot
from texas42_client.errors import ClientError

__all__ = ["BotFailed", "Mirror"]

NewBot = Callable[[Any], Bot]
Row = dict[str, Any]

PAIRS = ("A+C", "B+D")


class BotFailed(ClientError):  # noqa: N818 - says what has happened
    """A bot raised something, or answered with what it may not do."""


@dataclass(frozen=True)
class Mirror:
    """Plays deals twice: first the first bot has A and C and the other B and D, then reversed.

    Attributes:
        names: of the first and of the second bot, as `parse_bot` reads them.
        seed: of the deals, and of the bots' chances.
        rules: the settings of every hand.
        contract: what `Forced` reads; `None` leaves the auction to the bots.
    """

    names: tuple[str, str]
    seed: int
    rules: Mapping[str, Any]
    contract: str | None = None

    def row(self, number: int) -> Row:
        """What came of that deal: the outcome and the times at each of its tables.

        Raises:
            BotFailed: a bot did.
        """
        deal = Deal(self.seed, number)
        tables = [self._table(deal, at_first) for at_first in (0, 1)]
        return {"number": number, "tables": tables}

    def _table(self, deal: Deal, at_first: int) -> Row:
        """One table; `at_first` is the bot that has A and C: 0 the first, 1 the second."""
        table = Table(deal, Rules.from_record(self.rules))
        match = table.match
        if self.contract is not None:
            Forced.of(self.contract).settle(table)
        new = [parse_bot(name) for name in self.names]
        owners = [(at_first + seat) % 2 for seat in match.table.seats]
        bots = [
            _Seated(new[owner](deal.chance(seat)), self.names[owner], seat, deal)
            for seat, owner in zip(match.table.seats, owners, strict=True)
        ]
        while match.turn is not None:
            bots[match.turn].move(table)
        micros: list[list[int]] = [[], []]
        for owner, bot in zip(owners, bots, strict=True):
            micros[owner] += bot.micros
        return {"first": PAIRS[at_first], **outcome(match.hands[-1], owners), "micros": micros}


def outcome(finished: FinishedHand, owners: list[int]) -> Row:
    """The contract, whose it was, and what the hand brought the first and the second bot."""
    contract, made = finished.hand.contract, finished.hand.made
    gained = [finished.gained[owners.index(0)], finished.gained[owners.index(1)]]
    if contract is None:
        return {"contract": None, "made": None, "gained": gained}
    assert contract.declaration is not None
    told = {
        "by": owners[contract.bidder],
        "kind": contract.kind.name,
        "points": contract.bid.points,
        "marks": contract.bid.marks,
        "trump": contract.declaration.trump.value,
    }
    return {"contract": told, "made": made, "gained": gained}


class _Seated:
    """A bot at its seat.

    `micros` are the millionths of a second for which it thought about each of its moves, of those
    where it had a choice.
    """

    def __init__(self, bot: Bot, name: str, seat: Seat, deal: Deal) -> None:
        self.micros: list[int] = []
        self._bot = bot
        self._name = name
        self._seat = seat
        self._deal = deal
        self._heard = 0

    def move(self, table: Table) -> None:
        """Make a move; this seat is on turn."""
        shown, sent = table.view(self._seat), table.sent(self._seat, self._heard)
        self._heard = shown["version"]
        began = time.perf_counter_ns()
        self._guarded(self._bot.hear, sent)
        self._guarded(self._bot.look, shown)
        body = self._guarded(self._bot.choose, shown)
        took = time.perf_counter_ns() - began
        if body not in shown["legal_moves"]:
            self._fail(f"answered {body!r}, which is not one of its legal moves")
        if len(shown["legal_moves"]) > 1:
            self.micros.append(took // 1000)
        table.make(parse_move(body))
        self._guarded(self._bot.look, table.view(self._seat))

    def _guarded(self, ask: Callable[[Any], Any], shown: object) -> Any:
        try:
            return ask(shown)
        except Exception as error:  # noqa: BLE001 - whatever a bot does, say which and where
            said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            self._fail(f"failed ({said})", error)

    def _fail(self, what: str, cause: Exception | None = None) -> NoReturn:
        where = f"at seat {'ABCD'[self._seat]} of deal {self._deal.number}"
        raise BotFailed(
            f"{self._name} {where} {what}.", "With --debug all that Python said is shown."
        ) from cause
