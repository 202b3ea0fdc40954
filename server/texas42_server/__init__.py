"""The server of texas42: matches of 42 kept in SQLite and played over HTTP."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
