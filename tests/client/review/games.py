"""Matches that bots have played, with everything that was shown meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from tests.client.bots.seats import PLAYERS, shuffled
from texas42 import (
    TILES,
    Dealt,
    Entry,
    Event,
    Match,
    Seat,
    create,
    deal,
    decide,
    draw,
    join,
    parse_move,
    redact,
    replay,
    resolve,
    view,
)
from texas42.record import record_of, to_json
from texas42_client.bots import BOTS
from texas42_client.review.told import ToldMatch
from texas42_client.thinking.chance import Chance

Body = dict[str, Any]


@dataclass
class Played:
    """A match so far.

    Attributes:
        log: all of it.
        shown: (number of the hand, the view of the seat on turn, its move) for every play.
    """

    match: Match
    log: list[Event]
    shown: list[tuple[int, Body, Body]] = field(default_factory=list)

    def record(self) -> Body:
        return to_json(record_of(self.match, match_id="m"))

    def told(self) -> ToldMatch:
        return ToldMatch(self.record())

    def dealt(self, seat: str, hand: int) -> list[str]:
        """What the feed tells this seat that it was dealt."""
        viewer = self.match.table.seat(seat)
        entries = [Entry(seq, 0, event) for seq, event in enumerate(self.log, start=1)]
        deals = [entry for entry in redact(entries, viewer) if entry["type"] == "dealt"]
        return list(deals[hand - 1]["tiles"])


@lru_cache
def played(seed: int = 1, hands: int = 2, kind: str = "simple", **rules: Any) -> Played:
    """So many hands of a match between bots of one kind."""
    chance, settings = Random(seed), {k: _list(v) for k, v in rules.items()}
    log: list[Event] = [create("friday", "ann", resolve(settings))]
    game = Played(replay(log), log)
    match = game.match
    bots = {seat: BOTS[kind](Chance.of_seed(seed)) for seat in match.table.labels}

    def happen(event: Event) -> None:
        log.append(event)
        match.apply(event)

    for seat, player in zip(match.table.seats, PLAYERS, strict=False):
        happen(join(match, seat, player))
    while len(match.hands) < hands and not match.over:
        if match.awaits_draw:
            happen(draw(match, shuffled(chance)))
        elif match.awaits_deal:
            lot = match.next_dealer
            happen(deal(match, shuffled(chance), Seat(0) if lot is None else lot))
        else:
            assert match.turn is not None
            shown = {"id": "m", **view(match, match.turn)}
            body = dict(bots[shown["you"]].choose(shown))
            if body["type"] == "play" and shown["status"] == "playing":
                game.shown.append((len(match.hands) + 1, shown, body))
            for event in decide(match, match.turn, parse_move(body)):
                happen(event)
    return game


def _list(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def redealt(game: Played, hand: int, asker: str | None, seed: int) -> Played:
    """The same match, but what the asker cannot know of a hand lies elsewhere.

    The tiles of the others that were never played, and those out of play, change places.
    """
    places = [n for n, event in enumerate(game.log) if isinstance(event, Dealt)]
    at = places[hand - 1]
    event = game.log[at]
    assert isinstance(event, Dealt)
    over = game.match.hands[hand - 1].hand
    table = game.match.table
    own = None if asker is None else table.seat(asker)
    hidden = [seat for seat in table.seats if seat != own]
    known = {tile for seat in table.seats for tile in event.hands[seat] if 1 << tile & over.played}
    known |= set() if own is None else set(event.hands[own])
    loose = [tile for tile in TILES if tile not in known]
    Random(seed).shuffle(loose)
    hands = list(event.hands)
    for seat in hidden:
        kept = [tile for tile in event.hands[seat] if tile in known]
        room = table.hand_size - len(kept)
        hands[seat] = (*kept, *loose[:room])
        loose = loose[room:]
    log = [*game.log[:at], Dealt(event.dealer, tuple(hands)), *game.log[at + 1 :]]
    return Played(replay(log), log)
