"""Minimax on 3x3 that searches depth first, stops at a move that wins, and remembers all that it has found.

Source: Osipa (2017), section 1.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np

from tttcore.games.classic import CELLS, CROSS, CROSS_WON, DRAWN, EMPTY, LINES, NOUGHT, NOUGHT_WON, OPEN, Board, outcome
from tttcore.pipeline.registry import choices

State = tuple[int, ...]
"""Nine fields, row by row, and the result of the game: ten whole numbers (section 1.1)."""
FIELDS = {EMPTY: -1, NOUGHT: 0, CROSS: 1}
RESULTS = {OPEN: -2, NOUGHT_WON: -1, DRAWN: 0, CROSS_WON: 1}

Ties = Literal["first", "random", "all_best"]
TIES: tuple[Ties, ...] = get_args(Ties)

_FREE, _UNFINISHED, _EVEN = FIELDS[EMPTY], RESULTS[OPEN], RESULTS[DRAWN]
_LINES_THROUGH = [[line for line in LINES.tolist() if cell in line] for cell in range(CELLS)]


def state_of(board: Board) -> State:
    """A board of nine cells as a state."""
    return (*(FIELDS[mark] for mark in board), RESULTS[outcome(board)])


def crosses_turn(state: State) -> bool:
    """Whether X moves: the fields add up to a multiple of three (section 1.1), the remainder never being negative."""
    return sum(state[:CELLS]) % 3 == 0


def after(state: State, cell: int) -> State:
    """The state after a mark on a free field."""
    sign = 1 if crosses_turn(state) else 0
    fields = (*state[:cell], sign, *state[cell + 1 : CELLS])
    for a, b, c in _LINES_THROUGH[cell]:
        if fields[a] == fields[b] == fields[c]:
            return (*fields, RESULTS[CROSS_WON] if sign else RESULTS[NOUGHT_WON])
    return (*fields, _UNFINISHED if _FREE in fields else _EVEN)


@dataclass(eq=False, slots=True)
class Node:
    """A state and what is known of the moves from it; nothing leads back to where it came from (section 1.1).

    Attributes
    ----------
    state : ten whole numbers.
    cells : that can be marked, in order; none where the game is over.
    following : the node after each of them, None where not made yet.
    utilities : of each of them, None where not explored yet.
    """

    state: State
    cells: list[int]
    following: "list[Node | None]"
    utilities: list[int | None]


class Tree:
    """What one player knows of a game.

    Utilities are results: 1 if X wins, 0, -1 if O wins. X takes the highest and O the lowest, whoever plays them
    (section 1.1).

    Parameters
    ----------
    hurry : whether a win counts the more the earlier it comes: ten less its ply. The document has no such preference.

    Attributes
    ----------
    nodes : that were made.
    searches : how often moves were explored because what was known was not enough.
    """

    def __init__(self, *, hurry: bool = False) -> None:
        self.nodes = 0
        self.searches = 0
        self._hurry = hurry

    def plant(self, state: State) -> Node:
        """A new node, of which nothing is known."""
        self.nodes += 1
        over = state[CELLS] != _UNFINISHED
        cells = [] if over else [cell for cell in range(CELLS) if state[cell] == _FREE]
        return Node(state, cells, [None] * len(cells), [None] * len(cells))

    def child(self, node: Node, cell: int) -> Node:
        """The node after a mark, made unless it is there."""
        place = node.cells.index(cell)
        found = node.following[place]
        if found is None:
            found = node.following[place] = self.plant(after(node.state, cell))
        return found

    def utility(self, node: Node) -> int:
        """Minimax utility, found by the search below a node as far as it isn't known (section 1.2)."""
        if not node.cells:
            return self._final(node.state)
        self._explore(node)
        return _best(node)

    def best_cells(self, node: Node, *, every: bool = False) -> list[int]:
        """Cells of the best moves known, in order, explored as far as it takes (section 1.2, possible move search).

        Parameters
        ----------
        node : of a game that goes on.
        every : whether moves are explored that can't be better but as good.
        """
        if None in node.utilities and (every or self._winning(node) not in node.utilities):
            self.searches += 1
            self._explore(node, every=every)
        best = _best(node)
        return [cell for cell, utility in zip(node.cells, node.utilities, strict=True) if utility == best]

    def _explore(self, node: Node, *, every: bool = False) -> None:
        """Explore moves in order; no more of them once one is known than which none can be better (section 1.3)."""
        winning = self._winning(node)
        for place, cell in enumerate(node.cells):
            if winning in node.utilities and not every:
                return
            if node.utilities[place] is None:
                node.utilities[place] = self.utility(self.child(node, cell))

    def _final(self, state: State) -> int:
        return state[CELLS] * (1 + state.count(_FREE)) if self._hurry else state[CELLS]

    def _winning(self, node: Node) -> int:
        """The best utility that whoever moves could have: a win, in a hurry one with this mark."""
        won = len(node.cells) if self._hurry else 1
        return won if crosses_turn(node.state) else -won


