"""Board of a game of self-play: a square window of the plane with incremental row detection; compiled.

Cell (x, y) has number (x + radius) side + y + radius, with side = 2 radius + 1, so that every direction is one step
between cell numbers. A window of radius 2:

         y  -2  -1   0   1   2
    x
    -2       0   1   2   3   4       step 1         along a row of this drawing
    -1       5   6   7   8   9       step side      down
     0      10  11  12  13  14       step side + 1  down to the right
     1      15  16  17  18  19       step side - 1  down to the left
     2      20  21  22  23  24

Whether a move completes a row is known before it is considered: whenever a mark is made, the free cells at both ends of
each row through it are examined. Boards of up to 64 cells do the same with bits of cells.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.tabular.keys import count_words, zobrist_words
from tttcore.engines.tabular.recipe import Board, Finite, Infinite, Recipe
from tttcore.games.mnk_solver import rows_of
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words

WORD_BITS = 64
MARGIN = 2
"""Rings of cells at a window's edge that stay free, since the cell behind the end of a row is read without a check."""


class BoardWindow(NamedTuple):
    """Arrays of a board, which is empty between games. Bits of seats: 1 for the first player, 2 for the second."""

    side: int  # cells along an edge of the window
    small: bool  # the board's cells fit into the bits of one word, and its lines are in `line_masks`
    marks: NDArray[np.uint8]  # (side²,) 0 for a free cell, else the seat plus 1
    completing: NDArray[np.uint8]
    """(side²,) bits of the seats that would complete a row here; on small boards only for untrained players."""
    is_candidate: NDArray[np.bool_]  # (side²,) whether a cell is listed, where candidates are neighbourhoods of marks
    candidates: NDArray[np.int32]  # cells that the player to move may choose, in order; as many as the kernel counts
    moves: NDArray[np.int32]  # cells of the game's marks, in order
    flagged: NDArray[np.int32]  # cells with bits in `completing`, which are cleared after the game
    zobrist: Words  # (2 side²,) words of marks, those of the second seat behind those of the first
    check_zobrist: Words  # the same by a second salt
    count_words: Words  # words of numbers of marks
    line_masks: Words  # (side², most) lines through each cell of a small board as bits of cells, then 0
    line_seats: NDArray[np.uint8]  # (lines,) bits of the seats with a mark in each line, where "dead" games are drawn
    lines_through: NDArray[np.int32]  # (side², most) numbers of those lines through each cell, then -1


def is_small(board: Board) -> bool:
    """True if a set of a board's cells fits into the bits of one word."""
    return isinstance(board, Finite) and board.size**2 <= WORD_BITS


def initial_radius(board: Board) -> int:
    """Radius of a window that most games on a board fit into."""
    if isinstance(board, Finite):
        return board.reach + (0 if is_small(board) else MARGIN)
    return (2 * board.reach if isinstance(board, Infinite) else 8 * board.reach) + MARGIN


def empty_window(recipe: Recipe, radius: int, salt: int, second_salt: int) -> BoardWindow:
    """Window without marks."""
    side = 2 * radius + 1
    cells = side**2
    kind = "owned" if recipe.key == "canonical" else recipe.key
    lines = _lines(recipe, radius)
    small = is_small(recipe.board)
    small_lines = lines if small else []
    drawing_lines = lines if isinstance(recipe.board, Finite) and recipe.board.tie == "dead" else []
    masks = [sum(1 << cell for cell in line) for line in small_lines]
    return BoardWindow(
        side=side,
        small=small,
        marks=np.zeros(cells, np.uint8),
        completing=np.full(cells, 3 if recipe.need == 1 else 0, np.uint8),
        is_candidate=np.zeros(cells, np.bool_),
        candidates=np.zeros(4 * cells, np.int32),
        moves=np.zeros(cells, np.int32),
        flagged=np.zeros(2 * cells, np.int32),
        zobrist=zobrist_words(kind, radius, salt).reshape(-1),
        check_zobrist=zobrist_words("owned", radius, second_salt).reshape(-1),
        count_words=count_words(cells),
        line_masks=_by_cell(small_lines, masks, cells, 0, np.uint64),
        line_seats=np.zeros(len(drawing_lines), np.uint8),
        lines_through=_by_cell(drawing_lines, range(len(drawing_lines)), cells, -1, np.int32),
    )


def _lines(recipe: Recipe, radius: int) -> list[list[int]]:
    """Window cells of each winning line of a finite board; no lines on a board without an edge."""
    if not isinstance(recipe.board, Finite):
        return []
    x, y = np.divmod(rows_of(recipe.board.size, recipe.need), recipe.board.size)
    margin = radius - recipe.board.reach
    return ((x + margin) * (2 * radius + 1) + y + margin).tolist()


