"""The page about records keeps its word: its example is one, its grammar is what is written."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
import yaml

from tests.docs.abnf import pattern, words_of
from tests.docs.tree import ROOT
from tests.engine.recording import any_rules, random_match
from texas42 import Special, Trump
from texas42.record import (
    ImpossibleRecord,
    MalformedRecord,
    MeaninglessRecord,
    from_json,
    from_text,
    record_of,
    to_json,
    to_text,
)
from texas42.suits import Doubles

PAGE = (ROOT / "docs/record.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    """The one block of this kind."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


EXAMPLE, GRAMMAR = block("text"), block("abnf")


def test_the_example_is_a_record_in_its_canonical_form() -> None:
    record = from_text(EXAMPLE)
    assert to_text(record) == EXAMPLE
    assert to_text(from_json(json.loads(json.dumps(to_json(record))))) == EXAMPLE


def test_the_grammar_is_what_is_written() -> None:
    grammar = pattern(GRAMMAR, "record")
    assert grammar.fullmatch(EXAMPLE)
    for seed in range(120):
        match = random_match(any_rules(Random(seed)), seed, most_hands=3)
        text = to_text(record_of(match, "2026-11-30", "Zk9_b-Q", "texas42 0.1.0"))
        assert grammar.fullmatch(text), (seed, text)


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("[Auction", "[auction"),
        ("A pass  B pass", "A pass B pass"),
        ("2. C 3-4", "2.  C 3-4"),
        ("C 3-4", "C 4-3"),
        ("\\", ""),
        ("\n\n", "\n"),
        ('[Trump "4"]\n', '[Trump "4"] \n'),
        ("1 mark", "1 marks"),
    ],
)
def test_the_grammar_allows_one_text_and_no_other(written: str, instead: str) -> None:
    assert written in EXAMPLE
    assert not pattern(GRAMMAR, "record").fullmatch(EXAMPLE.replace(written, instead, 1))


def test_every_word_of_the_rules_is_in_the_grammar() -> None:
    words = words_of(GRAMMAR)
    for choice in (*Special, *Doubles, *(trump for trump in Trump if not trump.isdigit())):
        assert choice.value in words, choice


def test_every_tag_is_explained() -> None:
    explained = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[A-Z].*?) \|", PAGE, re.M)))
    tags = set(re.findall(r'%s"\[(\w+) "', GRAMMAR))
    assert tags <= set(explained)


def test_the_members_of_the_json_form_are_explained_in_their_order() -> None:
    rows = PAGE.split("## The JSON form")[1]
    told = [n for cell in re.findall(r"^\| (`.+?`) \|", rows, re.M) for n in cell.split("`")[1::2]]
    assert told == list(to_json(from_text(EXAMPLE)))
    contract = yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))
    assert told == list(contract["components"]["schemas"]["Record"]["properties"])


def test_the_kinds_of_error_are_those_that_are_raised() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| `(.+?)` \|$", PAGE, re.MULTILINE)
    kinds = [MalformedRecord, MeaninglessRecord, ImpossibleRecord]
    assert [name for name, _ in rows] == [kind.__name__ for kind in kinds]
    broken = (
        EXAMPLE.replace('[Dealer "D"]\n', ""),
        EXAMPLE.replace("C 3-4", "C 7-4", 1),
        EXAMPLE.replace("D 2-4  A 4-6", "D 0-2  A 4-6").replace("D 0-2  A 2-6", "D 2-4  A 2-6"),
    )
    for kind, text, (_, example) in zip(kinds, broken, rows, strict=True):
        with pytest.raises(kind) as caught:
            from_text(text)
        shown = re.escape(example).replace("…", ".*")
        assert re.fullmatch(shown, str(caught.value)), (example, str(caught.value))
