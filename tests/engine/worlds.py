"""Other worlds: logs that section 6 of the rules lets a viewer not tell from the true one.

`redealt` leaves every play as it was and deals anew the tiles that nobody has played, those that
lie out of play and those of a partner who sits out among them.
`retold` also tells the collected tricks of the hand in progress anew: who played what, in which
order, who led, who won (all but the latest winner), whether the first lead called its lower end
and, under a covered contract, which tiles.
Both keep what the viewer is shown, and each log is a match that the rules allow. What is hidden is
worked out here from the rules, not taken from `texas42.view`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

from texas42 import (
    BIT,
    HIGH,
    LOW,
    TILES,
    Closed,
    Dealt,
    Declared,
    Entry,
    Event,
    Hand,
    Match,
    Played,
    Seat,
    Special,
    Suit,
    Tile,
    Viewer,
    denied,
    is_double,
    parse_tile,
    replay,
    winning_place,
)

SECOND = 1000
CHANGES = 100

OUT = Seat(-1)
"""Where the tiles lie that nobody was dealt (R9.1)."""

Cell: TypeAlias = tuple[int, Seat]
"""The n-th tile that a seat plays, whether it has played it yet or not."""


def entries_of(log: Sequence[Event]) -> list[Entry]:
    """The log with a seq and a time for each event."""
    return [Entry(seq, seq * SECOND, event) for seq, event in enumerate(log, start=1)]


def match_of(entries: Sequence[Entry]) -> Match:
    """The match that the entries tell."""
    return replay(entry.event for entry in entries)


def face_up(hand: Hand) -> range:
    """Which completed tricks of a hand in progress lie face up (R6.4, R6.5, `covered_tricks`)."""
    done = len(hand.tricks)
    contract, how = hand.contract, hand.rules.covered_tricks
    if contract is None or contract.bid.marks is None or how == "none":
        return range(done)
    if how == "from_two_marks":
        return range(done if contract.bid.marks >= 2 else 0, done)
    shown = None if contract.declaration is None else contract.declaration.open_tricks
    return range(0 if shown is None else max(0, done - shown), done)


def keeps_order(hand: Hand) -> range:
    """Which completed tricks of a hand in progress keep seat and order (`attributed_tricks`)."""
    shown = face_up(hand)
    kept = hand.rules.attributed_tricks
    return shown if kept == "all" else shown[len(shown) - min(int(kept), len(shown)) :]


def first_speaker(hand: Hand, dealt: Sequence[Sequence[Tile]]) -> Seat:
    """Who would speak first if these were the hands, which all can see (`first_bidder`)."""
    if hand.rules.first_bidder == "holder_of_0_1":
        for seat in hand.table.seats:
            if parse_tile("0-1") in dealt[seat]:
                return seat
    return hand.table.left_of(hand.dealer)


def takes_doubles(hand: Hand) -> dict[Seat, int]:
    """Who has bid a plunge or splash, and so how many doubles all know it to hold (R8.4)."""
    takes = {
        Special.PLUNGE: hand.rules.plunge_doubles,
        Special.SPLASH: hand.rules.splash_doubles,
    }
    return {seat: takes[bid.special] for seat, bid in hand.bids if bid and bid.special}


def doubles_in(tiles: Sequence[Tile]) -> int:
    return sum(map(is_double, tiles))


class Story:
    """One hand as it may have gone, for all that the viewer is shown; at first as it truly went.

    Attributes:
        tiles: (n, seat) -> the n-th tile that the seat plays, or holds for later.
        orders: n -> the seats of the n-th trick, its leader first.
        calls: whether the first lead called its lower end.
    """

    def __init__(self, hand: Hand, viewer: Viewer, retell: bool, declared: bool) -> None:
        """Work out which cells the viewer is not shown; `retell` collected tricks, or only hold.

        `declared` says whether trump was named in words, and not by the first lead.
        """
        self.hand = hand
        self.done = len(hand.tricks)
        self.playing = [seat for seat in hand.table.seats if seat in hand.order]
        self.tiles = _true_tiles(hand)
        self.orders = [trick.seats for trick in hand.tricks]
        self.calls = hand.call is not None
        self.named_by_lead = not declared and hand.suits is not None
        shown = face_up(hand)
        self.kept = keeps_order(hand)
        self.covered = range(shown.start if retell else 0)
        self.unplayed = [cell for cell in self.tiles if self._unplayed(cell) and cell[1] != viewer]
        others = [seat for seat in self.playing if seat != viewer]
        unseen = self.unplayed + [(row, seat) for row in self.covered for seat in others]
        self.pools: list[list[Cell]] = [unseen]
        if viewer in self.playing:
            self.pools.append([(row, viewer) for row in self.covered])
        once_seen = [row for row in shown if retell and row not in self.kept]
        self.pools += [[(row, seat) for seat in others] for row in once_seen]
        self.pools = [pool for pool in self.pools if len(pool) > 1]
        self.call_is_hidden = 0 in [*self.covered, *once_seen] and self._might_call()

    def _unplayed(self, cell: Cell) -> bool:
        row, seat = cell
        at_table = self.hand.order[: len(self.hand.trick)]
        return seat not in self.playing or row > self.done - (seat not in at_table)

    def _might_call(self) -> bool:
        """Whether the first lead was one that may call (`small_end_open`)."""
        contract = self.hand.contract
        assert contract is not None
        return (
            self.hand.rules.small_end_open
            and not self.named_by_lead
            and contract.kind.name not in {"nello", "sevens"}
            and contract.leader == contract.declarer
        )

    def change(self, chance: Random) -> None:
        """Go some way from the truth, each step to another story that may have been."""
        for _ in range(CHANGES if self.pools else 0):
            before = dict(self.tiles), self.orders, self.calls
            self._change_something(chance)
            if not self._may_have_been():
                self.tiles, self.orders, self.calls = before

    def _change_something(self, chance: Random) -> None:
        what = chance.random()
        if what < 0.1:
            self._permute(self.unplayed, chance)
        elif what < 0.2 and len(self.covered) > 1:
            one, other = chance.sample(self.covered, 2)
            for seat in self.playing:
                self._permute([(one, seat), (other, seat)], chance)
        elif what < 0.3 and self.call_is_hidden:
            self._change_the_call(chance)
        else:
            for _ in range(chance.choice((1, 1, 2, 3))):
                self._permute(chance.sample(chance.choice(self.pools), 2), chance)

    def _change_the_call(self, chance: Random) -> None:
        """The first lead called its other end, or another tile was led that calls the same."""
        assert self.hand.contract is not None
        lead = (0, self.hand.contract.leader)
        self.calls = not self.calls
        for pool in self.pools:
            if lead in pool:
                other = chance.choice([cell for cell in pool if cell != lead])
                self._permute([lead, other], chance)

    def _permute(self, cells: list[Cell], chance: Random) -> None:
        tiles = [self.tiles[cell] for cell in cells]
        if len(tiles) == 2:
            tiles.reverse()
        else:
            chance.shuffle(tiles)
        self.tiles.update(zip(cells, tiles, strict=True))

    def _may_have_been(self) -> bool:
        """Whether the words could be said and all plays are legal, and the viewer sees the same."""
        dealt = self.hands()
        if first_speaker(self.hand, dealt) != first_speaker(self.hand, self.hand.dealt):
            return False
        takes = takes_doubles(self.hand)
        if any(doubles_in(dealt[seat]) < takes[seat] for seat in takes):
            return False
        return self.hand.suits is None or self._may_have_been_played()

    def _may_have_been_played(self) -> bool:
        assert self.hand.contract is not None
        leader = self.hand.contract.leader
        self.orders = []
        if (self.done or self.hand.trick) and not self._may_have_been_led(leader):
            return False
        for row, true in enumerate(self.hand.tricks):
            order = self.hand.rounds[leader]
            self.orders.append(order)
            tiles = [self.tiles[row, seat] for seat in order]
            assert self.hand.suits is not None
            leader = order[winning_place(self.hand.suits, self._called(row, tiles[0]), tiles)]
            if (
                self.hand.table.side_of[leader] != true.side
                or (row in self.kept and order != true.seats)
                or not self._all_obey(row, order)
            ):
                return False
        at_table = self.hand.order[: len(self.hand.trick)]
        return leader == self.hand.order[0] and self._all_obey(self.done, at_table)

    def _may_have_been_led(self, leader: Seat) -> bool:
        """Whether the first lead names the trump that all know of, and may call what it calls."""
        assert self.hand.suits is not None
        assert self.hand.contract is not None
        assert self.hand.contract.declaration is not None
        lead = self.tiles[0, leader]
        if self.calls and (BIT[lead] & self.hand.suits.trumps or is_double(lead)):
            return False
        named = self.hand.contract.declaration.trump.value
        return not self.named_by_lead or str(HIGH[lead]) == named

    def _called(self, row: int, lead: Tile) -> Suit:
        assert self.hand.suits is not None
        return Suit(LOW[lead]) if self.calls and not row else self.hand.suits.called[lead]

    def _all_obey(self, row: int, order: tuple[Seat, ...]) -> bool:
        """Whether nobody holds for later what had to be played to this trick (R4.4, R8.3)."""
        if not order:
            return True
        suits = self.hand.suits
        assert suits is not None
        lead = self.tiles[row, order[0]]
        following = suits.must[self._called(row, lead)]
        leading = suits.lead if row else self.hand.first_lead
        for place, seat in enumerate(order):
            lacks = denied(following if place else leading, self.tiles[row, seat])
            later = range(row + 1, self.hand.table.hand_size)
            if any(BIT[self.tiles[after, seat]] & lacks for after in later):
                return False
        return True

    def plays(self) -> list[Played]:
        """Every play of the hand so far."""
        orders = [*self.orders, self.hand.order[: len(self.hand.trick)]]
        plays = [
            Played(seat, self.tiles[row, seat])
            for row, order in enumerate(orders)
            for seat in order
        ]
        if self.calls:
            plays[0] = replace(plays[0], call=Suit(LOW[plays[0].tile]))
        return plays

    def untimed(self) -> set[int]:
        """The places in `plays` of those that the viewer is not told the time of."""
        size = len(self.hand.order)
        collected = [row for row in range(self.done) if row not in self.kept]
        return {row * size + place for row in collected for place in range(size - 1)}

    def hands(self) -> list[list[Tile]]:
        """Seat -> its tiles, in no order that was dealt."""
        rows = range(self.hand.table.hand_size)
        return [[self.tiles[row, seat] for row in rows] for seat in self.hand.table.seats]

    def dealt(self, viewer: Viewer, chance: Random) -> tuple[tuple[Tile, ...], ...]:
        """Every hand; the viewer's in its true order."""
        hands = self.hands()
        for tiles in hands:
            chance.shuffle(tiles)
        return tuple(
            self.hand.dealt[seat] if seat == viewer else tuple(hands[seat])
            for seat in self.hand.table.seats
        )


