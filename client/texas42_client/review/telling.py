"""A review in words: how the chance ran, what decided the hand, and every choice there was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any

from texas42_client.review.few import say_few
from texas42_client.review.reviewing import Review, Stage, Swing
from texas42_client.review.weighing import Choice, Weighed
from texas42_client.table.people import People
from texas42_client.table.results import say_result
from texas42_client.table.style import Style
from texas42_client.table.text import KEPT, pad, width
from texas42_client.table.words import say_doubles, say_tile, say_trump

__all__ = ["say_choice", "tell"]

BAR = 30
LONGEST_NAME = 14
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_PLACES = ("second", "third", "fourth", "fifth", "sixth")


def _percent(chance: float) -> str:
    """``66 %``; only what is sure is 0 or 100."""
    whole = round(100 * chance)
    if 0 < chance < 1:
        whole = min(99, max(1, whole))
    return f"{whole}{KEPT}%"


def say_choice(choice: Choice) -> str:
    """``66 % (61–70)``, the interval left out where the chance is exact."""
    if choice.low == choice.high:
        return _percent(choice.chance)
    return f"{_percent(choice.chance)} ({floor(100 * choice.low)}–{ceil(100 * choice.high)})"


def tell(review: Review, people: People, style: Style) -> list[str]:
    """The whole review, broken for the terminal."""
    return list(_Teller(review, people, style).lines())


class _Teller:
    def __init__(self, review: Review, people: People, style: Style) -> None:
        self._review = review
        self._people = people
        self._style = style
        self._record = review.hand.record
        contract = review.hand.contract
        assert contract is not None
        self._bidder = contract["bidder"]
        self._declarer = contract["declarer"]

    def lines(self) -> Iterator[str]:
        yield from self._heading()
        yield ""
        yield from self._bold(f"The chance of the contract, as {self._who()} could know it")
        yield from self._stages()
        yield ""
        if self._review.naming is not None:
            yield from self._bold(f"What {self._people.who(self._declarer)} could have named")
            yield from self._namings(self._review.naming)
            yield ""
        yield from self._bold("What decided it")
        yield from self._moments()
        yield ""
        yield from self._bold("Every choice")
        yield from self._choices()
        yield ""
        yield from self._notes()

    def _bold(self, line: str) -> list[str]:
        return [self._style.paint(part, bold=True) for part in self._style.broken(line)]

    def _who(self) -> str:
        return self._people.who(self._bidder)

    def _heading(self) -> Iterator[str]:
        people, record = self._people, self._record
        said = say_result(record, people, self._review.hand.match.json["rules"])
        said = people.subject(self._bidder) + said.removeprefix(self._who())
        yield from self._bold(f"Hand {record['number']}. {said}.")

    def _stages(self) -> Iterator[str]:
        """The chance of the contract, a trick a line."""
        for stage in self._review.stages:
            yield from self._stage(stage)
        how = "made" if self._record["result"]["made"] else "set"
        over = self._review.hand.decided
        early = over < len(self._record["tricks"])
        yield f"  after trick {over}  {how}" + (", the rest decided nothing" if early else "")

    def _stage(self, stage: Stage) -> list[str]:
        bar = _bar(stage.chance) if self._style.drawn else ""
        chance = say_choice(stage.weighed.best).replace(KEPT, " ")
        line = f"  trick {stage.trick:>2}  " + (f"{bar}  " if bar else "") + chance
        return [line] if bar else self._style.broken(line)

    def _namings(self, weighed: Weighed) -> Iterator[str]:
        """Each trump by the chance that it left, the best first."""
        names = [_say(choice.move) for choice in weighed.choices]
        for name, choice in zip(names, weighed.choices, strict=True):
            bar = f"{_bar(choice.chance)}  " if self._style.drawn else ""
            named = "  named" if choice.move == weighed.decision.move else ""
            line = f"  {pad(name, max(map(width, names)))}  {bar}{say_choice(choice)}{named}"
            yield line.replace(KEPT, " ")

    def _moments(self) -> Iterator[str]:
        review = self._review
        if review.mistakes:
            for weighed in review.mistakes:
                yield from self._style.broken(f"  {self._mistake(weighed)}", hang=4)
            return
        yield from self._style.broken(
            "  No tile that was played cost anything beyond doubt.", hang=4
        )
        for swing in review.swings:
            yield from self._style.broken(f"  {self._swing(swing)}", hang=4)
        if review.stages and not review.swings:
            yield from self._style.broken("  No single trick decided it.", hang=4)

    def _mistake(self, weighed: Weighed) -> str:
        """One move: what it left, what the best would have, and what that cost."""
        played, best = weighed.played, weighed.best
        cost = _points(weighed)
        trick = weighed.decision.trick
        return (
            f"{f'Trick {trick}' if trick else 'Trump'}. {self._did(weighed)}: {say_choice(played)}"
            f" to {_wanted(weighed)}, where {_say(best.move)} had {say_choice(best)}:"
            f" cost {cost} of chance."
        )

    def _did(self, weighed: Weighed) -> str:
        """``Dusty, last to play, played 4-6``; ``You led 0-0``."""
        decision = weighed.decision
        who, tile = self._people.subject(decision.seat), _say(decision.move)
        if decision.trick == 0:
            return f"{who} named {tile}"
        if decision.place == 0:
            return f"{who} led {tile}"
        last = decision.place + 1 == len(decision.order)
        place = "last" if last else _PLACES[decision.place - 1]
        return f"{who}, {place} to play, played {tile}"

    def _swing(self, swing: Swing) -> str:
        plays = self._record["tricks"][swing.trick - 1]["plays"]
        said = ", ".join(f"{self._people.who(play['seat'])} {say_tile(play)}" for play in plays)
        way = "rose" if swing.after > swing.before else "fell"
        return (
            f"Trick {swing.trick} turned it: with {said} the chance of the contract {way}"
            f" from {_percent(swing.before)} to {_percent(swing.after)}."
        )

    def _choices(self) -> Iterator[str]:
        played = [weighed for weighed in self._review.weighed if weighed.decision.trick]
        every = [weighed for weighed in played if weighed.decision.free]
        free = [weighed for weighed in every if weighed.mattered]
        yield from self._table(free) if self._style.drawn else self._sentences(free)
        said = _of_the_rest(len(every) - len(free), len(free))
        if said:
            yield from self._style.broken(f"  {said}" if self._style.drawn else said)

    def _sentences(self, free: Sequence[Weighed]) -> Iterator[str]:
        for weighed in free:
            said = f"{say_choice(weighed.played)} to {_wanted(weighed)}, {_verdict(weighed)}"
            yield from self._style.broken(
                f"Trick {weighed.decision.trick}. {self._did(weighed)}: {said}."
            )

    def _table(self, free: Sequence[Weighed]) -> Iterator[str]:
        names = [self._people.subject(weighed.decision.seat) for weighed in free]
        tiles = [say_tile(weighed.decision.move) for weighed in free]
        who, what = (max(map(width, column), default=0) for column in (names, tiles))
        before = 0
        for weighed, name, tile in zip(free, names, tiles, strict=True):
            trick = weighed.decision.trick
            cells = [
                f"{trick:>3}" if trick != before else "   ",
                f" {pad(name, min(who, LONGEST_NAME))}",
                f" {'led' if weighed.decision.place == 0 else '   '}",
                pad(tile, what),
                f" {pad(say_choice(weighed.played), 13)}",
                pad(f"to {_wanted(weighed)}", 10),
                f" {_verdict(weighed, short=True)}",
            ]
            yield " ".join(cells).replace(KEPT, " ")
            before = trick

    def _notes(self) -> Iterator[str]:
        for note in notes(self._review, self._people):
            for line in self._style.broken(note):
                yield self._style.paint(line, dim=True)


def _say(move: Mapping[str, Any]) -> str:
    """What was named, or the tile that was played."""
    if move["type"] == "declare":
        return say_trump(move["trump"]) + say_doubles(move)
    return say_tile(move)


def _of_the_rest(alike: int, told: int) -> str:
    """What there is to say of the choices in which every tile came to the same."""
    if not told:
        made_none = "In no choice did it make a difference which tile was played."
        return made_none if alike else "Nobody had a choice."
    if not alike:
        return ""
    return f"In {_number(alike)} other choice{'s' * (alike > 1)} every tile came to the same."


def _wanted(weighed: Weighed) -> str:
    return "make it" if weighed.bidding else "set it"


def _verdict(weighed: Weighed, *, short: bool = False) -> str:
    """How the tile that was played compares with the best."""
    if not weighed.cost:
        return "best" if short else "the best"
    tile, chance = say_tile(weighed.best.move), _percent(weighed.best.chance)
    if not weighed.least_cost:
        return f"perhaps {tile} {chance}" if short else f"{tile} with {chance} need not be better"
    points = _points(weighed)
    if short:
        return f"{points.split()[0]} below {tile} {chance}"
    return f"{points} below {tile} with {chance}"


def notes(review: Review, people: People) -> Iterator[str]:
    """What the figures are, and what they leave out."""
    sampled = [w.judgement.worlds for w in review.weighed if not w.exact]
    if sampled:
        least, most = min(sampled), max(sampled)
        worlds = f"{least}" if least == most else f"{least} to {most}"
        yield (
            f"A chance is the share of {worlds} deals, drawn from all that the player could not"
            " tell from the true one, those the more often that the auction makes likelier, in"
            " which it comes about with all hands open from there on. In brackets: where the share"
            " of all those deals lies, 95 times in 100. Without brackets every one was played out."
        )
        if few := say_few(least):
            yield few
    else:
        yield (
            "A chance is the share of all deals that the player could not tell from the true one,"
            " those counting more that the auction makes likelier, in which it comes about with all"
            " hands open from there on. Every one was played out."
        )
    missing = {d.seat: d.missing for d in review.hand.decisions if d.missing}
    if missing:
        who = _and([people.name(seat) for seat in sorted(missing)])
        yield (
            f"Tiles of {who} were never played and stay private: they are dealt anew in every deal,"
            " and are not weighed against what was played."
        )
    if review.skipped:
        number = len(review.skipped)
        yield (
            f"{_number(number).capitalize()} choice{'s' * (number > 1)} could not be judged: there"
            " are too many ways to play on from there."
        )


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _points(weighed: Weighed) -> str:
    """What the move cost in percentage points, as the chances are shown."""
    points = max(1, round(100 * weighed.best.chance) - round(100 * weighed.played.chance))
    return f"{points} point" + "s" * (points != 1)


def _bar(chance: float) -> str:
    """The chance as a bar, to an eighth of a column."""
    eighths = round(8 * BAR * chance)
    full, part = divmod(eighths, 8)
    drawn = "█" * full + (" ▏▎▍▌▋▊▉"[part] if part else "")
    return drawn + "·" * (BAR - len(drawn))
