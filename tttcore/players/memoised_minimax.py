"""Memoised minimax on 3x3: depth-first search that stops at a winning move and keeps all utilities it has found.

Source: Osipa (2017), section 1.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np

from tttcore.games.classic import CELLS, CROSS, CROSS_WON, DRAWN, EMPTY, LINES, NOUGHT, NOUGHT_WON, OPEN, Board, outcome
from tttcore.pipeline.messages import choices

State = tuple[int, ...]
"""Nine fields, row by row, and the result of the game: ten whole numbers (section 1.1)."""
FIELDS = {EMPTY: -1, NOUGHT: 0, CROSS: 1}
RESULTS = {OPEN: -2, NOUGHT_WON: -1, DRAWN: 0, CROSS_WON: 1}
"""Codes of marks and results in states."""

Ties = Literal["first", "random", "all_best"]
TIES: tuple[Ties, ...] = get_args(Ties)

_FREE, _UNFINISHED, _DRAW = FIELDS[EMPTY], RESULTS[OPEN], RESULTS[DRAWN]
_LINES_THROUGH = [[line for line in LINES.tolist() if cell in line] for cell in range(CELLS)]


def state_of(board: Board) -> State:
    """State of a board of nine cells."""
    return (*(FIELDS[mark] for mark in board), RESULTS[outcome(board)])


def crosses_turn(state: State) -> bool:
    """True if X moves: the sum of the fields is a multiple of three (section 1.1), with remainders never negative."""
    return sum(state[:CELLS]) % 3 == 0


def after(state: State, cell: int) -> State:
    """State after a mark on a free field."""
    sign = 1 if crosses_turn(state) else 0
    fields = (*state[:cell], sign, *state[cell + 1 : CELLS])
    for a, b, c in _LINES_THROUGH[cell]:
        if fields[a] == fields[b] == fields[c]:
            return (*fields, RESULTS[CROSS_WON] if sign else RESULTS[NOUGHT_WON])
    return (*fields, _UNFINISHED if _FREE in fields else _DRAW)


@dataclass(eq=False, slots=True)
class Node:
    """Node of a game tree: a state, its children and their known utilities, but no parent (section 1.1).

    Attributes
    ----------
    state : ten whole numbers.
    cells : free cells in order; none where the game is over.
    children : node after a mark on each of them, None where not made yet.
    utilities : minimax utility of each child, None where not explored yet.
    """

    state: State
    cells: tuple[int, ...]
    children: "list[Node | None]"
    utilities: list[int | None]


class Tree:
    """Game tree with memoised utilities, as far as one player has explored it.

    Utilities are results: 1 if X wins, 0, -1 if O wins. X maximises and O minimises, whoever plays them (section 1.1).

    Parameters
    ----------
    hurry : whether faster wins count more, ten less their ply. The document has no such preference.

    Attributes
    ----------
    nodes : number of nodes made.
    searches : number of times that `best_cells` had to explore moves.
    """

    def __init__(self, *, hurry: bool = False) -> None:
        self.nodes = 0
        self.searches = 0
        self._hurry = hurry

    def new_node(self, state: State) -> Node:
        """Make a node whose moves are unexplored."""
        self.nodes += 1
        if state[CELLS] != _UNFINISHED:
            return Node(state, (), [], [])
        cells = tuple(cell for cell in range(CELLS) if state[cell] == _FREE)
        return Node(state, cells, [None] * len(cells), [None] * len(cells))

    def child(self, node: Node, cell: int) -> Node:
        """Child of a node after a mark, made at the first call."""
        place = node.cells.index(cell)
        found = node.children[place]
        if found is None:
            found = node.children[place] = self.new_node(after(node.state, cell))
        return found

    def utility(self, node: Node) -> int:
        """Minimax utility of a node, explored as far as it isn't known (section 1.2)."""
        if not node.cells:
            return self._final(node.state)
        self._explore(node)
        return _best(node)

    def best_cells(self, node: Node, *, every: bool = False) -> list[int]:
        """Cells of the best known moves, in order; explores moves if none is known to be unbeatable.

        Section 1.2, possible move search.

        Parameters
        ----------
        node : of a game that isn't over.
        every : whether to explore all moves, even if they can only be as good as one that is known.
        """
        if None in node.utilities and (every or self._winning(node) not in node.utilities):
            self.searches += 1
            self._explore(node, every=every)
        best = _best(node)
        return [cell for cell, utility in zip(node.cells, node.utilities, strict=True) if utility == best]

    def _explore(self, node: Node, *, every: bool = False) -> None:
        """Explore moves in order until one is known that none can beat (section 1.3); all of them with `every`."""
        winning = self._winning(node)
        for place, cell in enumerate(node.cells):
            if winning in node.utilities and not every:
                return
            if node.utilities[place] is None:
                node.utilities[place] = self.utility(self.child(node, cell))

    def _final(self, state: State) -> int:
        """Utility of a finished game."""
        return state[CELLS] * (1 + state.count(_FREE)) if self._hurry else state[CELLS]

    def _winning(self, node: Node) -> int:
        """Highest possible utility for the player to move: a win, in a hurry one with this very mark."""
        won = len(node.cells) if self._hurry else 1
        return won if crosses_turn(node.state) else -won


