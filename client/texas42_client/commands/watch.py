"""Following a match: one question that waits at the server until something has happened."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.table import render
from texas42_client.table.facts import Facts

if TYPE_CHECKING:
    from texas42_client.notify import Notifier
    from texas42_client.wire.api import Answer

ENDED = ("finished", "cancelled", "closed")
LONGEST_PAUSE = 15.0
WAIT_S = 50
"""Seconds that one question waits; proxies give up on silence after a minute."""
TABLE_STANDS = ("bid", "pass", "declare", "play", "dealt")
"""What happens without anybody sitting down, leaving, or the match ending."""

Entry = dict[str, Any]


@command(
    "watch",
    short_help="Follow the match until it is your turn.",
    examples="""
    t42 watch
    t42 watch --on      # go on when it is your turn
    t42 watch 9f1c --json
    t42 watch --on --notify ntfy://my-secret-topic
    """,
)
@click.argument("match", required=False)
@click.option("--on", "keep_on", is_flag=True, help="Go on when it is your turn.")
@click.option(
    "--interval",
    type=click.FloatRange(min=0.2),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="Where the server lets no question wait: the pause after something has happened; it grows"
    " to 15 while nothing does.",
)
@click.option(
    "--notify",
    "addresses",
    multiple=True,
    metavar="URL",
    help="Say there, too, when your turn comes: any address of apprise's, such as ntfy://topic."
    " Needs texas42[notify]; may be repeated.",
)
@pass_env
def watch(
    env: Environment, match: str | None, keep_on: bool, interval: float, addresses: tuple[str, ...]
) -> None:
    """Tell what happens in MATCH as it happens, and stop when it is your turn.

    The server is asked once and answers when there is something to tell; every play is shown as
    it was made, those too that the table no longer shows. It is watched on when the server has
    been away. With --json every view is a line. Ctrl-C ends it with 130.
    """
    bell = _bell(addresses)
    chosen = env.match_id(match)
    events, answer = env.look(chosen)
    watcher = Watcher(env, chosen, answer, interval, keep_on, bell)
    if env.json or watcher.has_ended() or answer.body["you"] is None:
        env.show_table(answer, events)
    else:  # whoever waits has seen the table, and sees it again when it is their turn
        for line in [*render.happened(events, answer.body), _stand(Facts(answer.body))]:
            env.say(line)
    if watcher.has_ended():
        return
    while not watcher.has_ended():
        watcher.listen()
    if not env.json:
        env.show_table(watcher.answer, [])


def _stand(facts: Facts) -> str:
    return f"{facts.title()}. {facts.turn() or facts.awaited()} Ctrl-C stops watching."


def _bell(addresses: tuple[str, ...]) -> Notifier | None:
    if not addresses:
        return None
    from texas42_client.notify import Notifier

    return Notifier(addresses)


class Watcher:
    """Tells of one match what happens after a view of it.

    Attributes:
        answer: the latest view.
        told: the seq of the latest entry that was told.
    """

    def __init__(
        self,
        env: Environment,
        match: str,
        answer: Answer,
        interval: float,
        keep_on: bool,
        bell: Notifier | None = None,
    ) -> None:
        from texas42_client.wire.patience import Patience

        self._env = env
        self._match = match
        self._keep_on = keep_on
        self._bell = bell
        self._patience = Patience(interval, LONGEST_PAUSE, say=env.note)
        self._untold: list[Entry] = []
        self.answer = answer
        self.told = int(answer.body["version"])

    @property
    def view(self) -> dict[str, Any]:
        """The match as it was last looked at."""
        return self.answer.body

    def has_ended(self) -> bool:
        """Whether there is no more to tell: the match is over or, unless to go on, we are asked."""
        if self._untold or self.told < self.view["version"]:
            return False
        return self.view["status"] in ENDED or (not self._keep_on and self._my_turn())

    def listen(self) -> None:
        """Ask what has happened, and tell it; while the server is away, only wait a little."""
        if self._patience.pause:
            time.sleep(self._patience.pause)
        if not self._untold:
            self._untold = self._ask()
        if self._untold and (not self._is_look_due() or self._look()):
            self._tell()

    def _ask(self) -> list[Entry]:
        wait = 1 if self._patience.away else WAIT_S  # so that it is soon told that it is back
        page = self._patience.ask(
            lambda: self._env.client.events(self._match, after=self.told, wait=wait),
            news=lambda answer: bool(answer.body["events"]),
        )
        return [] if page is None else list(page.body["events"])

    def _is_look_due(self) -> bool:
        """Whether what happened means more than its entries say, so that the view is needed.

        A spectator is spared it: while it looks, no question waits, and a play could be missed.
        """
        if self._env.json or self.view["you"] is not None:
            return True
        return not all(
            entry["type"] in TABLE_STANDS
            and all(then["type"] != "match_over" for then in entry.get("then") or ())
            for entry in self._untold
        )

    def _look(self) -> bool:
        fresh = self._patience.once(lambda: self._env.client.view(self._match))
        if fresh is None:
            return False
        self.answer = fresh
        return True

    def _tell(self) -> None:
        entries, self._untold = self._untold, []
        self.told = int(entries[-1]["seq"])
        self._env.memory.saw(self._match, self.told, self.answer.etag)
        if self.view["you"] is not None:  # a spectator could miss a play meanwhile
            self._env.keep_root(self._match, entries)
        self._ring()
        if self._env.json:
            click.echo(self.answer.text.rstrip("\n"))
            return
        for line in render.happened(entries, self.view):
            self._env.say(line)
        if self._keep_on and self._my_turn() and self.told == self.view["version"]:
            self._env.say(Facts(self.view).turn())

    def _ring(self) -> None:
        mine = self._my_turn() and self.told == self.view["version"]
        if mine and self._bell is not None and not self._bell.tell(self.view):
            self._env.note("The notification did not go out.")

    def _my_turn(self) -> bool:
        return self.view["you"] is not None and self.view["turn"] == self.view["you"]
