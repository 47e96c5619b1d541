"""Learning curves of machines: each line is its group's, a value is written where it is, panels compare two rules."""

import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from matplotlib.colors import to_hex

from tttcore.plots.learning_curves import beside_reported, learning_curves
from tttcore.plots.line_styles import OTHERS, by_place

SHARES = {"book, as told": [0.5, 0.25, 0.0], "book": [0.75, 0.5, 0.125], "other": [0.25, 0.25, 0.25]}
STYLES = by_place(["book", "other"])


def curves_of(measure):
    rows = [
        (measure, group, games, value, value - 0.1, value + 0.1)
        for group, values in SHARES.items()
        for games, value in zip((10, 20, 30), values, strict=True)
    ]
    return pd.DataFrame(rows, columns=["measure", "group", "games", "value", "value_low", "value_high"])


def drawn(figure):
    figure.draw_without_rendering()
    assert smallest(figure) >= LEAST
    return figure


def test_a_panel_for_each_measure_says_what_it_is_and_who_trained():
    table = pd.concat([curves_of("points"), curves_of("perfect_lost")])
    figure = drawn(learning_curves(table, published=[20], title="T"))
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == ["Points per game of training (a draw is 50%)", "Chance to lose to perfect play"]
    assert figure.legends[0].get_title().get_text() == "Trained against"
    points, lost = figure.axes
    for axes in figure.axes:
        assert [line.get_ydata().tolist() for line in axes.lines[:3]] == [*SHARES.values()]
        assert axes.lines[3].get_xdata() == [20, 20]
    assert [line.get_ydata() for line in points.lines[4:]] == [[0.5, 0.5]]
    assert not lost.lines[4:]


def test_a_line_at_0_is_drawn_over_the_axis():
    (axes,) = learning_curves(curves_of("perfect_lost")).axes
    assert axes.get_ylim()[0] == 0
    assert not axes.lines[0].get_clip_on()
    assert axes.lines[0].get_zorder() > axes.spines["bottom"].get_zorder()


def test_a_value_is_written_beside_its_point():
    (axes,) = drawn(learning_curves(curves_of("perfect_drawn"), written=("book", 30))).axes
    (text,) = axes.texts
    assert text.get_text() == "12.5% after 30 games\nagainst book"
    assert text.xy == (30, 0.125)


@pytest.mark.parametrize(("allowed", "top"), [(0.1, 0.275), (0.2, 0.4)])
def test_the_first_panel_can_be_enlarged_around_a_value(allowed, top):
    """It has room for every last value with its name, begins where a curve comes into it, and has ticks of its own."""
    lost = curves_of("perfect_lost").replace({"value": {0.0: 0.0625}})
    table = pd.concat([lost, curves_of("unbeatable")])
    enlarged, whole = drawn(learning_curves(table, allowed=allowed)).axes
    assert enlarged.get_ylim() == pytest.approx((0, top))
    assert enlarged.lines[3].get_ydata() == [allowed, allowed]
    assert all(line.get_clip_on() for line in enlarged.lines)
    ends = ["6.25% book, as told", "12.5% book", "25% other"]
    assert [text.get_text() for text in enlarged.texts] == [f"we allow {allowed:.0%}", *ends]
    assert enlarged.get_xlim()[0] == enlarged.get_xticks()[0] == 10
    assert enlarged.get_xticks()[-1] == enlarged.get_xlim()[1] == whole.get_xlim()[1] == 30
    assert whole.get_xlim()[0] == 0
    assert whole.get_ylim()[1] > 0.7
    assert not whole.texts


@pytest.mark.parametrize("others", [["book, as told"], ["book, as told", "other"]])
def test_other_rules_stand_before_the_reported_ones(others):
    figure = drawn(
        beside_reported(curves_of("perfect_lost"), reported=dict.fromkeys(others, "book"), styles=STYLES, title="T")
    )
    assert figure.get_supylabel() == "Chance to lose to perfect play"
    for axes, group in zip(figure.axes, others, strict=False):
        reported, other = axes.lines
        assert (reported.get_ydata().tolist(), other.get_ydata().tolist()) == (SHARES["book"], SHARES[group])
        assert (to_hex(reported.get_color()).upper(), other.get_color()) == (OTHERS, STYLES["book"].colour)
        assert axes.get_title(loc="left") == group.removeprefix("book, ")
        assert axes.get_ylim()[0] == 0
        assert axes.get_ylim()[1] >= 0.75
    entries = [text.get_text() for text in figure.legends[0].get_texts()]
    assert entries == ["this rule, trained against book", "reported rules"]
    assert [axes.get_visible() for axes in figure.axes] == [place < len(others) for place in range(2)]
