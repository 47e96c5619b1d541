"""Slow oracle of n^d boards: lines found by going from every cell in every direction, or among all combinations.

A board's cells are numbered with the first coordinate running fastest. What follows from its size
alone is remembered (`cache`); nothing else is clever.

Source: post1999, Methods, Appendix C.
"""

from collections import defaultdict
from functools import cache
from itertools import combinations, product
from math import comb, gcd

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

    def randint(self, choices):
        return (self.word() >> 12) * choices >> 52

    def uniform(self):
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


def hopeless_after(edge, dimensions, moves):
    """Number of the moves after which each line holds marks of both players, or None."""
    for made in range(len(moves) + 1):
        givers = {cell: turn % 2 for turn, cell in enumerate(moves[:made])}
        if all(len({givers[cell] for cell in line if cell in givers}) == 2 for line in lines(edge, dimensions)):
            return made
    return None
