"""Figures of tabular learning: their treatments, what these are called, and what is marked."""

from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pandas as pd
import pytest
from no_files import NO_FILES

from tttcore.engines.tabular import figures
from tttcore.engines.tabular.engine import STORED
from tttcore.engines.tabular.plots.shares import BEST_PLAY, COUNTED, WHEN
from tttcore.engines.tabular.schemas import QUALITY, RESULTS
from tttcore.engines.tabular.stats.draw_counting import COUNTINGS
from tttcore.engines.tabular.stats.draw_counting import WHEN as COLUMNS
from tttcore.engines.tabular.stats.policies import policies
from tttcore.engines.tabular.stats.shares import first_advantage, shares
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.plots.evidence import Evidence
from tttcore.plots.names import Names

NAMES = ["3x3", "5x5"]
CURVES = {
    "learning_curves": partial(figures.learning_curves, curves=["apart", "drawn"]),
    "table_growth": figures.table_growth,
    "policy_quality": partial(figures.policy_quality, measures=["random", "careful"]),
}
ROWS = {
    "shares_forest": partial(figures.shares_forest, when=["all", "last"], published=0.6),
    "first_advantage": partial(figures.first_advantage, published={"3x3": 0.6}),
    "versus": figures.versus,
}


@dataclass(frozen=True)
class Stored(Evidence):
    """Sessions of two treatments and their tables, without a folder of results; 5x5 isn't known exactly."""

    tables: dict = field(default_factory=dict)
    traces: pd.DataFrame | None = None

    def statistics(self, name):
        return self.tables[name]

    def traces_of(self, treatment):
        return self.traces[self.traces["treatment"] == treatment]


@pytest.fixture(scope="module")
def evidence(tables):
    rng = stream(0, "tests", "tabular figures")
    rows = [(name, replicate, games) for name in NAMES for replicate in range(3) for games in (1000, 10_000)]
    traces = pd.DataFrame(rows, columns=["treatment", "replicate", "games"])
    traces[["first", "drawn", "second"]] = rng.multinomial(1000, [0.5, 0.2, 0.3], len(traces))
    traces["entries"] = traces["games"]
    traces[[*RESULTS, *QUALITY]] = rng.random((len(traces), len(RESULTS) + len(QUALITY)))
    exact = [name for name in (*RESULTS, *QUALITY) if name in QUALITY or "perfect" in name]
    traces.loc[traces["treatment"] == "5x5", exact] = np.nan
    ends = traces[traces["games"] == 10_000]
    sessions = ends.assign(**{f"last_{name}": ends[name] for name in ("first", "drawn", "second")})
    computed = {
        "shares": shares(sessions),
        "first_advantage": first_advantage(sessions, theory={"3x3": "draw"}),
        "policies": policies(sessions),
    }
    recipes, names = {name: {} for name in NAMES}, Names({"5x5": "great"})
    found = Stored(NO_FILES, STORED, {}, recipes, {}, names=names, tables=computed, traces=traces)
    found.__dict__["states"] = tables
    return found


def drawn(evidence, figure, treatments, **more):
    found = figure(evidence, title="T", treatments=treatments, **more)
    found.draw_without_rendering()
    assert found.get_suptitle() == "T"
    return found


def entries(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def rows(figure):
    return [label.get_text() for label in figure.axes[0].get_yticklabels()]


@pytest.mark.parametrize(("name", "told"), [*((name, entries) for name in CURVES), *((name, rows) for name in ROWS)])
def test_treatments_have_their_order_and_names(evidence, name, told):
    figure = (CURVES | ROWS)[name]
    assert told(drawn(evidence, figure, ["5x5", "3x3"])) == ["great", "3x3"]
    assert told(drawn(evidence, figure, {"5x5": "five", "3x3": "three"})) == ["five", "three"]
    assert told(drawn(evidence, figure, ["3x3"])) == ["3x3"]


def test_all_that_tables_hold_can_be_drawn(evidence):
    assert [*COUNTED] == [*COUNTINGS]
    assert [*WHEN] == [*COLUMNS]
    assert {*BEST_PLAY} >= {*evidence.tables["first_advantage"]["theory"]}


def test_all_ways_to_count_draws_have_panels_unless_some_are_named(evidence):
    assert len(drawn(evidence, ROWS["shares_forest"], NAMES).axes) == len(COUNTINGS)
    assert len(drawn(evidence, ROWS["shares_forest"], NAMES, countings=["apart"]).axes) == 1


def test_positions_of_3x3_are_those_that_a_move_can_lead_to(evidence):
    (axes,) = drawn(evidence, figures.table_growth, NAMES).axes
    assert [text.get_text() for text in axes.texts] == ["all 5,477 positions of 3x3"]


def test_published_shares_are_marked(evidence):
    marked, plain = (drawn(evidence, CURVES["learning_curves"], NAMES, **more) for more in ({"published": [0.6]}, {}))
    assert len(marked.axes[0].lines) == len(plain.axes[0].lines) + 1
    (axes,) = drawn(evidence, ROWS["first_advantage"], {"5x5": "five", "3x3": "three"}).axes
    assert [0.6, 1] in [point for line in axes.lines for point in line.get_xydata().tolist()]


@pytest.mark.parametrize("measures", [["perfect"], ["random", "beatable"]])
def test_a_board_that_is_not_known_exactly_is_told(evidence, measures):
    with pytest.raises(ConfigError, match=r"^treatments: '5x5' has no such data; those that have: 3x3$"):
        drawn(evidence, figures.policy_quality, NAMES, measures=measures)
