"""Problem details (RFC 9457): every refusal, its slug, status and constant title, in one table."""

from __future__ import annotations

from typing import Any, NamedTuple


class Kind(NamedTuple):
    """One problem type. `meaning` is what its page `/problems/<slug>` says."""

    slug: str
    status: int
    title: str
    meaning: str


KINDS: dict[str, Kind] = {
    kind.slug: kind
    for kind in (
        Kind(
            "malformed",
            400,
            "The request cannot be read",
            "The body is no strict JSON, or a header is not in the form its standard gives it. "
            "The detail says where.",
        ),
        Kind(
            "unauthenticated",
            401,
            "A valid token is needed",
            "Send `Authorization: Bearer t42_…` with the token that `POST /players` answered. "
            "A token that is unknown, or was replaced by a newer one, is refused everywhere.",
        ),
        Kind(
            "forbidden",
            403,
            "This is not yours to do",
            "You are known, but only somebody else may do this: a player of the match, its owner, "
            "the one a seat is kept for, or the holder of its unused invite code.",
        ),
        Kind("not-found", 404, "There is no such thing", "Nothing is found under this address."),
        Kind(
            "method-not-allowed",
            405,
            "This method is not allowed here",
            "The address exists, but not with this method. `Allow` lists those it has.",
        ),
        Kind(
            "not-acceptable",
            406,
            "No answer in the form asked for",
            "`Accept` leaves out every form that this address can answer in.",
        ),
        Kind(
            "name-taken",
            409,
            "The name is taken",
            "Names are unique, upper and lower case counting alike. Choose another.",
        ),
        Kind(
            "seat-taken",
            409,
            "The seat is taken",
            "Another player sits there. Choose a free seat, or watch.",
        ),
        Kind(
            "already-seated",
            409,
            "You already have a seat in this match",
            "A player has one seat in a match.",
        ),
        Kind(
            "match-started",
            409,
            "The match has started",
            "A seat can be given back, and the match cancelled, until the first hand is dealt.",
        ),
        Kind(
            "match-not-started",
            409,
            "The match has not started",
            "The first hand is dealt when the last seat is taken.",
        ),
        Kind(
            "match-over",
            409,
            "The match is over",
            "A side has won, or it was given up; nothing more can be played. The finished hands "
            "stay readable.",
        ),
        Kind(
            "not-your-turn",
            409,
            "It is not your turn",
            "`turn` names the seat that the match waits for.",
        ),
        Kind(
            "too-early",
            409,
            "It is too early for that",
            "`not_before` says from when on it may be asked again; it is null where that depends "
            "on what is still to be played.",
        ),
        Kind(
            "stale-version",
            412,
            "A condition of the request does not hold",
            "`If-Match` named a state that is not the current one, or `If-None-Match` one that "
            "is. Fetch the view, look, and decide again.",
        ),
        Kind(
            "too-large",
            413,
            "The request body is too large",
            "No request of this interface needs more than a few hundred bytes.",
        ),
        Kind(
            "unsupported-media-type",
            415,
            "The body must be JSON",
            "Send `Content-Type: application/json`; with curl, `--json` instead of `-d`.",
        ),
        Kind(
            "validation",
            422,
            "The request does not have the right form",
            "`errors` lists every offending member by JSON pointer, or a query name as `?name`.",
        ),
        Kind(
            "illegal-move",
            422,
            "The rules do not allow this move",
            "`rule` and `code` say which rule; `legal_moves` lists what you may do instead.",
        ),
        Kind(
            "idempotency-key-reused",
            422,
            "The idempotency key was used for another request",
            "A key stands for one request: same method, path and body. Use a new key.",
        ),
        Kind(
            "quota-exceeded",
            429,
            "Too many requests",
            "A limit is used up; `violated_policies` names it, `RateLimit` says when it is full "
            "again. Nothing was changed.",
        ),
        Kind(
            "internal",
            500,
            "The server made a mistake",
            "Nothing was changed by a request answered so. Trying again with the same "
            "idempotency key is safe.",
        ),
        Kind(
            "unreadable-match",
            500,
            "The match cannot be read",
            "What is stored of this match is damaged, or was written by a newer version of the "
            "server. Nothing of it is lost or changed; no other match is touched.",
        ),
        Kind(
            "busy",
            503,
            "The server is busy",
            "The database could not be had in time, or its disk failed; nothing was changed. Try "
            "again after `Retry-After` seconds, with the same idempotency key.",
        ),
    )
}


class Problem(Exception):  # noqa: N818 - the word of RFC 9457
    """A refusal on its way to the client.

    Attributes:
        kind: its row of `KINDS`.
        detail: for people: what was wrong and what would be right.
        members: machine facts of this type, in the order they are shown.
        headers: further header fields of the answer.
    """

    def __init__(
        self, slug: str, detail: str, headers: dict[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(detail)
        self.kind = KINDS[slug]
        self.detail = detail
        self.headers = headers or {}
        self.members = members

    def body(self) -> dict[str, Any]:
        """The problem details object."""
        return {
            "type": f"/problems/{self.kind.slug}",
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
            **self.members,
        }


def invalid(errors: list[tuple[str, str]]) -> Problem:
    """The problem of a request of the wrong form, given each (pointer, what would be right)."""
    errors = sorted(errors)
    return Problem(
        "validation",
        "; ".join(f"{pointer or 'the body'}: {detail}" for pointer, detail in errors),
        errors=[{"pointer": pointer, "detail": detail} for pointer, detail in errors],
    )


def malformed(cause: Exception) -> Problem:
    """The problem of a request that cannot be read."""
    return Problem("malformed", str(cause))
