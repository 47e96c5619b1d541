"""Figures of the leagues of other boards: what is drawn is what the tables say, in the order that they promise."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from tttcore.engines.genies.plots import league as lattice_league
from tttcore.engines.nine_board.plots import league as nine_board_league
from tttcore.plots.line_styles import BLUE, PUBLISHED
from tttcore.plots.names import UNNAMED

BOARDS = {(4, 3): 20, (6, 2): 3, (3, 2): 4}
"""Groups by edge and dimensions."""
TITLES = ["4x4x4", "6x6", "3x3"]


def group(place):
    return f"house/{place}" if place % 3 == 2 else f"study/{place}"


@pytest.fixture
def tables():
    groups = [
        (edge, dimensions, group(place), place % 3 < 2, 0.9 - place / 30)
        for (edge, dimensions), count in BOARDS.items()
        for place in range(count)
    ]
    ranking = pd.DataFrame(groups, columns=["edge", "dimensions", "group", "evolved", "score"])
    ranking = ranking.assign(score_low=ranking["score"] - 0.05, score_high=ranking["score"] + 0.02)
    pairs = [
        (edge, dimensions, group(a), group(b), 0.5 + (b - a) / 50)
        for (edge, dimensions), count in BOARDS.items()
        for a, b in permutations(range(count), 2)
    ]
    return {
        "ranking": ranking,
        "pairs": pd.DataFrame(pairs, columns=["edge", "dimensions", "group", "opponent", "score"]),
    }


def every_axes(figure):
    """Axes with fields or points, without scales."""
    return [axes for axes in figure.get_axes() if axes.get_visible() and axes.get_title()]


def labels(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def shown(count):
    """Places of the best five and of all that don't learn."""
    return [place for place in range(count) if place < 5 or place % 3 == 2]


def test_points_of_every_board(tables):
    figure = lattice_league.draw("lattice-ranking", tables)
    figure.draw_without_rendering()
    assert [axes.get_title() for axes in every_axes(figure)] == TITLES
    boards = tables["ranking"].groupby(["edge", "dimensions"], sort=False)
    for axes, (_, board) in zip(every_axes(figure), boards, strict=True):
        own = board.iloc[shown(len(board))]
        assert labels(axes.yaxis) == own["group"].map(UNNAMED.group).tolist()
        assert axes.yaxis_inverted()
        lines, points = axes.collections
        assert points.get_offsets()[:, 0].tolist() == own["score"].tolist()
        ends = np.array([segment[:, 0] for segment in lines.get_segments()])
        assert ends.tolist() == own[["score_low", "score_high"]].to_numpy().tolist()
        colours = [to_hex(colour).upper() for colour in points.get_facecolors()]
        assert colours == [BLUE if evolved else PUBLISHED for evolved in own["evolved"]]


def fields(axes):
    mesh = next(iter(axes.collections))
    rows = len(labels(axes.yaxis))
    return np.ma.filled(mesh.get_array(), np.nan).reshape(rows, rows)


def test_fields_are_points_of_the_row_against_the_column_of_the_number(tables):
    figure = lattice_league.draw("lattice-matrices", tables)
    figure.draw_without_rendering()
    assert [axes.get_title() for axes in every_axes(figure)] == TITLES
    for axes, count in zip(every_axes(figure), BOARDS.values(), strict=True):
        own = shown(count)
        numbers = [f"{number}" for number in range(1, len(own) + 1)]
        assert labels(axes.xaxis) == numbers
        names = [UNNAMED.group(group(place)) for place in own]
        assert labels(axes.yaxis) == [f"{name}  {number}" for name, number in zip(names, numbers, strict=True)]
        expected = [[0.5 + (b - a) / 50 if a != b else np.nan for b in own] for a in own]
        np.testing.assert_allclose(fields(axes), expected)
        assert len(axes.texts) == len(own) * (len(own) - 1)


@pytest.mark.parametrize("name", lattice_league.FIGURES)
def test_a_single_board(tables, name):
    few = {key: table[table["edge"] == 6] for key, table in tables.items()}
    figure = lattice_league.draw(name, few)
    figure.draw_without_rendering()
    assert [axes.get_title() for axes in every_axes(figure)] == ["6x6"]


def test_nine_boards_are_drawn_as_their_study_draws_them():
    rating = pd.DataFrame(
        {"player": ["a", "b"], "strategy": "alphabeta", "heuristic": 1, "depth": [2, 1], "rating": [80.0, -80.0]}
    )
    first = pd.DataFrame({"player": ["first move"], "strategy": "", "rating": [12.3]})
    made = {
        "ranking": rating.assign(rating_low=rating["rating"] - 9, rating_high=rating["rating"] + 9),
        "first_move": first.assign(rating_low=10.0, rating_high=15.0),
    }
    figure = nine_board_league.draw("nine-board-ranking", made)
    assert figure.legends[0].get_title().get_text() == "Moving first is worth +12 Elo (+10 to +15)"
