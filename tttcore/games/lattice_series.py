"""Series of boards that grow in one way, as a study's file writes them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tttcore.games.lattice import Lattice
from tttcore.pipeline.registry import ConfigError

AXES = ("edge", "dimensions")
FEWEST = 3
"""Boards from which on a law of growth can be fitted."""


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
    """Series from ``edge`` and ``dimensions``, of which one is a list in rising order and the other a number.

    Raises
    ------
    ConfigError
        If they are anything else, or a board can't be.
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
    if not whole or len(grown) < FEWEST or sorted(set(grown)) != grown:
        raise ConfigError(
            f"{where}.{along}: {grown}; allowed: {FEWEST} or more whole numbers in rising order, each once"
        )
    boards = tuple((value, settings["dimensions"]) if along == "edge" else (settings["edge"], value) for value in grown)
    for edge, dimensions in boards:
        try:
            Lattice(edge, dimensions)
        except (TypeError, ValueError) as error:
            raise ConfigError(f"{where}: {error}") from None
    return Series(along, boards)
