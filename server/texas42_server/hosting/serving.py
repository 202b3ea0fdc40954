"""Serving the application with granian, in this one process.

Left to itself granian shares a taken port with another server (SO_REUSEPORT), does not tell the
real port for port 0, keeps open waits for ten seconds at the end, and leaves its worker process
serving when the main one is killed. Here the socket is bound before granian sees it, the worker
is a thread of this process, and the application's stop event is set before the worker is stopped.
"""

from __future__ import annotations

import faulthandler
import http.client
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server.common import AbstractServer
from granian.server.mt import MTServer

from texas42_server.hosting.listening import BACKLOG, reachable_address, url_of

if TYPE_CHECKING:
    from flask import Flask

    from texas42_server.config import Config

GRACE_S = 2.0
"""How many seconds the open requests get after the order to stop."""

LAST_S = 8.0
"""How many seconds after that order the process is ended by force, saying where it stood."""

START_S = 15.0
"""How many seconds `/healthz` gets to answer for the first time."""

_TO_OUR_LOG: dict[str, Any] = {
    "handlers": {},
    "loggers": {name: {"propagate": True} for name in ("_granian", "granian.access")},
}
"""What granian has to say goes where everything else goes."""


class DidNotStart(Exception):  # noqa: N818 - what happened
    """The server could not be brought to answer, or its worker died."""


class _Bell:
    """What wakes the main thread, with the methods of an event that granian calls.

    An event will not do. `set` may be called by a signal's handler, so it must take no lock that
    the main thread may hold. And the system may give a signal to one of granian's threads, which
    know nothing of Python: then only what is written to the wake-up descriptor reaches us.
    """

    def __init__(self) -> None:
        self._hear, self._ring = os.pipe()
        os.set_blocking(self._ring, False)

    def set(self) -> None:
        """Ring."""
        with suppress(BlockingIOError):  # it has rung often enough
            os.write(self._ring, b"!")

    def wait(self) -> None:
        """Until it has rung, or a signal that has a handler has arrived. For the main thread."""
        signal.set_wakeup_fd(self._ring, warn_on_full_buffer=False)
        select.select([self._hear], [], [])


class _Server(MTServer):
    """granian with its worker as a thread, on a socket that is bound already."""

    _sfd: Any
    _shd: Any
    wrks: list[Any]

    def __init__(self, listener: socket.socket, threads: int, stopping: threading.Event) -> None:
        super().__init__(
            "texas42_server",
            interface=Interfaces.WSGI,
            http=HTTPModes.http1,
            websockets=False,
            backlog=BACKLOG,
            blocking_threads=threads,
            log_level=LogLevels.error,
            log_dictconfig=_TO_OUR_LOG,
        )
        self._listener = listener
        self._stopping = stopping
        self.main_loop_interrupt: Any = _Bell()

    def serve_app(self, app: Callable[..., Any]) -> None:
        """Serve until SIGTERM, SIGINT or SIGHUP. Raises `SystemExit` when the worker died."""
        AbstractServer.serve(self, target_loader=lambda: app, wrap_loader=False)

    def stop(self) -> None:
        """Have the main thread end it all."""
        self.main_loop_interrupt.set()

    def signal_handler_interrupt(self, *_args: Any, **_kwargs: Any) -> None:
        self.stop()

    def _serve_loop(self, *_: Any) -> None:
        """Until a signal, or the worker's end; then the requests that wait end, too."""
        self.main_loop_interrupt.wait()
        faulthandler.dump_traceback_later(LAST_S, exit=True)
        self._stopping.set()

    signal_handler_reload = signal_handler_interrupt

    def _check_gil(self) -> None:
        """A worker thread serves under the GIL as well as a worker process does."""

    def _init_shared_socket(self) -> None:
        self._sfd = self._listener.detach()  # granian closes it
        holder: Any = SocketHolder  # granian's stub leaves its arguments out
        self._shd = holder(self._sfd, False, BACKLOG)

    def _stop_workers(self) -> None:
        for worker in self.wrks:
            worker.terminate()
        for worker in self.wrks:
            worker.join(GRACE_S)
        self.wrks.clear()


def serve(
    app: Flask, config: Config, listener: socket.socket, announce: Callable[[str], None]
) -> NoReturn:
    """Serve `app` on `listener` until a signal ends it, and this process with it (status 0).

    `announce` gets the URL once the app answers. `app.extensions["stopping"]` is a
    `threading.Event` that is set before the requests still open are given `GRACE_S` to end. Runs
    in the main thread. Raises `DidNotStart`.
    """
    stopping: threading.Event = app.extensions.setdefault("stopping", threading.Event())
    server = _Server(listener, config.threads, stopping)
    url, address = url_of(listener, config.host), reachable_address(listener)
    problems: list[str] = []

    def watch_start() -> None:
        if _answers(address, stopping):
            announce(url)
        elif not stopping.is_set():
            problems.append(f"The server at {url} does not answer; see the messages above.")
            server.stop()

    threading.Thread(target=watch_start, name="start", daemon=True).start()
    try:
        server.serve_app(app)
    except SystemExit:
        problems.append("The server's worker ended by itself; see the messages above.")
    if problems:
        raise DidNotStart(problems[0])
    _leave_at_once()


def _answers(address: tuple[str, int], stopping: threading.Event) -> bool:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and not stopping.is_set():
        connection = http.client.HTTPConnection(*address, timeout=START_S)
        try:
            connection.request("GET", "/healthz", headers={"Connection": "close"})
            if connection.getresponse().status == 200:
                return True
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
        stopping.wait(0.02)
    return False


def _leave_at_once() -> NoReturn:
    """End the process without Python's own farewell, in which granian's idle threads abort it.

    A request that is still open is cut off: what it had not committed, it has not done.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
