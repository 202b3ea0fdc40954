"""What was bid makes worlds likelier in which the bidder has something to bid on."""

from __future__ import annotations

from itertools import islice
from math import log
from random import Random
from typing import Any

import pytest

from tests.client.bots.seats import seated, shown_to, shuffled, step
from tests.client.thinking.onlookers import shown, true_world, worlds_of
from tests.engine.tables import Game, game_at_play
from texas42 import deal
from texas42_client.bots import BOTS
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.evidence import Evidence, likely
from texas42_client.thinking.knowledge import Knowledge
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import mask
from texas42_client.thinking.sampling import Worlds

D = "0-0 1-2 3-4 5-6 0-3 1-5 2-6"
"""What the seat holds that looks on."""
LONG = "6-6 4-6 3-6 1-6 0-6 2-5 1-3"
SHORT = "4-6 0-1 1-1 2-3 0-4 3-5 1-4"
"""Seven and one of a number; of two tiles each with a six, in place of others."""


def weights(said: str, trump: str | None = None, rules: Any = None) -> tuple[float, float]:
    """How likely it is to D that A was dealt LONG, and that it was dealt SHORT."""
    game = Game(rules).deal("D", A=LONG, D=D).go(said)
    if trump:
        game.go(f"A: trump {trump}")
    there, memory = shown(game, game.table.seat("D")), Memory()
    memory.look(there)
    evidence, world = Evidence(there, memory), true_world(game)
    others = mask(LONG.split()) | world["B"] | world["C"]
    short = mask(SHORT.split())
    assert not short & ~others
    rest = [1 << tile for tile in range(28) if 1 << tile & others & ~short]
    exchanged = world | {"A": short, "B": sum(rest[:7]), "C": sum(rest[7:])}
    return evidence.weight(world), evidence.weight(exchanged)


PASSES = "B: pass  C: pass  D: pass"


@pytest.mark.parametrize(
    ("said", "trump"),
    [("A: 30", None), (f"A: 31  {PASSES}", None), (f"A: 31  {PASSES}", "6"),
     (f"A: 1 mark  {PASSES}", "6 open 1")],
)  # fmt: skip
def test_who_bid_is_likelier_to_hold_many_of_a_number_than_few(said, trump):
    many, few = weights(said, trump)
    assert many > 3 * few


def test_who_named_trump_is_not_taken_to_hold_another_number():
    many, few = weights(f"A: 31  {PASSES}", "4")
    assert few > many  # of fours SHORT holds three


def test_who_passed_is_likelier_to_hold_few_of_every_number():
    many, few = weights("A: pass")
    assert few > 2 * many


def test_before_anybody_has_spoken_all_are_alike():
    game = Game().deal("D")
    there = shown(game, game.table.seat("A"))
    memory = Memory()
    memory.look(there)
    evidence, worlds = Evidence(there, memory), worlds_of(there, memory, game)
    assert {evidence.weight(worlds.draw(Random(seed))) for seed in range(20)} == {1}


def test_what_a_seat_said_itself_tells_it_nothing():
    game = Game().deal("D").go("A: 30")
    there = shown(game, game.table.seat("A"))
    assert Evidence(there, Memory()).weight(true_world(game)) == 1


def test_tiles_that_a_seat_has_played_are_counted_as_dealt_to_it():
    game = game_at_play("6", A=LONG, D=D)
    there, memory = shown(game, game.table.seat("D")), Memory()
    memory.look(there)
    before = Evidence(there, memory).weight(true_world(game))
    game.plays("6-6")
    there = shown(game, game.table.seat("D"))
    memory.look(there)
    assert Evidence(there, memory).weight(true_world(game)) == pytest.approx(before)


@pytest.mark.parametrize("trump", ["nello", "sevens", "none", "doubles"])
def test_every_contract_has_a_weight(trump):
    game = game_at_play(f"{trump} open 1", "2 marks", {"nello": True, "sevens": True}, D=D)
    there = shown(game, game.table.seat("D"))
    assert Evidence(there, Memory()).weight(true_world(game)) > 0


def test_likely_worlds_fit_and_have_more_trumps_with_the_bidder():
    game = game_at_play("6", A=LONG, D=D)
    there, memory = shown(game, game.table.seat("D")), Memory()
    memory.look(there)
    worlds = worlds_of(there, memory, game)
    sixes = mask(["0-6", "1-6", "2-6", "3-6", "4-6", "5-6", "6-6"])

    def trumps(drawn: Any) -> float:
        return sum((world["A"] & sixes).bit_count() for world in islice(drawn, 300)) / 300

    chance = Random(5)
    uniform = trumps(worlds.draw(chance) for _ in range(300))
    leaning = trumps(likely(worlds, Evidence(there, memory), chance))
    assert leaning > uniform + 0.5
    unseen = Knowledge.of(there, memory).unseen
    for world in islice(likely(worlds, Evidence(there, memory), chance), 20):
        assert world["A"] | world["B"] | world["C"] == unseen


def test_the_auction_tells_of_deals_that_simple_bid():
    """Among sixty that fit, the true deal is on the whole much likelier than the others."""
    gains = []
    for seed in range(25):
        deals, bots = Random(seed), {s: BOTS["simple"](Chance.of_seed(seed)) for s in "ABCD"}
        match = seated()
        match.apply(deal(match, shuffled(deals), match.table.seats[seed % 4]))
        while match.hand is not None and match.hand.number == 1 and match.status != "playing":
            assert match.turn is not None
            there = shown_to(match, match.turn)
            step(match, dict(bots[there["you"]].choose(there)))
        if match.status == "playing":
            gains += [_gain(match, there["you"], Random(seed)) for there in _defenders(match)]
    assert len(gains) > 20
    assert sum(gains) / len(gains) > 0.5


def _defenders(match: Any) -> list[dict[str, Any]]:
    there = [shown_to(match, seat) for seat in match.table.seats]
    side = there[0]["seats"][there[0]["contract"]["bidder"]]["side"]
    return [view for view in there if view["seats"][view["you"]]["side"] != side]


def _gain(match: Any, label: str, chance: Random) -> float:
    there, memory = shown_to(match, match.table.seat(label)), Memory()
    memory.look(there)
    evidence = Evidence(there, memory)
    held = {
        s: sum(1 << tile for tile in match.hand.dealt[match.table.seat(s)]) for s in there["seats"]
    }
    worlds = Worlds(Knowledge.of(there, memory), (label, held[label]))
    others = [evidence.weight(worlds.draw(chance)) for _ in range(60)]
    truth = evidence.weight(held)
    return log(truth * 61 / (truth + sum(others)))
