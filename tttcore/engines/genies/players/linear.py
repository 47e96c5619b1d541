"""Genies: players that value a cell by the lines through it (Post 1999, Methods; Appendix C, GeniePop).

A line counts for a player as long as one of the two has no mark in it: with k own marks it is worth the gene own[k],
with k of the opponent's theirs[k], and while it is empty both own[0] and theirs[0]. A cell is worth the sum over its
lines, as they are before it is marked; the highest is marked, of equal ones the first.

Three of the document's four strategies are such players: 4 with genes of its own; 3, to win or else to block, with
weights for lines that lack one mark alone; and 2, to take the first free cell, with none. Strategy 1 marks at random.

How a game is fast, and why it is the same game:

- A line is one signed byte: the number of marks of the first player, minus those of the second, or `DEAD` when it has
  both. A mark changes what its own lines are worth and no other; each change is added to the cells of that line.
- A cell's key is its worth above its place counted from the end, so that the highest key is the first of the best
  cells. On large boards keys are bounded from above by blocks of 64 cells and of 64 blocks. Where a key rises its
  bounds rise with it, where it falls they are left too high; a bound is made exact when it is the highest there is.
- Once every line is dead nobody can win, and a game ends drawn without filling the board.
"""

import mmap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import numpy as np
import psutil
from numpy.typing import NDArray

from tttcore.games.lattice import Lattice, Rays, empty_rays, find_rays
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.registry import ConfigError
from tttcore.pipeline.rng import next_word, pick

RANDOM: Final = 1
FIRST_FREE: Final = 2
WIN_OR_BLOCK: Final = 3
EVALUATE: Final = 4
Strategy = Literal[1, 2, 3, 4]
"""The document's numbers of its strategies."""

Genes = NDArray[np.int64]
"""(2 edge,) own[0], ..., own[edge - 1], theirs[0], ..., theirs[edge - 1]."""

DEAD = 127
SHALLOW = 4096
"""Up to so many cells the best is found by looking at all of them."""
BLOCK = 64


def strategy_3_genes(lattice: Lattice) -> Genes:
    """Genes with which an evaluator wins if it can, else blocks most lines, else takes the first free cell."""
    genes = np.zeros(2 * lattice.edge, np.int64)
    genes[-1] = 1
    genes[lattice.edge - 1] = lattice.largest_degree + 1
    return genes


@dataclass(frozen=True)
class Player:
    """Who plays: a strategy, and genes if it is `EVALUATE`."""

    strategy: Strategy
    genes: Sequence[int] = field(default=())

    def weights(self, lattice: Lattice) -> Genes:
        """The genes of the evaluator that plays like this one on a board; zeros for `RANDOM`.

        Raises
        ------
        ValueError
            For an unknown strategy, genes of another number than 2 edge or too large to be added up.
        """
        match self.strategy:
            case 1 | 2:
                return np.zeros(2 * lattice.edge, np.int64)
            case 3:
                return strategy_3_genes(lattice)
            case 4:
                return checked_genes(self.genes, lattice)
        raise ValueError(f"strategy: {self.strategy!r}; allowed: 1, 2, 3, 4")


def checked_genes(genes: Sequence[int], lattice: Lattice) -> Genes:
    """Genes as an array; ValueError if they aren't 2 edge whole numbers, or so large that a cell's worth overflows."""
    wanted = 2 * lattice.edge
    if len(genes) != wanted:
        raise ValueError(
            f"genes: {len(genes)} of them; allowed: {wanted}, two for each cell of an edge of {lattice.edge}"
        )
    limit = largest_gene(lattice)
    for place, gene in enumerate(genes):
        if gene != int(gene) or abs(gene) > limit:
            raise ValueError(f"genes: {gene!r} at {place + 1}; allowed: whole numbers from -{limit} to {limit}")
    return np.array(genes, np.int64)


def largest_gene(lattice: Lattice) -> int:
    """Largest gene with which no cell's key can overflow."""
    return _largest_worth(lattice, np.int64) // (2 * lattice.largest_degree)


