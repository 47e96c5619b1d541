"""Random, late and narrow positions of nine-board tic-tac-toe for tests."""

from dataclasses import replace

import numpy as np
from reference import nine_board as twin

from tttcore.games.nine_board import ANY, FULL, LINES, RULES, NineBoard
from tttcore.pipeline.rng import stream


def random_positions(number, *name, fewest=0, most=50, rules=RULES):
    """Open positions of the rules in turn, `fewest` to `most` marks from the start.

    Moves are uniform among those that leave the game open. Where there is none the position before counts.
    """
    rng = stream(0, "tests", "nine-board", *name)
    for index in range(number):
        position = NineBoard(rule=rules[index % len(rules)])
        for _ in range(rng.integers(fewest, most + 1)):
            quiet = next((after for after in shuffled(position, rng) if after.winner is None), None)
            if quiet is None:
                break
            position = quiet
        yield position


LINELESS = [
    marks
    for marks in range(512)
    if not any(marks & line == line or FULL & ~marks & line == line for line in LINES)
]  # fmt: skip
"""X's marks on a full board without a line."""


def late_positions(number, *name, fewest=1, most=9, rules=RULES):
    """Open positions of the rules in turn with `fewest` to `most` free cells, most boards full, none with a line."""
    rng = stream(0, "tests", "nine-board", "late", *name)
    for index in range(number):
        rule = rules[index % len(rules)]
        yield filled(lambda: rng.choice(81, rng.integers(fewest, most + 1), replace=False), rule, rng)


def narrow_positions(number, *name, rules=RULES):
    """Open positions of the rules in turn with one or two free cells on each board, none with a line."""
    rng = stream(0, "tests", "nine-board", "narrow", *name)

    def draw():
        cells = rng.integers(9, size=(2, 9))
        return 9 * np.arange(9) + np.where(rng.random(9) < 0.5, cells[0], cells)

    for index in range(number):
        yield filled(draw, rules[index % len(rules)], rng)


def filled(draw, rule, rng):
    """A position that is full but for the places that `draw` finds."""
    while True:
        crosses, free = rng.choice(LINELESS, 9), np.zeros(9, np.int64)
        for place in draw().ravel().tolist():
            free[place // 9] |= 1 << place % 9
        noughts, crosses = FULL & ~crosses & ~free, crosses & ~free
        more = int(np.bitwise_count(crosses).sum()) - int(np.bitwise_count(noughts).sum())
        if more in (0, 1):
            break
    targets = [*np.flatnonzero(free).tolist(), *([ANY] if rule == "free" and not free.all() else [])]
    return NineBoard(tuple(crosses.tolist()), tuple(noughts.tolist()), int(rng.choice(targets)), rule)


def shuffled(position, rng):
    return (position.apply(int(move)) for move in rng.permutation(position.legal_moves()))


def image(position, symmetry):
    """The position in which cells and boards have gone where one of `twin.SYMMETRIES` takes them."""
    sides = []
    for side in (position.crosses, position.noughts):
        moved = [0] * 9
        for board, cell in twin.PLACES:
            moved[symmetry[board]] |= (side[board] >> cell & 1) << symmetry[cell]
        sides.append(tuple(moved))
    target = position.target if position.target == ANY else symmetry[position.target]
    return replace(position, crosses=sides[0], noughts=sides[1], target=target)
