"""Perft: how many sequences of so many legal plays a deal has, counted twice.

The engine and `naive`, which share no line, must both arrive at the figures in the tables. A slip
in following, in who wins a trick or in when a hand ends changes them.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.engine import naive
from tests.engine.tables import A, Game, after_each_move, game_at_play, names, tiles
from texas42 import TILES, Match, tile_label

DEALS = {
    1: {
        "A": "0-3 2-3 1-4 2-6 0-5 0-0 1-1",
        "B": "3-6 3-4 3-3 4-5 5-5 0-4 0-2",
        "C": "4-4 0-6 1-5 3-5 1-3 5-6 2-4",
        "D": "2-5 1-2 0-1 2-2 4-6 1-6 6-6",
    },
    2: {
        "A": "4-5 5-6 1-5 1-4 4-4 0-1 0-5",
        "B": "6-6 3-4 2-2 1-3 2-6 2-5 0-0",
        "C": "1-1 3-6 0-6 1-6 3-5 2-3 2-4",
        "D": "0-3 1-2 0-2 4-6 5-5 3-3 0-4",
    },
    3: {
        "A": "0-3 3-5 2-6 2-4 0-0 4-6 0-4",
        "B": "1-1 2-3 2-5 3-4 4-5 1-6 3-3",
        "C": "1-4 2-2 4-4 5-6 0-6 1-2 1-3",
        "D": "3-6 0-5 1-5 5-5 0-2 0-1 6-6",
    },
}

PLAYED_OUT = """
deal  trump     4      8       12
1     0        83   6274   438713
1     1       148  10530   648434
1     2       122  10840   745516
1     3       157   9709   659083
1     4       112   5410   295007
1     5        78   7224   355297
1     6       150   9858   556221
1     doubles  74   2562   131518
1     none    146   7010   356311
2     0        14    867    51696
2     1        14    888    43699
2     2        66   7996   664530
2     3        67   9414   870870
2     4        52   3977   265032
2     5        10    922   110577
2     6        12    993    76800
2     doubles  33   3836   321255
2     none     15   1244    90657
3     0        99  10131   642368
3     1       123  13526  1065287
3     2        59   2763   138771
3     3        59   4150   293817
3     4       114   5800   294388
3     5        55   4238   241520
3     6       274  25862  1965533
3     doubles  46   2294   114772
3     none     94   4780   244385
"""

ENDING_EARLY = """
deal  trump   bid          8       12
1     0       34        5568   283824
1     0       1 mark    2093    56544
1     1       34        9491   466016
1     1       1 mark    6712   207734
1     2       34        8308   456801
1     2       1 mark    3155    53365
1     3       34        7948   398219
1     3       1 mark    4351    76414
1     4       34        4773   211922
1     4       1 mark    1696    18836
1     5       34        5830   189692
1     5       1 mark    3287    38397
1     6       34        9170   385741
1     6       1 mark    5846    89536
1     doubles 34        1958    71506
1     doubles 1 mark     903    26128
1     none    34        6083   208284
1     none    1 mark    4211    51702
2     0       34         528    21627
2     0       1 mark     288     5462
2     1       34         632    22736
2     1       1 mark     632    19844
2     2       34        4100   206722
2     2       1 mark    3194    62222
2     3       34        4666   296702
2     3       1 mark    3830   139785
2     4       34        2739   125766
2     4       1 mark     794    34374
2     5       34         298     9945
2     5       1 mark     220     4394
2     6       34         337    10422
2     6       1 mark     268     6215
2     doubles 34        3142   221078
2     doubles 1 mark    2803   160568
2     none    34         332    11212
2     none    1 mark     270     6485
3     0       34        9658   525286
3     0       1 mark    8841   340022
3     1       34       11164   734804
3     1       1 mark    6106   126296
3     2       34        1986    63228
3     2       1 mark    1336    28898
3     3       34        3664   196803
3     3       1 mark    1864    63327
3     4       34        4972   216979
3     4       1 mark    3296    86110
3     5       34        3708   163207
3     5       1 mark    2126    59109
3     6       34       23462  1395098
3     6       1 mark   16340   353052
3     doubles 34        1840    75566
3     doubles 1 mark     454     8107
3     none    34        4078   179415
3     none    1 mark    2884    90623
"""


def rows(table: str) -> list[list[str]]:
    """The rows of a table under its heading, as words."""
    return [line.replace("1 mark", "1_mark").split() for line in table.split("\n")[2:-1]]


def engine_count(match: Match, depth: int) -> int:
    """The engine's perft: by the legal list, `decide` and `apply` alone."""
    if depth == 0:
        return 1
    if match.turn is None:
        return 0
    return sum(engine_count(after, depth - 1) for after in after_each_move(match))