def random_players(lattice: Lattice, rng: np.random.Generator) -> tuple[Player, Player]:
    """Two evaluators with genes from 0 to 9, each as likely (Post 1999, Results)."""
    first, second = rng.integers(0, 10, (2, 2 * lattice.edge))
    return Player(EVALUATE, first), Player(EVALUATE, second)


@dataclass(frozen=True)
class Game:
    """A finished game.

    Attributes
    ----------
    winner : 1 for the first player, 2 for the second, 0 for a draw.
    moves : (moves,) cells in the order in which they were marked.
    """

    winner: int
    moves: NDArray[np.int64]


def play(
    lattice: Lattice,
    first: Player,
    second: Player,
    rng: np.random.Generator | None = None,
    *,
    to_the_end: bool = False,
) -> Game:
    """Play a game.

    Parameters
    ----------
    rng : where random players get their moves.
    to_the_end : whether a game that nobody can win goes on until the board is full, as in the document.

    Raises
    ------
    ValueError
        If the board can need more memory than is free, a player can't play on it, or a random player lacks `rng`.
    """
    check_memory(lattice)
    weights = np.stack([first.weights(lattice), second.weights(lattice)])
    random = np.array([player.strategy == RANDOM for player in (first, second)])
    if random.any() and rng is None:
        raise ValueError("rng: a random player needs one")
    state = rng.bit_generator.random_raw(1) if rng is not None else np.zeros(1, np.uint64)
    space = empty_space(lattice, int(np.abs(weights).max()))
    winner, count = play_game(space, weights, random, state, to_the_end)
    return Game(winner, space.moves[:count].copy())


class Space(NamedTuple):
    """A board and the arrays that games on it are played in."""

    edge: int
    dimensions: int
    lines: NDArray[np.int8]
    """Marks of each line, see above."""
    keys: NDArray[np.signedinteger]
    """(2, cells) what each cell is worth to each player, in 32 or 64 bits."""
    bounds: NDArray[np.int64]
    """(2, blocks) of the keys of 64 cells; none on a shallow board."""
    tops: NDArray[np.int64]
    """(2, blocks) of 64 bounds."""
    changes: NDArray[np.signedinteger]
    """(2, 2 edge, 2) by who marks, the line's marks as seen by who marks, and whose key: what its cells gain."""
    degrees: NDArray[np.int32]
    moves: NDArray[np.int64]
    rays: Rays
    """Lines through every cell of a shallow board, one cell after the other; else room for those of one."""
    ends: NDArray[np.int64]
    """(cells + 1,) where each cell's rays begin and end; none on a deep board."""


def needed_memory(lattice: Lattice) -> int:
    """Bytes that a game can take at most."""
    word = np.dtype(np.int64).itemsize
    rays = lattice.line_count * lattice.edge * 3 * word if lattice.cells <= SHALLOW else 0
    return lattice.line_count + lattice.cells * (3 * word + np.dtype(np.int32).itemsize) + rays


def check_memory(lattice: Lattice) -> None:
    """Refuse a board on which a game can need more memory than is free; ConfigError says how much."""
    needed, free = needed_memory(lattice), psutil.virtual_memory().available
    if needed > free:
        raise ConfigError(
            f"a board of {lattice.dimensions} dimensions and edge {lattice.edge} needs up to "
            f"{needed / 2**30:.4g} GiB of memory; free: {free / 2**30:.4g} GiB"
        )


