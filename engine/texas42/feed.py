"""The log as one viewer may read it: the feed's half of the door in `texas42.view`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from texas42.events import (
    BidMade,
    Cancelled,
    Closed,
    Created,
    Dealt,
    Declared,
    Drawn,
    Event,
    Joined,
    Left,
    Offered,
    Passed,
    Played,
    Replaced,
    SeatEvent,
)
from texas42.hand import Hand, may_call_small_ends
from texas42.match import Match, replay
from texas42.moves import bid_body, declaration_body, play_body
from texas42.seats import SEAT_LETTERS
from texas42.tiles import tile_label
from texas42.view import Body, Viewer, attributed_tricks, contract_body, result_body, score_body


class Entry(NamedTuple):
    """A stored event: its place in the log, when it happened (the engine does not ask), and it."""

    seq: int
    at: int
    event: Event


class _Play(NamedTuple):
    """A play of the hand in progress, and where it is told; `{}` when it is not."""

    seq: int
    at: int
    told: Body


def redact(
    entries: Iterable[Entry],
    viewer: Viewer,
    after: int = 0,
    limit: int | None = None,
    witnessed: int | None = None,
) -> list[Body]:
    """The feed as `viewer` may read it now: a whole log, of which those past `after` are told.

    While a hand is on, the plays of its collected tricks say neither seat nor tile, and `at` is
    when their trick was completed, except tricks that `attributed_tricks` keeps (R6.3). After the
    hand they are whole again (R6.6). A deal tells the viewer's own tiles alone (R6.2).

    Args:
        entries: the log from its first entry on.
        viewer: who reads.
        after: the last seq that is not told.
        limit: how many entries are told at most.
        witnessed: plays past this seq were made while the viewer's wait or stream was open, and
            are told as they were played (R6.8); `None`: none was.

    Returns:
        entries `{seq, type, at, …}` in order, at most `limit`; a move's `then` lists what it
        brought about.
    """
    told: list[Body] = []
    plays: list[_Play] = []
    hand: Hand | None = None
    match: Match | None = None
    for seq, at, event in entries:
        if match is not None and match.hand is not None:
            hand = match.hand
        unnamed = hand is not None and hand.suits is None
        match = _with(match, event)
        entry: Body = {}
        if seq > after:
            entry = {"seq": seq, "type": "", "at": at} | _told(match, event, viewer)
            if hand is not None and isinstance(event, _MOVES):
                entry["then"] = _brought_about(match, hand, event, unnamed)
            told.append(entry)
        if isinstance(event, Dealt):
            plays = []
        if isinstance(event, Played):
            plays.append(_Play(seq, at, entry))
    if hand is not None and hand.turn is not None:
        _collect(hand, plays, witnessed)
    return told if limit is None else told[:limit]


_HIDDEN = {"seat", "tile", "call"}
_MOVES = (BidMade, Passed, Declared, Played)


def _collect(hand: Hand, plays: list[_Play], witnessed: int | None) -> None:
    """Take seat, tile and moment from the plays of the tricks that lie collected."""
    keep = attributed_tricks(hand)
    start = 0
    for index, trick in enumerate(hand.tricks):
        end = start + len(trick.tiles)
        if index not in keep:
            for play in plays[start:end]:
                if witnessed is None or play.seq <= witnessed:
                    play.told.update(
                        at=plays[end - 1].at, **dict.fromkeys(play.told.keys() & _HIDDEN)
                    )
        start = end


def _with(match: Match | None, event: Event) -> Match:
    """The match with the event applied; the first event makes it."""
    if match is None:
        return replay([event])
    match.apply(event)
    return match


def _told(match: Match, event: Event, viewer: Viewer) -> Body:
    """The event itself, before it is collected; `match` is as it stands after it."""
    if isinstance(event, Created):
        return _created(match)
    if isinstance(event, Dealt):
        return _dealt(match, event, viewer)
    if isinstance(event, Drawn):
        return _drawn(match, event)
    if isinstance(event, (Cancelled, Closed)):
        return {"type": "cancelled" if isinstance(event, Cancelled) else "closed"}
    return _told_of_a_seat(match, event, SEAT_LETTERS[event.seat])


def _told_of_a_seat(match: Match, event: SeatEvent, seat: str) -> Body:
    match event:
        case Joined():
            return {"type": "joined", "seat": seat, "player": event.player}
        case Left():
            return {"type": "left", "seat": seat}
        case BidMade():
            return {"type": "bid", "seat": seat, **bid_body(event.bid)}
        case Passed():
            return {"type": "pass", "seat": seat}
        case Declared():
            return {"type": "declare", "seat": seat, **declaration_body(event.declaration)}
        case Offered():
            return {"type": "offered", "seat": seat}
        case Replaced():
            return {"type": "replaced", "seat": seat, "player": event.player}
    told = play_body(event.tile, event.call)
    return {"type": "play", "seat": seat, **_call_shown(match), **told}


def _created(match: Match) -> Body:
    dealer = match.first_dealer
    return {
        "type": "created",
        "name": match.name,
        "owner": match.owner,
        "rules": match.rules.as_dict(),
        "listed": match.listed,
        "kept_for": dict(zip(match.table.labels, match.kept, strict=True)),
        "rematch_of": match.rematch_of,
        "first_dealer": None if dealer is None else match.table.labels[dealer],
    }


def _call_shown(match: Match) -> Body:
    """Where lower ends may be called every play has the member, so that none stands out."""
    return {"call": None} if may_call_small_ends(match.rules) else {}


def _drawn(match: Match, event: Drawn) -> Body:
    dealer = match.first_dealer
    return {
        "type": "drawn",
        "draws": {SEAT_LETTERS[seat]: tile_label(tile) for seat, tile in event.tiles},
        "dealer": None if dealer is None else SEAT_LETTERS[dealer],
    }


def _dealt(match: Match, event: Dealt, viewer: Viewer) -> Body:
    return {
        "type": "dealt",
        "hand": len(match.hands) + 1,
        "dealer": SEAT_LETTERS[event.dealer],
        "tiles": None if viewer is None else [tile_label(tile) for tile in event.hands[viewer]],
    }


def _brought_about(match: Match, hand: Hand, event: Event, unnamed: bool) -> list[Body]:
    """What followed from a move, in order.

    Args:
        match: the match after it.
        hand: the hand it was made in, as it stands after it.
        event: the move.
        unnamed: whether trump was not named before it; a first tile may name it, too (R4.1).
    """
    then: list[Body] = []
    if isinstance(event, (BidMade, Passed)) and len(hand.bids) == len(match.table.seats):
        then.append({"type": "auction_over", "contract": contract_body(hand)})
    if unnamed and hand.contract is not None and hand.contract.declaration is not None:
        trump = hand.contract.declaration.trump.value
        then.append({"type": "trump_named", "trump": trump})
    if isinstance(event, Played) and not hand.trick:
        side = match.table.sides[hand.tricks[-1].side]
        then.append({"type": "trick_taken", "number": len(hand.tricks), "side": side})
    if hand.turn is None:
        finished = match.hands[-1]
        then.append(
            {
                "type": "hand_over",
                "number": hand.number,
                "result": result_body(finished),
                **score_body(match.rules, finished.score),
            }
        )
        if match.winner is not None:
            then.append({"type": "match_over", "winner": match.table.sides[match.winner]})
    return then
