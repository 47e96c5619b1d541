"""Drawings are those of stored pictures; figures have their treatments, in order, by name, and what is published."""

from itertools import product
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.texts import message, picture

from tttcore.engines.tabular.schemas import QUALITY, RESULTS
from tttcore.plots.line_styles import PUBLISHED, Styles, assign, by_place
from tttcore.plots.names import Names
from tttcore.studies.mrugala2020 import draw_learning, draw_results, figures, first_player
from tttcore.studies.mrugala2020.draw_learning import MEASURES, failure_columns, final_quality, policy_quality
from tttcore.studies.mrugala2020.draw_results import COUNTED, WHEN
from tttcore.studies.mrugala2020.learned_policies import policies


def _windows():
    """Three sessions of each of two groups, in no order; policies of the first seat can't be beaten in group a."""
    keys = list(product("ab", (2, 0, 1), (10_000, 1000, 9000)))
    windows = pd.DataFrame(keys, columns=["group", "replicate", "games"])
    windows["first"] = [500, 640, 570, 420, 610, 455, 530, 490, 580, 300, 390, 350, 445, 310, 460, 420, 380, 340]
    windows["drawn"] = 900 - windows["first"] - 10 * windows["replicate"]
    windows["second"] = 1000 - windows["first"] - windows["drawn"]
    windows["entries"] = 3 * windows["games"] + windows["first"]
    for place, column in enumerate(failure_columns(MEASURES)):
        windows[column] = (windows["first"] * (3 + place) % 700).mod(100) / (200 + 50 * place)
    beaten = windows["first"].mod(20) == 0
    return windows.assign(first_worst=-1.0 * (beaten & (windows["group"] == "b")), second_worst=1.0 - 2 * beaten)


WINDOWS = _windows()


def _curves(windows, curves, **options):
    return draw_learning.learning_curves(windows, curves=curves, styles=by_place("ab"), title="T", **options)


def _without_a_winner():
    none = WINDOWS["games"] == 1000
    return _curves(WINDOWS.assign(**{name: WINDOWS[name].mask(none, 0) for name in ("first", "second")}), ["decided"])


def _wide():
    """Two sessions that differ so much that their interval goes beyond all shares."""
    two = WINDOWS[WINDOWS["replicate"] < 2]
    lost = 400 * two["replicate"]
    return _curves(two.assign(first=990 - lost, drawn=5, second=5 + lost), ["apart"])


def _growth():
    """Games of training span so much that only powers of ten are labelled."""
    windows = WINDOWS.replace({"games": {10_000: 10_000_000}})
    return draw_learning.table_growth(windows, styles=by_place("ab"), positions=5477, title="T")


def _final():
    """Each group's own last window."""
    shorter = WINDOWS[(WINDOWS["group"] == "a") | (WINDOWS["games"] < 10_000)]
    return final_quality(shorter, measures=["random", "beatable"], title="T")


def _shares(**changes):
    keys = list(product(["plain", "fixed"], COUNTED, WHEN))
    table = pd.DataFrame(keys, columns=["group", "counting", "when"]).assign(n=6, drawn=0.125)
    share = 0.5 + 0.01 * np.arange(len(table))
    return table.assign(**{"share": share, "share_low": share - 0.02, "share_high": share + 0.03} | changes)


def _forest(table, **options):
    return draw_results.shares_forest(table, published=0.6, title="T", **options)


def _versus():
    """One group hasn't met one opponent."""
    table = pd.DataFrame(list(product(["a", "b"], ["first", "second"], ["random", "careful"])),
                         columns=["group", "seat", "opponent"])  # fmt: skip
    won, lost = 0.5 + 0.01 * np.arange(8), 0.4 - 0.02 * np.arange(8)
    table = table.assign(n=6, won=won, drawn=1 - won - lost, lost=lost)
    ends = {f"{of}_{end}": table[of] + by for of in ("won", "lost") for end, by in (("low", -0.02), ("high", 0.03))}
    return draw_results.versus(table.assign(**ends)[:-2], title="T")


