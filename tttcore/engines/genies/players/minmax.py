"""MinMax search with a Genie's evaluation of lines, on small boards (suggested by Post 1999, Discussion).

S(c) is the value of a cell c to a Genie: the sum over its lines, as they are before the mark, for the player who moves.
To that player the value of a position, searched d moves deep, is

    v(d) = the maximum over free cells c of S(c) - v'(d - 1),        v(0) = 0,

where v' is the value of the position after the mark to the other player, with the same genes. A mark that completes a
line ends the game and has the value of a reward instead, larger than any sum and larger the sooner it comes; a
position without a free cell or without a live line has the value 0. The first of the best cells is marked, also among
cells that win.

At depth 1 this is the Genie with the same genes, except that a line that can be completed is, whatever its genes say.

The search is alpha-beta without recursion. It finds the same cell as a full search does, with few nodes:

- Cells are tried in the order of S, the highest first.
- The root chooses the first of equal cells all the same: values are whole numbers, so that a cell before the best so
  far is searched with a window that is wider by one.
- Nothing is searched below a position in which a line can be completed, and of one at the last ply the highest S only.
- The reward is added to the value of a line that lacks one mark, so that the highest S shows whether a cell wins.

Lines are bytes and cells have keys, see `workspace`; here they are 64-bit and stored for every ply.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import EVALUATE, RANDOM, Game, Player, Strategy
from tttcore.engines.genies.players.naive_evaluator import STATES, line_values
from tttcore.engines.genies.players.workspace import DEAD, SMALL_BOARD_CELLS, after_mark, cell_of, place_bits
from tttcore.games.hypercube import Hypercube, all_lines
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import randint

TAKEN = -(1 << 62)
"""Key of a marked cell; with all that is added later it stays below half of it."""
INFINITY = 1 << 60
"""More than the value of any cell or position."""
UNRESOLVED = INFINITY + 1
"""Marker for the unknown value of a position that has to be searched."""


@dataclass(frozen=True)
class MinMax:
    """A player by the genes of its evaluation and its depth of search in moves, its own among them."""

    genes: Sequence[int]
    depth: int


@dataclass(frozen=True)
class Match(Game):
    """A finished game with the search effort of both players."""

    nodes: tuple[int, int]
    """For the first and the second player, positions whose cells they evaluated in all their moves; one in each move of
    a Genie, none of a random player."""


def play_match(
    board: Hypercube, first: Player | MinMax, second: Player | MinMax, rng: np.random.Generator | None = None
) -> Match:
    """Play a game, which ends drawn once nobody can win it.

    Parameters
    ----------
    rng : source of the moves of random players.

    Raises
    ------
    ValueError
        If a player can't play on this board, a random player lacks `rng`, or the board has more than 4,096 cells.
    """
    if board.cells > SMALL_BOARD_CELLS:
        raise ValueError(
            f"a board of {board.cells:,} cells is too large for MinMax; allowed: up to {SMALL_BOARD_CELLS:,}"
        )
    evaluators = [line_evaluator(player, board) for player in (first, second)]
    if rng is None and not all(evaluator.depth for evaluator in evaluators):
        raise ValueError("rng: a random player needs one")
    state = rng.bit_generator.random_raw(1) if rng is not None else np.zeros(1, np.uint64)
    moves, nodes = np.empty(board.cells, np.int64), np.zeros(2, np.int64)
    winner, count = play_game(incidence(board), *evaluators, state, moves, nodes)
    return Match(winner, moves[:count].copy(), (int(nodes[0]), int(nodes[1])))


class LineEvaluator(NamedTuple):
    """A player's evaluation of lines as the search takes it."""

    values: NDArray[np.int64]
    """(2, 256) value of a line, shifted above the place of a key, by the player to move and the line's byte."""
    depth: int  # moves that are searched; 0 for the random player
    largest: int  # largest value of a cell that doesn't win; one of higher value wins
    reward: int  # value of completing a line at the last ply, and for each ply that it comes sooner


def line_evaluator(player: Player | MinMax, board: Hypercube) -> LineEvaluator:
    """Evaluation of lines of a player; ValueError if it can't play on this board."""
    bits = place_bits(board.cells)
    if isinstance(player, Player):
        if player.strategy == RANDOM:
            return LineEvaluator(np.zeros((2, STATES), np.int64), depth=0, largest=INFINITY, reward=0)
        values = _keyed_values(board, player.strategy, tuple(player.genes))
        return LineEvaluator(values, depth=1, largest=INFINITY, reward=0)
    if player.depth < 1:
        raise ValueError(f"depth: {player.depth!r} is out of range; allowed: 1 or more")
    genie = Player(EVALUATE, player.genes)
    values, limit = line_values(board, genie, genie), largest_gene(board, player.depth)
    for gene in player.genes:
        if abs(gene) > limit:
            raise ValueError(f"genes: {gene!r} with depth {player.depth}; allowed: from -{limit} to {limit}")
    largest = board.largest_degree * int(np.abs(values).max())
    reward = 2 * player.depth * largest + 1
    values[0, board.edge - 1] += reward
    values[1, 1 - board.edge] += reward
    return LineEvaluator(values << bits, player.depth, largest, reward)


