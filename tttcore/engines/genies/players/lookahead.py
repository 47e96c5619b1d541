"""MinMax, suggested beside the Genies (Post 1999, Discussion): what a Genie sees, some moves ahead, on small boards.

S(c) is what a Genie sees in a cell c: the sum over its lines, as they are before the mark, for the player who moves. To
that player a position, looked into d moves deep, is worth

    v(d) = the most over free cells c of S(c) - v'(d - 1),        v(0) = 0,

where v' is what the position after the mark is worth to the other player, with the same genes. A mark that completes a
line ends the game and is worth a reward instead, above all that sums can come to and higher the sooner it comes; a
position without a free cell or without a live line is worth 0. The first of the best cells is marked, so that among
cells that win it is the first.

At depth 1 this is the Genie with the same genes, except that a line that can be completed is, whatever its genes say.

Alpha-beta finds the same cell as looking at everything does, and looks at little of it:

- Cells are tried in the order of S, the highest first.
- The root chooses the first of equal cells all the same: sums are whole numbers, so that a cell before the best so far
  is looked into with a window that is wider by one.
- Nothing is looked at below a position in which a line can be completed, and of one at the last ply the highest S only.
- The reward is added to what a line that lacks one mark is worth, so that the highest S tells whether a cell wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import DEAD, EVALUATE, RANDOM, SHALLOW, Game, Player
from tttcore.engines.genies.players.naive_evaluator import STATES, worth
from tttcore.games.lattice import Lattice, all_lines
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import below

TAKEN = -(1 << 62)
"""Key of a marked cell; with all that is added later it stays below half of it."""
ENDLESS = 1 << 60
"""More than any cell or position is worth."""
OPEN = ENDLESS + 1
"""Instead of the value of a position that has to be looked into."""


@dataclass(frozen=True)
class MinMax:
    """Who plays: genes as of a Genie, and how many moves it looks ahead, its own among them."""

    genes: Sequence[int]
    depth: int


@dataclass(frozen=True)
class Contest(Game):
    """A finished game.

    Attributes
    ----------
    nodes : of the first and the second player, positions whose cells they weighed in all their moves; one in each move
        of a Genie, none of a random player.
    """

    nodes: tuple[int, int]


def contest(
    lattice: Lattice, first: Player | MinMax, second: Player | MinMax, rng: np.random.Generator | None = None
) -> Contest:
    """Play a game, which ends drawn once nobody can win it.

    Parameters
    ----------
    rng : where random players get their moves.

    Raises
    ------
    ValueError
        If a player can't play on this board, a random player lacks `rng`, or the board has more than 4,096 cells.
    """
    if lattice.cells > SHALLOW:
        raise ValueError(f"a board of {lattice.cells:,} cells is too large for MinMax; allowed: up to {SHALLOW:,}")
    eyes = [eyes_of(player, lattice) for player in (first, second)]
    if rng is None and not all(each.depth for each in eyes):
        raise ValueError("rng: a random player needs one")
    state = rng.bit_generator.random_raw(1) if rng is not None else np.zeros(1, np.uint64)
    moves, nodes = np.empty(lattice.cells, np.int64), np.zeros(2, np.int64)
    winner, count = play_contest(board_of(lattice), *eyes, state, moves, nodes)
    return Contest(winner, moves[:count].copy(), (int(nodes[0]), int(nodes[1])))


class Eyes(NamedTuple):
    """How a player sees a board."""

    worth: NDArray[np.int64]
    """(2, 256) by who is to move and a line's byte (see `players.linear`), what the line adds to its cells' keys."""
    depth: int
    """How many moves it looks ahead; 0 if it plays at random."""
    most: int
    """A cell that is worth more wins."""
    reward: int
    """For completing a line at the last ply, and for each ply that it comes sooner."""


def eyes_of(player: Player | MinMax, lattice: Lattice) -> Eyes:
    """How a player sees a board; ValueError if it can't play on it."""
    bits = _bits(lattice.cells)
    if isinstance(player, Player):
        if player.strategy == RANDOM:
            return Eyes(np.zeros((2, STATES), np.int64), depth=0, most=ENDLESS, reward=0)
        return Eyes(worth(lattice, player, player) << bits, depth=1, most=ENDLESS, reward=0)
    if player.depth < 1:
        raise ValueError(f"depth: {player.depth!r} is out of range; allowed: 1 or more")
    genie = Player(EVALUATE, player.genes)
    lines, limit = worth(lattice, genie, genie), largest_gene(lattice, player.depth)
    for gene in player.genes:
        if abs(gene) > limit:
            raise ValueError(f"genes: {gene!r} with depth {player.depth}; allowed: from -{limit} to {limit}")
    most = lattice.largest_degree * int(np.abs(lines).max())
    reward = 2 * player.depth * most + 1
    lines[0, lattice.edge - 1] += reward
    lines[1, 1 - lattice.edge] += reward
    return Eyes(lines << bits, player.depth, most, reward)


