"""The rules that somebody wants to play by, as options of a command: a preset and changes to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.refusals import settings_hint
from texas42_client.table.settings import fitted

if TYPE_CHECKING:
    from texas42_client.wire.api import Client

__all__ = ["explain", "in_form", "pairs", "preset_options", "rules_body", "rules_options"]

F = TypeVar("F", bound=Callable[..., Any])


_preset = click.option(
    "--rules", "preset", metavar="PRESET", help="Rules to play by: t42 rules lists them."
)
_seats = click.option(
    "--seats", type=click.IntRange(2, 7), help="How many play; partners only at four."
)
_settings = click.option(
    "--set",
    "settings",
    metavar="SETTING=VALUE",
    multiple=True,
    help="Change one rule; repeatable.",
)


def rules_options(function: F) -> F:
    """Give a command the parameters `preset`, `seats` and `settings`."""
    return _preset(_seats(_settings(function)))


def preset_options(function: F) -> F:
    """Give a command the parameters `preset` and `settings`, where pairs alone can play."""
    return _preset(_settings(function))


def rules_body(
    preset: str | None, seats: int | None, settings: Sequence[str]
) -> str | dict[str, Any] | None:
    """The `rules` member that these options ask for; `None` when they ask for nothing.

    Raises:
        ClientError: a setting is not of the form SETTING=VALUE, or is given twice.
    """
    changed: dict[str, Any] = {
        name: _value(value) for name, value in pairs(settings, "SETTING=VALUE", "target=3").items()
    }
    if seats is not None:
        if "seats" in changed:
            raise ClientError("seats is given twice.", None, ExitStatus.USAGE)
        changed["seats"] = seats
    if changed:
        return {"preset": preset or "straight", **changed}
    return preset


def in_form(rules: str | dict[str, Any], client: Client) -> str | dict[str, Any]:
    """The same rules, each value in the form that the server tells of its setting.

    One word for a list is a list of one, yes and no are true and false.
    """
    return rules if isinstance(rules, str) else fitted(rules, client.rules().body["settings"])


def explain(
    problem: ApiProblem, client: Client, rules: str | Mapping[str, Any] | None = None
) -> None:
    """Say with a refusal of these rules what there is, and what was perhaps meant."""
    preset = rules.get("preset", "") if isinstance(rules, Mapping) else rules or ""
    problem.hint = settings_hint(problem, partial(_known, client), str(preset))


def pairs(texts: Sequence[str], form: str, example: str) -> dict[str, str]:
    """What stands before each ``=`` and what after it; nothing may be said twice."""
    said: dict[str, str] = {}
    for text in texts:
        left, sign, right = text.partition("=")
        if not (left and sign and right):
            raise ClientError(
                f"{text!r} is not of the form {form}.", f"For example: {example}", ExitStatus.USAGE
            )
        if left in said:
            raise ClientError(f"{left} is given twice.", None, ExitStatus.USAGE)
        said[left] = right
    return said


def _known(client: Client) -> list[str]:
    return [str(row["name"]) for row in client.rules().body["settings"]]


def _value(text: str) -> Any:
    """A setting's value: JSON where it is JSON (7, true, null, ["high"]), a list with commas."""
    try:
        return json.loads(text)
    except ValueError:
        return [_value(part) for part in text.split(",")] if "," in text else text
