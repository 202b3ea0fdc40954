"""The page about the command line is written from the commands."""

from __future__ import annotations

from docs.cli_reference import PAGE, reference
from texas42_client.cli import COMMANDS
from texas42_client.exits import ExitStatus


def test_the_page_is_what_the_commands_say():
    written = PAGE.read_text(encoding="utf-8")
    assert written == reference(), "write it anew: python docs/cli_reference.py"


def test_every_command_and_status_is_on_the_page():
    written = PAGE.read_text(encoding="utf-8")
    assert not [name for name in COMMANDS if f"### t42 {name}\n" not in written]
    assert not [status for status in ExitStatus if f"| {status.value} |" not in written]
