"""What a player types at the table: moves in the player's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from texas42_client.errors import ClientError
from texas42_client.table.offers import in_short
from texas42_client.table.reading import interpret, parse_bid, parse_play, read_declaration
from texas42_client.table.words import say_move

__all__ = [
    "QUESTIONS",
    "options",
    "read",
    "spoken",
    "unclear",
    "which_one",
]

Move = Mapping[str, Any]

QUESTIONS = {
    "bidding": "Your bid, or pass (? explains): ",
    "declaring": "Name trump (? explains): ",
    "playing": "Your tile (? explains): ",
}


def read(
    text: str, legal_moves: Sequence[Move], rules: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Every legal move that the text could mean; to be asked again unless it is exactly one.

    A bare small number in the auction may mean a place in the list or as many marks, and while
    trump is named a place in the list or a suit. Nothing at all means the only move there is.
    ``rules`` are the settings of the match.
    """
    said = text.strip()
    if not said:
        return [dict(legal_moves[0])] if len(legal_moves) == 1 else []
    meant = interpret(said, legal_moves, rules)
    if said.isdecimal():
        marks = {"type": "bid", "marks": int(said)}
        meant += [marks] if marks in legal_moves and marks not in meant else []
    return meant


def spoken(text: str, status: str, rules: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The move that the text asks for, legal or not; a splash without its stake is the lowest.

    Raises :class:`ClientError`, saying what would be understood.
    """
    said = " ".join(text.lower().split())
    verb, _, rest = said.partition(" ")
    words = rest if rest and verb in ("bid", "declare", "trump", "play", "lead") else said
    if status == "bidding":
        if words == "splash":
            words = f"splash {min((rules or {}).get('splash_marks') or [2])}"
        return {"type": "pass"} if said == "pass" else parse_bid([words], lambda: rules or {})
    if status == "declaring" and verb not in ("play", "lead"):
        return read_declaration(words, lambda: rules or {})
    return parse_play([words])


def which_one(text: str, meant: Sequence[Move], legal_moves: Sequence[Move]) -> str:
    """The question back, when the text could mean several moves."""
    choices = []
    for move in meant:
        place = legal_moves.index(move) + 1 if move in legal_moves else 0
        numbered = f" (number {place} in the list)" if text.strip() == str(place) else ""
        choices.append(options([move]) + numbered)
    return f"{text.strip()} could be {' or '.join(choices)}. Please write it out."


def options(moves: Sequence[Move]) -> str:
    """The moves as a player would type them, the verb left out: ``pass, 30 to 41, 1 mark``."""
    return ", ".join(in_short(moves, _short))


def _short(move: Move) -> str:
    for verb in ("declare ", "play ", "bid "):
        if (said := say_move(move)).startswith(verb):
            return said.removeprefix(verb)
    return say_move(move)


def unclear(text: str, view: Mapping[str, Any]) -> str:
    """What was wrong with words that mean no move at all, and what would be right."""
    said = f"You may say: {options(view['legal_moves'])}."
    if not text.strip():
        return said
    try:
        spoken(text, view["status"], view.get("rules"))
    except ClientError as error:
        return f"{error.message} {said}"
    return said
