"""Figures of the league of 3x3: they draw the values of the tables in the documented order."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from small_league import agents, genome_row

from tttcore.league.classic import FIGURES, match_tables
from tttcore.league.players import league_players
from tttcore.league.plots.classic import critical_differences, draw, matrix, ranking, strength
from tttcore.pipeline.rng import stream
from tttcore.players.agent_registry import baseline_agents
from tttcore.plots.style import save


@pytest.fixture(scope="module")
def league(random_genes):
    names = ("s/a/0", "s/a/1", "s/b/0", "t/a/0")
    genomes = random_genes(len(names), "league figures")
    seats = ("both", "both", "first", "second")
    rows = [genome_row(name, own, seat=seat) for name, own, seat in zip(names, genomes, seats, strict=True)]
    return match_tables(league_players([agents(*rows), baseline_agents()]), stream(0, "tests"))


def texts(labels):
    return [label.get_text() for label in labels]


def test_fields_are_the_points_of_the_first_player(league):
    axes = matrix(league["matrix"]).axes[0]
    table = league["matrix"].set_index(["first", "second"])["score"]
    rows, columns = texts(axes.get_yticklabels()), texts(axes.get_xticklabels())
    fields = np.ma.getdata(axes.collections[0].get_array()).reshape(len(rows), len(columns))
    for (row, column), field in np.ndenumerate(fields):
        assert field == table[rows[row], columns[column]]
    assert fields.size == len(table)
    assert (np.diff(fields.mean(axis=1)) <= 1e-12).all()
    assert (np.diff(fields.mean(axis=0)) >= -1e-12).all()
    assert axes.yaxis_inverted()


def test_points_and_intervals_stand_in_the_row_of_their_group(league):
    table = league["ranking"].set_index(["seat", "group"])
    figure = ranking(league["ranking"])
    groups = texts(figure.axes[0].get_yticklabels())
    assert groups[: len(table.loc["both"])] == [*table.loc["both"].index]
    assert {*groups} == {*league["ranking"]["group"]}
    for axes, seat in zip(figure.axes, ("first", "second", "both"), strict=True):
        lines, points = axes.collections
        own = table.loc[seat]
        for (score, place), segment in zip(points.get_offsets(), lines.get_segments(), strict=True):
            assert [score, *segment[:, 0]] == own.loc[groups[int(place)], ["score", "score_low", "score_high"]].tolist()
            assert {*segment[:, 1]} == {place}
        assert len(points.get_offsets()) == len(own)


@pytest.mark.parametrize("seat", ["first", "second", "both"])
def test_bars_join_groups_without_significant_difference(league, seat):
    """Every two groups are under one bar if, and only if, p says so; single groups have none."""
    figure = critical_differences(league["ranking"], league["differences"], league["friedman"], seat=seat)
    (axes,) = figure.axes
    own = league["ranking"][league["ranking"]["seat"] == seat]
    ranks = own.set_index("group")["mean_rank"]
    drawn = [line.get_xdata() for line in axes.lines if len({*line.get_ydata()}) == 1 and line.get_ydata()[0] < 0]
    assert drawn
    assert all(list(bar) == sorted(bar) for bar in drawn)
    pairs = league["differences"]
    for row in pairs[pairs["seat"] == seat].itertuples():
        under = any(bar[0] <= min(ranks[row.a], ranks[row.b]) and max(ranks[row.a], ranks[row.b]) <= bar[-1]
                    for bar in drawn)  # fmt: skip
        assert under == (row.p >= 0.05), row
    shown = texts(axes.texts)
    assert all(any(group in text for text in shown) for group in ranks.index)
    (reach,) = league["friedman"].loc[league["friedman"]["seat"] == seat, "critical_difference"]
    assert f"CD = {reach:.2g}" in shown


def test_strength_is_drawn_by_seat_and_study(league):
    figure = strength(league["players"])
    for axes, seat in zip(figure.axes, ("first", "second"), strict=True):
        own = league["players"][league["players"]["seat"] == seat]
        for points in axes.collections:
            of_study = own[own["study"] == points.get_label()]
            assert points.get_offsets().tolist() == of_study[["exploitability", "random_won"]].to_numpy().tolist()
    assert texts(figure.legends[0].get_texts()) == ["s", "t", "house"]


def test_a_study_has_one_colour_in_all_figures(league):
    by_study = {points.get_label(): points for points in strength(league["players"]).axes[0].collections}
    by_seat = ranking(league["ranking"]).axes
    groups = texts(by_seat[0].get_yticklabels())
    checked = set()
    for points in (axes.collections[1] for axes in by_seat):
        for (_, place), colour in zip(points.get_offsets(), points.get_facecolors(), strict=True):
            study = groups[int(place)].split("/")[0]
            if len(by_study[study].get_offsets()):
                assert to_hex(colour) == to_hex(by_study[study].get_edgecolors()[0])
                checked.add(study)
    assert checked == {"s", "house"}


@pytest.mark.parametrize("name", FIGURES)
def test_every_name_is_drawn_with_its_title(league, name, tmp_path):
    figure = draw(name, league)
    assert figure.get_suptitle() == FIGURES[name]["title"]
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    for file in (one, other):
        save(draw(name, league), [file])
    assert one.read_bytes() == other.read_bytes()


def test_missing_columns_are_named():
    with pytest.raises(ValueError, match="missing second, score; the table has first"):
        matrix(pd.DataFrame({"first": ["a"]}))
    with pytest.raises(ValueError, match="the table has no rows to draw"):
        strength(pd.DataFrame(columns=["study", "seat", "exploitability", "random_won"]))