def largest_gene(lattice: Lattice, depth: int) -> int:
    """With genes up to here, by which a line is worth up to twice as much, no key and no value overflows."""
    reward = (ENDLESS >> _bits(lattice.cells)) // (depth + lattice.largest_degree)
    return (reward - 1) // (4 * depth * lattice.largest_degree)


class Board(NamedTuple):
    """Which cells are on which lines."""

    cells: NDArray[np.int64]
    """(lines, edge) of each line."""
    rays: NDArray[np.int64]
    """(cells, largest degree) lines through each cell."""
    degrees: NDArray[np.int32]
    """(cells,) how many these are."""


@cache
def board_of(lattice: Lattice) -> Board:
    """A board with its lines written out."""
    degrees = lattice.degrees()
    rays = np.zeros((lattice.cells, lattice.largest_degree), np.int64)
    for cell, degree in enumerate(degrees):
        rays[cell, :degree] = lattice.lines_through(cell)
    return Board(all_lines(lattice), rays, degrees)


@kernel
def play_contest(board, first, second, state, moves, nodes):
    """Play a game and return its winner, see `Game`, and the number of moves; fill `moves`, add to `nodes`.

    Parameters
    ----------
    first, second : how the players see the board.
    state : where random players get their words.
    """
    edge, size = board.cells.shape[1], board.degrees.size
    marks = np.zeros(board.cells.shape[0], np.int8)
    taken = np.zeros(size, np.bool_)
    live = marks.size
    for turn in range(size):
        mover = turn & 1
        eyes = second if mover else first
        if eyes.depth:
            cell, weighed = best_cell(board, eyes, marks, taken, mover)
            nodes[mover] += weighed
        else:
            cell = below(state, size)
            while taken[cell]:
                cell = below(state, size)
        moves[turn] = cell
        taken[cell] = True
        sign = 1 - 2 * mover
        for ray in range(board.degrees[cell]):
            line = board.rays[cell, ray]
            before = marks[line]
            if before == sign * (edge - 1):
                return mover + 1, turn + 1
            marks[line] = _marked(before, sign)
            live -= marks[line] == DEAD and before != DEAD
        if live == 0:
            return 0, turn + 1
    return 0, size


@kernel
def best_cell(board, eyes, marks, taken, mover):
    """The cell that a player marks, and how many positions are weighed to find it.

    Every ply on the way down keeps its position: a row of `lines`, and a row of `keys` for each player. Its
    cells are tried while the best so far, `low`, is below `high`, from where on the move before won't be made.

    Parameters
    ----------
    marks : (lines,) bytes of the lines.
    taken : (cells,) which cells are marked; not all are.
    mover : 0 if the first player moves, 1 if the second does.
    """
    cells, rays, degrees = board.cells, board.rays, board.degrees
    worth, depth, most, reward = eyes.worth, eyes.depth, eyes.most, eyes.reward
    bits = _bits(degrees.size)
    lines = np.empty((depth, marks.size), np.int8)
    keys = np.empty((2 * depth, degrees.size), np.int64)
    untried = np.empty((depth, degrees.size), np.int64)
    low, high, gain, tried = np.empty((4, depth), np.int64)
    _weigh(cells, marks, taken, worth, bits, keys, mover)
    highest = _highest(keys, mover)
    if highest >> bits > most:
        return _first_above(keys, mover, most, bits), 1
    if depth == 1:
        return _cell(highest, bits), 1
    _weigh(cells, marks, taken, worth, bits, keys, 1 - mover)
    lines[0] = marks
    _copy(keys, mover, untried, 0)
    low[0], high[0] = -ENDLESS, ENDLESS
    chosen, nodes, ply = -1, 1, 0
    while True:
        key = _highest(untried, ply) if low[ply] < high[ply] else TAKEN
        if key > TAKEN // 2:
            cell = _cell(key, bits)
            untried[ply, cell] = TAKEN
            tried[ply], gain[ply] = cell, key >> bits
            low[ply + 1] = gain[ply] - high[ply]
            high[ply + 1] = gain[ply] - low[ply] + (ply == 0 and cell < chosen)
            ply += 1
            _go_on(cells, rays, degrees, worth, lines, keys, ply, cell, mover)
            nodes += 1
            row = _row(ply, mover)
            value = _seen(_highest(keys, row), bits, most, reward * (depth - ply), ply == depth - 1)
            if value == OPEN:
                _copy(keys, row, untried, ply)
                continue
        elif ply > 0:
            value = low[ply]
        else:
            return chosen, nodes
        ply -= 1
        value = gain[ply] - value
        if ply == 0 and (value > low[0] or (value == low[0] and tried[0] < chosen)):
            chosen = tried[0]
        low[ply] = max(low[ply], value)


