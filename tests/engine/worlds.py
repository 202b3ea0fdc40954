"""Other worlds: logs that section 6 of the rules lets a viewer not tell from the true one.

`redealt` leaves every play as it was and deals anew the tiles that nobody has played.
`retold` also tells the collected tricks of the hand in progress anew: who played what, in which
order, who led, who won (all but the latest winner) and, under a covered contract, which tiles.
Both keep what the viewer is shown, and each log is a match that the rules allow. What is hidden is
worked out here from the rules, not taken from `texas42.view`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

from tests.engine.tables import TABLE
from texas42 import (
    BIT,
    Closed,
    Dealt,
    Entry,
    Event,
    Hand,
    Match,
    Played,
    Seat,
    Tile,
    Viewer,
    replay,
    winning_place,
)

SECOND = 1000
CHANGES = 100

Cell: TypeAlias = tuple[int, Seat]
"""The n-th tile that a seat plays, whether it has played it yet or not."""


def entries_of(log: Sequence[Event]) -> list[Entry]:
    """The log with a seq and a time for each event."""
    return [Entry(seq, seq * SECOND, event) for seq, event in enumerate(log, start=1)]


def match_of(entries: Sequence[Entry]) -> Match:
    """The match that the entries tell."""
    return replay(entry.event for entry in entries)


def face_up(hand: Hand) -> range:
    """Which completed tricks of a hand in progress lie face up (R6.4, R6.5)."""
    done = len(hand.tricks)
    declaration = None if hand.contract is None else hand.contract.declaration
    shown = None if declaration is None else declaration.open_tricks
    return range(0 if shown is None else max(0, done - shown), done)


def keeps_order(hand: Hand) -> range:
    """Which completed tricks of a hand in progress keep seat and order (`attributed_tricks`)."""
    shown = face_up(hand)
    kept = hand.rules.attributed_tricks
    return shown if kept == "all" else shown[len(shown) - min(int(kept), len(shown)) :]


class Story:
    """One hand as it may have gone, for all that the viewer is shown; at first as it truly went.

    Attributes:
        rows: n -> seat -> the n-th tile that the seat plays, or holds for later.
        orders: n -> the seats of the n-th trick, its leader first.
    """

    def __init__(self, hand: Hand, viewer: Viewer, retell: bool) -> None:
        """Work out which cells the viewer is not shown; `retell` collected tricks, or only hold."""
        self.hand = hand
        self.done = len(hand.tricks)
        self.rows = _true_rows(hand)
        self.orders = [trick.seats for trick in hand.tricks]
        shown = face_up(hand)
        self.kept = keeps_order(hand)
        self.covered = range(shown.start if retell else 0)
        others = [seat for seat in TABLE.seats if seat != viewer]
        on_the_table = set(hand.order[: len(hand.trick)])
        self.unplayed: list[Cell] = [
            (row, seat)
            for row in range(self.done, TABLE.hand_size)
            for seat in others
            if row > self.done or seat not in on_the_table
        ]
        unseen = self.unplayed + [(row, seat) for row in self.covered for seat in others]
        self.pools: list[list[Cell]] = [unseen]
        if viewer is not None:
            self.pools.append([(row, viewer) for row in self.covered])
        if retell:
            once_seen = [row for row in shown if row not in self.kept]
            self.pools += [[(row, seat) for seat in others] for row in once_seen]
        self.pools = [pool for pool in self.pools if len(pool) > 1]

    def change(self, chance: Random) -> None:
        """Go some way from the truth, each step to another story that may have been."""
        for _ in range(CHANGES if self.pools else 0):
            before = [row[:] for row in self.rows]
            orders = self.orders
            self._change_something(chance)
            if not self._may_have_been():
                self.rows, self.orders = before, orders

    def _change_something(self, chance: Random) -> None:
        what = chance.random()
        if what < 0.1:
            self._permute(self.unplayed, chance)
        elif what < 0.2 and len(self.covered) > 1:
            one, other = chance.sample(self.covered, 2)
            self.rows[one], self.rows[other] = self.rows[other], self.rows[one]
        else:
            for _ in range(chance.choice((1, 1, 2, 3))):
                self._permute(chance.sample(chance.choice(self.pools), 2), chance)

    def _permute(self, cells: list[Cell], chance: Random) -> None:
        tiles = [self.rows[row][seat] for row, seat in cells]
        if len(tiles) == 2:
            tiles.reverse()
        else:
            chance.shuffle(tiles)
        for (row, seat), tile in zip(cells, tiles, strict=True):
            self.rows[row][seat] = tile

    def _may_have_been(self) -> bool:
        """Whether all plays are legal, and show the viewer the same sides, leads and orders."""
        if self.hand.contract is None or self.hand.suits is None:
            return True
        leader = self.hand.contract.leader
        self.orders = []
        for row, true in enumerate(self.hand.tricks):
            order = TABLE.clockwise_from[leader]
            self.orders.append(order)
            tiles = [self.rows[row][seat] for seat in order]
            leader = order[winning_place(self.hand.suits, self.hand.suits.called[tiles[0]], tiles)]
            if (
                TABLE.side_of[leader] != true.side
                or (row in self.kept and order != true.seats)
                or not self._all_follow(row, order)
            ):
                return False
        at_table = self.hand.order[: len(self.hand.trick)]
        return leader == self.hand.order[0] and self._all_follow(self.done, at_table)

    def _all_follow(self, row: int, order: tuple[Seat, ...]) -> bool:
        """Whether nobody who plays to this trick of another suit holds one that follows (R4.4)."""
        if not order:
            return True
        assert self.hand.suits is not None
        suits = self.hand.suits
        follow = suits.members[suits.called[self.rows[row][order[0]]]]
        return all(
            BIT[self.rows[row][seat]] & follow
            or not any(BIT[later[seat]] & follow for later in self.rows[row + 1 :])
            for seat in order
        )

    def plays(self) -> list[Played]:
        """Every play of the hand so far."""
        orders = [*self.orders, self.hand.order[: len(self.hand.trick)]]
        return [
            Played(seat, self.rows[row][seat]) for row, order in enumerate(orders) for seat in order
        ]

    def untimed(self) -> set[int]:
        """The places in `plays` of those that the viewer is not told the time of."""
        size = len(self.hand.order)
        collected = [row for row in range(self.done) if row not in self.kept]
        return {row * size + place for row in collected for place in range(size - 1)}

    def dealt(self, viewer: Viewer, chance: Random) -> tuple[tuple[Tile, ...], ...]:
        """The four hands; the viewer's in its true order."""
        hands = []
        for seat in TABLE.seats:
            tiles = [row[seat] for row in self.rows]
            chance.shuffle(tiles)
            hands.append(self.hand.dealt[seat] if seat == viewer else tuple(tiles))
        return tuple(hands)


