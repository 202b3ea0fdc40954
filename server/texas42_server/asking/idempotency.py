"""The `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header)."""

from __future__ import annotations

import re

from texas42_server.asking.strictjson import Malformed

# A structured-field string (RFC 9651, 3.3.3) without spaces: visible ASCII alone.
_KEY = re.compile(r' *"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,64})" *')


def parse_key(header: str) -> str:
    """The key that the header quotes.

    Raises:
        Malformed: it is no quoted string of 1 to 64 visible ASCII characters.
    """
    quoted = _KEY.fullmatch(header)
    if quoted is None:
        raise Malformed(
            "Idempotency-Key must be 1 to 64 visible ASCII characters in double quotes, such as"
            ' Idempotency-Key: "8e03978e-40d5-43dd".'
        )
    return re.sub(r"\\(.)", r"\1", quoted[1])
