"""The board of a game between learners, compiled: a square window of the plane, wide enough for what is played in it.

Cells in which a player would complete a row are known before anybody asks: whenever a mark is made, both ends of each
row through it are looked at.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.tabular.boards import Board, Finite, Infinite
from tttcore.engines.tabular.keys import size_words, words_of
from tttcore.engines.tabular.recipe import Recipe
from tttcore.games.mnk_solver import rows_of
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words

WORD = 64
MARGIN = 2
"""Rings of a window that stay free: what lies behind the end of a row is looked at."""


class Window(NamedTuple):
    """Arrays of a board; cell (x, y) is number (x + radius) side + y + radius, with side = 2 radius + 1.

    Attributes
    ----------
    marks : (side²,) 0 nobody's, else the seat plus 1.
    rows : (side²,) bits of the seats that would complete a row here.
    listed : (side²,) whether a cell is among those thought of, where these are neighbourhoods.
    cells : those thought of, in order.
    made : the game's marks, in order.
    flagged : cells with bits in `rows`.
    words, checks : (2 side²,) words of marks by two salts, those of the second seat behind those of the first.
    sizes : words of numbers of marks.
    completions : (side², most) the lines through each cell of a small board as bits of cells, then 0; none on others.
    lines : (lines,) bits of the seats with a mark in each line, where a game is drawn when all are mixed.
    through : (side², most) those lines through each cell, then -1.
    """

    marks: NDArray[np.uint8]
    rows: NDArray[np.uint8]
    listed: NDArray[np.bool_]
    cells: NDArray[np.int32]
    made: NDArray[np.int32]
    flagged: NDArray[np.int32]
    words: Words
    checks: Words
    sizes: Words
    completions: Words
    lines: NDArray[np.uint8]
    through: NDArray[np.int32]


def is_small(board: Board) -> bool:
    """Whether a board's cells are bits of a word."""
    return isinstance(board, Finite) and board.size**2 <= WORD


def radius_at_first(board: Board) -> int:
    """Radius of a window that most games on a board stay in."""
    if isinstance(board, Finite):
        return board.reach + (0 if is_small(board) else MARGIN)
    return (2 * board.reach if isinstance(board, Infinite) else 8 * board.reach) + MARGIN


def empty_window(recipe: Recipe, radius: int, salt: int, second_salt: int) -> Window:
    """Window without marks."""
    cells = (2 * radius + 1) ** 2
    kind = "owned" if recipe.key == "canonical" else recipe.key
    found = _lines(recipe, radius)
    completing = found if is_small(recipe.board) else []
    mixing = found if isinstance(recipe.board, Finite) and recipe.board.tie == "dead" else []
    bits = [sum(1 << cell for cell in line) for line in completing]
    return Window(
        marks=np.zeros(cells, np.uint8),
        rows=np.full(cells, 3 if recipe.need == 1 else 0, np.uint8),
        listed=np.zeros(cells, np.bool_),
        cells=np.zeros(4 * cells, np.int32),
        made=np.zeros(cells, np.int32),
        flagged=np.zeros(2 * cells, np.int32),
        words=words_of(kind, radius, salt).reshape(-1),
        checks=words_of("owned", radius, second_salt).reshape(-1),
        sizes=size_words(cells),
        completions=_by_cell(completing, bits, cells, 0, np.uint64),
        lines=np.zeros(len(mixing), np.uint8),
        through=_by_cell(mixing, range(len(mixing)), cells, -1, np.int32),
    )


def _lines(recipe: Recipe, radius: int) -> list[list[int]]:
    """Cells of each line of a finite board; none without an edge."""
    if not isinstance(recipe.board, Finite):
        return []
    x, y = np.divmod(rows_of(recipe.board.size, recipe.need), recipe.board.size)
    margin = radius - recipe.board.reach
    return ((x + margin) * (2 * radius + 1) + y + margin).tolist()


def _by_cell(
    lines: list[list[int]], names: Sequence[int], cells: int, filling: int, kind: type[np.generic]
) -> NDArray[Any]:
    """(cells, most) names of the lines through each cell, then `filling`."""
    through: list[list[int]] = [[] for _ in range(cells)]
    for line, name in zip(lines, names, strict=True):
        for cell in line:
            through[cell].append(name)
    most = max(map(len, through))
    return np.array([own + [filling] * (most - len(own)) for own in through], kind).reshape(cells, most)


@kernel
def list_area(marks, cells, side, limit):
    """List all free cells with coordinates from -`limit` to `limit`, x before y; how many."""
    radius = side // 2
    count = 0
    for x in range(radius - limit, radius + limit + 1):
        for cell in range(x * side + radius - limit, x * side + radius + limit + 1):
            if marks[cell] == 0:
                cells[count] = cell
                count += 1
    return count


@kernel
def list_near(marks, cells, listed, side, limit, cell, count, duplicates):
    """Add free cells within `limit` of `cell` to the `count` that are listed; how many there are then."""
    for x in range(-limit, limit + 1):
        for near in range(cell + x * side - limit, cell + x * side + limit + 1):
            if marks[near] == 0 and (duplicates or not listed[near]):
                listed[near] = True
                cells[count] = near
                count += 1
    return count


@kernel
def take_out(cells, count, cell):
    """Take all of `cell` out of those listed, whose order stays; how many are left."""
    left = 0
    for i in range(count):
        cells[left] = cells[i]
        left += cells[i] != cell
    return left


@kernel
def find_rows(marks, rows, flagged, side, need, cell, seat, flags):
    """Flag the cells in which `seat`, who has just marked `cell`, would complete a row; how many are flagged."""
    own = np.uint8(seat + 1)
    bit = np.uint8(1 << seat)
    for way in (1, side - 1, side, side + 1):
        above, length = cell + way, 1
        while marks[above] == own:
            above += way
            length += 1
        below = cell - way
        while marks[below] == own:
            below -= way
            length += 1
        for end, step in ((above, way), (below, -way)):
            if marks[end] == 0 and not rows[end] & bit:
                beyond, longer = end + step, length + 1
                while marks[beyond] == own:
                    beyond += step
                    longer += 1
                if longer >= need:
                    rows[end] |= bit
                    flagged[flags] = end
                    flags += 1
    return flags


@kernel
def completed(completions, cell, own):
    """Cells, as bits, that complete a row through `cell` for the owner of the marks `own`."""
    ready = np.uint64(0)
    for i in range(completions.shape[1]):
        missing = completions[cell, i] & ~own
        if missing & (missing - np.uint64(1)) == 0:
            ready |= missing
    return ready


@kernel
def mix_lines(lines, through, cell, seat):
    """Mark the lines through `cell`; how many of them hold marks of both seats only now."""
    mixed = would_mix(lines, through, cell, seat)
    for number in through[cell]:
        if number >= 0:
            lines[number] |= np.uint8(1 << seat)
    return mixed


@kernel
def would_mix(lines, through, cell, seat):
    """How many lines that only the other seat has marks in go through `cell`."""
    mixed = 0
    for number in through[cell]:
        if number >= 0:
            mixed += lines[number] == np.uint8(2 >> seat)
    return mixed
