"""Figures show the tables' values: the log among runs, extents of a mutation, and variants of a scenario."""

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import same_color
from matplotlib.patches import Circle, Rectangle
from reference import hemingroth as twin

from tttcore.plots.line_styles import GREEN, OTHERS, VERMILLION
from tttcore.studies.hemingroth2025.drawing import (
    EXAMPLE,
    as_printed,
    have_found,
    mutation_extents,
    still_without,
    training,
    training_of_readings,
    variant_boards,
)
from tttcore.studies.hemingroth2025.listing import LISTING, SHORT_SIXTH, scenario

TREATMENTS = ["one", "two"]


@pytest.fixture
def bands():
    rows = []
    for shift, treatment in enumerate(TREATMENTS):
        for curve, start in (("best", 0.66), ("average", 0.48)):
            for generation in range(1, 11):
                median = 1 - (1 - start) * 0.5 ** (generation - 1)
                spread = (1 - median) * 0.2
                rows.append(
                    {
                        "group": treatment, "curve": curve, "generation": generation,
                        "published": 1.0 if generation == 10 and curve == "best" else median - spread / 2 * shift,
                        "median": median, "low": median - spread, "high": median + spread,
                        "global_low": median - 2 * spread, "global_high": median + 2 * spread,
                    }
                )  # fmt: skip
    return pd.DataFrame(rows)


def _of(bands, treatment, curve, column):
    return bands.loc[(bands["group"] == treatment) & (bands["curve"] == curve), column].to_numpy()


def _line(axes, label):
    (line,) = [line for line in axes.lines if line.get_label() == label]
    return line


def _band(axes, label):
    (band,) = [c for c in axes.collections if isinstance(c, PolyCollection) and c.get_label() == label]
    return band.get_paths()[0].vertices


@pytest.mark.parametrize("curve", ["best", "average"])
def test_training_shows_median_bands_and_published_values(bands, curve):
    figure = training(bands[bands["group"] == "one"], title="T")
    assert figure.get_suptitle() == "T"
    for axes, shown in zip(figure.axes, (lambda share: share, lambda share: 1 - share), strict=True):
        for label, column in ((f"our {curve}: median", "median"), (f"published {curve}", "published")):
            assert _line(axes, label).get_ydata() == pytest.approx(shown(_of(bands, "one", curve, column)))
        band = _band(axes, f"our {curve}: 95% by generation")
        ends = sorted(shown(_of(bands, "one", curve, column)[0]) for column in ("low", "high"))
        assert sorted({round(y, 12) for y in band[band[:, 0] == 1][:, 1]}) == pytest.approx(ends)
        thin = [line for line in axes.lines if line.get_linewidth() < 1 and line.get_linestyle() == "-"]
        outlines = {tuple(np.round(line.get_ydata(), 12)) for line in thin}
        for column in ("global_low", "global_high"):
            assert tuple(np.round(shown(_of(bands, "one", curve, column)), 12)) in outlines


def test_readings_have_a_panel_of_the_lost_share_each(bands):
    many = pd.concat([bands[bands["group"] == "one"].assign(group=f"reading {number}") for number in range(5)])
    figure = training_of_readings(many)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_title() for axes in shown] == [f"reading {number}" for number in range(5)]
    for axes in shown:
        assert _line(axes, "our best: median").get_ydata() == pytest.approx(1 - _of(bands, "one", "best", "median"))
    assert len({axes.get_ylim() for axes in shown}) == 1
    assert smallest(figure) >= LEAST


def test_none_lost_has_a_place_on_the_logarithmic_axis(bands):
    figure = training(bands[bands["group"] == "one"])
    lower = figure.axes[1]
    figure.draw_without_rendering()
    assert lower.get_yscale() == "symlog"
    assert lower.get_ylim()[0] < 0
    places = lower.transData.transform([(1, share) for share in (0, 0.001, 0.01, 0.1, 1)])[:, 1]
    steps = np.diff(places)
    assert steps[1:] == pytest.approx(steps[-1])  # equal steps for factors of ten
    assert steps[0] > 0
    assert [label.get_text() for label in lower.get_yticklabels()] == ["0%", "0.1%", "1%", "10%", "100%"]


def test_every_entry_of_the_legend_is_there_once(bands):
    (legend,) = training_of_readings(bands).legends
    entries = [text.get_text() for text in legend.get_texts()]
    assert len(entries) == len(set(entries)) == 2 * 4


def line(axes):
    """The course; open markers beyond the axes' numbers follow it."""
    return axes.lines[0]


def markers(axes, sign):
    """Places of open markers of a kind."""
    (drawn,) = [line for line in axes.lines[1:] if line.get_marker() == sign]
    return drawn.get_xdata().tolist()


