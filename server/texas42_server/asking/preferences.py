"""`Prefer: wait=N` (RFC 7240): for how long the asker would rather wait than hear nothing new."""

from __future__ import annotations

from werkzeug.http import parse_list_header

LONGEST_WAIT_S = 60


def preferred_wait(header: str | None) -> int | None:
    """The seconds, 1 to 60, that a `Prefer` header asks to wait; `None` when it asks for none.

    More than 60 is 60. Of a preference that is given twice the first counts, and one that cannot
    be understood is ignored, as all that the server does not know (RFC 7240, 2).
    """
    if header is None:
        return None
    for preference in parse_list_header(header):
        name, _, value = preference.partition(";")[0].partition("=")
        if name.strip().lower() == "wait":
            return _seconds(value.strip().strip('"'))
    return None


def _seconds(text: str) -> int | None:
    if not (text.isascii() and text.isdigit()) or not (digits := text.lstrip("0")):
        return None
    return LONGEST_WAIT_S if len(digits) > 2 else min(int(digits), LONGEST_WAIT_S)


def preference_applied(seconds: int) -> tuple[str, str]:
    """The header that says that a wait was applied, and for how long at most."""
    return ("Preference-Applied", f"wait={seconds}")
