"""MinMax search with a Genie's evaluation of lines, on small boards (suggested by Post 1999, Discussion).

S(c) is the value of a cell c to a Genie: the sum over its lines, as they are before the mark, for the player who moves.
To that player the value of a position, searched d moves deep, is

    v(d) = the maximum over free cells c of S(c) - v'(d - 1),        v(0) = 0,

where v' is the value of the position after the mark to the other player, with the same genes. A mark that completes a
line ends the game and has the value of a reward instead, larger than any sum and larger the sooner it comes; a
position without a free cell or without a live line has the value 0. The first of the best cells is marked, also among
cells that win.

At depth 1 this is the Genie with the same genes, except that a line that can be completed is, whatever its genes say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import EVALUATE, RANDOM, Game, Player
from tttcore.engines.genies.players.minmax_search import INFINITY, play_game
from tttcore.engines.genies.players.naive_evaluator import STATES, line_values
from tttcore.engines.genies.players.workspace import SMALL_BOARD_CELLS, place_bits
from tttcore.games.hypercube import Hypercube, all_lines


@dataclass(frozen=True)
class MinMax:
    """A player by the genes of its evaluation and its depth of search in moves, its own among them."""

    genes: Sequence[int]
    depth: int


@dataclass(frozen=True)
class Match(Game):
    """A finished game with the search effort of both players."""

    nodes: tuple[int, int]
    """Of the first and the second player, positions whose cells they evaluated in all their moves; one in each move of
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
    """(2, 256) value of a line, shifted above the place of a key, by who is to move and the line's byte."""
    depth: int  # moves that are searched; 0 for a player who marks at random
    largest: int  # largest value of a cell that doesn't win; one of higher value wins
    reward: int  # value of completing a line at the last ply, and for each ply that it comes sooner


def line_evaluator(player: Player | MinMax, board: Hypercube) -> LineEvaluator:
    """Evaluation of lines of a player; ValueError if it can't play on this board."""
    bits = place_bits(board.cells)
    if isinstance(player, Player):
        if player.strategy == RANDOM:
            return LineEvaluator(np.zeros((2, STATES), np.int64), depth=0, largest=INFINITY, reward=0)
        return LineEvaluator(line_values(board, player, player) << bits, depth=1, largest=INFINITY, reward=0)
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
