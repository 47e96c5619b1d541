"""Solver of m,n,k-games: rows, values against plain minimax and the literature, effects of symmetry and table."""

import random
import re

import pytest
from reference import mnk as twin

from tttcore.games import mnk_solver
from tttcore.games.geometry import symmetries
from tttcore.games.mnk_solver import Solution, rows_of, solve

BOARDS = [(2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5)]
KNOWN = {
    (1, 1): 1,
    (2, 2): 1,
    (3, 3): 0,
    **{(size, 3): 1 for size in (4, 5, 6, 7)},
    (4, 4): 0,
    (5, 4): 0,
    (6, 4): 1,
    (5, 5): 0,
    (6, 5): 0,
    (7, 6): 0,
    (8, 7): 0,
}
"""Uiterwijk and van den Herik (2000), The advantage of the initiative, and what is seen without looking."""


@pytest.fixture
def small_table(monkeypatch):
    """Sixteen entries, so that most is forgotten."""
    monkeypatch.setattr(mnk_solver, "TABLE_BITS", 4)


def positions(number, size, need, *, fewest, name=""):
    """Random open positions with at least `fewest` marks."""
    chance, lines, found = random.Random(f"{size} {need} {name}"), twin.rows(size, need), []
    while len(found) < number:
        marks = chance.sample(range(size**2), chance.randrange(fewest, size**2))
        if not any(line <= set(marks[player::2]) for line in lines for player in range(2)):
            found.append(marks)
    return found


@pytest.mark.parametrize("size", range(1, 8))
def test_rows(size):
    for need in range(1, size + 1):
        rows = rows_of(size, need).tolist()
        assert {frozenset(row) for row in rows} == twin.rows(size, need)
        longer = size - need + 1
        assert len(rows) == (size**2 if need == 1 else 2 * longer * (size + longer))


@pytest.mark.needs_jit
@pytest.mark.parametrize(("board", "value"), KNOWN.items())
def test_known_boards(board, value):
    assert solve(*board).value == value


@pytest.mark.parametrize(("size", "need"), BOARDS)
def test_positions_are_worth_what_minimax_says(size, need, several, small_table):
    """Positions with up to nine free cells, many of each value where somebody can win."""
    lines, values = twin.rows(size, need), []
    for marks in positions(several(80, without_jit=8), size, need, fewest=max(0, size**2 - 9)):
        values.append(solve(size, need, marks).value)
        assert values[-1] == twin.value(size, lines, marks, {})
    assert len(set(values)) > 1 or need == size > 3 or size == 2


@pytest.mark.needs_jit
def test_every_position_of_3x3(small_table):
    lines, known = twin.rows(3, 3), {}
    twin.value(3, lines, [], known)
    for first, second in known:
        if not any(line <= marks for line in lines for marks in (first, second)):
            marks = [0] * (len(first) + len(second))
            marks[::2], marks[1::2] = first, second
            assert solve(3, 3, marks).value == known[first, second]


@pytest.mark.needs_jit
@pytest.mark.parametrize(("size", "need", "fewest"), [(4, 3, 2), (5, 4, 6), (6, 4, 12), (6, 5, 8)])
def test_a_position_is_worth_its_best_move(size, need, fewest):
    """Deep positions: each move's value is found by a search of its own, with another table and other questions."""
    lines = twin.rows(size, need)
    for marks in positions(12, size, need, fewest=fewest, name="deep"):
        player, after = len(marks) % 2, []
        for cell in set(range(size**2)) - set(marks):
            own = {*marks[player::2], cell}
            ended = any(line <= own for line in lines)
            after.append(1 - 2 * player if ended else solve(size, need, [*marks, cell]).value)
        assert solve(size, need, marks).value == (min if player else max)(after)


@pytest.mark.needs_jit
def test_images_of_a_position_are_worth_the_same(small_table):
    for marks in positions(20, 5, 4, fewest=8, name="images"):
        values = {solve(5, 4, [int(image[cell]) for cell in marks]).value for image in symmetries(edge=5)}
        assert len(values) == 1


@pytest.mark.needs_jit
def test_a_table_changes_nothing_but_the_work(monkeypatch):
    roomy = solve(5, 4)
    monkeypatch.setattr(mnk_solver, "TABLE_BITS", 10)
    crowded = solve(5, 4)
    assert roomy.value == crowded.value
    assert roomy.positions < crowded.positions
    assert solve(5, 4) == crowded


def test_what_is_seen_at_once():
    """One position for each question: rows of n on n by n, n above 3, weigh too little for anyone."""
    assert solve(4, 4) == solve(6, 6) == solve(8, 8) == Solution(0, 2)
    assert solve(3, 3, [0, 3, 1, 4]) == Solution(1, 1)
    assert solve(3, 3, [0, 3, 1, 4, 8]) == Solution(-1, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 1), "size: 0 is out of range; allowed: from 1 to 8"),
        ((9, 3), "size: 9 is out of range; allowed: from 1 to 8"),
        ((3, 0), "k: 0 is out of range; allowed: from 1 to the size, 3"),
        ((3, 4), "k: 4 is out of range; allowed: from 1 to the size, 3"),
        ((3, 3, [0, 0]), "marks: [0, 0]; allowed: different cells from 0 to 8"),
        ((3, 3, [9]), "marks: [9]; allowed: different cells from 0 to 8"),
        ((3, 3, [0, 3, 1, 4, 2]), "marks: [0, 3, 1, 4, 2] hold a row of 3"),
    ],
)
def test_mistakes(arguments, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        solve(*arguments)
