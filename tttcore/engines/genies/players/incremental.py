"""Game kernel of linear evaluators that updates the values of cells instead of summing them anew before each move.

It plays the games of `reference.play`, faster, for these reasons:

- A mark changes the values of its own lines and of no other; each change is added to the keys of that line's cells.
- The best cell is the one with the highest key, see `players.workspace`. On large boards, bounds rise with the keys
  below them; where a key falls its bounds are left too high, and become exact when they are the highest of all.
- Once every line is dead nobody can win, and the game ends drawn without filling the board.
"""

import numpy as np

from tttcore.engines.genies.players.workspace import BLOCK, DEAD, cell_of, place_bits, taken_key
from tttcore.games.hypercube import find_lines_through
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import next_word, pick


@kernel
def play_game(workspace, weights, random, state, to_the_end):  # noqa: PLR0912 - see below
    """Fast form of `reference.play`: play a game; its winner, and the number of moves, which `workspace` holds.

    Parameters
    ----------
    workspace : see `workspace.empty_workspace`; its lines are cleared.
    weights : (2, 2 edge) genes of both players.
    random : (2,) whether each player marks at random instead.
    state : (1,) state of the random words, see `rng.next_word`.
    to_the_end : whether a game that nobody can win goes on.
    """
    # Arrays are taken out of `workspace` once, and the inner loop is written out: handing an array on, even to an
    # inlined function, counts its references, which takes longer than what is done with a line.
    edge, dimensions, lines = workspace.edge, workspace.dimensions, workspace.lines
    changes, moves, offsets = workspace.changes, workspace.moves, workspace.offsets
    first, second = workspace.keys[0], workspace.keys[1]
    bounds, block_bounds = workspace.bounds, workspace.block_bounds
    cell_lines = workspace.cell_lines
    line_of, start_of, step_of = cell_lines.line, cell_lines.start, cell_lines.step
    bounded, bits = bounds.size > 0, place_bits(first.size)
    # The changes are in units of keys as well, so that adding one changes the value and leaves the place below it.
    _fill_changes(edge, weights, changes, 1 << bits)
    _fill_keys(first, bounds, block_bounds, workspace.degrees, weights, edge, 0, 1 << bits)
    _fill_keys(second, bounds, block_bounds, workspace.degrees, weights, edge, 1, 1 << bits)
    live = lines.size
    for turn in range(first.size):
        player, sign = turn & 1, 1 - 2 * (turn & 1)  # 0 and +1 for the first player, 1 and -1 for the second
        if random[player]:
            cell = _random_cell(edge, dimensions, first, state)
        elif player:
            cell = _best_cell(second, bounds, block_bounds, player, bits)
        else:
            cell = _best_cell(first, bounds, block_bounds, player, bits)
        moves[turn] = cell
        # Marked for both: a cell leaves the choice of either player.
        first[cell] = second[cell] = taken_key(first)
        if offsets.size:
            begin, end = offsets[cell], offsets[cell + 1]
        else:
            begin, end = 0, find_lines_through(cell, edge, dimensions, cell_lines)
        for i in range(begin, end):
            # Unsigned indices can't be negative: numba leaves out the branch that would count them from the end.
            line = np.uint64(line_of[np.uint64(i)])
            marks = np.int64(lines[line])
            if marks == DEAD:
                continue
            own = marks * sign  # the marks of `player`, or as a negative number the opponent's
            if own == edge - 1:
                return player + 1, turn + 1
            # Bytes of a line with an edge of 4 before and after a mark of X, whose sign is +1:
            # X X . .    2 -> 3          O O . .    -2 -> DEAD
            if own < 0:
                lines[line] = DEAD
                live -= 1
            else:
                lines[line] = marks + sign
            to_first = changes[player, np.uint64(edge + own), 0]
            to_second = changes[player, np.uint64(edge + own), 1]
            start, step = start_of[np.uint64(i)], step_of[np.uint64(i)]
            # Marked cells on the line change as well, which is cheaper than asking; their keys stay far below.
            for place in range(edge):
                other = np.uint64(start + place * step)
                first[other] += to_first
                second[other] += to_second
            # After keys have fallen the bounds are merely too high, which costs time at worst, see `_highest_bounded`.
            if bounded and to_first > 0:
                _raise_bounds(first, bounds, block_bounds, 0, start, step, edge)
            if bounded and to_second > 0:
                _raise_bounds(second, bounds, block_bounds, 1, start, step, edge)
        # A game with a random player may have to go on all the same, so that it draws the words of all its moves.
        if live == 0 and not to_the_end:
            return 0, turn + 1
    return 0, first.size