@inlined
def _weigh(cells, marks, taken, worth, bits, keys, player):
    """Fill the row of keys of a player at the root."""
    for cell in range(taken.size):
        keys[player, cell] = TAKEN if taken[cell] else (1 << bits) - 1 - cell
    for line in range(marks.size):
        added = worth[player, np.uint8(marks[line])]
        for place in range(cells.shape[1]):
            keys[player, cells[line, place]] += added


@inlined
def _go_on(cells, rays, degrees, worth, lines, keys, ply, cell, mover):
    """Make the position of a ply from the one before, by marking a cell; `mover` moves at the root."""
    first, second, sign = 2 * ply, 2 * ply + 1, 1 - 2 * (mover ^ ((ply - 1) & 1))
    _copy(lines, ply - 1, lines, ply)
    _copy(keys, first - 2, keys, first)
    _copy(keys, second - 2, keys, second)
    keys[first, cell] = keys[second, cell] = TAKEN
    for ray in range(degrees[cell]):
        line = rays[cell, ray]
        before = lines[ply, line]
        if before == DEAD:
            continue
        after = _marked(before, sign)
        lines[ply, line] = after
        to_first = worth[0, np.uint8(after)] - worth[0, np.uint8(before)]
        to_second = worth[1, np.uint8(after)] - worth[1, np.uint8(before)]
        for place in range(cells.shape[1]):
            other = cells[line, place]
            keys[first, other] += to_first
            keys[second, other] += to_second


@inlined
def _marked(marks, sign):
    """A line's byte after a mark that doesn't complete it, of the player of this sign."""
    return np.int8(DEAD if marks == DEAD or marks * sign < 0 else marks + sign)


@inlined
def _row(ply, mover):
    """The row of keys of who moves at a ply; `mover` does at the root."""
    return 2 * ply + (mover ^ (ply & 1))


@inlined
def _seen(highest, bits, most, reward, last):
    """What the highest key tells of a position's value: all of it at the last ply or where it ends the game."""
    if highest < TAKEN // 2:
        return 0
    if highest >> bits > most:
        return reward
    return highest >> bits if last else OPEN


@inlined
def _bits(cells):
    """How many bits of a key are for the place of its cell, counted from the end; what it is worth is above them."""
    bits = 0
    while 1 << bits < cells:
        bits += 1
    return bits


@inlined
def _cell(key, bits):
    """The cell of a key."""
    return (1 << bits) - 1 - (key & ((1 << bits) - 1))


@inlined
def _highest(keys, row):
    """The highest key of a row, which is that of the first of the best cells."""
    highest = keys[row, 0]
    for i in range(keys.shape[1]):
        highest = max(highest, keys[row, i])
    return highest


@inlined
def _first_above(keys, row, most, bits):
    """The first cell of a row that is worth more than `most`."""
    cell = 0
    while keys[row, cell] >> bits <= most:
        cell += 1
    return cell


@inlined
def _copy(source, row, target, target_row):
    """Copy a row into a row."""
    for i in range(source.shape[1]):
        target[target_row, i] = source[row, i]
