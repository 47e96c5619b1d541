"""Series of hypercube boards in which either the edge or the dimensions grow, read from a study's settings."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.messages import ConfigError

AXES = ("edge", "dimensions")
MIN_BOARDS = 3
"""Fewest boards to which a law of growth can be fitted."""
LARGEST_BOARD = 100_000_000
"""Most cells of a board whose games are timed or counted: a game holds numbers for each."""


class Series(NamedTuple):
    """Boards from small to large.

    Attributes
    ----------
    along : what grows, ``edge`` or ``dimensions``.
    boards : (edge, dimensions) of each.
    """

    along: str
    boards: tuple[tuple[int, int], ...]


def read_series(settings: Mapping[str, Any], where: str) -> Series:
    """Read a series from ``edge`` and ``dimensions``, one of them a list in rising order and the other a number.

    Raises
    ------
    ConfigError
        If they are anything else, or out of range for a board.
    """
    if not isinstance(settings, Mapping) or {*settings} != {*AXES}:
        raise ConfigError(f"{where}: {settings!r} is not allowed; needs edge and dimensions, one of them a list")
    lists = [axis for axis in AXES if isinstance(settings.get(axis), list)]
    others = [axis for axis in AXES if type(settings.get(axis)) is int]
    if len(lists) != 1 or len(others) != 1:
        given = {axis: settings.get(axis) for axis in AXES}
        raise ConfigError(f"{where}: needs edge and dimensions, one a list and the other a whole number; has {given}")
    (along,) = lists
    grown = settings[along]
    whole = all(type(size) is int for size in grown)
    if not whole or len(grown) < MIN_BOARDS or sorted(set(grown)) != grown:
        raise ConfigError(
            f"{where}.{along}: {grown}; allowed: {MIN_BOARDS} or more whole numbers in rising order, each once"
        )
    boards = tuple((value, settings["dimensions"]) if along == "edge" else (settings["edge"], value) for value in grown)
    for edge, dimensions in boards:
        try:
            check_memory(Hypercube(edge, dimensions))
        except (TypeError, ValueError) as error:
            raise ConfigError(f"{where}: {error}") from None
    return Series(along, boards)


def check_memory(board: Hypercube) -> None:
    """ValueError if a board has more cells than `LARGEST_BOARD`."""
    if board.cells > LARGEST_BOARD:
        raise ValueError(
            f"edge, dimensions: {board.edge} and {board.dimensions} make too many cells for memory; allowed: "
            f"up to {LARGEST_BOARD:,}"
        )
