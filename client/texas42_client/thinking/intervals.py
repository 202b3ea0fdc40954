"""Where a share may lie of which a part was seen."""

from __future__ import annotations

from math import sqrt

__all__ = ["wilson"]


def wilson(share: float, observations: float, z: float) -> tuple[float, float]:
    """Wilson's interval.

    Args:
        share: what was seen, 0 to 1.
        observations: in how many.
        z: how many standard deviations wide; 1.96 holds the true share 95 times in 100.
    """
    weight = z * z / observations
    middle = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / observations + weight / observations / 4) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)
