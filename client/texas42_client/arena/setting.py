"""The rules of an arena's table, resolved here: no server is asked, for none is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from texas42 import SETTINGS, Rules, RulesInvalid, award_of, resolve
from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.refusals import settings_hint
from texas42_client.table.settings import as_typed, fitted
from texas42_client.wanted_rules import rules_body

__all__ = ["resolved", "said", "unit_of"]

PAIRS_SIT = 4


def resolved(preset: str | None, settings: Sequence[str]) -> dict[str, Any]:
    """Every setting of a hand by these rules.

    Raises:
        ClientError: there are no such rules, or no pairs by them.
    """
    asked = rules_body(preset, None, settings) or "straight"
    body = {"preset": asked} if isinstance(asked, str) else asked
    try:
        rules = resolve(fitted(body, [setting.as_dict() for setting in SETTINGS]))
    except RulesInvalid as error:
        raise _refused(error, str(body["preset"])) from None
    if rules.seats != PAIRS_SIT:
        raise ClientError(
            f"In an arena pairs play, so four seats, not {rules.seats}.", None, ExitStatus.USAGE
        )
    return rules.as_dict()


def _refused(error: RulesInvalid, preset: str) -> ApiProblem:
    """The refusal that a server would send, so that it is told in the same words."""
    faults = [{"pointer": f"/rules{pointer}", "detail": detail} for pointer, detail in error.errors]
    problem = ApiProblem("validation", 422, str(error), members={"errors": faults})
    problem.hint = settings_hint(problem, lambda: [setting.name for setting in SETTINGS], preset)
    return problem


def unit_of(rules: Mapping[str, Any]) -> str:
    """`"marks"` or `"points"`, what a hand brings by these rules."""
    return award_of(Rules.from_record(rules)).unit


def said(rules: Mapping[str, Any]) -> str:
    """`"straight rules"`, and what they change of the preset."""
    preset = resolve(str(rules["preset"])).as_dict()
    changes = [f"{n}={as_typed(value)}" for n, value in rules.items() if value != preset[n]]
    return f"{rules['preset']} rules" + (f" with {', '.join(changes)}" if changes else "")
