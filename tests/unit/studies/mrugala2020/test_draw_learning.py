"""Learning curves: every line and band is computed from the sessions."""

import numpy as np
import pandas as pd
import pytest
from made_up_sessions import mean
from matplotlib.colors import to_hex

from tttcore.pipeline.rng import stream
from tttcore.plots.line_styles import BLUE, PALETTE, PUBLISHED, by_place
from tttcore.studies.mrugala2020.draw_learning import (
    CURVES,
    MEASURES,
    failure_columns,
    final_quality,
    learning_curves,
    policy_quality,
    table_growth,
)

GROUPS = ("a", "b")
STYLES = by_place(GROUPS)
ENDS = [1000, 2000, 9000, 10_000]
SESSIONS = 5


@pytest.fixture(scope="module")
def windows():
    rng = stream(0, "tests", "learning figures")
    made = pd.DataFrame(
        [(group, replicate, games) for group in GROUPS for replicate in range(SESSIONS) for games in ENDS],
        columns=["group", "replicate", "games"],
    )
    made[["first", "drawn", "second"]] = rng.multinomial(1000, [0.5, 0.2, 0.3], len(made))
    made["entries"] = made["games"] * 3 + rng.integers(0, 500, len(made))
    made[failure_columns(["random", "careful", "perfect"])] = rng.random((len(made), 6))
    made[failure_columns(["beatable"])] = rng.choice([-1.0, 0.0, 1.0], (len(made), 2))
    return made.sample(frac=1, random_state=1).sort_values("group", kind="stable")


def drawn(draw, windows, **options):
    figure = draw(windows, styles=STYLES, title="T", **options)
    figure.draw_without_rendering()
    assert figure.get_suptitle() == "T"
    assert len(figure.legends) == 1
    return figure


def line(axes, colour):
    (found,) = [one for one in axes.lines if to_hex(one.get_color()).upper() == colour]
    return found


def check(axes, windows, of, *, highest=1):
    """Lines of a panel are means over sessions of a value of each window, bands their 95% intervals."""
    assert axes.get_xscale() == "log"
    for group, colour, band in zip(GROUPS, PALETTE, axes.collections, strict=False):
        own = windows[windows["group"] == group]
        middle, low, high = np.transpose([mean(of(own[own["games"] == games])) for games in ENDS])
        shown = line(axes, colour)
        assert shown.get_label() == group
        assert shown.get_xdata().tolist() == ENDS
        assert shown.get_ydata() == pytest.approx(middle)
        corners = {tuple(corner) for corner in band.get_paths()[0].vertices.round(9)}
        for ends in (low, high):
            assert corners >= {*zip(ENDS, ends.clip(0, highest).round(9), strict=True)}


COUNTED = {
    "apart": lambda rows: rows["first"] / 1000,
    "decided": lambda rows: rows["first"] / (rows["first"] + rows["second"]),
    "drawn": lambda rows: rows["drawn"] / 1000,
}


def test_curves_are_means_of_the_sessions_in_their_intervals(windows):
    assert [*COUNTED] == [*CURVES]
    for axes, (curve, of) in zip(drawn(learning_curves, windows, curves=[*CURVES]).axes, COUNTED.items(), strict=True):
        assert axes.get_ylabel() == CURVES[curve]
        check(axes, windows, of)


def test_published_shares_are_marked_where_they_can_be(windows):
    decided, games_drawn = drawn(learning_curves, windows, curves=["decided", "drawn"], published=[0.6, 0.625]).axes
    marked = [one.get_ydata()[0] for one in decided.lines if one.get_color() == PUBLISHED]
    assert marked == [0.6, 0.625]
    assert [text.get_text() for text in decided.texts] == ["published: 60%", "published: 62%"]
    assert len(games_drawn.lines) == 2
    assert not games_drawn.texts


def test_the_published_share_of_a_group_stands_at_the_end_of_its_line(windows):
    figure = drawn(learning_curves, windows, curves=["apart", "drawn"], of_groups={"b": 0.6})
    apart, games_drawn = figure.axes
    (diamond,) = [one for one in apart.lines if one.get_marker() == "D"]
    assert (np.ravel(diamond.get_xydata()).tolist(), diamond.get_color()) == ([ENDS[-1], 0.6], STYLES["b"].colour)
    assert len(games_drawn.lines) == 2
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [*GROUPS, "published, of all games"]


def test_a_window_without_a_winner_has_no_share(windows):
    none = windows.assign(**{name: windows[name].where(windows["games"] > 1000, 0) for name in ("first", "second")})
    shown = line(drawn(learning_curves, none, curves=["decided"]).axes[0], BLUE)
    assert np.isnan(shown.get_ydata()).tolist() == [True, False, False, False]


