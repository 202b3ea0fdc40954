"""The stored form of every event: kept for ever, read back whole, or refused as unreadable."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.strategies import Recipe, any_rules, dealt_hands, recipes
from tests.engine.tables import TABLE, A, B, C, D, tiles
from texas42 import (
    RULES_VERSION,
    SETTINGS,
    TILES,
    Bid,
    BidMade,
    Cancelled,
    Closed,
    Created,
    Dealt,
    Declare,
    Declared,
    Doubles,
    Drawn,
    Event,
    Joined,
    Left,
    Offered,
    Passed,
    Played,
    Replaced,
    Rules,
    Special,
    Trump,
    UnreadableEvent,
    decode,
    encode,
    parse_tile,
    replay,
    resolve,
    table_for,
)
from texas42.suits import NUMBERS

G = table_for(7).seats[-1]

HANDS = (
    "0-1 2-6 3-3 0-5 1-1 4-6 2-2",
    "6-6 5-6 3-6 1-6 0-6 5-5 4-5",
    "3-5 2-5 1-5 4-4 3-4 2-4 1-4",
    "0-4 2-3 1-3 0-3 1-2 0-2 0-0",
)

STRAIGHT = (
    '{"preset":"straight","seats":4,"scoring":"marks","target":7,"points_award":null,"win_by":1,'
    '"first_dealer":"lot","first_bidder":"left_of_dealer","all_pass":"redeal","min_bid":30,'
    '"max_opening_marks":2,"max_mark_raise":1,"max_marks":null,"undeclared_trump":"declare_first",'
    '"covered_tricks":"declarer_chooses","attributed_tricks":0,"early_end":true,'
    '"no_trump_doubles":["high"],"opening_lead":"any","small_end_open":false,"nello":false,'
    '"nello_min_marks":2,"nello_doubles":["own_suit"],"sevens":false,"sevens_min_marks":1,'
    '"plunge":false,"plunge_doubles":4,"plunge_marks":4,"plunge_when":"own_turn",'
    '"plunge_lead":"partner","splash":false,"splash_doubles":3,"splash_marks":[2,3],"hints":false}'
)
OTHERWISE = (
    '{"preset":"points-250","seats":5,"scoring":"points","target":500,"points_award":"bid",'
    '"win_by":2,"first_dealer":"highest_tile","first_bidder":"holder_of_0_1",'
    '"all_pass":"dealer_must_bid","min_bid":32,"max_opening_marks":3,"max_mark_raise":2,'
    '"max_marks":6,"undeclared_trump":"first_tile","covered_tricks":"from_two_marks",'
    '"attributed_tricks":"all","early_end":false,"no_trump_doubles":["high","low","own_suit"],'
    '"opening_lead":"trump","small_end_open":true,"nello":true,"nello_min_marks":1,'
    '"nello_doubles":["own_suit_low","low"],"sevens":true,"sevens_min_marks":2,"plunge":true,'
    '"plunge_doubles":5,"plunge_marks":3,"plunge_when":"opening","plunge_lead":"bidder",'
    '"splash":true,"splash_doubles":2,"splash_marks":[3,4],"hints":true}'
)
"""No setting at its default; what cannot be played together is read all the same."""

READ_ALONE: list[tuple[str, Event]] = [
    (
        '["created",{"rules_version":1,"name":"friday","owner":"ann","listed":false,"kept":{},'
        '"rules":{"preset":"straight","target":7,"min_bid":30,"max_opening_marks":2,'
        '"max_mark_raise":1,"max_marks":null,"early_end":true,"attributed_tricks":0}}]',
        Created("friday", "ann", resolve()),
    ),
    (
        '["created",{"rules_version":1,"name":"Freitag ♠","owner":"Jürgen","listed":true,'
        '"kept":{"B":"bob","D":"Ann \\"42\\" Łódź"},"rules":{"preset":"straight","target":5,'
        '"min_bid":32,"max_opening_marks":3,"max_mark_raise":2,"max_marks":4,"early_end":false,'
        '"attributed_tricks":"all"}}]',
        Created(
            "Freitag ♠",
            "Jürgen",
            resolve(
                {
                    "target": 5,
                    "min_bid": 32,
                    "max_opening_marks": 3,
                    "max_mark_raise": 2,
                    "max_marks": 4,
                    "early_end": False,
                    "attributed_tricks": "all",
                }
            ),
            listed=True,
            kept=((B, "bob"), (D, 'Ann "42" Łódź')),
        ),
    ),
]
"""How events were stored before there were the settings of today. Rows are added, never changed."""

STORED: list[tuple[str, Event]] = [
    (
        '["created",{"rules_version":1,"name":"friday","owner":"ann","listed":false,"kept":{},'
        f'"rules":{STRAIGHT}}}]',
        Created("friday", "ann", resolve()),
    ),
    (
        '["created",{"rules_version":1,"name":"Freitag ♠","owner":"Jürgen","listed":true,'
        '"kept":{"B":"bob","D":"Ann \\"42\\" Łódź"},'
        f'"rules":{OTHERWISE}}}]',
        Created(
            "Freitag ♠",
            "Jürgen",
            Rules.from_record(json.loads(OTHERWISE)),
            listed=True,
            kept=((B, "bob"), (D, 'Ann "42" Łódź')),
        ),
    ),
    ('["joined","A","ann"]', Joined(A, "ann")),
    ('["joined","D","Jürgen"]', Joined(D, "Jürgen")),
    ('["left","C"]', Left(C)),
    (
        '["dealt","B",["' + '","'.join(HANDS) + '"]]',
        Dealt(B, tuple(map(tiles, HANDS))),
    ),
    ('["bid","A",{"points":30}]', BidMade(A, Bid(points=30))),
    ('["bid","B",{"points":41}]', BidMade(B, Bid(points=41))),
    ('["bid","C",{"marks":1}]', BidMade(C, Bid(marks=1))),
    ('["bid","D",{"marks":50}]', BidMade(D, Bid(marks=50))),
    ('["pass","B"]', Passed(B)),
    ('["declare","A",{"trump":"0"}]', Declared(A, Declare(Trump.BLANKS))),
    ('["declare","A",{"trump":"1"}]', Declared(A, Declare(Trump.ONES))),
    ('["declare","A",{"trump":"2"}]', Declared(A, Declare(Trump.TWOS))),
    ('["declare","A",{"trump":"3"}]', Declared(A, Declare(Trump.THREES))),
    ('["declare","A",{"trump":"4"}]', Declared(A, Declare(Trump.FOURS))),
    ('["declare","A",{"trump":"5"}]', Declared(A, Declare(Trump.FIVES))),
    ('["declare","A",{"trump":"6"}]', Declared(A, Declare(Trump.SIXES))),
    ('["declare","A",{"trump":"doubles"}]', Declared(A, Declare(Trump.DOUBLES))),
    ('["declare","A",{"trump":"none"}]', Declared(A, Declare(Trump.NONE))),
    ('["declare","D",{"trump":"6","open_tricks":1}]', Declared(D, Declare(Trump.SIXES, 1))),
    ('["declare","D",{"trump":"none","open_tricks":2}]', Declared(D, Declare(Trump.NONE, 2))),
    ('["play","A","4-6"]', Played(A, parse_tile("4-6"))),
    ('["play","D","0-0"]', Played(D, parse_tile("0-0"))),
    (
        '["created",{"rules_version":1,"name":"again","owner":"ann","listed":false,"kept":{},'
        f'"rules":{STRAIGHT},"rematch_of":"abc","first_dealer":"C"}}]',
        Created("again", "ann", resolve(), rematch_of="abc", first_dealer=C),
    ),
    ('["offered","B"]', Offered(B)),
    ('["replaced","B","eve"]', Replaced(B, "eve")),
    ('["cancelled"]', Cancelled()),
    ('["closed"]', Closed()),
    (
        '["drawn",{"A":"5-6","B":"0-1","C":"4-6","D":"2-2"}]',
        Drawn(tuple(zip(TABLE.seats, tiles("5-6 0-1 4-6 2-2"), strict=True))),
    ),
    ('["drawn",{"B":"3-4","G":"0-0"}]', Drawn(((B, parse_tile("3-4")), (G, parse_tile("0-0"))))),
    ('["bid","A",{"marks":4,"plunge":true}]', BidMade(A, Bid(marks=4, special=Special.PLUNGE))),
    ('["bid","G",{"points":48}]', BidMade(G, Bid(points=48))),
    ('["bid","C",{"marks":2,"splash":true}]', BidMade(C, Bid(marks=2, special=Special.SPLASH))),
    ('["declare","A",{"trump":"nello"}]', Declared(A, Declare(Trump.NELLO))),
    ('["declare","A",{"trump":"sevens","open_tricks":1}]', Declared(A, Declare(Trump.SEVENS, 1))),
    (
        '["declare","A",{"trump":"none","doubles":"low"}]',
        Declared(A, Declare(Trump.NONE, doubles=Doubles.LOW)),
    ),
    (
        '["declare","B",{"trump":"none","doubles":"high"}]',
        Declared(B, Declare(Trump.NONE, doubles=Doubles.HIGH)),
    ),
    (
        '["declare","B",{"trump":"nello","doubles":"own_suit","open_tricks":2}]',
        Declared(B, Declare(Trump.NELLO, 2, Doubles.OWN_SUIT)),
    ),
    (
        '["declare","B",{"trump":"nello","doubles":"own_suit_low","open_tricks":2}]',
        Declared(B, Declare(Trump.NELLO, 2, Doubles.OWN_SUIT_LOW)),
    ),
    ('["play","A","4-6","4"]', Played(A, parse_tile("4-6"), NUMBERS[4])),
    ('["play","G","0-5","0"]', Played(G, parse_tile("0-5"), NUMBERS[0])),
]
"""How events are stored. Rows are added, never changed; one that is written otherwise since then
moves to `READ_ALONE`."""


@pytest.mark.parametrize(("text", "event"), STORED, ids=[text[:60] for text, _ in STORED])
def test_each_event_is_stored_in_the_form_that_is_kept_for_ever(text: str, event: Event):
    assert encode(event) == text
    assert decode(text) == event


@pytest.mark.parametrize(("text", "event"), READ_ALONE, ids=["straight", "otherwise"])
def test_an_event_of_an_older_version_is_read_with_the_settings_it_lacks_at_their_defaults(
    text: str, event: Event
):
    assert decode(text) == event
    facts, now = json.loads(text)[1], json.loads(encode(event))[1]
    assert facts.pop("rules").items() <= now.pop("rules").items()
    assert facts == now


@pytest.mark.parametrize(("text", "event"), STORED, ids=[text[:60] for text, _ in STORED])
def test_the_same_list_written_with_other_spaces_and_escapes_is_the_same_event(text, event):
    assert decode(json.dumps(json.loads(text), indent=1, ensure_ascii=True)) == event


def test_the_table_of_stored_forms_holds_every_kind_of_event_and_every_trump():
    assert {type(event) for _, event in STORED} == set(get_args(Event))
    declared = [event.declaration for _, event in STORED if isinstance(event, Declared)]
    assert {declaration.trump for declaration in declared} == set(Trump)
    assert {declaration.doubles for declaration in declared} == {None, *Doubles}
    bids = [event.bid for _, event in STORED if isinstance(event, BidMade)]
    assert {bid.special for bid in bids} == {None, *Special}


@pytest.mark.parametrize("tile", TILES)
def test_a_played_tile_is_stored_lower_end_first(tile):
    seat, label = json.loads(encode(Played(A, tile)))[1:]
    assert (seat, parse_tile(label)) == ("A", tile)
    assert label == "-".join(sorted(label.split("-")))


NAMES = st.text(st.characters(categories=["L", "M", "N", "P", "S"]), min_size=1, max_size=32)
SEATS = st.sampled_from(table_for(7).seats)

EVENTS: dict[type, st.SearchStrategy[Event]] = {
    Created: st.builds(
        Created,
        name=NAMES,
        owner=NAMES,
        rules=any_rules(),
        listed=st.booleans(),
        kept=st.dictionaries(SEATS, NAMES).map(lambda kept: tuple(sorted(kept.items()))),
        rematch_of=st.none() | NAMES,
        first_dealer=st.none() | SEATS,
        rules_version=st.integers(1, RULES_VERSION),
    ),
    Joined: st.builds(Joined, SEATS, NAMES),
    Left: st.builds(Left, SEATS),
    Dealt: st.builds(Dealt, SEATS, dealt_hands()),
    BidMade: st.builds(
        BidMade,
        SEATS,
        st.builds(Bid, points=st.integers(30, 48))
        | st.builds(Bid, marks=st.integers(1, 50), special=st.sampled_from([None, *Special])),
    ),
    Passed: st.builds(Passed, SEATS),
    Declared: st.builds(
        Declared,
        SEATS,
        st.builds(
            Declare,
            st.sampled_from(Trump),
            st.sampled_from([None, 1, 2]),
            st.sampled_from([None, *Doubles]),
        ),
    ),
    Played: st.builds(Played, SEATS, st.sampled_from(TILES), st.sampled_from([None, *NUMBERS])),
    Drawn: st.builds(
        Drawn,
        st.dictionaries(SEATS, st.sampled_from(TILES), min_size=1).map(
            lambda drawn: tuple(sorted(drawn.items()))
        ),
    ),
    Offered: st.builds(Offered, SEATS),
    Replaced: st.builds(Replaced, SEATS, NAMES),
    Cancelled: st.just(Cancelled()),
    Closed: st.just(Closed()),
}


@given(st.one_of(*EVENTS.values()))
def test_what_is_stored_is_read_back_as_it_was(event: Event):
    text = encode(event)
    assert decode(text) == event
    assert "\n" not in text


def test_every_kind_of_event_is_tried():
    assert set(EVENTS) == set(get_args(Event))


@given(recipes(2, any_rules()))
def test_a_whole_log_is_read_back_as_it_was(recipe: Recipe):
    log = recipe.play().log
    assert [decode(encode(event)) for event in log] == log


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_log_older_than_a_setting_plays_by_its_default(setting):
    facts = json.loads(STORED[1][0])
    default = setting.as_dict()["default"]
    assert facts[1]["rules"].pop(setting.name) != default
    event = decode(json.dumps(facts))
    assert isinstance(event, Created)
    assert event.rules.as_dict() == {setting.name: default} | facts[1]["rules"]


def test_a_log_that_names_only_its_preset_plays_by_all_defaults():
    facts = json.loads(STORED[0][0])
    facts[1]["rules"] = {"preset": "straight"}
    event = decode(json.dumps(facts))
    assert event == Created("friday", "ann", resolve())


def _created(**changed: Any) -> str:
    facts = json.loads(STORED[0][0])
    return json.dumps(["created", facts[1] | changed])


UNREADABLE = {
    "nothing": "",
    "no JSON": "created",
    "half a text": '["play","A","4-',
    "two texts": '["pass","A"]["pass","B"]',
    "not a list": '{"play":"4-6"}',
    "null": "null",
    "a number": "42",
    "not a number": "[NaN]",
    "an empty list": "[]",
    "an unknown kind": '["plunge","A"]',
    "a kind that is no word": '[["pass"],"A"]',
    "another case": '["PASS","A"]',
    "no seat": '["pass"]',
    "an empty seat": '["pass",""]',
    "two seats in one": '["pass","AB"]',
    "a seat beyond the table": '["pass","H"]',
    "a seat in lower case": '["pass","a"]',
    "a seat that is a number": '["pass",0]',
    "a seat that is a list": '["play",["A"],"4-6"]',
    "one fact too many": '["pass","A","B"]',
    "no player": '["joined","A"]',
    "a player that is a number": '["joined","A",5]',
    "a player that is null": '["joined","A",null]',
    "no tile": '["play","A"]',
    "a tile beyond the set": '["play","A","4-7"]',
    "the higher end first": '["play","A","6-4"]',
    "a tile that is a number": '["play","A",24]',
    "a tile that is a list": '["play","A",["4-6"]]',
    "a call that is no end of the tile": '["play","A","4-6","9"]',
    "a call that is a number": '["play","A","4-6",4]',
    "a call that is null": '["play","A","4-6",null]',
    "two calls": '["play","A","4-6","4","6"]',
    "nothing drawn": '["drawn"]',
    "a draw that is a list": '["drawn",["4-6"]]',
    "a draw beyond the table": '["drawn",{"H":"4-6"}]',
    "a draw beyond the set": '["drawn",{"A":"4-7"}]',
    "no bid": '["bid","A"]',
    "an empty bid": '["bid","A",{}]',
    "points and marks": '["bid","A",{"points":30,"marks":1}]',
    "points in a word": '["bid","A",{"points":"30"}]',
    "points that are null": '["bid","A",{"points":null}]',
    "half a point": '["bid","A",{"points":30.5}]',
    "a bid of a younger version": '["bid","A",{"marks":4,"crash":true}]',
    "a plunge and a splash at once": '["bid","A",{"marks":4,"plunge":true,"splash":true}]',
    "a plunge in points": '["bid","A",{"points":30,"plunge":true}]',
    "a plunge that is none": '["bid","A",{"marks":4,"plunge":false}]',
    "a bid that is a list": '["bid","A",["points",30]]',
    "no trump": '["declare","A",{}]',
    "a trump that is unknown": '["declare","A",{"trump":"crash"}]',
    "a trump that is a number": '["declare","A",{"trump":6}]',
    "a declaration of a younger version": '["declare","A",{"trump":"none","aces":"low"}]',
    "doubles that are unknown": '["declare","A",{"trump":"none","doubles":"middle"}]',
    "doubles that are null": '["declare","A",{"trump":"none","doubles":null}]',
    "a declaration that is a word": '["declare","A","6"]',
    "a deal of nothing": '["dealt","A"]',
    "a deal that is a number": '["dealt","A",7]',
    "a hand that is a number": '["dealt","A",[7]]',
    "a hand with an unknown tile": '["dealt","A",["0-1 0-9"]]',
    "a hand with the higher end first": '["dealt","A",["1-0"]]',
    "a hand spaced otherwise": '["dealt","A",["0-1  0-2"]]',
    "a beginning that is a list": '["created",[]]',
    "a beginning without members": '["created",{}]',
    "a beginning of a younger version": _created(colour="red"),
    "a first dealer beyond the table": _created(first_dealer="Z"),
    "rules of before the first version": _created(rules_version=0),
    "rules younger than this program": _created(rules_version=RULES_VERSION + 1),
    "rules that are a word": _created(rules="straight"),
    "rules without a preset": _created(rules={"target": 7}),
    "rules of a younger version": _created(rules={"preset": "straight", "crash": True}),
    "kept seats that are a list": _created(kept=["B"]),
    "a kept seat beyond the table": _created(kept={"Z": "bob"}),
    "lists in lists": "[" * 100_000,
    "objects in objects": '{"a":' * 100_000,
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_text_that_is_no_event_is_called_unreadable(text: str):
    with pytest.raises(UnreadableEvent, match="not an event of a match") as caught:
        decode(text)
    assert len(str(caught.value)) < 400


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=12,
)
KIND = st.sampled_from([json.loads(text)[0] for text, _ in STORED])
LETTER = st.sampled_from("ABCDEFGHabc") | st.text(max_size=2) | JSON
MEMBERS = st.dictionaries(
    st.sampled_from(["points", "marks", "trump", "open_tricks", "name", "rules", "kept", "x"]),
    JSON | st.sampled_from([30, 1, "6", "none", {"preset": "straight"}]),
)


def _with_one_fact_changed(text: str, change: Callable[[int], int], value: Any) -> str:
    facts = json.loads(text)
    place = change(len(facts))
    facts[place:] = [value, *facts[place + 1 :]]
    return json.dumps(facts)


GARBLED = st.one_of(
    st.text(),
    JSON.map(json.dumps),
    st.lists(JSON, max_size=4).map(json.dumps),
    st.tuples(KIND, LETTER).map(json.dumps),
    st.tuples(KIND, LETTER, MEMBERS | JSON).map(json.dumps),
    st.tuples(KIND, MEMBERS).map(json.dumps),
    st.builds(lambda stored, cut: stored[0][:cut], st.sampled_from(STORED), st.integers(0, 120)),
    st.builds(
        lambda stored, place, value: _with_one_fact_changed(stored[0], lambda n: place % n, value),
        st.sampled_from(STORED),
        st.integers(0, 3),
        JSON,
    ),
)


@given(GARBLED)
@example('["declare","A",{"trump":"6","open_tricks":"1"}]')
def test_any_text_is_an_event_read_whole_or_called_unreadable(text: str):
    try:
        event = decode(text)
    except UnreadableEvent:
        return
    assert decode(encode(event)) == event
    if not isinstance(event, Created):
        assert json.loads(encode(event)) == json.loads(text)


@pytest.mark.parametrize(
    "log", [[], [Joined(A, "ann")], [Passed(B)]], ids=["empty", "seat", "pass"]
)
def test_a_log_that_does_not_begin_with_created_is_refused(log: list[Event]):
    with pytest.raises(ValueError, match="begins with 'created'"):
        replay(log)