def _best(node: Node) -> int:
    """Best of the known utilities for the player to move."""
    known = [utility for utility in node.utilities if utility is not None]
    return max(known) if crosses_turn(node.state) else min(known)


class MoveCost(NamedTuple):
    """Nodes made and searches run for one move."""

    nodes: int
    searches: int


class MemoisedMinimax:
    """Minimax player of either side, which keeps what it has explored for as long as a game lasts.

    A board that can't follow from the one before begins a new game.

    Parameters
    ----------
    ties : tie rule for the best moves: ``first`` takes the first known one, as the document does; ``random`` draws
        uniformly from the known ones; ``all_best`` explores all moves and draws uniformly from all best ones.
    hurry : whether to win early and lose late, see `Tree`.
    rng : generator for ``random`` and ``all_best``.

    Attributes
    ----------
    costs : of each move of the current game.

    Raises
    ------
    ValueError
        For unknown `ties`, and for a random rule without a generator.
    """

    def __init__(self, ties: Ties = "first", *, hurry: bool = False, rng: np.random.Generator | None = None) -> None:
        if ties not in TIES:
            raise ValueError(f"unknown ties {ties!r}{choices(ties, list(TIES))}")
        if ties != "first" and rng is None:
            raise ValueError(f"ties {ties!r} need a generator to draw from")
        self.costs: list[MoveCost] = []
        self._ties = ties
        self._hurry = hurry
        self._rng = None if ties == "first" else rng
        self._tree = Tree(hurry=hurry)
        self._node: Node | None = None

    def move(self, board: Board) -> int:
        """Choose a cell to mark; ValueError if the game is over."""
        state = state_of(board)
        if state[CELLS] != _UNFINISHED:
            raise ValueError(f"{board!r}: the game is over; allowed: a board on which it goes on")
        if self._node is None or not _is_reachable(self._node.state, state):
            self._tree, self._node, self.costs = Tree(hurry=self._hurry), None, []
        nodes, searches = self._tree.nodes, self._tree.searches
        self._node = self._tree.new_node(state) if self._node is None else self._walk(self._node, state)
        cells = self._tree.best_cells(self._node, every=self._ties == "all_best")
        self.costs.append(MoveCost(self._tree.nodes - nodes, self._tree.searches - searches))
        return cells[0] if self._rng is None else int(self._rng.choice(cells))

    def _walk(self, node: Node, state: State) -> Node:
        """Descend from a node to a later state, each player's new marks in the order of cells."""
        while node.state != state:
            sign = 1 if crosses_turn(node.state) else 0
            node = self._tree.child(node, next(cell for cell in node.cells if state[cell] == sign))
        return node


def _is_reachable(earlier: State, later: State) -> bool:
    """True if further marks can turn the earlier state into the later one."""
    return all(before in (_FREE, now) for before, now in zip(earlier[:CELLS], later[:CELLS], strict=True))
