"""Plots of outcomes: every share in its place, and steps as counted."""

import numpy as np
import pandas as pd
import pytest

from tttcore.pipeline.rng import stream
from tttcore.plots.line_styles import PUBLISHED
from tttcore.studies.osipa2017 import outcomes
from tttcore.studies.osipa2017.draw_outcomes import game_lengths, openings, proofs, reliability


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
            "proved_from": moves - rng.integers(0, 15, 900),
            "proved": 1,
        }
    )


def test_an_opening_stands_where_it_is_on_the_boards(games):
    table = outcomes.openings(games)
    figure = openings(table, title="T")
    figure.draw_without_rendering()
    each = table[(table["by"] == "opening") & (table["opening"] != "all") & (table["n"] > 0)]
    whole = (games["winner"] == 1).mean()
    kept = reliability(each["won"], each["n"], middle=whole)
    axes = figure.axes[0]
    fields = np.ma.getdata(axes.collections[0].get_array()).reshape(9, 9)
    for opening in range(80):
        (board_row, board_column), (row, column) = (divmod(place, 3) for place in divmod(opening, 9))
        won = (games.loc[games["opening"] == opening, "winner"] == 1).mean()
        assert fields[3 * board_row + row, 3 * board_column + column] == pytest.approx(whole + kept * (won - whole))
    assert np.isnan(fields[8, 8])
    assert len(axes.texts) == 80
    assert axes.yaxis_inverted()
    assert {*[line.get_xdata()[0] for line in axes.lines][::2]} == {3, 6}


def test_the_whole_and_the_test_are_told(games):
    table = outcomes.openings(games)
    whole = table[(table["by"] == "opening") & (table["opening"] == "all")].iloc[0]
    told = openings(table).axes[0].get_xlabel()
    assert f"X wins {whole['won']:.1%} of 900 games; from 0 to 12 for each first move" in told
    assert "% is noise, which is left out" in told
    assert told.endswith(f"p = {whole['p']:.2g}")


def test_colours_are_even_around_the_whole(games):
    table = outcomes.openings(games)
    uneven = table.assign(won=table["won"].where(table["opening"] == "all", np.where(table["board"] == 1, 1.0, 0.3)))
    axes = openings(uneven).axes[0]
    scale, shown = axes.collections[0].norm, np.ma.getdata(axes.collections[0].get_array())
    (whole,) = table.loc[(table["by"] == "opening") & (table["opening"] == "all"), "won"]
    farthest = np.nanmax(np.abs(shown - whole))
    assert farthest > 0.1
    assert (scale.vmin, scale.vmax) == pytest.approx((whole - farthest, whole + farthest))
    even = openings(table.assign(won=0.5)).axes[0].collections[0].norm
    assert (even.vmin, even.vmax) == pytest.approx((0.4, 0.6))


def test_what_is_not_noise_is_kept():
    """By hand: variance 0.01, of which 0.25 / 100 is noise; of fewer games all of it."""
    shares, n = pd.Series([0.4, 0.6, np.nan]), pd.Series([100, 100, 0])
    assert reliability(shares, n, middle=0.5) == pytest.approx(0.75)
    assert reliability(shares, n // 10, middle=0.5) == 0
    assert reliability(shares * 0 + 0.5, n, middle=0.5) == 0


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


def test_proofs_are_steps_in_a_band(games):
    table = outcomes.proofs(games).sample(frac=1, random_state=1)
    figure = proofs(table, title="T")
    figure.draw_without_rendering()
    (axes,) = figure.axes
    proved, going = axes.lines
    for ply, share, left in zip(proved.get_xdata(), proved.get_ydata(), going.get_ydata(), strict=True):
        assert share == (games["proved_from"] <= ply).mean()
        assert left == (games["moves"] > ply).mean()
    heights = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert heights.max() == pytest.approx(table["proved_high"].max())
    assert axes.get_ylabel() == "Proportion of 900 games"
