"""Reference of commands, from their help texts."""

from collections.abc import Iterator

import click

from tttcore.cli import ttt

WIDTH = 100
"""Longest line of a help text."""


def page() -> str:
    """Text of the page."""
    return "\n".join(["# Commands\n", "For users of `ttt`: every command with its help.\n", *_sections(ttt, "ttt")])


def _sections(command: click.Command, name: str, parent: click.Context | None = None) -> Iterator[str]:
    context = click.Context(
        command, info_name=name.rsplit(maxsplit=1)[-1], parent=parent, max_content_width=WIDTH, terminal_width=WIDTH
    )
    yield f"## {name}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            yield from _sections(command.get_command(context, each), f"{name} {each}", context)
