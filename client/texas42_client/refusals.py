"""Refusals in the words of whoever typed the command: settings, seats and options, no pointers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table.offers import in_short
from texas42_client.table.text import clean
from texas42_client.table.words import say_move, say_trump, typed_doubles

__all__ = ["choices", "in_words", "refusal", "say_place", "settings_hint"]

_UNKNOWN = "unknown setting"
_NO_PRESET = "no such preset; there are: "
_SORTS = (
    ("To play without", ".*: switch it off", "false"),
    ("To play so, set as well", "must not be above max_marks, which is ([0-9]+)", r"\1"),
    ("Say yes or no, for example", "must be (false or true|true or false)", "yes"),
)
"""(what it begins with, the fault that it mends, the value that mends it)."""
_ANY_SEAT = re.compile("must be 'A'.* or 'G'")


def refusal(error: ClientError) -> list[str]:
    """What was wrong, one line for one fault, and below it what would be right."""
    lines = [in_words(clean(error.message))]
    hint = error.hint
    if isinstance(error, ApiProblem):
        faults = [f"{say_place(pointer)}: {_fault(detail)}" for pointer, detail in error.errors]
        if len(faults) == 1:
            lines = faults
        elif faults:
            lines = [f"{len(faults)} things are wrong.", *(f"  {fault}" for fault in faults)]
        if error.rule:
            lines[0] += f" ({clean(error.rule)})"
        hint = hint or _advice(error)
    return [f"t42: {lines[0]}", *lines[1:], *([f"  {hint}"] if hint else [])]


_SPELLED = (
    (re.compile(r"\bopen_tricks (?:is )?\(?(\d(?: or \d)*)\)?"), lambda m: f"open {m[1]}"),
    (
        re.compile(r"\bdoubles (?:is )?\(?((?:high|low|own_suit_low|own_suit)(?: or \w+)*)\)?"),
        lambda m: " or ".join(map(typed_doubles, m[1].split(" or "))),
    ),
    (re.compile(r"\bcalled suit ([0-6])\b"), lambda m: f"called {say_trump(m[1])}"),
)
"""Members and values of a move as the API spells them, and as they are typed."""


def in_words(detail: str) -> str:
    """The server's sentence with the words that are typed here: ``open 1``, ``own``, ``blanks``."""
    for spelled, typed in _SPELLED:
        detail = spelled.sub(typed, detail)
    return detail


def _fault(detail: str) -> str:
    """The server's words; it lists the seats of the largest table where no seat is meant."""
    if _ANY_SEAT.fullmatch(detail):
        return "must be a seat: A, B, C and so on, one for each player"
    return clean(detail)


def say_place(pointer: str) -> str:
    """What a JSON pointer or ``?query`` points at, as the command line calls it.

    ``/rules/target`` is ``setting target``, ``/invite/B`` is ``seat B``, ``?status`` is
    ``--status``.
    """
    if pointer.startswith("?"):
        return f"--{clean(pointer[1:])}"
    parts = [clean(part.replace("~1", "/").replace("~0", "~")) for part in pointer.split("/")[1:]]
    match parts:
        case []:
            return "the request"
        case ["rules"] | ["rules", "preset"]:
            return "--rules"
        case ["rules", setting, *_]:
            return f"setting {setting}"
        case ["invite", seat]:
            return f"seat {seat}"
        case ["sit"]:
            return "--sit"
        case ["name"]:
            return "the name"
        case _:
            return " ".join(parts)


def settings_hint(
    problem: ApiProblem, known: Callable[[], Iterable[str]], preset: str = ""
) -> str | None:
    """For refused rules: the names nearest to unknown ones, what to set, where it is explained.

    ``known`` asks for the names of the settings there are; it is called for unknown ones only.
    ``preset`` is the one that was asked for.
    """
    wrong = [
        (pointer.rsplit("/", 1)[1], detail)
        for pointer, detail in problem.errors
        if pointer.startswith("/rules")
    ]
    if not wrong:
        return None
    unknown = [name for name, detail in wrong if detail == _UNKNOWN]
    names = list(known()) if unknown else []
    near = [fit for name in unknown for fit in get_close_matches(name, names, 1, 0.5)]
    for _, detail in wrong:
        if detail.startswith(_NO_PRESET):
            presets = detail.removeprefix(_NO_PRESET).split(", ")
            near = [*get_close_matches(preset, presets, 1, 0.5), *near]
    meant = f"Did you mean {' and '.join(near)}? " if near else ""
    if advice := _to_set(wrong):
        return advice
    if len(wrong) == 1 and not unknown and wrong[0][0] not in ("rules", "preset"):
        return f"All of it: t42 rules {clean(wrong[0][0])}"
    return f"{meant}All settings: t42 rules"


def _to_set(wrong: Sequence[tuple[str, str]]) -> str | None:
    """What to set, where one sort of advice mends all that is wrong."""
    for label, pattern, value in _SORTS:
        found = [(name, re.fullmatch(pattern, detail)) for name, detail in wrong]
        settings = [f"--set {name}={match.expand(value)}" for name, match in found if match]
        if len(settings) == len(wrong):
            return f"{label}: {' '.join(settings)}"
    return None


def choices(legal: Sequence[Mapping[str, Any]]) -> str:
    """The moves as commands, those alike together: ``pass, bid 30 to 41, bid 1 mark``."""
    named = [move for move in legal if move["type"] == "declare"]
    said = ", ".join(in_short([move for move in legal if move not in named], say_move))
    if not named:
        return said
    trumps = in_short(named, lambda move: say_move(move).removeprefix("declare "))
    or_lead = f"; or lead, which names trump: {said}" if said else ""
    return f"declare {', '.join(trumps)}{or_lead}"


def _advice(error: ApiProblem) -> str | None:
    legal = error.members.get("legal_moves")
    if isinstance(legal, list) and legal:
        return f"You may: {choices(legal)}"
    if error.retry_after is not None and str(error.retry_after) not in error.message:
        return f"Try again in {error.retry_after} seconds."
    moment = error.members.get("not_before")
    if isinstance(moment, str):
        return f"Not before {clean(moment)[:16].replace('T', ' ')} UTC."
    return {
        ExitStatus.UNAUTHENTICATED: "Your profiles and their servers: t42 profile list",
        ExitStatus.NOT_YOUR_TURN: "Wait for your turn: t42 watch",
        ExitStatus.NAME_TAKEN: "Names are given once; choose another.",
        ExitStatus.MATCH_NOT_STARTED: "Who is missing: t42 show",
        ExitStatus.UNREADABLE_MATCH: "Give it up: t42 close MATCH",
    }.get(error.exit_status)
