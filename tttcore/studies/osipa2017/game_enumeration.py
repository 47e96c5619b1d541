"""Enumerate all games of 3x3 between two players that may each choose among several cells."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tttcore.games.classic import (
    CELLS,
    CROSS,
    CROSS_WON,
    DRAWN,
    EMPTY,
    NOUGHT_WON,
    OPEN,
    Board,
    marked,
    outcome,
    to_move,
)
from tttcore.players.memoised_minimax import Node, Ties, Tree, state_of

START: Board = (EMPTY,) * CELLS


class Choice(NamedTuple):
    """Cells that a player may mark, and the number of searches that it made to find them."""

    cells: Sequence[int]
    searches: int = 0


class Player(ABC):
    """Player with several choices. Its state in a game is kept outside, so that every continuation can be followed."""

    @abstractmethod
    def begin(self) -> Any:
        """State at the beginning of a game."""

    @abstractmethod
    def choose(self, state: Any) -> Choice:
        """Cells that it may mark in a state, the same at every call."""

    @abstractmethod
    def after(self, state: Any, cell: int) -> Any:
        """State after a mark of either player."""


class MinimaxPlayer(Player):
    """Memoised minimax in one of the seats, with every choice that `ties` leaves to chance; its states are nodes.

    Games share the nodes that they have in common and no others, so that each is played as if it were the only one:
    what a choice costs depends on nothing but the marks before it, and is kept with it. One such player can be followed
    through games with several opponents.
    """

    def __init__(self, ties: Ties) -> None:
        self._ties = ties
        self._tree = Tree()
        self._root = self._tree.new_node(state_of(START))
        self._choices: dict[Node, Choice] = {}

    def begin(self) -> Node:
        """See `Player`."""
        return self._root

    def choose(self, state: Node) -> Choice:
        """See `Player`."""
        if state not in self._choices:
            before = self._tree.searches
            best = self._tree.best_cells(state, every=self._ties == "all_best")
            cells = best[:1] if self._ties == "first" else best
            self._choices[state] = Choice(cells, self._tree.searches - before)
        return self._choices[state]

    def after(self, state: Node, cell: int) -> Node:
        """See `Player`."""
        return self._tree.child(state, cell)


class PolicyPlayer(Player):
    """Player who may mark any of the cells that `cells` gives for a board; its states are boards."""

    def __init__(self, cells: Callable[[Board], Sequence[int]]) -> None:
        self._cells = cells

    def begin(self) -> Board:
        """See `Player`."""
        return START

    def choose(self, state: Board) -> Choice:
        """See `Player`."""
        return Choice(self._cells(state))

    def after(self, state: Board, cell: int) -> Board:
        """See `Player`."""
        return marked(state, cell)


class Results(NamedTuple):
    """Numbers of games by result."""

    cross_won: int
    drawn: int
    nought_won: int
    searches: int
    """Most searches of one player in one game."""

    @property
    def games(self) -> int:
        """Number of all games."""
        return self.cross_won + self.drawn + self.nought_won

    @property
    def decided(self) -> int:
        """Number of games that aren't drawn."""
        return self.cross_won + self.nought_won


def enumerate_games(first: Player, second: Player) -> Results:
    """Follow all games between two players."""
    return _follow(START, (first, second), (first.begin(), second.begin()), (0, 0))


def _follow(
    board: Board, players: tuple[Player, Player], states: tuple[Any, Any], searches: tuple[int, int]
) -> Results:
    """Follow all games from a board on, after so many searches of each player."""
    ended = outcome(board)
    if ended != OPEN:
        return Results(ended == CROSS_WON, ended == DRAWN, ended == NOUGHT_WON, max(searches))
    first, second = players
    if to_move(board) == CROSS:
        cells, spent = first.choose(states[0])
        searches = searches[0] + spent, searches[1]
    else:
        cells, spent = second.choose(states[1])
        searches = searches[0], searches[1] + spent
    found = [
        _follow(marked(board, cell), players, (first.after(states[0], cell), second.after(states[1], cell)), searches)
        for cell in cells
    ]
    cross_won, drawn, nought_won, most = zip(*found, strict=True)
    return Results(sum(cross_won), sum(drawn), sum(nought_won), max(most))
