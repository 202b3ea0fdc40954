"""Telling the player through other channels of this computer: a bell for `t42 watch`.

apprise knows the channels. It is an extra, because few need it and it is large.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table.text import clean

__all__ = ["Notifier"]


class Notifier:
    """Says whose turn it is in which match, and nothing else."""

    def __init__(self, addresses: Sequence[str]) -> None:
        """``addresses`` are apprise's, such as ``ntfy://topic``; they may hold passwords.

        Raises :class:`ClientError` (USAGE) when apprise is missing or does not know one of them;
        it is not repeated.
        """
        try:
            from apprise import Apprise
        except ImportError:
            raise ClientError(
                "Notifications need apprise, which is not installed.",
                "pip install 'texas42[notify]'",
                ExitStatus.USAGE,
            ) from None
        # Its warnings go to standard error, and repeat parts of addresses.
        logging.getLogger("apprise").setLevel(logging.CRITICAL + 1)
        self._apprise = Apprise()
        for number, address in enumerate(addresses, 1):
            if not self._apprise.add(address):
                raise ClientError(
                    f"The address of --notify number {number} is none that apprise knows.",
                    "They look like ntfy://topic or mailto://…; its documentation lists them.",
                    ExitStatus.USAGE,
                )

    def tell(self, view: Mapping[str, Any]) -> bool:
        """Say whose turn it is in the match of this view; whether every channel took it."""
        player = view["seats"][view["turn"]]["player"]
        said = f"It is {clean(player)}'s turn in {clean(view['name'])}."
        return bool(self._apprise.notify(body=said, title="Texas 42"))
