"""Symmetric blunders of a report stand once, and what they cost together stays the same."""

from itertools import permutations

import pytest
from helpers.entrants import small_field

from tttcore.classroom.entrant import exact_entrant
from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.symmetric import up_to_symmetry
from tttcore.games.classic import CELLS, LINES, free_cells
from tttcore.games.position import SEATS
from tttcore.players.policy import cells_of_rule, uniform_policy

LINES_OF_BOARD = {frozenset(line) for line in LINES.tolist()}


def symmetries():
    """Permutations of the cells that keep lines, centre and corners."""
    corners = {0, 2, 6, 8}
    for cells in permutations(range(CELLS)):
        turned = {frozenset(cells[each] for each in line) for line in LINES_OF_BOARD}
        if turned == LINES_OF_BOARD and cells[4] == 4 and {cells[each] for each in corners} == corners:
            yield cells


def seats():
    """A player that takes the last free cell has blunders in most positions; one at random has all there are."""
    last = cells_of_rule(lambda board: free_cells(board)[-1:])
    for policy in (last, cells_of_rule(free_cells)):
        found = evaluate(exact_entrant("own", "x", (0, 1), uniform_policy(policy)), small_field())
        yield from (found["seats"][name]["blunders"] for name in SEATS)


def test_the_board_has_eight_symmetries():
    assert len({*symmetries()}) == 8


def test_each_blunder_belongs_to_one_that_is_shown():
    maps = [*symmetries()]
    for rows in seats():
        shown = up_to_symmetry(rows)
        images = {
            ("".join(row["board"][cells[cell]] for cell in range(CELLS)), cells.index(row["cell"])): place
            for place, row in enumerate(shown)
            for cells in maps
        }
        counted = [0] * len(shown)
        for row in rows:
            counted[images[row["board"], row["cell"]]] += 1
        assert counted == [1 + row["alike"] for row in shown]
        assert [row["cost"] for row in shown] == sorted((row["cost"] for row in shown), reverse=True)
        for column in ("cost", "often"):
            assert sum(row[column] for row in shown) == pytest.approx(sum(row[column] for row in rows))


def test_random_marks_blunder_alike_on_all_images():
    """All images of a board are met, with the same chance."""
    *_, rows = seats()
    assert sum(1 + row["alike"] for row in up_to_symmetry(rows)) == len(rows)
    assert {1 + row["alike"] for row in up_to_symmetry(rows)} <= {1, 2, 4, 8}