def empty_space(lattice: Lattice, largest: int) -> Space:
    """Room for games on a board with genes from -`largest` to `largest`.

    Lines take memory when they are first marked: on a large board most of them never are.

    Raises
    ------
    ValueError
        If a game can need more memory than is free.
    """
    check_memory(lattice)
    shallow = lattice.cells <= SHALLOW
    small = shallow and 2 * lattice.largest_degree * largest <= _largest_worth(lattice, np.int32)
    word = np.int32 if small else np.int64
    blocks = 0 if shallow else -(-lattice.cells // BLOCK)
    rays, ends = _all_rays(lattice) if shallow else (empty_rays(lattice), np.empty(0, np.int64))
    return Space(
        edge=lattice.edge,
        dimensions=lattice.dimensions,
        lines=_untouched(lattice.line_count),
        keys=np.empty((2, lattice.cells), word),
        bounds=np.empty((2, blocks), np.int64),
        tops=np.empty((2, -(-blocks // BLOCK)), np.int64),
        changes=np.zeros((2, 2 * lattice.edge, 2), word),
        degrees=lattice.degrees(),
        moves=np.empty(lattice.cells, np.int64),
        rays=rays,
        ends=ends,
    )


def _untouched(size: int) -> NDArray[np.int8]:
    """Zeros that take memory page by page, small pages that is, where they are first written."""
    memory = mmap.mmap(-1, size)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(memory, np.int8)


def _largest_worth(lattice: Lattice, word: type[np.signedinteger]) -> int:
    """Up to which worth keys have room for places below and for changes of marked cells, which start from `_taken`."""
    return int(np.iinfo(word).max) // 4 // 2 ** (lattice.cells - 1).bit_length()


def _all_rays(lattice: Lattice) -> tuple[Rays, NDArray[np.int64]]:
    """Lines through every cell, and where each cell's begin and end."""
    ends = np.append(0, np.cumsum(lattice.degrees(), dtype=np.int64))
    line, start, step = (np.empty(ends[-1], np.int64) for _ in range(3))
    one = empty_rays(lattice)
    _gather_rays(lattice.edge, lattice.dimensions, ends, one, line, start, step)
    return Rays(line, start, step, one.places), ends


@kernel
def _gather_rays(edge, dimensions, ends, one, line, start, step):
    """Find the lines through every cell, one cell after the other."""
    for cell in range(ends.size - 1):
        count = find_rays(cell, edge, dimensions, one)
        begin = ends[cell]
        for ray in range(count):
            line[begin + ray], start[begin + ray], step[begin + ray] = one.line[ray], one.start[ray], one.step[ray]


@kernel
def play_game(space, weights, random, state, to_the_end):  # noqa: PLR0912 - see below
    """Play a game and return its winner, see `Game`, and the number of moves, which `space` holds.

    Parameters
    ----------
    space : see `empty_space`; its lines are cleared.
    weights : (2, 2 edge) genes of both players.
    random : (2,) who plays at random instead.
    state : where random players get their words.
    to_the_end : whether a game that nobody can win goes on.
    """
    # Arrays are taken out of `space` once, and the inner loop is written out: handing an array on, even to an inlined
    # function, counts its references, which takes longer than what is done with a line.
    edge, dimensions, lines, changes, moves = space.edge, space.dimensions, space.lines, space.changes, space.moves
    first, second, bounds, tops = space.keys[0], space.keys[1], space.bounds, space.tops
    rays, ends = space.rays, space.ends
    ray_line, ray_start, ray_step = rays.line, rays.start, rays.step
    deep = bounds.size > 0
    _weigh_changes(edge, weights, changes, _unit(first.size))
    _fill(first, bounds, tops, space.degrees, weights, edge, 0)
    _fill(second, bounds, tops, space.degrees, weights, edge, 1)
    live = lines.size
    for turn in range(first.size):
        mover, sign = turn & 1, 1 - 2 * (turn & 1)
        if random[mover]:
            cell = _random_cell(edge, dimensions, first, state)
        elif mover:
            cell = _best_cell(second, bounds, tops, mover)
        else:
            cell = _best_cell(first, bounds, tops, mover)
        moves[turn] = cell
        first[cell] = second[cell] = _taken(first)
        if ends.size:
            begin, end = ends[cell], ends[cell + 1]
        else:
            begin, end = 0, find_rays(cell, edge, dimensions, rays)
        for ray in range(begin, end):
            line = np.uint64(ray_line[np.uint64(ray)])
            marks = np.int64(lines[line])
            if marks == DEAD:
                continue
            own = marks * sign
            if own == edge - 1:
                return mover + 1, turn + 1
            if own < 0:
                lines[line] = DEAD
                live -= 1
            else:
                lines[line] = marks + sign
            to_first = changes[mover, np.uint64(edge + own), 0]
            to_second = changes[mover, np.uint64(edge + own), 1]
            start, step = ray_start[np.uint64(ray)], ray_step[np.uint64(ray)]
            for place in range(edge):
                other = np.uint64(start + place * step)
                first[other] += to_first
                second[other] += to_second
            if deep and to_first > 0:
                _raise_bounds(first, bounds, tops, 0, start, step, edge)
            if deep and to_second > 0:
                _raise_bounds(second, bounds, tops, 1, start, step, edge)
        if live == 0 and not to_the_end:
            return 0, turn + 1
    return 0, first.size


@inlined
def _raise_bounds(keys, bounds, tops, player, start, step, edge):
    """Lift the bounds above the keys of a line's cells, after these rose."""
    for place in range(edge):
        cell = np.uint64(start + place * step)
        block, top = cell // np.uint64(BLOCK), cell // np.uint64(BLOCK * BLOCK)
        bounds[player, block] = max(bounds[player, block], keys[cell])
        tops[player, top] = max(tops[player, top], keys[cell])


@inlined
def _weigh_changes(edge, genes, changes, unit):
    """What marks change in the keys of both players."""
    for player in range(2):
        other = 1 - player
        empty = genes[player, 0] + genes[player, edge]
        for marks in range(edge):
            own = genes[player, marks] if marks else empty
            theirs = genes[player, edge + marks] if marks else empty
            if marks + 1 < edge:
                changes[player, edge + marks, player] = (genes[player, marks + 1] - own) * unit
                changes[other, edge + marks, player] = (genes[player, edge + marks + 1] - theirs) * unit
            if marks:
                changes[player, edge - marks, player] = -theirs * unit
                changes[other, edge - marks, player] = -own * unit


@inlined
def _fill(keys, bounds, tops, degrees, genes, edge, player):
    """Keys of the empty board."""
    unit = _unit(keys.size)
    empty = (genes[player, 0] + genes[player, edge]) * unit
    for cell in range(keys.size):
        keys[cell] = degrees[cell] * empty + (unit - 1 - cell)
    for block in range(bounds.shape[1]):
        bounds[player, block] = _highest(keys[block * BLOCK : (block + 1) * BLOCK])
    for top in range(tops.shape[1]):
        tops[player, top] = _highest(bounds[player, top * BLOCK : (top + 1) * BLOCK])


@inlined
def _unit(cells):
    """By how much one more in worth raises a key: the power of two that has room for every place."""
    unit = np.int64(1)
    while unit < cells:
        unit *= 2
    return unit


@inlined
def _taken(keys):
    """Key of a marked cell, so low that with all that is added later it stays below half of it."""
    return -(1 << 30) if keys.itemsize == 4 else -(1 << 62)


@kernel
def _highest(values):
    """The highest value. Indices and comparison are written so that they are vectorised: ten times as fast."""
    highest = values[0]
    for i in range(values.size):
        highest = max(highest, values[i])
    return highest


@inlined
def _random_cell(edge, dimensions, keys, state):
    """A free cell, each as likely: coordinates are drawn until they are those of one."""
    while True:
        word = next_word(state)
        cell = 0
        for _ in range(dimensions):
            place, word = pick(word, edge)
            cell = cell * edge + np.int64(place)
        if keys[cell] > _taken(keys) // 2:
            return cell


@inlined
def _best_cell(keys, bounds, tops, player):
    """The first of the cells that are worth most."""
    highest = _highest_bounded(keys, bounds[player], tops[player]) if bounds.size else _highest(keys)
    unit = _unit(keys.size)
    return unit - 1 - (highest & (unit - 1))


@kernel
def _highest_bounded(keys, bounds, tops):
    """The highest key: the highest bound is made exact until it was so already."""
    while True:
        top = np.argmax(tops)
        blocks = bounds[top * BLOCK : (top + 1) * BLOCK]
        while True:
            block = np.argmax(blocks)
            start = (top * BLOCK + block) * BLOCK
            exact = _highest(keys[start : start + BLOCK])
            if exact == blocks[block]:
                break
            blocks[block] = exact
        if exact == tops[top]:
            return exact
        tops[top] = exact
