"""Figures of the league of 3x3: they draw the values of the tables in the documented order."""

from itertools import cycle, permutations

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from matplotlib.colors import to_hex
from small_league import agents, genome_row

from tttcore.engines.genies.plots import league as lattice_league
from tttcore.engines.nine_board.plots import league as nine_board_league
from tttcore.league.classic import FIGURES, match_tables
from tttcore.league.matches import league_players
from tttcore.league.plots.classic import critical_differences, draw, matrix, ranking, strength
from tttcore.pipeline.rng import stream
from tttcore.players.agent_registry import baseline_agents
from tttcore.plots.line_styles import BLUE, OTHERS, PUBLISHED
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
    assert len(axes.figure.axes) == 1  # no colour bar beside printed numbers
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


def sides_of(groups):
    """Documents of groups, and fixed rules."""
    return groups.where(groups.str.startswith("house/"), groups.str[0])


def names_of(axes, keys):
    """Sides of the rows of a panel."""
    return [keys.get(name, name) for name in texts(axes.get_yticklabels())]


def test_best_group_of_each_side_has_its_interval_and_the_others_are_pale(league, keys):
    table = league["ranking"].assign(side=sides_of(league["ranking"]["group"]))
    for axes, seat in zip(ranking(league["ranking"]).axes, ("first", "second", "both"), strict=True):
        others, lines, points = axes.collections
        own = table[table["seat"] == seat]
        best = own.loc[own.groupby("side")["score"].idxmax()].set_index("side")
        rows = names_of(axes, keys)
        assert {*rows} == {*best.index}
        assert best.loc[rows, "score"].is_monotonic_decreasing
        for (score, place), segment in zip(points.get_offsets(), lines.get_segments(), strict=True):
            expected = best.loc[rows[int(place)], ["score", "score_low", "score_high"]]
            assert [score, *segment[:, 0]] == expected.tolist()
            assert {*segment[:, 1]} == {place}
        pale = sorted((rows[int(place)], score) for score, place in others.get_offsets())
        rest = own[~own["group"].isin(best["group"])]
        assert pale == sorted(zip(rest["side"], rest["score"], strict=True))
    assert len(pale) == 0 < len(ranking(league["ranking"]).axes[0].collections[0].get_offsets())


def test_bars_overlap_without_significant_difference(league, keys):
    """Those of every two groups if, and only if, p says so; ranks are in their middles."""
    figure = critical_differences(league["ranking"], league["friedman"])
    table = league["ranking"].assign(side=sides_of(league["ranking"]["group"]))
    compared = 0
    for axes, seat in zip(figure.axes, ("first", "second", "both"), strict=True):
        own = table[table["seat"] == seat]
        best = own.loc[own.groupby("side")["score"].idxmax()].set_index("side")
        groups = best.loc[names_of(axes, keys), "group"].tolist()
        ranks = best.set_index("group")["mean_rank"]
        assert {*groups} == {*ranks.index}
        assert ranks[groups].is_monotonic_increasing
        band, bars, points = axes.patches[0], *axes.collections
        (difference,) = league["friedman"].loc[league["friedman"]["seat"] == seat, "critical_difference"]
        ends = dict(zip(groups, (segment[:, 0] for segment in bars.get_segments()), strict=True))
        assert [right - left for left, right in ends.values()] == pytest.approx([difference] * len(groups))
        assert [*ranks[groups]] == points.get_offsets()[:, 0].tolist()
        assert (band.get_x(), band.get_x() + band.get_width()) == pytest.approx(tuple(ends[groups[0]]))
        pairs = league["differences"]
        pairs = pairs[(pairs["seat"] == seat) & pairs["a"].isin(groups) & pairs["b"].isin(groups)]
        for row in pairs.itertuples():
            overlap = ends[row.a][0] <= ends[row.b][1] and ends[row.b][0] <= ends[row.a][1]
            assert overlap == (row.p >= 0.05), row
            compared += 1
    assert compared > 40


def test_strength_is_drawn_by_seat_and_document(league, keys):
    """Dots are filled where no reply beats the player; how many these are stands beside the row, under a heading."""
    figure = strength(league["players"])
    for axes, seat in zip(figure.axes, ("first", "second"), strict=True):
        own = league["players"][league["players"]["seat"] == seat]
        sides, names = sides_of(own["group"]), names_of(axes, keys)
        assert names == [points.get_label() for points in axes.collections]
        assert {*names} == {*sides}
        *told, heading = axes.texts
        assert heading.get_text() == "Unbeatable"
        assert heading.xy[1] < 0
        for points, told_of in zip(axes.collections, told, strict=True):
            side = points.get_label()
            players, place = own[sides == side], names.index(side)
            assert points.get_offsets()[:, 0].tolist() == players["random_won"].tolist()
            assert (np.abs(points.get_offsets()[:, 1] - place) < 0.5).all()
            unbeaten = (players["exploitability"] == 0).tolist()
            assert [to_hex(face) != "#ffffff" for face in points.get_facecolors()] == unbeaten
            assert told_of.get_text() == f"{sum(unbeaten)} of {len(players)}"
    assert texts(figure.legends[0].get_texts()) == ["no reply beats it", "some reply beats it"]


def test_documents_are_blue_and_fixed_rules_are_not(league, keys):
    drawn = critical_differences(league["ranking"], league["friedman"])
    for figure in (ranking(league["ranking"]), drawn, strength(league["players"])):
        for axes in figure.axes:
            at = [(*offset, to_hex(colour).upper()) for points in axes.collections if len(points.get_offsets())
                  for offset, colour in zip(points.get_offsets(), cycle(points.get_edgecolors()))]  # fmt: skip
            names = names_of(axes, keys)
            shown = [(names[round(place)], colour) for _, place, colour in at if colour != OTHERS]
            assert shown
            for side, colour in shown:
                assert colour == (PUBLISHED if side.startswith("house/") else BLUE)


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
        strength(pd.DataFrame(columns=["group", "seat", "exploitability", "random_won"]))


BOARDS = {(4, 3): 20, (6, 2): 3, (3, 2): 4}
"""Groups by edge and dimensions."""
TITLES = ["4x4x4", "6x6", "3x3"]


def group(place):
    return f"house/{place}" if place % 3 == 2 else f"study/{place}"


@pytest.fixture
def of_boards():
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


def test_points_of_every_board(of_boards):
    figure = lattice_league.draw("lattice-ranking", of_boards)
    figure.draw_without_rendering()
    assert [axes.get_title() for axes in every_axes(figure)] == TITLES
    boards = of_boards["ranking"].groupby(["edge", "dimensions"], sort=False)
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


def test_fields_are_points_of_the_row_against_the_column_of_the_number(of_boards):
    figure = lattice_league.draw("lattice-matrices", of_boards)
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
def test_a_single_board(of_boards, name):
    few = {key: table[table["edge"] == 6] for key, table in of_boards.items()}
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
