"""What somebody types at the table of `t42 play`, and what it is taken for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.client.tables import play, saying
from texas42_client.errors import ClientError
from texas42_client.home.explain import help_text, introduction
from texas42_client.home.prompt import options, read, spoken, unclear, which_one
from texas42_client.table.offers import examples
from texas42_client.table.words import say_move

BIDS: list[dict[str, Any]] = [
    {"type": "pass"},
    *({"type": "bid", "points": points} for points in range(30, 42)),
    {"type": "bid", "marks": 1},
    {"type": "bid", "marks": 2},
]
TRUMPS: list[dict[str, Any]] = [
    {"type": "declare", "trump": trump} for trump in [*"0123456", "doubles", "none"]
]
COVERED: list[dict[str, Any]] = [{**move, "open_tricks": n} for move in TRUMPS for n in (1, 2)]
TILES: list[dict[str, Any]] = [{"type": "play", "tile": tile} for tile in ("0-3", "4-6", "1-1")]


def asked(status: str, legal: list[dict[str, Any]]) -> dict[str, Any]:
    """A view as the player at seat A is asked with it."""
    return {**play(0).view("A"), "status": status, "legal_moves": legal}


@pytest.mark.parametrize(
    ("text", "legal", "move"),
    [
        ("pass", BIDS, {"type": "pass"}),
        ("31", BIDS, {"type": "bid", "points": 31}),
        ("bid 31", BIDS, {"type": "bid", "points": 31}),
        ("1 mark", BIDS, {"type": "bid", "marks": 1}),
        ("84", BIDS, {"type": "bid", "marks": 2}),
        ("4", BIDS, {"type": "bid", "points": 32}),
        ("sixes", TRUMPS, {"type": "declare", "trump": "6"}),
        ("no trump", TRUMPS, {"type": "declare", "trump": "none"}),
        ("9", TRUMPS, {"type": "declare", "trump": "none"}),
        ("sixes open 2", COVERED, {"type": "declare", "trump": "6", "open_tricks": 2}),
        ("17", COVERED, {"type": "declare", "trump": "none", "open_tricks": 1}),
        ("2", TILES, {"type": "play", "tile": "4-6"}),
        ("6-4", TILES, {"type": "play", "tile": "4-6"}),
        ("64", TILES, {"type": "play", "tile": "4-6"}),
        ("play 6-4", TILES, {"type": "play", "tile": "4-6"}),
    ],
)
def test_a_number_of_the_list_or_the_move_itself(text, legal, move):
    assert read(text, legal) == [move]


@pytest.mark.parametrize(
    ("text", "legal", "question"),
    [
        ("1", BIDS, "1 could be pass (number 1 in the list) or 1 mark. Please write it out."),
        ("2", BIDS, "2 could be 30 (number 2 in the list) or 2 marks. Please write it out."),
        ("3", TRUMPS, "3 could be twos (number 3 in the list) or threes. Please write it out."),
        ("sixes", COVERED, "sixes could be sixes open 1 or sixes open 2. Please write it out."),
    ],
)
def test_what_could_mean_two_things_is_asked_again(text, legal, question):
    meant = read(text, legal)
    assert len(meant) > 1
    assert which_one(text, meant, legal) == question


@pytest.mark.parametrize(
    ("text", "answers"),
    [("3", ["twos", "threes"]), ("1", ["pass", "1 mark"]), ("2", ["30", "2 marks"])],
)
def test_every_answer_that_the_question_offers_is_understood(text, answers):
    legal = TRUMPS if text == "3" else BIDS
    assert [options([move]) for move in read(text, legal)] == answers
    for answer in answers:
        assert len(read(answer, legal)) == 1


def test_nothing_at_all_is_the_only_move_there_is():
    assert read("", TILES[:1]) == TILES[:1]
    assert read("", TILES) == []


@pytest.mark.parametrize(
    ("text", "status", "move"),
    [
        ("29", "bidding", {"type": "bid", "points": 29}),
        ("pass", "bidding", {"type": "pass"}),
        ("sixes", "declaring", {"type": "declare", "trump": "6"}),
        ("5-5", "playing", {"type": "play", "tile": "5-5"}),
    ],
)
def test_a_move_that_is_not_legal_is_still_understood(text, status, move):
    assert spoken(text, status) == move


@pytest.mark.parametrize("status", ["bidding", "declaring", "playing"])
def test_anything_else_is_told_what_would_be_right(status):
    legal = {"bidding": BIDS, "declaring": TRUMPS, "playing": TILES}[status]
    view = asked(status, legal)
    with pytest.raises(ClientError):
        spoken("banana", status)
    assert f"You may say: {options(legal)}." in unclear("banana", view)
    assert "Type a number from the list or the move itself" in help_text(view)


def test_a_row_of_bids_is_said_in_short():
    assert options(BIDS) == "pass, 30 to 41, 1 mark, 2 marks"
    assert options(BIDS[:1] + BIDS[-2:]) == "pass, 1 mark, 2 marks"


def test_open_tricks_are_explained_where_they_are_asked():
    assert "sixes open 1" in help_text(asked("declaring", COVERED))
    assert "open" not in help_text(asked("declaring", TRUMPS))


def test_no_answer_is_answered_with_what_may_be_said():
    said = unclear(" ", {"status": "bidding", "legal_moves": BIDS})
    assert said == "You may say: pass, 30 to 41, 1 mark, 2 marks."


SPECIALS: list[dict[str, Any]] = [
    *BIDS,
    {"type": "bid", "marks": 4, "plunge": True},
    {"type": "bid", "marks": 2, "splash": True},
    {"type": "bid", "marks": 3, "splash": True},
]
NAMINGS: list[dict[str, Any]] = [
    *TRUMPS[:-1],
    *({"type": "declare", "trump": "none", "doubles": doubles} for doubles in ("high", "low")),
    *({"type": "declare", "trump": "nello", "doubles": d} for d in ("own_suit", "own_suit_low")),
    {"type": "declare", "trump": "sevens"},
    *TILES,
]
CALLS = [*TILES, {"type": "play", "tile": "0-3", "call": "0"}]


@pytest.mark.parametrize(
    ("text", "legal", "move"),
    [
        ("plunge", SPECIALS, {"type": "bid", "marks": 4, "plunge": True}),
        ("bid plunge", SPECIALS, {"type": "bid", "marks": 4, "plunge": True}),
        ("splash 3", SPECIALS, {"type": "bid", "marks": 3, "splash": True}),
        ("bid splash for 3 marks", SPECIALS, {"type": "bid", "marks": 3, "splash": True}),
        ("2 marks", SPECIALS, {"type": "bid", "marks": 2}),
        ("84", SPECIALS, {"type": "bid", "marks": 2}),
        ("nello own", NAMINGS, {"type": "declare", "trump": "nello", "doubles": "own_suit"}),
        ("trump nello own low", NAMINGS, NAMINGS[11]),
        ("no trump low", NAMINGS, {"type": "declare", "trump": "none", "doubles": "low"}),
        ("none doubles high", NAMINGS, {"type": "declare", "trump": "none", "doubles": "high"}),
        ("sevens", NAMINGS, {"type": "declare", "trump": "sevens"}),
        ("lead 6-4", NAMINGS, {"type": "play", "tile": "4-6"}),
        ("3-0", CALLS, {"type": "play", "tile": "0-3"}),
        ("3-0 call blanks", CALLS, {"type": "play", "tile": "0-3", "call": "0"}),
        ("play 3-0, calling 0", CALLS, {"type": "play", "tile": "0-3", "call": "0"}),
    ],
)
def test_the_words_of_house_rules(text, legal, move):
    assert read(text, legal) == [move]


def test_a_special_or_a_trump_that_leaves_a_choice_is_asked_again():
    assert [move["marks"] for move in read("splash", SPECIALS)] == [2, 3]
    assert [move["doubles"] for move in read("nello", NAMINGS)] == ["own_suit", "own_suit_low"]


def test_r9_2_at_two_seats_42_is_a_bid_of_points():
    legal = [{"type": "bid", "points": 42}, {"type": "bid", "marks": 1}]
    assert read("42", legal, {"seats": 2}) == [legal[0]]
    assert read("42", legal[1:], {"seats": 2}) == []
    assert read("42", legal[1:], {"seats": 5}) == [legal[1]]
    assert spoken("42", "bidding", {"seats": 3}) == {"type": "bid", "points": 42}


def test_what_is_played_at_this_table_is_explained_where_it_may_be_said():
    bidding, naming = help_text(asked("bidding", SPECIALS)), help_text(asked("declaring", NAMINGS))
    assert "full of doubles" in bidding
    for word in ("Nello", "Sevens", "none low", "lead a tile at once"):
        assert word in naming
        assert word not in help_text(asked("declaring", TRUMPS))
    sevens = {**asked("playing", TILES), "contract": {"kind": "sevens"}}
    assert "closest to" in help_text(sevens)
    assert "calls its lower end" not in help_text(asked("playing", TILES))
    assert "call its lower end: 3-5 call 3" in help_text(asked("playing", CALLS))


def test_the_introduction_is_that_of_the_table():
    assert introduction(play(0).view("A")).startswith(
        "Texas 42. You sit with cal, against bob and dee. Seven marks win.\n\nIn every hand you "
        "first bid how many of its 42 points your side will take."
    )
    three = play(0, names=("ann", "bob", "cal"), seats=3, scoring="points").view("A")
    said = " ".join(introduction(three).split())
    assert "You play for yourself, against bob and cal. 250 points win." in said
    assert "how many of its 44 points you will take" in said
    assert "everybody plays nine tiles. A made bid wins points, a missed one gives them" in said


def test_what_open_tricks_add_to_a_list_of_trumps_is_said_once():
    assert options(COVERED) == (
        "blanks, ones, twos, threes, fours, fives, sixes, doubles, none, "
        "each with open 1 or 2 behind it"
    )
    assert options(COVERED[:1]) == "blanks open 1"


@pytest.mark.parametrize(
    ("legal", "shown"),
    [
        (SPECIALS, ["bid 30", "pass"]),
        (BIDS[1:], ["bid 30"]),
        (SPECIALS[-3:], ["bid plunge 4"]),
        (SPECIALS[-4:], ["bid 2 marks"]),
        (COVERED, ["declare blanks open 1"]),
        (NAMINGS, ["declare blanks", "play 0-3"]),
        (CALLS, ["play 0-3", "play 0-3 call 0"]),
        (TILES[:1], ["play 0-3"]),
    ],
)
def test_an_example_is_the_lowest_bid_and_never_a_daring_one(legal, shown):
    assert [say_move(move) for move in examples(legal)] == shown


def test_r8_5_what_is_not_played_is_not_asked_for_its_stake():
    without = {"splash": False, "splash_marks": [2, 3]}
    assert spoken("splash", "bidding", without) == {"type": "bid", "marks": 2, "splash": True}
    played = {**without, "splash": True}
    assert spoken("bid splash", "bidding", played) == {"type": "bid", "marks": 2, "splash": True}


def test_r8_2_what_doubles_are_anyway_may_be_said():
    rules = {"nello_doubles": ["own_suit"], "no_trump_doubles": ["high", "low"]}
    nello = {"type": "declare", "trump": "nello"}
    none = [{"type": "declare", "trump": "none", "doubles": doubles} for doubles in ("high", "low")]
    assert read("nello own", [*none, nello], rules) == [nello]
    assert read("none high", [*none, nello], rules) == none[:1]
    assert read("nello high", [*none, nello], rules) == []
    assert spoken("nello high", "declaring", rules)["doubles"] == "high"


@pytest.mark.parametrize("text", ["sixes open", "declare sixes, open", "6 open"])
def test_r6_5_open_without_a_number_is_asked_again(text):
    assert [move["open_tricks"] for move in read(text, COVERED)] == [1, 2]
    assert read(text, TRUMPS) == []
    said = unclear("sixes open", asked("declaring", TRUMPS))
    assert said.startswith("'sixes open' does not say how many tricks. You may say: blanks, ones")


@pytest.mark.parametrize(
    ("text", "rules", "said"),
    [
        ("sixes", {}, "'sixes' is no bid: whoever wins the auction names trump."),
        ("nello", {"nello": False}, "No nello is played at this table."),
        (
            "nello",
            {"nello": True, "nello_min_marks": 2},
            "'nello' is no bid: it is named in place of trump, after a bid of 2 marks or more.",
        ),
        (
            "sevens",
            {"sevens": True},
            "'sevens' is no bid: it is named in place of trump, after a bid of 1 mark or more.",
        ),
    ],
)
def test_what_is_named_after_the_auction_is_no_bid(text, rules, said):
    assert unclear(text, {**asked("bidding", BIDS), "rules": rules}).startswith(f"{said} You may")


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({}, ()),
        ({"nello": True, "nello_min_marks": 1}, ("1 mark or more may name nello",)),
        (
            {"nello": True, "nello_min_marks": 2, "sevens": True},
            ("2 marks or more may name nello", "1 mark or more may name sevens"),
        ),
    ],
)
def test_r8_1_r8_3_the_help_with_a_bid_names_what_marks_may_be_bid_for(settings, named):
    said = help_text({**play(0, **settings).view("A"), "status": "bidding"})
    assert [kind for kind in ("nello", "sevens") if f"or more may name {kind}" in said] == [
        words.split()[-1] for words in named
    ]
    assert all(words in said for words in named)
    assert "A bid of marks promises every trick." in said


def test_r8_2_doubles_are_a_question_only_where_there_is_a_choice():
    choice = help_text(asked("declaring", NAMINGS))
    assert "In no trump you say what doubles are: none high or none low." in choice
    assert (
        "In nello you say what doubles are: nello own (a suit of their own) or nello own-low"
        in choice
    )
    fixed = [*TRUMPS, {"type": "declare", "trump": "nello"}]
    said = help_text({**asked("declaring", fixed), "rules": {"nello_doubles": ["own_suit"]}})
    assert "Nello, doubles a suit of their own: you promise to lose every trick" in said
    assert "say what doubles are" not in said


def test_r8_4_whoever_names_trump_for_a_plunge_is_told_who_won_the_auction():
    plunged = play(4, saying("plunge", "pass", "pass", "pass"), preset="lechner", seed=9)
    assert help_text(plunged.view("C")).startswith("Your partner won the auction.")
    won = play(4, saying("30", "pass", "pass", "pass"))
    assert help_text(won.view("A")).startswith("You won the auction.")
