"""Bots are judged by walt's estimates as these are, from what the watched seat was shown."""

from __future__ import annotations

import json
from math import isnan, sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.by_trick import PARTS, Part, as_json, grids
from bench.grids import Grid, markdown, plain
from bench.judged import Judged, judge, mean, share_of, walt_itself
from bench.pages import marks, put
from bench.regret import main
from bench.walt import DATA, walt_hands
from tests.docs.tree import ROOT

HANDS = walt_hands()
ORIGINAL = ROOT.parent / "shared" / "data" / DATA.name


class Scripted:
    """Plays the tile that somebody picks from walt's estimates."""

    def __init__(self, hand, pick):
        self._decisions = iter(hand.decisions.values())
        self._pick = pick
        self.seen = []
        self.heard = []

    def hear(self, entries):
        self.heard += entries

    def look(self, view):
        self.seen.append(view)

    def choose(self, view):
        tile = self._pick(next(self._decisions))
        (move,) = [move for move in view["legal_moves"] if move["tile"] == tile]
        return move


def worst(decision):
    return min(decision.l1, key=decision.l1.get)


def first(decision):
    return next(iter(decision.l1))


def test_the_estimates_are_those_of_the_original():
    if not ORIGINAL.exists():
        pytest.skip(f"the original {DATA.name} is not beside this checkout")
    assert DATA.read_bytes() == ORIGINAL.read_bytes()


def test_every_legal_tile_has_an_estimate_and_nothing_else_has():
    decided = 0
    for hand in HANDS:
        for view, _, decision in hand.turns():
            if decision is not None:
                decided += 1
                legal = {move["tile"] for move in view["legal_moves"]}
                assert legal == decision.l1.keys() == decision.l2.keys()
                assert decision.bidding == (view["you"] in {"B", "D"})
    assert decided == 1228


def test_what_follows_the_decision_of_a_hand_counts_for_nobody():
    """Of 1,381 decisions on record 153 come when the hand is made or set, and we end it there."""
    assert sum(len(hand.decisions) for hand in HANDS) == 1228 + 153


def test_walts_own_tiles_cost_nothing_by_the_estimate_that_chose_them():
    rows = [row for hand in HANDS for row in judge(hand, Scripted(hand, lambda d: d.played))]
    assert {row.l1 for row in rows} == {0.0}
    assert [row.l2 for row in rows] == [row.l2 for hand in HANDS for row in walt_itself(hand)]


@pytest.mark.parametrize("bidding", [True, False], ids=["bidding", "defending"])
def test_the_worst_tile_costs_more_than_any_tile_costs_more_than_walts(bidding):
    rows = {
        name: [row for hand in HANDS[:150] for row in judge(hand, Scripted(hand, pick))]
        for name, pick in (("worst", worst), ("first", first), ("walt", lambda d: d.played))
    }
    by_l2 = {name: mean(Part(bidding).of(some), lambda row: row.l2) for name, some in rows.items()}
    assert by_l2["worst"].value > by_l2["first"].value > by_l2["walt"].value


def test_a_bot_sees_its_own_seat_when_it_is_on_turn_and_hears_all_that_was_played():
    for hand in HANDS[:30]:
        bot = Scripted(hand, lambda d: d.played)
        judge(hand, bot)
        assert {view["you"] for view in bot.seen} == {"ABCD"[hand.watched]}
        assert all(view["turn"] == view["you"] for view in bot.seen)
        assert set(bot.seen[0]["hand"]) == set(hand.dealt[hand.watched])
        heard = [entry["tile"] for entry in bot.heard if entry["type"] == "play"]
        assert heard == list(hand.plays[: len(heard)])
        told = [entry.get("tiles") for entry in bot.heard if entry["type"] == "deal"]
        assert not any(tile in str(told) for tile in hidden(hand))


def hidden(hand):
    return {tile for seat, held in enumerate(hand.dealt) if seat != hand.watched for tile in held}


def test_decisions_of_one_hand_err_together():
    """Hands of 1, 1 and 2 decisions that cost 1, 0, and 1 and 1: each hand strays as one."""
    rows = [Judged(hand, 1, True, cost, 0, 0) for hand, cost in ((0, 1), (1, 0), (2, 1), (2, 1))]
    value, error, decisions = mean(rows, lambda row: row.l1)
    assert (value, decisions) == (0.75, 4)
    assert error == pytest.approx(sqrt((0.25**2 + 0.75**2 + 0.5**2) * 3 / 2) / 4)


def test_the_mean_of_nothing_is_no_number():
    assert isnan(mean([], lambda row: row.l1).value)


def test_parts_take_every_decision_once_by_trick_once_by_role_and_once_in_all():
    rows = [row for hand in HANDS for row in walt_itself(hand)]
    taken = {part: len(part.of(rows)) for part in PARTS}
    by_trick = sum(count for part, count in taken.items() if part.trick is not None)
    assert by_trick == taken[Part(True)] + taken[Part(False)] == taken[Part()] == len(rows)


def test_a_share_is_what_it_does_not_exceed():
    assert share_of(range(100), 0.5) == 50
    assert share_of(range(100), 0.99) == 99
    assert share_of([3, 1, 2], 1.0) == 3


def test_few_hands_make_a_table_with_blanks():
    found = {"walt": walt_itself(HANDS[0])}
    first, _, besides = grids(found)
    words = {row[0]: row[1:] for row in first.rows}
    assert words["defending"] == ["0", ""]
    assert words["all"][0] == str(len(found["walt"]))
    assert besides.rows[-1] == ["all decided within, ms", ""]
    (told,) = as_json(found)
    assert told["seconds"] is None
    assert {row["role"] for row in told["regret"]} == {"bidding", "all"}


def test_a_grid_on_a_terminal_and_on_a_page():
    grid = Grid("Ages", ["", "years"], [["ann", "7"], ["bob", "12"]])
    assert plain(grid) == "Ages\n     years\nann      7\nbob     12"
    assert markdown(grid) == "Ages:\n\n|  | years |\n|---|---:|\n| ann | 7 |\n| bob | 12 |"


def test_a_place_in_a_page_is_filled_anew(tmp_path: Path):
    page = tmp_path / "page.md"
    start, end = marks("ages")
    page.write_text(f"# Ages\n\n{start}\nold\n{end}\n\nThe end.\n", encoding="utf-8")
    put("ages", "new", page)
    assert page.read_text("utf-8") == f"# Ages\n\n{start}\nnew\n{end}\n\nThe end.\n"
    with pytest.raises(ValueError, match="has lost the place of names"):
        put("names", "ann", page)


def test_the_command_tells_every_bot_beside_walt():
    run = CliRunner().invoke(main, ["--hands", "4", "--bots", "random,simple", "--json", "-"])
    assert run.exit_code == 0, run.output
    told = json.loads(run.stdout)
    assert [bot["bot"] for bot in told["bots"]] == ["random", "simple", "walt"]
    assert told["hands"] == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "random,eve"], "there is no bot 'eve'"),
        (["--hands", "3", "--record"], "--record wants all hands"),
    ],
)
def test_what_cannot_be_is_refused(arguments, said):
    run = CliRunner().invoke(main, arguments)
    assert run.exit_code == 2
    assert said in run.stderr
