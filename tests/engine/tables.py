"""A table to try the rules on, set up and played in the words of players.

    game = Game().deal(dealer="D", A="5-5 0-1 …").go("A: 30  B: pass  C: pass  D: pass")
    game.go("A: trump 6  A: 5-5  B: 3-5")
    game.refused("C: 0-1")  # ("R4.4", "must_follow_suit")

A script is any number of `seat: word`. Words: `31`, `2 marks`, `plunge 4` and `splash 3` bid,
`pass`, `trump 6`, `trump doubles open 1`, `trump nello doubles low open 2` and `trump sevens`
declare, and a tile such as `6-4` plays it; `6-4 calls 4` leads it and calls its lower end.
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
    Doubles,
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
    Special,
    Suit,
    Table,
    Tile,
    Trump,
    decide,
    draw,
    legal_moves,
    parse_tile,
    replay,
    resolve,
    suits_for,
    table_for,
    tile_label,
    winning_place,
)

PLAYERS = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
TABLE = table_for(4)
A, B, C, D = TABLE.seats
EACH_TRUMP = tuple(trump for trump in Trump if trump not in (Trump.NELLO, Trump.SEVENS))
"""What the rulebook lets a declarer name (R4.1)."""

WINNERS = "6-6 5-6 4-6 3-6 2-6 1-6 0-6 5-5 4-5 3-5 2-5 1-5 0-5 4-4"
"""Led one after the other with sixes as trump, each wins its trick, at tables of any size."""

_STEP = re.compile(r"([A-G]):\s*(.*?)\s*(?=[A-G]:|$)", re.DOTALL)
_BID_MARKS = re.compile(r"(\d+) marks?")
_SPECIAL = re.compile(r"(plunge|splash) (\d+)")
_TRUMP = re.compile(r"trump (\w+)(?: doubles (\w+))?(?: open (\d+))?")
_CALL = re.compile(r"(\d-\d) calls (\d)")


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
    if special := _SPECIAL.fullmatch(word):
        return Bid(marks=int(special[2]), special=Special(special[1]))
    if trump := _TRUMP.fullmatch(word):
        doubles = Doubles(trump[2]) if trump[2] else None
        return Declare(Trump(trump[1]), int(trump[3]) if trump[3] else None, doubles)
    if call := _CALL.fullmatch(word):
        return Play(parse_tile(call[1]), Suit(int(call[2])))
    return Play(parse_tile(word))


def word(said: Move) -> str:
    """The word of a script that says this move."""
    match said:
        case Pass():
            return "pass"
        case Bid(marks=None):
            return str(said.points)
        case Bid(special=None):
            return "1 mark" if said.marks == 1 else f"{said.marks} marks"
        case Bid():
            return f"{said.special} {said.marks}"
        case Declare():
            doubles = f" doubles {said.doubles}" if said.doubles else ""
            shown = f" open {said.open_tricks}" if said.open_tricks else ""
            return f"trump {said.trump}{doubles}{shown}"
        case Play():
            called = "" if said.call is None else f" calls {said.call}"
            return tile_label(said.tile) + called


def script(text: str, table: Table = TABLE) -> list[tuple[Seat, Move]]:
    """`"A: 30  B: pass"` -> who makes which move, in order."""
    return [(table.seat(seat), move(said)) for seat, said in _STEP.findall(text)]


def hands(table: Table = TABLE, **given: str) -> tuple[tuple[Tile, ...], ...]:
    """Whole hands: the tiles given to a seat stay, the rest of the set fills them up."""
    held = {seat: list(tiles(given.get(table.labels[seat], ""))) for seat in table.seats}
    placed = [tile for some in held.values() for tile in some]
    assert len(placed) == len(set(placed)), "a tile stands in two places"
    rest = [tile for tile in TILES if tile not in placed]
    for some in held.values():
        while len(some) < table.hand_size:
            some.append(rest.pop(0))
        assert len(some) == table.hand_size, f"a hand is {table.hand_size} tiles"
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
        table: its seats and sides.
    """

    def __init__(self, rules: Rules | dict[str, Any] | str | None = None) -> None:
        """All players sit down to play by these rules; nothing is drawn or dealt yet."""
        settled = rules if isinstance(rules, Rules) else resolve(rules)
        self.log: list[Event] = [Created("friday", "ann", settled)]
        self.match = replay(self.log)
        self.table = settled.table
        for seat, player in zip(self.table.seats, PLAYERS, strict=False):
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
    def score(self) -> dict[str, int]:
        """Side label -> marks, or points where they win the match."""
        return dict(zip(self.table.sides, self.match.score, strict=True))

    @property
    def marks(self) -> dict[str, int]:
        """Side label -> marks."""
        assert self.match.rules.scoring == "marks"
        return self.score

    @property
    def points(self) -> dict[str, int]:
        """Side label -> points captured in the hand that is on, or else in the last."""
        hand = self.last if self.match.hand is None else self.match.hand
        return dict(zip(self.table.sides, hand.captured, strict=True))

    @property
    def turn(self) -> str | None:
        """Who is on turn."""
        return None if self.match.turn is None else self.table.labels[self.match.turn]

    def draw(self, drawn: str) -> Self:
        """Whoever draws for the first deal draws these tiles, in the order of their seats."""
        first = tiles(drawn)
        self.record(draw(self.match, [*first, *(t for t in TILES if t not in first)]))
        return self

    def deal(self, dealer: str | None = None, **given: str) -> Self:
        """Deal these hands, filled up with the rest of the set; the last seat deals first."""
        turn = self.match.next_dealer
        last = self.table.seats[-1]
        by = self.table.seat(dealer) if dealer else last if turn is None else turn
        self.record(Dealt(by, hands(self.table, **given)))
        return self

    def go(self, text: str) -> Self:
        """Make every move of the script; each must be legal."""
        for seat, said in script(text, self.table):
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

    def auction(self, bidder: str, bid: str) -> Self:
        """The seat bids this when its turn comes, all others pass."""
        while self.match.status == "bidding":
            self.go(f"{self.turn}: {bid if self.turn == bidder else 'pass'}")
        return self

    def lay_down(self, bidder: str, bid: str) -> Self:
        """Deal a hand, all the winners to the bidder, who bids and wins every trick with them."""
        self.deal(**{bidder: WINNERS[: 4 * self.table.hand_size]})
        number = self.hand.number
        self.auction(bidder, bid)
        asked = "trump 6" not in self.legal()
        self.go(f"{bidder}: trump 6" + (" open 1" if asked else ""))
        while len(self.match.hands) < number:
            self.plays(self.legal()[0])
        return self

    def refused(self, text: str) -> tuple[str, str]:
        """The rule and the code that refuse this one move; nothing may have changed."""
        ((seat, said),) = script(text, self.table)
        before = state(self.match)
        with pytest.raises(RuleViolation) as caught:
            decide(self.match, seat, said)
        assert state(self.match) == before, "a refusal changed the match"
        assert caught.value.message
        return caught.value.rule, caught.value.code.value

    def legal(self, seat: str | None = None) -> list[str]:
        """What the seat, or whoever is on turn, may do: words of a script, in order."""
        who = self.match.turn if seat is None else self.table.seat(seat)
        assert who is not None
        return [word(m) for m in legal_moves(self.match, who)]

    def held(self, seat: str) -> str:
        """The seat's tiles in order."""
        return names(self.hand.held(self.table.seat(seat)))


