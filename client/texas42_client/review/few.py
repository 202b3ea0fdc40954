"""What to say of a judgement that rests on few deals: that it tells little, and the way out."""

from __future__ import annotations

from texas42_client.thinking import compiled

__all__ = ["say_few"]

ENOUGH = 100
"""Of so many deals a share is known to some ten points either way."""
FASTER = "pip install 'texas42[strong]'"


def say_few(deals: int, *, options: bool = True) -> str:
    """The sentence, where so few deals were drawn; else nothing.

    Args:
        deals: the fewest that a chance was taken from, of more than could be looked at.
        options: whether whoever reads this may ask for more time.
    """
    if deals >= ENOUGH:
        return ""
    ways = ["a longer --seconds"] if options else []
    ways += [] if compiled.is_installed() else [FASTER]
    more = f" More are looked at with {' or '.join(ways)}." if ways else ""
    return f"A chance from so few deals as {deals} says little.{more}"
