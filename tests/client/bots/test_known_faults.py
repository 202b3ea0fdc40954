"""What other people's bots did at the table, as their partners would say it, and what ours do."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.client.bots.hands import answer, is_possible, looks, redealt, told
from tests.client.bots.seats import bidding, names, shuffled
from texas42 import tile_label
from texas42_client.bots import Bot
from texas42_client.bots.naming import parse_bot
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.knowledge import Knowledge
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import mask
from texas42_client.thinking.sampling import Worlds

THINKERS = ("simple", "careful", "strong@200w")
QUICK_THINKERS = ("simple", "careful", "strong@50w")
SEEDS = range(4)
FIVE_TRUMPS_TWO_LOOSE_OFFS = "6-6 5-6 3-6 1-6 0-6 2-5 1-3"
LAYDOWN = "6-6 5-6 4-6 3-6 2-6 5-5 4-4"
POOR = "0-1 1-2 2-3 3-4 4-5 0-5 1-6"


@dataclass(frozen=True)
class Fault:
    """A turn to play a tile, told from the deal on, and the tiles that are right there."""

    you: str
    deal: dict[str, str]
    first: str
    trump: str
    right: str
    played: str = ""

    def views(self, deal: dict[str, str] | None = None) -> list[dict[str, Any]]:
        """What the seat is shown from the deal to its turn; of another deal, if one is given."""
        return looks(self._told(deal or self.deal), self.you)

    def redealt(self, chance: Random) -> dict[str, str]:
        """Another deal that shows the seat the same."""
        for _ in range(1000):
            other = redealt(self.deal, self.played, self.you, chance)
            if other != self.deal and is_possible(self._told(other)):
                return other
        raise AssertionError("no other deal found")

    def _told(self, deal):
        said = "30 pass pass pass"
        return told(deal, said, self.trump, self.played, first=self.first)


FAULTS = {
    "my partner's trick was sure, and you kept your ten": Fault(
        # Blanks are trump and the double is gone: nothing beats my partner's 0-6.
        you="D",
        deal={
            "A": "0-2 2-5 0-3 2-2 0-4 5-6 2-6",
            "B": "0-0 5-5 0-5 3-3 0-6 1-2 1-3",
            "C": "0-1 1-5 2-4 3-4 2-3 6-6 4-4",
            "D": "1-4 3-5 4-5 3-6 4-6 1-6 1-1",
        },
        first="B",
        trump="0",
        played="0-0 0-1 1-4 0-2  5-5 1-5 3-5 2-5  0-5 2-4 4-5 0-3  3-3 3-4 3-6 2-2  0-6 4-4",
        right="4-6",
    ),
    "with three trumps and the double you led a weak off": Fault(
        you="A",
        deal={
            "A": "3-3 3-6 1-3 0-2 1-4 2-5 4-6",
            "B": "0-3 2-3 0-0 1-1 4-4 5-6 1-5",
            "C": "3-4 0-5 1-2 2-2 5-5 1-6 0-1",
            "D": "3-5 0-4 0-6 2-4 2-6 4-5 6-6",
        },
        first="A",
        trump="3",
        right="3-3 3-6 1-3",
    ),
    "I had trumped for us, and you, last to play, gave nothing": Fault(
        you="D",
        deal={
            "A": "0-0 0-6 0-5 1-4 5-5 1-1 2-2",
            "B": "0-1 0-2 5-6 3-5 2-5 1-6 2-3",
            "C": "0-3 0-4 2-4 4-5 1-5 3-3 2-6",
            "D": "1-2 3-4 4-4 4-6 3-6 1-3 6-6",
        },
        first="A",
        trump="0",
        played="0-0 0-1 0-3 1-2  1-4 0-2 2-4",
        right="4-6",
    ),
    "you threw the double six and kept a double whose suit is dead": Fault(
        you="C",
        deal={
            "A": "4-4 0-0 0-1 1-3 4-6 1-4 2-4",
            "B": "3-4 2-5 1-2 0-4 3-5 3-6 5-6",
            "C": "4-5 0-2 2-6 6-6 3-3 5-5 2-2",
            "D": "2-3 0-3 1-6 1-1 0-5 0-6 1-5",
        },
        first="A",
        trump="4",
        played="4-4 3-4 4-5 2-3  0-0 2-5 0-2 0-3  0-1 1-2 2-6 1-6  1-1 1-3 0-4",
        right="2-2",
    ),
}


def bots(name: str) -> list[Bot]:
    """The same player with several chances."""
    return [parse_bot(name)(Chance.of_seed(seed)) for seed in SEEDS]


def says(name: str, hand: str, *before: str, seed: int = 0) -> str:
    """What the bot says in the auction."""
    body = parse_bot(name)(Chance.of_seed(seed)).choose(bidding(hand, *before))
    if body["type"] == "pass":
        return "pass"
    return f"{body['points']}" if "points" in body else f"{body['marks']} marks"


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("fault", FAULTS)
def test_who_has_watched_plays_right(name: str, fault: str) -> None:
    views = FAULTS[fault].views()
    played = {str(answer(bot, views)["tile"]) for bot in bots(name)}
    assert played <= set(names(FAULTS[fault].right))


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("fault", FAULTS)
def test_who_has_just_been_started_again_plays_right(name: str, fault: str) -> None:
    view = FAULTS[fault].views()[-1]
    played = {str(bot.choose(view)["tile"]) for bot in bots(name)}
    assert played <= set(names(FAULTS[fault].right))


@pytest.mark.parametrize("name", QUICK_THINKERS)
def test_nobody_bids_always_or_never(name: str) -> None:
    """Twenty hands that speak first, nobody having bid."""
    deals = Random(42)
    hands = [" ".join(map(tile_label, shuffled(deals)[:7])) for _ in range(20)]
    bids = sum(says(name, hand) != "pass" for hand in hands)
    assert 2 <= bids <= 18


@pytest.mark.parametrize("name", QUICK_THINKERS)
def test_a_hand_that_makes_is_bid_and_one_that_does_not_is_passed(name: str) -> None:
    assert says(name, LAYDOWN) != "pass"
    assert says(name, POOR) == "pass"


@pytest.mark.parametrize("name", QUICK_THINKERS)
@pytest.mark.parametrize("before", [(), ("30",), ("pass", "pass"), ("30", "31", "32")])
def test_five_trumps_with_loose_offs_are_no_mark(name: str, before: tuple[str, ...]) -> None:
    """Marks need control of trump, and covered offs too."""
    for seed in SEEDS:
        assert "marks" not in says(name, FIVE_TRUMPS_TWO_LOOSE_OFFS, *before, seed=seed)


TRUMPED = Fault(
    # Fours are trump. On 0-0 seat C played 3-4: it has no blank, and yet it holds 0-4.
    you="D",
    deal={
        "A": "0-0 4-4 4-5 2-4 5-5 1-1 0-6",
        "B": "0-1 0-3 0-5 1-2 2-3 3-5 6-6",
        "C": "3-4 0-4 1-5 2-5 5-6 1-6 3-3",
        "D": "0-2 4-6 1-4 1-3 2-2 2-6 3-6",
    },
    first="A",
    trump="4",
    played="0-0 0-1 3-4 0-2  5-6 3-6 0-6 6-6  0-3 3-3 1-3 1-1  2-5",
    right="2-2 2-6 4-6 1-4",
)


def test_who_is_out_of_blanks_may_hold_the_blank_that_is_a_trump() -> None:
    memory = Memory()
    for view in TRUMPED.views():
        memory.look(view)
    known = Knowledge.of(view, memory)
    may_hold = dict(zip(known.places, known.may_hold, strict=True))
    assert may_hold["C"] & mask(["0-4"])
    assert not may_hold["C"] & mask(["0-0", "0-5"])
    truth = {
        "A": "4-4 4-5 2-4 5-5",
        "B": "0-5 1-2 2-3 3-5",
        "C": "0-4 1-5 1-6",
        "D": "4-6 1-4 2-2 2-6",
    }
    worlds = Worlds(known, ("D", mask(view["hand"])))
    assert {seat: mask(tiles.split()) for seat, tiles in truth.items()} in list(worlds.every())


@pytest.mark.parametrize("name", THINKERS)
def test_with_that_inference_there_is_a_deal_left_to_think_of(name: str) -> None:
    for bot in bots(name):
        assert answer(bot, TRUMPED.views()) in TRUMPED.views()[-1]["legal_moves"]


@pytest.mark.parametrize("name", ["random", *QUICK_THINKERS])
@pytest.mark.parametrize("fault", [*FAULTS, "out of blanks"])
def test_nobody_peeks_so_other_hidden_hands_change_no_move(name: str, fault: str) -> None:
    turn = FAULTS.get(fault, TRUMPED)
    chance = Random(fault)
    views = turn.views()
    first = answer(parse_bot(name)(Chance.of_seed(1)), views)
    for _ in range(3):
        other = turn.views(turn.redealt(chance))
        assert other == views
        assert answer(parse_bot(name)(Chance.of_seed(1)), other) == first
