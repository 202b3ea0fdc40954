"""``t42``: the table of commands. Importing this imports click and nothing else of weight."""

from __future__ import annotations

import io
import sys

import click

from texas42_client.command import Entry, LazyGroup, pass_env
from texas42_client.environment import Environment
from texas42_client.exits import ExitStatus

__all__ = ["COMMANDS", "cli", "main"]

HOME, TABLE, LOOK, MOVE, ABSENT, OTHER = (
    "Play at once",
    "Find a table",
    "Look",
    "Move",
    "When somebody stays away",
    "You and this program",
)
_HERE = "texas42_client.commands"

COMMANDS: dict[str, Entry] = {
    "play": Entry(f"{_HERE}.moves:play", "Play a tile; without one, a game against bots.", HOME),
    "demo": Entry("texas42_client.home.demo:demo", "Watch bots play a match.", HOME),
    "register": Entry(f"{_HERE}.account:register", "Take a name on a server.", TABLE),
    "new": Entry(f"{_HERE}.tables:new", "Set a table for a new match.", TABLE),
    "join": Entry(f"{_HERE}.tables:join", "Take a seat.", TABLE),
    "leave": Entry(f"{_HERE}.tables:leave", "Give your seat back before the deal.", TABLE),
    "matches": Entry(f"{_HERE}.tables:matches", "List your matches, or the open tables.", TABLE),
    "use": Entry(f"{_HERE}.tables:use", "Make a match the current one.", TABLE),
    "rematch": Entry(f"{_HERE}.absence:rematch", "Play once more with the same players.", TABLE),
    "cancel": Entry(f"{_HERE}.absence:cancel", "Call your match off before the deal.", TABLE),
    "show": Entry(f"{_HERE}.look:show", "Draw the table.", LOOK),
    "hand": Entry(f"{_HERE}.look:hand", "Show your tiles.", LOOK),
    "legal": Entry(f"{_HERE}.look:legal", "List what you may do now.", LOOK),
    "hint": Entry(f"{_HERE}.review:hint", "Say what your tiles might come to.", LOOK),
    "watch": Entry(f"{_HERE}.watch:watch", "Follow the match until it is your turn.", LOOK),
    "log": Entry(f"{_HERE}.look:log", "Tell what happened.", LOOK),
    "hands": Entry(f"{_HERE}.look:hands", "List the finished hands, or show one.", LOOK),
    "record": Entry(f"{_HERE}.record:record", "Take the record of a match along.", LOOK),
    "replay": Entry(f"{_HERE}.replay:replay", "Step through a record, trick by trick.", LOOK),
    "review": Entry(f"{_HERE}.review:review", "Judge a finished hand, or draw a match.", LOOK),
    "verify": Entry(f"{_HERE}.verify:verify", "Check the deals against their seals.", LOOK),
    "rules": Entry(f"{_HERE}.look:rules", "Explain presets and settings.", LOOK),
    "bid": Entry(f"{_HERE}.moves:bid", "Bid points or marks.", MOVE),
    "pass": Entry(f"{_HERE}.moves:pass_", "Pass in the auction.", MOVE),
    "declare": Entry(f"{_HERE}.moves:declare", "Name trump.", MOVE),
    "trump": Entry(f"{_HERE}.moves:trump", "Name trump, as declare does.", MOVE),
    "remind": Entry(f"{_HERE}.absence:remind", "Remind the player on turn.", ABSENT),
    "replace": Entry(f"{_HERE}.absence:replace", "Ask for somebody new at a seat.", ABSENT),
    "close": Entry(
        f"{_HERE}.absence:close", "Give your match up after a fortnight without a move.", ABSENT
    ),
    "profile": Entry(f"{_HERE}.profiles:profile", "Be several players, on several servers.", OTHER),
    "token": Entry(f"{_HERE}.account:token", "Change your token.", OTHER),
    "whoami": Entry(f"{_HERE}.account:whoami", "Ask the server who you are.", OTHER),
    "webhook": Entry(
        f"{_HERE}.webhook:webhook", "Be told by the server when it is your turn.", OTHER
    ),
    "bot": Entry("texas42_client.serving.command:bot", "Let a bot play its seats.", OTHER),
    "arena": Entry(
        "texas42_client.arena.command:arena",
        "Let two bots play many deals, and tell which is stronger.",
        OTHER,
    ),
    "completion": Entry(f"{_HERE}.about:completion", "Print the completion for a shell.", OTHER),
    "help": Entry(f"{_HERE}.about:help_", "Explain a command, or exit-codes.", OTHER),
}

WELCOME = """\
Texas 42 at the terminal.

  t42 play                       a game against three bots, at once
  t42 register NAME --server URL your name on a server, to play with others
  t42 --help                     everything else"""


@click.group(
    cls=LazyGroup,
    entries=COMMANDS,
    invoke_without_command=True,
    help="Texas 42, the domino game of bids and tricks, at the terminal.",
    epilog="Begin with: t42 play. Every command explains itself: t42 help COMMAND. "
    "What the exit statuses mean: t42 help exit-codes.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
)
@click.version_option(package_name="texas42", message="%(prog)s %(version)s")
@pass_env
@click.pass_context
def cli(ctx: click.Context, env: Environment) -> None:
    """Greet whoever says nothing but ``t42``."""
    ctx.call_on_close(env.close)
    if ctx.invoked_subcommand is not None:
        return
    current = env.store.current()
    if current is None:
        click.echo(WELCOME)
        return
    profile = env.store.load(current)
    match = env.store.memory(current).match
    click.echo(f"You are {profile.player or profile.name} on {profile.server}.")
    click.echo(f"Current match: {match}" if match else "No current match.")
    steps = "t42 show, t42 matches" if match else "t42 new, t42 matches, t42 matches --open"
    click.echo(f"Next: {steps}, or t42 --help")


def main() -> None:
    """The console script. What the output's encoding cannot say is replaced, never a crash."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = cli.main(prog_name="t42", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        raise SystemExit(error.exit_code) from None
    except click.Abort:
        click.echo("Stopped.", err=True)
        status = ExitStatus.INTERRUPTED
    raise SystemExit(status)
