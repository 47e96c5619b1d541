"""Lines and symmetries against formulas and brute force."""

from itertools import combinations

import numpy as np
import pytest

from tttcore.games.geometry import lines, symmetries


def lines_by_search(edge, dimensions):
    """Sets of `edge` cells, evenly spaced between two cells whose coordinates differ by edge - 1 or not at all."""
    cells = [tuple(cell) for cell in np.ndindex(*[edge] * dimensions)]
    found = set()
    for one, other in combinations(cells, 2):
        if all(abs(a - b) in (0, edge - 1) for a, b in zip(one, other, strict=True)):
            points = np.linspace(one, other, edge).round().astype(int)
            found.add(frozenset(map(tuple, points.tolist())))
    return found


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (3, 1), (3, 2), (4, 2), (6, 2), (3, 3), (4, 3), (3, 4)])
def test_lines(edge, dimensions):
    found = lines(edge=edge, dimensions=dimensions)
    assert found.shape == (((edge + 2) ** dimensions - edge**dimensions) // 2, edge)
    as_cells = [frozenset(zip(*np.unravel_index(line, [edge] * dimensions), strict=True)) for line in found]
    assert set(as_cells) == lines_by_search(edge, dimensions)


@pytest.mark.parametrize("edge", [2, 3, 4])
def test_symmetries_are_a_group_that_keeps_the_lines(edge):
    group = symmetries(edge=edge)
    assert group[0].tolist() == list(range(edge**2))
    as_set = {tuple(row) for row in group.tolist()}
    assert len(as_set) == 8
    assert all(tuple(one[other].tolist()) in as_set for one in group for other in group)
    kept = {frozenset(line) for line in lines(edge=edge, dimensions=2).tolist()}
    assert all({frozenset(row[list(line)].tolist()) for line in kept} == kept for row in group)


def test_order_of_symmetries():
    """Quarter turns to the left, then the same of the mirror image."""
    square = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    assert symmetries(edge=3)[1].reshape(3, 3).tolist() == [[2, 5, 8], [1, 4, 7], [0, 3, 6]]
    assert symmetries(edge=3)[4].reshape(3, 3).tolist() == square[:, ::-1].tolist()
