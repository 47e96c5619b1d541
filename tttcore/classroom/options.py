"""Options that several commands share."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any, TypedDict, TypeVar

import click

from tttcore.classroom.boards import NOTATIONS
from tttcore.cli.options import seed_option
from tttcore.games.position import SEATS

Command = TypeVar("Command", bound=Callable[..., Any])

seat_option = click.option(
    "--seat",
    type=click.Choice(SEATS),
    default="first",
    help="Seat of the computer, first (X) or second (O); you have the other one.",
)
counting = partial(click.option, "--count-from", metavar="0|1", type=click.IntRange(0, 1))
counting_option = counting(
    default=1, help="Number of the first cell, column or board in moves that are read, written and shown."
)
notation_option = click.option(
    "--notation",
    type=click.Choice(NOTATIONS),
    help="Moves on nine boards: a board and a cell, or row and column of the grid of 9x9 cells.",
    show_default=NOTATIONS[0],
)
opening_option = click.option(
    "--opening", metavar="MOVES", default="", help='Moves with which the game begins, such as "5 1" or "3,5 5,1".'
)
protocol_option = click.option("--protocol", is_flag=True, help="Read and write only moves, for another program.")


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
    opening: str
    protocol: bool


def shared_options(command: Command) -> Command:
    """Add the options of `Shared` to a command."""
    return seed_option(counting_option(opening_option(protocol_option(command))))
