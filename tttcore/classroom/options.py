"""Games at the board: their rules and positions, and the options that several commands share."""

import math
from collections.abc import Callable
from typing import Any, TypedDict, TypeVar

import click

from tttcore.cli.options import seed_option
from tttcore.games.position import SEATS

RULES: dict[str, tuple[str, ...]] = {"minimax": (), "nine-board": ("free", "draw"), "super": ("open", "closed")}
"""Rules by game, the default first, copied from the modules of these games, which are slow to import."""

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


def shared_options(command: Command) -> Command:
    """Add the options of `Shared` to a command."""
    return seed_option(counting_option(protocol_option(command)))


def start_of(game: str, rule: str | None, count_from: int) -> tuple[Any, Any]:
    """First position and notation of one of the games of `RULES`.

    Parameters
    ----------
    rule : one of the game's; the first one by default.
    count_from : number of the first cell.
    """
    if game == "minimax":
        from tttcore.games.classic import ClassicPosition  # noqa: PLC0415
        from tttcore.games.notation import CellNotation  # noqa: PLC0415

        return ClassicPosition(), CellNotation(count_from)
    from tttcore.games.nine_board import NineBoard  # noqa: PLC0415
    from tttcore.games.notation_boards import NineBoardNotation  # noqa: PLC0415
    from tttcore.games.super_board import SuperBoard  # noqa: PLC0415

    board: Any = NineBoard if game == "nine-board" else SuperBoard
    return board(rule=rule or RULES[game][0]), NineBoardNotation(count_from)
