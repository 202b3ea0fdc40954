"""Exit statuses: one for every kind of refusal, so that a script never has to read a message.

The table ``OF_PROBLEM`` is total over the problem slugs of the HTTP contract; a test holds it so.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

__all__ = ["MEANINGS", "OF_PROBLEM", "ExitStatus", "status_for_problem"]


class ExitStatus(IntEnum):
    """What ``t42`` ends with. The numbers are promised: they never change their meaning."""

    OK = 0
    ERROR = 1
    USAGE = 2
    UNREACHABLE = 3
    BAD_ANSWER = 4
    NO_PROFILE = 5
    CONFIG = 6
    NO_MATCH = 7
    AMBIGUOUS = 8
    OVERTAKEN = 9
    MALFORMED = 10
    UNAUTHENTICATED = 11
    FORBIDDEN = 12
    NOT_FOUND = 13
    METHOD_NOT_ALLOWED = 14
    NOT_ACCEPTABLE = 15
    TOO_LARGE = 16
    UNSUPPORTED_MEDIA_TYPE = 17
    VALIDATION = 18
    NOT_YOUR_TURN = 20
    MATCH_NOT_STARTED = 21
    MATCH_OVER = 22
    ILLEGAL_MOVE = 23
    STALE_VERSION = 24
    SEAT_TAKEN = 25
    ALREADY_SEATED = 26
    NAME_TAKEN = 27
    KEY_REUSED = 28
    QUOTA_EXCEEDED = 29
    BUSY = 30
    SERVER_ERROR = 31
    MATCH_STARTED = 32
    TOO_EARLY = 33
    UNREADABLE_MATCH = 34
    SEAL_BROKEN = 35
    UNREADABLE_RECORD = 36
    NO_HINTS = 37
    INTERRUPTED = 130


MEANINGS: Mapping[ExitStatus, str] = {
    ExitStatus.OK: "done",
    ExitStatus.ERROR: "something unforeseen, a fault of this program",
    ExitStatus.USAGE: "the command line is not understood; nothing was sent",
    ExitStatus.UNREACHABLE: "the server did not answer, tries repeated",
    ExitStatus.BAD_ANSWER: "what answered is not a Texas 42 server, or sent you elsewhere",
    ExitStatus.NO_PROFILE: "no such profile, or none yet: t42 register",
    ExitStatus.CONFIG: "the files of this program cannot be read or written",
    ExitStatus.NO_MATCH: "no match chosen, or none that begins so",
    ExitStatus.AMBIGUOUS: "what you named could be several matches",
    ExitStatus.OVERTAKEN: "an earlier move was finished first; this one was not sent",
    ExitStatus.MALFORMED: "the server could not read the request",
    ExitStatus.UNAUTHENTICATED: "the server does not know the token",
    ExitStatus.FORBIDDEN: "you may not do that, or the invite does not fit",
    ExitStatus.NOT_FOUND: "no such match, seat, hand or preset",
    ExitStatus.METHOD_NOT_ALLOWED: "the server does not offer this",
    ExitStatus.NOT_ACCEPTABLE: "the server cannot answer in that form",
    ExitStatus.TOO_LARGE: "the request is too large",
    ExitStatus.UNSUPPORTED_MEDIA_TYPE: "the server takes another kind of body",
    ExitStatus.VALIDATION: "a name, a setting or a member is wrong; the message names each",
    ExitStatus.NOT_YOUR_TURN: "another seat is on turn",
    ExitStatus.MATCH_NOT_STARTED: "not every seat is taken yet",
    ExitStatus.MATCH_OVER: "the match has ended",
    ExitStatus.ILLEGAL_MOVE: "the rules forbid this move",
    ExitStatus.STALE_VERSION: "the table has changed since you looked; the move was not made",
    ExitStatus.SEAT_TAKEN: "somebody sits there",
    ExitStatus.ALREADY_SEATED: "you already sit at this table",
    ExitStatus.NAME_TAKEN: "another player has this name",
    ExitStatus.KEY_REUSED: "one key was used for two different requests",
    ExitStatus.QUOTA_EXCEEDED: "too many requests; wait and try again",
    ExitStatus.BUSY: "the server is busy, tries repeated",
    ExitStatus.SERVER_ERROR: "the server failed",
    ExitStatus.MATCH_STARTED: "the tiles are dealt; seats are fixed now",
    ExitStatus.TOO_EARLY: "that may be asked for later, or when the match is over",
    ExitStatus.UNREADABLE_MATCH: "the server cannot read this match; it can only be closed",
    ExitStatus.SEAL_BROKEN: "a deal is not as it was sealed; the message says where",
    ExitStatus.UNREADABLE_RECORD: "the file cannot be read, or holds no record of a match",
    ExitStatus.NO_HINTS: "the rules of this match allow no hints",
    ExitStatus.INTERRUPTED: "stopped with Ctrl-C",
}

OF_PROBLEM: Mapping[str, ExitStatus] = {
    "malformed": ExitStatus.MALFORMED,
    "unauthenticated": ExitStatus.UNAUTHENTICATED,
    "forbidden": ExitStatus.FORBIDDEN,
    "not-found": ExitStatus.NOT_FOUND,
    "method-not-allowed": ExitStatus.METHOD_NOT_ALLOWED,
    "not-acceptable": ExitStatus.NOT_ACCEPTABLE,
    "too-large": ExitStatus.TOO_LARGE,
    "unsupported-media-type": ExitStatus.UNSUPPORTED_MEDIA_TYPE,
    "validation": ExitStatus.VALIDATION,
    "not-your-turn": ExitStatus.NOT_YOUR_TURN,
    "match-started": ExitStatus.MATCH_STARTED,
    "too-early": ExitStatus.TOO_EARLY,
    "match-not-started": ExitStatus.MATCH_NOT_STARTED,
    "match-over": ExitStatus.MATCH_OVER,
    "illegal-move": ExitStatus.ILLEGAL_MOVE,
    "stale-version": ExitStatus.STALE_VERSION,
    "seat-taken": ExitStatus.SEAT_TAKEN,
    "already-seated": ExitStatus.ALREADY_SEATED,
    "name-taken": ExitStatus.NAME_TAKEN,
    "idempotency-key-reused": ExitStatus.KEY_REUSED,
    "quota-exceeded": ExitStatus.QUOTA_EXCEEDED,
    "busy": ExitStatus.BUSY,
    "internal": ExitStatus.SERVER_ERROR,
    "unreadable-match": ExitStatus.UNREADABLE_MATCH,
}


def status_for_problem(slug: str, http_status: int) -> ExitStatus:
    """The exit status for a problem of the server; an unknown slug is judged by its class."""
    known = OF_PROBLEM.get(slug)
    if known is not None:
        return known
    return ExitStatus.SERVER_ERROR if http_status >= 500 else ExitStatus.BAD_ANSWER