@lru_cache(maxsize=1000)
def _keyed_values(board: Hypercube, strategy: Strategy, genes: tuple[int, ...]) -> NDArray[np.int64]:
    """Values of a line to a Genie, cached since it plays many games in sequence, see `LineEvaluator`."""
    genie = Player(strategy, genes)
    return line_values(board, genie, genie) << place_bits(board.cells)


def largest_gene(board: Hypercube, depth: int) -> int:
    """Largest gene, whose double is the largest value of a line, with which no key and no value overflows."""
    reward = (INFINITY >> place_bits(board.cells)) // (depth + board.largest_degree)
    return (reward - 1) // (4 * depth * board.largest_degree)


class Incidence(NamedTuple):
    """Tables of the cells on each line and of the lines through each cell."""

    cells: NDArray[np.int64]  # (lines, edge) cells of each line
    lines: NDArray[np.int64]  # (cells, largest degree) lines through each cell
    degrees: NDArray[np.int32]  # (cells,) number of lines through each cell


@cache
def incidence(board: Hypercube) -> Incidence:
    """Tables of the lines and cells of a board."""
    degrees = board.degrees()
    lines = np.zeros((board.cells, board.largest_degree), np.int64)
    for cell, degree in enumerate(degrees):
        lines[cell, :degree] = board.lines_through(cell)
    return Incidence(all_lines(board), lines, degrees)


@kernel
def play_game(incidence, first, second, state, moves, nodes):
    """Play a game and return its winner, see `Game`, and the number of moves; fill `moves`, add to `nodes`.

    Parameters
    ----------
    first, second : evaluators of the players.
    state : (1,) state of the random words, see `rng.next_word`.
    """
    edge, size = incidence.cells.shape[1], incidence.degrees.size
    marks = np.zeros(incidence.cells.shape[0], np.int8)
    taken = np.zeros(size, np.bool_)
    live = marks.size
    for turn in range(size):
        player = turn & 1
        evaluator = second if player else first
        if evaluator.depth:
            cell, searched = best_cell(incidence, evaluator, marks, taken, player)
            nodes[player] += searched
        else:  # marks at random: cells are drawn until one is free
            cell = randint(state, size)
            while taken[cell]:
                cell = randint(state, size)
        moves[turn] = cell
        taken[cell] = True
        sign = 1 - 2 * player
        for i in range(incidence.degrees[cell]):
            line = incidence.lines[cell, i]
            before = marks[line]
            if before == sign * (edge - 1):  # the last mark of a line that was all the player's
                return player + 1, turn + 1
            marks[line] = after_mark(before, sign)
            live -= marks[line] == DEAD and before != DEAD
        if live == 0:
            return 0, turn + 1
    return 0, size


