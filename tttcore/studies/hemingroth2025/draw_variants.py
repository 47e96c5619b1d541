"""Draw the eight variants of a scenario with their keys, the base case, and the inverses of a listing."""

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tttcore.games.classic import Board
from tttcore.plots.boards import draw_board
from tttcore.plots.palette import GREEN, VERMILLION
from tttcore.plots.style import one_panel, styled
from tttcore.studies.hemingroth2025.listing import LISTING, Listing, is_undone, keys, permutation, scenario

EXAMPLE: Board = (2, 0, 0, 0, 1, 0, 0, 2, 1)
"""A board without symmetry, whose base case is the sixth variant."""

_COLUMNS = 4
_SPACING = (1.8, 1.85)
_MARGIN = 0.1
_CODE: dict[str, Any] = {"ha": "center", "fontsize": 7.5, "family": "DejaVu Sans Mono"}


@styled()
def variant_boards(board: Board = EXAMPLE, *, listing: Listing = LISTING, title: str = "") -> Figure:
    """Boards of the variants of a scenario, each with its operations above and its key and inverse below.

    The base case, the variant with the least key, is framed; of equal ones the first. An inverse that doesn't undo its
    variant is red and labelled so.

    Parameters
    ----------
    board : nine cells row by row, 0 empty, 1 X, 2 O.
    listing : operations that make and undo the variants.

    Source: hemingroth2025, Figures 1 and 2.
    """
    rows = -(-len(listing) // _COLUMNS)
    figure, axes = one_panel(1.3 * _COLUMNS * _SPACING[0], 1.3 * rows * _SPACING[1] + 0.3, title=title)
    axes.set_axis_off()
    axes.set(xlim=(-0.4, _COLUMNS * _SPACING[0] - 0.4), ylim=(rows * _SPACING[1] - 0.3, -0.35), aspect="equal")
    images = [tuple(board[cell] for cell in permutation(row.steps)) for row in listing]
    image_keys = keys([scenario(image) for image in images]).tolist()
    for place, (row, image, key) in enumerate(zip(listing, images, image_keys, strict=True)):
        left, top = place % _COLUMNS * _SPACING[0], place // _COLUMNS * _SPACING[1]
        is_base = place == image_keys.index(min(image_keys))
        if is_base:
            frame = (left - _MARGIN, top - _MARGIN), 1 + 2 * _MARGIN, 1 + 2 * _MARGIN
            axes.add_patch(Rectangle(*frame, fill=False, edgecolor=GREEN, linewidth=2.2))
        draw_board(axes, image, corner=(left, top))
        axes.text(left + 0.5, top - 0.15, f"{place + 1}  {as_printed(row.steps)}", va="bottom", **_CODE)
        axes.text(left + 0.5, top + 1.14, f"key {key}" + ", base case" * is_base, ha="center", va="top", fontsize=8.5,
                  fontweight="bold" if is_base else "normal")  # fmt: skip
        is_wrong = not is_undone(row)
        back = f"back: {as_printed(row.inverse)}" + "\ndoesn't lead back" * is_wrong
        axes.text(left + 0.5, top + 1.29, back, va="top", color=VERMILLION if is_wrong else "black", **_CODE)
    return figure


def as_printed(steps: Sequence[str]) -> str:
    """Text of operations as nested calls, such as ``rotate(flip(s))``; ``s`` if there are none."""
    return "".join(f"{step}(" for step in steps) + "s" + ")" * len(steps)
