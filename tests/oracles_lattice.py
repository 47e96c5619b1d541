"""Slow twin of games on n^d boards: marks in a list, every line looked at, players by their rules or genes.

A board's cells are numbered with the first coordinate running fastest. What follows from its size
alone is remembered (`cache`); nothing else is clever.

Source: post1999, Methods, Appendix C.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from math import comb, gcd

FREE, FIRST, SECOND = 0, 1, 2
RANDOM, FIRST_FREE, WIN_OR_BLOCK, EVALUATE = 1, 2, 3, 4
WORD = 2**64


class Words:
    """SplitMix64 in whole numbers."""

    def __init__(self, state):
        self.state = state

    def word(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        return z ^ z >> 31

    def below(self, choices):
        return (self.word() >> 12) * choices >> 52

    def fraction(self):
        return (self.word() >> 11) / 2**53


# The board


@cache
def cells(edge, dimensions):
    """Coordinates of the cells in their order."""
    return [tuple(reversed(place)) for place in product(range(edge), repeat=dimensions)]


@cache
def number_of(edge, dimensions):
    return {place: number for number, place in enumerate(cells(edge, dimensions))}


@cache
def lines(edge, dimensions):
    """Sets of `edge` cells that are met by going on in one direction."""
    number, found = number_of(edge, dimensions), set()
    for start, direction in product(number, product((-1, 0, 1), repeat=dimensions)):
        line = [tuple(x + step * dx for x, dx in zip(start, direction, strict=True)) for step in range(edge)]
        if any(direction) and all(place in number for place in line):
            found.add(frozenset(number[place] for place in line))
    return frozenset(found)


@cache
def lines_through(edge, dimensions):
    """The lines of each cell."""
    through = [[] for _ in cells(edge, dimensions)]
    for line in lines(edge, dimensions):
        for cell in line:
            through[cell].append(line)
    return through


def course(start, end):
    """Direction from one place to another, in lowest terms and without its sign."""
    steps = [b - a for a, b in zip(start, end, strict=True)]
    shortest = gcd(*steps) * (1 if next(filter(None, steps)) > 0 else -1)
    return tuple(step // shortest for step in steps)


def forms_a_line(places):
    """True if all places lie in one direction from the first of them."""
    first, *others = places
    return len({course(first, other) for other in others}) == 1


def lines_among_combinations(edge, dimensions):
    """Sets of `edge` cells that form a line, each combination of cells looked at by itself."""
    number = number_of(edge, dimensions)
    return {
        frozenset(number[place] for place in places) for places in combinations(number, edge) if forms_a_line(places)
    }


def lines_among_grouped_combinations(edge, dimensions):
    """The same for larger boards, with the number of combinations that were decided.

    Combinations are grouped by their first cell. Those whose other cells lie in one direction from it form
    a line, and are listed one by one; the remaining ones of that first cell don't, and are only counted.
    """
    number, found, decided = number_of(edge, dimensions), set(), 0
    for cell, first in enumerate(number):
        later = cells(edge, dimensions)[cell + 1 :]
        decided += comb(len(later), edge - 1)
        by_course = defaultdict(list)
        for place in later:
            by_course[course(first, place)].append(number[place])
        for others in by_course.values():
            found |= {frozenset((cell, *chosen)) for chosen in combinations(others, edge - 1)}
    return found, decided


# Players and games


@dataclass
class Board:
    edge: int
    dimensions: int
    marks: list = field(default_factory=list)

    def __post_init__(self):
        self.marks = self.marks or [FREE] * len(cells(self.edge, self.dimensions))

    def free(self):
        return [cell for cell, mark in enumerate(self.marks) if mark == FREE]

    def full_lines(self, player):
        every = lines(self.edge, self.dimensions)
        return [line for line in every if all(self.marks[cell] == player for cell in line)]

    def counts(self, cell, player):
        """[marks of the player, marks of the opponent] in each line through a cell."""
        for line in lines_through(self.edge, self.dimensions)[cell]:
            marks = [self.marks[place] for place in line]
            yield marks.count(player), marks.count(opponent_of(player))


def opponent_of(player):
    return SECOND if player == FIRST else FIRST


def features(board, cell, player, unmarked="empty"):
    """Lines through a cell with 0.. own marks alone, then with 0.. of the opponent's alone; empty ones are in both.

    If they are to be unmarked `by_one` alone, the first of each half are all lines without that player's marks.
    """
    own, theirs = [0] * board.edge, [0] * board.edge
    if unmarked == "by_one":
        for mine, others in board.counts(cell, player):
            own[0] += mine == 0
            theirs[0] += others == 0
            own[mine] += mine > 0 and others == 0
            theirs[others] += others > 0 and mine == 0
        return own + theirs
    for mine, others in board.counts(cell, player):
        if others == 0:
            own[mine] += 1
        if mine == 0:
            theirs[others] += 1
    return own + theirs


def value(board, cell, player, genes, unmarked="empty"):
    return sum(gene * feature for gene, feature in zip(genes, features(board, cell, player, unmarked), strict=True))


def first_best(candidates, score):
    """The first of the candidates of highest score."""
    best = max(map(score, candidates))
    return next(candidate for candidate in candidates if score(candidate) == best)


def random_cell(board, words):
    while True:
        cell = words.below(len(board.marks))
        if board.marks[cell] == FREE:
            return cell


def first_free(board):
    return board.free()[0]


def win_or_block(board, player):
    """Complete lines, the more the better; otherwise, or among equal ones, block; otherwise the first free cell."""

    def completed(cell):
        return sum(mine == board.edge - 1 for mine, _ in board.counts(cell, player))

    def blocked(cell):
        return sum(others == board.edge - 1 for _, others in board.counts(cell, player))

    return first_best(board.free(), lambda cell: (completed(cell), blocked(cell)))


def evaluate(board, player, genes, unmarked="empty"):
    return first_best(board.free(), lambda cell: value(board, cell, player, genes, unmarked))


def move(board, player, strategy, genes, words, unmarked="empty"):
    if strategy == RANDOM:
        return random_cell(board, words)
    if strategy == FIRST_FREE:
        return first_free(board)
    if strategy == WIN_OR_BLOCK:
        return win_or_block(board, player)
    return evaluate(board, player, genes, unmarked)


def play(edge, dimensions, first, second, words=None, unmarked="empty"):
    """Winner (0 for a full board without a line) and moves of a game between two (strategy, genes)."""
    board, moves, player = Board(edge, dimensions), [], FIRST
    while board.free():
        cell = move(board, player, *(first if player == FIRST else second), words, unmarked)
        board.marks[cell] = player
        moves.append(cell)
        if board.full_lines(player):
            return player, moves
        player = opponent_of(player)
    return 0, moves


def hopeless_after(edge, dimensions, moves):
    """Number of the moves after which each line holds marks of both players, or None."""
    for made in range(len(moves) + 1):
        givers = {cell: turn % 2 for turn, cell in enumerate(moves[:made])}
        if all(len({givers[cell] for cell in line if cell in givers}) == 2 for line in lines(edge, dimensions)):
            return made
    return None
