"""Sealed deals: one root over all tiles of a hand, and the openings that prove single ones.

Pure: labels and bytes in, bytes out. `docs/sealed-deals.md` describes every byte.
"""

from texas42_server.sealing.leaves import ALGORITHM, OUT_OF_PLAY, SECRET_OCTETS, Leaf, sealed
from texas42_server.sealing.seal import Seal

__all__ = ["ALGORITHM", "OUT_OF_PLAY", "SECRET_OCTETS", "Leaf", "Seal", "sealed"]
