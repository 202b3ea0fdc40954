"""The tracked files of the repository, for the checks beside this module."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def tracked(pattern: str = "*") -> tuple[Path, ...]:
    """Paths, relative to the root, that git tracks and that are there; `*` crosses folders."""
    command = ["git", "ls-files", "-z", "--", pattern]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [Path(name) for name in names.split("\0") if name]
    return tuple(path for path in paths if (ROOT / path).exists())
