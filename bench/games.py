"""The matches that are measured: always the same ones, from fixed seeds."""

from __future__ import annotations

import random
from itertools import count

from texas42 import (
    TILES,
    Bid,
    Event,
    Match,
    Move,
    Pass,
    create,
    deal,
    decide,
    join,
    legal_moves,
    replay,
    resolve,
)

PLAYERS = ("ann", "bob", "cat", "dan")
TEN_HANDS = 10


def ten_hands(seed: int) -> list[Event]:
    """The log of a whole match of ten hands, each played to its last tile: some 340 events.

    Every contract is a bid of 30, so that no hand ends early and all bids are made of few words;
    the tiles are dealt and played at random.
    """
    for attempt in count():
        log = _whole_match(random.Random(f"{seed} {attempt}"))
        if len(replay(log).hands) == TEN_HANDS:
            return log
    raise AssertionError("there is always a next attempt")


def _whole_match(chance: random.Random) -> list[Event]:
    log: list[Event] = [create("friday", PLAYERS[0], resolve({"early_end": False}))]
    match = replay(log)

    def happen(event: Event) -> None:
        log.append(event)
        match.apply(event)

    for seat, player in zip(match.table.seats, PLAYERS, strict=True):
        happen(join(match, seat, player))
    while match.winner is None:
        if match.awaits_deal:
            happen(_random_deal(match, chance))
        else:
            assert match.turn is not None
            for event in decide(match, match.turn, _choice(match, chance)):
                happen(event)
    return log


def _random_deal(match: Match, chance: random.Random) -> Event:
    tiles = list(TILES)
    chance.shuffle(tiles)
    dealer = match.next_dealer
    return deal(match, tiles, chance.choice(match.table.seats) if dealer is None else dealer)


def _choice(match: Match, chance: random.Random) -> Move:
    assert match.hand is not None
    assert match.turn is not None
    if match.hand.contract is None:
        return Bid(points=30) if len(match.hand.bids) == 1 else Pass()
    return chance.choice(legal_moves(match, match.turn))
