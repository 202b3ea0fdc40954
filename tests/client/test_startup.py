"""The program starts lean: its table of commands stands for the commands themselves."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from texas42_client.cli import COMMANDS, cli
from texas42_client.command import Entry, LazyGroup

HEAVY = {"requests", "urllib3", "rich", "texas42"}
HEAVY |= {"texas42_client.wire.api", "texas42_client.table.render"}


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_table_is_the_command_s_own(name):
    assert command(name).name == name
    assert command(name).get_short_help_str(80) == COMMANDS[name].short_help


def all_commands(group: click.Group, above: str = "") -> dict[str, click.Command]:
    found: dict[str, click.Command] = {}
    for name in group.list_commands(click.Context(group)):
        inner = group.get_command(click.Context(group), name)
        assert inner is not None
        found[f"{above}{name}"] = inner
        if isinstance(inner, click.Group):
            found |= all_commands(inner, f"{above}{name} ")
    return found


EVERY = all_commands(cli)


@pytest.mark.parametrize("name", EVERY)
def test_every_command_takes_json_and_the_other_shared_options(name):
    options = {option for parameter in EVERY[name].params for option in parameter.opts}
    assert {"--json", "--plain", "--profile", "--server", "--debug"} <= options


@pytest.mark.parametrize(
    "name", [name for name, found in EVERY.items() if not isinstance(found, click.Group)]
)
def test_every_command_has_examples(name):
    examples = getattr(EVERY[name], "examples", [])
    assert examples
    assert all(f"t42 {name}" in line for line in examples)


def test_help_imports_nothing_of_weight():
    code = (
        "import sys; from texas42_client.cli import main\n"
        "sys.argv = ['t42', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('|'.join(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split("|"))
    assert "texas42_client.cli" in loaded
    assert not HEAVY & loaded


def test_an_unknown_command_is_answered_with_the_nearest():
    group = LazyGroup("g", entries={"show": Entry("m:f", "Draw.", "Look")})
    with pytest.raises(click.UsageError, match="Did you mean show"):
        group.resolve_command(click.Context(group), ["shwo"])
