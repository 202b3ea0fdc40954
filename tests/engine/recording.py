"""Random matches of every kind for the records: any settings, any table, whatever may be said.

A match is told by its seed and the settings it begins with; the same two are the same match.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from texas42 import (
    PRESETS,
    SETTINGS,
    TILES,
    Bid,
    Declare,
    Match,
    Move,
    Play,
    Rules,
    RulesInvalid,
    Trump,
    create,
    deal,
    decide,
    draw,
    is_double,
    join,
    legal_moves,
    replay,
    resolve,
)
from texas42.settings import Choice, Some, Span, Value, Whole

NAMES = ('O"Neil', "back\\slash", "Ann ]", ";semi", "{brace}", "%", "Ünï ∑", "?")
"""Names that players may have, and a text form may stumble over."""

SEATS = (2, 3, 4, 5, 6, 7)


def playable(body: Mapping[str, Any]) -> Rules:
    """The rules that a body asks for, less the settings that do not agree with the others.

    At tables without partners what needs them is switched off (R9.5).
    """
    asked = dict(body)
    if asked.get("seats", 4) != 4:
        asked |= {"nello": False, "plunge": False, "splash": False}
    while True:
        try:
            return resolve(asked)
        except RulesInvalid as fault:
            offending = {pointer.split("/")[1] for pointer, _ in fault.errors} & asked.keys()
            asked = {name: value for name, value in asked.items() if name not in offending}
            if not offending:  # a default is above the highest bid
                asked["max_marks"] = None


def any_rules(chance: Random) -> Rules:
    """A preset with some settings over it, most often such that a match is short."""
    body: dict[str, Any] = {"preset": chance.choice(list(PRESETS)), "seats": 4}
    for setting in chance.sample(SETTINGS, chance.randrange(len(SETTINGS))):
        if setting.name != "seats":
            body[setting.name] = _any_value(setting.value, chance)
    if chance.random() < 0.5:
        body["seats"] = chance.choice(SEATS)
    return playable(body)


def _any_value(value: Value, chance: Random) -> Any:
    match value:
        case Choice(values):
            return chance.choice(values)
        case Some(values):
            return chance.sample(values, chance.randint(1, len(values)))
        case Span(minimum, maximum):
            return sorted(chance.randint(minimum, min(maximum, 4)) for _ in range(2))
        case Whole(minimum, maximum, nullable):
            if nullable and chance.random() < 0.3:
                return None
            return chance.randint(minimum, min(maximum, minimum + 4))


def random_match(rules: Rules, seed: int, most_hands: int = 4) -> Match:
    """A match of at most so many hands; nobody thinks, but every kind of move is tried."""
    chance = Random(seed)
    match = replay([create(chance.choice(NAMES), "ann", rules)])
    names = chance.sample(NAMES, len(match.table.seats))
    for seat, name in zip(match.table.seats, names, strict=True):
        match.apply(join(match, seat, name))
    while not match.over and len(match.hands) < most_hands:
        if match.awaits_draw:
            match.apply(draw(match, _shuffled(chance)))
        elif match.awaits_deal:
            turn = match.next_dealer
            dealer = chance.choice(match.table.seats) if turn is None else turn
            match.apply(deal(match, _shuffled(chance), dealer))
        else:
            assert match.turn is not None
            for event in decide(match, match.turn, _any_move(match, chance)):
                match.apply(event)
    return match


def _shuffled(chance: Random) -> list[Any]:
    """A shuffled set; in one of four the doubles come to one seat of four."""
    deck = list(TILES)
    chance.shuffle(deck)
    if chance.random() < 0.25:
        doubles = [tile for tile in deck if is_double(tile)]
        others = [tile for tile in deck if not is_double(tile)]
        place = chance.randrange(4)
        deck = [
            doubles.pop() if at % 4 == place and doubles else (others or doubles).pop()
            for at in range(len(TILES))
        ]
    return deck


def _any_move(match: Match, chance: Random) -> Move:
    """Any legal move, each kind as often as another."""
    assert match.turn is not None
    kinds: dict[str, list[Move]] = {}
    for move in legal_moves(match, match.turn):
        kinds.setdefault(_kind(move), []).append(move)
    return chance.choice(kinds[chance.choice(sorted(kinds))])


def _kind(move: Move) -> str:
    match move:
        case Bid(points, _, special):
            return str(special or ("points" if points else "marks"))
        case Declare(trump):
            return trump.value if trump in (Trump.NELLO, Trump.SEVENS, Trump.NONE) else "trump"
        case Play(_, call):
            return "tile" if call is None else "call"
        case _:
            return "pass"
