"""Kernels of the MinMax search of `lookahead`: alpha-beta without recursion, and games of it.

Alpha-beta finds the same cell as a full search does, with few nodes:

- Cells are tried in the order of S, the highest first.
- The root chooses the first of equal cells all the same: values are whole numbers, so that a cell before the best so
  far is searched with a window that is wider by one.
- Nothing is searched below a position in which a line can be completed, and of one at the last ply the highest S only.
- The reward is added to the value of a line that lacks one mark, so that the highest S tells whether a cell wins.

Lines are bytes and cells have keys, see `workspace`; here they are 64-bit and stored for every ply.
"""

import numpy as np

from tttcore.engines.genies.players.workspace import DEAD, after_mark, cell_of, place_bits
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import below

TAKEN = -(1 << 62)
"""Key of a marked cell; with all that is added later it stays below half of it."""
INFINITY = 1 << 60
"""More than the value of any cell or position."""
UNRESOLVED = INFINITY + 1
"""In place of the value of a position that has to be searched."""


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
        mover = turn & 1
        evaluator = second if mover else first
        if evaluator.depth:
            cell, searched = best_cell(incidence, evaluator, marks, taken, mover)
            nodes[mover] += searched
        else:  # marks at random: cells are drawn until one is free
            cell = below(state, size)
            while taken[cell]:
                cell = below(state, size)
        moves[turn] = cell
        taken[cell] = True
        sign = 1 - 2 * mover
        for i in range(incidence.degrees[cell]):
            line = incidence.lines[cell, i]
            before = marks[line]
            if before == sign * (edge - 1):  # the last mark of a line that was all the mover's
                return mover + 1, turn + 1
            marks[line] = after_mark(before, sign)
            live -= marks[line] == DEAD and before != DEAD
        if live == 0:
            return 0, turn + 1
    return 0, size


@kernel
def best_cell(incidence, evaluator, marks, taken, mover):
    """The cell that a player marks, and the number of positions that are evaluated to find it.

    Alpha-beta without recursion. Every ply on the way down keeps its position: a row of `lines`, and a row of `keys`
    for each player. `untried` holds the mover's keys of the cells that are left to try, `tried` the cell on the way
    down and `gain` its S. A ply's cells are tried while alpha, the best value so far, is below beta, from where on the
    opponent avoids the position.

    Parameters
    ----------
    marks : (lines,) bytes of the lines.
    taken : (cells,) whether a cell is marked; not all are.
    mover : 0 if the first player moves, 1 if the second does.
    """
    cells, lines_through, degrees = incidence.cells, incidence.lines, incidence.degrees
    values, depth, largest, reward = evaluator.values, evaluator.depth, evaluator.largest, evaluator.reward
    bits = place_bits(degrees.size)
    lines = np.empty((depth, marks.size), np.int8)
    keys = np.empty((2 * depth, degrees.size), np.int64)
    untried = np.empty((depth, degrees.size), np.int64)
    alpha, beta, gain, tried = np.empty((4, depth), np.int64)
    _fill_keys(cells, marks, taken, values, bits, keys, mover)
    # A key's low bits are a number from 0 to 2^bits - 1 even where the value is negative, so that `>> bits`, which
    # rounds downwards, gives the value back.
    highest = _highest(keys, mover)
    if highest >> bits > largest:  # a line can be completed: the first cell that does, however many
        return _first_above(keys, mover, largest, bits), 1
    if depth == 1:
        return cell_of(highest, bits), 1
    # Only a search that goes deeper needs the opponent's keys.
    _fill_keys(cells, marks, taken, values, bits, keys, 1 - mover)
    # ply 0     S of the cell tried       the mover's gain
    # ply 1     S' of the reply           counts against it
    # ply 2     S'' of the next mark      and so on: value = S - (S' - (S'' - ...))
    lines[0] = marks
    _copy(keys, mover, untried, 0)
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
            _make_move(cells, lines_through, degrees, values, lines, keys, ply, cell, mover)
            nodes += 1
            row = _mover_row(ply, mover)
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
def _make_move(cells, lines_through, degrees, values, lines, keys, ply, cell, mover):
    """Make the position of a ply from the one before, by marking a cell; `mover` moves at the root."""
    # The mark is that of who moves one ply above: `mover` if that ply is even, else the opponent.
    first, second, sign = 2 * ply, 2 * ply + 1, 1 - 2 * (mover ^ ((ply - 1) & 1))
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
def _mover_row(ply, mover):
    """The row of keys of the player who moves at a ply; `mover` moves at the root."""
    # A ply has two rows, the first player's above the second's. Where the ply is odd, it isn't `mover` who moves.
    return 2 * ply + (mover ^ (ply & 1))


@inlined
def _static_value(highest, bits, largest, reward, last):
    """Value of a position where its highest key tells it, at the game's end or the last ply; else `UNRESOLVED`."""
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
