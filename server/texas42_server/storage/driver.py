"""The SQLite driver, as sqlite-utils chose it: pysqlite3 where it is installed, else Python's."""

from __future__ import annotations

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

__all__ = ["sqlite3"]
