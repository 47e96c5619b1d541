"""Figures of tabular learning: every line, point and bar is computed from the sessions."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from scipy import stats

from tttcore.engines.tabular.plots.learning import CURVES, MEASURES, learning_curves, policy_quality, table_growth
from tttcore.engines.tabular.plots.shares import WHEN, first_advantage, shares_forest
from tttcore.engines.tabular.plots.versus import versus
from tttcore.engines.tabular.schemas import MATCHES
from tttcore.engines.tabular.stats.learning_curves import failure_columns, failure_curves, mean_curve, share_curves
from tttcore.engines.tabular.stats.policies import policies
from tttcore.engines.tabular.stats.shares import first_advantage as computed_advantage
from tttcore.engines.tabular.stats.shares import shares
from tttcore.pipeline.rng import stream
from tttcore.plots.looks import by_place
from tttcore.plots.palette import BLUE, PALETTE, PUBLISHED, VERMILLION

LOOKS = by_place(["a", "b"])
ENDS = [1000, 2000, 9000, 10_000]
SESSIONS = 5


@pytest.fixture(scope="module")
def windows():
    rng = stream(0, "tests", "learning figures")
    made = pd.DataFrame(
        [(group, replicate, games) for group in ("a", "b") for replicate in range(SESSIONS) for games in ENDS],
        columns=["group", "replicate", "games"],
    )
    made[["first", "drawn", "second"]] = rng.multinomial(1000, [0.5, 0.2, 0.3], len(made))
    made["entries"] = made["games"] * 3 + rng.integers(0, 500, len(made))
    for seat in ("first", "second"):
        for opponent in ("random", "careful", "perfect"):
            made[f"{seat}_{opponent}_lost"] = rng.random(len(made))
        made[f"{seat}_worst"] = rng.choice([-1.0, 0.0, 1.0], len(made))
    return made.sample(frac=1, random_state=1)


@pytest.fixture(scope="module")
def sessions():
    rng = stream(0, "tests", "sessions")
    made = pd.DataFrame({"treatment": ["a"] * SESSIONS + ["b"] * SESSIONS, "replicate": [*range(SESSIONS)] * 2})
    for prefix in ("", "last_"):
        names = [f"{prefix}{name}" for name in ("first", "drawn", "second")]
        made[names] = rng.multinomial(5000, [0.5, 0.2, 0.3], len(made))
    for match in MATCHES:
        made[[f"{match}_{result}" for result in ("won", "drawn", "lost")]] = rng.dirichlet([5, 2, 3], len(made))
    return made.assign(group=made["treatment"])


def drawn(figure):
    figure.draw_without_rendering()
    return figure


def entries(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def line(axes, colour):
    (found,) = [one for one in axes.lines if to_hex(one.get_color()).upper() == colour]
    return found


def by_hand(windows, group, of):
    """Mean of each window's values and how far its 95% interval reaches, from the textbook's formulas."""
    rows = []
    for games in ENDS:
        values = [of(row) for row in windows.to_dict("records") if (row["group"], row["games"]) == (group, games)]
        mean = sum(values) / SESSIONS
        variance = sum((value - mean) ** 2 for value in values) / (SESSIONS - 1)
        rows.append((mean, stats.t.ppf(0.975, SESSIONS - 1) * (variance / SESSIONS) ** 0.5))
    return np.array(rows).T


COUNTED = {
    "apart": lambda row: row["first"] / 1000,
    "decided": lambda row: row["first"] / (row["first"] + row["second"]),
    "drawn": lambda row: row["drawn"] / 1000,
}


def test_curves_are_means_of_the_sessions_in_their_intervals(windows):
    figure = drawn(learning_curves(share_curves(windows, [*CURVES]), looks=LOOKS, title="T"))
    assert figure.get_suptitle() == "T"
    assert figure.axes[0].get_xscale() == "log"
    for axes, (curve, of) in zip(figure.axes, COUNTED.items(), strict=True):
        assert axes.get_ylabel() == CURVES[curve]
        for group, colour, band in zip(windows["group"].unique(), PALETTE, axes.collections, strict=False):
            shown = line(axes, colour)
            mean, reach = by_hand(windows, group, of)
            assert shown.get_label() == group
            assert shown.get_xdata().tolist() == ENDS
            assert shown.get_ydata() == pytest.approx(mean)
            corners = {tuple(corner) for corner in band.get_paths()[0].vertices.round(9)}
            assert corners >= {*zip(ENDS, (mean - reach).round(9), strict=True)}
            assert corners >= {*zip(ENDS, (mean + reach).round(9), strict=True)}


def test_published_shares_are_marked_where_they_can_be(windows):
    figure = drawn(learning_curves(share_curves(windows, ["decided", "drawn"]), looks=LOOKS, published=[0.6, 0.625]))
    decided, games_drawn = figure.axes
    marked = [one.get_ydata()[0] for one in decided.lines if one.get_color() == PUBLISHED]
    assert marked == [0.6, 0.625]
    assert [text.get_text() for text in decided.texts] == ["published: 60%", "published: 62%"]
    assert len(games_drawn.lines) == 2
    assert not games_drawn.texts


def test_a_window_without_a_winner_has_no_share(windows):
    none = windows.assign(**{name: windows[name].where(windows["games"] > 1000, 0) for name in ("first", "second")})
    shown = line(drawn(learning_curves(share_curves(none, ["decided"]), looks=LOOKS)).axes[0], BLUE)
    assert np.isnan(shown.get_ydata()).tolist() == [True, False, False, False]


def test_bands_of_shares_end_where_shares_do(windows):
    two = windows[windows["replicate"] < 2].assign(first=990, drawn=5, second=5)
    spread = two.assign(second=two["second"] + 300 * two["replicate"])
    (axes,) = drawn(learning_curves(share_curves(spread, ["apart"]), looks=LOOKS)).axes
    heights = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert (heights.min(), heights.max()) == (0, 1)


def test_a_single_session_is_a_line_without_a_band(windows):
    (axes,) = drawn(learning_curves(share_curves(windows[windows["replicate"] == 0], ["apart"]), looks=LOOKS)).axes
    assert np.isfinite(line(axes, BLUE).get_ydata()).all()
    assert not any(path.vertices.size for band in axes.collections for path in band.get_paths())


def entries_curve(windows):
    return mean_curve(windows.assign(value=windows["entries"]))


def test_tables_grow_on_logarithmic_axes(windows):
    figure = drawn(table_growth(entries_curve(windows), looks=LOOKS, positions=5477, title="T"))
    (axes,) = figure.axes
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    for group, colour in zip(entries(figure), PALETTE, strict=False):
        assert line(axes, colour).get_ydata() == pytest.approx(by_hand(windows, group, lambda row: row["entries"])[0])
    assert [text.get_text() for text in axes.texts] == ["all 5,477 positions of 3x3"]
    assert line(axes, PUBLISHED).get_ydata()[0] == 5477


@pytest.mark.parametrize(("most", "told"), [(10_000, ["1k", "2k", "5k", "10k"]), (10_000_000, ["1k", "10k", "10M"])])
def test_games_are_told_in_short(windows, most, told):
    curve = entries_curve(windows.replace({"games": {10_000: most}}))
    (axes,) = drawn(table_growth(curve, looks=LOOKS, positions=5477)).axes
    low, high = axes.get_xlim()
    marks = {
        label.get_text()
        for label, at in zip(axes.get_xticklabels(), axes.get_xticks(), strict=True)
        if low <= at <= high
    }
    assert marks >= {*told}
    assert ("2k" in marks) == ("2k" in told)


FAILURES = {
    "random": lambda row, seat: row[f"{seat}_random_lost"],
    "careful": lambda row, seat: row[f"{seat}_careful_lost"],
    "perfect": lambda row, seat: row[f"{seat}_perfect_lost"],
    "beatable": lambda row, seat: float(row[f"{seat}_worst"] == -1),
}


def test_failures_stand_by_measure_and_seat(windows):
    figure = drawn(policy_quality(failure_curves(windows, [*MEASURES]), looks=LOOKS, title="T"))
    panels = iter(figure.axes)
    for measure, of in FAILURES.items():
        for seat in ("first", "second"):
            axes = next(panels)
            for group, colour in zip(entries(figure), PALETTE, strict=False):
                mean, _ = by_hand(windows, group, lambda row, of=of, seat=seat: of(row, seat))
                assert line(axes, colour).get_ydata() == pytest.approx(mean), (measure, seat)
        assert figure.axes[2 * [*FAILURES].index(measure)].get_ylabel() == MEASURES[measure]
    assert [axes.get_title() for axes in figure.axes[:3]] == ["Policy that moves first", "Policy that moves second", ""]
    assert len(figure.legends) == 1


def test_policies_that_can_be_beaten_are_shares_of_sessions(windows):
    never = windows.assign(first_worst=0.0)
    axes, _ = drawn(policy_quality(failure_curves(never, ["beatable"]), looks=LOOKS)).axes
    heights = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert heights.min() == 0
    assert heights.max() == pytest.approx(1 - 0.025 ** (1 / SESSIONS))  # Clopper and Pearson's end where none is


def test_only_what_is_measured_is_needed(windows):
    assert failure_columns(["beatable", "random"]) == [
        "first_worst", "second_worst", "first_random_lost", "second_random_lost",
    ]  # fmt: skip
    own = windows[["group", "games", *failure_columns(["beatable"])]]
    assert len(drawn(policy_quality(failure_curves(own, ["beatable"]), looks=LOOKS)).axes) == 2


def points(axes):
    """Places of the markers of our points, by colour."""
    return {
        to_hex(one.get_color()).upper(): one.get_xydata()
        for one in axes.lines
        if one.get_linestyle() == "None" and one.get_color() != PUBLISHED
    }


def test_every_reading_has_its_row_and_panel(sessions):
    table = shares(sessions).assign(group=lambda rows: rows["treatment"])
    figure = drawn(shares_forest(table, countings=["decided", "half"], when=[*WHEN], published=0.6, title="T"))
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["a", "b"]
    assert figure.axes[0].yaxis_inverted()
    assert entries(figure) == ["all of training", "its last tenth", "exploration off", "published"]
    for axes, counting in zip(figure.axes, ("decided", "half"), strict=True):
        for (name, look), interval in zip(WHEN.items(), axes.collections, strict=True):
            own = table[(table["counting"] == counting) & (table["when"] == name)]
            at = points(axes)[look.colour]
            assert at[:, 0].tolist() == own["share"].tolist()
            assert at[:, 1].round().tolist() == [0, 1]
            ends = [segment[:, 0].tolist() for segment in interval.get_segments()]
            assert ends == own[["share_low", "share_high"]].to_numpy().tolist()
        assert [one.get_xdata()[0] for one in axes.lines if one.get_color() == PUBLISHED] == [0.6]


def test_intervals_of_shares_end_where_shares_do(sessions):
    table = shares(sessions).assign(group="a", share_low=-0.5, share_high=1.5)
    (axes,) = drawn(shares_forest(table, countings=["apart"], when=["off"], published=0.6)).axes
    (interval,) = axes.collections
    assert {*np.ravel([segment[:, 0] for segment in interval.get_segments()])} == {0, 1}
    assert len(points(axes)) == 1


def test_the_advantage_stands_beside_best_play(sessions):
    table = computed_advantage(sessions, theory={"a": "draw"}).assign(group=lambda rows: rows["treatment"])
    figure = drawn(first_advantage(table, published={"b": 0.57}, title="T"))
    (axes,) = figure.axes
    assert [text.get_text() for text in axes.texts] == ["Best play", "a draw", "not known"]
    for (name, look), interval in zip(WHEN.items(), axes.collections, strict=True):
        own = table[table["when"] == name]
        assert points(axes)[look.colour][:, 0].tolist() == own["share"].tolist()
        ends = np.array([segment[:, 0] for segment in interval.get_segments()])
        assert ends == pytest.approx(own[["excess_low", "excess_high"]].to_numpy() + 0.5)
    (published,) = [one for one in axes.lines if one.get_color() == PUBLISHED]
    assert published.get_xydata().tolist() == [[0.57, 1]]
    assert [0.5, 0.5] in [[*one.get_xdata()] for one in axes.lines]


def test_bars_are_games_won_drawn_and_lost(sessions):
    table = policies(sessions).assign(group=lambda rows: rows["treatment"])
    figure = drawn(versus(table, title="T"))
    panels = iter(figure.axes)
    for opponent in ("random", "careful"):
        for seat in ("first", "second"):
            axes = next(panels)
            assert axes.get_title() == f"{seat.capitalize()} against {opponent} moves"
            for place, group in enumerate("ab"):
                own = sessions[sessions["group"] == group]
                means = [own[f"{seat}_{opponent}_{result}"].mean() for result in ("won", "drawn", "lost")]
                bars = [bar for bar in axes.patches if bar.get_y() + bar.get_height() / 2 == pytest.approx(place)]
                assert [bar.get_width() for bar in bars] == pytest.approx(means)
                assert [bar.get_x() for bar in bars] == pytest.approx([0, means[0], means[0] + means[1]])
                assert [to_hex(bar.get_facecolor()).upper() for bar in bars] == [BLUE, "#DDDDDD", VERMILLION]
    assert entries(figure) == ["won", "drawn", "lost", "95% interval"]


def test_whiskers_are_about_the_ends_of_their_bars(sessions):
    table = policies(sessions).assign(group=lambda rows: rows["treatment"])
    axes, *_ = versus(table).axes
    own = table[(table["seat"] == "first") & (table["opponent"] == "random")]
    won, lost = (np.array([segment[:, 0] for segment in whiskers.get_segments()]) for whiskers in axes.collections)
    assert won.mean(axis=1) == pytest.approx(own["won"].to_numpy())
    assert won == pytest.approx(own[["won_low", "won_high"]].to_numpy())
    assert lost.mean(axis=1) == pytest.approx(1 - own["lost"].to_numpy())


def test_who_has_not_met_an_opponent_has_no_bar(sessions):
    table = policies(sessions).assign(group=lambda rows: rows["treatment"])
    unknown = (table["group"] == "b") & (table["opponent"] == "random")
    axes, *_ = drawn(versus(table[~unknown])).axes
    assert len(axes.patches) == 3
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b"]


def test_missing_columns_are_named(windows, sessions):
    curves = share_curves(windows, ["apart"])
    with pytest.raises(ValueError, match="missing value_low; the table has"):
        learning_curves(curves.drop(columns="value_low"), looks=LOOKS)
    with pytest.raises(ValueError, match="missing measure, seat; the table has"):
        policy_quality(curves, looks=LOOKS)
    with pytest.raises(ValueError, match="missing games; the table has"):
        table_growth(curves.drop(columns="games"), looks=LOOKS, positions=5477)
    with pytest.raises(ValueError, match="missing group; the table has"):
        shares_forest(shares(sessions), countings=["apart"], when=["all"], published=0.6)
    with pytest.raises(ValueError, match="missing group; the table has"):
        versus(policies(sessions))
