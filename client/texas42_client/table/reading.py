"""What players type at the table, made into the body of a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.table.words import count

__all__ = [
    "interpret",
    "parse_bid",
    "parse_code",
    "parse_declaration",
    "parse_play",
    "parse_tile",
]

Move = dict[str, Any]
Rules = Mapping[str, Any]

_SYNONYMS = {
    "0": "0 blanks blank zeros zeroes zero",
    "1": "1 ones one aces ace",
    "2": "2 twos two deuces deuce",
    "3": "3 threes three treys trey",
    "4": "4 fours four",
    "5": "5 fives five",
    "6": "6 sixes six",
    "doubles": "doubles double",
    "none": "none no no-trump no-trumps notrump nt follow-me followme",
    "nello": "nello nel-o nel-lo nillo low",
    "sevens": "sevens seven",
}
_TRUMP_WORDS = {word: trump for trump, words in _SYNONYMS.items() for word in words.split()}
_DOUBLES = {
    "high": "high",
    "low": "low",
    "own": "own_suit",
    "own-suit": "own_suit",
    "own-low": "own_suit_low",
    "own-suit-low": "own_suit_low",
}
_COUNTING = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_AMOUNT = re.compile(r"(?:for )?(\d{1,4}|[a-z]+)?\s*(marks?|points?|pts?)?", re.ASCII)
_TILE = r"\[?\s*\d\s*[-|:/,. ]?\s*\d\s*\]?"
_CALL = re.compile(rf"({_TILE})(?:,?\s*call(?:ing|ed|s)?\s+(.+))?", re.ASCII)


def parse_tile(text: str) -> str:
    """``6-4``, ``64``, ``6|4``, ``[4|6]``, ``4-6`` → ``"4-6"``; raises :class:`ClientError`."""
    said = text.strip()
    if re.fullmatch(_TILE, said, re.ASCII) is None:
        raise _unclear(f"{text!r} is no tile.", "Write its two ends, as 6-4, 64 or 6|4.")
    low, high = sorted(end for end in said if end.isdigit())
    if high > "6":
        raise _unclear(f"No such tile {text!r}: ends go from 0 to 6.", "Your tiles: t42 hand")
    return f"{low}-{high}"


def parse_play(words: Sequence[str]) -> Move:
    """``6-4``, and ``3-5 call 3`` for a first lead that calls its lower end → the body of a play.

    Raises :class:`ClientError` (USAGE).
    """
    text = " ".join(words).strip().lower()
    found = _CALL.fullmatch(text)
    if found is None or found.group(2) is None:
        return {"type": "play", "tile": parse_tile(text)}
    tile, word = parse_tile(found.group(1)), found.group(2)
    call = _TRUMP_WORDS.get(word)
    if call is None or call not in tile.split("-"):
        raise _unclear(
            f"{word!r} is no end of {tile}.",
            f"To call its lower end: t42 play {tile} call {tile[0]}",
        )
    return {"type": "play", "tile": tile, "call": call}


def parse_bid(words: Sequence[str], rules: Callable[[], Rules] = dict) -> Move:
    """``31``, ``42``, ``84``, ``2 marks``, ``plunge``, ``splash 3`` → the body of a bid.

    42 is one mark, 84 two, and so on, except where 42 is a bid of points, as it is at two and
    three seats (R9.2). Raises :class:`ClientError` (USAGE).

    Args:
        words: what was typed after the verb.
        rules: answers the settings of the match; asked only where the words do not say it all.
    """
    text = " ".join(words).strip().lower()
    special, _, rest = text.partition(" ")
    if special in ("plunge", "splash"):
        return _special_bid(special, rest.strip(), rules)
    if text in _TRUMP_WORDS and not text.isdigit() and text not in _COUNTING:
        raise _named_later(text, rules())
    number, unit = _amount(text)
    if number == 0:
        raise _unclear("Nothing is no bid.", "To make none: t42 pass")
    if unit == "marks":
        return {"type": "bid", "marks": number}
    if unit is None and number == 42 and _is_a_point_bid(number, rules()):
        return {"type": "bid", "points": number}
    if number % 42 == 0:
        return {"type": "bid", "marks": number // 42}
    if unit is None and number < 10:
        raise _unclear(
            f"{number} points are no bid.", f"For marks say: t42 bid {count(number, 'mark')}"
        )
    return {"type": "bid", "points": number}


def _named_later(text: str, rules: Rules) -> ClientError:
    """Why what is named after the auction is no bid; of nello and sevens, whether they are."""
    trump, hint = _TRUMP_WORDS[text], "First bid, or pass."
    if trump not in ("nello", "sevens"):
        return _unclear(f"{text!r} is no bid: whoever wins the auction names trump.", hint)
    if not rules.get(trump):
        return _unclear(f"No {trump} is played at this table.", hint)
    least = count(rules.get(f"{trump}_min_marks") or 1, "mark")
    return _unclear(
        f"{text!r} is no bid: it is named in place of trump, after a bid of {least} or more.", hint
    )


def _amount(text: str) -> tuple[int, str | None]:
    """(the number that was said, ``marks`` or ``points`` where that was said, too)."""
    found = _AMOUNT.fullmatch(text)
    amount, unit = found.groups() if found else (None, None)
    if amount in ("mark", "marks"):
        amount, unit = "one", "mark"
    if amount is None or not (amount.isdigit() or amount in _COUNTING):
        raise _unclear(f"{text!r} is no bid.", "Bid points, as 31, or marks, as '1 mark' or 84.")
    number = int(amount) if amount.isdigit() else _COUNTING[amount]
    return number, unit and ("marks" if unit.startswith("mark") else "points")


def _is_a_point_bid(number: int, rules: Rules) -> bool:
    """Whether it is less than the public total: 35 and a point for each trick (R9.2)."""
    return number < 35 + 28 // (rules.get("seats") or 4)


def _special_bid(special: str, amount: str, rules: Callable[[], Rules]) -> Move:
    """A plunge or splash; without an amount its stake is what the rules of the match say.

    Where it is not played there is no stake to ask for: the rules refuse it, whatever it is.
    """
    if amount:
        number, unit = _amount(amount)
        marks = number // 42 if unit is None and number and number % 42 == 0 else number
        return {"type": "bid", "marks": marks, special: True}
    played = rules()
    stakes = (
        {played["plunge_marks"]}
        if special == "plunge" and "plunge_marks" in played
        else set(played.get("splash_marks") or ())
    )
    if len(stakes) == 1 or (stakes and not played.get(special, True)):
        return {"type": "bid", "marks": min(stakes), special: True}
    least, most = (min(stakes), max(stakes)) if stakes else (2, 3)
    raise _unclear(
        f"For how many marks do you {special}?",
        f"Here it is {least} to {most}: t42 bid {special} {least}"
        if stakes
        else f"Say it, as: t42 bid {special} {most}",
    )


def parse_declaration(
    word: str, open_tricks: int | None = None, rules: Callable[[], Rules] = dict
) -> Move:
    """``sixes``, ``6``, ``doubles``, ``follow me``, ``none low``, ``nello open 1`` → the body.

    What doubles are is said behind ``none`` and ``nello``: ``high``, ``low``, ``own`` (a suit of
    their own) or ``own-low``; what the rules of the match make them anyway is no choice and left
    out. Raises :class:`ClientError` (USAGE), with the nearest word there is.
    """
    said = re.sub(r"[\s_-]+", "-", word.strip().lower())
    trump, doubles = _trump_and_doubles(said)
    opened = said.removesuffix("-open")
    if trump is None and opened != said and _trump_and_doubles(opened)[0] is not None:
        raise _unclear(
            f"{word!r} does not say how many tricks.",
            f"Where tricks lie face down: t42 declare {opened.replace('-', ' ')} open 1",
        )
    if trump is None:
        near = get_close_matches(said, _TRUMP_WORDS, 1, 0.6)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise _unclear(
            f"{word!r} is no trump.{meant}",
            "Say blanks, ones, twos, threes, fours, fives, sixes, doubles or none;"
            " nello or sevens where they are played.",
        )
    move: Move = {"type": "declare", "trump": trump}
    if doubles is not None and [doubles] != _doubles_allowed(trump, rules()):
        move["doubles"] = doubles
    return move if open_tricks is None else {**move, "open_tricks": open_tricks}


def _doubles_allowed(trump: str, rules: Rules) -> Sequence[str]:
    """What doubles may be said to be (R4.6, R8.2)."""
    setting = {"none": "no_trump_doubles", "nello": "nello_doubles"}.get(trump, "")
    return list(rules.get(setting) or ())


def _trump_and_doubles(said: str) -> tuple[str | None, str | None]:
    """``none-low`` is no trump with doubles low; ``nello-doubles-own`` may be said, too."""
    if said in _TRUMP_WORDS:
        return _TRUMP_WORDS[said], None
    for phrase in sorted(_DOUBLES, key=len, reverse=True):
        rest = said.removesuffix(f"-{phrase}")
        if rest != said:
            trump = _TRUMP_WORDS.get(rest.removesuffix("-doubles"))
            return trump, _DOUBLES[phrase]
    return None, None


def parse_code(text: str) -> str:
    """An invite as it is written: small letters and digits, whatever way it was dictated."""
    return re.sub(r"[\s-]", "", text).lower()


def interpret(
    text: str, legal_moves: Sequence[Mapping[str, Any]], rules: Rules | None = None
) -> list[Move]:
    """Every legal move that the text could mean, as a number in the list or as words.

    Empty when it means none, one when it is clear; more when the player has to be asked again.
    ``rules`` are the settings of the match, for words that mean different things by them.
    """
    said = " ".join(text.lower().split())
    verb, _, rest = said.partition(" ")
    readers = _readers(rules or {})
    readings: list[Move] = []
    if verb in readers and rest:
        readings = _read(readers[verb], rest)
    elif said in ("pass", "p"):
        readings = [{"type": "pass"}]
    else:
        for verb in _SPEAKING:
            readings += _read(readers[verb], said)
    chosen = [dict(move) for move in legal_moves if any(_means(r, move) for r in readings)]
    if said.isascii() and said.isdigit() and 0 < int(said) <= len(legal_moves):
        numbered = dict(legal_moves[int(said) - 1])
        chosen = chosen if numbered in chosen else [numbered, *chosen]
    if not chosen and said.endswith(" open"):
        return [move for n in "12" for move in interpret(f"{said} {n}", legal_moves, rules)]
    return chosen


def _read(reader: Callable[[str], Move], text: str) -> list[Move]:
    try:
        return [reader(text)]
    except ClientError:
        return []


def read_declaration(text: str, rules: Callable[[], Rules] = dict) -> Move:
    """A declaration with the open tricks behind it: ``sixes open 2``, ``sixes 2``."""
    found = re.fullmatch(r"(.*?)(?:,? (?:--)?(?:open )?([12])(?: open)?)?", text)
    word, tricks = found.groups() if found else (text, None)
    return parse_declaration(word, int(tricks) if tricks else None, rules)


_SPEAKING = ("play", "bid", "declare")


def _readers(rules: Rules) -> dict[str, Callable[[str], Move]]:
    return {
        "play": lambda text: parse_play([text]),
        "lead": lambda text: parse_play([text]),
        "bid": lambda text: _read_bid(text, rules),
        "declare": lambda text: read_declaration(text, lambda: rules),
        "trump": lambda text: read_declaration(text, lambda: rules),
    }


def _read_bid(text: str, rules: Rules) -> Move:
    """A bid as it was said; a plunge or splash without its stake is any that may be bid."""
    if text in ("plunge", "splash"):
        return {"type": "bid", text: True}
    return parse_bid([text], lambda: rules)


def _means(said: Move, move: Mapping[str, Any]) -> bool:
    """True when all that was said is so in the move (which may say more, as the open tricks).

    A plunge, a splash and a called lower end are meant only where they were said.
    """
    whole = {"plunge": None, "splash": None, "call": None} | said
    return all(move.get(member) == value for member, value in whole.items())


def _unclear(message: str, hint: str) -> ClientError:
    return ClientError(message, hint, ExitStatus.USAGE)
