"""Moves of bots on the infinite board: cases by hand, rows against the rule of winning, and the table."""

from itertools import product

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.tabular.recipe import AS_DESCRIBED
from tttcore.games.mnk import longest_row
from tttcore.pipeline.rng import stream
from tttcore.studies.mrugala2020 import sensible_moves as studied
from tttcore.studies.mrugala2020.sensible_moves import (
    LEFT,
    OPEN,
    completing,
    judged_moves,
    rows_through,
    sensible_moves,
)

RECIPE = AS_DESCRIBED | {"board": {"name": "infinite", "limiter": 2}, "need": 4, "games": 300}
SPAN = range(-3, 4)


def test_rows_through_a_cell():
    rows = [frozenset(row) for row in rows_through((2, -1), 5)]
    assert len({*rows}) == len(rows) == 20
    assert all((2, -1) in row and len(row) == 5 for row in rows)


@pytest.mark.parametrize("need", [3, 4])
def test_cells_that_complete_a_row_are_those_that_win(need):
    rng = stream(1, "tests", "completing")
    cells = [*product(SPAN, SPAN)]
    found = 0
    for _ in range(60):
        marks = [cells[place] for place in rng.permutation(len(cells))[:18]]
        own, other = marks[::2], marks[1::2]
        free = [cell for cell in cells if cell not in marks]
        last = [mark for pair in zip(own, other, strict=True) for mark in pair]
        wins = [cell for cell in free if longest_row([*last, cell]) >= need]
        assert completing(own, free, need) == wins
        found += len(wins)
    assert found > 20


def free(marks):
    return [cell for cell in product(range(-9, 50), range(-9, 50)) if cell not in marks]


FAR = [(9, 9), (20, 9), (9, 20), (20, 20)]
"""Marks of an opponent that touch nothing."""


@pytest.mark.parametrize(
    ("own", "other", "cases"),
    [
        ([(0, 0), (0, 1), (0, 2)], FAR, [(LEFT, False)]),
        ([(0, 0), (0, 1), (0, 4)], FAR, [(LEFT, False)]),  # a row of five can still hold all three
        ([(0, 0), (0, 1), (0, 5)], FAR, [(LEFT, True)]),
        ([(0, 0), (0, 1), (3, 2)], FAR, [(LEFT, True)]),
        ([(0, 0), (0, 2), (3, 2)], FAR, []),  # they don't touch
        ([(0, 0), (0, 1), (5, 5)], [(0, -1), (0, 3), (9, 9)], []),  # no room for a row
        ([(0, 0), (1, 1), (0, 1), (2, 2)], FAR, [(LEFT, True), (LEFT, True)]),  # (2, 2) extends the row before
        ([(0, 0), (5, 0), (0, 5), (5, 5), (9, 5)], [(7, y) for y in range(4)], [(OPEN, True)]),
        ([(0, 0), (5, 0), (0, 5), (5, 5), (7, 4)], [(7, y) for y in range(4)], [(OPEN, False)]),
        ([(0, 0), (2, 0), (3, 0), (4, 0), (9, 5)], [(7, y) for y in range(4)], [(LEFT, False)]),  # it could win
    ],
)
def test_cases_by_hand(own, other, cases):
    marks = [mark for pair in zip(own, [*other, (30, 30)], strict=False) for mark in pair]
    assert [*judged_moves(marks[: 2 * len(own) - 1], 0, 5, free)] == cases
    shifted = [(40, 40), *marks[: 2 * len(own) - 1]]
    assert [*judged_moves(shifted, 1, 5, free)] == cases


@pytest.mark.needs_jit
def test_the_table(monkeypatch):
    """Bots in either seat play to the end, by their estimates; every case is counted."""
    played, play = [], studied.play
    monkeypatch.setattr(
        studied, "play", lambda *asked: played.append((asked[0], asked[1], play(*asked))) or played[-1][2]
    )
    table = sensible_moves(RECIPE, seed=1).set_index("what")
    assert len(played) == 2 * studied.SESSIONS * studied.GAMES
    failed = {LEFT: [], OPEN: []}
    for learner, seat, marks in played:
        assert longest_row(marks) >= 4 > longest_row(marks[:-1])
        for turn in range(seat, len(marks), 2):
            values = learner.candidate_values(marks[:turn])
            assert marks[turn] == learner.candidates(marks[:turn])[values.index(max(values))]
        for what, fails in judged_moves(marks, seat, 4, learner.candidates):
            failed[what].append(fails)
    for what, row in table.iterrows():
        share = [np.mean(failed[what]), *proportion_confint(sum(failed[what]), len(failed[what]), method="beta")]
        assert row[["share", "share_low", "share_high"]].tolist() == pytest.approx(share, nan_ok=True)
        assert (row["sessions"], row["cases"]) == (studied.SESSIONS, len(failed[what]))
    assert len({learner for learner, _, _ in played}) == studied.SESSIONS
    assert table.equals(sensible_moves(RECIPE, seed=1).set_index("what"))