def _best(node: Node) -> int:
    known = [utility for utility in node.utilities if utility is not None]
    return max(known) if crosses_turn(node.state) else min(known)


class Effort(NamedTuple):
    """What a move has cost."""

    nodes: int
    searches: int


class RememberingPlayer:
    """Plays either side of one game after another; what it has explored is kept for as long as a game lasts.

    A board that doesn't follow from the one before begins another game.

    Parameters
    ----------
    ties : among the best moves ``first`` takes the first one known, as the document does, ``random`` draws among those
        that are known, each as likely, and ``all_best`` explores all moves of the board and draws among all best ones.
    hurry : whether it prefers to win early and to lose late, see `Tree`.
    rng : what ``random`` and ``all_best`` draw from.

    Attributes
    ----------
    efforts : of each move of this game.

    Raises
    ------
    ValueError
        For unknown `ties`, and for those that draw if there is nothing to draw from.
    """

    def __init__(self, ties: Ties = "first", *, hurry: bool = False, rng: np.random.Generator | None = None) -> None:
        if ties not in TIES:
            raise ValueError(f"unknown ties {ties!r}{choices(ties, list(TIES))}")
        if ties != "first" and rng is None:
            raise ValueError(f"ties {ties!r} need a generator to draw from")
        self.efforts: list[Effort] = []
        self._ties = ties
        self._hurry = hurry
        self._rng = None if ties == "first" else rng
        self._tree = Tree(hurry=hurry)
        self._node: Node | None = None

    def move(self, board: Board) -> int:
        """The cell to mark; ValueError if the game is over."""
        state = state_of(board)
        if state[CELLS] != _UNFINISHED:
            raise ValueError(f"{board!r}: the game is over; allowed: a board on which it goes on")
        if self._node is None or not _leads_to(self._node.state, state):
            self._tree, self._node, self.efforts = Tree(hurry=self._hurry), None, []
        nodes, searches = self._tree.nodes, self._tree.searches
        self._node = self._tree.plant(state) if self._node is None else self._walk(self._node, state)
        cells = self._tree.best_cells(self._node, every=self._ties == "all_best")
        self.efforts.append(Effort(self._tree.nodes - nodes, self._tree.searches - searches))
        return cells[0] if self._rng is None else int(self._rng.choice(cells))

    def _walk(self, node: Node, state: State) -> Node:
        """Down the tree by the marks that were made since, each player's in the order of cells."""
        while node.state != state:
            sign = 1 if crosses_turn(node.state) else 0
            node = self._tree.child(node, next(cell for cell in node.cells if state[cell] == sign))
        return node


def _leads_to(earlier: State, later: State) -> bool:
    """Whether marks turn one state into the other."""
    return all(before in (_FREE, now) for before, now in zip(earlier[:CELLS], later[:CELLS], strict=True))