@kernel
def best_cell(incidence, evaluator, marks, taken, player):
    """Fast form of `reference.choose_by_search`: the cell, and the number of positions that are evaluated to find it.

    Alpha-beta without recursion. Every ply on the way down keeps its position: a row of `lines`, and a row of `keys`
    for each player. `untried` holds the player's keys of the cells that are left to try, `tried` the cell on the way
    down and `gain` its S. A ply's cells are tried while alpha, the best value so far, is below beta, from where on the
    opponent avoids the position.

    Parameters
    ----------
    marks : (lines,) bytes of the lines.
    taken : (cells,) whether a cell is marked; not all are.
    player : 0 if the first player moves, 1 if the second does.
    """
    cells, lines_through, degrees = incidence.cells, incidence.lines, incidence.degrees
    values, depth, largest, reward = evaluator.values, evaluator.depth, evaluator.largest, evaluator.reward
    bits = place_bits(degrees.size)
    lines = np.empty((depth, marks.size), np.int8)
    keys = np.empty((2 * depth, degrees.size), np.int64)
    untried = np.empty((depth, degrees.size), np.int64)
    alpha, beta, gain, tried = np.empty((4, depth), np.int64)
    _fill_keys(cells, marks, taken, values, bits, keys, player)
    # A key's low bits are a number from 0 to 2^bits - 1 even where the value is negative, so that `>> bits`, which
    # rounds downwards, gives the value back.
    highest = _highest(keys, player)
    if highest >> bits > largest:  # a line can be completed: the first cell that does, however many
        return _first_above(keys, player, largest, bits), 1
    if depth == 1:
        return cell_of(highest, bits), 1
    # Only a search that goes deeper needs the opponent's keys.
    _fill_keys(cells, marks, taken, values, bits, keys, 1 - player)
    # ply 0     S of the cell tried       the player's gain
    # ply 1     S' of the reply           counts against it
    # ply 2     S'' of the next mark      and so on: value = S - (S' - (S'' - ...))
    lines[0] = marks
    _copy(keys, player, untried, 0)
    alpha[0], beta[0] = -INFINITY, INFINITY
    chosen, nodes, ply = -1, 1, 0
    while True:
        key = _highest(untried, ply) if alpha[ply] < beta[ply] else TAKEN
        if key > TAKEN // 2:  # a cell is left: go down
            cell = cell_of(key, bits)
            untried[ply, cell] = TAKEN
            tried[ply], gain[ply] = cell, key >> bits
            # The window of the reply: alpha < S - v' < beta means S - beta < v' < S - alpha. At the root it is wider by
            # one for a cell before the chosen one, which is better already when it is equal.
            alpha[ply + 1] = gain[ply] - beta[ply]
            beta[ply + 1] = gain[ply] - alpha[ply] + (ply == 0 and cell < chosen)
            ply += 1
            _make_move(cells, lines_through, degrees, values, lines, keys, ply, cell, player)
            nodes += 1
            row = _row_to_move(ply, player)
            value = _static_value(_highest(keys, row), bits, largest, reward * (depth - ply), ply == depth - 1)
            if value == UNRESOLVED:
                _copy(keys, row, untried, ply)
                continue
        elif ply > 0:  # all cells of this ply are tried, or cut off
            value = alpha[ply]
        else:
            return chosen, nodes
        # Go up: `value` is that of the position below to the player who moves there.
        ply -= 1
        value = gain[ply] - value
        if ply == 0 and (value > alpha[0] or (value == alpha[0] and tried[0] < chosen)):
            chosen = tried[0]
        alpha[ply] = max(alpha[ply], value)


@inlined
def _fill_keys(cells, marks, taken, values, bits, keys, player):
    """Fill the row of keys of a player at the root."""
    for cell in range(taken.size):
        keys[player, cell] = TAKEN if taken[cell] else (1 << bits) - 1 - cell
    for line in range(marks.size):
        added = values[player, np.uint8(marks[line])]
        for place in range(cells.shape[1]):
            keys[player, cells[line, place]] += added


@inlined
def _make_move(cells, lines_through, degrees, values, lines, keys, ply, cell, player):
    """Make the position of a ply from the one before, by marking a cell; `player` moves at the root."""
    # The mark is that of the player one ply above: `player` if that ply is even, else the opponent.
    first, second, sign = 2 * ply, 2 * ply + 1, 1 - 2 * (player ^ ((ply - 1) & 1))
    _copy(lines, ply - 1, lines, ply)
    _copy(keys, first - 2, keys, first)
    _copy(keys, second - 2, keys, second)
    keys[first, cell] = keys[second, cell] = TAKEN
    for i in range(degrees[cell]):
        line = lines_through[cell, i]
        before = lines[ply, line]
        if before == DEAD:
            continue
        # Only this line's value changes; the difference is added to the keys of all its cells, marked ones too, whose
        # keys stay far below.
        after = after_mark(before, sign)
        lines[ply, line] = after
        # A line's byte as an index is unsigned: that of -1 is 255, where `line_values` has its value.
        to_first = values[0, np.uint8(after)] - values[0, np.uint8(before)]
        to_second = values[1, np.uint8(after)] - values[1, np.uint8(before)]
        for place in range(cells.shape[1]):
            other = cells[line, place]
            keys[first, other] += to_first
            keys[second, other] += to_second


@inlined
def _row_to_move(ply, player):
    """The row of keys of the player who moves at a ply; `player` moves at the root."""
    # A ply has two rows, the first player's above the second's. Where the ply is odd, it isn't `player` who moves.
    return 2 * ply + (player ^ (ply & 1))


@inlined
def _static_value(highest, bits, largest, reward, last):
    """Value of a position if its highest key determines it, at the game's end or the last ply; else `UNRESOLVED`."""
    if highest < TAKEN // 2:  # no free cell
        return 0
    if highest >> bits > largest:  # a line can be completed
        return reward
    return highest >> bits if last else UNRESOLVED


@inlined
def _highest(keys, row):
    """The highest key of a row, which is that of the first of the best cells."""
    highest = keys[row, 0]
    for i in range(keys.shape[1]):
        highest = max(highest, keys[row, i])
    return highest


@inlined
def _first_above(keys, row, largest, bits):
    """The first cell of a row whose value is more than `largest`."""
    cell = 0
    while keys[row, cell] >> bits <= largest:
        cell += 1
    return cell


@inlined
def _copy(source, row, target, target_row):
    """Copy a row into a row."""
    for i in range(source.shape[1]):
        target[target_row, i] = source[row, i]
