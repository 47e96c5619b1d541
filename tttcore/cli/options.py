"""Options and kinds of arguments that several commands share."""

import secrets
from pathlib import Path
from typing import Any, cast

import click

from tttcore.pipeline.files import is_special


class InputFile(click.Path):
    """Regular file to read; devices and pipes may have no end."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, readable=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Parse the path and refuse special files."""
        path = cast(Path, super().convert(value, param, ctx))
        if is_special(path):
            self.fail(f"File {click.format_filename(path)!r} is not a regular file.", param, ctx)
        return path


FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
INPUT = InputFile()
OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)


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
