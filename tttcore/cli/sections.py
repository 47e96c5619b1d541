"""Group of commands whose help lists them in sections."""

from collections.abc import Mapping, Sequence
from typing import Any

import click


class Sections(click.Group):
    """Group of commands, in sections in the order of their titles.

    Parameters
    ----------
    sections : commands of each section by its title.
    """

    def __init__(self, *, sections: Mapping[str, Sequence[click.Command]], **settings: Any):
        super().__init__(commands=[command for each in sections.values() for command in each], **settings)
        self._sections = sections

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections, in columns of the same width."""
        width = max(map(len, self.commands))
        for title, commands in self._sections.items():
            with formatter.section(title):
                formatter.write_dl([(str(each.name).ljust(width), each.get_short_help_str()) for each in commands])
