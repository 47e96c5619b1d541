"""Boxes of a machine to print and cut out: the board of each and the first beads of its moves, many to an A4 page."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyArrowPatch, Rectangle

from tttcore.engines.matchboxes.boxes import Boxes, boxes_of
from tttcore.engines.matchboxes.recipe import Recipe
from tttcore.games.hexapawn import Hexapawn
from tttcore.plots.line_styles import CROSS_COLOUR, NOUGHT_COLOUR, PALETTE
from tttcore.plots.style import WIDTH, blank_page, styled

LABEL = "Matchboxes to print and cut out"
COLUMNS, ROWS = 6, 8
"""Labels side by side, and below each other."""
SIDE, TOP = 9.0, 16.0
"""Margins of a page in millimetres; the title stands in the upper one."""
LABEL_WIDTH, LABEL_HEIGHT = (WIDTH - 2 * SIDE) / COLUMNS, 33.5
BOARD, CELL = 21.0, 7.0
"""Edges of a board and of a cell in millimetres."""
GREY = "#999999"
_EDGE = 3
_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


class Bead(NamedTuple):
    """First beads of a move: the cell that it leaves, the same as the one it goes to in 3x3, and their number."""

    origin: int
    target: int
    number: int


@styled()
def pages(recipe: Recipe, *, title: str) -> Iterator[Figure]:
    """A4 pages with the labels of all boxes, in the order of moves, see `engines.page_modules.Printed`.

    A box of 3x3 has the number of beads in each cell that it can mark, one of Hexapawn an arrow for each move and beads
    of its colour. Of several moves that share beads the first is drawn.
    """
    boxes = boxes_of(recipe)
    nodes, size = boxes.nodes.tolist(), COLUMNS * ROWS
    sheets = -(-len(nodes) // size)
    for sheet in range(sheets):
        figure, axes = blank_page()
        heading = f"{title}: boxes to cut out, page {sheet + 1} of {sheets}"
        axes.text(SIDE, TOP - 5, heading, fontsize=11, fontweight="bold", va="bottom")
        for place, node in enumerate(nodes[sheet * size : (sheet + 1) * size]):
            row, column = divmod(place, COLUMNS)
            corner = SIDE + column * LABEL_WIDTH, TOP + row * LABEL_HEIGHT
            move = _ORDINALS[boxes.graph.plies[node] // 2]
            _label(axes, corner, f"box {sheet * size + place + 1}, {move} move")
            _board(axes, _inside(corner), boxes.graph.boards[node].tolist(), pawns=recipe.game == "hexapawn")
            draw = _arrows if recipe.game == "hexapawn" else _numbers
            draw(axes, _inside(corner), beads_of(recipe, boxes, node))
        yield figure


def beads_of(recipe: Recipe, boxes: Boxes, node: int) -> list[Bead]:
    """First beads of the moves of a box."""
    board = tuple(boxes.graph.boards[node].tolist())
    after = boxes.graph.successors[node].tolist()
    places = [after.index(each) for each in dict.fromkeys(boxes.moves[node, : boxes.counts[node]].tolist())]
    if recipe.symmetry != "merged":
        places = [*range(boxes.counts[node])]
    numbers = boxes.start[node].tolist()
    if recipe.game == "hexapawn":
        position = Hexapawn(board, int(boxes.graph.seat[node]))
        ends = [(move // _EDGE, position.target(move)) for move in position.legal_moves()]
    else:
        ends = [(cell, cell) for cell, mark in enumerate(board) if mark == 0]
    return [Bead(ends[place][0], ends[place][1], numbers[bead]) for bead, place in enumerate(places)]


def _inside(corner: tuple[float, float]) -> tuple[float, float]:
    """Upper left corner of the board of a label."""
    return corner[0] + (LABEL_WIDTH - BOARD) / 2, corner[1] + 2


def _label(axes: Axes, corner: tuple[float, float], text: str) -> None:
    """Line to cut along, and the text below the board."""
    frame = {"fill": False, "edgecolor": GREY, "linewidth": 0.5, "linestyle": (0, (3, 3))}
    axes.add_patch(Rectangle(corner, LABEL_WIDTH, LABEL_HEIGHT, **frame))  # type: ignore[arg-type]
    axes.text(corner[0] + LABEL_WIDTH / 2, corner[1] + LABEL_HEIGHT - 1.5, text, fontsize=8, ha="center", va="bottom")


def _board(axes: Axes, corner: tuple[float, float], board: list[int], *, pawns: bool) -> None:
    """Board with its marks, or with pawns as discs: the first player's open ones, the second player's full ones."""
    left, top = corner
    for step in range(_EDGE + 1):
        axes.plot([left + step * CELL] * 2, [top, top + BOARD], color=GREY, linewidth=0.6)
        axes.plot([left, left + BOARD], [top + step * CELL] * 2, color=GREY, linewidth=0.6)
    for cell in np.flatnonzero(board).tolist():
        x, y = centre(corner, cell)
        colour = CROSS_COLOUR if board[cell] == 1 else NOUGHT_COLOUR
        if pawns or board[cell] == 2:
            axes.add_patch(Circle((x, y), 2.2, fill=pawns and board[cell] == 2, color=colour, linewidth=1.4))
        else:
            for slope in (2, -2):
                axes.plot([x - 2, x + 2], [y - slope, y + slope], color=colour, linewidth=1.6)


def _numbers(axes: Axes, corner: tuple[float, float], beads: list[Bead]) -> None:
    for bead in beads:
        x, y = centre(corner, bead.target)
        axes.text(x, y, str(bead.number), fontsize=9, ha="center", va="center_baseline")


def _arrows(axes: Axes, corner: tuple[float, float], beads: list[Bead]) -> None:
    """Arrows of all moves, and below the board their beads."""
    for place, bead in enumerate(beads):
        colour, shift = PALETTE[place % len(PALETTE)], 3.6 * (place - (len(beads) - 1) / 2)
        ends = centre(corner, bead.origin), centre(corner, bead.target)
        axes.add_patch(
            FancyArrowPatch(*ends, arrowstyle="-|>", mutation_scale=9, color=colour, linewidth=1.6, zorder=3)
        )
        x, y = corner[0] + BOARD / 2 + shift, corner[1] + BOARD + 3.2
        axes.add_patch(Circle((x, y), 1.5, color=colour))
        axes.text(x, y, str(bead.number), fontsize=8, color="white", ha="center", va="center_baseline")


def centre(corner: tuple[float, float], cell: int) -> tuple[float, float]:
    """Centre of a cell of a board."""
    return corner[0] + (cell % _EDGE + 0.5) * CELL, corner[1] + (cell // _EDGE + 0.5) * CELL