def _true_tiles(hand: Hand) -> dict[Cell, Tile]:
    by_seat: dict[Seat, list[Tile]] = {seat: [] for seat in hand.table.seats}
    at_table = (hand.order[: len(hand.trick)], tuple(hand.trick))
    for seats, tiles in [*((trick.seats, trick.tiles) for trick in hand.tricks), at_table]:
        for seat, tile in zip(seats, tiles, strict=True):
            by_seat[seat].append(tile)
    for seat in hand.table.seats:
        by_seat[seat] += hand.held(seat)
    in_play = {tile for tiles in hand.dealt for tile in tiles}
    by_seat[OUT] = [tile for tile in TILES if tile not in in_play]
    return {(row, seat): tile for seat in by_seat for row, tile in enumerate(by_seat[seat])}


def redealt(entries: Sequence[Entry], viewer: Viewer, chance: Random) -> list[Entry]:
    """The same plays out of other hands, in every hand of the match."""
    return list(_told(entries, viewer, chance, retell=False))


def retold(entries: Sequence[Entry], viewer: Viewer, chance: Random) -> list[Entry]:
    """Other hands everywhere, and other collected tricks in the hand in progress."""
    return list(_told(entries, viewer, chance, retell=True))


def _declared(entries: Sequence[Entry], start: int) -> bool:
    """Whether trump is named in words in the hand that is dealt there."""
    for entry in entries[start + 1 :]:
        if isinstance(entry.event, (Declared, Dealt)):
            return isinstance(entry.event, Declared)
    return False


def _told(
    entries: Sequence[Entry], viewer: Viewer, chance: Random, retell: bool
) -> Iterator[Entry]:
    match = match_of([entry for entry in entries if not isinstance(entry.event, Closed)])
    hands = iter([finished.hand for finished in match.hands] + ([match.hand] if match.hand else []))
    plays: Iterator[tuple[int, Played]] = iter(())
    untimed: set[int] = set()
    for index, entry in enumerate(entries):
        if isinstance(entry.event, Dealt):
            hand = next(hands)
            declared = _declared(entries, index)
            story = Story(hand, viewer, retell and hand is match.hand, declared)
            story.change(chance)
            plays = enumerate(story.plays())
            untimed = story.untimed() if hand is match.hand else set()
            yield entry._replace(event=replace(entry.event, hands=story.dealt(viewer, chance)))
        elif isinstance(entry.event, Played):
            place, play = next(plays)
            late = chance.randrange(SECOND) if place in untimed else 0
            yield entry._replace(at=entry.at + late, event=play)
        else:
            yield entry
