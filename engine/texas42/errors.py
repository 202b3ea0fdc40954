"""What the engine refuses, each refusal with a rule number and a stable code."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Why a request was refused; stable, for programs."""

    MATCH_NOT_STARTED = "match_not_started"
    MATCH_OVER = "match_over"
    NOT_YOUR_TURN = "not_your_turn"
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    MATCH_STARTED = "match_started"

    NOT_THE_TIME = "not_the_time"
    BID_OUT_OF_RANGE = "bid_out_of_range"
    BID_TOO_LOW = "bid_too_low"
    POINTS_AFTER_MARKS = "points_after_marks"
    OPENING_MARKS = "opening_marks"
    MARK_RAISE = "mark_raise"
    MUST_BID = "must_bid"
    NOT_PLAYED_HERE = "not_played_here"
    NOT_ENOUGH_DOUBLES = "not_enough_doubles"
    TOO_LATE_FOR_SPECIAL = "too_late_for_special"
    WRONG_STAKE = "wrong_stake"
    NOT_IN_THIS_CONTRACT = "not_in_this_contract"
    DOUBLES_REQUIRED = "doubles_required"
    DOUBLES_REFUSED = "doubles_refused"
    OPEN_TRICKS_REQUIRED = "open_tricks_required"
    OPEN_TRICKS_REFUSED = "open_tricks_refused"
    TILE_NOT_HELD = "tile_not_held"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    MUST_LEAD_TRUMP = "must_lead_trump"
    MUST_PLAY_CLOSEST = "must_play_closest"
    CALL_REFUSED = "call_refused"


class RuleViolation(ValueError):  # noqa: N818 - the game's word
    """A move, or a claim to a seat, that the rules refuse. Nothing has changed.

    Attributes:
        rule: the rule that refuses it, such as `"R4.4"`.
        code: the stable `Code`.
        message: a sentence for the player, saying what would be right.
    """

    def __init__(self, rule: str, code: Code, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.code = code
        self.message = message
