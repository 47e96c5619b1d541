"""Draw 3x3 boards: positions, genomes with their moves, and game trees."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle
from numpy.typing import NDArray

from tttcore.games.classic import (
    CELLS,
    CROSS,
    CROSS_WON,
    DRAWN,
    EMPTY,
    LINES,
    NOUGHT_WON,
    OPEN,
    Board,
    free_cells,
    marked,
    outcome,
    to_move,
)
from tttcore.plots.line_styles import CROSS_COLOUR, NOUGHT_COLOUR, ORANGE
from tttcore.plots.style import one_panel, styled

RESULTS = {CROSS_WON: "X wins", NOUGHT_WON: "O wins", DRAWN: "draw"}
PER_PLY = 6
"""Most genes of a ply in a figure of a genome."""
COLUMNS = 6
"""Boards per row of a figure of a genome."""
_EDGE = 3


def draw_board(
    axes: Axes,
    board: Sequence[int],
    *,
    corner: tuple[float, float] = (0.0, 0.0),
    move: int | None = None,
    numbered: bool = False,
) -> None:
    """Draw a 3x3 board with edges of length 1 into axes whose y axis points down.

    Parameters
    ----------
    board : nine cells row by row, 0 empty, 1 X, 2 O; a completed line is shaded.
    corner : coordinates of the upper left corner.
    move : cell to shade as the move in the position, None for none.
    numbered : whether empty cells show their index.
    """
    cell = 1 / _EDGE
    for index in _completed(board):
        axes.add_patch(_square(index, corner, cell, facecolor="#DDDDDD"))
    if move is not None and move < CELLS:
        axes.add_patch(_square(move, corner, cell, facecolor=ORANGE, alpha=0.75))
    axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor="#999999", linewidth=0.8))
    left, top = corner
    for step in (cell, 2 * cell):
        axes.plot([left + step] * 2, [top, top + 1], color="#999999", linewidth=0.8)
        axes.plot([left, left + 1], [top + step] * 2, color="#999999", linewidth=0.8)
    reach = 0.28 * cell
    for index, mark in enumerate(board):
        x, y = left + (index % _EDGE + 0.5) * cell, top + (index // _EDGE + 0.5) * cell
        if mark == CROSS:
            for slope in (reach, -reach):
                axes.plot([x - reach, x + reach], [y - slope, y + slope], color=CROSS_COLOUR, linewidth=1.8)
        elif mark != EMPTY:
            axes.add_patch(Circle((x, y), reach, fill=False, edgecolor=NOUGHT_COLOUR, linewidth=1.8))
        elif numbered:
            axes.text(x, y, str(index), ha="center", va="center", fontsize=9, color="#444444")


def sample_loci(states: NDArray[np.uint8]) -> list[int]:
    """Choose genes of a first player to show: up to `PER_PLY` evenly spaced open states of each even ply.

    Parameters
    ----------
    states : (L, 9) boards in the order of the genes.
    """
    plies = np.count_nonzero(states, axis=1)
    unfinished = np.array([outcome(board) == OPEN for board in states.tolist()])
    loci: list[int] = []
    for ply in range(0, CELLS, 2):
        of_ply = np.flatnonzero((plies == ply) & unfinished)
        places = np.linspace(0, of_ply.size - 1, min(PER_PLY, of_ply.size)).round().astype(int)
        loci.extend(of_ply[places].tolist())
    return loci


@styled()
def genome(states: NDArray[np.uint8], genes: NDArray[np.uint8], *, loci: Sequence[int], title: str = "") -> Figure:
    """Draw genes of a genome: the board of each state with the cell that its allele marks.

    Parameters
    ----------
    states : (L, 9) boards in the order of the genes.
    genes : (L,) alleles: a cell, or 9 where the state is finished.
    loci : genes to show; they are sorted and grouped by marks on the board.

    Source: ancheta2020, Figure 4.
    """
    rows = _rows(states, sorted(loci))
    pitch, heading = (1.25, 1.75), 1.75
    width, height = heading + pitch[0] * COLUMNS, pitch[1] * len(rows)
    figure, axes = _canvas(width, height, scale=0.575)
    for row, (label, members) in enumerate(rows):
        top = row * pitch[1]
        axes.text(0, top + 0.5, label, va="center", fontsize=9)
        for column, locus in enumerate(members):
            left = heading + column * pitch[0]
            allele = int(genes[locus])
            draw_board(axes, states[locus].tolist(), corner=(left, top), move=allele)
            axes.text(left + 0.5, top + 1.08, f"cell {allele}", ha="center", va="top", fontsize=8)
    key = (heading + (COLUMNS - 1) * pitch[0], 0.0)
    if len(rows[0][1]) < COLUMNS:
        draw_board(axes, [EMPTY] * CELLS, corner=key, numbered=True)
        axes.text(key[0] - 0.15, 0.5, "shaded: the cell marked\ncells are numbered", ha="right", va="center",
                  fontsize=9)  # fmt: skip
    axes.set_title(title)
    return figure


@styled()
def game_tree(board: Board, *, title: str = "") -> Figure:
    """Draw the whole game tree below a position of nine cells, down to finished boards.

    Source: ancheta2020, Figure 1.
    """
    leaves = count()
    levels = _grow(board, leaves)
    pitch, heading = (1.45, 1.75), 1.6
    figure, axes = _canvas(heading + pitch[0] * next(leaves), pitch[1] * (len(levels) - 1) + 1.4, scale=0.62)
    for level, nodes in enumerate(levels):
        top = level * pitch[1]
        for node in nodes:
            left = heading + node.across * pitch[0]
            draw_board(axes, node.board, corner=(left, top))
            axes.text(left + 0.5, top + 1.07, RESULTS.get(outcome(node.board), ""), ha="center", va="top", fontsize=9)
            for child in node.below:
                ends = [left + 0.5, heading + child.across * pitch[0] + 0.5]
                axes.plot(ends, [top + 1, top + pitch[1]], color="#777777", linewidth=1, zorder=0.5)
        turns = {to_move(node.board) for node in nodes if outcome(node.board) == OPEN}
        if turns:
            axes.text(0, top + 0.5, f"{'X' if turns == {CROSS} else 'O'} to move", va="center", fontsize=9)
    axes.set_title(title)
    return figure


@dataclass(frozen=True)
class _Node:
    """A node of a game tree: its board, its horizontal place in widths of a leaf, and its children."""

    board: Board
    across: float
    below: tuple["_Node", ...]


def _grow(root: Board, leaves: "count[int]") -> list[list[_Node]]:
    """Lay out the tree below `root`: its nodes by level; each leaf takes the next number of `leaves`."""
    levels: list[list[_Node]] = []

    def grow(board: Board, level: int) -> _Node:
        if level == len(levels):
            levels.append([])
        cells = free_cells(board) if outcome(board) == OPEN else []
        below = tuple(grow(marked(board, cell), level + 1) for cell in cells)
        across = (below[0].across + below[-1].across) / 2 if below else float(next(leaves))
        levels[level].append(_Node(board, across, below))
        return levels[level][-1]

    grow(root, 0)
    return levels


def _rows(states: NDArray[np.uint8], loci: Sequence[int]) -> list[tuple[str, list[int]]]:
    """Split loci into rows of boards with equally many marks; the first row of each number has a heading."""
    plies = np.count_nonzero(states, axis=1)
    rows: list[tuple[str, list[int]]] = []
    for ply in sorted({int(plies[locus]) for locus in loci}):
        members = [locus for locus in loci if plies[locus] == ply]
        for start in range(0, len(members), COLUMNS):
            label = f"{ply} mark{'s' * (ply != 1)}\n({len(members)} of {np.count_nonzero(plies == ply)})"
            rows.append((label if start == 0 else "", members[start : start + COLUMNS]))
    return rows


def _completed(board: Sequence[int]) -> set[int]:
    """Cells of the completed lines."""
    return {cell for line in LINES.tolist() if len({board[c] for c in line}) == 1 and board[line[0]] for cell in line}


def _square(index: int, corner: tuple[float, float], cell: float, **style) -> Rectangle:
    place = (corner[0] + index % _EDGE * cell, corner[1] + index // _EDGE * cell)
    return Rectangle(place, cell, cell, linewidth=0, **style)


def _canvas(width: float, height: float, *, scale: float) -> tuple[Figure, Axes]:
    """Create axes without a frame, `scale` inches per unit, y pointing down."""
    figure, axes = one_panel(scale * width + 0.3, scale * height + 0.5)
    axes.set_axis_off()
    axes.set(xlim=(-0.1, width), ylim=(height, -0.1), aspect="equal")
    return figure, axes
