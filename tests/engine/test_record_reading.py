"""What a reader of records takes, and what it refuses: in which of three ways, where, and why."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.recording import any_rules, playable, random_match
from tests.engine.tables import script
from texas42 import decide, legal_moves, replay
from texas42.record import (
    ImpossibleRecord,
    MalformedRecord,
    MeaninglessRecord,
    Record,
    RecordError,
    from_json,
    from_text,
    read_record,
    record_of,
    retold,
    to_json,
    to_text,
)

TEXT = """\
[Texas42 "1"]
[Event "friday"]
[Date "2026-11-30"]
[Rules "straight, target 2"]
[Result "A+C"]
[Marks "A+C 2, B+D 0"]

[Hand "1"]
[Dealer "A"]
[Auction "B"]
B pass  C 31  D pass  A pass
[Contract "C 31"]
[Declarer "C"]
[Trump "4"]
[Play "C"]
1. C 4-4  D 2-4  A 4-6  B 4-5  > C 11
2. C 3-4  D 3-3  A 0-3  B 1-4  > C 6
3. C 0-4  D 0-6  A 1-2  B 5-6  > C 1
4. C 0-0  D 0-2  A 2-6  B 0-1  > C 1
5. C 1-1  D 2-2  A 1-6  B 3-6  > C 1
6. C 3-5  D 2-5  A 1-5  B 0-5  > C 6
7. C 2-3  D 6-6  A 1-3  B 5-5  > C 16
[Points "A+C 42, B+D 0"]
[Result "made"]
[Marks "A+C 1, B+D 0"]

