"""Which version of the project this is."""

from __future__ import annotations

from importlib import metadata


def _installed() -> str:
    try:
        return metadata.version("texas42")
    except metadata.PackageNotFoundError:
        return "0.0.0"


VERSION = _installed()
"""As installed; `0.0.0` when run from the source tree alone."""
