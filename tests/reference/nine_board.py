"""Naive oracle of nine-board tic-tac-toe, written from the rules: dictionaries and plain recursion, nothing shared.

A position is a dictionary from (board, cell) to "X" or "O", and the board that must be marked, or None for any. Moves
are pairs (board, cell). Scores are fractions of a won game, as the document writes them (Osipa 2017, section 2.2).
"""

from fractions import Fraction
from itertools import permutations, product

CELLS = list(product(range(3), range(3)))
"""Row and column of a cell, in the order of its number."""
PLACES = list(product(range(9), range(9)))
DRAW = "draw"


def straight(cells):
    """True if three cells, by number, are a row, a column or a diagonal."""
    (a, b), (c, d), (e, f) = (CELLS[cell] for cell in cells)
    return (c - a, d - b) == (e - c, f - d) and (c - a, d - b) in {(0, 1), (1, 0), (1, 1), (1, -1)}


LINES = [cells for cells in permutations(range(9), 3) if straight(cells)]


SYMMETRIES = [
    [CELLS.index(image(row, column)) for row, column in CELLS]
    for image in (
        lambda row, column: (row, column),
        lambda row, column: (column, 2 - row),
        lambda row, column: (2 - row, 2 - column),
        lambda row, column: (2 - column, row),
        lambda row, column: (row, 2 - column),
        lambda row, column: (2 - row, column),
        lambda row, column: (column, row),
        lambda row, column: (2 - column, 2 - row),
    )
]
"""Where each cell goes in the eight turns and mirrorings of a board; boards go the same way."""


def read(position):
    """The oracle of a position that is told by bits."""
    marks = {
        (board, cell): sign
        for sign, side in (("X", position.crosses), ("O", position.noughts))
        for board, cell in PLACES
        if side[board] >> cell & 1
    }
    return Game(marks, None if position.target == 9 else position.target, position.rule)


class Game:
    """A position and how it goes on."""

    def __init__(self, marks=None, target=None, rule="free"):
        self.marks, self.target, self.rule = marks or {}, target, rule

    @property
    def sign(self):
        return "XO"[len(self.marks) % 2]

    def winner(self):
        """Winner, "draw", or None."""
        for board in range(9):
            for line in LINES:
                on_line = {self.marks.get((board, cell)) for cell in line}
                if on_line in ({"X"}, {"O"}):
                    return on_line.pop()
        return None if self.playable() else DRAW

    def playable(self):
        """Places that may be marked if nobody has won."""
        free = [place for place in PLACES if place not in self.marks]
        asked = [place for place in free if self.target in {None, place[0]}]
        return free if not asked and self.rule == "free" else asked

    def legal_moves(self):
        return [] if self.winner() else self.playable()

    def apply(self, place):
        assert place in self.legal_moves()
        return Game({**self.marks, place: self.sign}, place[1], self.rule)


def winning_cells(game, board, sign):
    """Free cells with which a player would complete a line on a board."""
    own = {cell for cell in range(9) if game.marks.get((board, cell)) == sign}
    return {
        cell
        for cell in range(9)
        if (board, cell) not in game.marks and any(cell in line and set(line) <= own | {cell} for line in LINES)
    }


def heuristic(game, number):
    """Score of a position that isn't over."""
    score = Fraction(0)
    for board, (sign, side) in product(range(9), (("X", 1), ("O", -1))):
        ways = len(winning_cells(game, board, sign))
        if number == 1 and ways:
            score += side * Fraction(1, 10)
        if number == 2:
            score += side * Fraction(ways, 60)
    return score


def minimax(game, number, depth, hurry=Fraction(0)):
    """Value to X of looking at everything `depth` plies deep; wins are worth `hurry` more for each ply they leave."""
    winner = game.winner()
    if winner:
        won = 1 + hurry * depth
        return {"X": won, "O": -won, DRAW: Fraction(0)}[winner]
    if depth == 0:
        return heuristic(game, number)
    values = [minimax(game.apply(place), number, depth - 1, hurry) for place in game.legal_moves()]
    return max(values) if game.sign == "X" else min(values)


def count(game, depth):
    """Ways to play on for `depth` plies."""
    return 1 if depth == 0 else sum(count(game.apply(place), depth - 1) for place in game.legal_moves())
