"""Kind of figure of the game of 3x3 itself."""

from typing import TYPE_CHECKING

from tttcore.games.classic import Board
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LATE_POSITION: Board = (1, 2, 1, 2, 1, 0, 0, 0, 2)
"""Root of the tree, X to move with three free cells, whose whole tree fits on a page."""


def game_tree(_evidence: Evidence, *, title: str) -> "Figure":
    """Whole game tree below a late position."""
    from tttcore.plots import boards  # noqa: PLC0415 - see `figure`

    return boards.game_tree(LATE_POSITION, title=title)
