"""Profiles (who you are on which server) and what each remembers: its match, what it has seen.

One private file a profile, so that two terminals never overwrite each other's token. A profile's
token is bound to the profile's server: there is no way to ask for one without the other.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus
from texas42_client.files import kept_secret, private_folder, read_json, write_json
from texas42_client.origin import normal_server
from texas42_client.roots import Roots
from texas42_client.wire.secret import Secret

__all__ = ["DEFAULT_SERVER", "Memory", "Profile", "Seen", "Store", "choose", "profile_name"]

DEFAULT_SERVER = "http://127.0.0.1:8042"


@dataclass(frozen=True)
class Profile:
    """A player on a server. ``token`` is None for somebody who only watches."""

    name: str
    server: str
    player: str | None = None
    token: Secret | None = None


@dataclass(frozen=True)
class Seen:
    """How far a player knows a match: told up to ``version``; ``etag`` is of the last view."""

    version: int
    etag: str | None


class Store:
    """The folder with the profiles; ``T42_HOME`` or the user's configuration folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of_environment(cls, environ: Mapping[str, str] = os.environ) -> Store:
        """``T42_HOME``, else ``$XDG_CONFIG_HOME/t42``, else ``~/.config/t42``."""
        if environ.get("T42_HOME"):
            return cls(Path(environ["T42_HOME"]))
        base = environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        return cls(Path(base) / "t42")

    def names(self) -> list[str]:
        """All profiles, in order."""
        return sorted(path.stem for path in (self.folder / "profiles").glob("*.json"))

    def load(self, name: str) -> Profile:
        """The profile; raises :class:`ClientError` (NO_PROFILE) naming those there are."""
        found = read_json(self._path(name)) if _FIT.fullmatch(name) else None
        if found is None:
            raise _no_profile(name, self.names())
        token = found.get("token")
        return Profile(
            name=name,
            server=normal_server(str(found.get("server", ""))),
            player=found.get("player"),
            token=Secret(token) if token else None,
        )

    def save(self, profile: Profile) -> None:
        """Write the profile, atomically, mode 0600."""
        value = {"server": profile.server, "player": profile.player}
        if profile.token is not None:
            value["token"] = profile.token.reveal()
        write_json(self._path(profile.name), value)

    @contextlib.contextmanager
    def held(self, name: str) -> Iterator[None]:
        """Alone with the profile, among all commands that ask for it so: the others wait.

        The lock is a file beside the profile's: that one is replaced when it is written.
        """
        path = self._lock_path(name)
        private_folder(path.parent)
        with path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def remove(self, name: str) -> None:
        """Forget the profile with its token and its memory."""
        self.load(name)
        self._path(name).unlink(missing_ok=True)
        self._memory_path(name).unlink(missing_ok=True)
        self._roots_path(name).unlink(missing_ok=True)
        self._chances_path(name).unlink(missing_ok=True)
        self._lock_path(name).unlink(missing_ok=True)
        shutil.rmtree(self.outbox_folder(name), ignore_errors=True)
        if self.current() == name:
            (self.folder / "current.json").unlink(missing_ok=True)

    def current(self) -> str | None:
        """The profile in use, if one was chosen and is still there."""
        name = (read_json(self.folder / "current.json") or {}).get("profile")
        return name if isinstance(name, str) and name in self.names() else None

    def use(self, name: str) -> None:
        """Make this the profile of the commands that name none."""
        self.load(name)
        write_json(self.folder / "current.json", {"profile": name})

    def memory(self, name: str) -> Memory:
        """What the profile remembers."""
        return Memory(self._memory_path(name))

    def roots(self, name: str) -> Roots:
        """The roots of sealed deals that the profile has seen."""
        return Roots(self._roots_path(name))

    def chances(self, name: str) -> Secret:
        """What the chances of the profile's bots come of: made when first asked for, then kept.

        It has nothing to do with the token, which may change.
        """
        with self.held(name):
            return Secret(kept_secret(self._chances_path(name)))

    def outbox_folder(self, name: str) -> Path:
        """Where the profile's unanswered moves lie."""
        return self.folder / "outbox" / name

    def _path(self, name: str) -> Path:
        return self.folder / "profiles" / f"{name}.json"

    def _lock_path(self, name: str) -> Path:
        return self.folder / "profiles" / f".{name}.lock"

    def _memory_path(self, name: str) -> Path:
        return self.folder / "memory" / f"{name}.json"

    def _roots_path(self, name: str) -> Path:
        return self.folder / "roots" / f"{name}.json"

    def _chances_path(self, name: str) -> Path:
        return self.folder / "chances" / f"{name}.json"