[Hand "2"]
[Dealer "B"]
[Auction "C"]
C pass  D 1 mark  A pass  B pass
[Contract "D 1 mark"]
[Declarer "D"]
[Trump "4"]
[Open "1"]
[Play "D"]
1. D 4-4  A 0-0  B 2-4  C 0-4  > D 1
2. D 4-5  A 6-6  B 1-4  C 4-6  > C 16
[Points "A+C 16, B+D 1"]
[Result "set"]
[Marks "A+C 2, B+D 0"]
"""
"""Two hands of a straight match to two marks; written so, but for the names."""


def test_the_text_is_canonical():
    assert to_text(from_text(TEXT)) == TEXT


NEEDED = ("Texas42", "Rules", "Hand", "Dealer", "Auction", "Trump", "Open", "Play")
BARE = "\n".join(
    line.partition(">")[0]
    for line in TEXT.splitlines()
    if not line.startswith("[") or line[1:].partition(" ")[0] in NEEDED
)


@pytest.mark.parametrize(
    "lenient",
    [
        pytest.param(lambda t: "\ufeff" + t, id="byte-order mark"),
        pytest.param(lambda t: t.replace("\n", "\r\n"), id="CR LF"),
        pytest.param(lambda t: t.replace("\n", "\r"), id="CR"),
        pytest.param(str.upper, id="upper case"),
        pytest.param(str.lower, id="lower case"),
        pytest.param(lambda t: t.replace("  ", " "), id="fewer spaces"),
        pytest.param(lambda t: t.replace("  ", " \t  \t"), id="more spaces"),
        pytest.param(lambda t: t.replace("  ", ", "), id="commas"),
        pytest.param(lambda t: t.replace("\n\n", "\n \n\n"), id="empty lines"),
        pytest.param(lambda t: t.rstrip("\n"), id="no last line end"),
        pytest.param(lambda t: re.sub(r"(\d)-(\d)  ", r"\2-\1  ", t), id="higher end first"),
        pytest.param(lambda t: re.sub(r" (\d)-(\d) ", r" \1\2 ", t), id="ends alone"),
        pytest.param(lambda t: re.sub(r" (\d)-(\d) ", r" \1:\2 ", t), id="colons"),
        pytest.param(lambda t: re.sub(r" (\d)-(\d) ", r" \1|\2 ", t), id="bars"),
        pytest.param(lambda t: t.replace("  ", " {why?}\n"), id="comments in braces"),
        pytest.param(lambda t: t.replace("\n", ' ; so [it] " { went\n'), id="comments to the end"),
        pytest.param(lambda t: "% t42\n{ of \n ] a match }" + t, id="comments before"),
        pytest.param(lambda t: t.replace("1 mark", "1m"), id="1m"),
        pytest.param(lambda t: t.replace("1 mark", "1 marks"), id="1 marks"),
        pytest.param(lambda t: t.replace("C 31  D", "C 31 points D"), id="31 points"),
        pytest.param(lambda t: t.replace('[Trump "4"]', '[Trump "fours"]'), id="fours"),
        pytest.param(lambda t: re.sub(r'"([\w*]+)"', r"\1", t), id="no quotes"),
        pytest.param(lambda t: t.replace("2026-11-30", "2026.11.30"), id="the date of PGN"),
        pytest.param(lambda t: t.replace("[Rules", '[Round "3"]\n[Rules'), id="an unknown tag"),
        pytest.param(lambda t: t.replace("> ", "-> "), id="longer arrows"),
    ],
)
def test_what_means_the_same_is_read_as_the_same(lenient: Callable[[str], str]):
    assert lenient(TEXT) != TEXT
    read = from_text(lenient(TEXT))
    assert to_text(read).lower() == TEXT.lower()


def test_what_follows_from_the_moves_may_be_left_out():
    full, bare = from_text(TEXT), from_text(BARE)
    assert (bare.hands, bare.marks, bare.winner) == (full.hands, full.marks, full.winner)
    assert (bare.event, bare.date, bare.players["A"]) == (None, None, None)


def test_tags_stand_in_any_order():
    lines = TEXT.split("\n")
    heading, hand = lines[:6][::-1], lines[7:]
    assert from_text("\n".join([*heading, *hand])) == from_text(TEXT)


def test_a_missing_preset_is_straight():
    text = BARE.replace('[Rules "straight, target 2"]\n', "")
    assert from_text(text).rules.as_dict() == playable({}).as_dict()


@pytest.mark.parametrize("day", ["2024-02-29", "2000-02-29", "2026-12-31", "2026-01-01"])
def test_days_of_the_calendar(day: str):
    assert from_text(TEXT.replace("2026-11-30", day)).date == day


@pytest.mark.parametrize(
    "day", ["2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31"]
)
def test_days_that_no_calendar_has(day: str):
    with pytest.raises(MeaninglessRecord, match="no day of the calendar"):
        from_text(TEXT.replace("2026-11-30", day))


def test_a_date_that_nobody_knows():
    assert from_text(TEXT.replace("2026-11-30", "????.??.??")).date is None


NOT_WELL_FORMED = [
    ("", "", 1, 1, "a record begins with"),
    ("[Texas42 ", "A word of no record. [Texas42 ", 1, 1, "a record begins with"),
    ("[Texas42 ", "[Texas ", 1, 1, "a record begins with"),
    ('"friday"]', '"friday"', 2, 16, "the tag Event has no end"),
    ('"friday"]', '"friday]', 2, 8, "the value of Event has no end"),
    ('"friday"', "", 2, 9, "Event has no value"),
    ('[Event "', '["', 2, 1, "a tag is a name and a value"),
    ("friday", "fri\x07day", 2, 9, "no control characters"),
    ("B pass", "{B pass", 11, 1, "this comment has no end"),
    ("B pass", ") B pass", 11, 1, "a seat's letter stands before"),
    ("B pass", '" B pass', 11, 1, "cannot stand here"),
    ('[Hand "1"]\n', "", 10, 1, "bids and plays belong to a hand"),
    ('[Hand "2"]', '[Hand "3"]', 27, 8, "this is hand 2"),
    ('[Dealer "A"]\n', "", 8, 1, "the hand has no dealer"),
    ('[Dealer "A"]\n', '[Dealer "A"]\n[dealer "A"]\n', 10, 1, "stands in line 9 already"),
    ('[Auction "B"]\n', "", 10, 1, "bids stand below the tag Auction"),
    ("B pass  C", "B  C", 11, 1, "what did B say?"),
    ('[Trump "4"]\n', "", 24, 1, "the hand has no trump"),
    ('[Trump "4"]\n', '[Doubles "high"]\n', 14, 1, "without Trump says nothing"),
    ("1. C 4-4", "C 4-4", 16, 1, "a trick begins with its number"),
    ("2. C 3-4", "3. C 3-4", 17, 1, "trick 2 is due here"),
    ("2. C 3-4", "2. 3. C 3-4", 17, 4, "trick 2 has no tiles"),
    ("D 2-4", "2-4", 16, 11, "a seat's letter and its tile belong here"),
    ("> C 11", "> C", 16, 32, "who took it, and its points"),
]

NAMES_NOTHING = [
    ('[Texas42 "1"]', '[Texas42 "2"]', 1, 11, "reads records of version 1"),
    ("2026-11-30", "2026-11-31", 3, 8, "no day of the calendar"),
    ("2026-11-30", "30/11/2026", 3, 8, "no date"),
    ("straight", "crooked", 4, 9, "no such preset"),
    ("target 2", "target two", 4, 9, "target: must be a whole number"),
    ("target 2", "goal 2", 4, 9, "goal: unknown setting"),
    ("target 2", "target", 4, 9, "no setting and its value"),
    ('[Result "A+C"]', '[Result "A"]', 5, 10, "'A' is no result of a match"),
    ("A+C 2, B+D 0", "A+C two", 6, 9, "no whole number"),
    ("A+C 2, B+D 0", "A+C, B+D 0", 6, 9, "'A+C' is no side and its number"),
    ("A+C 2, B+D 0", "A+B 2", 6, 9, "no side of this table"),
    ("A+C 2, B+D 0", "A+C 2, A+C 0", 6, 9, "A+C stands twice"),
    ("target 2", "target 2, target 3", 4, 9, "target stands twice"),
    ('[Rules "', '[Drawn "A"]\n[Rules "', 4, 9, "'A' is no seat and its tile"),
    ('[Rules "', '[Drawn "A 1-2, A 1-3"]\n[Rules "', 4, 9, "seat A draws twice"),
    ('[Dealer "A"]', '[Dealer "E"]', 9, 10, "'E' is no seat of this table"),
    ('[Marks "A+C 2, B+D 0"]\n\n', '[E "eve"]\n\n', 6, 1, "there is no seat E"),
    ("C 31  D", "C thirty  D", 11, 11, "'thirty' is no bid"),
    ("C 31  D", "C 31 tricks  D", 11, 11, "'31 tricks' is no bid"),
    ("C 31  D", "C plunge 31  D", 11, 11, "'plunge 31' is no bid"),
    ("C 31  D", "E 31  D", 11, 9, "'E' is no seat of this table"),
    ("D 2-4", "D 2-7", 16, 13, "'2-7' names no tile"),
    ("D 2-4", "D 2-4=9", 16, 13, "names no tile"),
    ('[Trump "4"]', '[Trump "sevenths"]', 14, 9, "no trump"),
    ('[Result "made"]', '[Result "won"]', 24, 10, "no result of a hand"),
]

NOT_AS_GAMES_GO = [
    ("C 31  D", "C 29  D", 11, 11, "a point bid is from 30 to 41 (R3.2)"),
    ("C 31  D", "C 42  D", 11, 11, "42 is 1 mark"),
    ("C 31  D pass", "C 31  D 31", 11, 17, "a point bid must now be 32 or more"),
    ("C 31  D pass", "D pass  C 31", 11, 11, "seat C is on turn"),
    ("C 31  D", "C plunge 4 marks  D", 11, 11, "no plunge is bid at this table"),
    ("A pass\n", "A pass  B pass\n", 11, 33, "the auction is over"),
    ("D pass  A pass\n", "D pass\n", 11, 17, "the auction is not over: seat A"),
    ("C 31  D", "C pass  D", 14, 9, "all have passed"),
    ('[Trump "4"]', '[Trump "nello"]', 14, 9, "nello"),
    ('[Trump "4"]', '[Trump "4"]\n[Open "1"]', 14, 9, "leave out open_tricks"),
    ("D 2-4  A 4-6", "A 4-6  D 2-4", 16, 13, "seat D is on turn"),
    ("A 0-3  B 1-4", "A 0-3  B 4-5", 17, 27, "4-5 has been played by seat B at line 16"),
    ("B 4-5  > C 11", "B 4-5  > D 11", 16, 34, "the winner of trick 1 of hand 1"),
    ("> C 11", "> C 12", 16, 36, "the worth of trick 1 of hand 1 is not 12: by the moves it is 11"),
    ("2. C 3-4", "2. D 3-4", 17, 6, "seat C is on turn"),
    ("> C 11\n2. C 3-4", "C 3-4\n2.", 16, 34, "trick 1 is complete with the tile before"),
    ("B 1-4  > C 6\n", "\n", 18, 6, "trick 2 is not complete: seat B is to play"),
    ("7. C 2-3  D 6-6  A 1-3  B 5-5  > C 16\n", "", 24, 1, "the hand is not over: seat C"),
    ("C 4-6  > C 16\n", "C 4-6  > C 16\n3. C 1-1\n", 38, 6, "over after trick 2"),
    ('[Contract "C 31"]', '[Contract "D 31"]', 12, 12, "the bidder of hand 1 is not D"),
    ('[Contract "C 31"]', '[Contract "C 32"]', 12, 12, "the contract in points"),
    ('[Declarer "C"]', '[Declarer "A"]', 13, 12, "the declarer of hand 1 is not A"),
    ("A+C 42", "A+C 41", 23, 10, "the number of points of A+C is not 41"),
    ('[Result "made"]', '[Result "set"]', 24, 10, "by the moves it is made"),
    ('[Marks "A+C 1', '[Marks "A+C 2', 25, 9, "the number of marks of A+C is not 2"),
    ('[Dealer "B"]', '[Dealer "C"]', 28, 10, "seat B deals this hand, not C"),
    ('[Result "A+C"]', '[Result "B+D"]', 5, 10, "the winner is not B+D: by the moves it is A+C"),
    ('[Result "A+C"]', '[Result "*"]', 5, 10, "the match has been won, by A+C"),
    ("target 2", "target 1", 27, 1, "the match was won in hand 1"),
    ("target 2", "target 3", 5, 10, "the winner is not A+C: by the moves there is none"),
    ('[Rules "', '[Drawn "A 1-2"]\n[Rules "', 4, 9, "nobody draws a tile here"),
]


@pytest.mark.parametrize(
    ("kind", "written", "instead", "line", "column", "says"),
    [
        *((MalformedRecord, *row) for row in NOT_WELL_FORMED),
        *((MeaninglessRecord, *row) for row in NAMES_NOTHING),
        *((ImpossibleRecord, *row) for row in NOT_AS_GAMES_GO),
    ],
)
def test_a_fault_is_named_with_its_place(
    kind: type[RecordError], written: str, instead: str, line: int, column: int, says: str
):
    assert written in TEXT
    text = TEXT.replace(written, instead, 1) if written else instead
    with pytest.raises(RecordError) as caught:
        from_text(text)
    fault = caught.value
    assert (type(fault), fault.line, fault.column) == (kind, line, column), str(fault)
    assert says in fault.message


def test_r4_4_a_revoke_that_a_later_tile_shows_is_found():
    revoked = TEXT.replace("D 2-4  A 4-6", "D 0-2  A 4-6").replace("D 0-2  A 2-6", "D 2-4  A 2-6")
    with pytest.raises(ImpossibleRecord) as caught:
        from_text(revoked)
    assert (caught.value.line, caught.value.column) == (16, 13)
    assert "4-4 called trump: follow with 2-4 (R4.4)" in caught.value.message


def of(body: dict[str, Any], hands: str) -> Record:
    """A record of these hands alone, by these rules."""
    settings = ", ".join(f"{name} {value}" for name, value in body.items())
    return from_text(f'[Texas42 "1"] [Rules "straight, {settings}"]\n{hands}')


PLUNGE = """\
[Hand "1"] [Dealer "D"]
[Auction "A"] A plunge 4 marks  B pass  C pass  D pass
[Trump "5"] [Open "1"]
[Play "C"] 1. C 5-5  D 0-5  A 1-1  B 1-5
           2. C 0-1  D 6-6  A 0-0  B 1-2
