"""Plots of outcomes: every share in its place, and steps as counted."""

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest

from tttcore.pipeline.rng import stream
from tttcore.plots.line_styles import PUBLISHED
from tttcore.plots.numbers import p_equals
from tttcore.studies.osipa2017 import outcomes
from tttcore.studies.osipa2017.draw_outcomes import game_lengths, head_to_head, openings


@pytest.fixture(scope="module")
def games():
    rng = stream(0, "tests", "outcome figures")
    moves = rng.integers(20, 50, 900)
    return pd.DataFrame(
        {
            "treatment": "t",
            "winner": rng.integers(0, 3, 900),
            "moves": moves,
            "opening": rng.permutation(np.arange(900) % 80),
        }
    )


def test_every_first_cell_has_the_share_of_its_kind_and_one_scale(games):
    both = pd.concat([games, games.assign(treatment="u", winner=np.roll(games["winner"], 1))])
    table = outcomes.openings(both)
    figure = openings(table, named={"t": "one", "u": "other"}, title="T")
    figure.draw_without_rendering()
    assert smallest(figure) >= LEAST
    kinds = table[(table["by"] == "class") & (table["opening"] != "all")]
    for axes, (treatment, name) in zip(figure.axes, {"t": "one", "u": "other"}.items(), strict=False):
        own = kinds[kinds["treatment"] == treatment]
        shares = dict(zip(9 * (own["board"] - 1) + own["cell"] - 1, own["won"], strict=True))
        cells = axes.collections[0].get_array().reshape(9, 9)
        for opening, first in enumerate(outcomes.opening_classes().tolist()):
            board, cell = divmod(opening, 9)
            row, column = 3 * (board // 3) + cell // 3, 3 * (board % 3) + cell % 3
            assert cells[row, column] == shares[first]
            assert axes.texts[9 * row + column].get_text() == f"{100 * shares[first]:.0f}"
        assert axes.collections[0].get_clim() == (kinds["won"].min(), kinds["won"].max())
        (whole,) = table[(table["treatment"] == treatment) & (table["by"] == "class") & (table["opening"] == "all")].p
        assert axes.get_title().startswith(f"{name}\nX wins ")
        assert axes.get_title().endswith(p_equals(whole))


def test_points_against_another_heuristic_follow_from_elo():
    rows = [("direct", 0.0, -400.0, 400.0), ("depth 2", 400 * np.log10(3), 0.0, 800.0)]
    table = pd.DataFrame(rows, columns=["label", "difference", "difference_low", "difference_high"])
    figure = head_to_head(table, first="one", second="other", title="T")
    figure.draw_without_rendering()
    assert smallest(figure) >= LEAST
    (axes,) = figure.axes
    equal, points = axes.lines[:2]
    assert equal.get_xdata() == [0.5, 0.5]
    assert points.get_xdata() == pytest.approx([0.5, 0.75])
    ends = np.array([bar[:, 0] for bar in axes.collections[0].get_segments()])
    assert ends == pytest.approx(np.array([[1 / 11, 10 / 11], [0.5, 100 / 101]]))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["direct", "depth 2"]
    assert axes.yaxis_inverted()
    assert "“one”\nagainst “other”" in axes.get_xlabel()


def test_longer_games_are_counted(games):
    grouped = pd.concat([games.assign(group="a"), games[:100].assign(group="b")])
    figure = game_lengths(grouped, published=[40, 49], title="T")
    figure.draw_without_rendering()
    (axes,) = figure.axes
    for line, own in zip(axes.lines, (games, games[:100]), strict=False):
        for after, share in zip(line.get_xdata(), line.get_ydata(), strict=True):
            assert share == sum(moves > after for moves in own["moves"]) / len(own)
        assert line.get_ydata()[-1] == 0
    entries = [text.get_text() for text in figure.legends[0].get_texts()]
    assert entries == ["a (n = 900)", "b (n = 100)", "mentioned in the document"]
    marked = [line.get_xdata()[0] for line in axes.lines[2:4] if line.get_color() == PUBLISHED]
    assert marked == [40, 49]
    assert [text.get_text() for text in axes.texts] == ["40", "49"]
