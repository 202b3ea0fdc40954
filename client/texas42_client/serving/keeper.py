"""``t42 bot``: a bot that serves all seats of its player with one question that waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from math import ceil, inf
from random import Random
from typing import Any

from texas42_client.bots.naming import parse_bot
from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.serving.accepting import Accept
from texas42_client.serving.breath import Breath
from texas42_client.serving.delay import Delay
from texas42_client.serving.player import Player, Turn
from texas42_client.serving.seats import Row, Seat, called, is_outage
from texas42_client.serving.stopping import Stop, Stopped
from texas42_client.serving.taking import Taker
from texas42_client.table.text import clean
from texas42_client.thinking.chance import Chance
from texas42_client.wire.api import Answer, Client
from texas42_client.wire.patience import Patience

__all__ = ["SeatKeeper"]

QUICK_S, SLOW_S = 0.1, 5.0
"""Between two questions where the server lets none wait."""
WAIT_S, HEARING_S = 50, 30
"""How long a question waits: where it is our turn, and what happens at the only table."""
SURVEY_S, SELDOM_S = 3.0, 60.0
"""Between two looks at all matches: while seats may be taken or the end is near, and otherwise."""
ASIDE_S, LONGEST_ASIDE_S = 15.0, 600.0
ENDED = ("finished", "cancelled", "closed")
MOST_MATCHES = 1000


class SeatKeeper:
    """Serves every seat of one player.

    Args:
        client: speaks for the player.
        kind: a name that `parse_bot` reads.
        chance: for choices between equals.
        delay: between a turn and its answer.
        accept: which of the seats that are kept for the player to take; None for none.
        say: gets a line for everything that happens.
        told: gets every move that was made.
        clock: seconds, never going back.
    """

    def __init__(  # noqa: PLR0913 - what it is made of, each by its name
        self,
        client: Client,
        kind: str,
        chance: Chance,
        *,
        delay: Delay,
        accept: Accept | None,
        say: Callable[[str], None],
        told: Callable[[str, Turn], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._new_bot = parse_bot(kind)
        self._chance = chance
        self._delay = delay
        self._delay_chance = Random()
        self._taker = None if accept is None else Taker(client, accept, say)
        self._say = say
        self._told = told
        self._clock = clock
        self._patience = Patience(QUICK_S, SLOW_S, say=say, clock=clock)
        self._seats: dict[str, Seat] = {}
        self._etag: str | None = None
        self._lists: dict[str, Answer] = {}
        self._next_ask = self._next_survey = -inf
        self._breath = Breath(clock)
        self._may_wait = True

    def run(self, stop: Stop, *, stay: bool) -> None:
        """Play until every match has ended, or with ``stay`` until told to stop.

        Raises :class:`ClientError` for what no patience mends, such as a dead token.
        """
        often = SELDOM_S if stay and self._taker is None else SURVEY_S
        try:
            while not stop.is_set():
                surveyed = self._clock() >= self._next_survey and self._survey(often)
                if surveyed and not stay and not self._seats:
                    return
                self._move_where_due(stop)
                self._listen(stop)
        except Stopped:
            return

    # Whose turn it is

    def _listen(self, stop: Stop) -> None:
        """Ask, for as long as nothing else is due; a server that is to be left in peace is."""
        now = self._clock()
        if self._next_survey <= now:
            return
        due = min((seat.due for seat in self._seats.values() if seat.due is not None), default=inf)
        if self._next_ask > now or due - now < 1:
            ask = self._next_ask if self._next_ask > now else inf
            stop.sleep(max(0.0, min(due, self._next_survey, ask) - now))
            return
        wait = int(min(WAIT_S, due - now, max(1, ceil(self._next_survey - now))))
        alone = self._only_seat()
        if alone is None:
            self._ask_whose_turn(stop, wait)
        elif not self._ask_whose_turn(stop, None):
            self._guarded(alone, partial(self._hear, stop, alone, min(wait, HEARING_S)))

    def _only_seat(self) -> Seat | None:
        """The seat whose bot may hear what happens at its table: the only one, if all is well."""
        if len(self._seats) != 1 or not self._may_wait or not self._breath.has_any():
            return None
        (seat,) = self._seats.values()
        return None if seat.failures else seat

    def _ask_whose_turn(self, stop: Stop, wait: int | None) -> bool:
        """Ask where it is our turn; whether there is anything to do about the answer."""
        ask = partial(
            self._client.my_matches, turn="mine", limit=MOST_MATCHES, etag=self._etag, wait=wait
        )
        if wait is not None:
            answer = self._wait(stop, ask, news=lambda answer: not answer.not_modified)
        elif (answer := self._patience.once(ask)) is None:
            self._next_ask = self._clock() + self._patience.pause
        if answer is None or answer.not_modified:
            return answer is None
        self._etag = answer.etag
        self._notice(answer.body["matches"])
        return bool(answer.body["matches"])

    def _hear(self, stop: Stop, seat: Seat, wait: int) -> None:
        """Wait for what happens at the only table, so that its bot is sent every play (R6.8)."""
        self._breath.spend()
        listen = partial(seat.player.listen, wait)
        self._wait(stop, listen, news=lambda answer: bool(answer.body["events"]))

    def _wait(
        self, stop: Stop, ask: Callable[[], Answer], news: Callable[[Answer], bool]
    ) -> Answer | None:
        """The answer to a question that waits; None while the server is away."""
        with stop.breakable():
            answer = self._patience.ask(ask, news)
        self._next_ask = self._clock() + self._patience.pause
        self._may_wait = answer is not None and answer.waited is not None
        return answer

    def _notice(self, rows: list[Row]) -> None:
        """Take in where it is our turn; when each answer is due is settled before any thought."""
        now, ours, fresh = self._clock(), {row["id"] for row in rows}, []
        for match, seat in self._seats.items():
            if match not in ours:
                seat.due, seat.failures = None, 0
        for row in rows:
            seat = self._seat(row)
            if seat.due is None or seat.version != row["version"]:
                seat.version, seat.failures = row["version"], 0
                seat.due = now + self._delay.draw(self._delay_chance)
                fresh.append(seat)
        for seat in fresh:
            if not self._is_away():
                self._guarded(seat, seat.player.think)

    # Moving

    def _move_where_due(self, stop: Stop) -> None:
        """Make every move whose time has come."""
        for match, seat in list(self._seats.items()):
            if stop.is_set():
                return
            if seat.due is None or seat.due > self._clock():
                continue
            if self._is_away():
                seat.due = self._next_ask
            else:
                self._guarded(seat, partial(self._move, match, seat))

    def _is_away(self) -> bool:
        """Whether the server has just failed to answer at one seat: the others need not ask."""
        return self._patience.away and self._next_ask > self._clock()

    def _move(self, match: str, seat: Seat) -> None:
        turn = seat.player.take_turn()
        if turn is None:  # somebody was faster; the list will tell
            seat.due = self._clock() + ASIDE_S
            return
        seat.due, seat.failures = None, 0
        self._told(match, turn)
        if turn.view["status"] in ENDED:
            self._next_survey = self._clock()

    def _guarded(self, seat: Seat, step: Callable[[], object]) -> None:
        """Do something at one seat; whatever goes wrong there leaves the others alone."""
        try:
            step()
        except ClientError as error:
            if error.exit_status is ExitStatus.UNAUTHENTICATED:
                raise
            if is_outage(error):
                self._patience.missed(error)
                seat.due = self._next_ask = self._clock() + self._patience.pause
            else:
                self._set_aside(seat, error.message)
        except Exception as error:  # noqa: BLE001 - a bot that cannot read one table plays the rest
            self._set_aside(seat, f"the bot cannot read this table ({type(error).__name__}).")

    def _set_aside(self, seat: Seat, reason: str) -> None:
        """Try again later, and seldomer each time; at once when something happens there."""
        if not seat.failures:
            self._say(f"{seat.name}: {clean(reason)} Left alone for a while.")
        seat.failures += 1
        pause = min(ASIDE_S * 2 ** (seat.failures - 1), LONGEST_ASIDE_S)
        seat.due = self._clock() + pause

    # All matches

    def _survey(self, often: float) -> bool:
        """Look at all matches: sit down where asked to, part with what has ended.

        Whether the server answered.
        """
        found: list[Row] = []
        for status in ("open", "active"):
            rows = self._list(status)
            if rows is None:
                self._next_survey = self._next_ask = self._clock() + self._patience.pause
                return False
            found += rows
        self._next_survey = self._clock() + often
        for row in found:
            if row["you"] is not None:
                self._seat(row)
        there = {row["id"] for row in found}
        for match in [match for match in self._seats if match not in there]:
            self._part(match)
        if self._taker is not None:
            self._take_seats(self._taker, found)
        return True

    def _list(self, status: str) -> list[Row] | None:
        """All our matches of this status, or None while the server does not answer."""
        known = self._lists.get(status)
        etag = None if known is None else known.etag
        answer = self._patience.once(
            lambda: self._client.my_matches(status=status, limit=MOST_MATCHES, etag=etag)
        )
        if answer is None:
            return None
        if known is None or not answer.not_modified:
            known = self._lists[status] = answer
        rows: list[Row] = known.body["matches"]
        return rows

    def _take_seats(self, taker: Taker, rows: list[Row]) -> None:
        try:
            for row in taker.take(rows, len(self._seats)):
                self._seat(row)
        except ClientError as error:
            if not is_outage(error):
                raise
            self._patience.missed(error)

    def _part(self, match: str) -> None:
        """Say how a match has ended that is in no list any more, or that the seat is lost."""
        try:
            answer = self._patience.once(lambda: self._client.view(match))
        except ApiProblem as problem:
            if problem.exit_status is ExitStatus.UNAUTHENTICATED:
                raise
            view: Mapping[str, Any] = {"you": None}
        else:
            if answer is None:
                return
            view = answer.body
        if view["you"] is not None and view["status"] not in ENDED:
            return
        seat = self._seats.pop(match)
        if view["you"] is None:
            self._say(f"{seat.name}: the seat is not ours any more.")
        else:
            marks = " to ".join(str(n) for n in (view["marks"] or {}).values())
            self._say(f"{seat.name}: {view['status']}" + (f", {marks}." if marks else "."))

    def _seat(self, row: Row) -> Seat:
        match = row["id"]
        if match not in self._seats:
            player = Player(self._client, match, self._new_bot(self._chance))
            self._seats[match] = Seat(called(row), player)
        return self._seats[match]
