"""Taking the record of a match along."""

from __future__ import annotations

from pathlib import Path

import click

from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ClientError
from texas42_client.exits import ExitStatus


@command(
    "record",
    short_help="Take the record of a match along.",
    examples="""
    t42 record
    t42 record friday -o friday.t42
    t42 record friday --json | jq .hands[0].result
    """,
)
@click.argument("match", required=False)
@click.option("--text", "as_text", is_flag=True, help="The form for people, as without --json.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write it to this file, over what is there.",
)
@pass_env
def record(env: Environment, match: str | None, as_text: bool, output: str | None) -> None:
    """Print the finished hands of MATCH as a portable record, or with --output write it to a file.

    It holds every tile that was played and none that was not, and is the same for everybody.
    t42 replay steps through it.
    """
    if as_text and env.json:
        raise click.UsageError("--text and --json ask for different forms; take one of them.")
    answer = env.client.record(env.match_id(match), as_text=not env.json)
    if output is None:
        click.echo(answer.text, nl=False)
        return
    try:
        Path(output).write_text(answer.text, encoding="utf-8", newline="")
    except OSError as error:
        raise ClientError(
            f"{output} cannot be written: {error.strerror or error}.",
            "Name another file with -o.",
            ExitStatus.USAGE,
        ) from None
    env.note(f"The record is in {output}. Step through it: t42 replay {output}")
