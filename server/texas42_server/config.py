"""The settings of a served instance, from options or `T42_…` in the environment, checked."""

from __future__ import annotations

import re
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from texas42_server.operating import limits
from texas42_server.operating.logs import FORMATS
from texas42_server.operating.security import ORIGIN

LOG_LEVELS = ("debug", "info", "warning", "error")
MASK = "********"
"""What stands where a secret is set."""

_METRICS_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{16,256}")


class ConfigInvalid(ValueError):  # noqa: N818 - what it is
    """One or several settings are wrong; `problems` holds a sentence for each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Config:
    """Everything that an operator can set. Raises `ConfigInvalid` naming every wrong one."""

    host: str = "127.0.0.1"
    port: int = 8042
    """0 lets the system pick a free one."""
    database: Path = Path("t42.db")
    log_level: str = "info"
    threads: int = 96
    """How many requests are worked on at the same time; two thirds of them may be open waits."""
    lock_timeout: float = 5.0
    """How many seconds a request may wait for others before it is answered 503."""
    cached_matches: int = 512
    """How many matches are kept replayed in memory, those asked for last."""
    deliver: bool = True
    """Whether `serve` sends to webhooks itself, or leaves it to `t42-server notify`."""
    allow_private_webhooks: bool = False
    """Whether webhooks may use http and addresses that are not public."""
    absent_after: int = 86_400
    """How many seconds a seat must have been on turn before others may ask to replace its player.
    """
    log_format: str = "auto"
    """`json`, `plain`, or by what standard error is."""
    limits: str = ""
    """What is to differ from the usual limits; `off` for none."""
    proxy_hops: int = 0
    """How many proxies of ours stand in front, each adding to `X-Forwarded-For`."""
    cors_origins: tuple[str, ...] = ()
    """Whose scripts in browsers may use the server."""
    metrics_token: str = field(default="", repr=False, metadata={"secret": True})
    """With it `/metrics` may be read from other machines; empty: only from this one."""

    def __post_init__(self) -> None:
        problems = [
            problem
            for wrong, problem in (
                (not self.host, "--host (T42_HOST) is empty; 127.0.0.1 is right for this machine."),
                (
                    not 0 <= self.port <= 65535,
                    f"--port (T42_PORT) is {self.port}; it must be 1 to 65535, or 0 for any free.",
                ),
                (
                    self.log_level not in LOG_LEVELS,
                    f"--log-level (T42_LOG_LEVEL) is {self.log_level!r};"
                    f" it must be one of {', '.join(LOG_LEVELS)}.",
                ),
                (
                    not 4 <= self.threads <= 512,
                    f"--threads (T42_THREADS) is {self.threads}; it must be 4 to 512.",
                ),
                (
                    not 0 < self.lock_timeout <= 60,
                    f"--lock-timeout (T42_LOCK_TIMEOUT) is {self.lock_timeout};"
                    " it must be above 0 and at most 60 seconds.",
                ),
                (
                    not 1 <= self.cached_matches <= 1_000_000,
                    f"--cached-matches (T42_CACHED_MATCHES) is {self.cached_matches};"
                    " it must be 1 to 1000000.",
                ),
                (
                    not 1 <= self.absent_after <= 31_536_000,
                    f"--absent-after (T42_ABSENT_AFTER) is {self.absent_after};"
                    " it must be 1 to 31536000 seconds, a year.",
                ),
                (
                    self.log_format not in FORMATS,
                    f"--log-format (T42_LOG_FORMAT) is {self.log_format!r};"
                    f" it must be one of {', '.join(FORMATS)}.",
                ),
                (
                    not 0 <= self.proxy_hops <= 8,
                    f"--proxy-hops (T42_PROXY_HOPS) is {self.proxy_hops}; it must be 0 to 8.",
                ),
                (
                    not all(map(ORIGIN.fullmatch, self.cors_origins)),
                    "--cors-origin (T42_CORS_ORIGINS) takes origins like https://example.org:"
                    " scheme, host in small letters, port if it is not the usual one, no path.",
                ),
                (
                    self.metrics_token and not _METRICS_TOKEN.fullmatch(self.metrics_token),
                    "T42_METRICS_TOKEN must be 16 to 256 letters, digits or ._~+/=- signs.",
                ),
            )
            if wrong
        ]
        try:
            limits.chosen(self.limits)
        except ValueError as error:
            problems.append(f"--limits (T42_LIMITS): {error}.")
        if problems:
            raise ConfigInvalid(problems)

    @property
    def waits(self) -> int:
        """How many waits and streams may be open: each holds a thread, and others need some."""
        return self.threads * 2 // 3

    @property
    def bodies(self) -> int:
        """How many requests may be sending their body: half of the threads that waits leave."""
        return (self.threads - self.waits) // 2

    def as_text(self) -> str:
        """The settings as lines for an environment file, secrets masked."""
        return "\n".join(
            f"T42_{setting.name.upper()}={_shown(self, setting)}" for setting in fields(self)
        )


def _shown(config: Config, setting: Field[Any]) -> str:
    value = getattr(config, setting.name)
    if setting.metadata.get("secret"):
        return MASK if value else ""
    if setting.name == "limits":
        return limits.described(limits.chosen(value))
    return " ".join(value) if isinstance(value, tuple) else str(value)
