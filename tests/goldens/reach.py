"""What golden matches reach together, and what they must: every contract, setting and end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import get_args

from tests.engine.tables import EACH_TRUMP, ending
from texas42 import (
    BIT,
    PRESETS,
    SETTINGS,
    Dealt,
    Declare,
    Declared,
    Doubles,
    Event,
    Hand,
    Match,
    Played,
    Rules,
    Tile,
    Trump,
    contracts,
    parse_tile,
    replay,
    resolve,
)
from texas42.contracts import Contract
from texas42.settings import Choice, Setting, Some, Whole

KINDS = ("points", "marks", "nello", "sevens", "plunge", "splash")
IN_PLACE_OF_TRUMP = ("nello", "sevens")
OF_TRUMPS = tuple(kind for kind in KINDS if kind not in IN_PLACE_OF_TRUMP)
IMPOSSIBLE_ENDS = {f"{kind} made early" for kind in KINDS[1:]}
"""All tricks must be taken, or in nello lost (R5.3, R8.1)."""


def wanted() -> set[object]:
    """Everything that the goldens must reach together, the most from the engine's own tables."""
    tricks = ("early", "at the last trick")
    ends = {f"{kind} {how} {when}" for kind, how, when in product(KINDS, ("made", "set"), tricks)}
    return {
        "passed out",
        *(ends - IMPOSSIBLE_ENDS),
        "decided early, played to the last trick",
        *((kind, trump.value) for kind in OF_TRUMPS for trump in EACH_TRUMP),
        *((kind, kind) for kind in IN_PLACE_OF_TRUMP),
        *((kind, "open", n) for kind in KINDS[1:] for n in contracts.OPEN_CHOICES),
        *((kind, "face down") for kind in KINDS[1:]),
        *(("none", "doubles", how) for how in ("high", "low", "own_suit")),
        *(("nello", "doubles", how) for how in Doubles),
        *(("none", "doubles chosen", how) for how in ("high", "low", "own_suit")),
        *(("nello", "doubles chosen", how) for how in Doubles),
        *(value for setting in SETTINGS for value in values_of(setting)),
        *(("preset as it is", preset) for preset in PRESETS),
        *(("preset with settings over it", preset) for preset in PRESETS),
        "won at exactly 7",
        "won past 7",
        "won by a contract made",
        "won by a contract set",
        "6 + 2 = 8",
        "the target reached, but not far enough ahead",
        "a tie at the target",
        "not over",
        *((role, letter) for role in ("dealer", "declarer") for letter in "ABCDEFG"),
        *(("won by", side) for side in ("A+C", "B+D", *"ABC")),
        "a draw with a tie",
        "a draw without a tie",
        "a forced bid",
        "a forced bid of another than the dealer",
        "0-1 out of play",
        "a plunge overcalled",
        "plunge led by the partner",
        "plunge led by the bidder",
        "splash led by the partner",
        "splash led by the bidder",
        "trump named by a first tile",
        "trump named by a first tile, one trick open",
        "a lower end called",
        "a lower end called in a covered contract",
        "a trump that had to be led",
        "set as the tricks run out",
        *((award, how) for award in ("captured", "bid") for how in ("made", "set", "84")),
        *get_args(Event),
    }


def values_of(setting: Setting) -> list[tuple[str, object]]:
    """Each choice, each word of a list; of numbers the default, another one, and no limit."""
    match setting.value:
        case Choice(values):
            under = setting.under
            more = under.value.values if under and isinstance(under.value, Choice) else ()
            return [(setting.name, value) for value in (*values, *more)]
        case Some(values):
            return [(setting.name, value) for value in (*values, "several")]
        case Whole(nullable=True):
            return [(setting.name, "null"), (setting.name, "a number")]
        case _:
            return [(setting.name, "default"), (setting.name, "another")]


def values_in(rules: Rules) -> Iterable[tuple[str, object]]:
    """The same of one match."""
    for setting in SETTINGS:
        value = getattr(rules, setting.name)
        if isinstance(setting.value, Choice):
            yield setting.name, value
        elif isinstance(setting.value, Some):
            yield from ((setting.name, word) for word in value)
            if len(value) > 1:
                yield setting.name, "several"
        elif isinstance(setting.value, Whole) and setting.value.nullable:
            yield setting.name, "null" if value is None else "a number"
        else:
            yield setting.name, "default" if value == setting.default else "another"


@cache
def reached_by(log: tuple[Event, ...]) -> frozenset[object]:
    """What a match reaches."""
    return frozenset(_reached_by(log))


def _reached_by(log: tuple[Event, ...]) -> Iterable[object]:
    match = replay(log)
    rules = match.rules
    yield from map(type, log)
    yield from values_in(rules)
    alone = rules == resolve(rules.preset)
    yield "preset as it is" if alone else "preset with settings over it", rules.preset
    for drawn in match.draws[:1]:
        yield "a draw with a tie" if len(match.draws) > 1 else "a draw without a tie"
        assert drawn.tiles
    named_by_lead = set(hands_named_by_a_lead(log))
    for number, finished in enumerate(match.hands, start=1):
        yield from of_hand(finished.hand, number in named_by_lead)
        yield ending(finished)
    yield from end_of_match(match)


