"""Views as a seat is shown them, from as few words as a player needs to tell of a position."""

from __future__ import annotations

from random import Random
from typing import Any

from texas42 import (
    BIT,
    TILES,
    Doubles,
    Match,
    Seat,
    Trump,
    create,
    deal,
    decide,
    draw,
    join,
    parse_move,
    parse_tile,
    resolve,
    suits_for,
    tile_label,
    view,
)
from texas42_client.bots import BOTS, Bot
from texas42_client.bots.naming import parse_bot
from texas42_client.thinking.chance import Chance

SEATS = "ABCD"
SIDE = {"A": "A+C", "B": "B+D", "C": "A+C", "D": "B+D"}
SEEDS = range(20)
PLAYERS = ("ann", "bob", "cat", "dan", "eve", "flo", "gus")
MOST_MOVES = 20_000
"""More than any match takes."""


def _table(you: str) -> dict[str, Any]:
    return {
        "id": "m",
        "version": 1,
        "hand_number": 1,
        "you": you,
        "rules": resolve().as_dict(),
        "seats": {seat: {"side": SIDE[seat]} for seat in SEATS},
        "captured": [],
        "current_trick": None,
        "contract": None,
    }


def new_bot(kind: str, chance: Chance) -> Bot:
    """A player of that kind, which thinks about few worlds, whatever the machine."""
    return parse_bot("strong@3w" if kind == "strong" else kind)(chance)


def names(text: str) -> list[str]:
    """`"6-4 5-5"` -> the tiles as views spell them."""
    return [tile_label(parse_tile(word)) for word in text.split()]


def playing(
    *,
    hand: str,
    trump: str,
    trick: str = "",
    you: str = "D",
    bidder: str = "A",
    gone: str = "",
    marks: int | None = None,
    doubles: str | None = None,
) -> dict[str, Any]:
    """The view of `you`, on turn to play.

    Args:
        hand: the tiles of `you`.
        trump: as it was declared.
        trick: the tiles on the table, the lead first, the last one played just before `you`.
        you: the seat on turn.
        bidder: who declared.
        gone: tiles of collected tricks.
        marks: the marks bid; without it the contract is 30 points.
        doubles: what doubles are, where they were declared.
    """
    plays = names(trick)
    around = SEATS[SEATS.index(you) :] + SEATS[: SEATS.index(you)]
    at_play = [s for s in around if trump != "nello" or s == bidder or SIDE[s] != SIDE[bidder]]
    others = (at_play if len(plays) < len(at_play) else list(around))[1:]
    seats = others[len(others) - len(plays) :]
    tiles = [parse_tile(label) for label in names(hand)]
    legal = tiles
    if plays:
        suits = suits_for(Trump(trump), Doubles(doubles or "high"))
        asked = suits.members[suits.called[parse_tile(plays[0])]]
        legal = [tile for tile in tiles if BIT[tile] & asked] or tiles
    return _table(you) | {
        "status": "playing",
        "turn": you,
        "hand": names(hand),
        "legal_moves": [{"type": "play", "tile": tile_label(tile)} for tile in legal],
        "current_trick": {
            "number": 2,
            "leader": seats[0] if seats else you,
            "suit": None,
            "plays": [{"seat": s, "tile": t} for s, t in zip(seats, plays, strict=True)],
        },
        "captured": [{"number": 1, "side": "A+C", "tiles": names(gone), "points": 0}],
        "contract": {
            "kind": _kind(trump, marks),
            "bidder": bidder,
            "declarer": bidder,
            "points": 30 if marks is None else None,
            "marks": marks,
            "trump": trump,
            "doubles": doubles,
        },
    }


def _kind(trump: str, marks: int | None) -> str:
    if trump in ("nello", "sevens"):
        return trump
    return "points" if marks is None else "marks"


def played(position: dict[str, Any]) -> set[str]:
    """What `simple` plays there, whatever chance says between equals."""
    return {BOTS["simple"](Chance.of_seed(seed)).choose(position)["tile"] for seed in SEEDS}


def bidding(hand: str, *said: str, you: str = "D") -> dict[str, Any]:
    """The view of `you` on turn in the auction after `said`: `"30"`, `"2 marks"` or `"pass"`."""
    match = seated()
    first = (SEATS.index(you) - len(said)) % 4
    tiles = [parse_tile(label) for label in names(hand)]
    rest = [tile for tile in TILES if tile not in tiles]
    dealer = Seat((first - 1) % 4)
    around = [(first + place) % 4 for place in range(4)]
    piles = {s: tiles if s == SEATS.index(you) else [rest.pop() for _ in tiles] for s in around}
    match.apply(deal(match, [piles[s][n] for n in range(7) for s in around], dealer))
    for word in said:
        step(match, spoken(word))
    assert match.turn is not None
    return shown_to(match, match.turn)


def declaring(hand: str, bid: str) -> dict[str, Any]:
    """The view of a seat that won the auction with `bid`."""
    shown = bidding(hand, "pass", "pass", "pass")
    match = seated()
    tiles = [parse_tile(label) for label in shown["hand"]]
    rest = [tile for tile in TILES if tile not in tiles]
    shuffled = [tiles.pop() if n % 4 == 0 else rest.pop() for n in range(28)]
    match.apply(deal(match, shuffled, Seat(3)))
    for word in (bid, "pass", "pass", "pass"):
        step(match, spoken(word))
    return shown_to(match, Seat(0))


def shown_to(match: Match, seat: Seat) -> dict[str, Any]:
    """What the server would show the seat, as far as a bot looks."""
    return {"id": "m", **view(match, seat)}


def spoken(word: str) -> dict[str, Any]:
    """The body of a bid or a pass."""
    if word == "pass":
        return {"type": "pass"}
    number, _, unit = word.partition(" ")
    return {"type": "bid", ("marks" if unit else "points"): int(number)}


def seated(rules: dict[str, Any] | None = None) -> Match:
    """A match with all its players that waits for its first draw or deal."""
    match = Match(create("friday", "ann", resolve(rules)))
    for seat, player in zip(match.table.seats, PLAYERS, strict=False):
        match.apply(join(match, seat, player))
    return match


def step(match: Match, body: dict[str, Any]) -> None:
    """The seat on turn makes the move."""
    assert match.turn is not None
    for event in decide(match, match.turn, parse_move(body)):
        match.apply(event)


def shuffled(chance: Random) -> list[Any]:
    """The set, in any order."""
    return chance.sample(TILES, len(TILES))


def play_match(bots: dict[str, Bot], deals: Random, rules: dict[str, Any] | None = None) -> Match:
    """A whole match in which every seat sees its own view alone; every answer is checked."""
    match = seated(rules)
    for _ in range(MOST_MOVES):
        while match.awaits_draw:
            match.apply(draw(match, shuffled(deals)))
        if match.awaits_deal:
            dealer = match.next_dealer
            lot = deals.choice(match.table.seats) if dealer is None else dealer
            match.apply(deal(match, shuffled(deals), lot))
        if match.winner is not None:
            return match
        assert match.turn is not None
        shown = shown_to(match, match.turn)
        body = dict(bots[shown["you"]].choose(shown))
        assert body in shown["legal_moves"]
        step(match, body)
    raise AssertionError("the match does not end")
