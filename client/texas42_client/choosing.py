"""Which match is meant: an id, the beginning of an id, or a name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from texas42_client.errors import ApiProblem, ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table.text import clean

if TYPE_CHECKING:
    from texas42_client.config import Memory
    from texas42_client.wire.api import Client

__all__ = ["all_matches", "choose_match"]

_WHOLE_ID = re.compile("[a-z2-7]{26}")
"""128 bits, as `openapi.yaml` writes them."""
PAGES = 20


def choose_match(client: Client, memory: Memory, named: str | None, *, lobby: bool = False) -> str:
    """The id that is meant, out of the player's matches and those looked at before.

    A whole id is taken as it is: an unlisted match may be watched by whoever has its id. Without a
    name it is the player's only match that is not over. Raises :class:`ClientError`.
    """
    if named is not None and _WHOLE_ID.fullmatch(named):
        return named
    mine = all_matches(client)
    if named is None:
        active = [row for row in mine if row["status"] not in ("finished", "cancelled", "closed")]
        if len(active) == 1:
            return str(active[0]["id"])
        raise ClientError(
            "You are in several matches; none is the current one."
            if active
            else "You are in no match yet.",
            "Choose one: t42 use MATCH   (t42 matches lists them)"
            if active
            else "Set a table: t42 new   or see the open ones: t42 matches --open",
            ExitStatus.NO_MATCH,
        )
    labels: dict[str, str] = dict.fromkeys(memory.known(), "")
    listed = client.open_matches().body["matches"] if lobby else []
    labels |= {str(row["id"]): clean(row["name"] or "") for row in [*listed, *mine]}
    return _the_one(named, labels, lobby=lobby)


def _the_one(named: str, labels: Mapping[str, str], *, lobby: bool) -> str:
    fits = [match for match in labels if match == named] or [
        match for match, name in labels.items() if match.startswith(named) or name == named
    ]
    if len(fits) == 1:
        return fits[0]
    if not fits:
        raise _no_such_match(named, lobby=lobby)
    listed = ", ".join(f"{match[:12]} {labels[match]}".strip() for match in fits)
    raise ClientError(
        f"{clean(named)!r} could be {len(fits)} matches: {listed}.",
        "Give a longer piece of the id.",
        ExitStatus.AMBIGUOUS,
    )


def _no_such_match(named: str, *, lobby: bool) -> ClientError:
    if lobby:
        return ClientError(
            f"No open table, and none of your matches, begins with {clean(named)!r} "
            "or is called so.",
            "Give the whole id that you were sent; open tables: t42 matches --open",
            ExitStatus.NO_MATCH,
        )
    return ClientError(
        f"None of your matches begins with {clean(named)!r} or is called so.",
        "Your matches: t42 matches   (to watch another, give its whole id)",
        ExitStatus.NO_MATCH,
    )


def all_matches(client: Client) -> list[dict[str, Any]]:
    """The player's matches, all pages; none for somebody without a token."""
    try:
        answer = client.my_matches()
    except ApiProblem as problem:
        if problem.exit_status is ExitStatus.UNAUTHENTICATED and not client.has_token:
            return []
        raise
    rows = list(answer.body["matches"])
    for _ in range(PAGES):
        if answer.next is None:
            break
        answer = client.page(answer.next)
        rows += answer.body["matches"]
    return rows
