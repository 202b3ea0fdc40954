"""What a waiting person sees: one changing line on a terminal, a line for each step elsewhere."""

from __future__ import annotations

import sys
from typing import Self

import click

CLEAR = "\r\x1b[K"


class Progress:
    """Tells on standard error which of how many groups is being measured."""

    def __init__(self, groups: int) -> None:
        self._groups = groups
        self._number = 0
        self._name = ""
        self._terminal = sys.stderr.isatty()

    def group(self, name: str) -> None:
        """The next group begins."""
        self._number += 1
        self._name = name
        self._show("…")

    def say(self, what: str) -> None:
        """The group comes to this."""
        self._show(what)

    def count(self, done: int, of: int, what: str) -> None:
        """So many of so many things are done: on a terminal each is told, elsewhere each tenth."""
        if self._terminal or done * 10 // of > (done - 1) * 10 // of:
            self._show(f"{what} {done} of {of}")

    def _show(self, what: str) -> None:
        line = f"[{self._number}/{self._groups}] {self._name}: {what}"
        click.echo(f"{CLEAR}{line}" if self._terminal else line, err=True, nl=not self._terminal)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal:
            click.echo(CLEAR, err=True, nl=False)
