"""Games of all pairs of a first and a second player, where positions that many pairs reach are played only once.

The pairs that reach a position are all those of some first players with some second ones, since every move is of one
player alone. There each player to move chooses, and players with the same choice go on together. Once few Genies share
a position, they play pair by pair. The 60 million games among 7,706 Genies on 4^3 take a third of the time, and
those of one MinMax with them a tenth.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.incremental import play_game
from tttcore.engines.genies.players.linear import Genes
from tttcore.engines.genies.players.minmax import Incidence, LineEvaluator, MinMax, best_cell, incidence, line_evaluator
from tttcore.engines.genies.players.workspace import (
    DEAD,
    after_mark,
    cell_of,
    empty_workspace,
    place_bits,
    taken_key,
)
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.jit import kernel

FEW = 4
"""Most pairs of Genies that are played one by one."""


class Tally(NamedTuple):
    """Numbers of games that the first of two players won and lost; the others were drawn."""

    won: NDArray[np.int32]
    lost: NDArray[np.int32]


class _Tree(NamedTuple):
    """Current position of the traversal, and the players, by seat."""

    weights: NDArray[np.signedinteger]  # (2, players, 2 edge + 1) in units of keys, by a line's byte + edge
    players: NDArray[np.int32]  # (2, players); those of one position are next to each other
    choices: NDArray[np.int64]  # (cells, players) cell of each player to move, by ply and place in `players`
    kinds: NDArray[np.signedinteger]  # (2 edge + 1, cells) live lines through each cell, by the line's byte + edge
    places: NDArray[np.signedinteger]  # (cells,) what a cell's place adds to its key; `taken_key` if it is marked
    before: NDArray[np.int8]  # (cells, largest degree) bytes of a ply's lines before its mark


def play_all_pairs(board: Hypercube, first: Genes | MinMax, second: Genes | MinMax) -> Tally:
    """Play a game of every first player with every second one.

    Parameters
    ----------
    first, second : (players, 2 edge), see `linear.checked_genes`, or one MinMax, with whom a board has at most 4,096
        cells.

    Returns
    -------
    (first, second) arrays.
    """
    sides = (first, second)
    searching = [isinstance(side, MinMax) for side in sides]
    none = np.zeros((1, 2 * board.edge), np.int64)
    genes = tuple(none if isinstance(side, MinMax) else side for side in sides)
    nobody = LineEvaluator(np.zeros((2, 0), np.int64), depth=0, largest=0, reward=0)
    evaluators = [line_evaluator(side, board) if isinstance(side, MinMax) else nobody for side in sides]
    nothing = Incidence(np.zeros((0, 0), np.int64), np.zeros((0, 0), np.int64), np.zeros(0, np.int32))
    workspace = empty_workspace(board, max(int(np.abs(each).max()) for each in genes))
    counts = (len(genes[0]), len(genes[1]))
    tally = Tally(*np.zeros((2, *counts), np.int32))
    few = -1 if any(searching) else FEW if workspace.offsets.size else counts[0] * counts[1]
    _play_on(
        workspace,
        _tree(board, genes, workspace.keys.dtype, workspace.offsets.size > 0),
        genes,
        incidence(board) if any(searching) else nothing,
        tuple(evaluators),
        few,
        0,
        workspace.lines.size,
        (0, counts[0]),
        (0, counts[1]),
        *tally,
    )
    return tally


def _tree(board: Hypercube, genes: tuple[Genes, ...], word: np.dtype[np.signedinteger], searched: bool) -> _Tree:
    """Tree at the empty board."""
    edge, players, unit = board.edge, max(map(len, genes)), 1 << (board.cells - 1).bit_length()
    cells = board.cells if searched else 0
    weights = np.zeros((2, players, 2 * edge + 1), word)
    for side, own, sign in zip(weights, genes, (1, -1), strict=True):
        side[: len(own), edge] = (own[:, 0] + own[:, edge]) * unit
        for marks in range(1, edge):
            side[: len(own), edge + sign * marks] = own[:, marks] * unit
            side[: len(own), edge - sign * marks] = own[:, edge + marks] * unit
    kinds = np.zeros((2 * edge + 1, cells), word)
    kinds[edge] = board.degrees()[:cells]
    return _Tree(
        weights=weights,
        players=np.stack([np.arange(players, dtype=np.int32)] * 2),
        choices=np.empty((cells, players), np.int64),
        kinds=kinds,
        places=unit - 1 - np.arange(cells, dtype=word),
        before=np.empty((cells, board.largest_degree), np.int8),
    )


@kernel
def _play_on(workspace, tree, genes, lines_of, evaluators, few, ply, live, movers, others, won, lost):
    """Play the games of all pairs in a position on; `movers` and `others` are ranges of `tree.players`."""
    player = ply & 1
    if (movers[1] - movers[0]) * (others[1] - others[0]) <= few:
        _play_pairs(workspace, genes, tree.players, player, movers, others, won, lost)
        return
    players, choices = tree.players[player], tree.choices[ply]
    evaluator = evaluators[player]
    if evaluator.depth:
        choices[movers[0]] = best_cell(lines_of, evaluator, workspace.lines, tree.places < 0, player)[0]
    else:
        _choose(tree, workspace.keys[0], player, movers, choices)
    begin = movers[0]
    while begin < movers[1]:
        cell, end = choices[begin], begin + 1
        for place in range(end, movers[1]):
            if choices[place] == cell:
                choices[place], choices[end] = choices[end], cell
                players[place], players[end] = players[end], players[place]
                end += 1
        if _completes(workspace, cell, player):
            _count(players[begin:end], tree.players[1 - player][others[0] : others[1]], player, won, lost)
        else:
            left = live - _mark(workspace, tree, cell, ply)
            if left and ply + 1 < tree.places.size:
                _play_on(
                    workspace, tree, genes, lines_of, evaluators, few, ply + 1, left, others, (begin, end), won, lost
                )
            _unmark(workspace, tree, cell, ply)
        begin = end


@kernel
def _choose(tree, keys, player, movers, choices):
    """Write the cell of each player to move into `choices`, by its place: the first of the cells of highest value."""
    kinds, places = tree.kinds, tree.places
    bits = place_bits(places.size)
    for place in range(movers[0], movers[1]):
        weights = tree.weights[player, tree.players[player, place]]
        for cell in range(keys.size):
            keys[cell] = places[cell]
        for kind in range(weights.size):
            weight = weights[kind]
            if weight != 0:
                for cell in range(keys.size):
                    keys[cell] += weight * kinds[kind, cell]
        highest = keys[0]
        for cell in range(keys.size):
            highest = max(highest, keys[cell])
        choices[place] = cell_of(highest, bits)


@kernel
def _completes(workspace, cell, player):
    """True if a mark of `player` completes a line."""
    wanted = (1 - 2 * player) * (workspace.edge - 1)
    for i in range(workspace.offsets[cell], workspace.offsets[cell + 1]):
        if workspace.lines[workspace.cell_lines.line[i]] == wanted:
            return True
    return False


@kernel
def _mark(workspace, tree, cell, ply):
    """Mark a cell that completes no line; the number of lines that die."""
    lines, kinds, before = workspace.lines, tree.kinds, tree.before[ply]
    begin, dead = workspace.offsets[cell], 0
    for i in range(begin, workspace.offsets[cell + 1]):
        line = workspace.cell_lines.line[i]
        marks = lines[line]
        before[i - begin] = marks
        if marks != DEAD:
            lines[line] = after_mark(marks, 1 - 2 * (ply & 1))
            dead += lines[line] == DEAD
            _move_line(workspace, kinds, i, marks, lines[line])
    tree.places[cell] = taken_key(tree.places)
    return dead


@kernel
def _unmark(workspace, tree, cell, ply):
    """Take a mark back."""
    lines, kinds, before = workspace.lines, tree.kinds, tree.before[ply]
    begin = workspace.offsets[cell]
    for i in range(begin, workspace.offsets[cell + 1]):
        line = workspace.cell_lines.line[i]
        if before[i - begin] != DEAD:
            _move_line(workspace, kinds, i, lines[line], before[i - begin])
            lines[line] = before[i - begin]
    tree.places[cell] = (1 << place_bits(tree.places.size)) - 1 - cell


@kernel
def _move_line(workspace, kinds, i, before, after):
    """Count a line as of another kind in all its cells."""
    edge = workspace.edge
    start, step = workspace.cell_lines.start[i], workspace.cell_lines.step[i]
    for place in range(edge):
        cell = start + place * step
        if before != DEAD:
            kinds[edge + before, cell] -= 1
        if after != DEAD:
            kinds[edge + after, cell] += 1


@kernel
def _play_pairs(workspace, genes, players, player, movers, others, won, lost):
    """Play pairs one by one from the start."""
    weights = np.empty((2, genes[0].shape[1]), np.int64)
    # Nobody marks at random, so that no word is ever drawn from `state`.
    random, state = np.zeros(2, np.bool_), np.zeros(1, np.uint64)
    position = workspace.lines.copy()
    for own in players[player, movers[0] : movers[1]]:
        for other in players[1 - player, others[0] : others[1]]:
            first, second = (other, own) if player else (own, other)
            weights[0], weights[1] = genes[0][first], genes[1][second]
            workspace.lines[:] = 0
            winner = play_game(workspace, weights, random, state, False)[0]
            won[first, second] += winner == 1
            lost[first, second] += winner == 2
    workspace.lines[:] = position


@kernel
def _count(winners, losers, player, won, lost):
    """Count games that the players to move win."""
    for winner in winners:
        for loser in losers:
            if player:
                lost[loser, winner] += 1
            else:
                won[winner, loser] += 1
