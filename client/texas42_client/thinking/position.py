"""What a player at the table knows.

That is the view it is shown, and what it remembers of the tiles it has seen since the deal.
Nothing else reaches a bot's thinking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from texas42 import (
    BIT,
    COUNT,
    TILES,
    Doubles,
    Suit,
    Suits,
    Tile,
    Trump,
    denied,
    parse_tile,
    suits_for,
)

EVERY_TILE = sum(BIT)


class Memory:
    """What one seat of one match remembers of the hand being played; a new deal clears it.

    Attributes:
        seen: bitmask of the tiles that have been on the table or in this hand since the deal.
        lacks: seat -> bitmask of the tiles it has shown that it does not hold.
    """

    def __init__(self) -> None:
        self.seen = 0
        self.lacks: dict[str, int] = {}
        self._hand_number = 0

    def look(self, view: Mapping[str, Any]) -> None:
        """Take in a view: the own hand, the trick on the table, and the captured tricks shown."""
        if self._hand_number != view["hand_number"]:
            self._hand_number = view["hand_number"]
            self.seen = 0
            self.lacks = {}
        tricks = list(view["captured"] or ())
        if view["current_trick"]:
            tricks.append(view["current_trick"])
        for trick in tricks:
            self._watch(view, trick)
        self.seen |= mask(view["hand"] or ())

    def _watch(self, view: Mapping[str, Any], trick: Mapping[str, Any]) -> None:
        self.seen |= mask(trick.get("tiles") or ())
        plays = [(play["seat"], parse_tile(play["tile"])) for play in trick.get("plays") or ()]
        self.seen |= bits(tile for _, tile in plays)
        if len(plays) < 2:
            return
        suits = suits_of(view)
        must = suits.must[called_by(suits, trick["plays"][0])]
        for seat, tile in plays[1:]:
            self.lacks[seat] = self.lacks.get(seat, 0) | denied(must, tile)


@dataclass(frozen=True, slots=True)
class Position:
    """A seat on turn to play a tile.

    Attributes:
        seat: who plays.
        friends: the seats that it plays with, itself included: those of its side; where each sits
            for itself, all who want the contract set.
        suits: what follows what, and which tile is higher.
        called: the suit of the trick on the table; `None` when this seat leads.
        hand: bitmask of its tiles.
        legal: the tiles it may play now.
        plays: the trick on the table, the lead first.
        behind: the seats that still play to this trick after it, in order.
        hidden: each other seat that plays -> bitmask of the tiles that it may hold, for all that
            is known.
        bidding: whether its side won the auction.
        bidder: who won it.
        declarer: who named trump.
        all_tricks: whether the contract asks for every trick, or none, so that count means nothing.
        losing: whether its bidder must lose every trick.
    """

    seat: str
    friends: frozenset[str]
    suits: Suits
    called: Suit | None
    hand: int
    legal: tuple[Tile, ...]
    plays: tuple[tuple[str, Tile], ...]
    behind: tuple[str, ...]
    hidden: Mapping[str, int]
    bidding: bool
    bidder: str
    declarer: str
    all_tricks: bool
    losing: bool

    @classmethod
    def of(cls, view: Mapping[str, Any], memory: Memory) -> Position:
        """The position that a view shows to a seat that remembers what `memory` holds."""
        seat, contract = view["you"], view["contract"]
        bidder = contract["bidder"]
        sides = {label: row["side"] for label, row in view["seats"].items()}
        playing = [s for s in sides if not _sits_out(s, contract, sides)]
        shown = view["current_trick"]["plays"]
        plays = tuple((play["seat"], parse_tile(play["tile"])) for play in shown)
        played = {label for label, _ in plays}
        unseen = EVERY_TILE & ~memory.seen
        suits = suits_of(view)
        return cls(
            seat=seat,
            friends=frozenset(s for s in sides if _plays_with(s, seat, bidder, sides)),
            suits=suits,
            called=called_by(suits, shown[0]) if shown else None,
            hand=mask(view["hand"]),
            legal=tuple(dict.fromkeys(parse_tile(move["tile"]) for move in view["legal_moves"])),
            plays=plays,
            behind=tuple(s for s in _clockwise_after(seat, playing) if s not in played),
            hidden={s: unseen & ~memory.lacks.get(s, 0) for s in playing if s != seat},
            bidding=sides[bidder] == sides[seat],
            bidder=bidder,
            declarer=contract["declarer"],
            all_tricks=contract["kind"] != "points",
            losing=contract["kind"] == "nello",
        )

    def shuffled(self, chance: Random) -> Position:
        """The same position, the legal tiles in any order, so that equals are equally likely."""
        return replace(self, legal=tuple(chance.sample(self.legal, len(self.legal))))

    @property
    def opponents(self) -> tuple[str, ...]:
        """The seats of other sides."""
        return tuple(seat for seat in self.hidden if seat not in self.friends)

    @property
    def opponents_behind(self) -> tuple[str, ...]:
        """The opponents who still play to this trick."""
        return tuple(seat for seat in self.behind if seat not in self.friends)

    def count(self, tile: Tile) -> int:
        """What the tile is worth to the side that takes it; nothing when every trick counts."""
        return 0 if self.all_tricks else COUNT[tile]

    def held_by(self, seats: Iterable[str]) -> int:
        """Bitmask of the unseen tiles that at least one of these seats may hold."""
        held = 0
        for seat in seats:
            held |= self.hidden[seat]
        return held

    def winning(self) -> tuple[str, Tile]:
        """Who has the trick on the table so far, and with which tile."""
        power = self._power()
        return max(self.plays, key=lambda play: power[play[1]])

    def beats(self, tile: Tile, other: Tile) -> bool:
        """Whether `tile` takes the trick on the table from `other`."""
        power = self._power()
        return power[tile] > power[other]

    def threats(self, tile: Tile, seats: Iterable[str]) -> int:
        """Bitmask of the unseen tiles with which one of `seats` could beat `tile` in this trick.

        When nothing has been led, in the trick that `tile` would lead.
        """
        power = self._power(tile)
        held = self.held_by(seats)
        return bits(other for other in TILES if BIT[other] & held and power[other] > power[tile])

    def _power(self, lead: Tile | None = None) -> Sequence[int]:
        """Tile -> rank in the trick on the table, or in the one that `lead` would begin."""
        called = self.called
        if called is None:
            assert lead is not None
            called = self.suits.called[lead]
        return self.suits.power[called]

    def is_sure(self, tile: Tile) -> bool:
        """Whether no opponent who still plays to this trick can beat `tile`."""
        return not self.threats(tile, self.opponents_behind)


def suits_of(view: Mapping[str, Any]) -> Suits:
    """The suits under the contract that a view shows, doubles as declared or as the rules say."""
    contract, rules = view["contract"], view["rules"]
    trump = Trump(contract["trump"])
    allowed = rules["nello_doubles" if trump is Trump.NELLO else "no_trump_doubles"]
    if trump in (Trump.NELLO, Trump.NONE):
        return suits_for(trump, Doubles(contract["doubles"] or allowed[0]))
    return suits_for(trump)


def called_by(suits: Suits, lead: Mapping[str, Any]) -> Suit:
    """The suit that a lead called: by its higher end, or the lower one that it named."""
    call = lead.get("call")
    return suits.called[parse_tile(lead["tile"])] if call is None else Suit(int(call))


def _sits_out(seat: str, contract: Mapping[str, Any], sides: Mapping[str, str]) -> bool:
    """Whether this is the partner of who plays nello."""
    bidder = contract["bidder"]
    return contract["kind"] == "nello" and seat != bidder and sides[seat] == sides[bidder]


def _plays_with(other: str, seat: str, bidder: str, sides: Mapping[str, str]) -> bool:
    """Whether two seats want the same of this contract."""
    return (sides[other] == sides[bidder]) == (sides[seat] == sides[bidder])


def bits(tiles: Iterable[Tile]) -> int:
    """The bitmask of some tiles."""
    found = 0
    for tile in tiles:
        found |= BIT[tile]
    return found


def mask(labels: Iterable[str]) -> int:
    """The bitmask of some tiles by their names."""
    return bits(parse_tile(label) for label in labels)


def _clockwise_after(seat: str, seats: list[str]) -> list[str]:
    place = seats.index(seat)
    return seats[place + 1 :] + seats[:place]