@inlined
def _raise_bounds(keys, bounds, block_bounds, player, start, step, edge):
    """Lift the bounds above the keys of a line's cells, after these rose."""
    for place in range(edge):
        cell = np.uint64(start + place * step)
        # BLOCK is a power of two: with unsigned numbers these divisions are shifts.
        block, top = cell // np.uint64(BLOCK), cell // np.uint64(BLOCK * BLOCK)
        bounds[player, block] = max(bounds[player, block], keys[cell])
        block_bounds[player, top] = max(block_bounds[player, top], keys[cell])


@inlined
def _fill_changes(edge, genes, changes, unit):
    """Compute the changes of keys on a line that is marked, see `Workspace.changes`, from the genes of both players.

    A line of k own marks that gets one more goes from own[k] to own[k + 1] for its player and from theirs[k] to
    theirs[k + 1] for the opponent. A line with k of the opponent's marks dies: both lose its value. The change by a
    mark that completes a line is never needed and stays 0.
    """
    for player in range(2):
        other = 1 - player
        empty = genes[player, 0] + genes[player, edge]
        for marks in range(edge):
            # Rows of `changes` are counted from edge: upwards by own marks, downwards by the opponent's.
            own = genes[player, marks] if marks else empty
            theirs = genes[player, edge + marks] if marks else empty
            if marks + 1 < edge:
                changes[player, edge + marks, player] = (genes[player, marks + 1] - own) * unit
                changes[other, edge + marks, player] = (genes[player, edge + marks + 1] - theirs) * unit
            if marks:
                changes[player, edge - marks, player] = -theirs * unit
                changes[other, edge - marks, player] = -own * unit


@inlined
def _fill_keys(keys, bounds, block_bounds, degrees, genes, edge, player, unit):
    """Fill in a player's keys and bounds for the empty board; `unit` is the change of a key for one more in value."""
    empty = (genes[player, 0] + genes[player, edge]) * unit
    for cell in range(keys.size):
        keys[cell] = degrees[cell] * empty + (unit - 1 - cell)
    for block in range(bounds.shape[1]):
        bounds[player, block] = _highest(keys[block * BLOCK : (block + 1) * BLOCK])
    for top in range(block_bounds.shape[1]):
        block_bounds[player, top] = _highest(bounds[player, top * BLOCK : (top + 1) * BLOCK])


@inlined
def _random_cell(edge, dimensions, keys, state):
    """A free cell drawn uniformly: coordinates are drawn, all from one word, until they are those of a free cell."""
    while True:
        word = next_word(state)
        cell = 0
        for _ in range(dimensions):
            place, word = pick(word, edge)
            # Coordinates as digits in base `edge`, so that all cells are equally likely.
            cell = cell * edge + np.int64(place)
        if keys[cell] > taken_key(keys) // 2:
            return cell


@inlined
def _best_cell(keys, bounds, block_bounds, player, bits):
    """The first of the cells of highest value, which has the highest key."""
    return cell_of(
        _highest_bounded(keys, bounds[player], block_bounds[player]) if bounds.size else _highest(keys), bits
    )


@kernel
def _highest(values):
    """The highest value. Indices and comparison are written so that they are vectorised: ten times as fast."""
    highest = values[0]
    for i in range(values.size):
        highest = max(highest, values[i])
    return highest


@kernel
def _highest_bounded(keys, bounds, block_bounds):
    """The highest key of a large board, by branch and bound over blocks.

    The highest bound of each level is replaced by the exact maximum below it. If it was exact already, no other block
    can hold a higher key; otherwise it has fallen, and the search for the highest bound goes on.
    """
    while True:
        # Three levels, each bound at least as high as what is below it:
        # block_bounds   one for 4096 cells
        # bounds         one for 64 cells
        # keys           one for a cell
        top = np.argmax(block_bounds)
        blocks = bounds[top * BLOCK : (top + 1) * BLOCK]
        while True:
            block = np.argmax(blocks)
            start = (top * BLOCK + block) * BLOCK
            exact = _highest(keys[start : start + BLOCK])
            if exact == blocks[block]:
                break
            blocks[block] = exact  # lower than before: another block may now have the highest bound
        if exact == block_bounds[top]:
            return exact
        block_bounds[top] = exact
