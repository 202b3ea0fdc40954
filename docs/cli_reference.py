"""Writes `docs/cli.md` from the commands themselves: `python docs/cli_reference.py`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from texas42_client.cli import COMMANDS, cli
from texas42_client.command import shared_options
from texas42_client.exits import MEANINGS, OF_PROBLEM, ExitStatus

PAGE = Path(__file__).with_name("cli.md")

INTRODUCTION = """\
# The command line

<!-- Written by docs/cli_reference.py from the commands themselves. Do not edit this page. -->

`t42` plays Texas 42 against any server of this project. `t42 play` needs none and no name: it is a
game against three bots on your own computer. To play with others, take a name on a server with
`t42 register`, then set a table (`t42 new`) or sit down at one (`t42 join`).

```console
$ t42 register ann --server https://42.example.org
$ t42 new friday --invite B=bob --invite C=cal --invite D=dee
$ t42 watch
$ t42 bid 31
$ t42 declare sixes
$ t42 play 6-4
```

A match is named by its id, by the beginning of its id, or by its name; without one the commands
mean the current match of the profile, which is the one last set, joined or chosen with `t42 use`.
On a terminal of 80 columns or more the table is drawn; on a narrower one, into a pipe, with
`--plain`, or where `TERM` is `dumb`, it is told in sentences that a screen reader can follow.
Sentences are broken where the terminal ends; into a pipe each stays on one line.
Colour is used on a terminal only, never carries a meaning alone, and is left out where `NO_COLOR`
is set.

Rules are a preset with settings changed (`t42 rules`, `t42 new --rules family --set target=3`);
those of a match are told by `t42 rules --match`. Where they allow it the words are `bid plunge`,
`bid splash 3`, `declare nello own`, `declare sevens`, `declare none low`, and `play 3-5 call 3`
for a first lead that calls its lower end. 42 is a bid of one mark, at tables of two and three one
of 42 points. At four seats partners sit opposite each other, at any other number all play alone.

A move is sent with the tag of the table as you last saw it. If the table has moved on, the move is
not made, what happened meanwhile is shown, and the command ends with 24. A move is also written to
disk before it is sent: if the answer is lost, the next command finishes it, once, and says so.
"""

SURROUNDINGS = """\
## Files and environment

| name | what for |
|---|---|
| `T42_HOME` | the folder for everything below; else `$XDG_CONFIG_HOME/t42`, else `~/.config/t42` |
| `T42_SERVER` | the server, as `--server` |
| `T42_TOKEN` | the token of a player on `T42_SERVER`, in place of a profile |
| `NO_COLOR` | no colour |
| `profiles/` | a file for each profile, with its token; mode 0600 in a folder of mode 0700 |
| `memory/` | the current match of each profile, and how far it has looked |
| `roots/` | the roots of sealed deals as each profile first saw them (`t42 verify`) |
| `chances/` | for each profile the secret that its bots take their chances from |
| `outbox/` | moves that have not been answered yet |
| `play/` | the match of `t42 play`; without `T42_HOME` it lies in `$XDG_DATA_HOME/t42/play`, else \
`~/.local/share/t42/play` |

A token goes to the server that it came from and nowhere else: redirects are not followed,
`--server` with another address than the profile's sends none, and `T42_TOKEN` counts for
`T42_SERVER` only. It is shown nowhere, with `--debug` and `--json` neither.
"""


def reference() -> str:
    """The whole page."""
    parts = [INTRODUCTION, _shared()]
    sections = dict.fromkeys(entry.section for entry in COMMANDS.values())
    root = click.Context(cli, info_name="t42")
    for section in sections:
        parts.append(f"## {section}\n")
        for name, entry in COMMANDS.items():
            if entry.section == section:
                found = cli.get_command(root, name)
                assert found is not None
                parts += _command(found, click.Context(found, info_name=name, parent=root))
    return "\n".join([*parts, _statuses(), SURROUNDINGS])


def _shared() -> str:
    context = click.Context(cli, info_name="t42")
    return "## Options of every command\n\n" + _options(shared_options(), context)


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"### {context.command_path}\n"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```console\n{usage}\n```\n"
    yield inspect.cleandoc(command.help or "").replace("``", "`") + "\n"
    shared = {option.name for option in shared_options()}
    own = [
        parameter
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.name not in shared
    ]
    if own:
        yield _options(own, context)
    examples = getattr(command, "examples", [])
    if examples:
        yield "\n".join(["```console", *(f"$ {line}" for line in examples), "```\n"])
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _command(inner, click.Context(inner, info_name=name, parent=context))


def _options(options: list[click.Option], context: click.Context) -> str:
    records = [record for option in options if (record := option.get_help_record(context))]
    rows = [f"| `{names}` | {text} |" for names, text in records]
    return "\n".join(["| option | meaning |", "|---|---|", *rows, ""])


def _statuses() -> str:
    problems = {status: slug for slug, status in OF_PROBLEM.items()}
    rows = [
        f"| {status.value} | {f'`{problems[status]}`' if status in problems else ''} "
        f"| {MEANINGS[status]} |"
        for status in ExitStatus
    ]
    head = ["## Exit statuses", "", "| status | problem | meaning |", "|---|---|---|"]
    return "\n".join([*head, *rows, ""])


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
