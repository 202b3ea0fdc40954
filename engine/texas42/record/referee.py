"""Plays a script by the rules: what it tells becomes a `Record`, or the first fault is named.

Unplayed tiles are unknown, so each seat is dealt the tiles that it is known to have held and no
other. What was legal with all its tiles is legal with these; a revoke is not that a later tile of
the same seat shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from texas42.errors import RuleViolation
from texas42.events import Created, Dealt, Drawn, Event, Joined
from texas42.hand import Hand
from texas42.match import Match, replay
from texas42.moves import parse_move
from texas42.play import decide
from texas42.record.errors import (
    ImpossibleRecord,
    MalformedRecord,
    MeaninglessRecord,
    Where,
)
from texas42.record.holding import holding_of
from texas42.record.model import FINISHED, GIVEN_UP, UNFINISHED, Record, record_of, to_json
from texas42.record.script import Claim, HandScript, Script, Step
from texas42.record.spelling import MADE, PASSED_OUT, SET
from texas42.rules import Rules, RulesInvalid, resolve
from texas42.seats import Seat
from texas42.tiles import parse_tile


def resolved(where: Where, body: Mapping[str, Any]) -> Rules:
    """The rules that a record names.

    Raises:
        MeaninglessRecord: they are none, with every fault named.
    """
    try:
        return resolve(body)
    except RulesInvalid as fault:
        details = "; ".join(f"{at.lstrip('/')}: {detail}" for at, detail in fault.errors)
        raise MeaninglessRecord(where, f"these rules cannot be played by: {details}") from None


def judged(script: Script) -> Record:
    """The record that a script tells.

    Raises:
        MalformedRecord: a part of a hand is missing.
        ImpossibleRecord: no match by these rules goes so, or a claim does not follow from it.
    """
    match = told(script).match
    facts = script.facts
    record = replace(
        record_of(match, facts.date, facts.match, facts.generator),
        event=facts.event,
        players=script.players,
        status=_status(match, script),
    )
    stated = to_json(record)
    for claim in script.claims:
        _check(stated, claim)
    return record


class Telling:
    """A match as it is told, and the log that tells it."""

    def __init__(self, created: Created) -> None:
        self.log: list[Event] = [created]
        self.match = replay(self.log)

    def apply(self, event: Event) -> None:
        """What happened next."""
        self.log.append(event)
        self.match.apply(event)


def told(script: Script) -> Telling:
    """The moves of a script, played by the rules.

    Raises:
        MalformedRecord: a part of a hand is missing.
        ImpossibleRecord: no match by these rules goes so.
    """
    telling = _seated(script)
    for hand in script.hands:
        _Referee(telling, hand).replay()
    return telling


def _seated(script: Script) -> Telling:
    """A match ready for the first deal; where nobody knows who sat, the seat's letter did.

    Without draws the first dealer is by lot, or as a match before it had it: whoever it was.
    """
    table = script.rules.table
    first = None
    if script.hands and not script.draws:
        first = table.seat(script.hands[0].dealer[1])
    telling = Telling(Created(script.facts.event or "", "", script.rules, first_dealer=first))
    for seat, letter in zip(table.seats, table.labels, strict=True):
        telling.apply(Joined(seat, script.players[letter] or letter))
    for where, drawn in script.draws:
        telling.apply(_draw(telling.match, where, drawn))
    match = telling.match
    if script.hands and not match.awaits_deal:
        raise ImpossibleRecord(script.hands[0].where, f"first {_drawing(match)} draw again: a tie")
    return telling


def _draw(match: Match, where: Where, drawn: Mapping[str, str]) -> Drawn:
    """A round of tiles drawn for the first deal (R1.3)."""
    if not match.awaits_draw:
        raise ImpossibleRecord(where, "nobody draws a tile here: who deals is known")
    seats = [match.table.labels[seat] for seat in match.drawing]
    if sorted(drawn) != seats:
        raise ImpossibleRecord(where, f"in this round {_drawing(match)} draw a tile each")
    tiles = [parse_tile(drawn[seat]) for seat in seats]
    if len(set(tiles)) != len(tiles):
        raise ImpossibleRecord(where, "nobody can draw a tile that somebody else has drawn")
    return Drawn(tuple(zip(match.drawing, tiles, strict=True)))


def _drawing(match: Match) -> str:
    return "seats " + ", ".join(match.table.labels[seat] for seat in match.drawing)


def _status(match: Match, script: Script) -> str:
    """How the match stands, which must fit what was played."""
    won = match.winner is not None
    if script.status is None:
        return FINISHED if won else UNFINISHED
    where, status = script.status
    if won and status != FINISHED:
        assert match.winner is not None
        raise ImpossibleRecord(
            where, f"the match has been won, by {match.table.sides[match.winner]}"
        )
    if status == FINISHED and not won:
        raise ImpossibleRecord(where, "nobody has won: after the last hand the match goes on")
    if status == GIVEN_UP[0] and match.hands:
        raise ImpossibleRecord(where, f"a match that has been dealt is not {status} but closed")
    return status


def _check(stated: Mapping[str, Any], claim: Claim) -> None:
    """Whether what is stated besides the moves follows from them."""
    value: Any = stated
    try:
        for step in claim.path:
            value = value[step]
    except (KeyError, IndexError, TypeError):
        raise ImpossibleRecord(claim.where, f"{claim.what}: by the moves there is none") from None
    if value != claim.value:
        said = "there is none" if value is None else f"it is {_said(value)}"
        raise ImpossibleRecord(
            claim.where, f"{claim.what} is not {_said(claim.value)}: by the moves {said}"
        )


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return MADE if value else SET
    return PASSED_OUT if value is None else str(value)


class _Referee:
    """Replays one hand on top of a match."""

    def __init__(self, telling: Telling, hand: HandScript) -> None:
        self.telling = telling
        self.match = telling.match
        self.script = hand
        self.table = telling.match.table

    def replay(self) -> None:
        """The hand from its deal to its end."""
        play = self._deal()
        self._auction()
        hand = self.match.hand
        if hand is None:
            self._nothing_more()
            return
        hand.dealt = play
        self._declare(hand)
        for number, trick in enumerate(self.script.tricks, start=1):
            self._trick(number, trick)
        if self.match.hand is not None:
            turn = self._letter(self.match.turn)
            raise ImpossibleRecord(
                self.script.end,
                f"the hand is not over: seat {turn} is to play to trick {len(hand.tricks) + 1}",
            )

    def _letter(self, seat: Seat | None) -> str:
        return "" if seat is None else self.table.labels[seat]

    def _deal(self) -> tuple[tuple[Any, ...], ...]:
        """Deal what is known; what binds the play is returned."""
        match, script = self.match, self.script
        if match.over:
            raise ImpossibleRecord(script.where, f"the match was won in hand {len(match.hands)}")
        where, letter = script.dealer
        dealer = self.table.seat(letter)
        if match.next_dealer not in (None, dealer):
            turn = self._letter(match.next_dealer)
            raise ImpossibleRecord(where, f"seat {turn} deals this hand, not {letter}")
        if not script.bids:
            raise MalformedRecord(script.where, "the hand has no auction; each seat speaks once")
        held = holding_of(match.rules, dealer, script)
        self.telling.apply(Dealt(dealer, held.auction))
        return held.play

    def _auction(self) -> None:
        for step in self.script.bids:
            hand = self.match.hand
            if hand is None or hand.contract is not None:
                raise ImpossibleRecord(step.where, "the auction is over: each seat speaks once")
            self._make(step)
        hand = self.match.hand
        if hand is not None and hand.contract is None:
            raise ImpossibleRecord(
                self.script.bids[-1].where,
                f"the auction is not over: seat {self._letter(hand.turn)} is to speak",
            )

    def _nothing_more(self) -> None:
        steps = [*filter(None, [self.script.declaration]), *(t[0] for t in self.script.tricks)]
        if steps:
            raise ImpossibleRecord(
                steps[0].where, "all have passed: nothing is named and nothing is played"
            )

    def _declare(self, hand: Hand) -> None:
        step = self.script.declaration
        if step is None:
            raise MalformedRecord(self.script.end, "the hand has no trump; say what was named")
        assert hand.contract is not None
        self._make(step._replace(seat=self._letter(hand.contract.declarer)))

    def _trick(self, number: int, steps: Sequence[Step]) -> None:
        for place, step in enumerate(steps):
            hand = self.match.hand
            if hand is None:
                over = f"the hand was over after trick {len(self.match.hands[-1].hand.tricks)}"
                raise ImpossibleRecord(step.where, over)
            if place == 0 and hand.trick:
                turn = self._letter(hand.turn)
                raise ImpossibleRecord(
                    step.where, f"trick {number - 1} is not complete: seat {turn} is to play"
                )
            if place > 0 and not hand.trick:
                raise ImpossibleRecord(
                    step.where, f"trick {number} is complete with the tile before"
                )
            self._make(step)

    def _make(self, step: Step) -> None:
        """The seat's move, by the rules."""
        seat = self.table.seat(step.seat)
        try:
            for event in decide(self.match, seat, parse_move(step.body)):
                self.telling.apply(event)
        except RuleViolation as refused:
            raise ImpossibleRecord(
                step.where, f"seat {step.seat} cannot do that: {refused.message} ({refused.rule})"
            ) from None
