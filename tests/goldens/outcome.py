"""What came of a match, in plain text: the companion of every golden log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from texas42 import Drawn, Match, Rules, hand_record, resolve, tile_label

OLDEST = ("target", "early_end")
"""They stand first, as they did before there were others: an outcome is never written anew."""


def outcome(match: Match) -> str:
    """The rules, every finished hand, and who has won, in lines that a player can check."""
    parts = [f"{match.name}: {_rules(match.rules)}\n"]
    if match.draws:
        parts.append("".join(f"{_draw(match, drawn)}\n" for drawn in match.draws))
    numbers = range(1, len(match.hands) + 1)
    parts += ["".join(f"{line}\n" for line in _hand(hand_record(match, n))) for n in numbers]
    parts.append(f"{_end(match)}\n")
    return "\n".join(parts)


def _end(match: Match) -> str:
    if match.winner is not None:
        return f"{match.table.sides[match.winner]} wins"
    return match.given_up or "not over"


def _rules(rules: Rules) -> str:
    usual, settled = resolve(rules.preset).as_dict(), rules.as_dict()
    names = sorted(settled, key=lambda name: name not in OLDEST)
    said = (f"{n} {_value(settled[n])}" for n in names if settled[n] != usual[n])
    return ", ".join([rules.preset, *said])


def _value(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def _draw(match: Match, drawn: Drawn) -> str:
    return "draw: " + ", ".join(
        f"{match.table.labels[seat]} {tile_label(tile)}" for seat, tile in drawn.tiles
    )


def _hand(hand: dict[str, Any]) -> Iterator[str]:
    yield f"hand {hand['number']}: {hand['dealer']} deals"
    yield "  auction: " + ", ".join(f"{bid['seat']} {_bid(bid)}" for bid in hand["bids"])
    if hand["contract"] is not None:
        yield f"  contract: {_contract(hand['contract'])}"
    for trick in hand["tricks"]:
        plays = ", ".join(map(_play, trick["plays"]))
        yield f"  trick {trick['number']}: {plays}; {trick['winner']} takes {trick['points']}"
    yield f"  points: {_by_side(hand['points'])}"
    yield f"  result: {_result(hand['result'])}"
    unit = "score" if hand["marks"] is None else "marks"
    yield f"  {unit}: {_by_side(hand[unit])}"


def _play(play: dict[str, Any]) -> str:
    called = f" calls {play['call']}" if "call" in play else ""
    return f"{play['seat']} {play['tile']}{called}"


def _bid(bid: dict[str, Any]) -> str:
    if bid["type"] == "pass":
        return "pass"
    special = "".join(f" {special}" for special in ("plunge", "splash") if special in bid)
    return _marks(bid["marks"]) + special if "marks" in bid else str(bid["points"])


def _contract(contract: dict[str, Any]) -> str:
    stake = _marks(contract["marks"]) if contract["marks"] else f"{contract['points']} points"
    if contract["bidder"] != contract["declarer"]:
        stake += f", {contract['kind']} by {contract['bidder']}"
    doubles = f", doubles {contract['doubles']}" if contract["doubles"] else ""
    shown = f", open {contract['open_tricks']}" if contract["open_tricks"] else ""
    return f"{contract['declarer']} for {stake}, trump {contract['trump']}{doubles}{shown}"


def _result(result: dict[str, Any] | None) -> str:
    if result is None:
        return "passed out"
    how = "made" if result["made"] else "set"
    if result["marks"] is None:
        return f"{how}, {_by_side(result['score'])}"
    return f"{how}, {_marks(result['marks'])} to {result['side'] or 'all the others'}"


def _marks(marks: int) -> str:
    return "1 mark" if marks == 1 else f"{marks} marks"


def _by_side(numbers: dict[str, int]) -> str:
    return ", ".join(f"{side} {number}" for side, number in numbers.items())