def test_bands_of_shares_end_where_shares_do(windows):
    two = windows[windows["replicate"] < 2].assign(first=990, drawn=5, second=5)
    spread = two.assign(second=two["second"] + 300 * two["replicate"])
    (axes,) = drawn(learning_curves, spread, curves=["apart"]).axes
    heights = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert (heights.min(), heights.max()) == (0, 1)


def test_a_single_session_is_a_line_without_a_band(windows):
    (axes,) = drawn(learning_curves, windows[windows["replicate"] == 0], curves=["apart"]).axes
    assert np.isfinite(line(axes, BLUE).get_ydata()).all()
    assert not any(path.vertices.size for band in axes.collections for path in band.get_paths())


def test_tables_grow_on_logarithmic_axes(windows):
    (axes,) = drawn(table_growth, windows, positions=5477).axes
    assert axes.get_yscale() == "log"
    check(axes, windows, lambda rows: rows["entries"], highest=None)
    assert [text.get_text() for text in axes.texts] == ["the 5,477 positions of 3x3 after a move"]
    assert line(axes, PUBLISHED).get_ydata()[0] == 5477


@pytest.mark.parametrize(("most", "told"), [(10_000, ["1k", "2k", "5k", "10k"]), (10_000_000, ["1k", "10k", "10M"])])
def test_games_are_told_in_short(windows, most, told):
    (axes,) = drawn(table_growth, windows.replace({"games": {10_000: most}}), positions=5477).axes
    low, high = axes.get_xlim()
    labels = zip(axes.get_xticklabels(), axes.get_xticks(), strict=True)
    marks = {label.get_text() for label, at in labels if low <= at <= high}
    assert marks >= {*told}
    assert ("2k" in marks) == ("2k" in told)


def test_failures_stand_by_measure_and_seat(windows):
    opponents = ["random", "careful", "perfect"]
    assert [*MEASURES] == [*opponents, "beatable"]
    axes = iter(drawn(policy_quality, windows, measures=opponents).axes)
    for measure in opponents:
        for seat in ("first", "second"):
            panel = next(axes)
            check(panel, windows, lambda rows, column=f"{seat}_{measure}_lost": rows[column])
            assert panel.get_ylabel() == (MEASURES[measure] if seat == "first" else "")
            assert panel.get_title() == (
                {"first": "Player 1", "second": "Player 2"}[seat] if measure == "random" else ""
            )


def test_policies_that_can_be_beaten_are_shares_of_sessions(windows):
    """Only what is measured is needed; where no policy is beaten, the band ends as Clopper and Pearson have it."""
    assert failure_columns(["beatable", "random"])[:2] == ["first_worst", "second_worst"]
    own = windows[["group", "games", "first_worst", "second_worst"]].assign(first_worst=0.0)
    never, sometimes = drawn(policy_quality, own, measures=["beatable"]).axes
    heights = never.collections[0].get_paths()[0].vertices[:, 1]
    assert (heights.min(), heights.max()) == (0, pytest.approx(1 - 0.025 ** (1 / SESSIONS)))
    for group, colour in zip(GROUPS, PALETTE, strict=False):
        beaten = own[own["group"] == group].groupby("games")["second_worst"].agg(lambda worst: (worst == -1).mean())
        assert line(sometimes, colour).get_ydata() == pytest.approx(beaten.to_numpy())


def test_final_rates_are_those_of_the_last_window(windows):
    """Each group's own last one, with the interval of its sessions."""
    shorter = windows[(windows["group"] == "a") | (windows["games"] < 10_000)]
    last = {"a": 10_000, "b": 9000}
    figure = final_quality(shorter, measures=["random", "beatable"], title="T")
    figure.draw_without_rendering()
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["a (n = 5)", "b (n = 5)"]
    titles = [(axes.get_title(), axes.get_xlabel()) for axes in figure.axes]
    said = ("Games lost to\nrandom moves", "Policies that\ncan be beaten")
    assert titles == [(f"Player {seat}", what) for what in said for seat in (1, 2)]
    for axes, column in zip(figure.axes, ["first_random_lost", "second_random_lost"], strict=False):
        for group, point, interval in zip(GROUPS, axes.lines, axes.collections, strict=True):
            own = windows[(windows["group"] == group) & (windows["games"] == last[group])][column]
            middle, low, high = mean(own)
            assert point.get_xdata()[0] == pytest.approx(middle)
            assert interval.get_segments()[0][:, 0] == pytest.approx([max(low, 0), min(high, 1)])
    for axes, column in zip(figure.axes[2:], ["first_worst", "second_worst"], strict=True):
        for group, point in zip(GROUPS, axes.lines, strict=True):
            own = windows[(windows["group"] == group) & (windows["games"] == last[group])][column]
            assert point.get_xdata()[0] == pytest.approx((own == -1).mean())
