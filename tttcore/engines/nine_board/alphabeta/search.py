"""The engine: the same values and moves as `described.search` finds, sooner, and play against the clock.

Searches to a fixed depth find the values of plain minimax, whatever the table and the order of moves. A table and an
order pay off with iterative deepening: depth 1, 2, and so on are searched, and each tells the next which moves to try
first.
"""

from typing import NamedTuple

import numpy as np

from tttcore.engines.nine_board.alphabeta.as_published import check, check_heuristic
from tttcore.engines.nine_board.alphabeta.heuristics import WIN
from tttcore.engines.nine_board.alphabeta.kernel import FIELDS
from tttcore.engines.nine_board.alphabeta.move_list import moves_in_order
from tttcore.engines.nine_board.alphabeta.node_clock import Clock
from tttcore.engines.nine_board.alphabeta.root_search import choose_move, iterate, value_after
from tttcore.engines.nine_board.alphabeta.single_boards import words_of
from tttcore.engines.nine_board.alphabeta.transposition import empty_table
from tttcore.engines.nine_board.alphabeta.workspace import UNLIMITED, Means
from tttcore.games.nine_board import BOARDS, MOVES, RULES, NineBoard
from tttcore.pipeline.rng import Words

LARGEST_TABLE = 28
"""Bits of the largest table, 4 GB."""


class Found(NamedTuple):
    """What a search found."""

    move: int
    value: int
    """To X, in sixtieths of a won game. An engine that hurries adds one for each ply that a win leaves of the depth."""
    nodes: int
    """Positions that were made on the boards, in all iterations; see `deep` for those that needn't be made."""
    depth: int
    """Plies that were looked ahead."""


class Engine:
    """A search with a table of its own.

    Parameters
    ----------
    heuristic : 0, 1 or 2, see `heuristics.evaluate`.
    table_bits : the table has 2^bits slots of 16 bytes; without a table 0.
    ordered : whether promising moves are tried first, by iterative deepening; otherwise moves are tried in rising order
        and the depth that is asked for is searched at once.
    hurry : whether faster wins and slower losses are preferred, which the document's search doesn't do.

    Raises
    ------
    ValueError
        If the heuristic is unknown or the table too large.
    """

    def __init__(self, heuristic: int = 1, *, table_bits: int = 20, ordered: bool = True, hurry: bool = False) -> None:
        check_heuristic(heuristic)
        if not 0 <= table_bits <= LARGEST_TABLE:
            raise ValueError(f"table_bits: {table_bits!r} is out of range; allowed: from 0 to {LARGEST_TABLE}")
        self.heuristic = heuristic
        self.means = Means(
            words=words_of(heuristic),
            table=empty_table(table_bits),
            age=np.zeros(1, np.int64),
            ordered=ordered,
            hurry=hurry,
            stack=np.zeros((MOVES, FIELDS), np.int64),
            listed=np.zeros((MOVES, MOVES), np.int64),
            codes=np.zeros(BOARDS, np.int64),
            spent=np.zeros(2, np.int64),
        )

    def choose(self, position: NineBoard, depth: int, state: Words | None = None) -> Found:
        """The move that `described.search` chooses to a fixed depth, with the same words for the same shuffle.

        Parameters
        ----------
        state : where the shuffle of the position's moves gets its words; without it they stay in rising order.

        Raises
        ------
        ValueError
            If the game is over or the depth below 1.
        """
        depth = self._checked(position, depth)
        marks, target, mover = position.start()
        shuffled, state = state is not None, np.zeros(1, np.uint64) if state is None else state
        rule = RULES.index(position.rule)
        move, value = choose_move(self.means, marks, target, mover, rule, depth, shuffled, state)
        return Found(int(move), _to_cross(value, mover), int(self.means.spent[0]), depth)

    def value(self, position: NineBoard, depth: int) -> Found:
        """Value of a position to a fixed depth, with the first of the best moves; errors as of `choose`."""
        return self.choose(position, depth)

    def values(self, position: NineBoard, depth: int) -> dict[int, int]:
        """Exact value of every move to a fixed depth, the move among its plies; errors as of `choose`."""
        depth = self._checked(position, depth)
        marks, _, mover = position.start()
        self._begin(self.means)
        rule, most = RULES.index(position.rule), WIN + MOVES
        return {
            move: _to_cross(value_after(self.means, marks, move, mover, rule, depth, -most, most), mover)
            for move in position.moves()
        }

    def think(
        self,
        position: NineBoard,
        state: Words,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int = MOVES,
    ) -> Found:
        """Look ahead one ply after another until the result is certain, the depth reached or time or nodes are spent.

        Faster wins and slower losses are preferred, among equal moves the first after a shuffle. What is found depends
        on nothing but the arguments unless `seconds` are given: these become nodes by the rate at which nodes have been
        spent. The first ply is always looked at; the clock starts after it, when all is compiled. If the last iteration
        wasn't finished, the move is the best that it has found, value and depth are of the one before.

        Raises
        ------
        ValueError
            If the game is over, the depth or the nodes below 1, or the seconds not above 0.
        """
        depth = self._checked(position, depth)
        for name, given in (("seconds", seconds), ("nodes", nodes)):
            if given is not None and not given > 0:
                raise ValueError(f"{name}: {given!r} is out of range; allowed: above 0")
        means = self.means._replace(hurry=True)
        self._begin(means)
        marks, target, mover = position.start()
        moves = moves_in_order(marks, target, True, state)
        order, rule = np.arange(moves.size), RULES.index(position.rule)
        most, clock = nodes or UNLIMITED, None
        chosen, value = iterate(means, marks, moves, order, mover, rule, 1)
        reached = 1
        if seconds is not None:
            clock = Clock(seconds, int(means.spent[0]))
        while reached < depth and abs(value) < WIN and means.spent[0] < most and not (clock and clock.late):
            means.spent[1] = min(most, clock.allowance(int(means.spent[0]))) if clock else most
            chosen, found = iterate(means, marks, moves, order, mover, rule, reached + 1)
            if means.spent[0] <= means.spent[1]:
                value, reached = found, reached + 1
        return Found(int(moves[chosen]), _to_cross(value, mover), int(means.spent[0]), reached)

    def _checked(self, position: NineBoard, depth: int) -> int:
        """The depth, but no deeper than there are cells; ValueError for what can't be searched."""
        check(position, self.heuristic, depth)
        return min(depth, MOVES - position.ply)

    def _begin(self, means: Means) -> None:
        means.age[0] += 1
        means.spent[:] = 0, UNLIMITED


def _to_cross(value: int, mover: int) -> int:
    """A value to the mover as a value to X."""
    return int(value) * (1 - 2 * mover)