class Memory:
    """The current match of a profile, and for each match how far its player has seen."""

    KEPT = 100

    def __init__(self, path: Path) -> None:
        self._path = path
        value = read_json(path) or {}
        self.match: str | None = value.get("match")
        self._seen: dict[str, list[int | str | None]] = value.get("seen", {})

    def known(self) -> list[str]:
        """Ids of the matches looked at, latest last."""
        return list(self._seen)

    def seen(self, match: str) -> Seen | None:
        """How far the match has been looked at."""
        row = self._seen.get(match)
        return None if row is None else Seen(version=int(row[0] or 0), etag=_text(row[1]))

    def saw_moves(self, match: str, version: int, etag: str | None) -> None:
        """Remember the tag of a view whose events have not been told; written at once."""
        seen = self.seen(match)
        self.saw(match, version if seen is None else seen.version, etag)

    def saw(self, match: str, version: int, etag: str | None) -> None:
        """Remember a view with what led to it; written at once."""
        if self._seen.get(match) == [version, etag]:
            return
        self._seen.pop(match, None)
        self._seen[match] = [version, etag]
        for old in list(self._seen)[: -self.KEPT]:
            del self._seen[old]
        self._write()

    def choose(self, match: str | None) -> None:
        """Make this the current match; written at once."""
        if match != self.match:
            self.match = match
            self._write()

    def _write(self) -> None:
        write_json(self._path, {"match": self.match, "seen": self._seen})


def choose(
    store: Store,
    environ: Mapping[str, str],
    profile: str | None = None,
    server: str | None = None,
) -> Profile:
    """Who speaks to which server.

    A named profile wins; else ``T42_SERVER`` with ``T42_TOKEN``; else the current profile, if it
    belongs to the server asked for; else a spectator there. A token is never paired with another
    server than its own.
    """
    asked = server or (None if profile else environ.get("T42_SERVER"))
    asked = normal_server(asked) if asked else None
    if profile:
        found = store.load(profile)
        if asked and asked != found.server:
            raise ClientError(
                f"Profile {profile} belongs to {found.server}; its token goes nowhere else.",
                f"Leave out --server, or register there: t42 register NAME --server {asked}",
                ExitStatus.USAGE,
            )
        return found
    if environ.get("T42_TOKEN"):
        return _from_environment(environ, asked)
    current = store.current()
    if asked is None:
        if current is None:
            raise _no_profile(None, store.names())
        return store.load(current)
    mine = [p for p in map(store.load, store.names()) if p.server == asked]
    if not mine:
        return Profile(name=_unsaved_name(asked, ""), server=asked)
    return next((p for p in mine if p.name == current), mine[0])


def profile_name(player: str) -> str:
    """A file's name out of a player's name."""
    plain = unicodedata.normalize("NFKC", player).casefold()
    return re.sub(r"[^\w.-]+", "-", plain).strip("-.")[:40] or "player"


_FIT = re.compile(r"\w[\w.-]{0,39}")


def _from_environment(environ: Mapping[str, str], asked: str | None) -> Profile:
    origin = environ.get("T42_SERVER")
    if not origin:
        raise ClientError(
            "T42_TOKEN is set without T42_SERVER: a token goes only to the server it came from.",
            "Set T42_SERVER too, or unset T42_TOKEN.",
            ExitStatus.USAGE,
        )
    server, token = normal_server(origin), environ["T42_TOKEN"].strip()
    if asked and asked != server:
        return Profile(name=_unsaved_name(asked, ""), server=asked)
    return Profile(name=_unsaved_name(server, token), server=server, token=Secret(token))


def _unsaved_name(server: str, token: str) -> str:
    """Where a player without a saved profile keeps its memory; tells nothing about the token."""
    return "env-" + hashlib.sha256(f"{server} {token}".encode()).hexdigest()[:12]


def _no_profile(name: str | None, names: list[str]) -> ClientError:
    if not names:
        return ClientError(
            "You have no profile yet.",
            "First step: t42 register YOUR_NAME --server URL   (t42 play needs none)",
            ExitStatus.NO_PROFILE,
        )
    listed = ", ".join(names)
    if name is None:
        return ClientError(
            f"No profile is in use; there are: {listed}.",
            f"Choose one: t42 profile use {names[0]}",
            ExitStatus.NO_PROFILE,
        )
    return ClientError(
        f"There is no profile {name!r}; there are: {listed}.",
        "See them with their servers: t42 profile list",
        ExitStatus.NO_PROFILE,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