def both(deal: str, trump: str, bid: str, early_end: bool) -> tuple[Game, naive.NaiveHand]:
    """A has bid and leads from this deal: at the engine's table and at the naive one."""
    dealt = DEALS[int(deal)]
    marks = "mark" in bid
    game = game_at_play(
        f"{trump} open 1" if marks else trump, bid, {"early_end": early_end}, **dealt
    )
    return game, naive.NaiveHand(held(dealt), trump, bid, "A", early_end)


def check(game: Game, plain: naive.NaiveHand, figures: dict[int, str]) -> None:
    for depth, figure in figures.items():
        assert engine_count(game.match, depth) == int(figure), f"the engine at depth {depth}"
        assert naive.perft(plain, depth) == int(figure), f"the naive count at depth {depth}"


@pytest.mark.parametrize(("deal", "trump", "four", "eight", "_twelve"), rows(PLAYED_OUT))
def test_perft_of_hands_played_out(deal, trump, four, eight, _twelve):
    check(*both(deal, trump, "30", early_end=False), {4: four, 8: eight})


@pytest.mark.soak
@pytest.mark.parametrize(("deal", "trump", "_four", "_eight", "twelve"), rows(PLAYED_OUT))
def test_perft_of_hands_played_out_to_three_tricks(deal, trump, _four, _eight, twelve):
    check(*both(deal, trump, "30", early_end=False), {12: twelve})


@pytest.mark.parametrize(("deal", "trump", "bid", "eight", "_twelve"), rows(ENDING_EARLY))
def test_perft_of_hands_that_end_when_decided(deal, trump, bid, eight, _twelve):
    check(*both(deal, trump, bid.replace("_", " "), early_end=True), {8: eight})


@pytest.mark.soak
@pytest.mark.parametrize(("deal", "trump", "bid", "_eight", "twelve"), rows(ENDING_EARLY))
def test_perft_of_hands_that_end_when_decided_to_three_tricks(deal, trump, bid, _eight, twelve):
    check(*both(deal, trump, bid.replace("_", " "), early_end=True), {12: twelve})


def test_perft_counts_what_it_says():
    """At depth 1 the bidder's seven leads; beyond the last tile nothing."""
    game, plain = both("1", "6", "30", early_end=False)
    assert engine_count(game.match, 1) == naive.perft(plain, 1) == 7
    assert names(game.hand.held(A)) == names(tiles(DEALS[1]["A"]))


NELLO_AND_SEVENS = """
deal  trump   doubles         4      8
1     nello   own_suit      252   4766
1     nello   own_suit_low  204   2670
1     nello   high          300   9999
1     nello   low           354   5035
2     nello   own_suit      126   5126
2     nello   own_suit_low  132   5299
2     nello   high           42   3794
2     nello   low            42   3601
3     nello   own_suit      222   5364
3     nello   own_suit_low  198   3100
3     nello   high          228  10984
3     nello   low           336  10250
1     sevens  -              10      0
2     sevens  -               4      0
3     sevens  -              18      0
1     none    low           146   5128
1     none    own_suit       74   2286
2     none    low            15   1110
2     none    own_suit       33   4472
3     none    low            94   6150
3     none    own_suit       46   2478
"""

THREE_TRICKS_AND_MORE = """
deal  trump   doubles          12
1     nello   own_suit     112924
1     nello   own_suit_low 46696
2     nello   high         177317
2     nello   low          122857
3     none    own_suit     154288
1     none    low          266501
"""

PLUNGE = {
    "A": "6-6 5-5 4-4 3-3 0-1 0-2 1-3",
    "B": "0-0 1-1 2-6 3-5 1-4 2-4 0-5",
    "C": "5-6 4-6 3-6 1-5 0-4 2-5 1-2",
    "D": "2-2 1-6 0-6 4-5 3-4 2-3 0-3",
}
"""A can plunge; its partner C names trump."""

FIRST_LEADS = """
lead       trump    ends        4      8
partner    6        early      16   1380
partner    6        late       16   1440
partner    doubles  early     100   5072
partner    doubles  late      100   8192
partner    none     early      18    600
partner    none     late       18    706
bidder     6        early      88   2980
bidder     6        late       88   4059
bidder     doubles  early      65   6904
bidder     doubles  late       65   7520
bidder     none     early      38   1181
bidder     none     late       38   1439
small_end  6        early     120   4889
small_end  6        late      120   4889
small_end  doubles  early      71   8208
small_end  doubles  late       71   8208
small_end  none     early      50   1675
small_end  none     late       50   1675
trump      6        early       6    432
trump      6        late        6    432
trump      doubles  early      56   6624
trump      doubles  late       56   6624
"""

