"""Setting tables, taking and leaving seats, choosing the current match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table import lists
from texas42_client.table.reading import parse_code
from texas42_client.wanted_rules import explain, in_form, pairs, rules_body, rules_options

if TYPE_CHECKING:
    pass


@command(
    "new",
    short_help="Set a table for a new match.",
    examples="""
    t42 new friday
    t42 new friday --invite B=bob --invite C=cal
    t42 new --rules family --set target=3 --set nello_doubles=own_suit,high
    t42 new --seats 3 --listed
    """,
)
@click.argument("name", required=False)
@rules_options
@click.option(
    "--sit", metavar="SEAT", default="A", show_default=True, help="Where you sit, or none."
)
@click.option(
    "--invite", "invited", metavar="SEAT=PLAYER", multiple=True, help="Keep a seat; repeatable."
)
@click.option("--listed", is_flag=True, help="Show the table in the lobby: anybody may sit down.")
@pass_env
def new(
    env: Environment,
    name: str | None,
    preset: str | None,
    seats: int | None,
    settings: tuple[str, ...],
    sit: str,
    invited: tuple[str, ...],
    listed: bool,
) -> None:
    """Set a table for a new match, called NAME, and sit down.

    Rules are a preset with settings changed. A list is written with commas, as high,low or 2,3;
    yes and no are true and false; null is no limit. What the server does not take is named, each
    with what would be right. The answer has a line for each free seat to send to whoever shall sit
    there.
    """
    body: dict[str, Any] = {} if name is None else {"name": name}
    if sit.lower() != "none":
        body["sit"] = sit.upper()
    if listed:
        body["listed"] = True
    if invited:
        kept = pairs(invited, "SEAT=PLAYER", "B=bob")
        body["invite"] = {seat.upper(): player for seat, player in kept.items()}
    if rules := rules_body(preset, seats, settings):
        body["rules"] = in_form(rules, env.client)
    try:
        answer = env.client.create_match(body)
    except ApiProblem as problem:
        explain(problem, env.client, body.get("rules"))
        raise
    settle(env, answer)


@command(
    "join",
    short_help="Take a seat.",
    examples="""
    t42 join 9f1c2ab0 B rl2vypgiixv7y6s2
    t42 join 9f1c2ab0
    """,
)
@click.argument("match")
@click.argument("seat", required=False)
@click.argument("invite", required=False)
@pass_env
def join(env: Environment, match: str, seat: str | None, invite: str | None) -> None:
    """Sit down in MATCH at SEAT with the INVITE you were sent.

    A listed table, or a seat kept for you, needs no invite. Without SEAT it is the one kept for
    you, or the first that is free.
    """
    from texas42_client.choosing import choose_match

    chosen = choose_match(env.client, env.memory, match, lobby=True)
    if seat is None:
        view = env.client.view(chosen).body
        _refuse_who_sits_there(view)
        seat = _free_seat(view, env.profile.player)
    code = invite and parse_code(invite)
    try:
        answer = env.client.take_seat(chosen, seat.upper(), code)
    except ApiProblem as problem:
        if problem.exit_status is ExitStatus.FORBIDDEN:
            _refuse_who_sits_there(env.client.view(chosen).body)
            problem.message, problem.hint = _closed(seat.upper(), code)
        raise
    settle(env, answer)


@command("leave", short_help="Give your seat back before the deal.", examples="t42 leave")
@click.argument("match", required=False)
@pass_env
def leave(env: Environment, match: str | None) -> None:
    """Give your seat back, as long as nothing has been dealt."""
    chosen = env.match_id(match)
    seat = env.client.view(chosen).body["you"]
    if seat is None:
        raise ClientError(
            "You do not sit at this table.", "Your matches: t42 matches", ExitStatus.NO_MATCH
        )
    answer = env.client.leave_seat(chosen, seat)
    if env.memory.match == chosen:
        env.memory.choose(None)
    env.show(answer, f"Seat {seat} is free again.")


@command(
    "matches",
    short_help="List your matches, or the open tables.",
    examples="""
    t42 matches
    t42 matches --turn
    t42 matches --open
    """,
)
@click.option("--open", "lobby", is_flag=True, help="Listed tables with a free seat.")
@click.option("--turn", is_flag=True, help="Only those that wait for you.")
@click.option("--status", metavar="STATUS", help="Only open, active, finished …")
@pass_env
def matches(env: Environment, lobby: bool, turn: bool, status: str | None) -> None:
    """List your matches, those that wait for you first; or the tables that wait for players."""
    if lobby and (turn or status):
        raise ClientError(
            "--open lists the tables that wait for players, and goes with neither --turn nor "
            "--status.",
            "Your own matches: t42 matches --status open",
            ExitStatus.USAGE,
        )
    if lobby:
        rows = env.whole(env.client.open_matches(), "matches")
        env.show_list("matches", rows, lists.open_tables(rows, env.style))
        return
    answer = env.client.my_matches(turn="mine" if turn else None, status=status)
    rows = env.whole(answer, "matches")
    env.show_list("matches", rows, lists.my_matches(rows, env.memory.match, env.style))


@command("use", short_help="Make a match the current one.", examples="t42 use 9f1c")
@click.argument("match")
@pass_env
def use(env: Environment, match: str) -> None:
    """Make MATCH (an id, its beginning, or a name) the one that the other commands mean."""
    chosen = env.match_id(match)
    events, answer = env.look(chosen)
    env.memory.choose(chosen)
    env.show_table(answer, events)


def settle(env: Environment, answer: Any) -> None:
    """After sitting down: the match is the current one, and here is the table."""
    match = answer.body["id"]
    env.memory.choose(match)
    events = env.since(match, answer)
    env.show_table(answer, events)


def _refuse_who_sits_there(view: dict[str, Any]) -> None:
    """A second seat is not to be had, whichever it is."""
    if view["you"] is not None:
        raise ClientError(
            f"You already sit at this table, at seat {view['you']}.",
            f"Look at it: t42 use {view['id']}",
            ExitStatus.ALREADY_SEATED,
        )


def _closed(seat: str, code: str | None) -> tuple[str, str]:
    """Why the seat is not to be had, and what would open it."""
    if code is None:
        return (
            f"Seat {seat} needs the code that its owner sent you, or is kept for somebody else.",
            f"With the code: t42 join MATCH {seat} CODE",
        )
    return (
        f"This code does not open seat {seat}.",
        "A code opens one seat, once: compare it with what you were sent, or ask for a new one.",
    )


def _free_seat(view: dict[str, Any], player: str | None) -> str:
    free = {seat: row for seat, row in view["seats"].items() if row["player"] is None}
    kept = [seat for seat, row in free.items() if player and row["kept_for"] == player]
    seats = kept or [seat for seat, row in free.items() if row["kept_for"] is None]
    if not seats:
        raise ClientError(
            "There is no free seat at this table.",
            "Other tables: t42 matches --open",
            ExitStatus.SEAT_TAKEN,
        )
    return str(seats[0])
