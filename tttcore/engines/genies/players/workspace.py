"""Arrays that the incremental game kernel works in, and how much memory they take.

- A line is one signed byte: the number of the first player's marks minus the second's, or `DEAD` once both have one.
- A cell's key is its value times a power of two, the unit, plus its place counted from the end (unit - 1 - cell):

      key = value * unit + (unit - 1 - cell)        unit > largest cell number

  so that the highest key is that of the first of the best cells. A marked cell has a key far below all others.
- On boards of more than `SMALL_BOARD_CELLS` cells, keys are bounded from above by blocks of `BLOCK` cells (`bounds`)
  and of `BLOCK` blocks (`block_bounds`), a tree of three levels in which the highest key is found.
"""

import mmap
from typing import NamedTuple

import numpy as np
import psutil
from numpy.typing import NDArray

from tttcore.games.hypercube import CellLines, Hypercube, empty_cell_lines, find_lines_through
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.messages import ConfigError

# The largest signed byte: an edge is 126 at most, and a line that isn't complete has 125 marks of a player at most.
DEAD = 127
"""Byte of a line in which both players have a mark: nobody can complete it any more."""
SMALL_BOARD_CELLS = 4096
"""Most cells of a small board, on which all keys are scanned for the highest and all lines through cells are stored."""
BLOCK = 64


class Workspace(NamedTuple):
    """A board and the arrays that games on it are played in."""

    edge: int
    dimensions: int
    lines: NDArray[np.int8]  # (lines,) marks in each line, see above; all 0 when a game begins
    keys: NDArray[np.signedinteger]  # (2, cells) key of each cell for each player, in 32 or 64 bits
    bounds: NDArray[np.int64]  # (2, blocks) upper bounds of the keys of `BLOCK` cells; empty on a small board
    block_bounds: NDArray[np.int64]  # (2, blocks of blocks) upper bounds of `BLOCK` bounds
    changes: NDArray[np.signedinteger]
    """(2, 2 edge, 2) change of the keys on a line by the player who marks it, the marks of the line before (edge + own
    marks, or edge - opponent's marks), and the player whose keys they are."""
    degrees: NDArray[np.int32]  # (cells,) number of lines through each cell
    moves: NDArray[np.int64]  # (cells,) cells in the order in which they were marked
    cell_lines: CellLines
    """Lines through every cell of a small board, one cell after the other; else a buffer for those of one cell."""
    offsets: NDArray[np.int64]
    """(cells + 1,) where the lines of each cell begin and end in `cell_lines`; empty on a large board."""


def empty_workspace(board: Hypercube, largest: int) -> Workspace:
    """Workspace for games on a board with genes from -`largest` to `largest`.

    Lines take memory when they are first marked: on a large board most of them never are.

    Raises
    ------
    ValueError
        If a game can need more memory than is free.
    """
    check_memory(board)
    small = board.cells <= SMALL_BOARD_CELLS
    short = small and 2 * board.largest_degree * largest <= largest_value(board, np.int32)
    word = np.int32 if short else np.int64
    blocks = 0 if small else -(-board.cells // BLOCK)
    cell_lines, offsets = _all_cell_lines(board) if small else (empty_cell_lines(board), np.empty(0, np.int64))
    return Workspace(
        edge=board.edge,
        dimensions=board.dimensions,
        lines=_lazy_zeros(board.line_count),
        keys=np.empty((2, board.cells), word),
        bounds=np.empty((2, blocks), np.int64),
        block_bounds=np.empty((2, -(-blocks // BLOCK)), np.int64),
        changes=np.zeros((2, 2 * board.edge, 2), word),
        degrees=board.degrees(),
        moves=np.empty(board.cells, np.int64),
        cell_lines=cell_lines,
        offsets=offsets,
    )


def check_memory(board: Hypercube) -> None:
    """Refuse a board on which a game can need more memory than is free; ConfigError says how much."""
    needed, free = needed_memory(board), psutil.virtual_memory().available
    if needed > free:
        raise ConfigError(
            f"a board of {board.dimensions} dimensions and edge {board.edge} needs up to "
            f"{needed / 2**30:.4g} GiB of memory; free: {free / 2**30:.4g} GiB"
        )


def needed_memory(board: Hypercube) -> int:
    """Bytes that a game can take at most."""
    word = np.dtype(np.int64).itemsize
    cell_lines = board.line_count * board.edge * 3 * word if board.cells <= SMALL_BOARD_CELLS else 0
    return board.line_count + board.cells * (3 * word + np.dtype(np.int32).itemsize) + cell_lines


def largest_value(board: Hypercube, word: type[np.signedinteger]) -> int:
    """Largest value of a cell with which keys of a word can't overflow.

    A quarter of the word's range is left for values and places; the rest is for marked cells, whose keys start from
    `taken_key` and still change.
    """
    return int(np.iinfo(word).max) // 4 // 2 ** (board.cells - 1).bit_length()


@inlined
def place_bits(cells):
    """Number of low bits of a key that have room for every cell's place; the value is above them."""
    bits = 0
    while 1 << bits < cells:
        bits += 1
    return bits


@inlined
def cell_of(key, bits):
    """The cell of a key, whose low bits count it from the end."""
    # In two's complement & takes the low bits of a negative key as they are, so that values below 0 need no care.
    return (1 << bits) - 1 - (key & ((1 << bits) - 1))


@inlined
def after_mark(marks, sign):
    """A line's byte after a mark, by the player of this sign, that doesn't complete it."""
    # Own marks have the sign of the player. A product below 0 means the opponent's marks.
    return np.int8(DEAD if marks == DEAD or marks * sign < 0 else marks + sign)


@inlined
def taken_key(keys):
    """Key of a cell when it is marked, so low that with all that is added later it stays below half of it."""
    # Half of the negative range: what is added later, see `largest_value`, can't carry it round the word's lower end.
    return -(1 << 30) if keys.itemsize == 4 else -(1 << 62)


def _lazy_zeros(size: int) -> NDArray[np.int8]:
    """Zeros that take memory page by page, in small pages, where they are first written."""
    memory = mmap.mmap(-1, size)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(memory, np.int8)


def _all_cell_lines(board: Hypercube) -> tuple[CellLines, NDArray[np.int64]]:
    """Lines through every cell, and the offsets at which those of each cell begin and end."""
    offsets = np.append(0, np.cumsum(board.degrees(), dtype=np.int64))
    line, start, step = (np.empty(offsets[-1], np.int64) for _ in range(3))
    one = empty_cell_lines(board)
    _gather_lines(board.edge, board.dimensions, offsets, one, line, start, step)
    return CellLines(line, start, step, one.places), offsets


@kernel
def _gather_lines(edge, dimensions, offsets, one, line, start, step):
    """Write the lines through every cell, one cell after the other; `one` is a buffer for those of a single cell."""
    for cell in range(offsets.size - 1):
        count = find_lines_through(cell, edge, dimensions, one)
        begin = offsets[cell]
        for i in range(count):
            line[begin + i], start[begin + i], step[begin + i] = one.line[i], one.start[i], one.step[i]
