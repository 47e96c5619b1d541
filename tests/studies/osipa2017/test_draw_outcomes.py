"""Plots of outcomes: every share in its place, and steps as counted."""

import numpy as np
import pandas as pd
import pytest
from legible import LEAST, smallest

from tttcore.pipeline.rng import stream
from tttcore.plots.line_styles import PUBLISHED
from tttcore.plots.numbers import p_equals
from tttcore.studies.osipa2017 import outcomes
from tttcore.studies.osipa2017.draw_outcomes import game_lengths, openings, proofs


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


def test_every_kind_of_first_move_has_its_row_and_letter(games):
    table = outcomes.openings(games)
    figure = openings(table, title="T")
    figure.draw_without_rendering()
    where, shares = figure.axes
    letters = dict(zip(np.unique(outcomes.opening_classes()).tolist(), "ABCDEFGHIJKLMNO", strict=True))
    kinds = table[(table["by"] == "class") & (table["opening"] != "all")]
    row_of = {label.get_text().split()[0]: place for place, label in enumerate(shares.get_yticklabels())}
    bars, points = shares.collections[0].get_segments(), shares.lines[1].get_xydata()
    for letter, kind in zip(letters.values(), kinds.to_dict("records"), strict=True):
        place = row_of[letter]
        assert shares.get_yticklabels()[place].get_text() == f"{letter} ({kind['openings']})"
        assert points[place].tolist() == [kind["won"], place]
        assert bars[place][:, 0].tolist() == [kind["won_low"], kind["won_high"]]
    assert (np.diff(points[:, 0]) <= 0).all()
    assert shares.yaxis_inverted()
    drawn = {text.get_position(): text.get_text() for text in where.texts}
    for opening, first in enumerate(outcomes.opening_classes().tolist()):
        (board_row, board_column), (row, column) = (divmod(place, 3) for place in divmod(opening, 9))
        assert drawn[3 * board_column + column + 0.5, 3 * board_row + row + 0.5] == letters[first]
    assert smallest(figure) >= LEAST


def test_the_whole_and_the_test_are_told(games):
    table = outcomes.openings(games)
    whole = table[(table["by"] == "class") & (table["opening"] == "all")].iloc[0]
    figure = openings(table)
    told = figure.legends[0].get_title().get_text()
    assert told.startswith(f"X wins {whole['won']:.1%} of 900 games.")
    assert told.endswith(p_equals(whole["p"]))
    assert figure.axes[1].lines[0].get_xdata() == [whole["won"], whole["won"]]


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