def hands_named_by_a_lead(log: tuple[Event, ...]) -> Iterable[int]:
    """The numbers of hands in which a tile was played and nothing declared."""
    number, declared = 0, False
    for event in log:
        if isinstance(event, Dealt):
            number, declared = number + 1, False
        declared = declared or isinstance(event, Declared)
        if isinstance(event, Played) and not declared:
            yield number


def of_hand(hand: Hand, named_by_lead: bool) -> Iterable[object]:
    yield "dealer", hand.table.labels[hand.dealer]
    if hand.rules.first_bidder == "holder_of_0_1" and parse_tile("0-1") not in in_play(hand):
        yield "0-1 out of play"
    contract = hand.contract
    if contract is None or contract.declaration is None:
        return
    yield from of_auction(hand, contract)
    yield from of_declaration(hand, contract, contract.declaration)
    yield from of_lead(hand, contract, named_by_lead)
    yield from of_result(hand, contract)


def of_auction(hand: Hand, contract: Contract) -> Iterable[object]:
    *before, (last, bid) = hand.bids
    if hand.rules.all_pass == "dealer_must_bid" and bid and not any(said for _, said in before):
        yield "a forced bid"
        if last != hand.dealer:
            yield "a forced bid of another than the dealer"
    if any(said and said.special for _, said in hand.bids) and contract.bid.special is None:
        yield "a plunge overcalled"


def of_declaration(hand: Hand, contract: Contract, declaration: Declare) -> Iterable[object]:
    kind, shown = contract.kind.name, declaration.open_tricks
    yield kind, declaration.trump.value
    yield "declarer", hand.table.labels[contract.declarer]
    yield from of_doubles(hand, declaration)
    if shown is not None and len(hand.tricks) > shown:
        yield kind, "open", shown
    if hand.rules.covered_tricks == "from_two_marks" and (contract.bid.marks or 0) > 1:
        yield kind, "face down"


def of_lead(hand: Hand, contract: Contract, named_by_lead: bool) -> Iterable[object]:
    if contract.bid.special is not None:
        leads = "partner" if hand.tricks[0].seats[0] == contract.declarer else "bidder"
        yield f"{contract.kind.name} led by the {leads}"
    if named_by_lead:
        asked = contract.declaration is not None and contract.declaration.open_tricks
        yield "trump named by a first tile" + (", one trick open" if asked else "")
    if hand.call is not None:
        covered = contract.bid.marks and hand.rules.covered_tricks != "none"
        yield "a lower end called" + (" in a covered contract" if covered else "")
    if had_to_lead_trump(hand):
        yield "a trump that had to be led"


def of_result(hand: Hand, contract: Contract) -> Iterable[object]:
    points, award = contract.bid.points, hand.rules.points_award
    if decided_before_the_end(hand):
        yield "decided early, played to the last trick"
    others = sum(hand.captured) - hand.captured[contract.side]
    if points and not hand.made and others <= hand.table.total - points:
        yield "set as the tricks run out"
    if award is not None:
        yield award, "84" if points is None else ("made" if hand.made else "set")


def of_doubles(hand: Hand, declaration: Declare) -> Iterable[object]:
    trump = declaration.trump
    allowed = {Trump.NONE: hand.rules.no_trump_doubles, Trump.NELLO: hand.rules.nello_doubles}
    if declaration.doubles is not None:
        yield trump.value, "doubles chosen", declaration.doubles.value
    if trump in allowed:
        yield trump.value, "doubles", declaration.doubles or allowed[trump][0]


def in_play(hand: Hand) -> set[Tile]:
    return {tile for tiles in hand.dealt for tile in tiles}


def had_to_lead_trump(hand: Hand) -> bool:
    """Whether whoever led first held trumps and others, and the rules asked for a trump."""
    assert hand.suits is not None
    leader = hand.tricks[0].seats[0]
    trumps = [tile for tile in hand.dealt[leader] if BIT[tile] & hand.suits.trumps]
    asked = hand.rules.opening_lead == "trump"
    return asked and 0 < len(trumps) < hand.table.hand_size


def decided_before_the_end(hand: Hand) -> bool:
    contract, size = hand.contract, hand.table.hand_size
    assert contract is not None
    sides = range(len(hand.table.sides))
    taken = hand.tricks[:-1]
    captured = [sum(t.points for t in taken if t.side == side) for side in sides]
    tricks = [sum(t.side == side for t in taken) for side in sides]
    return contract.kind.judge(contract, captured, tricks, size - len(taken)) is not None


def end_of_match(match: Match) -> Iterable[object]:
    for finished in match.hands:
        first, second = sorted(finished.score, reverse=True)[:2]
        if first >= match.rules.target and first == second:
            yield "a tie at the target"
        if first >= match.rules.target and 0 < first - second < match.rules.win_by:
            yield "the target reached, but not far enough ahead"
    if match.winner is None:
        yield "not over"
        return
    yield "won by", match.table.sides[match.winner]
    last = match.hands[-1]
    yield f"won by a contract {'made' if last.hand.made else 'set'}"
    if match.rules.target == 7:
        marks = match.score[match.winner]
        yield "won at exactly 7" if marks == 7 else "won past 7"
        if len(match.hands) > 1 and (match.hands[-2].score[match.winner], marks) == (6, 8):
            yield "6 + 2 = 8"
