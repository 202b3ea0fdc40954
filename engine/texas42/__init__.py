"""texas42: the rules of Texas 42 as a pure engine. No I/O, no clock, no chance of its own.

A match is a fold over events: `replay` gives the `Match` that a log tells, `decide` answers a
move with the events that follow or refuses it with a `RuleViolation`, `view` and `redact` show
a match and its log as one viewer may see them.
"""

from texas42.errors import Code, RuleViolation
from texas42.events import (
    BidMade,
    Created,
    Dealt,
    Declared,
    Event,
    Joined,
    Left,
    Passed,
    Played,
    UnreadableEvent,
    decode,
    encode,
)
from texas42.feed import Entry, redact
from texas42.hand import Hand, Trick
from texas42.match import FinishedHand, Match, replay
from texas42.moves import Bid, Declare, Move, Pass, Play, move_body, parse_move
from texas42.play import create, deal, decide, join, leave, legal_moves
from texas42.rules import (
    PRESETS,
    RULES_VERSION,
    SETTINGS,
    Preset,
    Rules,
    RulesInvalid,
    Setting,
    resolve,
)
from texas42.seats import Seat, Side, Table, table_for
from texas42.suits import Suits, Trump, following, suit_label, suits_for, winning_place
from texas42.tiles import (
    BIT,
    COUNT,
    DOUBLES,
    HIGH,
    LOW,
    TILES,
    Tile,
    is_double,
    parse_tile,
    tile_label,
)
from texas42.view import Viewer, hand_record, hand_summary, view

__all__ = [
    "BIT",
    "COUNT",
    "DOUBLES",
    "HIGH",
    "LOW",
    "PRESETS",
    "RULES_VERSION",
    "SETTINGS",
    "TILES",
    "Bid",
    "BidMade",
    "Code",
    "Created",
    "Dealt",
    "Declare",
    "Declared",
    "Entry",
    "Event",
    "FinishedHand",
    "Hand",
    "Joined",
    "Left",
    "Match",
    "Move",
    "Pass",
    "Passed",
    "Play",
    "Played",
    "Preset",
    "RuleViolation",
    "Rules",
    "RulesInvalid",
    "Seat",
    "Setting",
    "Side",
    "Suits",
    "Table",
    "Tile",
    "Trick",
    "Trump",
    "UnreadableEvent",
    "Viewer",
    "create",
    "deal",
    "decide",
    "decode",
    "encode",
    "following",
    "hand_record",
    "hand_summary",
    "is_double",
    "join",
    "leave",
    "legal_moves",
    "move_body",
    "parse_move",
    "parse_tile",
    "redact",
    "replay",
    "resolve",
    "suit_label",
    "suits_for",
    "table_for",
    "tile_label",
    "view",
    "winning_place",
]
