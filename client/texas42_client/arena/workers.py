"""Rows of an arena played by several processes, in whatever order they become ready."""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Generator, Iterable
from contextlib import ExitStack, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from texas42_client.arena.endings import say_ending
from texas42_client.errors import ClientError

__all__ = ["Game", "rows"]

STOP_S = 5.0

Row = dict[str, Any]
Answer = tuple[Row | None, ClientError | None, str]
"""A row, or a refusal and what Python said of it."""


class Game(Protocol):
    """What is played: a row for each number, which depends on nothing else. It is pickled."""

    def row(self, number: int) -> Row:
        """What came of it."""


def rows(game: Game, numbers: Iterable[int], jobs: int) -> Generator[Row, None, None]:
    """A row for each number; with one job in this process, with more in so many others.

    Raises:
        ClientError: what the game raised, or that a process ended before it had answered.
    """
    wanted = list(numbers)
    jobs = min(jobs, len(wanted))
    if jobs <= 1:
        yield from map(game.row, wanted)
        return
    resource_tracker.ensure_running()  # which, begun later, would let Ctrl-C through to a worker
    with ExitStack() as stack:
        crew = [stack.enter_context(_Worker(game)) for _ in range(jobs)]
        waiting = iter(wanted)
        busy = {worker.pipe: worker for worker in crew if worker.ask(next(waiting, None))}
        while busy:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                row = busy[pipe].answer()
                if not busy[pipe].ask(next(waiting, None)):
                    del busy[pipe]
                yield row


class _Worker:
    """A process that is asked for one row after the other."""

    def __init__(self, game: Game) -> None:
        # A fork would share locks and threads of this process in whatever state they are.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._number: int | None = None
        self._process: BaseProcess = context.Process(target=_work, args=(theirs, game), daemon=True)
        # Ctrl-C is for the process that asks; those it starts never see it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *exc: object) -> None:
        self._process.terminate()
        self._process.join(STOP_S)
        self._process.kill()
        self.pipe.close()

    def ask(self, number: int | None) -> bool:
        """Ask for a row; whether there was one left to ask for."""
        self._number = number
        if number is not None:
            with suppress(ConnectionError):  # whether it still lives tells its answer
                self.pipe.send(number)
        return number is not None

    def answer(self) -> Row:
        """The row that was asked for."""
        try:
            row, failure, told = self.pipe.recv()
        except (EOFError, ConnectionError):
            self._process.join(STOP_S)
            raise ClientError(
                f"A process of the arena ended in the middle of deal {self._number}"
                f" ({say_ending(self._process.exitcode)}).",
                "With --jobs 1 Python's own words are seen.",
            ) from None
        if failure is not None:
            raise failure from _Elsewhere(told)
        answer: Row = row
        return answer


class _Elsewhere(Exception):  # noqa: N818 - says where
    """What Python said in another process."""


def _work(pipe: Connection, game: Game) -> None:
    """Answer until nobody asks any more, or is there to be answered."""
    with suppress(EOFError, ConnectionError):
        while True:
            number = pipe.recv()
            try:
                answer: Answer = game.row(number), None, ""
            except ClientError as error:
                answer = None, _alone(error), traceback.format_exc()
            pipe.send(answer)


def _alone(error: ClientError) -> ClientError:
    """The refusal without what led to it, which may not be fit to travel."""
    return type(error)(error.message, error.hint, error.exit_status)
