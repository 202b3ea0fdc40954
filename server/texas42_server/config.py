"""The settings of a served instance, from options or `T42_…` in the environment, checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LOG_LEVELS = ("debug", "info", "warning", "error")


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
    threads: int = 64
    """How many requests are worked on at the same time."""
    lock_timeout: float = 5.0
    """How many seconds a write may wait for others before it is answered 503."""

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
            )
            if wrong
        ]
        if problems:
            raise ConfigInvalid(problems)
