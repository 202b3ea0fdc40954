"""What the rules refuse, as problems: every code of the engine is mapped here, once."""

from __future__ import annotations

from texas42 import Code, RuleViolation, Seat, legal_moves, move_body
from texas42_server.asking.problems import Problem
from texas42_server.service.positions import Position

CONFLICTS: dict[Code, str] = {
    Code.MATCH_NOT_STARTED: "match-not-started",
    Code.MATCH_OVER: "match-over",
    Code.NOT_YOUR_TURN: "not-your-turn",
    Code.SEAT_TAKEN: "seat-taken",
    Code.ALREADY_SEATED: "already-seated",
    Code.MATCH_STARTED: "match-started",
}
"""Code -> slug, where the refusal lies in the state (409). All others are `illegal-move` (422)."""

ILLEGAL_MOVES: tuple[str, ...] = tuple(code.value for code in Code if code not in CONFLICTS)


def refusal(violation: RuleViolation, position: Position, seat: Seat) -> Problem:
    """The problem that tells the player of `seat` of a violation."""
    if violation.code in CONFLICTS:
        return conflict(violation, position)
    return Problem(
        "illegal-move",
        _detail(violation),
        rule=violation.rule,
        code=violation.code.value,
        legal_moves=[move_body(move) for move in legal_moves(position.match, seat)],
    )


def conflict(violation: RuleViolation, position: Position) -> Problem:
    """The problem that tells of a violation which lies in the state (409), to whoever asks."""
    match = position.match
    turn = None if match.turn is None else match.table.labels[match.turn]
    slug = CONFLICTS[violation.code]
    return Problem(slug, _detail(violation), turn=turn, version=match.version)


def _detail(violation: RuleViolation) -> str:
    return f"{violation.message[0].upper()}{violation.message[1:]}."
