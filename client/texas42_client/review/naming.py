"""What might have been trump: everything that could be named, by the chance that it left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from texas42 import Declare, Declared, Match, Seat, move_body
from texas42.contracts import doubles_of
from texas42.suits import suits_for
from texas42.tiles import mask_of
from texas42_client.review.looking import Judging, judged
from texas42_client.review.told import Decision, ToldHand
from texas42_client.review.weighing import Weighed
from texas42_client.review.worlds import SeatDeals
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.judging import Budget, Estimate, Judgement
from texas42_client.thinking.memory import Memory

__all__ = ["Naming", "naming_of", "weigh_naming"]

Body = dict[str, Any]
FEWEST = 2
"""With fewer of a suit in hand nobody thinks of making it trump."""


@dataclass(frozen=True)
class Naming:
    """A declarer about to name trump and to lead, whose tiles are all known.

    Attributes:
        decision: that, as trick 0.
        leads: (what may be named, the view from which the declarer then leads) for each.
    """

    decision: Decision
    leads: tuple[tuple[Body, Body], ...]


def naming_of(hand: ToldHand) -> Naming | None:
    """The choice of trump in a hand, if the asker can tell what there was to choose from."""
    event, match = hand.naming()
    table, told = match.table, match.hand
    assert told is not None
    assert told.contract is not None
    known = len(told.dealt[event.seat]) == table.hand_size
    if not known or told.contract.leader != event.seat:
        return None
    leads = tuple(_leads(hand, match, event.seat, event.declaration))
    if len(leads) == 1:
        return None
    label = table.labels[event.seat]
    view = {**hand.view_of(match, event.seat), "legal_moves": [move for move, _ in leads]}
    memory = Memory()
    memory.look(view)
    decision = Decision(0, 0, (label,), label, view, memory, 0, _named(event.declaration))
    return Naming(decision, leads)


def _leads(hand: ToldHand, match: Match, seat: Seat, named: Declare) -> Iterator[tuple[Body, Body]]:
    told = match.hand
    assert told is not None
    tiles = mask_of(told.dealt[seat])
    thought_of: set[tuple[object, object]] = set()
    for move in told.legal_moves():
        if not isinstance(move, Declare) or (move.trump, move.doubles) in thought_of:
            continue
        thought_of.add((move.trump, move.doubles))
        trumps = suits_for(move.trump, doubles_of(match.rules, move)).trumps
        same = (move.trump, move.doubles) == (named.trump, named.doubles)
        if trumps and (trumps & tiles).bit_count() < FEWEST and not same:
            continue
        after = match.copy()
        after.apply(Declared(seat, move))
        yield _named(move), hand.view_of(after, seat)


def _named(declaration: Declare) -> Body:
    """What was named, without what it says of open tricks."""
    body = move_body(declaration)
    body.pop("open_tricks", None)
    return body


def weigh_naming(naming: Naming, judge: Judging, budget: Budget, chance: Chance) -> Weighed | None:
    """The choice judged: each trump by its best lead, in the same worlds; `None` if too hard."""
    decision = naming.decision
    view = decision.view
    deals = SeatDeals(view, decision.memory)
    # The draws that the first lead will be judged by, so that both say the same of what was named.
    then = {**view, "version": view["version"] + 1}
    found = []
    for move, lead in naming.leads:
        judgement = judged(lead, deals, judge, budget, chance.at(then))
        if not judgement.worlds:
            return None
        best = max(judgement.estimates, key=lambda estimate: estimate.chance)
        found.append((Estimate(move, best.made, best.worlds), judgement))
    return Weighed(
        decision,
        Judgement(
            tuple(estimate for estimate, _ in found),
            min(judgement.worlds for _, judgement in found),
            all(judgement.whole for _, judgement in found),
        ),
        bidding=True,
    )
