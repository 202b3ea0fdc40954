"""Who is asking: bearer tokens (RFC 6750), of which the server keeps hashes alone."""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable

from texas42_server.asking.problems import Problem

_CREDENTIALS = re.compile(r"bearer +(.+?) *", re.IGNORECASE)
_TOKEN = re.compile(r"t42_[A-Za-z0-9_-]{43}")
TOKEN_BYTES = 32


def new_token(random_bytes: Callable[[int], bytes]) -> str:
    """A fresh token of 256 random bits: `t42_` and 43 characters."""
    return "t42_" + urlsafe_b64encode(random_bytes(TOKEN_BYTES)).rstrip(b"=").decode()


def token_hash(token: str) -> bytes:
    """What is stored of a token: its SHA-256, 32 bytes."""
    return hashlib.sha256(token.encode()).digest()


def presented_hash(authorization: str) -> bytes:
    """The hash of the token in an `Authorization` header.

    Raises:
        Problem: 401, the header holds no token of ours.
    """
    credentials = _CREDENTIALS.fullmatch(authorization)
    if credentials is None:
        raise Problem(
            "unauthenticated",
            "Authorization must be Bearer and a token: Authorization: Bearer t42_….",
            {"WWW-Authenticate": "Bearer"},
        )
    if _TOKEN.fullmatch(credentials[1]) is None:
        raise invalid_token()
    return token_hash(credentials[1])


def invalid_token() -> Problem:
    """401 for a token that is nobody's (any more)."""
    return Problem(
        "unauthenticated",
        "This token is not valid: it is mistyped, or was replaced by a newer one."
        " POST /players gives a new name a new token.",
        {"WWW-Authenticate": 'Bearer error="invalid_token"'},
    )


def token_needed() -> Problem:
    """401 for a call without a token where one is needed."""
    return Problem(
        "unauthenticated",
        "This call needs a token: Authorization: Bearer t42_…, as POST /players answered it.",
        {"WWW-Authenticate": "Bearer"},
    )
