"""Signing what is sent to webhooks, as Standard Webhooks has it (standardwebhooks.com)."""

from __future__ import annotations

import hmac
from base64 import b64decode, b64encode
from collections.abc import Callable

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret(random_bytes: Callable[[int], bytes]) -> str:
    """A fresh secret of 256 random bits: `whsec_` and base64."""
    return PREFIX + b64encode(random_bytes(SECRET_BYTES)).decode()


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """The `webhook-signature`: `v1,` and the HMAC-SHA256 of id, timestamp (seconds) and body."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = b"%s.%d.%s" % (message_id.encode(), timestamp, body)
    return "v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()


def signed_headers(secret: str, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers by which a receiver knows who sent the body, when, and which one it is."""
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, message_id, timestamp, body),
    }