DRAWINGS = {
    "curves": lambda: _curves(WINDOWS, ["apart", "decided", "drawn"], published=[0.6, 0.625], of_groups={"b": 0.6}),
    "a window without a winner": _without_a_winner,
    "bands end where shares do": _wide,
    "a single session": lambda: _curves(WINDOWS[WINDOWS["replicate"] == 0], ["apart"]),
    "growth": _growth,
    "failures": lambda: policy_quality(WINDOWS, measures=["random", "beatable"], styles=by_place("ab"), title="T"),
    "failures at last": _final,
    "forest": lambda: _forest(_shares(), countings=["decided", "half"], when=[*WHEN]),
    "intervals beyond": lambda: _forest(_shares(share_low=-0.5, share_high=1.5), countings=["apart"], when=["off"]),
    "advantage": lambda: draw_results.first_advantage(
        _shares(), best_play=["draw", "unknown"], published={"fixed": 0.57}, title="T"
    ),
    "versus": _versus,
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_pictures(draw, snapshot):
    assert picture(draw()) == snapshot


@pytest.mark.parametrize(("countings", "shape"), [(["apart"], (1, 1)), ([*COUNTED], (2, 2))])
def test_two_panels_stand_side_by_side(countings, shape):
    figure = _forest(_shares(), countings=countings, when=["off"])
    assert figure.axes[0].get_subplotspec().get_gridspec().get_geometry() == shape


@pytest.fixture(scope="module")
def evidence(tables):
    """Sessions of all treatments and their tables; only 3x3 is known exactly."""
    names = list(dict.fromkeys(name for group in (*figures.TOGETHER, figures.PARAMETERS) for name in group))
    traces = pd.DataFrame(list(product(names, range(2), (1000, 10_000))), columns=["treatment", "replicate", "games"])
    numbers = np.arange(len(traces))
    traces = traces.assign(first=400 + numbers, drawn=100, second=500 - numbers, entries=traces["games"])
    for place, name in enumerate((*RESULTS, *QUALITY)):
        exact = name in QUALITY or "perfect" in name
        known = traces["treatment"].str.startswith("3x3") | (not exact)
        traces[name] = pd.Series((numbers * 7 + place) % 11 / 11).where(known)
    ends = traces[traces["games"] == 10_000]
    sessions = ends.assign(**{f"last_{name}": ends[name] for name in ("first", "drawn", "second")})
    computed = {
        "shares": first_player.shares(sessions),
        "first_advantage": first_player.first_advantage(sessions, theory={"3x3": "draw"}),
        "policies": policies(sessions),
    }
    called = Names({"5x5": "great"})
    found = {"recipes": {name: {} for name in names}, "comparisons": {}, "names": called, "states": tables}
    found |= {"tables": computed, "statistics": computed.__getitem__, "styles": Styles(assign(names), {}, called)}
    return SimpleNamespace(**found, traces_of=lambda treatment: traces[traces["treatment"] == treatment])


def _told(figure):
    """Panels, rows and entries of the legend by name, and what is published."""
    figure.draw_without_rendering()
    rows = [label.get_text().replace("\n", " ") for label in figure.axes[0].get_yticklabels()]
    lines = [line for axes in figure.axes for line in axes.lines if line.get_color() == PUBLISHED]
    told = {
        "panels": [str(len(figure.axes))],
        "rows": [row.removesuffix(" (n = 2)") for row in rows if row.endswith(" (n = 2)")],
        "legend": [text.get_text() for legend in figure.legends for text in legend.get_texts()],
        "notes": [text.get_text() for axes in figure.axes for text in axes.texts],
        "published": sorted({f"{x:.4g} at {y:.2f}" for line in lines for x, y in line.get_xydata().tolist()}),
    }
    return "\n".join(f"{name}: {'; '.join(each)}" for name, each in told.items() if each)


FIGURES = (
    *("learning_curves", "learning_curves_readings", "table_growth", "policy_quality", "final_quality"),
    *("readings_3x3", "readings_5x5", "readings_infinite", "readings_smarter", "first_advantage", "versus"),
)


@pytest.mark.parametrize("name", FIGURES)
def test_figures_have_their_treatments_by_name_and_what_is_published(evidence, name, snapshot):
    figure = getattr(figures, name)(evidence, "T")
    assert figure.get_suptitle() == "T"
    assert _told(figure) == snapshot


def test_the_closest_reading_stands_beside_the_text_and_the_program(evidence, snapshot):
    """With the proportion of its own way to count draws, and the number of readings that were tried."""
    found = {"result": "3x3", "readings": 7, "treatment": "3x3-unowned", "counting": "half", "when": "last"}
    comparisons = {"3x3": {"default": "3x3", "no owners": "3x3-unowned"}}
    stored = evidence.tables | {"readings": pd.DataFrame([found])}
    changed = {"statistics": stored.__getitem__, "comparisons": comparisons}
    figure = figures.closest_reading(SimpleNamespace(**vars(evidence) | changed), "T")
    assert picture(figure) == snapshot
    shares = evidence.tables["shares"].set_index(["treatment", "counting", "when"])["share"]
    keys = [*(("3x3", counting) for counting in ("apart", "decided", "half")), ("3x3-listed", "first"),
            ("3x3-unowned", "half")]  # fmt: skip
    for line, when in zip(figure.axes[0].lines, ("all", "last"), strict=False):
        assert line.get_xdata().tolist() == [shares[(*key, when)] for key in keys]


def test_a_board_that_is_not_known_exactly_is_told(evidence, monkeypatch):
    for treatments in ("STRONGEST", "PARAMETERS"):
        monkeypatch.setattr(figures, treatments, {"5x5": "five", "3x3": "three"})
    for draw in (figures.policy_quality, figures.final_quality):
        assert message(draw, evidence, "T") == "treatments: '5x5' has no such data; those that have: 3x3"
