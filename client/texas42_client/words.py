"""The words players use for moves, in both directions: text to a move's body, a body to text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["interpret", "parse_bid", "parse_declaration", "parse_tile", "say_move"]

Move = dict[str, Any]


def parse_tile(text: str) -> str:
    """``6-4``, ``64``, ``6|4``, ``4-6`` … → ``"4-6"``; raises :class:`ClientError` (USAGE)."""
    raise NotImplementedError


def parse_bid(words: Sequence[str]) -> Move:
    """``31``, ``42``, ``84``, ``1 mark``, ``2 marks`` → the body of a bid."""
    raise NotImplementedError


def parse_declaration(word: str, open_tricks: int | None = None) -> Move:
    """``sixes``, ``6``, ``doubles``, ``none``, ``blanks``, ``follow me`` → a declaration."""
    raise NotImplementedError


def say_move(move: Mapping[str, Any]) -> str:
    """The body of a move as a player types it: ``bid 31``, ``declare sixes``, ``play 6-4``."""
    raise NotImplementedError


def interpret(text: str, legal_moves: Sequence[Mapping[str, Any]]) -> list[Move]:
    """Every legal move that the text could mean, as a number in the list or as words.

    Empty when it means none, one when it is clear; more when the player has to be asked again.
    """
    raise NotImplementedError
