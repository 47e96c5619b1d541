"""Boxes of a machine to print and cut out: the board of each, with the first beads of every move."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tttcore.engines.matchboxes.boxes import boxes_of
from tttcore.engines.matchboxes.recipe import Recipe

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LABEL = "Matchboxes to print and cut out"


def pages(recipe: Recipe, *, title: str) -> "Iterator[Figure]":
    """A4 pages with the label of every box in the order of the game's moves, see `engines.printed.Printed`."""
    from tttcore.engines.matchboxes.plots.labels import box_pages  # noqa: PLC0415 - slow to import

    return box_pages(recipe, boxes_of(recipe), title=title)
