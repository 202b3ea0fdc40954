"""How much one address or one player may ask for, and how that is said in every answer.

Quotas in fixed windows, kept in this process's memory: `RateLimit-Policy` and `RateLimit` are
structured fields after draft-ietf-httpapi-ratelimit-headers-10. Only what costs is counted:
registrations, wrong tokens, changes and waits; plain reading never is.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import NamedTuple

CAPACITY = 20_000
"""How many windows a policy remembers at most, and how many good tokens are known by address."""


class Policy(NamedTuple):
    """At most `quota` requests in a window of `window` seconds, for each address or player."""

    name: str
    quota: int
    window: int
    per: str
    covers: str


POLICIES: dict[str, Policy] = {
    policy.name: policy
    for policy in (
        Policy("registrations", 30, 3600, "address", "POST /players"),
        Policy("failed-tokens", 30, 600, "address", "requests refused for their token"),
        Policy("matches", 120, 3600, "player", "new matches and rematches"),
        Policy("moves", 600, 60, "player", "moves and every other change"),
        Policy("waits", 600, 60, "player, or address without a token", "waits and streams begun"),
    )
}

_BY_ROUTE = {
    "/players": "registrations",
    "/matches": "matches",
    "/matches/<match_id>/rematch": "matches",
}
_CHOICE = re.compile(r"([a-z-]+)=(?:(off)|([1-9][0-9]{0,8})/([1-9][0-9]{0,5}))")


def chosen(text: str) -> dict[str, Policy]:
    """The policies that hold when the operator says `text`: those above but for what it changes.

    `moves=1200/60,waits=off` is another quota per seconds, and one policy less; `off` is none.

    Raises:
        ValueError: saying what is right.
    """
    if text == "off":
        return {}
    policies = dict(POLICIES)
    for part in filter(None, text.replace(" ", "").split(",")):
        choice = _CHOICE.fullmatch(part)
        if choice is None or choice[1] not in POLICIES:
            raise ValueError(
                f"{part!r} is no limit; it must be off, or NAME=QUOTA/SECONDS or NAME=off with a"
                f" name of {', '.join(POLICIES)}, several with commas"
            )
        name, off, quota, window = choice.groups()
        if off:
            policies.pop(name, None)
        else:
            policies[name] = POLICIES[name]._replace(quota=int(quota), window=int(window))
    return policies


def policy_of_change(route: str) -> str:
    """Which policy counts a request that is not GET, by its route template."""
    return _BY_ROUTE.get(route, "moves")


def neighbourhood(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 that an IPv6 one belongs to."""
    if ":" not in address:
        return address
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return parsed.exploded[:19]


class Standing(NamedTuple):
    """What is left of a quota after a request."""

    policy: Policy
    allowed: bool
    remaining: int
    reset: int
    """Whole seconds, rounded up, until the quota is full again."""

    def headers(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """`RateLimit-Policy` and `RateLimit`."""
        name, quota, window = self.policy[:3]
        return (
            ("RateLimit-Policy", f'"{name}";q={quota};w={window}'),
            ("RateLimit", f'"{name}";r={self.remaining};t={self.reset}'),
        )


class _Window:
    """When it ends, in seconds of the clock, and how much was used in it."""

    __slots__ = ("ends", "used")

    def __init__(self, ends: float) -> None:
        self.ends = ends
        self.used = 0


class Limits:
    """The quotas of one server process; none unless policies are given."""

    def __init__(
        self,
        policies: Mapping[str, Policy] | None = None,
        now: Callable[[], float] = time.monotonic,
        capacity: int = CAPACITY,
    ) -> None:
        """`now` is a clock of seconds that never goes back; tests bring their own."""
        self._policies = dict(policies or {})
        self._now = now
        self._capacity = capacity
        self._lock = threading.Lock()
        # Windows of one policy are equally long, so each dictionary is in the order they end.
        self._windows: dict[str, dict[object, _Window]] = {name: {} for name in self._policies}
        self._failing = self._windows.get("failed-tokens", {})
        self._good: dict[tuple[str, bytes], None] = {}

    def take(self, name: str, who: object) -> Standing | None:
        """Count a request of this player or address; `None` where no such policy holds."""
        policy = self._policies.get(name)
        if policy is None:
            return None
        with self._lock:
            now = self._now()
            window = self._window(policy, who, now)
            allowed = window.used < policy.quota
            if allowed:
                window.used += 1
            return Standing(policy, allowed, policy.quota - window.used, ceil(window.ends - now))

    def token_standing(self, address: str, token: bytes) -> Standing | None:
        """The refusal that a token gets unread, given its hash.

        From an address that has sent too many wrong ones, only tokens that have worked from there
        are read at all: guessing ends, and those who share the address play on.
        """
        if not self._failing or (address, token) in self._good:
            return None
        window = self._failing.get(neighbourhood(address))
        policy = self._policies["failed-tokens"]
        if window is None or window.used < policy.quota:
            return None
        left = window.ends - self._now()
        return Standing(policy, False, 0, ceil(left)) if left > 0 else None

    def token_worked(self, address: str, token: bytes) -> None:
        """Remember that this token, given its hash, is good from this address."""
        if (address, token) not in self._good:
            if len(self._good) >= self._capacity:
                self._good.clear()
            self._good[address, token] = None

    def forget(self, address: str, token: bytes) -> None:
        """This token, given its hash, is good no more."""
        self._good.pop((address, token), None)

    def remembered(self) -> int:
        """How many windows are kept."""
        return sum(map(len, self._windows.values()))

    def _window(self, policy: Policy, who: object, now: float) -> _Window:
        windows = self._windows[policy.name]
        window = windows.get(who)
        if window is None or window.ends <= now:
            windows.pop(who, None)
            self._make_room(windows, now)
            window = windows[who] = _Window(now + policy.window)
        return window

    def _make_room(self, windows: dict[object, _Window], now: float) -> None:
        """Forget the windows that have ended, and where all are open the one to end first."""
        while windows:
            first = next(iter(windows))
            if windows[first].ends > now and len(windows) < self._capacity:
                return
            del windows[first]


def described(policies: Mapping[str, Policy]) -> str:
    """Policies as an operator would choose them."""
    if not policies:
        return "off"
    return ",".join(
        f"{name}={policies[name].quota}/{policies[name].window}"
        if name in policies
        else f"{name}=off"
        for name in POLICIES
    )
