"""The secrets of sealed deals: 32 bytes for each hand, from which its salts are drawn.

They stay here for ever and are shown to nobody; what is shown are the salts of single tiles. Each
has a digest, as events have, so that a damaged one is told and never used.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from texas42_server.storage.database import Connection

DIGEST_OCTETS = 8


class HandKey(NamedTuple):
    """Which hand: the match's key and public id, and the number of the hand in it."""

    match: int
    match_id: str
    number: int


class DamagedSeal(Exception):  # noqa: N818 - what it is
    """What is stored of the seals of a match is not what was written with its deals."""


def put(db: Connection, hand: HandKey, secret: bytes) -> None:
    """Keep the secret of a hand. Inside the transaction of its deal.

    A hand is dealt again only where an operator has accepted that its log lost its end; the salts
    of what was dealt before have been told, so that it needs a secret of its own.
    """
    row = (hand.match, hand.number, secret, _digest(hand, secret))
    db.execute("INSERT OR REPLACE INTO seals VALUES (?, ?, ?, ?)", row)


def of_match(db: Connection, match: int, match_id: str, dealt: int) -> dict[int, bytes]:
    """The secrets of a match of which so many hands have been dealt, by the number of the hand.

    All of the last hands, without a gap: those that were dealt before deals were sealed have none.
    Deals that the log has lost may have one still.

    Whatever a damaged row holds is read as octets, so that it can be told.

    Raises:
        DamagedSeal: the rows are others.
    """
    rows = db.execute(
        "SELECT CAST(hand AS INTEGER), CAST(secret AS BLOB), CAST(digest AS BLOB) FROM seals"
        " WHERE match = ? ORDER BY hand",
        (match,),
    ).fetchall()
    secrets = {}
    for hand, secret, digest in rows:
        if digest != _digest(HandKey(match, match_id, hand), secret):
            raise DamagedSeal
        secrets[hand] = secret
    hands = list(secrets)
    if hands and (hands != list(range(hands[0], hands[-1] + 1)) or hands[-1] < dealt):
        raise DamagedSeal
    return secrets


def _digest(hand: HandKey, secret: bytes) -> bytes:
    """Of the public id: in another database the match has another key."""
    whose = f"{hand.match_id}:{hand.number}:".encode()
    return blake2b(whose + secret, digest_size=DIGEST_OCTETS).digest()
