"""Kinds of figures of the game of 3x3 itself."""

from dataclasses import dataclass

from matplotlib.figure import Figure

from tttcore.games.classic import EMPTY, OPEN, Board, free_cells, marked, outcome
from tttcore.plots import boards
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, kinds

LATE_POSITION: Board = (1, 2, 1, 2, 1, 0, 0, 0, 2)
"""Root of the tree, X to move with three free cells, whose whole tree fits on a page."""


@kinds.register("game_tree")
@dataclass(frozen=True, kw_only=True)
class GameTree(Kind):
    """Whole game tree below a late position."""

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return boards.game_tree(LATE_POSITION, depth=LATE_POSITION.count(EMPTY), children=_children, title=self.title)


def _children(board: Board) -> list[Board]:
    """Boards after each move on an open board, none on a finished one."""
    if outcome(board) != OPEN:
        return []
    return [marked(board, cell) for cell in free_cells(board)]
