"""Texas 42 a second time, as plainly as the rules read: strings and lists, and slow.

It shares nothing with the engine, so that the two confirm each other. A seat is `"A"`, a tile
`"4-6"`, a trump `"0"` to `"6"`, `"doubles"`, `"none"`, `"nello"` or `"sevens"`, a bid `"31"`,
`"2 marks"` or `"4 marks plunge"`; doubles are `"high"`, `"low"`, `"own_suit"` or `"own_suit_low"`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

COUNT = {"0-5": 5, "1-4": 5, "2-3": 5, "4-6": 10, "5-5": 10}
TRUMPS = ("0", "1", "2", "3", "4", "5", "6", "doubles", "none")
TILES_EACH = {2: 14, 3: 9, 4: 7, 5: 5, 6: 4, 7: 4}
HIGHEST_POINTS = {2: 48, 3: 43, 4: 41, 5: 39, 6: 38, 7: 38}

Hands = dict[str, list[str]]


def partner(seat: str) -> str:
    """R1.1: who sits opposite, at four seats."""
    return {"A": "C", "B": "D", "C": "A", "D": "B"}[seat]


def side(seat: str, seats: int = 4) -> str:
    """R1.1, R9.1: the pair that a seat plays for, or the seat itself."""
    if seats != 4:
        return seat
    return "A+C" if seat in "AC" else "B+D"


def sides(seats: int = 4) -> list[str]:
    """R1.1, R9.1."""
    return ["A+C", "B+D"] if seats == 4 else list("ABCDEFG"[:seats])


def left(seat: str, playing: str = "ABCD") -> str:
    """The next seat clockwise of those that play."""
    return (playing + playing)[playing.index(seat) + 1]


def double(tile: str) -> bool:
    """Whether both ends are the same."""
    return tile[0] == tile[2]


def trump_tile(tile: str, trump: str) -> bool:
    """R4.1, R4.2."""
    if trump == "doubles":
        return double(tile)
    return trump in "0123456" and trump in tile


def apart(tile: str, trump: str, doubles: str) -> bool:
    """R4.6, R8.2: whether the tile is a double of the doubles' own suit."""
    return trump in {"none", "nello"} and doubles.startswith("own") and double(tile)


def called(tile: str, trump: str, doubles: str = "high") -> str:
    """R4.3: what a lead asks for: `"trump"`, `"double"`, or a number, the lead's higher end."""
    if trump_tile(tile, trump):
        return "trump"
    if apart(tile, trump, doubles):
        return "double"
    return max(tile[0], tile[2])


def follows(tile: str, suit: str, trump: str, doubles: str = "high") -> bool:
    """R4.2, R4.4, R8.2."""
    if trump_tile(tile, trump):
        return suit == "trump"
    if apart(tile, trump, doubles):
        return suit == "double"
    return suit in tile


def away(tile: str) -> int:
    """R8.3: how far a tile is from seven pips."""
    return abs(int(tile[0]) + int(tile[2]) - 7)


def may_play(held: list[str], suit: str | None, trump: str, doubles: str = "high") -> list[str]:
    """R4.4, R4.7, R8.3: what may be played to the suit called, or led."""
    if trump == "sevens":
        least = min(map(away, held))
        return [tile for tile in held if away(tile) == least]
    if suit is not None:
        must = [tile for tile in held if follows(tile, suit, trump, doubles)]
        if must:
            return must
    return list(held)


def rank(tile: str, number: str, doubles: str = "high") -> int:
    """R4.6: the double above or below all, the others by the end that is not the suit's."""
    if double(tile):
        return -1 if doubles == "low" else 7
    return int(tile[2] if tile[0] == number else tile[0])


def winner(plays: list[str], trump: str, doubles: str = "high", suit: str | None = None) -> int:
    """R4.5, R8.2, R8.3: which of the plays, from 0, takes the trick."""
    if trump == "sevens":
        return [away(tile) for tile in plays].index(min(map(away, plays)))
    suit = suit or called(plays[0], trump, doubles)
    trumps = [tile for tile in plays if trump_tile(tile, trump)]
    if trumps and trump == "doubles":
        best = max(trumps)
    elif trumps:
        best = max(trumps, key=lambda tile: rank(tile, trump))
    elif suit == "double":
        own = [tile for tile in plays if double(tile)]
        best = min(own) if doubles == "own_suit_low" else max(own)
    else:
        suited = [tile for tile in plays if follows(tile, suit, trump, doubles)]
        best = max(suited, key=lambda tile: rank(tile, suit, doubles))
    return plays.index(best)


def worth(plays: list[str]) -> int:
    """R2.1: a trick's points."""
    return 1 + sum(COUNT.get(tile, 0) for tile in plays)


