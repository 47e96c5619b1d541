"""Options and kinds of arguments that several commands share."""

import math
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict, TypeVar, cast

import click

from tttcore.games.seats import SEATS
from tttcore.pipeline.paths import is_special

NINE_BOARD_RULES = ("free", "draw")
SUPER_RULES = ("open", "closed")
"""Rules, the default first, copied from `games.nine_board` and `games.super_board`, which are slow to import."""


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

Command = TypeVar("Command", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """Time in seconds, above 0 and up to a day."""

    name = "seconds"

    def __init__(self, *, min_open: bool = True) -> None:
        super().__init__(min=0, max=86_400, min_open=min_open)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Parse the option and refuse NaN."""
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


class Shared(TypedDict):
    """Options of all games except the seat."""

    seed: int | None
    count_from: int
    protocol: bool


seat_option = click.option("--seat", type=click.Choice(SEATS), default="first", help="The computer's seat.")
counting_option = click.option(
    "--count-from", metavar="0|1", type=click.IntRange(0, 1), default=1, help="Number of the first cell."
)
seed_option = click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0),
    help="Seed of random choices; the same one repeats them.",
    show_default="a fresh one, which is printed",
)
protocol_option = click.option("--protocol", is_flag=True, help="Read and write only moves, for another program.")


def fresh_seed() -> int:
    """Seed that nobody has chosen, of up to nine digits so that it is easily typed again."""
    return secrets.randbelow(10**9)


def shared_options(command: Command) -> Command:
    """Add the options of `Shared` to a command."""
    return seed_option(counting_option(protocol_option(command)))
