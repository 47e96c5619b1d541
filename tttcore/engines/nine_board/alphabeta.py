"""Fast alpha-beta search with the values and moves of `as_published.search`, and play within a time limit.

Searches to a fixed depth find the values of plain minimax, whatever the transposition table and the move ordering. Both
pay off with iterative deepening: depths 1, 2, and so on are searched, and each orders the moves of the next.
"""

import time
from typing import NamedTuple

import numpy as np

from tttcore.engines.nine_board.as_published import check, check_heuristic, root_moves
from tttcore.engines.nine_board.negamax import (
    FIELDS,
    LIMIT,
    SPENT,
    UNLIMITED,
    Workspace,
    choose_move,
    move_value,
    search_root,
)
from tttcore.engines.nine_board.reference import WIN
from tttcore.engines.nine_board.single_boards import feature_table
from tttcore.engines.nine_board.transposition import empty_table
from tttcore.games.nine_board import BOARDS, MOVES, RULES, NineBoard
from tttcore.pipeline.rng import Words

LARGEST_TABLE = 28
"""Bits of the largest table, 4 GB."""
NODES_PER_SECOND = 1e6
"""Cautious guess until the rate is measured."""
ITERATION_SHARE = 0.8
"""Proportion of the remaining time that the next iteration may take, by the rate so far."""
LATE = 0.95
"""Proportion of the time after which no further iteration begins."""


class Found(NamedTuple):
    """Result of a search."""

    move: int
    value: int  # to X, in sixtieths of a won game; with `hurry` a win adds 1 per unused ply
    nodes: int  # positions made, in all iterations; `negamax` says which it skips
    depth: int  # plies looked ahead


class AlphaBeta:
    """Alpha-beta search with a transposition table of its own.

    Parameters
    ----------
    heuristic : 0, 1 or 2, see `reference.evaluate`.
    table_bits : the table has 2^bits slots of 16 bytes; 0 for no table.
    ordered : whether promising moves are tried first, by iterative deepening; otherwise moves are tried in rising order
        and the depth asked for is searched at once.
    hurry : whether faster wins and slower losses are preferred, which the document's search doesn't do.

    Raises
    ------
    ValueError
        If the heuristic is unknown or the table too large.

    Examples
    --------
    >>> from tttcore.nine_board import AlphaBeta, NineBoard
    >>> AlphaBeta(heuristic=1).choose(NineBoard().apply(40).apply(36), depth=6)
    Found(move=0, value=0, nodes=1607, depth=6)
    """

    def __init__(self, heuristic: int = 1, *, table_bits: int = 20, ordered: bool = True, hurry: bool = False) -> None:
        check_heuristic(heuristic)
        if not 0 <= table_bits <= LARGEST_TABLE:
            raise ValueError(f"table_bits: {table_bits!r} is out of range; allowed: from 0 to {LARGEST_TABLE}")
        self.heuristic = heuristic
        self.workspace = Workspace(
            features=feature_table(heuristic),
            table=empty_table(table_bits),
            age=np.zeros(1, np.int64),
            ordered=ordered,
            hurry=hurry,
            stack=np.zeros((MOVES, FIELDS), np.int64),
            moves=np.zeros((MOVES, MOVES), np.int64),
            codes=np.zeros(BOARDS, np.int64),
            nodes=np.zeros(2, np.int64),
        )

    def choose(self, position: NineBoard, depth: int, state: Words | None = None) -> Found:
        """Choose the move that `as_published.search` chooses at this depth, with the same words for the same shuffle.

        Parameters
        ----------
        state : random words for the shuffle of the position's moves; without it they stay in rising order.

        Raises
        ------
        ValueError
            If the game is over or the depth below 1.
        """
        depth = self._checked(position, depth)
        marks, target, player = position.arrays()
        shuffled, state = state is not None, np.zeros(1, np.uint64) if state is None else state
        rule = RULES.index(position.rule)
        move, value = choose_move(self.workspace, marks, target, player, rule, depth, shuffled, state)
        return Found(int(move), _to_cross(value, player), int(self.workspace.nodes[SPENT]), depth)

    def values(self, position: NineBoard, depth: int) -> dict[int, int]:
        """Exact value to X of every move, `depth` plies deep with the move itself; errors as of `choose`."""
        depth = self._checked(position, depth)
        marks, _, player = position.arrays()
        self._begin()
        rule, most = RULES.index(position.rule), WIN + MOVES
        return {
            move: _to_cross(move_value(self.workspace, marks, move, player, rule, depth, -most, most), player)
            for move in position.legal_moves()
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
        """Deepen ply by ply until the result is certain, the depth reached, or time or nodes are spent.

        Faster wins and slower losses are preferred, among equal moves the first after a shuffle. The result depends on
        nothing but the arguments unless `seconds` are given: these become nodes by the rate at which nodes have been
        spent. The first ply is always searched; the clock starts after it, when all is compiled. If the last iteration
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
        workspace, tally = self.workspace._replace(hurry=True), self.workspace.nodes
        self._begin()
        marks, target, player = position.arrays()
        moves = root_moves(marks, target, True, state)
        order, rule = np.arange(moves.size), RULES.index(position.rule)
        most, clock = nodes or UNLIMITED, None
        chosen, value = search_root(workspace, marks, moves, order, player, rule, 1)
        reached = 1
        if seconds is not None:
            clock = TimeControl(seconds, int(tally[SPENT]))
        while reached < depth and abs(value) < WIN and tally[SPENT] < most and not (clock and clock.late):
            tally[LIMIT] = min(most, clock.node_limit(int(tally[SPENT]))) if clock else most
            chosen, found = search_root(workspace, marks, moves, order, player, rule, reached + 1)
            if tally[SPENT] <= tally[LIMIT]:
                value, reached = found, reached + 1
        return Found(int(moves[chosen]), _to_cross(value, player), int(tally[SPENT]), reached)

    def _checked(self, position: NineBoard, depth: int) -> int:
        """Depth, no deeper than there are free cells; ValueError for what can't be searched."""
        check(position, self.heuristic, depth)
        return min(depth, MOVES - position.ply)

    def _begin(self) -> None:
        """Start a search: with a new age, so that no earlier entry counts, and without a node limit."""
        self.workspace.age[0] += 1
        self.workspace.nodes[:] = 0, UNLIMITED


def _to_cross(value: int, player: int) -> int:
    """Value to X from the value to `player`."""
    return int(value) * (1 - 2 * player)


class TimeControl:
    """Clock of one move, started when it is made.

    Parameters
    ----------
    seconds : time given for the move.
    spent : nodes searched before the clock started.
    """

    def __init__(self, seconds: float, spent: int) -> None:
        self._seconds, self._before = seconds, spent
        self._began = time.perf_counter()

    @property
    def late(self) -> bool:
        """True if too little time is left for another iteration."""
        return self._passed > LATE * self._seconds

    def node_limit(self, spent: int) -> int:
        """Nodes in all at which the next iteration has to stop, with `spent` of them searched so far."""
        passed = self._passed
        rate = (spent - self._before) / passed if spent > self._before else NODES_PER_SECOND
        return spent + max(1, int(ITERATION_SHARE * rate * (self._seconds - passed)))

    @property
    def _passed(self) -> float:
        return time.perf_counter() - self._began
