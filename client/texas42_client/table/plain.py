"""The table in plain sentences, a fact a line: for screen readers, pipes and logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from texas42_client.table.facts import Facts
from texas42_client.table.style import PLAIN, Style
from texas42_client.table.text import KEPT
from texas42_client.table.words import count, say_move, say_tile

__all__ = ["plain_hand", "plain_table"]


def plain_table(
    view: Mapping[str, Any], said: Sequence[str], server: str = "", style: Style = PLAIN
) -> str:
    """The whole table; ``said`` are the sentences of what just happened.

    Lines to send to others are not broken, that they can be copied.
    """
    facts = Facts(view)
    lines = [facts.title() + "."]
    if view.get("id"):
        lines.append(f"Match {view['id']}.")
    lines += _places(facts)
    lines.append(_marks(facts))
    lines += [facts.ending(), facts.last_hand(), facts.opener(), facts.bids(), facts.contract()]
    lines.append(_stand(facts))
    lines += [*facts.attributed(), *_captured(facts), _trick(facts), facts.led()]
    if said:
        lines.append("Just now: " + " ".join(said))
    lines += [plain_hand(view), facts.turn(), plain_moves(view)]
    told = [style.laid(line) for line in lines if line]
    return "\n".join([*told, *facts.invitations(server)])


def plain_hand(view: Mapping[str, Any]) -> str:
    """As ``Your tiles: 0-1, 0-5.``, or nothing."""
    tiles = view.get("hand")
    return f"Your tiles: {', '.join(tiles)}." if tiles else ""


def plain_moves(view: Mapping[str, Any]) -> str:
    """As ``You may: 1 play 0-1; 2 play 0-5.``, to be broken between moves alone; or nothing."""
    moves = [f"{n} {say_move(move)}" for n, move in enumerate(view["legal_moves"], start=1)]
    return f"You may: {'; '.join(move.replace(' ', KEPT) for move in moves)}." if moves else ""


def _places(facts: Facts) -> list[str]:
    people, lines = facts.people, []
    for seat in people.seats:
        place = people.place(seat)
        who = f"Seat {seat}: {people.name(seat)}" + (f", {place}" if place else "")
        who += ", sits out" if seat == facts.sitting_out() else ""
        left = people.tiles_left(seat)
        lines.append(f"{who}, {count(left, 'tile')}." if left else f"{who}.")
    return lines


def _marks(facts: Facts) -> str:
    score = facts.score()
    if not score:
        return ""
    people = facts.people
    rows = [f"{_team(facts, side)} {score[side]}" for side in people.sides]
    ahead = f" with a lead of {facts.rules['win_by']}" if facts.margin() else ""
    return f"{facts.unit().capitalize()}s, {facts.target()} win{ahead}: {', '.join(rows)}."


def _team(facts: Facts, side: str) -> str:
    camp, players = facts.people.camp(side), facts.people.side(side)
    alone = not facts.people.partnered or camp == players
    return camp if alone else f"{camp} ({players})"


def _stand(facts: Facts) -> str:
    rows = [f"{who} {text}" for who, text in facts.stand()]
    return f"Toward the bid: {', '.join(rows)}." if rows else ""


def _captured(facts: Facts) -> list[str]:
    lines = []
    for side, tricks, covered in facts.captured():
        told = [
            f"trick {t['number']} with {', '.join(t['tiles'])}, {count(t['points'], 'point')}"
            for t in tricks
        ]
        told += [f"{count(covered, 'trick')} face down"] if covered else []
        lines.append(f"Taken by {_by(facts, side)}: {'; '.join(told)}.")
    return lines


def _by(facts: Facts, side: str) -> str:
    camp = facts.people.camp(side)
    return {"Us": "us", "Them": "them", "You": "you"}.get(camp, camp)


def _trick(facts: Facts) -> str:
    trick = facts.view.get("current_trick")
    if not trick:
        return ""
    plays = [f"{facts.people.who(play['seat'])} {say_tile(play)}" for play in trick["plays"]]
    return f"Trick {trick['number']}: {', '.join(plays) if plays else 'nothing played yet'}."
