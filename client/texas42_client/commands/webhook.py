"""Being told by the server: the player's webhook, and what became of its messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from texas42_client.command import TableGroup, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table.text import clean

EVENTS = {"your_turn": "your turn", "hand_over": "hand over", "match_over": "match over"}

_REASONS = {
    "refused": "the receiver did not take it",
    "redirected": "the receiver sent it elsewhere, which is not followed",
    "gone": "the receiver wants nothing more",
    "timeout": "the receiver did not answer in time",
    "no_connection": "the receiver was not there",
    "not_encrypted": "the receiver's certificate cannot be trusted",
    "name_not_resolved": "there is no such host",
    "address_refused": "the server may not send to that address",
    "turn_passed": "the turn had passed",
    "switched_off": "the webhook was off",
    "not_subscribed": "the webhook was not for this",
}


@click.group("webhook", cls=TableGroup, short_help="Be told by the server when it is your turn.")
def webhook() -> None:
    """Let the server send a message to an address of yours when it is your turn.

    It says which match and nothing of the tiles, and is signed as Standard Webhooks has it. To be
    told on this computer instead: t42 watch --notify.
    """


@webhook.command(
    "set",
    examples="""
    t42 webhook set https://example.org/42
    t42 webhook set https://example.org/42 --events your_turn,match_over
    t42 webhook set https://example.org/42 --rotate
    """,
)
@click.argument("url")
@click.option(
    "--events", metavar="LIST", help=f"Only these, of {', '.join(EVENTS)}; all of them unless said."
)
@click.option("--rotate", is_flag=True, help="Make a new secret; the old one signs nothing more.")
@pass_env
def set_(env: Environment, url: str, events: str | None, rotate: bool) -> None:
    """Have messages sent to URL, and switch them on if they were off.

    The secret that signs them is shown when it is new, and never again.
    """
    chosen = None if events is None else _events(events)
    answer = env.client.put_webhook(url, events=chosen, rotate=rotate)
    lines = _state(answer.body)
    secret = answer.body["secret"]
    if secret is not None:
        lines += [f"The secret, shown this once: {clean(secret)}"]
    else:
        lines += ["The secret is the one it was; --rotate makes a new one."]
    env.show(answer, "\n".join([*lines, "Try it: t42 webhook test"]))


@webhook.command("show", examples="t42 webhook show")
@pass_env
def show(env: Environment) -> None:
    """Show where messages go, and whether they do."""
    answer = env.client.webhook()
    env.show(answer, "\n".join(_state(answer.body)))


@webhook.command("test", examples="t42 webhook test")
@pass_env
def test(env: Environment) -> None:
    """Have a message sent that says nothing."""
    answer = env.client.try_webhook()
    env.show(answer, "It will be sent in a moment. What came of it: t42 webhook deliveries")


@webhook.command("off", examples="t42 webhook off")
@pass_env
def off(env: Environment) -> None:
    """Be told nothing more; address and secret are forgotten."""
    env.client.remove_webhook()
    if env.json:
        env.show_json({})
    else:
        click.echo("The server tells you nothing more.")


@webhook.command(
    "deliveries",
    examples="""
    t42 webhook deliveries
    t42 webhook deliveries --limit 5
    """,
)
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True, metavar="N")
@pass_env
def deliveries(env: Environment, limit: int) -> None:
    """List what was to be sent and what became of it, the newest first."""
    answer = env.client.deliveries(limit=limit)
    told = answer.body["deliveries"]
    env.show(answer, "\n".join(map(_line, told)) or "Nothing has been sent yet.")


def _events(listed: str) -> Sequence[str]:
    events = [word.strip().replace("-", "_") for word in listed.split(",") if word.strip()]
    unknown = [event for event in events if event not in EVENTS]
    if unknown or not events:
        raise ClientError(
            f"There is no event {unknown[0]!r}." if unknown else "No event is named.",
            f"There are: {', '.join(EVENTS)}; several with commas between them.",
            ExitStatus.USAGE,
        )
    return events


def _state(body: Mapping[str, Any]) -> list[str]:
    events = ", ".join(EVENTS.get(event, clean(event)) for event in body["events"])
    lines = [f"Messages go to {clean(body['url'])}: {events}."]
    if not body["active"]:
        lines += [
            f"They are off since {clean(body['switched_off_at'])}, for the receiver wanted no more."
            " t42 webhook set switches them on."
        ]
    return lines


def _line(delivery: Mapping[str, Any]) -> str:
    what = EVENTS.get(delivery["type"], clean(delivery["type"]))
    if delivery["reminder"]:
        what += " (a reminder)"
    if delivery["match"] is not None:
        what += f" in {clean(delivery['match'])[:6]}"
    line = f"{clean(delivery['created_at'])}  {what}: {clean(delivery['status'])}"
    reason, answer = delivery["reason"], delivery["answer"]
    if reason is not None:
        line += f", {_REASONS.get(reason, clean(reason))}"
        line += f" ({answer})" if reason == "refused" else ""
    if delivery["attempts"] > 1:
        line += f"; {delivery['attempts']} attempts"
    if delivery["status"] == "pending" and delivery["attempts"]:
        line += f"; again at {clean(delivery['next_attempt_at'])}"
    return line
