"""What time is worth is told over the same deals for every limit."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from bench.pages import STRENGTH, marks
from bench.strength import HEADS, cells, main
from texas42_client.arena.report import report


def test_each_limit_plays_the_same_deals_and_is_told_beside_the_others():
    asked = ["--limits", "1w,2w", "--against", "random", "--deals", "3", "--seed", "7"]
    runs = [CliRunner().invoke(main, [*asked, "--json", "-"]) for _ in range(2)]
    told = [json.loads(run.stdout) for run in runs]
    assert list(told[0]["bots"]) == ["strong@1w", "strong@2w"]
    for found in told[0]["bots"].values():
        assert found["played"] == 3
        assert found["sides"][0]["contracts"]["bid"] == found["sides"][1]["contracts"]["bid"] == 3
    gained = [
        [side["gained"] for found in each["bots"].values() for side in found["sides"]]
        for each in told
    ]
    assert gained[0] == gained[1]


def test_a_line_of_the_table_says_who_won_how_much_and_how_long_it_took():
    contract = {"kind": "points", "points": 30, "marks": None, "trump": "5"}
    ours, theirs = contract | {"by": 0}, contract | {"by": 1}
    rows = [
        {
            "number": number,
            "tables": [
                {"contract": ours, "made": True, "gained": [1, 0], "micros": [[1000, 3000], []]},
                {"contract": theirs, "made": made, "gained": gained, "micros": [[2000], []]},
            ],
        }
        for number, made, gained in ((1, False, [1, 0]), (2, True, [0, 1]))
    ]
    line = dict(zip(HEADS, cells("strong@1s", report(rows)), strict=True))
    assert line[""] == "strong@1s"
    assert line["of the marks, %"].startswith("75.0 (")
    assert line["marks a deal"].startswith("+1.00 (")
    assert (line["makes, %"], line["sets, %"]) == ("100", "50")
    assert line["won : lost at both tables"] == "1 : 0"
    assert (line["half within, ms"], line["99 of 100 within, ms"]) == ("2", "3")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--limits", "soon"], "a limit is seconds or worlds"),
        (["--bot", "simple"], "simple needs no time to think"),
        (["--against", "eve"], "there is no bot 'eve'"),
        (["--contract", "29x"], "is no contract"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, said):
    run = CliRunner().invoke(main, arguments)
    assert run.exit_code == 2
    assert said in run.stderr


def test_the_page_has_the_places_that_the_commands_fill():
    page = STRENGTH.read_text(encoding="utf-8")
    for name in ("regret", "strength"):
        for mark in marks(name):
            assert page.count(mark) == 1
