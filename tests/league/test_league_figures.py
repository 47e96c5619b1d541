"""Figures of the league of 3x3: they draw the values of the tables in the documented order."""

import numpy as np
import pandas as pd
import pytest
from legible import LEAST, smallest
from matplotlib.colors import to_hex
from small_league import agents, genome_row

from tttcore.league.classic import FIGURES, match_tables
from tttcore.league.matches import league_players
from tttcore.league.plots.classic import critical_differences, draw, matrix, ranking, strength
from tttcore.pipeline.rng import stream
from tttcore.players.agent_registry import baseline_agents
from tttcore.plots.names import UNNAMED
from tttcore.plots.style import save


@pytest.fixture(scope="module")
def league(random_genes):
    names = ("s/a/0", "s/a/1", "s/b/0", "t/c/0")
    genomes = random_genes(len(names), "league figures")
    seats = ("both", "both", "first", "second")
    rows = [genome_row(name, own, seat=seat) for name, own, seat in zip(names, genomes, seats, strict=True)]
    return match_tables(league_players([agents(*rows), baseline_agents()]), stream(0, "tests"))


@pytest.fixture
def keys(league):
    """Keys of groups by the names that figures show."""
    return {UNNAMED.group(group): group for group in league["players"]["group"]}


def texts(labels):
    return [label.get_text() for label in labels]


def test_fields_are_the_mean_points_of_a_document_or_a_fixed_rule(league):
    axes = matrix(league["matrix"]).axes[0]
    table = league["matrix"]
    rows, columns = (texts(axis.get_ticklabels()) for axis in (axes.yaxis, axes.xaxis))
    fixed = {UNNAMED.group(group): group for group in {*table["first"], *table["second"]} if group.startswith("house/")}
    assert {*rows} - {*fixed} == {"s"}  # t moves second alone
    assert {*columns} - {*fixed} == {"s", "t"}
    sides = {"first": table["first"], "second": table["second"]}
    sides = {seat: groups.where(groups.str.startswith("house/"), groups.str[0]) for seat, groups in sides.items()}
    fields = np.ma.getdata(axes.collections[0].get_array()).reshape(len(rows), len(columns))
    for (row, column), field in np.ndenumerate(fields):
        first, second = (fixed.get(name, name) for name in (rows[row], columns[column]))
        own = table[(sides["first"] == first) & (sides["second"] == second)]
        assert field == pytest.approx(own["score"].mean())
    assert (np.diff(fields.mean(axis=1)) <= 1e-12).all()
    assert (np.diff(fields.mean(axis=0)) >= -1e-12).all()
    assert axes.yaxis_inverted()
    assert len(axes.texts) == fields.size


def test_points_and_intervals_stand_in_the_row_of_their_group(league, keys):
    table = league["ranking"].set_index(["seat", "group"])
    figure = ranking(league["ranking"])
    groups = [keys[name] for name in texts(figure.axes[0].get_yticklabels())]
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
def test_bars_overlap_without_significant_difference(league, keys, seat):
    """Those of every two groups if, and only if, p says so; ranks are in their middles."""
    figure = critical_differences(league["ranking"], league["friedman"], seat=seat)
    (axes,) = figure.axes
    own = league["ranking"][league["ranking"]["seat"] == seat].set_index("group")["mean_rank"]
    groups = [keys[name] for name in texts(axes.get_yticklabels())]
    assert {*groups} == {*own.index}
    assert own[groups].is_monotonic_increasing
    band, bars, points, critical = axes.patches[0], *axes.collections
    (((left, above), (right, _)),) = critical.get_segments()
    (difference,) = league["friedman"].loc[league["friedman"]["seat"] == seat, "critical_difference"]
    assert right - left == pytest.approx(difference)
    assert axes.get_ylim()[1] < above < 0
    assert [text.get_text() for text in axes.texts] == [f"critical difference, {difference:.2g}"]
    ends = dict(zip(groups, (segment[:, 0] for segment in bars.get_segments()), strict=True))
    assert [*own[groups]] == points.get_offsets()[:, 0].tolist()
    assert (band.get_x(), band.get_x() + band.get_width()) == pytest.approx(tuple(ends[groups[0]]))
    pairs = league["differences"]
    for row in pairs[pairs["seat"] == seat].itertuples():
        overlap = ends[row.a][0] <= ends[row.b][1] and ends[row.b][0] <= ends[row.a][1]
        assert overlap == (row.p >= 0.05), row
        assert ends[row.a].mean() == pytest.approx(own[row.a])


def test_strength_is_drawn_by_seat_and_document(league, keys):
    """Dots are filled where no reply beats the player; how many these are stands beside the row."""
    figure = strength(league["players"])
    names = texts(figure.axes[0].get_yticklabels())
    for axes, seat in zip(figure.axes, ("first", "second"), strict=True):
        own = league["players"][league["players"]["seat"] == seat]
        sides = own["group"].where(own["study"] == "house", own["study"])
        assert {points.get_label() for points in axes.collections} == {*sides}
        for points, told in zip(axes.collections, axes.texts, strict=True):
            side = points.get_label()
            players, place = own[sides == side], names.index(UNNAMED.group(side))
            assert points.get_offsets()[:, 0].tolist() == players["random_won"].tolist()
            assert (np.abs(points.get_offsets()[:, 1] - place) < 0.5).all()
            unbeaten = (players["exploitability"] == 0).tolist()
            assert [to_hex(face) != "#ffffff" for face in points.get_facecolors()] == unbeaten
            assert told.get_text() == f"{sum(unbeaten)} of {len(players)}"
    assert texts(figure.legends[0].get_texts()) == ["no reply beats it", "some reply beats it"]


def test_a_study_has_one_colour_in_all_figures(league, keys):
    """Baselines have one that no study has."""
    by_side = {points.get_label(): to_hex(points.get_edgecolors()[0]) for axes in strength(league["players"]).axes
               for points in axes.collections}  # fmt: skip
    by_seat = ranking(league["ranking"]).axes
    groups = [keys[name] for name in texts(by_seat[0].get_yticklabels())]
    found = {}
    for points in (axes.collections[1] for axes in by_seat):
        for (_, place), colour in zip(points.get_offsets(), points.get_facecolors(), strict=True):
            group = groups[int(place)]
            study = group.split("/")[0]
            assert to_hex(colour) == by_side[group if study == "house" else study]
            found.setdefault(study, set()).add(to_hex(colour))
    assert {study: len(shown) for study, shown in found.items()} == {"s": 1, "t": 1, "house": 1}
    assert len(set.union(*found.values())) == 3


@pytest.mark.parametrize("name", FIGURES)
def test_every_name_is_drawn_with_its_title(league, name, tmp_path):
    figure = draw(name, league)
    assert figure.get_suptitle() == FIGURES[name]["title"]
    assert smallest(figure) >= LEAST
    one, other = tmp_path / "one.svg", tmp_path / "other.svg"
    for file in (one, other):
        save(draw(name, league), [file])
    assert one.read_bytes() == other.read_bytes()


def test_missing_columns_are_named():
    with pytest.raises(ValueError, match="missing second, score; the table has first"):
        matrix(pd.DataFrame({"first": ["a"]}))
    with pytest.raises(ValueError, match="the table has no rows to draw"):
        strength(pd.DataFrame(columns=["study", "group", "seat", "exploitability", "random_won"]))
