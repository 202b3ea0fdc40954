"""Hands told as players tell them: who held what, what was said, what was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from tests.client.bots.seats import names, seated, shown_to, spoken, step
from texas42 import Dealt, Match, RuleViolation, Seat, parse_tile
from texas42_client.bots import Bot

SEATS = "ABCD"


def told(
    deal: Mapping[str, str], said: str, trump: str = "", played: str = "", *, first: str
) -> Iterator[Match]:
    """The match after the deal and after every move of its first hand; the same object each time.

    Args:
        deal: seat -> its seven tiles.
        said: the auction from `first` on, such as `"pass 30 pass pass"`.
        trump: as it is declared; nothing while the auction goes on.
        played: the tiles played, in order.
        first: the seat that speaks first.

    Raises:
        RuleViolation: this cannot be the deal.
    """
    match = seated()
    hands = tuple(tuple(parse_tile(tile) for tile in names(deal[seat])) for seat in SEATS)
    match.apply(Dealt(Seat((SEATS.index(first) - 1) % 4), hands))
    moves = [spoken(word.replace("-", " ")) for word in said.split()]
    moves += [{"type": "declare", "trump": trump}] if trump else []
    moves += [{"type": "play", "tile": tile} for tile in names(played)]
    yield match
    for move in moves:
        step(match, move)
        yield match


def looks(matches: Iterator[Match], you: str) -> list[dict[str, Any]]:
    """What the seat is shown after each move."""
    return [shown_to(match, Seat(SEATS.index(you))) for match in matches]


def answer(bot: Bot, views: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """What the bot does at the last of these views, having looked at those before."""
    for view in views[:-1]:
        bot.look(view)
    assert views[-1]["turn"] == views[-1]["you"]
    return bot.choose(views[-1])


def redealt(deal: Mapping[str, str], played: str, you: str, chance: Random) -> dict[str, str]:
    """The same deal, but for the tiles that `you` cannot see: those lie anywhere else."""
    seen = set(names(played)) | set(names(deal[you]))
    kept = {seat: [tile for tile in names(tiles) if tile in seen] for seat, tiles in deal.items()}
    hidden = [tile for tiles in deal.values() for tile in names(tiles) if tile not in seen]
    chance.shuffle(hidden)
    return {seat: " ".join(kept[seat] + [hidden.pop() for _ in range(7 - len(kept[seat]))])
            for seat in SEATS}  # fmt: skip


def is_possible(matches: Iterator[Match]) -> bool:
    """Whether the rules allow every move."""
    try:
        for _ in matches:
            pass
    except RuleViolation:
        return False
    return True
