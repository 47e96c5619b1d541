"""All games that two sides can play on 3x3, each choosing among cells of its own in every way."""

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
    """Cells that a side may mark, and how often it has searched for them."""

    cells: Sequence[int]
    searches: int = 0


class Side(ABC):
    """Who plays. Where a game stands is kept outside, so that all its continuations can be followed."""

    @abstractmethod
    def begin(self) -> Any:
        """Where a game begins, as this side knows it."""

    @abstractmethod
    def choose(self, place: Any) -> Choice:
        """What it may mark there, the same whenever it is asked."""

    @abstractmethod
    def after(self, place: Any, cell: int) -> Any:
        """Where a mark of either side leads."""


class Remembering(Side):
    """The remembering player in one of the seats, with every choice that `ties` leaves to chance.

    Games share the nodes that they have in common and no others, so that each is played as if it were the only one:
    what a choice costs depends on nothing but the marks before it, and is kept with it. One such side can be followed
    through games with several opponents.
    """

    def __init__(self, ties: Ties) -> None:
        self._ties = ties
        self._tree = Tree()
        self._root = self._tree.plant(state_of(START))
        self._choices: dict[Node, Choice] = {}

    def begin(self) -> Node:
        """See `Side`."""
        return self._root

    def choose(self, place: Node) -> Choice:
        """See `Side`."""
        if place not in self._choices:
            before = self._tree.searches
            best = self._tree.best_cells(place, every=self._ties == "all_best")
            cells = best[:1] if self._ties == "first" else best
            self._choices[place] = Choice(cells, self._tree.searches - before)
        return self._choices[place]

    def after(self, place: Node, cell: int) -> Node:
        """See `Side`."""
        return self._tree.child(place, cell)


class Choosing(Side):
    """Whoever may mark any of the cells that `cells` finds for a board."""

    def __init__(self, cells: Callable[[Board], Sequence[int]]) -> None:
        self._cells = cells

    def begin(self) -> Board:
        """See `Side`."""
        return START

    def choose(self, place: Board) -> Choice:
        """See `Side`."""
        return Choice(self._cells(place))

    def after(self, place: Board, cell: int) -> Board:
        """See `Side`."""
        return marked(place, cell)


class Games(NamedTuple):
    """How many games end in each way."""

    cross_won: int
    drawn: int
    nought_won: int
    searches: int
    """Most searches that one side makes in one game."""

    @property
    def number(self) -> int:
        """How many there are."""
        return self.cross_won + self.drawn + self.nought_won

    @property
    def decided(self) -> int:
        """Those that somebody wins."""
        return self.cross_won + self.nought_won


def every_game(first: Side, second: Side) -> Games:
    """Follow all games between two sides."""
    return _onward(START, (first, second), (first.begin(), second.begin()), (0, 0))


def _onward(board: Board, sides: tuple[Side, Side], places: tuple[Any, Any], searches: tuple[int, int]) -> Games:
    """All games from a board on, after so many searches of either side."""
    ended = outcome(board)
    if ended != OPEN:
        return Games(ended == CROSS_WON, ended == DRAWN, ended == NOUGHT_WON, max(searches))
    first, second = sides
    if to_move(board) == CROSS:
        cells, spent = first.choose(places[0])
        searches = searches[0] + spent, searches[1]
    else:
        cells, spent = second.choose(places[1])
        searches = searches[0], searches[1] + spent
    follow = [
        _onward(marked(board, cell), sides, (first.after(places[0], cell), second.after(places[1], cell)), searches)
        for cell in cells
    ]
    cross_won, drawn, nought_won, most = zip(*follow, strict=True)
    return Games(sum(cross_won), sum(drawn), sum(nought_won), max(most))
