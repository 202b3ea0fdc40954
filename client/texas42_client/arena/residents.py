"""A bot of the house at one seat of a match over HTTP: it listens, looks and moves as if served."""

from __future__ import annotations

from threading import Event, Thread
from typing import NoReturn

from texas42_client.arena.playing import BotFailed
from texas42_client.errors import ClientError
from texas42_client.serving.player import Player

__all__ = ["Resident"]

LISTEN_S = 1


class Resident:
    """A thread in which the bot plays inside the ``with`` block.

    Args:
        player: the bot at its seat.
        called: who it is, in words.
        over: set when its match is over; the first to leave sets it for all who sit there.
    """

    def __init__(self, player: Player, called: str, over: Event) -> None:
        self._player = player
        self._called = called
        self._over = over
        self._error: Exception | None = None
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Resident:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._over.set()
        self._thread.join()

    def look_after(self) -> None:
        """Raises :class:`ClientError` when the bot has failed."""
        if isinstance(self._error, ClientError):
            raise self._error
        if self._error is not None:
            raise BotFailed(
                f"{self._called} failed ({type(self._error).__name__}: {self._error}).",
                "With --debug all that Python said is shown.",
            ) from self._error

    def fail(self, what: str) -> NoReturn:
        """Raise :class:`ClientError` for what it did."""
        raise BotFailed(f"{self._called} {what}.")

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                if self._player.take_turn() is None:
                    self._player.listen(LISTEN_S)
        except Exception as error:  # noqa: BLE001 - told by who looks after it
            self._error = error
