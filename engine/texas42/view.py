"""The only door through which tiles leave (section 6 of the rules): deny by default.

`view` is the table as one viewer may see it, `redact` the log as that viewer may read it,
`hand_record` a finished hand as everybody may. A viewer is a seat, or `None` for a spectator.
Everything answers with plain JSON values; nothing else in the project may show a tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from texas42.hand import Hand, Trick
from texas42.match import FinishedHand, Match, scorers, worth
from texas42.moves import bid_body, declaration_body, move_body
from texas42.play import legal_moves
from texas42.seats import Seat, Table
from texas42.suits import suit_label
from texas42.tiles import Tile, tile_label

Viewer: TypeAlias = Seat | None
Body: TypeAlias = dict[str, Any]


def open_tricks(hand: Hand) -> list[int]:
    """The indices of the completed tricks that lie face up while the hand is on (R6.4, R6.5)."""
    done = range(len(hand.tricks))
    contract = hand.contract
    if contract is None or contract.declaration is None or not contract.kind.covered:
        return list(done)
    assert contract.declaration.open_tricks is not None
    return list(done[-contract.declaration.open_tricks :])


def attributed_tricks(hand: Hand) -> list[int]:
    """The indices of the face-up tricks that keep seat and order while the hand is on (R6.3)."""
    shown = open_tricks(hand)
    keep = hand.rules.attributed_tricks
    if keep == "all":
        return shown
    return shown[-int(keep) :] if keep else []


def _covers(hand: Hand) -> bool:
    return hand.contract is not None and hand.contract.kind.covered


def view(match: Match, viewer: Viewer) -> Body:
    """The table as `viewer` may see it: members `version` to `winner` of the HTTP view.

    Everybody sees what lies on the table (R6.1); a seat sees its own tiles and legal moves besides
    (R6.2). A completed trick is collected at once (R6.7).
    """
    table = match.table
    turn = match.turn
    return {
        "version": match.version,
        "status": match.status,
        "rules": match.rules.as_dict(),
        "seats": {table.labels[seat]: _seat(match, seat) for seat in table.seats},
        "you": None if viewer is None else table.labels[viewer],
        "turn": None if turn is None else table.labels[turn],
        **_hand_on(match, viewer),
        "marks": marks_body(table, match.marks),
        "score": None,
        "last_hand": _summary(match.hands[-1]) if match.hands else None,
        "winner": None if match.winner is None else table.sides[match.winner],
    }


def _seat(match: Match, seat: Seat) -> Body:
    return {
        "player": match.players[seat],
        "kept_for": match.kept[seat],
        "side": match.table.sides[match.table.side_of[seat]],
        "tiles_left": 0 if match.hand is None else len(match.hand.held(seat)),
    }


def _hand_on(match: Match, viewer: Viewer) -> Body:
    """The members that tell of the hand in progress."""
    hand = match.hand
    if hand is None:
        return {
            "hand_number": len(match.hands),
            "dealer": None,
            "bids": [],
            "contract": None,
            "hand": None if viewer is None else [],
            "legal_moves": [],
            "current_trick": None,
            "captured": [],
            "tricks_taken": None,
            "points": None,
        }
    table = match.table
    return {
        "hand_number": hand.number,
        "dealer": table.labels[hand.dealer],
        "bids": _bids(hand),
        "contract": contract_body(hand),
        "hand": None if viewer is None else _tiles(hand.held(viewer)),
        "legal_moves": [] if viewer is None else [move_body(m) for m in legal_moves(match, viewer)],
        "current_trick": _current_trick(hand),
        "captured": _captured(hand),
        "tricks_taken": _by_side(table, hand.taken),
        "points": None if _covers(hand) else _by_side(table, hand.captured),
    }


def _tiles(tiles: Iterable[Tile]) -> list[str]:
    return [tile_label(tile) for tile in tiles]


def marks_body(table: Table, marks: Iterable[int]) -> dict[str, int]:
    """Side label -> marks."""
    return _by_side(table, marks)


def _by_side(table: Table, numbers: Iterable[int]) -> dict[str, int]:
    return dict(zip(table.sides, numbers, strict=True))


def _bids(hand: Hand) -> list[Body]:
    return [
        {"seat": hand.table.labels[seat]}
        | ({"type": "pass"} if bid is None else {"type": "bid", **bid_body(bid)})
        for seat, bid in hand.bids
    ]


def contract_body(hand: Hand) -> Body | None:
    """The contract, from the end of the auction; trump is `None` until declared."""
    contract = hand.contract
    if contract is None:
        return None
    named = {} if contract.declaration is None else declaration_body(contract.declaration)
    return {
        "kind": contract.kind.name,
        "bidder": hand.table.labels[contract.bidder],
        "declarer": hand.table.labels[contract.declarer],
        "points": contract.bid.points,
        "marks": contract.bid.marks,
        "trump": named.get("trump"),
        "doubles": named.get("doubles"),
        "open_tricks": named.get("open_tricks"),
    }


def _plays(table: Table, seats: Iterable[Seat], tiles: Iterable[Tile]) -> list[Body]:
    return [
        {"seat": table.labels[seat], "tile": tile_label(tile)}
        for seat, tile in zip(seats, tiles, strict=False)
    ]


def _current_trick(hand: Hand) -> Body | None:
    if hand.suits is None:
        return None
    return {
        "number": len(hand.tricks) + 1,
        "leader": hand.table.labels[hand.order[0]],
        "suit": suit_label(hand.suits.called[hand.trick[0]]) if hand.trick else None,
        "plays": _plays(hand.table, hand.order, hand.trick),
    }


def _captured(hand: Hand) -> list[Body]:
    """Collected tricks as sets: ascending, no seat, no order, no winner (R6.3)."""
    attributed = attributed_tricks(hand)
    shown = []
    for index in open_tricks(hand):
        trick = hand.tricks[index]
        entry: Body = {
            "number": index + 1,
            "side": hand.table.sides[trick.side],
            "tiles": _tiles(sorted(trick.tiles)),
            "points": trick.points,
        }
        if index in attributed:
            entry["plays"] = _plays(hand.table, trick.seats, trick.tiles)
        shown.append(entry)
    return shown


def result_body(hand: Hand) -> Body | None:
    """How a finished hand came out; `None` when all passed."""
    winners = scorers(hand)
    if not winners:
        return None
    return {
        "made": hand.made,
        "side": hand.table.sides[winners[0]] if len(winners) == 1 else None,
        "marks": worth(hand),
        "score": None,
    }


def _opening(hand: Hand) -> Body:
    return {
        "number": hand.number,
        "dealer": hand.table.labels[hand.dealer],
        "bids": _bids(hand),
        "contract": contract_body(hand),
    }


def _ending(finished: FinishedHand) -> Body:
    hand = finished.hand
    return {
        "points": _by_side(hand.table, hand.captured),
        "result": result_body(hand),
        "marks": marks_body(hand.table, finished.marks),
        "score": None,
    }


def _summary(finished: FinishedHand) -> Body:
    return _opening(finished.hand) | _ending(finished)


def _trick(hand: Hand, number: int, trick: Trick) -> Body:
    table = hand.table
    return {
        "number": number,
        "leader": table.labels[trick.seats[0]],
        "plays": _plays(table, trick.seats, trick.tiles),
        "winner": table.labels[trick.winner],
        "side": table.sides[trick.side],
        "points": trick.points,
    }


def hand_summary(match: Match, number: int) -> Body:
    """A finished hand without its tricks; the same for every viewer.

    Raises:
        LookupError: no finished hand has this number; whether one is on is not told.
    """
    return _summary(_finished(match, number))


def hand_record(match: Match, number: int) -> Body:
    """A finished hand with every played tile, seat and order, never an unplayed one (R6.6).

    Raises:
        LookupError: no finished hand has this number; whether one is on is not told.
    """
    finished = _finished(match, number)
    hand = finished.hand
    tricks = [_trick(hand, n, trick) for n, trick in enumerate(hand.tricks, start=1)]
    return _opening(hand) | {"tricks": tricks} | _ending(finished)


def _finished(match: Match, number: int) -> FinishedHand:
    if not 1 <= number <= len(match.hands):
        raise LookupError(f"no finished hand has number {number}")
    return match.hands[number - 1]