@pytest.fixture
def effects():
    values = [1e-3, 1e-4, 1e-2]
    table = pd.DataFrame({"value": values, "solved": [0.8, 0.5, 0.1], "gap": [0.001, 0.0005, 0.005]})
    table["generations"] = [40.0, 60.0, np.inf]
    for column, half in (("solved", 0.05), ("gap", 0.0002), ("generations", 10)):
        table[f"{column}_low"], table[f"{column}_high"] = table[column] - half, table[column] + half
    table.loc[2, "generations_low"] = 90
    return table


def _extents(table):
    return mutation_extents(table, late=36, limit=300, published={"generations": 37, "gap": 0.002})


def test_effects_are_drawn_in_the_order_of_extents(effects):
    figure = _extents(effects)
    generations, solved, _ = figure.axes
    assert generations.get_xscale() == "log"
    assert line(solved).get_xdata().tolist() == [1e-4, 1e-3, 1e-2]
    assert line(solved).get_ydata().tolist() == [0.5, 0.8, 0.1]


def test_what_is_not_reached_is_not_drawn_and_its_bound_is_beyond(effects):
    generations = _extents(effects).axes[0]
    drawn = line(generations).get_ydata()
    assert drawn[:2].tolist() == [60, 40]
    assert np.isnan(drawn[2])
    (intervals,) = [each for each in generations.collections if isinstance(each, LineCollection)]
    (last,) = [segment for segment in intervals.get_segments() if segment[0, 0] == 1e-2]
    assert last[:, 1].min() == 90
    assert 90 < last[:, 1].max() < generations.get_ylim()[1]
    assert markers(generations, "o") == [1e-2]


def test_an_interval_without_an_end_reaches_into_the_strip(effects):
    effects.loc[0, "generations_high"] = np.inf
    generations = _extents(effects).axes[0]
    (intervals,) = [each for each in generations.collections if isinstance(each, LineCollection)]
    tops = {float(ends[0, 0]): float(ends[:, 1].max()) for ends in intervals.get_segments()}
    strip = [at for at, tick in zip(generations.get_yticks(), generations.get_yticklabels(), strict=True)
             if tick.get_text() == "later"]  # fmt: skip
    assert [tops[1e-3]] == [tops[1e-2]] == pytest.approx(strip)
    assert strip[0] > 300 > tops[1e-4]


def test_the_published_run_is_a_line_where_it_has_a_value(effects):
    figure = _extents(effects)
    dashed = [[line.get_ydata()[0] for line in axes.lines if line.get_label() == "the published run"]
              for axes in figure.axes]  # fmt: skip
    assert dashed == [[37], [], [0.002]]


@pytest.fixture
def curves():
    share = {"one": [1, 0.6, 0.45], "two": [1, 1, 0.99], "three": [1, 0.2, 0.0]}
    return pd.concat(
        pd.DataFrame({"group": name, "generation": [0, 20, 300], "survival": own, "low": np.maximum(own, 0.1) - 0.1,
                      "high": own, "at_risk": [200, 100, 90]}) for name, own in share.items()
    )  # fmt: skip


def test_a_panel_per_reading_has_its_end_and_the_first_in_grey(curves):
    figure = still_without(curves, published=37, limit=300)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_title().replace("\N{NO-BREAK SPACE}", " ") for axes in shown] == [
        "one (n = 200)",
        "two (n = 200)",
        "three (n = 200)",
    ]
    assert [axes.texts[0].get_text() for axes in shown] == ["45%", "99%", "0%"]
    assert [
        [line.get_ydata()[-1] for line in axes.lines if same_color(line.get_color(), OTHERS)] for axes in shown
    ] == [
        [],
        [0.45],
        [0.45],
    ]
    assert all(_line(axes, "the published run: generation 37").get_xdata() == [37, 37] for axes in shown)
    assert smallest(figure) >= LEAST


def test_the_share_of_runs_that_have_found_a_perfect_player_rises(curves):
    figure = have_found(curves[curves["group"] == "one"], published=37, limit=300, title="T")
    (axes,) = figure.axes
    assert (figure.get_suptitle(), axes.texts[0].get_text()) == ("T", "55%")
    assert _line(axes, "our runs (n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}200)").get_ydata() == pytest.approx(
        [0, 0.4, 0.55]
    )
    band = axes.collections[0].get_paths()[0].get_extents()
    assert (band.y0, band.y1) == pytest.approx((0, 0.65))
    assert _line(axes, "the published run: generation 37").get_xdata() == [37, 37]
    entries = [text.get_text().replace("\N{NO-BREAK SPACE}", " ") for text in figure.legends[0].get_texts()]
    assert "our runs (n = 200)" in entries


