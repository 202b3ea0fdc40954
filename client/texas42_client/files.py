"""Private files: written whole or not at all, readable by their owner alone."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import stat
import tempfile
from pathlib import Path
from typing import Any

from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus

__all__ = ["kept_secret", "private_folder", "read_json", "write_json"]

SECRET_BYTES = 32
_LOOSE = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path) -> Path:
    """Make the folder, mode 0700, and tighten it if it is looser."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & _LOOSE:
            folder.chmod(0o700)
    except OSError as error:
        raise _unusable(folder, error) from None
    return folder


def write_json(path: Path, value: Any) -> None:
    """Write the file, mode 0600, durable when this returns; a crash leaves the old one or the new.

    Raises :class:`ClientError` when the disk refuses.
    """
    folder = private_folder(path.parent)
    try:
        handle, name = tempfile.mkstemp(prefix=".", suffix=".new", dir=folder)  # mkstemp: mode 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(value, file, ensure_ascii=False, indent=1)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)
            raise
        sync_folder(folder)
    except OSError as error:
        raise _unusable(path, error) from None


def read_json(path: Path) -> dict[str, Any] | None:
    """The object in the file, None when there is no file; a mode looser than 0600 is repaired.

    Raises :class:`ClientError` for a file that cannot be read, belongs to somebody else with a
    loose mode, or holds no JSON object.
    """
    try:
        with path.open(encoding="utf-8") as file:
            if os.fstat(file.fileno()).st_mode & _LOOSE:
                os.fchmod(file.fileno(), 0o600)
            value = json.load(file)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unusable(path, error) from None
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ClientError(
            f"{path} is damaged: it holds no JSON object.",
            "Move it away; what it held is lost.",
            ExitStatus.CONFIG,
        )
    return value


def kept_secret(path: Path) -> str:
    """The secret in the file; where there is none yet, one is made and kept. For one at a time.

    Raises :class:`ClientError` as reading and writing do.
    """
    kept = read_json(path) or {}
    if not kept.get("secret"):
        kept = {"secret": secrets.token_hex(SECRET_BYTES)}
        write_json(path, kept)
    return str(kept["secret"])


def sync_folder(folder: Path) -> None:
    """Make a new or removed name in the folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unusable(path: Path, error: OSError) -> ClientError:
    return ClientError(
        f"{path} cannot be used: {error.strerror or error}.",
        "Set T42_HOME to a folder of your own to keep the files elsewhere.",
        ExitStatus.CONFIG,
    )
