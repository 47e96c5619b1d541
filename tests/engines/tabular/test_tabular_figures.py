"""Kinds of figures of tabular learning: the treatments, labels and tables that they are asked for."""

from dataclasses import dataclass, field, replace
from typing import get_args

import numpy as np
import pandas as pd
import pytest
from no_files import NO_FILES

from tttcore.engines.tabular.engine import STORED
from tttcore.engines.tabular.plots.learning import CURVES, MEASURES
from tttcore.engines.tabular.plots.shares import BEST_PLAY, COUNTED, WHEN
from tttcore.engines.tabular.plots.versus import AGAINST
from tttcore.engines.tabular.schemas import OPPONENTS, QUALITY, RESULTS
from tttcore.engines.tabular.stats.draw_counting import COUNTINGS, When
from tttcore.engines.tabular.stats.draw_counting import WHEN as COLUMNS
from tttcore.engines.tabular.stats.policies import policies
from tttcore.engines.tabular.stats.shares import first_advantage, shares
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.plots.evidence import Evidence
from tttcore.studies.figures import build, kinds

LOOK = {"title": "T", "caption": "c"}
NAMES = ["3x3", "5x5"]
ASKED = {
    "learning_curves": {},
    "table_growth": {},
    "policy_quality": {"measures": ["random", "careful"]},
    "shares_forest": {},
    "first_advantage": {},
    "versus": {},
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
def evidence():
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
    tables = {
        "shares": shares(sessions),
        "first_advantage": first_advantage(sessions, theory={"3x3": "draw"}),
        "policies": policies(sessions),
    }
    others = {f"other {name}": tables[name] for name in tables}
    recipes = {name: {} for name in NAMES}
    return Stored(NO_FILES, STORED, {}, recipes, {}, tables={**tables, **others}, traces=traces)


def draw(evidence, **figure):
    drawn = kinds.build({**LOOK, **figure}, "w").draw(evidence)
    drawn.draw_without_rendering()
    assert drawn.get_suptitle() == "T"
    return drawn


def entries(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def rows(figure):
    return [label.get_text() for label in figure.axes[0].get_yticklabels()]


@pytest.mark.parametrize("name", ASKED)
def test_treatments_have_their_order_and_labels(evidence, name):
    told = entries if name in ("learning_curves", "table_growth", "policy_quality") else rows
    backwards = {"name": name, "treatments": NAMES[::-1], **ASKED[name]}
    assert told(draw(evidence, **backwards)) == ["5x5", "3x3"]
    assert told(draw(evidence, **backwards, labels=["five", "three"])) == ["five", "three"]


@pytest.mark.parametrize("name", ["shares_forest", "first_advantage", "versus"])
def test_tables_have_the_kinds_name_or_another(evidence, name):
    study = {
        "study": "made-up", "engine": "tabular",
        "figures": {"one": {**LOOK, "name": name, "treatments": ["3x3"]}}, "tables": {},
        "published": {}, "treatments": {"3x3": {}}, "comparisons": {},
    }  # fmt: skip
    usual = {"versus": "policies", "shares_forest": "shares"}.get(name, name)
    with pytest.raises(ConfigError, match=rf"figures\.one: needs the table '{usual}', which is not in tables$"):
        build(study, "study.yaml")
    (kind,) = build(study | {"tables": {usual: {}}}, "study.yaml").values()
    assert kind.drawn_tables == (usual,)
    assert rows(draw(evidence, name=name, treatments=["5x5"], table=f"other {usual}")) == ["5x5"]


@pytest.mark.parametrize("name", ASKED)
def test_only_studies_of_the_engine_can_ask(name):
    study = {
        "study": "made-up", "engine": "genies",
        "figures": {"one": {**LOOK, "name": name, "treatments": ["a"]}}, "tables": {},
        "published": {}, "treatments": {"a": {}}, "comparisons": {},
    }  # fmt: skip
    with pytest.raises(ConfigError, match=rf"kind '{name}' is for studies of the engine 'tabular'"):
        build(study, "study.yaml")


def test_all_that_can_be_asked_for_can_be_drawn(evidence):
    def allowed(kind, option):
        (hint,) = get_args(kinds[kind].__annotations__[option])
        return [*get_args(hint)]

    assert allowed("learning_curves", "counting") == [*CURVES]
    assert allowed("shares_forest", "counting") == [*COUNTED] == [*COUNTINGS]
    assert [*get_args(When)] == [*WHEN] == [*COLUMNS]
    assert allowed("policy_quality", "measures") == [*MEASURES]
    assert allowed("versus", "opponents") == [*AGAINST] == [*OPPONENTS]
    assert {*BEST_PLAY} >= {*evidence.tables["first_advantage"]["theory"]}
    for kind, option, every in (
        ("learning_curves", "counting", CURVES),
        ("shares_forest", "counting", COUNTED),
        ("policy_quality", "measures", MEASURES),
        ("versus", "opponents", AGAINST),
    ):
        assert draw(evidence, name=kind, treatments=["3x3"], **{option: [*every]}).axes


def test_positions_of_3x3_are_those_that_a_move_can_lead_to(evidence, tables):
    known = replace(evidence)
    known.__dict__["states"] = tables
    asked = {"name": "table_growth", "treatments": ["3x3"]}
    assert [text.get_text() for text in draw(known, **asked, positions=True).axes[0].texts] == [
        "all 5,477 positions of 3x3"
    ]
    assert not draw(evidence, **asked).axes[0].texts


def test_what_is_published_is_marked(evidence):
    for name in ("learning_curves", "shares_forest"):
        asked = {"name": name, "treatments": ["3x3"], "counting": ["apart"]}
        marked, plain = (draw(evidence, **asked, **more).axes[0] for more in ({"published": [0.6]}, {}))
        assert len(marked.lines) == len(plain.lines) + 1
    asked = {"name": "first_advantage", "treatments": ["3x3"], "labels": ["three"]}
    assert entries(draw(evidence, **asked, published={"three": 0.6}, when=["last"])) == ["its last tenth", "published"]


@pytest.mark.parametrize(
    ("figure", "message"),
    [
        ({"name": "versus", "labels": ["a"]}, "labels: 1 for 2 treatments; needs one each"),
        ({"name": "versus", "opponents": ["people"]}, r"opponents\.0: 'people' is not allowed; known: random, .*"),
        ({"name": "learning_curves", "published": [1.5]}, r"published\.0: 1.5 is out of range; allowed: from 0 to 1"),
        ({"name": "first_advantage", "published": {"x": 0.6}}, "published: unknown label 'x'; known: 3x3, 5x5"),
        (
            {"name": "first_advantage", "published": {"3x3": 60}},
            r"published\.3x3: 60 is not allowed; needs a number from 0 to 1",
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(figure, message):
    with pytest.raises(ConfigError, match=rf"^w(: |\.){message}$"):
        kinds.build({**LOOK, "treatments": NAMES, **figure}, "w")


@pytest.mark.parametrize("measures", [["perfect"], ["random", "beatable"]])
def test_a_board_that_is_not_known_exactly_is_told(evidence, measures):
    message = r"^treatments: '5x5' has no such data; those that have: 3x3$"
    with pytest.raises(ConfigError, match=message):
        draw(evidence, name="policy_quality", treatments=NAMES, measures=measures)
