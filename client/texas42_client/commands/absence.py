"""What to do about a player who stays away; calling a match off, giving one up, playing again."""

from __future__ import annotations

import click

from texas42_client.command import command, match_option, pass_env
from texas42_client.commands.tables import settle
from texas42_client.environment import Environment
from texas42_client.errors import ApiProblem
from texas42_client.exits import ExitStatus
from texas42_client.table.people import People
from texas42_client.wire.api import Answer


@command(
    "replace",
    short_help="Ask for somebody new at a seat.",
    examples="""
    t42 replace B              # bob has not moved for a day
    t42 replace A -m friday    # or you cannot play on yourself
    """,
)
@click.argument("seat")
@match_option
@pass_env
def replace(env: Environment, seat: str, match: str | None) -> None:
    """Ask for somebody new at SEAT: one that has been on turn for a day, or your own.

    A player of each side must ask. Then you are told what to send to somebody who has never sat at
    this table; hand and history pass on. When the absent player moves, all that is forgotten.
    """
    chosen = env.match_id(match)
    table = env.client.view(chosen)
    seat = seat.upper()
    answer = env.client.ask_replacement(chosen, seat, table.etag)
    code = answer.body.get("invite")
    if code is None:
        side = answer.body["needs"]
        who = People(table.body).side(side)
        env.show(answer, f"Noted. A player of the other side ({who}) must ask, too.")
        return
    join = f"t42 join {chosen} {seat} {code} --server {env.profile.server}"
    env.show(answer, f"Seat {seat} is open to somebody who has never sat here. Send: {join}")


@command("remind", short_help="Remind the player on turn.", examples="t42 remind")
@click.argument("match", required=False)
@pass_env
def remind(env: Environment, match: str | None) -> None:
    """Remind the player on turn, once a day.

    It reaches those who have set up a webhook on the server.
    """
    chosen = env.match_id(match)
    table = env.client.view(chosen)
    answer = env.client.remind(chosen, table.etag)
    env.show(answer, _reminded(table, bool(answer.body["told"])))


@command(
    "rematch",
    short_help="Play once more with the same players.",
    examples="""
    t42 rematch
    t42 rematch friday
    """,
)
@click.argument("match", required=False)
@pass_env
def rematch(env: Environment, match: str | None) -> None:
    """Set a table for the players of a finished match, or sit down where one of them has.

    The rules are the same, every seat is kept for whoever sat there, and the seat after the last
    dealer deals first.
    """
    chosen = env.match_id(match)
    answer = env.client.rematch(chosen, env.client.view(chosen).etag)
    kept = [
        seat
        for seat, row in answer.body["seats"].items()
        if row["kept_for"] is not None and row["kept_for"] == env.profile.player
    ]
    if kept:
        answer = env.client.take_seat(answer.body["id"], kept[0])
    settle(env, answer)


@command("cancel", short_help="Call your match off before the deal.", examples="t42 cancel friday")
@click.argument("match", required=False)
@pass_env
def cancel(env: Environment, match: str | None) -> None:
    """Call off a match that you have set up, as long as nothing has been dealt."""
    chosen = env.match_id(match)
    answer = env.client.cancel_match(chosen, env.client.view(chosen).etag)
    if env.memory.match == chosen:
        env.memory.choose(None)
    env.show(answer, "The match is called off.")


@command(
    "close",
    short_help="Give your match up after a fortnight without a move.",
    examples="t42 close friday",
)
@click.argument("match", required=False)
@pass_env
def close(env: Environment, match: str | None) -> None:
    """Give up a match that you have set up, when nobody has moved for 14 days. Nobody wins.

    One that the server cannot read any more is closed at once, by anybody who sits there.
    """
    chosen = env.match_id(match)
    answer = env.client.close_match(chosen, _tag(env, chosen))
    if answer.body:
        env.show_table(answer, env.since(chosen, answer))
    elif env.json:
        env.show_json({"id": chosen, "status": "closed"})
    else:
        click.echo("The match, which could not be read, is closed.")


def _tag(env: Environment, match: str) -> str | None:
    """The tag of the view, None where the match cannot be read."""
    try:
        return env.client.view(match).etag
    except ApiProblem as problem:
        if problem.exit_status is not ExitStatus.UNREADABLE_MATCH:
            raise
        return None


def _reminded(table: Answer, told: bool) -> str:
    view = table.body
    if view["turn"] == view["you"]:
        return "It is your own turn: t42 show"
    name = People(view).name(view["turn"])
    if told:
        return f"{name} will be told."
    return f"{name} has asked for no notifications, so nobody tells them but you."
