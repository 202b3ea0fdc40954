"""House rules from the command line, against a served instance: set, said, refused, told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.client.conftest import Terminal, Typed
from texas42 import Code
from texas42_client.exits import ExitStatus
from texas42_client.refusals import in_words

View = dict[str, Any]


class Refusal(NamedTuple):
    """A move that the rules refuse.

    Attributes:
        code, rule: what it is refused for.
        settings: how the table was set.
        before: what the seats on turn say one after the other.
        move: the words that are refused, or how they follow from the view of who says them.
    """

    code: Code
    rule: str
    settings: str
    before: tuple[str, ...]
    move: str | Callable[[View], str]


PASSES = ("pass", "pass", "pass")


def one_that_is_not_offered(view: View) -> str:
    """A tile that is held and may not be played."""
    offered = {move["tile"] for move in view["legal_moves"]}
    return "play " + next(tile for tile in view["hand"] if tile not in offered)


def a_trump_of_mine(view: View) -> str:
    """The higher end of my first tile that has some tile beside it."""
    ends = [tile[2] for tile in view["hand"]]
    return "declare " + next(e for e in ends if any(e not in tile for tile in view["hand"]))


REFUSALS = (
    Refusal(Code.MUST_BID, "R3.4", "all_pass=dealer_must_bid", PASSES, "pass"),
    Refusal(Code.NOT_PLAYED_HERE, "R8.4", "", (), "bid plunge"),
    Refusal(Code.NOT_PLAYED_HERE, "R8.5", "", (), "bid splash 2"),
    Refusal(Code.NOT_PLAYED_HERE, "R8.1", "", ("bid 2 marks", *PASSES), "declare nello"),
    Refusal(Code.NOT_PLAYED_HERE, "R8.3", "", ("bid 2 marks", *PASSES), "declare sevens"),
    Refusal(Code.NOT_ENOUGH_DOUBLES, "R8.4", "plunge=yes plunge_doubles=7", (), "bid plunge"),
    Refusal(
        Code.TOO_LATE_FOR_SPECIAL,
        "R8.4",
        "plunge=yes plunge_when=opening",
        ("bid 30",),
        "bid plunge",
    ),
    Refusal(Code.WRONG_STAKE, "R8.5", "splash=yes", (), "bid splash 7"),
    Refusal(Code.NOT_IN_THIS_CONTRACT, "R8.1", "nello=on", ("bid 30", *PASSES), "declare nello"),
    Refusal(
        Code.DOUBLES_REQUIRED,
        "R4.6",
        "no_trump_doubles=high,low",
        ("bid 30", *PASSES),
        "declare none",
    ),
    Refusal(Code.DOUBLES_REFUSED, "R4.6", "", ("bid 30", *PASSES), "declare none low"),
    Refusal(
        Code.MUST_LEAD_TRUMP,
        "R4.7",
        "opening_lead=trump",
        ("bid 30", *PASSES, "declare"),
        one_that_is_not_offered,
    ),
    Refusal(
        Code.MUST_PLAY_CLOSEST,
        "R8.3",
        "sevens=yes covered_tricks=none",
        ("bid 1 mark", *PASSES, "declare sevens"),
        one_that_is_not_offered,
    ),
    Refusal(
        Code.CALL_REFUSED,
        "R4.3",
        "",
        ("bid 30", *PASSES, "declare doubles"),
        lambda view: "play {0} call {0[0]}".format(next(t for t in view["hand"] if t[0] < t[2])),
    ),
)
TOLD_ELSEWHERE = {
    Code.NOT_THE_TIME,
    Code.BID_OUT_OF_RANGE,
    Code.BID_TOO_LOW,
    Code.POINTS_AFTER_MARKS,
    Code.OPENING_MARKS,
    Code.MARK_RAISE,
    Code.OPEN_TRICKS_REQUIRED,
    Code.OPEN_TRICKS_REFUSED,
    Code.TILE_NOT_HELD,
    Code.MUST_FOLLOW_SUIT,
}
"""Codes of the straight game."""


def say(terminal: Terminal, match: str, players: list[str], words: str, *options: str) -> Typed:
    """The player on turn looks at the table and says it."""
    who = players["ABCDEFG".index(terminal.view(players[0], match)["turn"])]
    assert terminal.t42("--profile", who, "legal", match).status == 0
    if words == "declare":
        words = a_trump_of_mine(terminal.view(who, match))
    return terminal.t42("--profile", who, *words.split(), "--match", match, *options)


def settings(words: str) -> list[str]:
    return [word for setting in words.split() for word in ("--set", setting)]


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: f"{case.code}-{case.rule}")
def test_r8_a_refusal_is_a_sentence_with_its_rule(terminal, case):
    match, players = terminal.table(*settings(case.settings))
    for words in case.before:
        assert say(terminal, match, players, words).status == 0
    who = terminal.on_turn(match, players)
    view = terminal.view(who, match)
    words = case.move if isinstance(case.move, str) else case.move(view)
    refused = say(terminal, match, players, words, "--json")
    assert refused.status == ExitStatus.ILLEGAL_MOVE
    assert (refused.json["code"], refused.json["rule"]) == (case.code, case.rule)
    said, hint = refused.err.splitlines()
    assert said == f"t42: {in_words(refused.json['detail'])} ({case.rule})"
    assert not re.search("open_tricks|own_suit|suit [0-6]", refused.err)
    assert hint.startswith("  You may: ")
    assert terminal.view(who, match) == view


def test_r8_every_code_of_house_rules_is_tried():
    of_moves = set(Code) - {
        Code.MATCH_NOT_STARTED,
        Code.MATCH_OVER,
        Code.NOT_YOUR_TURN,
        Code.SEAT_TAKEN,
        Code.ALREADY_SEATED,
        Code.MATCH_STARTED,
    }
    assert {case.code for case in REFUSALS} == of_moves - TOLD_ELSEWHERE


def test_r8_1_a_hand_of_nello_from_the_bid_to_the_last_trick(terminal):
    match, players = terminal.table("--rules", "family", "--set", "nello_doubles=own_suit,high")
    for words in ("bid 84", *PASSES):
        assert say(terminal, match, players, words).status == 0
    named = say(terminal, match, players, "trump nello own")
    assert "nello, doubles a suit of their own." in named.out
    assert "sits out" in named.out
    while not terminal.view(players[0], match)["last_hand"]:
        who = terminal.on_turn(match, players)
        tile = terminal.view(who, match)["legal_moves"][0]["tile"]
        assert say(terminal, match, players, f"play {tile}").status == 0
    told = terminal.t42("--profile", players[0], "hands", "1", "--match", match).out
    assert "nello, doubles a suit of their own: " in told
    assert "2 marks for " in told


def test_r8_1_the_partner_in_nello_is_told_that_there_is_no_turn_to_wait_for(terminal):
    match, players = terminal.table("--rules", "family")
    bidder = terminal.on_turn(match, players)
    partner = players[(players.index(bidder) + 2) % 4]
    for words in ("bid 84", *PASSES, "declare nello"):
        assert say(terminal, match, players, words).status == 0
    tile = terminal.view(partner, match)["hand"][0]
    stale = terminal.t42("--profile", partner, "play", tile, "--match", match)
    assert "You sit out this hand. How it goes on: t42 watch" in stale.err
    assert "you sit out this hand." in terminal.t42("--profile", partner, "legal", match).out
    refused = terminal.t42("--profile", partner, "play", tile, "--match", match)
    assert refused.status == ExitStatus.NOT_YOUR_TURN
    assert refused.err.splitlines() == [
        "t42: You sit out this hand of nello.",
        "  How it goes on: t42 watch",
    ]
    told = terminal.t42("--profile", partner, "play", tile, "--match", match, "--json")
    assert told.json["type"].endswith("/not-your-turn")
    opponent = next(p for p in players if p not in (bidder, partner))
    stale = terminal.t42("--profile", opponent, "play", tile, "--match", match)
    assert "It is not your turn now: t42 watch" in stale.err
    waits = terminal.t42("--profile", opponent, "play", tile, "--match", match)
    assert "Wait for your turn: t42 watch" in waits.err


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7])
def test_r9_1_a_table_of_any_size(terminal, seats):
    letters = "ABCDEFG"[:seats]
    players = [terminal.player(name) for name in ("ann", "bob", "cal", "dee", "eve", "fay", "gus")]
    kept = zip(letters[1:], players[1:], strict=False)
    invited = [word for seat, name in kept for word in ("--invite", f"{seat}={name}")]
    made = terminal.t42("--profile", players[0], "new", "--seats", seats, *invited, "--json")
    match = made.json["id"]
    for name in players[1:seats]:
        assert terminal.t42("--profile", name, "join", match).status == 0
    view = terminal.view(players[0], match)
    assert "".join(view["seats"]) == letters
    bid = say(terminal, match, players, "bid 42", "--json")
    meant = {"points": 42} if seats < 4 else {"marks": 1}
    (said,) = bid.json["bids"]
    assert meant.items() <= said.items()
    shown = terminal.t42("--profile", players[0], "show", match).out
    assert f"Marks, 7 win: You 0, {players[1]} 0" in shown
    listed = terminal.t42("--profile", players[0], "matches").out
    assert " ".join("0" * seats) in listed or seats == 2


def test_r8_10_a_match_for_points(terminal):
    match, players = terminal.table("--rules", "points-250")
    assert "Points, 250 win: Us (" in terminal.t42("--profile", players[0], "show", match).out
    assert terminal.view(players[0], match)["marks"] is None
    assert " 0 to 0 " in terminal.t42("--profile", players[0], "matches").out
    told = terminal.t42("--profile", players[0], "rules", "--match", match)
    assert "played by points-250 rules" in told.out
    assert "  scoring = points   (marks)\n" in told.out
    rules = terminal.t42("--profile", players[0], "rules", "--match", match, "--json").json
    assert rules == terminal.view(players[0], match)["rules"]
    both = terminal.t42("--profile", players[0], "rules", "family", "--match", match)
    assert both.status == ExitStatus.USAGE


def test_r8_2_one_word_is_a_list_of_one(terminal):
    terminal.player("ann")
    made = terminal.t42("new", "--set", "nello=yes", "--set", "nello_doubles=high", "--json")
    assert made.json["rules"]["nello_doubles"] == ["high"]
    made = terminal.t42("new", "--set", "splash_marks=2,3", "--set", "max_marks=null", "--json")
    assert made.json["rules"]["splash_marks"] == [2, 3]


def test_r9_5_what_needs_a_partner_is_named_and_how_to_do_without(terminal):
    terminal.player("ann")
    refused = terminal.t42("new", "--rules", "family", "--seats", "3")
    assert refused.status == ExitStatus.VALIDATION
    assert refused.err.splitlines() == [
        "t42: 2 things are wrong.",
        "  setting nello: needs a partner, so four seats, not 3: switch it off",
        "  setting plunge: needs a partner, so four seats, not 3: switch it off",
        "  To play without: --set nello=false --set plunge=false",
    ]


def test_a_setting_is_given_once(terminal):
    terminal.player("ann")
    twice = terminal.t42("new", "--seats", "3", "--set", "seats=5")
    assert (twice.status, "seats is given twice" in twice.err) == (ExitStatus.USAGE, True)
