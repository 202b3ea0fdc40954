"""The only door through which tiles leave (section 6 of the rules): deny by default.

`view` is the table as one viewer may see it, `redact` the log as that viewer may read it,
`hand_record` a finished hand as everybody may. A viewer is a seat, or `None` for a spectator.
Everything answers with plain JSON values; nothing else in the project may show a tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from texas42.contracts import Contract, Cover
from texas42.hand import Hand, Trick
from texas42.match import FinishedHand, Match
from texas42.moves import bid_body, declaration_body, move_body, play_body
from texas42.play import legal_moves
from texas42.rules import Rules
from texas42.scoring import award_of
from texas42.seats import Seat, Table
from texas42.suits import Suit, suit_label
from texas42.tiles import Tile, tile_label

Viewer: TypeAlias = Seat | None
Body: TypeAlias = dict[str, Any]


def open_tricks(hand: Hand) -> list[int]:
    """The indices of the completed tricks that lie face up while the hand is on (R6.4, R6.5)."""
    done = range(len(hand.tricks))
    contract = hand.contract
    if contract is None or contract.declaration is None or contract.cover is Cover.NONE:
        return list(done)
    if contract.cover is Cover.ALL:
        return []
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
    return hand.contract is not None and hand.contract.cover is not Cover.NONE


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
        **score_body(match.rules, match.score),
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


def score_body(rules: Rules, score: Iterable[int]) -> Body:
    """`marks` or `score`, by what wins the match: side label -> number; the other is `None`."""
    by_side = _by_side(rules.table, score)
    in_marks = award_of(rules).unit == "marks"
    return {"marks": by_side if in_marks else None, "score": None if in_marks else by_side}


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


def _plays(
    table: Table, seats: Iterable[Seat], tiles: Iterable[Tile], call: Suit | None
) -> list[Body]:
    """Who played what; the lead says which end it called, where it was the lower one."""
    return [
        {"seat": table.labels[seat], **play_body(tile, None if place else call)}
        for place, (seat, tile) in enumerate(zip(seats, tiles, strict=False))
    ]


def _current_trick(hand: Hand) -> Body | None:
    if hand.suits is None:
        return None
    return {
        "number": len(hand.tricks) + 1,
        "leader": hand.table.labels[hand.order[0]],
        "suit": None if hand.called is None else suit_label(hand.called),
        "plays": _plays(hand.table, hand.order, hand.trick, None if hand.tricks else hand.call),
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
            call = None if index else hand.call
            entry["plays"] = _plays(hand.table, trick.seats, trick.tiles, call)
        shown.append(entry)
    return shown


def result_body(finished: FinishedHand) -> Body | None:
    """How a finished hand came out; `None` when all passed.

    `side` is the bidders' if they made it, else the other one, where there is one other.
    """
    hand = finished.hand
    contract = hand.contract
    if contract is None:
        return None
    gained = score_body(hand.rules, finished.gained)
    return {
        "made": hand.made,
        "side": _winning_side(hand, contract),
        "marks": None if gained["marks"] is None else contract.worth,
        "score": gained["score"],
    }


def _winning_side(hand: Hand, contract: Contract) -> str | None:
    if hand.made:
        return hand.table.sides[contract.side]
    others = [label for side, label in enumerate(hand.table.sides) if side != contract.side]
    return others[0] if len(others) == 1 else None


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
        "result": result_body(finished),
        **score_body(hand.rules, finished.score),
    }


def _summary(finished: FinishedHand) -> Body:
    return _opening(finished.hand) | _ending(finished)


def _trick(hand: Hand, number: int, trick: Trick) -> Body:
    table = hand.table
    return {
        "number": number,
        "leader": table.labels[trick.seats[0]],
        "plays": _plays(table, trick.seats, trick.tiles, hand.call if number == 1 else None),
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
