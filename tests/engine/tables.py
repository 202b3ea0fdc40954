"""A table to try the rules on, set up and played in the words of players.

    game = Game().deal(dealer="D", A="5-5 0-1 …").go("A: 30  B: pass  C: pass  D: pass")
    game.go("A: trump 6  A: 5-5  B: 3-5")
    game.refused("C: 0-1")  # ("R4.4", "must_follow_suit")

A script is any number of `seat: word`. Words: `31` and `2 marks` bid, `pass`, `trump 6`,
`trump doubles open 1`, and a tile such as `6-4` plays it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import pytest

from texas42 import (
    TILES,
    Bid,
    Created,
    Dealt,
    Declare,
    Event,
    FinishedHand,
    Hand,
    Joined,
    Match,
    Move,
    Pass,
    Play,
    Rules,
    RuleViolation,
    Seat,
    Tile,
    Trump,
    decide,
    legal_moves,
    parse_tile,
    replay,
    resolve,
    suits_for,
    table_for,
    tile_label,
    winning_place,
)

PLAYERS = ("ann", "bob", "cat", "dan")
TABLE = table_for(4)
A, B, C, D = TABLE.seats
EACH_TRUMP = tuple(trump for trump in Trump if trump not in (Trump.NELLO, Trump.SEVENS))
"""What the rulebook lets a declarer name (R4.1)."""

_STEP = re.compile(r"([A-D]):\s*(.*?)\s*(?=[A-D]:|$)", re.DOTALL)
_BID_MARKS = re.compile(r"(\d+) marks?")
_TRUMP = re.compile(r"trump (\w+)(?: open (\d+))?")


def tiles(text: str) -> tuple[Tile, ...]:
    """`"5-5 6-4"` -> the two tiles."""
    return tuple(parse_tile(word) for word in text.split())


def names(some: Iterable[Tile]) -> str:
    """The tiles in the order given, lower ends first: `"5-5 4-6"`."""
    return " ".join(tile_label(tile) for tile in some)


def move(word: str) -> Move:
    """The move that a word of a script says."""
    if word == "pass":
        return Pass()
    if word.isdigit():
        return Bid(points=int(word))
    if marks := _BID_MARKS.fullmatch(word):
        return Bid(marks=int(marks[1]))
    if trump := _TRUMP.fullmatch(word):
        return Declare(Trump(trump[1]), int(trump[2]) if trump[2] else None)
    return Play(parse_tile(word))


def word(said: Move) -> str:
    """The word of a script that says this move."""
    match said:
        case Pass():
            return "pass"
        case Bid(marks=None):
            return str(said.points)
        case Bid():
            return "1 mark" if said.marks == 1 else f"{said.marks} marks"
        case Declare(open_tricks=None):
            return f"trump {said.trump.value}"
        case Declare():
            return f"trump {said.trump.value} open {said.open_tricks}"
        case Play():
            return tile_label(said.tile)


def script(text: str) -> list[tuple[Seat, Move]]:
    """`"A: 30  B: pass"` -> who makes which move, in order."""
    return [(TABLE.seat(seat), move(said)) for seat, said in _STEP.findall(text)]


def hands(**given: str) -> tuple[tuple[Tile, ...], ...]:
    """Four hands of seven: the tiles given to a seat stay, the rest of the set fills them up."""
    held = {seat: list(tiles(given.get(TABLE.labels[seat], ""))) for seat in TABLE.seats}
    placed = [tile for some in held.values() for tile in some]
    assert len(placed) == len(set(placed)), "a tile stands in two places"
    rest = [tile for tile in TILES if tile not in placed]
    for some in held.values():
        while len(some) < TABLE.hand_size:
            some.append(rest.pop(0))
        assert len(some) == TABLE.hand_size, "a hand is seven tiles"
    return tuple(tuple(some) for some in held.values())


def state(thing: Any) -> Any:
    """Everything that a match or hand holds, as values that compare, however deep."""
    if isinstance(thing, (Match, Hand)):
        return {name: state(getattr(thing, name)) for name in type(thing).__slots__}
    if isinstance(thing, (list, tuple)):
        return [type(thing).__name__, *map(state, thing)]
    return thing


class Game:
    """A match as it is played, with its log.

    Attributes:
        log: every event so far.
        match: the match that they tell.
    """

    def __init__(self, rules: Rules | dict[str, Any] | str | None = None) -> None:
        """Four players sit down to play by these rules; nothing is dealt yet."""
        settled = rules if isinstance(rules, Rules) else resolve(rules)
        self.log: list[Event] = [Created("friday", "ann", settled)]
        self.match = replay(self.log)
        for seat, player in zip(TABLE.seats, PLAYERS, strict=True):
            self.record(Joined(seat, player))

    def record(self, event: Event) -> None:
        """Append an event to the log and to the match, unjudged."""
        self.log.append(event)
        self.match.apply(event)

    @property
    def hand(self) -> Hand:
        """The hand in progress."""
        assert self.match.hand is not None, "no hand is on"
        return self.match.hand

    @property
    def last(self) -> Hand:
        """The last hand that is over."""
        return self.match.hands[-1].hand

    @property
    def marks(self) -> dict[str, int]:
        """Side label -> marks."""
        return dict(zip(TABLE.sides, self.match.score, strict=True))

    def deal(self, dealer: str | None = None, **given: str) -> Self:
        """Deal these hands, filled up with the rest of the set; D deals first unless told."""
        turn = self.match.next_dealer
        by = TABLE.seat(dealer) if dealer else D if turn is None else turn
        self.record(Dealt(by, hands(**given)))
        return self

    def go(self, text: str) -> Self:
        """Make every move of the script; each must be legal."""
        for seat, said in script(text):
            self.move(seat, said)
        return self

    def move(self, seat: Seat, said: Move) -> Self:
        """Make one move."""
        for event in decide(self.match, seat, said):
            self.record(event)
        return self

    def plays(self, text: str) -> Self:
        """Play these tiles, each by the seat whose turn it is."""
        for tile in tiles(text):
            assert self.match.turn is not None, f"nobody is on turn for {tile_label(tile)}"
            self.move(self.match.turn, Play(tile))
        return self

    def lay_down(self, bidder: str, bid: str) -> Self:
        """Deal a hand, all the sixes to the bidder, who bids and wins every trick with them."""
        self.deal(**{bidder: "6-6 5-6 4-6 3-6 2-6 1-6 0-6"})
        number = self.hand.number
        while self.match.status == "bidding":
            seat = TABLE.labels[self.match.turn or 0]
            self.go(f"{seat}: {bid if seat == bidder else 'pass'}")
        self.go(f"{bidder}: trump 6" + (" open 1" if "mark" in bid else ""))
        while len(self.match.hands) < number:
            self.plays(self.legal()[0])
        return self

    def refused(self, text: str) -> tuple[str, str]:
        """The rule and the code that refuse this one move; nothing may have changed."""
        ((seat, said),) = script(text)
        before = state(self.match)
        with pytest.raises(RuleViolation) as caught:
            decide(self.match, seat, said)
        assert state(self.match) == before, "a refusal changed the match"
        assert caught.value.message
        return caught.value.rule, caught.value.code.value

    def legal(self, seat: str | None = None) -> list[str]:
        """What the seat, or whoever is on turn, may do: words of a script, in order."""
        who = self.match.turn if seat is None else TABLE.seat(seat)
        assert who is not None
        return [word(m) for m in legal_moves(self.match, who)]

    def held(self, seat: str) -> str:
        """The seat's tiles in order."""
        return names(self.hand.held(TABLE.seat(seat)))


