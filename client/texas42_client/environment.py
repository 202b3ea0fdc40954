"""What a command works with: who is asking, which server, which match, how to show the answer."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from texas42_client.errors import ApiProblem, ClientError, Unreachable
from texas42_client.exits import ExitStatus

if TYPE_CHECKING:
    from texas42_client.config import Memory, Profile, Store
    from texas42_client.roots import Roots
    from texas42_client.table.style import Style
    from texas42_client.wire.api import Answer, Client
    from texas42_client.wire.outbox import Finished, Outbox

__all__ = ["Environment"]

FEED_PAGES = 50
LIST_PAGES = 40


@dataclass
class Environment:
    """The options that every command shares, and what follows from them, made when first used."""

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    profile_name: str | None = None
    server: str | None = None
    json: bool = False
    plain: bool = False
    debug: bool = False
    _finished: list[Finished] | None = field(default=None, init=False)

    @cached_property
    def store(self) -> Store:
        """The profiles on this computer."""
        from texas42_client.config import Store

        return Store.of_environment(self.environ)

    @cached_property
    def profile(self) -> Profile:
        """Who is asking; raises :class:`ClientError` (NO_PROFILE) when nobody is."""
        from texas42_client.config import choose

        return choose(self.store, self.environ, self.profile_name, self.server)

    @cached_property
    def memory(self) -> Memory:
        """What the profile remembers."""
        return self.store.memory(self.profile.name)

    @cached_property
    def roots(self) -> Roots:
        """The roots of sealed deals that the profile has seen."""
        return self.store.roots(self.profile.name)

    @cached_property
    def style(self) -> Style:
        """How to draw on this output."""
        from texas42_client.table.style import Style

        return Style.of(sys.stdout, plain=self.plain, environ=self.environ)

    @cached_property
    def client(self) -> Client:
        """The server as this player sees it; unanswered moves have been finished first."""
        self.settle()
        return self._connection

    @cached_property
    def _connection(self) -> Client:
        return self.connect(self.profile.server, self.profile.token)

    @cached_property
    def outbox(self) -> Outbox:
        """The player's moves on their way."""
        from texas42_client.wire.outbox import Outbox

        return Outbox(self.store.outbox_folder(self.profile.name), self._connection)

    def settle(self) -> list[Finished]:
        """Finish the unanswered moves of earlier commands, once; what became of them is told."""
        if self._finished is None:
            self._finished = self.outbox.finish()
            for finished in self._finished:
                self._tell(finished)
        return self._finished

    def close(self) -> None:
        """Give the connections back."""
        if "_connection" in vars(self):
            self._connection.close()

    def connect(self, server: str, token: Any = None) -> Client:
        """A client for that server; ``--debug`` shows its requests, never a token."""
        from texas42_client.wire.api import Client

        trace = (lambda line: click.echo(line, err=True)) if self.debug else None
        return Client(server, token, trace=trace)

    def match_id(self, named: str | None = None) -> str:
        """The match that was named (an id, the beginning of one, or a name), or the current one.

        Raises :class:`ClientError` (NO_MATCH, AMBIGUOUS with the list).
        """
        from texas42_client.choosing import choose_match

        if named is None and self.memory.match is not None:
            return self.memory.match
        return choose_match(self.client, self.memory, named)

    def look(self, match: str) -> tuple[list[dict[str, Any]], Answer]:
        """(what happened since the last look, the view's answer); the look is remembered."""
        answer = self.client.view(match)
        return self.since(match, answer), answer

    def glance(self, match: str) -> Answer:
        """The view, with its tag remembered for the next move, but not what led to it."""
        answer = self.client.view(match)
        self.memory.saw_moves(match, int(answer.body["version"]), answer.etag)
        return answer

    def since(self, match: str, answer: Answer) -> list[dict[str, Any]]:
        """The feed since the last look at this match, up to this view, which is remembered.

        Without an answer there is no feed to tell; the view is what counts.
        """
        seen = self.memory.seen(match)
        version = int(answer.body["version"])
        after = seen.version if seen else max(0, version - 6)
        try:
            events = self.feed(match, after)[0] if after < version else []
        except Unreachable:
            events = []
        self.memory.saw(match, version, answer.etag)
        self.keep_root(match, events)
        return [entry for entry in events if entry["seq"] <= version]

    def keep_root(self, match: str, events: Sequence[Mapping[str, Any]]) -> None:
        """Remember the root of the hand that was dealt last in these events, for ``t42 verify``.

        Only a root that was seen while its hand is on binds the server, so nobody need think of
        it. A server that has none, or does not answer, is left in peace.
        """
        from texas42_client.seals import root_of

        dealt = [int(entry["hand"]) for entry in events if entry["type"] == "dealt"]
        if not dealt or self.roots.knows(match, dealt[-1]):
            return
        with suppress(ApiProblem, Unreachable):
            seal = self.client.seal(match, dealt[-1]).body
            root = root_of(seal)
            if root is not None:
                self.roots.keep(match, {dealt[-1]: (root, seal.get("over") is False)})

    def feed(self, match: str, after: int) -> tuple[list[dict[str, Any]], int]:
        """(all feed entries after that seq, the version), page by page."""
        events: list[dict[str, Any]] = []
        for _ in range(FEED_PAGES):
            page = self.client.events(match, after=after)
            events += page.body["events"]
            if not page.body["events"] or events[-1]["seq"] >= page.body["version"]:
                return events, page.body["version"]
            after = events[-1]["seq"]
        return events, after

    def whole(self, answer: Answer, member: str) -> list[dict[str, Any]]:
        """All rows of a list whose first page this is; a note says so where there are yet more."""
        rows = list(answer.body[member])
        for _ in range(LIST_PAGES):
            if answer.next is None:
                return rows
            answer = self.client.page(answer.next)
            rows += answer.body[member]
        if answer.next is not None:
            self.note(f"These are the first {len(rows)}; there are more.")
        return rows

    def show_list(self, member: str, rows: Sequence[Mapping[str, Any]], text: str) -> None:
        """The rows as the server has them with ``--json``, else the text."""
        if self.json:
            self.show_json({member: rows})
        else:
            click.echo(text)

    def show(self, answer: Answer, text: str) -> None:
        """The server's JSON with ``--json``, else the text."""
        click.echo(answer.text.rstrip("\n") if self.json else text)

    def show_table(self, answer: Answer, events: Sequence[Mapping[str, Any]]) -> None:
        """The table from the answer's view, with what just happened and what to type next."""
        from texas42_client.table import render
        from texas42_client.table.offers import examples
        from texas42_client.table.words import say_move

        server = self.profile.server
        self.show(answer, render.table(answer.body, events=events, style=self.style, server=server))
        legal = answer.body["legal_moves"]
        if legal and self.style.drawn and not self.json:
            click.echo("For example: " + "   ".join(f"t42 {say_move(m)}" for m in examples(legal)))

    def show_json(self, value: object) -> None:
        """A JSON document on standard output."""
        click.echo(json.dumps(value, ensure_ascii=False))

    def say(self, line: str) -> None:
        """A sentence, broken where the terminal ends."""
        click.echo(self.style.laid(line))

    def note(self, line: str) -> None:
        """A line beside the answer, on standard error; a command to copy is not broken."""
        from texas42_client.table.style import Style

        whole = ": t42 " in line
        click.echo(line if whole else Style.of(sys.stderr).laid(line), err=True)

    def refuse(self, error: ClientError) -> None:
        """Say what was wrong and what would be right; with ``--json`` the problem on stdout."""
        from texas42_client.refusals import refusal
        from texas42_client.wire.secret import conceal

        if self.json and isinstance(error, ApiProblem):
            self.show_json(error.members)
        for line in refusal(self._nameless() if self._is_nameless(error) else error):
            self.note(conceal(line))

    def _is_nameless(self, error: ClientError) -> bool:
        """True when a token was asked for and the player has none."""
        asked = error.exit_status is ExitStatus.UNAUTHENTICATED
        return asked and "profile" in vars(self) and self.profile.token is None

    def _nameless(self) -> ClientError:
        server = self.profile.server
        return ClientError(
            f"You have no name on {server} yet.", f"Take one: t42 register NAME --server {server}"
        )

    def _tell(self, finished: Finished) -> None:
        from texas42_client.table.words import say_move

        move = f"Your earlier move ({say_move(finished.pending.move)}) had not been answered"
        if finished.problem is not None:
            self.note(f"{move}; it was refused: {finished.problem.message}")
        elif finished.answer is not None and finished.answer.replayed:
            self.note(f"{move}; it had arrived.")
        else:
            self.note(f"{move}; it has been made now.")
