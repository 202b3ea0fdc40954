"""What the page on sealed deals prints is run, and its figures are right."""

from __future__ import annotations

import re
from math import comb
from pathlib import Path

from tests.docs.tour import Step, need, served, steps, walk
from tests.docs.tree import ROOT
from texas42_client.wire.api import Client

PAGE = "docs/sealed-deals.md"
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")
SEATS = {"A": "ann", "B": "bob", "C": "cid", "D": "dee"}


def played_hand(url: str, folder: Path) -> str:
    """The address of a match whose first hand is over; ann's token lies in a file for curl."""
    with Client(url) as anybody:
        tokens = {seat: anybody.register(name).body["token"] for seat, name in SEATS.items()}
    players = {seat: Client(url, token) for seat, token in tokens.items()}
    (folder / "ann").write_text(f"Authorization: Bearer {tokens['A']}\n", encoding="utf-8")
    invite = {seat: name for seat, name in SEATS.items() if seat != "A"}
    view = players["A"].create_match({"sit": "A", "invite": invite}).body
    for seat in invite:
        view = players[seat].take_seat(view["id"], seat).body
    while view["hand_number"] == 1:
        table = players[view["turn"]].view(view["id"])
        moves = table.body["legal_moves"]
        bids = [move for move in moves if move.get("points") == 30]
        view = players[view["turn"]].move(view["id"], (bids or moves)[0], table.etag).body
    for player in players.values():
        player.close()
    return f"{url}/matches/{view['id']}"


def test_the_commands_of_the_page(tmp_path: Path) -> None:
    need("bash", "curl", "jq", "python3")
    with served(tmp_path) as url:
        match = played_hand(url, tmp_path)
        walk([Step(f"MATCH={match}\n", None), *steps(TEXT)], tmp_path, url)


def test_the_candidates_are_counted_right() -> None:
    hands, seats = comb(21, 7), comb(21, 7) * comb(14, 7)
    assert (hands, seats) == (116_280, 399_072_960)
    assert f"**{seats:,} candidate deals**" in TEXT
    assert f"({hands:,} candidates)" in TEXT
    assert re.search(r"17 minutes", TEXT)
    assert 16 < seats / 390_000 / 60 < 18


def test_the_claim_is_made_in_these_words() -> None:
    claim = (
        "after the deal no tile can change hands, and each tile you were shown is one that was "
        "dealt; not that the shuffle was fair, which would need the unplayed tiles."
    )
    assert claim in " ".join(TEXT.split())