def after_each_move(match: Match) -> Iterator[Match]:
    """The match after each legal move of the seat on turn."""
    assert match.turn is not None
    for said in legal_moves(match, match.turn):
        after = match.copy()
        for event in decide(match, match.turn, said):
            after.apply(event)
        yield after


def ending(finished: FinishedHand) -> str:
    """How a hand ended, such as `"passed out"` or `"marks set at the last trick"`."""
    hand = finished.hand
    if hand.contract is None:
        return "passed out"
    outcome = "made" if hand.made else "set"
    when = "at the last trick" if len(hand.tricks) == hand.table.hand_size else "early"
    return f"{hand.contract.kind.name} {outcome} {when}"


def game_at_play(
    trump: str, bid: str = "30", rules: Any = None, bidder: str = "A", **given: str
) -> Game:
    """A first hand at the first lead: the bidder has won with `bid`, and trump is named."""
    game = Game(rules)
    while game.match.awaits_draw:
        game.draw("6-6 0-0 0-1 0-2 0-3 1-1 1-2")
    dealer = game.table.labels[game.table.seat(bidder) - 1]
    drawn = game.match.next_dealer is not None
    game.deal(dealer=None if drawn else dealer, **given).auction(bidder, bid)
    return game.go(f"{game.turn}: trump {trump}")


def winner_of(trump: str, plays: str, doubles: str = "high") -> str:
    """The tile that wins a trick, the first one led."""
    trick: Sequence[Tile] = tiles(plays)
    suits = suits_for(Trump(trump), Doubles(doubles))
    return tile_label(trick[winning_place(suits, suits.called[trick[0]], trick)])
