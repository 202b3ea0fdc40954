"""Whether each event of a log could have happened: a replay trusts it, an audit does not.

Each event is held against what the engine would have made of the same wish in the same match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from texas42 import (
    TILES,
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
    Match,
    Move,
    Offered,
    Pass,
    Passed,
    Play,
    Played,
    Replaced,
    RulesInvalid,
    RuleViolation,
    cancel,
    close,
    deal,
    decide,
    draw,
    join,
    leave,
    offer,
    replace,
    resolve,
)


class Impossible(Exception):  # noqa: N818 - what the event is
    """An event that could not have happened; the text says why, and names no tiles."""


def begun(event: Event) -> Match:
    """The match that event 1 sets up.

    Raises:
        Impossible: none does, or not by rules that could be asked for.
    """
    if not isinstance(event, Created):
        raise Impossible("a log begins with 'created'")
    try:
        allowed = resolve(event.rules.as_dict())
    except RulesInvalid as error:
        raise Impossible(f"nobody could ask for these rules: {error}") from None
    if allowed != event.rules:
        raise Impossible("nobody could ask for these rules")
    return Match(event)


def follow(match: Match, event: Event) -> None:
    """Apply an event to the match, if it could have happened then.

    Raises:
        Impossible: it could not.
    """
    asked = _ASKED.get(type(event))
    if asked is None:
        raise Impossible("it happens once, and first")
    try:
        expected = asked(match, event)
    except RuleViolation as violation:
        raise Impossible(f"it could not happen then ({violation.rule}, {violation.code})") from None
    except ValueError as error:  # of a draw or a deal; the engine's own words
        raise Impossible(f"it could not happen then: {error}") from None
    if expected != event:
        raise Impossible("it could not happen so")
    match.apply(event)


def _made(match: Match, event: BidMade | Passed | Declared | Played) -> Event:
    return decide(match, event.seat, _wish(event))[0]


def _wish(event: BidMade | Passed | Declared | Played) -> Move:
    match event:
        case BidMade():
            return event.bid
        case Passed():
            return Pass()
        case Declared():
            return event.declaration
        case Played():
            return Play(event.tile, event.call)


def _drawn(match: Match, event: Drawn) -> Event:
    taken = [tile for _, tile in event.tiles]
    return draw(match, taken + [tile for tile in TILES if tile not in taken])


def _dealt(match: Match, event: Dealt) -> Event:
    table = match.table
    order = table.clockwise_from[table.left_of(event.dealer)]
    hands = [event.hands[seat] for seat in order]
    shuffled = [tile for around in zip(*hands, strict=True) for tile in around]
    rest = [tile for tile in TILES if tile not in shuffled]
    return deal(match, shuffled + rest, event.dealer)


_ASKED: dict[type, Callable[[Match, Any], Event]] = {
    Joined: lambda match, event: join(match, event.seat, event.player),
    Left: lambda match, event: leave(match, event.seat),
    Drawn: _drawn,
    Dealt: _dealt,
    BidMade: _made,
    Passed: _made,
    Declared: _made,
    Played: _made,
    Offered: lambda match, event: offer(match, event.seat),
    Replaced: lambda match, event: replace(match, event.seat, event.player),
    Cancelled: lambda match, _: cancel(match),
    Closed: lambda match, _: close(match),
}
