"""Everything that can go wrong for a player, each knowing its exit status and how to say itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.exits import ExitStatus, status_for_problem

__all__ = ["ApiProblem", "BadAnswer", "ClientError", "Unreachable"]


class ClientError(Exception):
    """A refusal with words for a person: what is wrong, and in ``hint`` what would be right."""

    exit_status = ExitStatus.ERROR

    def __init__(
        self, message: str, hint: str | None = None, exit_status: ExitStatus | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if exit_status is not None:
            self.exit_status = exit_status


class Unreachable(ClientError):  # noqa: N818
    """No answer. ``sent`` tells that the request may have arrived all the same."""

    exit_status = ExitStatus.UNREACHABLE

    def __init__(self, message: str, hint: str | None = None, *, sent: bool = True) -> None:
        super().__init__(message, hint)
        self.sent = sent


class BadAnswer(ClientError):  # noqa: N818
    """An answer that the HTTP contract does not know, or a redirect (never followed)."""

    exit_status = ExitStatus.BAD_ANSWER


class ApiProblem(ClientError):  # noqa: N818
    """A refusal of the server (RFC 9457).

    ``slug`` is the last part of ``type``; ``members`` is the whole problem document.
    """

    def __init__(
        self,
        slug: str,
        status: int,
        title: str,
        detail: str | None = None,
        members: Mapping[str, Any] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(detail or title, exit_status=status_for_problem(slug, status))
        self.slug = slug
        self.status = status
        self.title = title
        self.detail = detail
        self.members: Mapping[str, Any] = members or {}
        self.retry_after = retry_after

    @property
    def rule(self) -> str | None:
        """The rule that an illegal move broke, such as ``R4.4``."""
        rule = self.members.get("rule")
        return rule if isinstance(rule, str) else None

    @property
    def errors(self) -> list[tuple[str, str]]:
        """(JSON pointer, detail) of every wrong member of a ``validation`` problem."""
        listed = self.members.get("errors")
        if not isinstance(listed, list):
            return []
        rows = [row for row in listed if isinstance(row, dict)]
        return [(str(row.get("pointer", "")), str(row.get("detail", ""))) for row in rows]
