"""``t42 play``: a match against bots, on a server of one's own, kept between evenings."""

from __future__ import annotations

import fcntl
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import click

from texas42_client.bots.naming import make_ready, parse_bot
from texas42_client.environment import Environment
from texas42_client.errors import ApiProblem, ClientError, Unreachable
from texas42_client.exits import ExitStatus
from texas42_client.files import kept_secret, private_folder, read_json, write_json
from texas42_client.home import explain, prompt
from texas42_client.home.embedded import EmbeddedServer
from texas42_client.home.hints import Hints
from texas42_client.home.own_table import (
    USUAL_BOT,
    names_for,
    played_without,
    register,
    set_table,
    take_kept_seats,
)
from texas42_client.refusals import in_words
from texas42_client.serving.player import Player
from texas42_client.table import render
from texas42_client.table.narrator import score_lines
from texas42_client.table.people import People
from texas42_client.table.style import terminal_size
from texas42_client.table.words import say_suit
from texas42_client.thinking.chance import Chance
from texas42_client.wire.api import Client
from texas42_client.wire.outbox import Outbox

__all__ = ["data_folder", "run"]

YOU = "A"
YOUR_NAME = "You"
WIDTH = 79
ROOMY = 36
"""Rows that the introduction and the first table take together."""
PAUSE_S = 0.9
"""Seconds before a bot moves, so that every play can be read."""
AFTER_TRICK_S = 1.2
SETTING_UP = ("created", "joined")
GONE = (ExitStatus.NOT_FOUND, ExitStatus.UNAUTHENTICATED)


class Stop(Exception):  # noqa: N818 - what the player asked for
    """The player stops for now."""


def run(
    env: Environment,
    *,
    rules: Mapping[str, Any],
    chosen: bool = False,
    fast: bool = False,
    fresh: bool = False,
    bots: str = USUAL_BOT,
) -> None:
    """Play on where the last match stopped, or with ``fresh``, or when there is none, a new one.

    A new match is played by ``rules``; ``chosen`` says that the player asked for them. The others
    are ``bots`` of this name, in a match that goes on too, whoever they were before. Raises
    :class:`ClientError` when another ``t42 play`` runs on the same files, and when rules were
    chosen though a match goes on.
    """
    if env.json:
        raise click.UsageError("A game at the terminal has no JSON; t42 demo --json has.")
    folder = private_folder(data_folder(env.environ))
    make_ready([bots], env.note)
    with ExitStack() as stack:
        stack.enter_context(_alone(folder))
        server = stack.enter_context(EmbeddedServer(folder / "play.db"))
        clients, match, resumed = _table(stack, env, folder, server.url, fresh, rules)
        if resumed and chosen:
            raise ClientError(
                "A match is going on, by the rules that it was begun with.",
                "t42 play goes on with it; with --new another begins by these rules.",
                ExitStatus.USAGE,
            )
        game = Game(env, folder, clients, match, fast=fast, bots=bots)
        try:
            game.greet(resumed)
            game.play()
        except (KeyboardInterrupt, EOFError):
            click.echo()
            click.echo(env.style.laid(KEPT))
            raise
        except Stop:
            click.echo(env.style.laid(KEPT))
        except Unreachable:
            raise ClientError(
                "The server on this computer has stopped. The match is kept.",
                f"t42 play goes on with it. What the server said is in {server.log}",
                ExitStatus.UNREACHABLE,
            ) from None


KEPT = "The match is kept: t42 play goes on with it, t42 play --new begins another."