def test_text_stays_in_the_panel(curves):
    """Below the band, or above it where there is no room."""
    figure = still_without(curves, published=37, limit=300)
    figure.draw_without_rendering()
    for axes in figure.axes[:3]:
        box, panel = axes.texts[0].get_window_extent(), axes.get_window_extent()
        assert panel.y0 <= box.y0 <= box.y1 <= panel.y1


def test_extents_are_in_percent_and_generations_are_named(effects):
    figure = _extents(effects)
    figure.draw_without_rendering()
    _, solved, gap = figure.axes
    assert [tick.get_text() for tick in gap.get_xticklabels()] == ["0.01%", "0.1%", "1%"]
    assert (solved.get_ylabel(), gap.get_ylabel()) == (
        "Runs solved by\ngeneration 300",
        "Best minus average\nin generation 36",
    )


def test_nothing_solved(effects):
    never = effects.assign(generations=np.inf, generations_low=np.inf, generations_high=np.inf)
    figure = _extents(never)
    assert np.isnan(line(figure.axes[0]).get_ydata()).all()
    assert markers(figure.axes[0], "o") == [1e-4, 1e-3, 1e-2]
    figure.draw_without_rendering()


PITCH = (2.95, 2.05)


def _texts(figure, start):
    return [text for text in figure.axes[0].texts if text.get_text().startswith(start)]


def _frames(figure):
    patches = figure.axes[0].patches
    return [p for p in patches if isinstance(p, Rectangle) and same_color(p.get_edgecolor(), GREEN)]


def _key(cells):
    return int("".join(str(value + 2) for value in cells))


@pytest.fixture
def images():
    return [make(scenario(EXAMPLE)) for make, _ in twin.VARIANTS]


def test_keys_are_those_of_the_variants(images):
    keys = [text.get_text() for text in _texts(variant_boards(title="T"), "key ")]
    assert [int(text.split()[1].rstrip(",")) for text in keys] == [_key(image) for image in images]
    assert len(set(images)) == 8
    assert [place for place, text in enumerate(keys) if "base case" in text] == [5]
    assert min(images) == images[5]


def test_marks_are_where_the_variants_have_them(images):
    """Noughts are circles: a third of a side from one cell to the next."""
    circles = [patch.center for patch in variant_boards().axes[0].patches if isinstance(patch, Circle)]
    expected = [
        (place % 2 * PITCH[0] + (cell % 3 + 0.5) / 3, place // 2 * PITCH[1] + (cell // 3 + 0.5) / 3)
        for place, image in enumerate(images)
        for cell in range(9)
        if image[cell] == twin.O
    ]
    assert len(circles) == 16
    assert [coordinate for circle in circles for coordinate in circle] == pytest.approx(
        [coordinate for circle in expected for coordinate in circle]
    )


@pytest.mark.parametrize(("board", "place"), [(EXAMPLE, 5), ((0,) * 9, 0)])
def test_the_first_of_the_least_variants_alone_is_framed(board, place):
    """The empty board is its own base case, whatever is done to it."""
    (frame,) = _frames(variant_boards(board))
    left, top = place % 2 * PITCH[0], place // 2 * PITCH[1]
    assert frame.get_x() < left < frame.get_x() + frame.get_width()
    assert frame.get_y() < top < frame.get_y() + frame.get_height()


def test_printed_inverses_are_not_flagged():
    figure = variant_boards()
    backs = _texts(figure, "back: ")
    assert [text.get_text() for text in backs] == [f"back: {as_printed(row.inverse)}" for row in LISTING]
    assert not any(same_color(text.get_color(), VERMILLION) for text in backs)


def test_a_wrong_inverse_is_flagged():
    backs = _texts(variant_boards(listing=SHORT_SIXTH), "back: ")
    assert [same_color(text.get_color(), VERMILLION) for text in backs] == [place == 5 for place in range(8)]
    assert [place for place, text in enumerate(backs) if "doesn't lead back" in text.get_text()] == [5]


def test_steps_are_numbered_and_nested():
    figure = variant_boards()
    assert _texts(figure, "6  ")[0].get_text() == "6  rotate(flip(s))"
    assert as_printed(()) == "s"
    assert as_printed(("flip", "rotate")) == "flip(rotate(s))"


@pytest.mark.parametrize(
    "draw",
    [
        training,
        training_of_readings,
        _extents,
        lambda table: still_without(table, published=37, limit=300),
        lambda table: have_found(table, published=37, limit=300),
    ],
)
def test_a_missing_column_is_named(draw):
    with pytest.raises(ValueError, match=r"missing .*; the table has group, generation"):
        draw(pd.DataFrame(columns=["group", "generation"]))
