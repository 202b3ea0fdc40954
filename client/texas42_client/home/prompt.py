"""What a player types at the table: moves in the player's words, and help with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from texas42_client.errors import ClientError
from texas42_client.table.offers import in_short
from texas42_client.table.reading import interpret, parse_bid, parse_play, read_declaration
from texas42_client.table.words import say_move

__all__ = [
    "INTRODUCTION",
    "QUESTIONS",
    "help_text",
    "options",
    "read",
    "spoken",
    "unclear",
    "which_one",
]

Move = Mapping[str, Any]

INTRODUCTION = """\
Texas 42. You sit with {partner}, against {left} and {right}. Seven marks win.

In every hand you first bid how many of its 42 points your side will take. The highest bidder
names trump and leads; then everybody plays seven tiles. A made bid wins a mark, a missed one
gives it to the other side.

At every question a ? explains what it asks. Ctrl-C stops; the match is kept."""

QUESTIONS = {
    "bidding": "Your bid, or pass (? explains): ",
    "declaring": "Name trump (? explains): ",
    "playing": "Your tile (? explains): ",
}

_HELP = {
    "bidding": """\
A bid promises points for you and your partner: 1 for each of the seven tricks, 5 for each tile
whose ends add up to 5 (0-5, 1-4, 2-3), 10 for 5-5 and 4-6: 42 in all. Everybody speaks once.
Bid 30 or more and above the last bid, or pass. 1 mark or 2 marks promise every trick.

Four tiles of a number with its double, and few loose ends beside them, are worth 30.""",
    "declaring": """\
You won the auction. Trump beats everything else; name the number you hold most of, best with
its double: blanks, ones, twos, threes, fours, fives or sixes. You may also name doubles (the
seven doubles are the trumps), or no trump.""",
    "playing": """\
Whoever leads may play any tile; its higher end is the suit, unless it is a trump. The others
must follow the suit if they can; a trump belongs to no suit but trump. Who cannot follow plays
anything. The highest trump wins the trick, else the highest of the suit led; the double is the
highest of its number. The winner leads next.""",
}
_EVERYWHERE = "Type a number from the list or the move itself. quit stops, table draws it again."
_OPEN_TRICKS = """\
After a bid of marks the tricks lie face down, but for the latest 1 or 2: you say how many, as in
sixes open 1."""


def help_text(view: Mapping[str, Any]) -> str:
    """What the present question asks for, and how to answer it."""
    said = [_HELP[view["status"]]]
    if any("open_tricks" in move for move in view["legal_moves"]):
        said.append(_OPEN_TRICKS)
    return "\n\n".join([*said, _EVERYWHERE])


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
    """The move that the text asks for, legal or not.

    Raises :class:`ClientError`, saying what would be understood.
    """
    said = " ".join(text.lower().split())
    verb, _, rest = said.partition(" ")
    words = rest if rest and verb in ("bid", "declare", "trump", "play", "lead") else said
    if status == "bidding":
        return {"type": "pass"} if said == "pass" else parse_bid([words], lambda: rules or {})
    if status == "declaring" and verb not in ("play", "lead"):
        return read_declaration(words)
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
            return said.removeprefix(verb).replace("--open", "open")
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
