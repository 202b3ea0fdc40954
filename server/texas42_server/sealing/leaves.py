"""The leaves of a seal: every tile of the set, where it lies, and the salt that hides it.

Salts and places are drawn from the hand's one stored secret, so that 32 bytes are kept and not
900; from one salt, or from many, nobody can work out another (HMAC, RFC 2104).
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import NamedTuple

ALGORITHM = "texas42-seal-1"
SECRET_OCTETS = 32
OUT_OF_PLAY = "-"
"""Where a seat's letter stands, for a tile that was dealt to nobody (R9.1)."""


class Leaf(NamedTuple):
    """A tile in its place.

    Attributes:
        seat: the letter of the seat that it was dealt to, or `OUT_OF_PLAY`.
        position: 0, 1, 2 … among the leaves of that seat. By chance: neither the order in which
            the tiles were dealt nor anything of the unplayed ones can be read from it.
        tile: its name, lower end first.
        salt: 32 bytes.
    """

    seat: str
    position: int
    tile: str
    salt: bytes

    def data(self, match: str, hand: int) -> bytes:
        """What the leaf's hash is made of."""
        place = f"{ALGORITHM}:{match}:{hand}:{self.seat}:{self.position}:{self.tile}:"
        return place.encode() + self.salt


def sealed(secret: bytes, hands: Mapping[str, Sequence[str]], rest: Sequence[str]) -> list[Leaf]:
    """Every tile of a deal as a leaf: seat by seat as `hands` has them, then the rest.

    Args:
        secret: the hand's own, `SECRET_OCTETS` long.
        hands: seat -> the tiles dealt to it.
        rest: the tiles that were dealt to nobody.
    """
    places = {**hands, OUT_OF_PLAY: rest}
    return [
        Leaf(seat, position, tile, _drawn(secret, f"salt:{seat}:{position}"))
        for seat, tiles in places.items()
        for position, tile in enumerate(_by_chance(secret, seat, tiles))
    ]


def _by_chance(secret: bytes, seat: str, tiles: Sequence[str]) -> list[str]:
    return sorted(tiles, key=lambda tile: _drawn(secret, f"place:{seat}:{tile}"))


def _drawn(secret: bytes, what: str) -> bytes:
    return hmac.digest(secret, what.encode(), "sha256")
