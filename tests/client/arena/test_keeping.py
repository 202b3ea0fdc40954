"""The file of an arena: what is finished is kept, and never mixed with something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from texas42_client.arena.keeping import Keeper, read_head
from texas42_client.errors import ClientError

ARENA = {"bots": ["simple", "random"], "seed": 7, "rules": {"preset": "straight", "nello": False}}


def row(number: int) -> dict[str, object]:
    return {"number": number, "tables": []}


def kept(path: Path, *numbers: int, **members: object) -> list[int]:
    """The deals that are in the file when these have been added to it."""
    with Keeper(path, {**ARENA, **members}) as keeper:
        for number in numbers:
            keeper.add(row(number))
    with Keeper(path, {**ARENA, **members}) as keeper:
        return sorted(keeper.rows)


def test_a_file_is_gone_on_with(tmp_path):
    path = tmp_path / "deals.jsonl"
    assert kept(path, 1, 3) == [1, 3]
    assert kept(path, 2) == [1, 2, 3]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines == [{"arena": ARENA}, row(1), row(3), row(2)]
    assert read_head(path) == ARENA


def test_a_row_is_in_the_file_at_once(tmp_path):
    path = tmp_path / "deals.jsonl"
    with Keeper(path, ARENA) as keeper:
        keeper.add(row(1))
        assert path.read_text(encoding="utf-8").count("\n") == 2


@pytest.mark.parametrize("cut", range(1, 30))
def test_a_line_that_was_cut_off_is_as_if_it_had_not_been_written(tmp_path, cut):
    path = tmp_path / "deals.jsonl"
    kept(path, 1, 2)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    left = {1} if cut < len(json.dumps(row(2))) + 2 else set()
    assert kept(path, 3) == sorted({3, *left})
    assert kept(path) == sorted({3, *left})


@pytest.mark.parametrize("written", [b"", b'{"arena": {"se'])
def test_a_file_without_a_whole_first_line_is_begun(tmp_path, written):
    path = tmp_path / "deals.jsonl"
    path.write_bytes(written)
    assert read_head(path) is None
    assert kept(path, 1) == [1]


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"seed": 8}, "seed is 7 there, not 8"),
        ({"bots": ["simple", "simple"]}, "bots is simple,random there, not simple,simple"),
        ({"contract": "30"}, "contract is none there, not 30"),
        ({"rules": {**ARENA["rules"], "nello": True}}, "nello is false there, not true"),  # type: ignore[dict-item]
    ],
)
def test_deals_of_two_arenas_are_not_mixed(tmp_path, members, told):
    path = tmp_path / "deals.jsonl"
    kept(path, 1)
    before = path.read_bytes()
    with pytest.raises(ClientError) as refused:
        kept(path, 2, **members)
    assert refused.value.message == f"{path} is of another arena: {told}."
    assert path.read_bytes() == before


@pytest.mark.parametrize("written", [b"\n", b"hello\n", b"[1]\n", b'{"seed": 7}\n', b"\xff\n"])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, written):
    path = tmp_path / "notes"
    path.write_bytes(written)
    with pytest.raises(ClientError, match="is no file of an arena: it does not begin as one"):
        kept(path, 1)
    assert path.read_bytes() == written


def test_a_line_that_is_no_deal_is_named(tmp_path):
    path = tmp_path / "deals.jsonl"
    kept(path, 1)
    with path.open("a", encoding="utf-8") as file:
        file.write("{}\n")
    with pytest.raises(ClientError, match="line 3 is no deal"):
        kept(path, 2)


def test_two_arenas_do_not_write_one_file(tmp_path):
    path = tmp_path / "deals.jsonl"
    with Keeper(path, ARENA), pytest.raises(ClientError, match=r"is writing .* now"):
        kept(path, 1)


def test_a_place_where_no_file_can_be_is_told(tmp_path):
    with pytest.raises(ClientError, match="cannot be used: No such file or directory"):
        kept(tmp_path / "nowhere" / "deals.jsonl", 1)
