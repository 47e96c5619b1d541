"""Figures of the study: their treatments, what these are called, and what is marked."""

from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
import pytest
from helpers.tables import NO_FILES

from tttcore.engines.tabular.engine import STORED
from tttcore.engines.tabular.schemas import QUALITY, RESULTS
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.plots.evidence import Evidence
from tttcore.plots.names import Names
from tttcore.studies.mrugala2020 import figures
from tttcore.studies.mrugala2020.first_player import first_advantage, shares
from tttcore.studies.mrugala2020.learned_policies import policies
from tttcore.studies.mrugala2020.tables import PRINTED

NAMES = list(dict.fromkeys(name for group in (*figures.TOGETHER, figures.PARAMETERS) for name in group))
LINES = {
    "learning_curves": figures.TESTS,
    "learning_curves_readings": figures.WINS_AT_ZERO,
    "table_growth": figures.STORED,
    "policy_quality": figures.STRONGEST,
}
COMPARISONS = {"3x3": {"default": "3x3", "no owners": "3x3-unowned"}}
ROWS = {
    "final_quality": figures.PARAMETERS,
    "readings_3x3": figures.READINGS_3X3,
    "readings_5x5": figures.READINGS_5X5,
    "readings_infinite": figures.READINGS_INFINITE,
    "readings_smarter": figures.READINGS_SMARTER,
    "first_advantage": figures.BOARDS,
    "versus": figures.BOARDS,
}


@dataclass(frozen=True)
class Stored(Evidence):
    """Sessions of all treatments and their tables, without a folder of results; only 3x3 is known exactly."""

    tables: dict = field(default_factory=dict)
    traces: pd.DataFrame | None = None

    def statistics(self, name):
        return self.tables[name]

    def traces_of(self, treatment):
        return self.traces[self.traces["treatment"] == treatment]


@pytest.fixture(scope="module")
def evidence(tables):
    rng = stream(0, "tests", "tabular figures")
    rows = [(name, replicate, games) for name in NAMES for replicate in range(2) for games in (1000, 10_000)]
    traces = pd.DataFrame(rows, columns=["treatment", "replicate", "games"])
    traces[["first", "drawn", "second"]] = rng.multinomial(1000, [0.5, 0.2, 0.3], len(traces))
    traces["entries"] = traces["games"]
    traces[[*RESULTS, *QUALITY]] = rng.random((len(traces), len(RESULTS) + len(QUALITY)))
    exact = [name for name in (*RESULTS, *QUALITY) if name in QUALITY or "perfect" in name]
    traces.loc[~traces["treatment"].str.startswith("3x3"), exact] = np.nan
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


def drawn(evidence, name):
    figure = getattr(figures, name)(evidence, "T")
    figure.draw_without_rendering()
    assert figure.get_suptitle() == "T"
    return figure


@pytest.mark.parametrize("name", [*LINES, *ROWS])
def test_treatments_have_their_order_and_names(evidence, name):
    figure = drawn(evidence, name)
    texts = figure.legends[0].get_texts() if name in LINES else figure.axes[0].get_yticklabels()
    shown = (LINES | ROWS)[name]
    called = shown.values() if isinstance(shown, dict) else map(evidence.names.treatment, shown)
    marks = ["published, of all games"] if name == "learning_curves" else []
    sessions = "" if name in LINES else " (n = 2)"
    found = [text.get_text().replace("\n", " ") for text in texts]
    assert found == [*(f"{label}{sessions}" for label in called), *marks]
    panels = {"learning_curves": 2, "learning_curves_readings": 2, "policy_quality": 6, "readings_3x3": 4, "versus": 4}
    panels |= {"final_quality": 4, "readings_5x5": 4, "first_advantage": 2}
    assert len(figure.axes) == panels.get(name, 1)


def test_what_the_document_says_is_marked(evidence):
    (growth,) = drawn(evidence, "table_growth").axes
    assert [text.get_text() for text in growth.texts] == ["the 5,477 positions of 3x3 after a move"]
    decided = drawn(evidence, "learning_curves_readings").axes[1]
    assert [text.get_text() for text in decided.texts] == ["published: 60%", "published: 67%"]
    advantage, *_ = drawn(evidence, "first_advantage").axes
    points = [[share, round(place)] for line in advantage.lines for share, place in line.get_xydata().tolist()]
    for name, printed in PRINTED.items():
        assert [printed.first, figures.BOARDS.index(name)] in points
        marked = [line.get_xdata() for line in drawn(evidence, f"readings_{name}").axes[0].lines]
        assert [printed.first] * 2 in [[*at] for at in marked]


def test_the_closest_reading_stands_beside_the_text_and_the_program(evidence):
    """With the proportion of its own way to count draws, and the number of readings that were tried."""
    found = {"result": "3x3", "readings": 7, "treatment": "3x3-unowned", "counting": "half", "when": "last"}
    own = replace(evidence, tables=evidence.tables | {"readings": pd.DataFrame([found])}, comparisons=COMPARISONS)
    figure = drawn(own, "closest_reading")
    (axes,) = figure.axes
    shown = [label.get_text() for label in axes.get_yticklabels()]
    assert shown == [
        "as described,\nof all games",
        "as described,\nof games with a winner",
        "as described,\ndrawn games as half",
        "the authors' program,\ndrawn games for player 1",
        "closest of 7 readings,\nits last tenth:\nno owners,\ndrawn games as half",
    ]
    shares = evidence.tables["shares"].set_index(["treatment", "counting", "when"])["share"]
    described = [("3x3", counting) for counting in ("apart", "decided", "half")]
    keys = [*described, ("3x3-listed", "first"), ("3x3-unowned", "half")]
    assert [text.get_text() for text in axes.texts] == [f"{shares[(*key, 'all')]:.1%}" for key in keys]
    training, last, *boundaries, of_all, at_the_end = ([*line.get_xdata()] for line in axes.lines)
    assert len(boundaries) == len(keys) - 1
    assert training == [shares[(*key, "all")] for key in keys]
    assert last == [shares[(*key, "last")] for key in keys]
    assert [of_all, at_the_end] == [[0.6] * 2, [2 / 3] * 2]
    marks = [text.get_text() for text in figure.legends[0].get_texts()]
    assert marks == ["all of training", "its last tenth", "published: 60%", "published: 67%"]


@pytest.mark.parametrize("name", ["policy_quality", "final_quality"])
def test_a_board_that_is_not_known_exactly_is_told(evidence, name, monkeypatch):
    for treatments in ("STRONGEST", "PARAMETERS"):
        monkeypatch.setattr(figures, treatments, {"5x5": "five", "3x3": "three"})
    with pytest.raises(ConfigError, match=r"^treatments: '5x5' has no such data; those that have: 3x3$"):
        drawn(evidence, name)