def after_each_move(match: Match) -> Iterator[Match]:
    """The match after each legal move of the seat on turn."""
    assert match.turn is not None
    for said in legal_moves(match, match.turn):
        after = match.copy()
        for event in decide(match, match.turn, said):
            after.apply(event)
        yield after


def ending(finished: FinishedHand) -> str:
    """How a hand ended, such as `"passed out"` or `"marks set at trick 7"`."""
    hand = finished.hand
    if hand.contract is None:
        return "passed out"
    outcome = "made" if hand.made else "set"
    when = "at trick 7" if len(hand.tricks) == TABLE.hand_size else "early"
    return f"{hand.contract.kind.name} {outcome} {when}"


def game_at_play(
    trump: str, bid: str = "30", rules: Any = None, bidder: str = "A", **given: str
) -> Game:
    """A first hand where the bidder has won the auction with `bid`, named trump, and leads."""
    dealer = TABLE.labels[(TABLE.seat(bidder) - 1) % len(TABLE.seats)]
    game = Game(rules).deal(dealer=dealer, **given)
    first, *others = TABLE.clockwise_from[TABLE.seat(bidder)]
    game.move(first, move(bid))
    for seat in others:
        game.move(seat, Pass())
    return game.move(first, move(f"trump {trump}"))


def winner_of(trump: str, plays: str) -> str:
    """The tile that wins a trick, the first one led."""
    trick: Sequence[Tile] = tiles(plays)
    suits = suits_for(Trump(trump))
    return tile_label(trick[winning_place(suits, suits.called[trick[0]], trick)])