def data_folder(environ: Mapping[str, str]) -> Path:
    """``T42_HOME/play``, else ``$XDG_DATA_HOME/t42/play``, else ``~/.local/share/t42/play``."""
    if environ.get("T42_HOME"):
        return Path(environ["T42_HOME"]) / "play"
    base = environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "t42" / "play"


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder; two games would move for the same bots."""
    with (folder / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ClientError(
                "Another t42 play is running.",
                "Finish or stop it first; or set T42_HOME to another folder for a second game.",
                ExitStatus.CONFIG,
            ) from None
        yield


def _table(
    stack: ExitStack,
    env: Environment,
    folder: Path,
    server: str,
    fresh: bool,
    rules: Mapping[str, Any],
) -> tuple[dict[str, Client], str, bool]:
    """(a client for each seat, the match, whether it had been begun before)."""

    def connect(tokens: Mapping[str, str]) -> dict[str, Client]:
        return {s: stack.enter_context(env.connect(server, t)) for s, t in tokens.items()}

    path = folder / "play.json"
    kept = read_json(path) or {}
    tokens, match = kept.get("tokens") or {}, kept.get("match")
    clients = connect(tokens)
    if clients and match and not fresh and _goes_on(clients[YOU], match):
        take_kept_seats(match, clients)
        return clients, match, True
    if not clients or not _known(clients[YOU]):
        tokens = {}
    names = names_for(rules) | {YOU: YOUR_NAME}
    with env.connect(server) as stranger:
        missing = {s: register(stranger, names[s])[1] for s in names if s not in tokens}
    if missing:
        tokens = {**tokens, **missing}
        write_json(path, {"tokens": tokens})
    clients = connect({seat: tokens[seat] for seat in names})
    others = {seat: client.me().body["player"] for seat, client in clients.items() if seat != YOU}
    match = set_table(clients[YOU], "at home", rules, others)
    write_json(path, {"tokens": tokens, "match": match})
    take_kept_seats(match, clients)
    return clients, match, False


def _known(client: Client) -> bool:
    try:
        client.me()
    except ApiProblem as problem:
        if problem.exit_status in GONE:
            return False
        raise
    return True


def _goes_on(client: Client, match: str) -> bool:
    """Whether the match is there and not over."""
    try:
        return bool(client.view(match).body["status"] != "finished")
    except ApiProblem as problem:
        if problem.exit_status in GONE:
            return False
        raise


class Game:
    """One match at the terminal: the bots move one after the other, the player is asked."""

    def __init__(
        self,
        env: Environment,
        folder: Path,
        clients: Mapping[str, Client],
        match: str,
        *,
        fast: bool,
        bots: str,
    ) -> None:
        self._style = env.style
        self._match = match
        self._client = clients[YOU]
        self._outbox = Outbox(folder / "outbox", self._client)
        chance = Chance.of_secret(kept_secret(folder / "chances.json"))
        self._bots = {
            seat: Player(client, match, parse_bot(bots)(chance))
            for seat, client in clients.items()
            if seat != YOU
        }
        self._haste = 0.0 if fast else 1.0
        self._hints = Hints(env.style, env.note)
        self._seen = 0
        self._view: Mapping[str, Any] = {}
        self._etag: str | None = None

    def greet(self, resumed: bool) -> None:
        """Say what is about to happen, and take in what has."""
        self._outbox.finish()
        self._look()
        self._seen = self._view["version"] if resumed else 0
        if resumed:
            click.echo("The match goes on.")
        else:
            _say(explain.introduction(self._view))
            if without := played_without(self._view["rules"], self._client):
                click.echo()
                _say(without)
            click.echo()
            if terminal_size(sys.stdout).lines < ROOMY and sys.stdin.isatty():
                input("Press Enter to begin. ")
                click.echo()

    def play(self) -> None:
        """Until the match has ended. Raises :class:`Stop` when the player has had enough."""
        self._tell()
        while self._view["turn"] is not None:
            if self._view["turn"] == YOU:
                self._move()
            else:
                self._let_move(self._bots[self._view["turn"]])
            self._look()
            self._tell()
        click.echo()
        click.echo(render.table(self._view, style=self._style))
        click.echo("For another match: t42 play")

    def _let_move(self, bot: Player) -> None:
        """A bot moves after the pause, in which it thinks."""
        began = time.monotonic()
        bot.think()
        time.sleep(max(0.0, PAUSE_S * self._haste - (time.monotonic() - began)))
        bot.take_turn()

    def _look(self) -> None:
        answer = self._client.view(self._match)
        self._view, self._etag = answer.body, answer.etag
        self._hints.look(self._view)

    def _tell(self) -> None:
        """A sentence for everything that has happened since the last one."""
        events = self._client.events(self._match, after=self._seen).body["events"]
        for entry in events:
            self._seen = entry["seq"]
            if entry["type"] in SETTING_UP:
                continue
            for line in self._sentences(entry):
                click.echo(self._style.laid(line))
            if any(c["type"] == "trick_taken" for c in entry.get("then") or ()):
                time.sleep(AFTER_TRICK_S * self._haste)

    def _sentences(self, entry: Mapping[str, Any]) -> Iterator[str]:
        """What happened, and after a hand how it came out, before who has won the match."""
        people, trick = People(self._view), self._view["current_trick"]
        lines = render.happened([entry], self._view)
        then = {consequence["type"]: consequence for consequence in entry.get("then") or ()}
        led = entry["type"] == "play" and trick and trick["plays"] == [_play_of(entry)]
        if led and trick["suit"] is not None and "trump_named" not in then:
            suit = say_suit(trick["suit"], self._view["contract"]["trump"])
            lines[0] = f"{people.subject(entry['seat'])} led {entry['tile']}: {suit}."
        last = [lines.pop()] if "match_over" in then else []
        yield from lines
        if "hand_over" in then:
            yield from self._score(then["hand_over"], people)
        yield from last

    def _score(self, ended: Mapping[str, Any], people: People) -> Iterator[str]:
        if ended["result"] is not None:
            points = self._view["last_hand"]["points"]
            said = ", ".join(f"{people.team(side)} {points[side]}" for side in people.sides)
            yield f"Points taken: {said}."
            yield from score_lines(ended["marks"], people, self._style)
        yield ""

    def _move(self) -> None:
        """Show the table and ask until a move is made."""
        self._draw()
        while True:
            text = input(prompt.QUESTIONS[self._view["status"]]).strip()
            if text.lower() in ("q", "quit", "exit"):
                raise Stop
            if text.lower() in ("t", "table", "show"):
                self._draw()
            elif text.lower() in ("?", "h", "help"):
                _say(explain.help_text(self._view))
            elif text.lower() == "hint":
                click.echo("\n".join(self._hints.lines(self._view)))
            elif self._try(text):
                return

    def _draw(self) -> None:
        click.echo()
        click.echo(render.table(self._view, style=self._style))

    def _try(self, text: str) -> bool:
        """Make the move that the text means; False, with the reason told, when it was none."""
        legal = self._view["legal_moves"]
        meant = prompt.read(text, legal, self._view["rules"])
        if len(meant) > 1:
            _say(prompt.which_one(text, meant, legal))
            return False
        try:
            status, rules = self._view["status"], self._view["rules"]
            move = meant[0] if meant else prompt.spoken(text, status, rules)
        except ClientError:
            _say(prompt.unclear(text, self._view))
            return False
        try:
            self._outbox.send(self._match, move, self._etag)
        except ApiProblem as problem:
            if problem.slug not in ("illegal-move", "validation", "stale-version"):
                raise
            _say(f"{self._why(problem)} You may say: {prompt.options(legal)}.")
            return False
        return True

    def _why(self, problem: ApiProblem) -> str:
        """The refusal in a sentence, with the number of the rule that refuses."""
        said, view = in_words(problem.message).rstrip("."), self._view
        if problem.members.get("code") == "must_follow_suit":
            suit = say_suit(view["current_trick"]["suit"], view["contract"]["trump"])
            said = f"{suit.capitalize()} led, and you can follow"
        return f"{said} (rule {problem.rule})." if problem.rule else f"{said}."


def _play_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {"seat": entry["seat"], "tile": entry["tile"]}


def _say(text: str) -> None:
    """Print paragraphs, broken for the terminal."""
    width = min(WIDTH, terminal_size(sys.stdout).columns - 1)
    click.echo(click.wrap_text(text, width, preserve_paragraphs=True))
