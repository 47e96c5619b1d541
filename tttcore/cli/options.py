"""Options that commands have in common."""

import math
from collections.abc import Callable
from typing import Any, TypedDict, TypeVar

import click

SEATS = ("first", "second")
"""Who moves first has X."""
NINE_BOARD_RULES = ("free", "draw")
SUPER_RULES = ("open", "closed")
"""Those of `games.nine_board` and `games.super_board`, which take long to import; the default first."""

Command = TypeVar("Command", bound=Callable[..., Any])


class Seconds(click.FloatRange):
    """A time above 0, up to a day."""

    name = "seconds"

    def __init__(self, *, min_open: bool = True) -> None:
        super().__init__(min=0, max=86_400, min_open=min_open)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Refuse what is no number as well."""
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


class Shared(TypedDict):
    """What all games are asked but who moves first."""

    seed: int
    count_from: int
    protocol: bool


class Options(Shared):
    """What all games are asked."""

    seat: str


counting_option = click.option(
    "--count-from", metavar="0|1", type=click.IntRange(0, 1), default=1, help="Number of the first cell. [default: 1]"
)


def shared_options(command: Command) -> Command:
    """Those of `Shared`."""
    for option in (
        click.option("--protocol", is_flag=True, help="Read and write moves alone, for another program."),
        counting_option,
        click.option("--seed", metavar="N", type=click.IntRange(0), default=0, help="Of what is drawn. [default: 0]"),
    ):
        command = option(command)
    return command


def game_options(command: Command) -> Command:
    """Those of `Options`."""
    seat = click.option("--seat", type=click.Choice(SEATS), default="first", help="The computer's. [default: first]")
    return seat(shared_options(command))
