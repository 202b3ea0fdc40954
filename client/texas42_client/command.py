"""The kind of command ``t42`` is made of: shared options, examples in the help, lazy groups."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import click

from texas42_client.environment import Environment
from texas42_client.errors import ClientError

__all__ = [
    "Entry",
    "LazyGroup",
    "TableCommand",
    "TableGroup",
    "command",
    "match_option",
    "pass_env",
]

F = TypeVar("F", bound=Callable[..., Any])
pass_env = click.make_pass_decorator(Environment, ensure=True)


def _remember(ctx: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Put a shared option into the environment; both ``t42 --json show`` and the reverse work."""
    if value:
        setattr(ctx.ensure_object(Environment), str(parameter.name), value)
    return value


def shared_options() -> list[click.Option]:
    """The options that every command has."""
    common: dict[str, Any] = {"expose_value": False, "callback": _remember}
    return [
        click.Option(
            ["--profile", "profile_name"],
            metavar="NAME",
            help="Speak as this profile.",
            shell_complete=_profiles,
            **common,
        ),
        click.Option(["--server"], metavar="URL", help="Speak to this server.", **common),
        click.Option(["--json"], is_flag=True, help="Print the server's JSON alone.", **common),
        click.Option(["--plain"], is_flag=True, help="Sentences, no drawing.", **common),
        click.Option(["--debug"], is_flag=True, help="Show the requests, no secrets.", **common),
    ]


def _profiles(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    from click.shell_completion import CompletionItem

    names = Environment().store.names()
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class _Shared(click.Command):
    """Shows the shared options last, and the examples after them."""

    def __init__(self, *args: Any, examples: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += shared_options()
        self.examples = [line.strip() for line in examples.strip().splitlines()]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Own options first, then those of every command."""
        shared = {option.name for option in shared_options()}
        own: list[tuple[str, str]] = []
        common: list[tuple[str, str]] = []
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                (common if parameter.name in shared else own).append(record)
        for title, records in (("Options", own), ("Options of every command", common)):
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples."""
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")
        super().format_epilog(ctx, formatter)


class TableCommand(_Shared):
    """A command of ``t42``."""


class TableGroup(_Shared, click.Group):
    """A group of commands, such as ``t42 profile``."""

    command_class = TableCommand

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands of the group."""
        _Shared.format_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)


class Entry(NamedTuple):
    """Where a command is, what it does in a line, and under which heading the help lists it."""

    target: str
    short_help: str
    section: str


class LazyGroup(TableGroup):
    """A group that knows its commands by a table and imports one only to run it."""

    def __init__(self, *args: Any, entries: Mapping[str, Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a refusal becomes words on stderr and its exit status."""
        try:
            return super().invoke(ctx)
        except ClientError as error:
            ctx.ensure_object(Environment).refuse(error)
            ctx.exit(error.exit_status)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.target.partition(":")
        found = getattr(importlib.import_module(module), attribute)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, or what might have been meant."""
        name = args[0]
        if name in self.entries or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        near = get_close_matches(name, self.entries, 2, 0.5)
        meant = f" Did you mean {' or '.join(near)}?" if near else ""
        raise click.UsageError(f"There is no command {name!r}.{meant} All: t42 --help", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table, section by section, without importing anything."""
        for section in dict.fromkeys(entry.section for entry in self.entries.values()):
            with formatter.section(section):
                formatter.write_dl(
                    [(n, e.short_help) for n, e in self.entries.items() if e.section == section]
                )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Names out of the table, then options."""
        from click.shell_completion import CompletionItem

        fits = [
            CompletionItem(name, help=entry.short_help)
            for name, entry in self.entries.items()
            if name.startswith(incomplete)
        ]
        return [*fits, *click.Command.shell_complete(self, ctx, incomplete)]


def command(name: str, *, examples: str, **attrs: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a command with examples for its help."""
    return click.command(name, cls=TableCommand, examples=examples, **attrs)


def match_option(function: F) -> F:
    """``--match`` for commands whose arguments are something else."""
    return click.option(
        "-m", "--match", "match", metavar="MATCH", help="Not the current match but this one."
    )(function)
