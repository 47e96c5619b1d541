"""Draw 3x3 boards: positions, genomes with their moves, game trees, and how machines choose and learn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from textwrap import wrap

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
    representative,
    to_move,
)
from tttcore.plots.line_styles import CROSS_COLOUR, NOUGHT_COLOUR, ORANGE
from tttcore.plots.style import one_panel, styled

RESULTS = {CROSS_WON: "X wins", NOUGHT_WON: "O wins", DRAWN: "draw"}
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
    numbered : whether empty cells show their number, counted from 1.
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
            axes.text(x, y, str(index + 1), ha="center", va="center", fontsize=9, color="#444444")


@dataclass(frozen=True)
class Step:
    """A board of a picture that explains a machine.

    Attributes
    ----------
    board : nine cells row by row, 0 empty, 1 X, 2 O; with `pawns` 1 white and 2 black.
    caption : what it shows.
    move : cell to shade as the move, None for none.
    texts : what stands in cells, by cell.
    arrows : what stands beside moves, by the cells from and to which they go.
    pawns : True for pawns in place of marks.
    """

    board: Board
    caption: str
    move: int | None = None
    texts: Mapping[int, str] = field(default_factory=dict)
    arrows: Mapping[tuple[int, int], str] = field(default_factory=dict)
    pawns: bool = False


@styled()
def steps(shown: Sequence[Step], *, title: str = "") -> Figure:
    """Draw how a machine chooses or learns: boards in turn with a caption each, and arrows from one to the next."""
    pitch, lines = 2.05, [wrap(step.caption, 27) for step in shown]
    height = 1.1 + 0.15 * max(map(len, lines))
    figure, axes = _canvas(pitch * (len(shown) - 1) + 1.6, height, scale=0.95)
    for place, (step, caption) in enumerate(zip(shown, lines, strict=True)):
        left = 0.3 + place * pitch
        draw_board(axes, [EMPTY] * CELLS if step.pawns else step.board, corner=(left, 0), move=step.move)
        centres = [(left + (cell % _EDGE + 0.5) / _EDGE, (cell // _EDGE + 0.5) / _EDGE) for cell in range(CELLS)]
        for centre, pawn in zip(centres, step.board if step.pawns else (), strict=False):
            if pawn != EMPTY:
                axes.add_patch(Circle(centre, 0.1, fill=pawn != CROSS, color="#555555", linewidth=1.4))
        for (start, end), text in step.arrows.items():
            axes.annotate("", centres[end], centres[start], arrowprops={"arrowstyle": "-|>", "color": ORANGE})
            x, y = np.mean([centres[start], centres[end]], axis=0)
            axes.text(x, y, text, ha="center", va="center", fontsize=9, bbox={"color": "white", "pad": 0.6})
        for cell, text in step.texts.items():
            axes.text(*centres[cell], text, ha="center", va="center", fontsize=9)
        axes.text(left + 0.5, 1.1, "\n".join(caption), ha="center", va="top", fontsize=9)
        if place:
            axes.annotate("", (left - 0.35, 0.5), (left - 0.75, 0.5), arrowprops={"arrowstyle": "-|>"})
    axes.set_title(title)
    return figure


def choices_met(states: NDArray[np.uint8], genes: NDArray[np.uint8]) -> dict[int, list[int]]:
    """Loci of the states that a first player can meet with several cells free, over all replies of the second.

    Parameters
    ----------
    states, genes : see `genome`.

    Returns
    -------
    Loci in rising order for each number of marks on the board.
    """
    loci = {tuple(board): locus for locus, board in enumerate(states.tolist())}
    met: dict[int, set[int]] = {}
    replied: list[Board] = [(EMPTY,) * CELLS]
    while replied:
        board = replied.pop()
        locus, free = loci[board], free_cells(board)
        known = met.setdefault(CELLS - len(free), set())
        if locus in known or len(free) == 1:
            continue
        known.add(locus)
        after = marked(board, int(genes[locus]))
        if outcome(after) == OPEN:
            replies = (marked(after, cell) for cell in free_cells(after))
            replied += [representative(reply) for reply in replies if outcome(reply) == OPEN]
    return {ply: sorted(known) for ply, known in sorted(met.items()) if known}


@styled()
def genome(states: NDArray[np.uint8], genes: NDArray[np.uint8], *, title: str = "") -> Figure:
    """Draw genes of a first player: boards that it can meet and on which it has a choice, with the cell that it marks.

    Of the boards with equally many marks up to `COLUMNS` are shown, evenly spaced in the order of the genes.

    Parameters
    ----------
    states : (L, 9) boards in the order of the genes.
    genes : (L,) alleles: a cell, or 9 where the state is finished.

    Source: ancheta2020, Figure 4.
    """
    rows = choices_met(states, genes)
    pitch, heading = (1.25, 1.75), 1.75
    width, height = heading + pitch[0] * COLUMNS, pitch[1] * len(rows)
    figure, axes = _canvas(width, height, scale=0.575)
    for row, (ply, met) in enumerate(rows.items()):
        top = row * pitch[1]
        places = np.linspace(0, len(met) - 1, min(COLUMNS, len(met))).round().astype(int).tolist()
        label = f"{ply} mark{'s' * (ply != 1)}\n({len(places)} of {len(met)})"
        axes.text(0, top + 0.5, label, va="center", fontsize=9)
        for column, locus in enumerate(met[place] for place in places):
            left = heading + column * pitch[0]
            allele = int(genes[locus])
            draw_board(axes, states[locus].tolist(), corner=(left, top), move=allele)
            axes.text(left + 0.5, top + 1.08, f"cell {allele + 1}", ha="center", va="top", fontsize=8)
    key = (heading + (COLUMNS - 1) * pitch[0], 0.0)
    draw_board(axes, [EMPTY] * CELLS, corner=key, numbered=True)
    axes.text(key[0] - 0.15, 0.5, "shaded: the cell marked\ncells are numbered", ha="right", va="center", fontsize=9)
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
