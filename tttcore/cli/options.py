"""Options and kinds of arguments that several commands share."""

import secrets
from pathlib import Path
from typing import Any, cast

import click

from tttcore.pipeline.files import is_special


class FilePath(click.Path):
    """File to read, not a device or a pipe, which may have no end; or, unless it has to exist, to write."""

    def __init__(self, *, exists: bool) -> None:
        super().__init__(exists=exists, dir_okay=False, readable=exists, writable=not exists, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Parse the path."""
        if value == "":
            self.fail("the name of a file is empty.", param, ctx)
        path = cast(Path, super().convert(value, param, ctx))
        if self.exists and is_special(path):
            self.fail(f"File {click.format_filename(path)!r} is not a regular file.", param, ctx)
        return path


FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
INPUT = FilePath(exists=True)
OUTPUT = FilePath(exists=False)


seed_option = click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0),
    help="Seed of random choices; the same one repeats them.",
    show_default="a fresh one, which is printed",
)


def fresh_seed() -> int:
    """Seed that nobody has chosen, of up to nine digits so that it is easily typed again."""
    return secrets.randbelow(10**9)
