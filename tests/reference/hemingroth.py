"""Slow oracles of the document's listing and players, from its text: lists of cells and a function for each operation.

What follows from a scenario alone is remembered (`cache`).

Source: hemingroth2025, Search space, Training and Figure 2.
"""

from collections import Counter
from functools import cache

O, EMPTY, X = -1, 0, 1  # noqa: E741
NOTHING = (EMPTY,) * 9
THREES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def identity(s):
    return s


def rotate(s):
    """Clockwise: the first column, read upwards, becomes the first row."""
    a, b, c, d, e, f, g, h, i = s
    return (g, d, a, h, e, b, i, f, c)


def flip(s):
    """Over the horizontal axis."""
    return (*s[6:], *s[3:6], *s[:3])


VARIANTS = [
    (identity, identity),
    (rotate, lambda s: rotate(rotate(rotate(s)))),
    (lambda s: rotate(rotate(s)), lambda s: rotate(rotate(s))),
    (lambda s: rotate(rotate(rotate(s))), rotate),
    (flip, flip),
    (lambda s: rotate(flip(s)), lambda s: flip(rotate(rotate(rotate(s))))),
    (lambda s: rotate(rotate(flip(s))), lambda s: flip(rotate(rotate(s)))),
    (lambda s: rotate(rotate(rotate(flip(s)))), lambda s: flip(rotate(s))),
]
SLIPPED = [(make, (lambda s: flip(rotate(rotate(s)))) if place == 5 else undo)
           for place, (make, undo) in enumerate(VARIANTS)]  # fmt: skip


@cache
def winner(s):
    return next((s[a] for a, b, c in THREES if s[a] == s[b] == s[c] != EMPTY), EMPTY)


def is_open(s):
    return winner(s) == EMPTY and EMPTY in s


def turn(s):
    return X if s.count(X) == s.count(O) else O


def play(s, cell):
    assert s[cell] == EMPTY
    return (*s[:cell], turn(s), *s[cell + 1 :])


@cache
def scenarios():
    """Every open scenario that a game reaches."""
    found, todo = set(), [NOTHING]
    while todo:
        s = todo.pop()
        if is_open(s) and s not in found:
            found.add(s)
            todo += [play(s, cell) for cell in range(9) if s[cell] == EMPTY]
    return found


def reduced(s, listing):
    """The base case, and what leads back from it."""
    images = [make(s) for make, _ in listing]
    least = sorted(images)[0]
    return least, listing[images.index(least)][1]


def destination(undo, cell):
    """Where a mark on a cell of the base case comes to."""
    return undo(tuple(X if i == cell else EMPTY for i in range(9))).index(X)


def results(choice, seat, listing, *, whole_board):
    """[won, lost, drawn] of every game of a player in a seat, who marks the cell `choice[base case]` of it."""

    def after(s):
        if winner(s):
            return [1, 0, 0] if winner(s) == seat else [0, 1, 0]
        if EMPTY not in s:
            return [0, 0, 1]
        if turn(s) != seat:
            return total(after(play(s, cell)) for cell in range(9) if s[cell] == EMPTY)
        least, undo = reduced(s, listing)
        if whole_board:
            return after(undo(play(least, choice[least])))
        cell = destination(undo, choice[least])
        return after(play(s, cell)) if s[cell] == EMPTY else [0, 1, 0]

    return after(NOTHING)


def total(counts):
    return [sum(column) for column in zip(*counts, strict=True)]


@cache
def shown_as(s):
    """The base case, and for each of its cells the one of the scenario that it comes from."""
    least, undo = reduced(s, VARIANTS)
    return least, tuple(destination(undo, cell) for cell in range(9))


def key(s):
    return int("".join(str(cell + 2) for cell in s))


@cache
def situations():
    """Base cases of all open scenarios by their keys, in order."""
    return {key(least): least for least in sorted({shown_as(s)[0] for s in scenarios()})}


def free_cells(s):
    return [cell for cell in range(9) if s[cell] == EMPTY]


def meaning(shown, allele, taken):
    """Cell of a base case that an allele marks."""
    free = free_cells(shown)
    if taken == "modulo":
        return free[allele % len(free)]
    while shown[allele] != EMPTY:
        assert taken == "next_free"
        allele = (allele + 1) % 9
    return allele


def random_genome(rng, taken):
    """Alleles by key."""
    return {
        number: rng.choice(free_cells(shown)) if taken == "never" else rng.randrange(9)
        for number, shown in situations().items()
    }


def games(genome, seat, taken):
    """Counter of the results of all games in which the opponent of `seat` (1 or -1) tries every reply."""
    ends = Counter()

    def follow(s):
        if not is_open(s):
            ends[winner(s)] += 1
        elif turn(s) == seat:
            least, cells = shown_as(s)
            follow(play(s, cells[meaning(least, genome[key(least)], taken)]))
        else:
            for cell in free_cells(s):
                follow(play(s, cell))

    follow(NOTHING)
    return ends


def lost_share(genome, taken):
    """Games lost / games played, over both seats."""
    first, second = games(genome, 1, taken), games(genome, -1, taken)
    return (first[-1] + second[1]) / (first.total() + second.total())
