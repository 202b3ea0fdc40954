"""Texas 42 a second time, as plainly as the rules read: strings and lists, and slow.

It shares nothing with the engine, so that the two confirm each other. A seat is `"A"`, a tile
`"4-6"`, a trump `"0"` to `"6"`, `"doubles"` or `"none"`, a bid `"31"` or `"2 marks"`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

SEATS = "ABCD"
SIDES = ("A+C", "B+D")
COUNT = {"0-5": 5, "1-4": 5, "2-3": 5, "4-6": 10, "5-5": 10}
TRUMPS = ("0", "1", "2", "3", "4", "5", "6", "doubles", "none")

Hands = dict[str, list[str]]


def side(seat: str) -> str:
    """The pair that a seat plays for."""
    return "A+C" if seat in "AC" else "B+D"


def left(seat: str) -> str:
    """The next seat clockwise."""
    return {"A": "B", "B": "C", "C": "D", "D": "A"}[seat]


def double(tile: str) -> bool:
    """Whether both ends are the same."""
    return tile[0] == tile[2]


def trump_tile(tile: str, trump: str) -> bool:
    """R4.1, R4.2."""
    if trump == "doubles":
        return double(tile)
    return trump != "none" and trump in tile


def called(tile: str, trump: str) -> str:
    """R4.3: what a lead asks for: `"trump"`, or a number, the lead's higher end."""
    return "trump" if trump_tile(tile, trump) else max(tile[0], tile[2])


def follows(tile: str, suit: str, trump: str) -> bool:
    """R4.2, R4.4."""
    if trump_tile(tile, trump):
        return suit == "trump"
    return suit in tile


def may_play(held: list[str], led: str | None, trump: str) -> list[str]:
    """R4.4, R4.7."""
    if led is not None:
        suit = called(led, trump)
        must = [tile for tile in held if follows(tile, suit, trump)]
        if must:
            return must
    return list(held)


def rank(tile: str, number: str) -> int:
    """R4.6: the double above all, the others by the end that is not the suit's."""
    if double(tile):
        return 7
    return int(tile[2] if tile[0] == number else tile[0])


def winner(plays: list[str], trump: str) -> int:
    """R4.5: which of the plays, from 0, takes the trick."""
    suit = called(plays[0], trump)
    trumps = [tile for tile in plays if trump_tile(tile, trump)]
    if trumps and trump == "doubles":
        best = max(trumps)
    elif trumps:
        best = max(trumps, key=lambda tile: rank(tile, trump))
    else:
        suited = [tile for tile in plays if suit in tile]
        best = max(suited, key=lambda tile: rank(tile, suit))
    return plays.index(best)


def worth(plays: list[str]) -> int:
    """R2.1: a trick's points."""
    return 1 + sum(COUNT.get(tile, 0) for tile in plays)


@dataclass
class NaiveHand:
    """One hand from the first lead: `bid` stands, `turn` leads, `trump` is named.

    `made` is True or False as soon as that is certain (R5.1-R5.4), while `over` also asks whether
    the hand stops then (`early_end`) or is played out.
    """

    hands: Hands
    trump: str
    bid: str
    turn: str
    early_end: bool = True
    bidders: str = ""
    plays: list[tuple[str, str]] = field(default_factory=list)
    tricks: list[list[tuple[str, str]]] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    made: bool | None = None

    def __post_init__(self) -> None:
        """The side of whoever leads first has bid."""
        self.bidders = self.bidders or side(self.turn)

    @property
    def over(self) -> bool:
        """Whether no more may be played (R5.4)."""
        return len(self.tricks) == 7 or (self.made is not None and self.early_end)

    def legal(self) -> list[str]:
        """What the seat on turn may play."""
        if self.over:
            return []
        led = self.plays[0][1] if self.plays else None
        return may_play(self.hands[self.turn], led, self.trump)

    def play(self, tile: str) -> None:
        """The seat on turn plays a tile."""
        self.hands[self.turn].remove(tile)
        self.plays.append((self.turn, tile))
        self.turn = left(self.turn)
        if len(self.plays) == 4:
            self._collect()

    def _collect(self) -> None:
        played = [tile for _, tile in self.plays]
        taker = self.plays[winner(played, self.trump)][0]
        self.points[side(taker)] += worth(played)
        self.tricks.append(self.plays)
        self.plays = []
        self.turn = taker
        if self.made is None:
            self.made = self._verdict(side(taker))

    def _verdict(self, taker: str) -> bool | None:
        if "mark" in self.bid:
            if taker != self.bidders:
                return False
            return True if len(self.tricks) == 7 else None
        theirs = sum(points for who, points in self.points.items() if who != self.bidders)
        if self.points[self.bidders] >= int(self.bid):
            return True
        return False if theirs > 42 - int(self.bid) else None

    def marks(self) -> dict[str, int]:
        """R5.5: what each side scores for this hand, once it is over."""
        stake = int(self.bid.split()[0]) if "mark" in self.bid else 1
        earner = self.bidders if self.made else next(s for s in SIDES if s != self.bidders)
        return {who: stake if who == earner else 0 for who in SIDES}

    def copy(self) -> NaiveHand:
        """An independent copy."""
        return NaiveHand(
            {seat: list(held) for seat, held in self.hands.items()},
            self.trump,
            self.bid,
            self.turn,
            self.early_end,
            self.bidders,
            list(self.plays),
            [list(trick) for trick in self.tricks],
            dict(self.points),
            self.made,
        )


def perft(hand: NaiveHand, depth: int) -> int:
    """How many different sequences of exactly `depth` legal plays go on from here."""
    if depth == 0:
        return 1
    total = 0
    for tile in hand.legal():
        after = hand.copy()
        after.play(tile)
        total += perft(after, depth - 1)
    return total


def bids_over(standing: str | None, cap: int | None = None) -> Iterator[str]:
    """R3.2, R3.3 with the defaults: every bid that beats the standing one."""
    if standing is None or "mark" not in standing:
        least = 30 if standing is None else int(standing) + 1
        yield from (str(points) for points in range(least, 42))
        marks = [1, 2]
    else:
        marks = [int(standing.split()[0]) + 1]
    yield from (f"{m} mark{'s' * (m > 1)}" for m in marks if cap is None or m <= cap)


def auctions(speakers: int = 4, standing: str | None = None, cap: int | None = None) -> int:
    """R3.5: how many complete auctions there are for so many who have yet to speak."""
    if speakers == 0:
        return 1
    over = sum(auctions(speakers - 1, bid, cap) for bid in bids_over(standing, cap))
    return over + auctions(speakers - 1, standing, cap)
