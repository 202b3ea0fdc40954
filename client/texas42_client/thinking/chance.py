"""Chances that the owner of a bot can repeat, and nobody else can foresee."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

__all__ = ["SECRET_BYTES", "Chance"]

SECRET_BYTES = 32


@dataclass(frozen=True)
class Chance:
    """A secret, from which every turn of every match gets chances of its own.

    The same turn gets the same chances again, in another process too; without the secret nothing
    follows from any of them about the others.
    """

    secret: bytes = field(repr=False)

    @classmethod
    def new(cls) -> Chance:
        """Unlike any other."""
        return cls(secrets.token_bytes(SECRET_BYTES))

    @classmethod
    def of_secret(cls, secret: str) -> Chance:
        """Repeatable by whoever keeps the secret."""
        return cls(secret.encode())

    @classmethod
    def of_seed(cls, seed: int | None) -> Chance:
        """Repeatable by everybody who knows the number; with None, by nobody."""
        return cls.new() if seed is None else cls(f"seed {seed}".encode())

    def at(self, view: Mapping[str, Any]) -> Random:
        """The chances of the viewer's seat in this match at this version."""
        turn = f"{view['id']} {view['you']} {view['version']}"
        return Random(hmac.digest(self.secret, turn.encode(), "sha256"))
