"""Kinds of figures of the game of 3x3 itself."""

from typing import TYPE_CHECKING

from tttcore.games.classic import EMPTY, OPEN, Board, free_cells, marked, outcome
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LATE_POSITION: Board = (1, 2, 1, 2, 1, 0, 0, 0, 2)
"""Root of the tree, X to move with three free cells, whose whole tree fits on a page."""


@figure()
def game_tree(_evidence: Evidence, *, title: str) -> "Figure":
    """Whole game tree below a late position."""
    from tttcore.plots import boards  # noqa: PLC0415 - see `figure`

    return boards.game_tree(LATE_POSITION, depth=LATE_POSITION.count(EMPTY), children=_children, title=title)


def _children(board: Board) -> list[Board]:
    """Boards after each move on an open board, none on a finished one."""
    if outcome(board) != OPEN:
        return []
    return [marked(board, cell) for cell in free_cells(board)]