def _true_rows(hand: Hand) -> list[list[Tile]]:
    by_seat: list[list[Tile]] = [[] for _ in TABLE.seats]
    at_table = (hand.order[: len(hand.trick)], tuple(hand.trick))
    for seats, tiles in [*((trick.seats, trick.tiles) for trick in hand.tricks), at_table]:
        for seat, tile in zip(seats, tiles, strict=True):
            by_seat[seat].append(tile)
    for seat in TABLE.seats:
        by_seat[seat] += hand.held(seat)
    return [list(row) for row in zip(*by_seat, strict=True)]


def redealt(entries: Sequence[Entry], viewer: Viewer, chance: Random) -> list[Entry]:
    """The same plays out of other hands, in every hand of the match."""
    return list(_told(entries, viewer, chance, retell=False))


def retold(entries: Sequence[Entry], viewer: Viewer, chance: Random) -> list[Entry]:
    """Other hands everywhere, and other collected tricks in the hand in progress."""
    return list(_told(entries, viewer, chance, retell=True))


def _told(
    entries: Sequence[Entry], viewer: Viewer, chance: Random, retell: bool
) -> Iterator[Entry]:
    match = match_of([entry for entry in entries if not isinstance(entry.event, Closed)])
    hands = iter([finished.hand for finished in match.hands] + ([match.hand] if match.hand else []))
    plays: Iterator[tuple[int, Played]] = iter(())
    untimed: set[int] = set()
    for entry in entries:
        if isinstance(entry.event, Dealt):
            hand = next(hands)
            story = Story(hand, viewer, retell and hand is match.hand)
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