OTHER_TABLES = """
seats  trump       3      5       7
2      6         494  16884  539517
2      doubles   481  17136  543246
2      none      585  21840  699160
2      sevens     18     36     144
3      6          33    654   11550
3      doubles    28    546    9086
3      none       40    874   17122
3      sevens      1      6      30
5      6          29    285    3673
5      doubles    19    405    4462
5      none       21    277    3253
5      sevens      3      6       0
6      6          10     37     408
6      doubles    17     82     408
6      none       10     42     432
6      sevens      2      2       2
7      6          17     85     260
7      doubles    19     87     304
7      none       11     22      72
7      sevens      3      6       6
"""
"""The tiles shuffled with the number of seats as seed, a whole hand to A first."""


def house(trump: str, doubles: str, **dealt: str) -> tuple[Game, naive.NaiveHand]:
    """A has bid for nello, sevens or no trump with such doubles, and leads."""
    bid = {"nello": "2 marks", "sevens": "1 mark"}.get(trump, "30")
    rules = {"covered_tricks": "none", "nello": True, "sevens": True, "early_end": False}
    if doubles != "-":
        rules |= {f"{'nello' if trump == 'nello' else 'no_trump'}_doubles": [doubles]}
    game = game_at_play(trump, bid, rules, **dealt)
    return game, naive.NaiveHand(held(dealt), trump, bid, "A", early_end=False, doubles=doubles)


def held(dealt: dict[str, str]) -> naive.Hands:
    return {seat: tiles.split() for seat, tiles in dealt.items()}


@pytest.mark.parametrize(("deal", "trump", "doubles", "four", "eight"), rows(NELLO_AND_SEVENS))
def test_r8_2_r8_3_perft_of_nello_sevens_and_doubles(deal, trump, doubles, four, eight):
    check(*house(trump, doubles, **DEALS[int(deal)]), {4: four, 8: eight})


@pytest.mark.soak
@pytest.mark.parametrize(("deal", "trump", "doubles", "twelve"), rows(THREE_TRICKS_AND_MORE))
def test_r8_2_perft_of_nello_and_doubles_to_three_tricks(deal, trump, doubles, twelve):
    check(*house(trump, doubles, **DEALS[int(deal)]), {12: twelve})


def first_lead(lead: str, trump: str, ends: str) -> tuple[Game, naive.NaiveHand]:
    """The plunge deal, led by the partner or the bidder of a plunge, or by a bidder of 30."""
    early_end = ends == "early"
    special = lead in {"partner", "bidder"}
    bid = "plunge 4" if special else "30"
    rules = {
        "covered_tricks": "none",
        "early_end": early_end,
        "plunge": special,
        "plunge_lead": lead if special else "partner",
        "small_end_open": lead == "small_end",
        "opening_lead": "trump" if lead == "trump" else "any",
    }
    game = game_at_play(trump, bid, rules, **PLUNGE)
    plain = naive.NaiveHand(
        held(PLUNGE),
        trump,
        "4 marks plunge" if special else "30",
        "C" if lead == "partner" else "A",
        early_end,
        bidder="A",
        small_ends=lead == "small_end",
        lead_trump=lead == "trump",
    )
    return game, plain


@pytest.mark.parametrize(("lead", "trump", "ends", "four", "eight"), rows(FIRST_LEADS))
def test_r8_4_perft_after_plunges_small_ends_and_leads_of_trump(lead, trump, ends, four, eight):
    check(*first_lead(lead, trump, ends), {4: four, 8: eight})


def at_table(seats: int, trump: str) -> tuple[Game, naive.NaiveHand]:
    """A has bid 30, or a mark for sevens, and leads at a table of so many."""
    deck = [tile_label(tile) for tile in TILES]
    Random(seats).shuffle(deck)
    size = naive.TILES_EACH[seats]
    dealt = {s: " ".join(deck[i * size : i * size + size]) for i, s in enumerate("ABCDEFG"[:seats])}
    bid = "1 mark" if trump == "sevens" else "30"
    rules = {"covered_tricks": "none", "sevens": True, "early_end": False, "seats": seats}
    game = game_at_play(trump, bid, rules, **dealt)
    return game, naive.NaiveHand(held(dealt), trump, bid, "A", early_end=False)


@pytest.mark.parametrize(("seats", "trump", "three", "five", "_seven"), rows(OTHER_TABLES))
def test_r9_perft_at_other_tables(seats, trump, three, five, _seven):
    check(*at_table(int(seats), trump), {3: three, 5: five})


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "trump", "_three", "_five", "seven"), rows(OTHER_TABLES))
def test_r9_perft_at_other_tables_to_seven_tiles(seats, trump, _three, _five, seven):
    check(*at_table(int(seats), trump), {7: seven})
