"""Enumerate all games of 3x3 between two players that may each choose among several cells."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tttcore.games.classic import CROSS_WON, DRAWN, NOUGHT_WON, OPEN, START, Board, CellRule, marked, outcome
from tttcore.players.memoised_minimax import Ties, Tree, state_of

Marks = tuple[int, ...]
"""Cells that both players have marked, in the order of a game."""


class Choice(NamedTuple):
    """Cells that a player may mark, and the number of searches that it made to find them."""

    cells: Sequence[int]
    searches: int = 0


Player = Callable[[Board, Marks], Choice]
"""Choice of a player on a board after some marks: the same at every call, so that each continuation can be followed."""


class MinimaxPlayer:
    """Memoised minimax in one of the seats, with every choice that `ties` leaves to chance.

    Games share the nodes that they have in common and no others, so that each is played as if it were the only one:
    what a choice costs depends on nothing but the marks before it, and is kept with it. One such player can be followed
    through games with several opponents.
    """

    def __init__(self, ties: Ties) -> None:
        self._ties = ties
        self._tree = Tree()
        self._root = self._tree.new_node(state_of(START))
        self._choices: dict[Marks, Choice] = {}

    def __call__(self, board: Board, marks: Marks) -> Choice:
        """See `Player`."""
        if marks not in self._choices:
            node = self._root
            for cell in marks:
                node = self._tree.child(node, cell)
            before = self._tree.searches
            best = self._tree.best_cells(node, every=self._ties == "all_best")
            cells = best[:1] if self._ties == "first" else best
            self._choices[marks] = Choice(cells, self._tree.searches - before)
        return self._choices[marks]


def policy_player(cells: CellRule) -> Player:
    """Player who may mark any of the cells that `cells` gives for a board."""
    return lambda board, marks: Choice(cells(board))


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
    return _follow(START, (), (first, second), (0, 0))


def _follow(board: Board, marks: Marks, players: tuple[Player, Player], searches: tuple[int, int]) -> Results:
    """Follow all games from a board on, after so many searches of each player."""
    ended = outcome(board)
    if ended != OPEN:
        return Results(ended == CROSS_WON, ended == DRAWN, ended == NOUGHT_WON, max(searches))
    mover, (first, second) = len(marks) % 2, searches
    cells, spent = players[mover](board, marks)
    searches = (first, second + spent) if mover else (first + spent, second)
    found = [_follow(marked(board, cell), (*marks, cell), players, searches) for cell in cells]
    cross_won, drawn, nought_won, most = zip(*found, strict=True)
    return Results(sum(cross_won), sum(drawn), sum(nought_won), max(most))
