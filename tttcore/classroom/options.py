"""Options that several commands share: of games at the board, and the limits on entered players."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from tttcore.cli.options import seed_option
from tttcore.games.position import SEATS

if TYPE_CHECKING:
    from tttcore.classroom.entrant import Limits

NINE_BOARD_RULES = ("free", "draw")
SUPER_RULES = ("open", "closed")
"""Rules, the default first, copied from `games.nine_board` and `games.super_board`, which are slow to import."""

Command = TypeVar("Command", bound=Callable[..., Any])

seat_option = click.option("--seat", type=click.Choice(SEATS), default="first", help="The computer's seat.")
counting_option = click.option(
    "--count-from", metavar="0|1", type=click.IntRange(0, 1), default=1, help="Number of the first cell."
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
    protocol: bool


class LimitOptions(TypedDict):
    """Limits, named as in `entrant.Limits`."""

    seconds: float
    start_seconds: float
    all_seconds: float
    calls: int
    megabytes: int
    seed: int


def limit_options(*, all_seconds: float, of_all: str = "for all positions") -> Callable[[Command], Command]:
    """Add the options of `LimitOptions` to a command.

    Parameters
    ----------
    all_seconds : default of ``--all-seconds``.
    of_all : what this time is for.
    """
    options = [
        click.option("--seconds", metavar="S", type=Seconds(), default=10, help="Time for a move."),
        click.option(
            "--start-seconds", metavar="S", type=Seconds(min_open=False), default=10, help="Additional time to start."
        ),
        click.option("--all-seconds", metavar="S", type=Seconds(), default=all_seconds, help=f"Time {of_all}."),
        click.option(
            "--calls",
            metavar="N",
            type=click.IntRange(1, 100_000),
            default=100,
            help="Times that a position is asked if answers differ.",
        ),
        click.option(
            "--memory",
            "megabytes",
            metavar="MB",
            type=click.IntRange(16, 10**6),
            default=2048,
            help="Memory of each of its processes, in megabytes.",
        ),
        click.option(
            "--seed", metavar="N", type=click.IntRange(0, 10**9), default=0, help="Seed of its own random choices."
        ),
    ]

    def with_limits(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return with_limits


def limits_of(options: LimitOptions) -> "Limits":
    """Limits that were asked for."""
    from tttcore.classroom.entrant import Limits  # noqa: PLC0415

    return Limits(**options)


def shared_options(command: Command) -> Command:
    """Add the options of `Shared` to a command."""
    return seed_option(counting_option(protocol_option(command)))
