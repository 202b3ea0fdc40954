"""What a player or a match may be called."""

from __future__ import annotations

import unicodedata

MAX_LENGTH = 32
NAME_RULE = (
    f"must be 1 to {MAX_LENGTH} letters, digits, punctuation marks or symbols,"
    " with single spaces inside"
)


def parse_name(text: str) -> str:
    """The name that this text writes, in NFKC.

    Raises:
        ValueError: it is no name; the message says what one is.
    """
    name = unicodedata.normalize("NFKC", text)
    words = name.split(" ")
    visible = all(unicodedata.category(character)[0] in "LMNPS" for character in "".join(words))
    if not all(words) or not visible or len(name) > MAX_LENGTH:
        raise ValueError(NAME_RULE)
    return name