"""


def test_r8_4_a_plunge_takes_doubles_that_nobody_else_played():
    record = of({"plunge": "true"}, PLUNGE)
    assert record.hands[0]["contract"]["kind"] == "plunge"
    # Five doubles are needed, two were played by others, so A could have held five.
    assert of({"plunge": "true", "plunge_doubles": 5}, PLUNGE).hands == record.hands
    with pytest.raises(ImpossibleRecord, match="a plunge takes 6 doubles or more"):
        of({"plunge": "true", "plunge_doubles": 6}, PLUNGE)


SPOKE_FIRST = """\
[Hand "1"] [Dealer "D"]
[Auction "B"] B pass  C pass  D pass  A 30
[Trump "5"]
[Play "A"] 1. A 5-5  B 0-5  C 1-5  D 2-5
           2. A 1-1  B 1-6  C 1-2  D 1-3
           3. A 4-6  B 0-6  C 6-6  D 2-6
"""


def test_r3_1_who_holds_0_1_speaks_first():
    rules = {"first_bidder": "holder_of_0_1"}
    with pytest.raises(ImpossibleRecord, match="the hand is not over"):
        of(rules, SPOKE_FIRST)
    # B must have held 0-1, and so had to follow with it.
    with pytest.raises(ImpossibleRecord, match="follow with 0-1"):
        of(rules, SPOKE_FIRST.replace("B 1-6", "B 0-0"))
    with pytest.raises(ImpossibleRecord, match="seat D is on turn"):
        of(rules, SPOKE_FIRST.replace("D 1-3", "D 0-1"))
    with pytest.raises(ImpossibleRecord, match="seat A is on turn"):
        of({}, SPOKE_FIRST)


DRAWS = '[Drawn "A 5-6, B 0-1, C 4-6, D 5-5"]\n[Drawn "C 1-1, D 0-2"]\n'


@pytest.mark.parametrize(
    ("draws", "says"),
    [
        ('[Drawn "A 1-2, B 3-4"]', "in this round seats A, B, C, D draw a tile each"),
        ('[Drawn "A 1-2, B 1-2, C 3-4, D 0-0"]', "somebody else has drawn"),
        ('[Drawn "A 0-1, B 6-6, C 3-4, D 0-0"] [Drawn "A 1-2, B 3-4"]', "who deals is known"),
        ('[Drawn "A 0-1, B 4-6, C 5-5, D 0-0"]', "first seats B, C draw again"),
        ('[Drawn "A 6-6, B 4-6, C 5-5, D 0-0"]', "seat A deals this hand, not D"),
    ],
)
def test_r1_3_the_tiles_drawn_name_the_dealer(draws: str, says: str):
    text = f'[Texas42 "1"] [Rules "straight, first_dealer highest_tile"] {draws}\n{PLUNGE}'
    with pytest.raises(ImpossibleRecord) as caught:
        from_text(text)
    assert says in caught.value.message


def without(body: Any, *path: Any) -> Any:
    """The value without the member that this path leads to."""
    if isinstance(body, list):
        head, *rest = path
        return [without(v, *rest) if n == head else v for n, v in enumerate(body)]
    head, *rest = path
    if not rest:
        return {name: value for name, value in body.items() if name != head}
    return body | {head: without(body[head], *rest)}


def having(body: Any, value: Any, *path: Any) -> Any:
    """The value with another member where this path leads to."""
    if not path:
        return value
    head, *rest = path
    if isinstance(body, list):
        return [having(v, value, *rest) if n == head else v for n, v in enumerate(body)]
    return body | {head: having(body.get(head, {}), value, *rest)}


PASSED_OUT = """
[Hand "1"]
[Dealer "A"]
[Auction "B"]
B pass  C pass  D pass  A pass
"""
JSON = json.loads(json.dumps(to_json(from_text(TEXT))))


@pytest.mark.parametrize(
    ("body", "kind", "where", "says"),
    [
        ([], MalformedRecord, "", "an object belongs here"),
        (without(JSON, "format"), MalformedRecord, "", "format is missing"),
        (having(JSON, "chess", "format"), MeaninglessRecord, "/format", "reads the format"),
        (having(JSON, 1, "colour"), MalformedRecord, "/colour", "no such member"),
        (having(JSON, 1, "event"), MalformedRecord, "/event", "a string belongs here"),
        (having(JSON, "a\nb", "event"), MalformedRecord, "/event", "no control characters"),
        (having(JSON, "soon", "date"), MeaninglessRecord, "/date", "no date"),
        (having(JSON, 0, "rules", "target"), MeaninglessRecord, "/rules", "target"),
        (having(JSON, "x", "players", "E"), MeaninglessRecord, "/players/E", "no such seat"),
        (having(JSON, "over", "status"), MeaninglessRecord, "/status", "no status"),
        (having(JSON, "closed", "status"), ImpossibleRecord, "/status", "has been won"),
        (
            having(having(JSON, 3, "rules", "target"), "finished", "status"),
            ImpossibleRecord,
            "/status",
            "nobody has won",
        ),
        (
            having(having(JSON, 3, "rules", "target"), "cancelled", "status"),
            ImpossibleRecord,
            "/status",
            "is not cancelled but closed",
        ),
        (having(JSON, [{"E": "1-2"}], "draws"), MeaninglessRecord, "/draws/0/E", "no such seat"),
        (having(JSON, {}, "hands"), MalformedRecord, "/hands", "a list belongs here"),
        (having(JSON, [], "hands", 0, "bids"), MalformedRecord, "/hands/0", "has no auction"),
        (
            having(JSON, [], "hands", 0, "tricks", 0, "plays"),
            MalformedRecord,
            "/hands/0/tricks/0",
            "a trick has tiles",
        ),
        (without(JSON, "hands", 0, "dealer"), MalformedRecord, "/hands/0", "dealer is missing"),
        (
            having(JSON, 31.0, "hands", 0, "bids", 1, "points"),
            MalformedRecord,
            "/hands/0/bids/1/points",
            "a whole number belongs here",
        ),
        (
            having(JSON, 10**5000, "hands", 0, "bids", 1, "points"),
            MeaninglessRecord,
            "/hands/0/bids/1/points",
            "numbers are from",
        ),
        (
            having(JSON, 2, "hands", 0, "bids", 1, "marks"),
            MeaninglessRecord,
            "/hands/0/bids/1",
            "either points or marks",
        ),
        (
            having(JSON, True, "hands", 0, "bids", 1, "plunge"),
            MeaninglessRecord,
            "/hands/0/bids/1",
            "a bid of marks",
        ),
        (
            having(JSON, "4-7", "hands", 0, "tricks", 0, "plays", 0, "tile"),
            MeaninglessRecord,
            "/hands/0/tricks/0/plays/0/tile",
            "names no tile",
        ),
        (
            having(JSON, "2-3", "hands", 0, "tricks", 0, "plays", 0, "tile"),
            ImpossibleRecord,
            "/hands/0/tricks/6/plays/0/tile",
            "has been played by seat C",
        ),
        (
            having(JSON, 15, "hands", 1, "tricks", 1, "points"),
            ImpossibleRecord,
            "/hands/1/tricks/1/points",
            "this is 16 by the moves",
        ),
        (
            having(JSON, True, "hands", 1, "points", "B+D"),
            ImpossibleRecord,
            "/hands/1/points/B+D",
            "this is 1 by the moves",
        ),
        (
            having(JSON, 1, "hands", 1, "result", "a~/b"),
            MalformedRecord,
            "/hands/1/result/a~0~1b",
            "no such member",
        ),
        (having(JSON, "B+D", "winner"), ImpossibleRecord, "/winner", "'A+C' by the moves"),
    ],
)
def test_a_fault_of_the_json_form_is_named_with_its_pointer(
    body: Any, kind: type[RecordError], where: str, says: str
):
    with pytest.raises(RecordError) as caught:
        from_json(body)
    fault = caught.value
    assert (type(fault), fault.where, fault.line) == (kind, where, None), str(fault)
    assert says in fault.message


def test_a_seat_has_no_move_beyond_the_tiles_that_its_record_names():
    match = replay(retold(from_text(TEXT))[:-8])
    otherwise = "D: 4-4  A: 0-0  B: 2-4  C: 4-6  D: 4-5  A: 6-6  B: 1-4  C: 0-4"
    for seat, play in script(otherwise, match.table):
        for event in decide(match, seat, play):
            match.apply(event)
    assert match.turn == match.table.seat("D")
    assert legal_moves(match, match.turn) == ()


def test_a_hand_in_which_all_passed_has_no_declarer():
    text = TEXT[: TEXT.index('[Result "A+C"]')] + PASSED_OUT
    with pytest.raises(
        ImpossibleRecord, match="the declarer of hand 1: by the moves there is none"
    ):
        from_text(text + '[Declarer "C"]\n')
    assert len(from_text(text).hands) == 1


def test_json_may_leave_out_what_follows_from_the_moves_and_turn_tiles_round():
    bare: dict[str, Any] = {"format": JSON["format"], "rules": {"target": 2}, "hands": []}
    for hand in JSON["hands"]:
        plays = [
            {"plays": [{**play, "tile": play["tile"][::-1]} for play in trick["plays"]]}
            for trick in hand["tricks"]
        ]
        bare["hands"].append({**{k: hand[k] for k in ("dealer", "bids", "contract")}})
        bare["hands"][-1]["tricks"] = plays
    assert from_json(bare).hands == from_json(JSON).hands


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [('{"format": ', 1, 12), ('{\n"format": }', 2, 11), ('{"a": ' + "[" * 100_000, None, None)],
)
def test_json_that_is_none_is_malformed(text: str, line: int | None, column: int | None):
    with pytest.raises(MalformedRecord) as caught:
        read_record(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_either_form_is_known_by_how_it_begins():
    record = from_text(TEXT)
    assert read_record(TEXT) == read_record("{a comment} " + TEXT) == record
    assert read_record(json.dumps(JSON)) == read_record("\ufeff\n " + json.dumps(JSON)) == record


def told_or_refused(read: Callable[[Any], Record], given: Any) -> None:
    """What is read can be written and read again; anything else is one of the three errors."""
    try:
        record = read(given)
    except (MalformedRecord, MeaninglessRecord, ImpossibleRecord):
        return
    assert from_text(to_text(record)) == from_json(to_json(record)) == record


@given(st.text())
def test_any_text_is_a_record_or_one_of_three_errors(text: str):
    told_or_refused(read_record, text)
    told_or_refused(read_record, '[Texas42 "1"]\n' + text)
    told_or_refused(read_record, text.join(TEXT.split("4-4")))


PIECES = (*re.findall(r"\S+|\s", TEXT), *'[]"{};%\\>.,=-\0\ud800\u2028²', "9" * 5000, "=4")


@given(st.integers(0, 2**32 - 1))
def test_a_damaged_record_is_one_or_one_of_three_errors(seed: int):
    chance = Random(seed)
    match = random_match(any_rules(chance), seed, most_hands=2)
    text = to_text(record_of(match)) if chance.random() < 0.5 else TEXT
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 1, 3, 20]))
        text = text[:start] + chance.choice(PIECES) + text[end:]
    told_or_refused(read_record, text)


VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    10**5000,
    "",
    "x",
    "A",
    "4-6",
    "1\n2",
    [],
    {},
    [[]],
    {"a": 1},
)


def damaged(value: Any, chance: Random) -> Any:
    """A JSON value with some of it lost or replaced."""
    if chance.random() < 0.01:
        return chance.choice(VALUES)
    if isinstance(value, dict):
        return {k: damaged(v, chance) for k, v in value.items() if chance.random() > 0.002}
    if isinstance(value, list):
        return [damaged(v, chance) for v in value if chance.random() > 0.002]
    return value


@given(st.integers(0, 2**32 - 1))
def test_a_damaged_json_form_is_one_or_one_of_three_errors(seed: int):
    chance = Random(seed)
    match = random_match(any_rules(chance), seed, most_hands=2)
    told_or_refused(from_json, damaged(to_json(record_of(match)), chance))
