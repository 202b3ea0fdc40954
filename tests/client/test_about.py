"""Help and shell completion."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from texas42_client.cli import COMMANDS
from texas42_client.exits import MEANINGS, ExitStatus


def test_exit_statuses_are_explained(terminal):
    told = terminal.t42("help", "exit-codes").out
    for status in ExitStatus:
        assert f"{status.value:>4}  {MEANINGS[status]}\n" in told


@pytest.mark.parametrize("name", COMMANDS)
def test_help_explains_every_command(terminal, name):
    told = terminal.t42("help", name).out
    assert told == terminal.t42(name, "--help").out
    assert told.startswith(f"Usage: t42 {name} ")


def test_help_explains_commands_of_groups_and_the_whole(terminal):
    assert "profile list" in terminal.t42("help", "profile", "list").out
    assert "Find a table:" in terminal.t42("help").out
    assert terminal.t42("help", "nothing").status == ExitStatus.USAGE


def test_the_version_is_told(terminal):
    assert terminal.t42("--version").out.startswith("t42 ")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(terminal, shell):
    told = terminal.t42("completion", shell)
    assert told.status == 0
    assert "_T42_COMPLETE" in told.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_accepts(terminal, shell, tmp_path):
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    script.write_text(terminal.t42("completion", shell).out, encoding="utf-8")
    subprocess.run([program, "-n", str(script)], check=True)


def complete(words: str, tmp_path) -> set[str]:
    """What bash would be offered after these words."""
    typed = words.split(" ")
    environ = {
        **os.environ,
        "T42_HOME": str(tmp_path),
        "_T42_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(typed) - 1),
    }
    code = "from texas42_client.cli import main; import sys; sys.argv = ['t42']; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=False
    )
    return {line.partition(",")[2] for line in done.stdout.splitlines()}


def test_commands_options_and_profiles_are_completed(tmp_path):
    assert complete("t42 ma", tmp_path) == {"matches"}
    assert {"show", "play", "bid"} <= complete("t42 ", tmp_path)
    assert "--listed" in complete("t42 new --", tmp_path)
    assert complete("t42 completion ", tmp_path) == {"bash", "zsh", "fish"}
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "ann.json").write_text("{}", encoding="utf-8")
    assert complete("t42 show --profile ", tmp_path) == {"ann"}