def _by_cell(
    lines: list[list[int]], labels: Sequence[int], cells: int, padding: int, dtype: type[np.generic]
) -> NDArray[Any]:
    """(cells, most) labels of the lines through each cell, padded at the end."""
    through: list[list[int]] = [[] for _ in range(cells)]
    for line, label in zip(lines, labels, strict=True):
        for cell in line:
            through[cell].append(label)
    most = max(map(len, through))
    return np.array([own + [padding] * (most - len(own)) for own in through], dtype).reshape(cells, most)


@kernel
def list_area(marks, candidates, side, limit):
    """Fast form of `reference.candidates` on an area: list its free cells; return their number."""
    radius = side // 2
    count = 0
    for x in range(radius - limit, radius + limit + 1):
        for cell in range(x * side + radius - limit, x * side + radius + limit + 1):
            if marks[cell] == 0:
                candidates[count] = cell
                count += 1
    return count


@kernel
def add_neighbours(marks, candidates, is_candidate, side, limit, cell, count, duplicates):
    """Fast form of `reference.candidates` near marks: append those near a new one to `count`; return their number."""
    # The square never leaves the window: a game whose marks come too near to its edge ends before, as WINDOW_EXCEEDED.
    for x in range(-limit, limit + 1):
        for near in range(cell + x * side - limit, cell + x * side + limit + 1):
            if marks[near] == 0 and (duplicates or not is_candidate[near]):
                is_candidate[near] = True
                # New candidates come last, in rising order: a draw picks a place in this list.
                candidates[count] = near
                count += 1
    return count


@kernel
def remove_all(candidates, count, cell):
    """Remove every occurrence of `cell` from the candidates, whose order stays; return their new number."""
    left = 0
    for i in range(count):
        # Every candidate is written; the next one overwrites it unless it is kept.
        candidates[left] = candidates[i]
        left += candidates[i] != cell
    return left


@kernel
def flag_completing_cells(marks, completing, flagged, side, k, cell, seat, flags):
    """Flag the cells that complete a row of `seat` after its mark on `cell`; return the number of all flagged cells.

    Only the two ends of each run through the new mark can have become completing. With k = 4, the new mark N:

        . b X N X a X .        b would make 3 + 1 in a row, a with the mark beyond it 3 + 1 + 1: both are flagged
    """
    own = np.uint8(seat + 1)
    bit = np.uint8(1 << seat)
    # Four of the eight directions, as the others are these backwards. No walk leaves the window, whose outermost rings
    # stay free, see `MARGIN`.
    for way in (1, side - 1, side, side + 1):
        # The run of own marks through the cell: its length, and the cells behind its two ends.
        above, length = cell + way, 1
        while marks[above] == own:
            above += way
            length += 1
        below = cell - way
        while marks[below] == own:
            below -= way
            length += 1
        for end, step in ((above, way), (below, -way)):
            # A free end that isn't flagged yet: with a mark there, the run joins the own marks beyond it.
            if marks[end] == 0 and not completing[end] & bit:
                beyond, longer = end + step, length + 1
                while marks[beyond] == own:
                    beyond += step
                    longer += 1
                if longer >= k:
                    completing[end] |= bit
                    flagged[flags] = end
                    flags += 1
    return flags


@kernel
def completing_cells(line_masks, cell, own):
    """Cells, as bits, that complete a line through `cell` for the owner of the marks `own`; taken ones included."""
    found = np.uint64(0)
    for i in range(line_masks.shape[1]):
        # Nothing is missing in the 0s that fill up the row of lines, nor in a complete line: neither adds a cell.
        missing = line_masks[cell, i] & ~own
        # x & (x - 1) clears the lowest bit of x, so it is 0 if at most one cell is missing.
        if missing & (missing - np.uint64(1)) == 0:
            found |= missing
    return found


@kernel
def mark_lines(line_seats, lines_through, cell, seat):
    """Record the mark of `seat` in the lines through `cell`; return how many of them hold both players' marks only now.

    The bits of a line: 0 free, 1 first player's, 2 second player's, 3 mixed, which nobody can complete any more.
    """
    # Counted first: the loop below sets the bits by which such lines are recognised.
    mixed = newly_mixed(line_seats, lines_through, cell, seat)
    for line in lines_through[cell]:
        if line >= 0:
            line_seats[line] |= np.uint8(1 << seat)
    return mixed


@kernel
def newly_mixed(line_seats, lines_through, cell, seat):
    """Number of lines through `cell` with marks of the other seat alone, which a mark of `seat` would make mixed."""
    mixed = 0
    for line in lines_through[cell]:
        if line >= 0:
            mixed += line_seats[line] == np.uint8(2 >> seat)  # 2 >> 0 is the second player's bit, 2 >> 1 the first's
    return mixed
