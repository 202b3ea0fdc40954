"""Ending with the process that started the server, however that one ended."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

_POLL_S = 0.25


def when_parent_ends(act: Callable[[], None]) -> None:
    """Call `act` in a thread of its own once this process has lost its parent."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_POLL_S)
        act()

    threading.Thread(target=watch, name="parent", daemon=True).start()
