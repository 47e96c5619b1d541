"""Options of the limits on entered players, see `entered.limits`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict

import click

from tttcore.cli.options import Command, Seconds

if TYPE_CHECKING:
    from tttcore.entered.limits import Limits


class LimitOptions(TypedDict):
    """Limits, named as in `entered.limits.Limits`."""

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
    from tttcore.entered.limits import Limits  # noqa: PLC0415

    return Limits(**options)