@dataclass
class NaiveHand:
    """One hand from the first lead: `bid` stands, `turn` leads, `trump` is named.

    `made` is True or False as soon as that is certain (R5.1-R5.4), while `over` also asks whether
    the hand stops then (`early_end`) or is played out. `bidder` is the leader unless told. At trick
    1 the lead may call its lower end (`small_ends`), or must be a trump (`lead_trump`).
    """

    hands: Hands
    trump: str
    bid: str
    turn: str
    early_end: bool = True
    bidder: str = ""
    doubles: str = "high"
    small_ends: bool = False
    lead_trump: bool = False
    plays: list[tuple[str, str]] = field(default_factory=list)
    suit: str | None = None
    tricks: list[list[tuple[str, str]]] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    made: bool | None = None

    def __post_init__(self) -> None:
        """Whoever leads first has bid, unless told; nobody has points."""
        self.bidder = self.bidder or self.turn
        self.points = self.points or dict.fromkeys(sides(len(self.hands)), 0)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    @property
    def playing(self) -> str:
        """R8.1: all, but in nello the bidder's partner."""
        out = partner(self.bidder) if self.trump == "nello" else ""
        return "".join(seat for seat in "ABCDEFG"[: self.seats] if seat != out)

    @property
    def last(self) -> bool:
        """Whether the last trick has been played."""
        return len(self.tricks) == TILES_EACH[self.seats]

    @property
    def over(self) -> bool:
        """Whether no more may be played (R5.4, and the `early_end` row of section 8)."""
        stops = self.early_end or self.trump in {"nello", "sevens"}
        return self.last or (self.made is not None and stops)

    def legal(self) -> list[str]:
        """What the seat on turn may play."""
        if self.over:
            return []
        held = self.hands[self.turn]
        may = may_play(held, self.suit, self.trump, self.doubles)
        if self.tricks or self.plays:
            return may
        trumps = [tile for tile in may if trump_tile(tile, self.trump)]
        if self.lead_trump and trumps:
            may = trumps
        if self.small_ends and self.trump not in {"nello", "sevens"}:
            plain = [tile for tile in may if not trump_tile(tile, self.trump)]
            may = may + [f"{tile} calls {tile[0]}" for tile in plain if not double(tile)]
        return may

    def play(self, said: str) -> None:
        """The seat on turn plays a tile."""
        tile = said[:3]
        if not self.plays:
            self.suit = said[-1] if "calls" in said else called(tile, self.trump, self.doubles)
        self.hands[self.turn].remove(tile)
        self.plays.append((self.turn, tile))
        self.turn = left(self.turn, self.playing)
        if len(self.plays) == len(self.playing):
            self._collect()

    def _collect(self) -> None:
        played = [tile for _, tile in self.plays]
        taker = self.plays[winner(played, self.trump, self.doubles, self.suit)][0]
        self.points[side(taker, self.seats)] += worth(played)
        self.tricks.append(self.plays)
        self.plays = []
        self.suit = None
        self.turn = taker
        if self.made is None:
            self.made = self._verdict(side(taker, self.seats))

    def _verdict(self, taker: str) -> bool | None:
        """R5.1-R5.3, R8.1, R8.3, R8.4, R9.3."""
        bidders = side(self.bidder, self.seats)
        if "mark" in self.bid:
            if (taker == bidders) == (self.trump == "nello"):
                return False
            return True if self.last else None
        total = TILES_EACH[self.seats] + 35
        theirs = sum(points for who, points in self.points.items() if who != bidders)
        if self.points[bidders] >= int(self.bid):
            return True
        return False if theirs > total - int(self.bid) or self.last else None

    def marks(self) -> dict[str, int]:
        """R5.5, R9.4: what each side scores for this hand, once it is over."""
        stake = int(self.bid.split()[0]) if "mark" in self.bid else 1
        bidders = side(self.bidder, self.seats)
        earns = {who: (who == bidders) == self.made for who in self.points}
        return {who: stake if earns[who] else 0 for who in self.points}

    def copy(self) -> NaiveHand:
        """An independent copy."""
        return replace(
            self,
            hands={seat: list(held) for seat, held in self.hands.items()},
            plays=list(self.plays),
            tricks=[list(trick) for trick in self.tricks],
            points=dict(self.points),
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


@dataclass(frozen=True)
class Ladder:
    """R3.2, R3.3, R8.4, R8.5 and the settings of section 8 that change them.

    `doubles` tells for each speaker, the first one first, how many doubles it holds; a plunge is
    (doubles it takes, marks), a splash (doubles it takes, least marks, most marks).
    """

    seats: int = 4
    least: int = 30
    opening: int = 2
    raises: int = 1
    cap: int | None = None
    forced: bool = False
    plunge: tuple[int, int] | None = None
    splash: tuple[int, int, int] | None = None
    opens_only: bool = False
    doubles: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0)

    def over(self, standing: str | None, doubles: int) -> Iterator[str]:
        """Every bid that beats the standing one, by a seat with so many doubles."""
        stands = 0
        if standing is None or "mark" not in standing:
            least = self.least if standing is None else int(standing) + 1
            yield from (str(points) for points in range(least, HIGHEST_POINTS[self.seats] + 1))
            marks = range(1, self.opening + 1)
        else:
            stands = int(standing.split()[0])
            marks = range(stands + 1, stands + self.raises + 1)
        yield from (f"{m} mark{'s' * (m > 1)}" for m in marks if self.cap is None or m <= self.cap)
        if standing is not None and self.opens_only:
            return
        if self.plunge is not None:
            takes, stake = self.plunge
            if doubles >= takes and stake > stands:
                yield f"{stake} marks plunge"
        if self.splash is not None:
            takes, low, high = self.splash
            if doubles >= takes:
                yield from (f"{m} marks splash" for m in range(low, high + 1) if m > stands)

    def auctions(self, spoken: int = 0, standing: str | None = None) -> int:
        """R3.1, R3.5: how many ways the auction can go on to its end."""
        if spoken == self.seats:
            return 1
        bids = self.over(standing, self.doubles[spoken])
        ways = sum(self.auctions(spoken + 1, bid) for bid in bids)
        last = spoken == self.seats - 1
        if last and standing is None and self.forced:
            return ways
        return ways + self.auctions(spoken + 1, standing)
