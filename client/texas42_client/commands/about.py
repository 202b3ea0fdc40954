"""Help with this program: its commands, its exit statuses, its completion."""

from __future__ import annotations

import click

from texas42_client.command import command, pass_env
from texas42_client.environment import Environment
from texas42_client.errors import ClientError
from texas42_client.exits import MEANINGS, ExitStatus

SHELLS = ("bash", "zsh", "fish")


@command(
    "help",
    short_help="Explain a command, or exit-codes.",
    examples="""
    t42 help bid
    t42 help profile list
    t42 help exit-codes
    """,
)
@click.argument("topic", nargs=-1)
@click.pass_context
def help_(ctx: click.Context, topic: tuple[str, ...]) -> None:
    """Explain a command; ``exit-codes`` explains what the program ends with."""
    if topic == ("exit-codes",):
        for status in ExitStatus:
            click.echo(f"{status.value:>4}  {MEANINGS[status]}")
        return
    above = ctx.parent
    assert above is not None
    found: click.Command = above.command
    for word in topic:
        inner = found.get_command(above, word) if isinstance(found, click.Group) else None
        if inner is None:
            raise ClientError(
                f"There is no command {' '.join(topic)!r}.", "All: t42 --help", ExitStatus.USAGE
            )
        found, above = inner, click.Context(inner, info_name=word, parent=above)
    click.echo(found.get_help(above))


@command(
    "completion",
    short_help="Print the completion for a shell.",
    examples="""
    eval "$(t42 completion bash)"       # in ~/.bashrc
    eval "$(t42 completion zsh)"        # in ~/.zshrc
    t42 completion fish > ~/.config/fish/completions/t42.fish
    """,
)
@click.argument("shell", type=click.Choice(SHELLS))
@pass_env
def completion(env: Environment, shell: str) -> None:
    """Print what SHELL needs to complete the commands of t42."""
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root()
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(root.command, {}, "t42", "_T42_COMPLETE").source()
    if env.json:
        env.show_json({"shell": shell, "script": script})
    else:
        click.echo(script)
