"""Kinds of figures of nine boards: the right table, treatment and labels, and messages."""

from dataclasses import dataclass, field

import pandas as pd
import pytest
from no_files import NO_FILES

from tttcore.engines.nine_board.engine import STORED
from tttcore.engines.nine_board.stats.openings import openings
from tttcore.engines.nine_board.stats.outcomes import proofs
from tttcore.engines.nine_board.stats.searches import work_by_move
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.plots.evidence import Evidence
from tttcore.stats.ratings import crosstable, ratings
from tttcore.studies.figures import build, kinds

LOOK = {"title": "T", "caption": "c"}
PLAYERS = {"h1 d1": {"name": "alphabeta", "heuristic": 1, "depth": 1}, "random": {"name": "random"}}


@dataclass(frozen=True)
class Stored(Evidence):
    """Games of two treatments and their tables, without a folder of results."""

    tables: dict = field(default_factory=dict)
    runs: pd.DataFrame | None = None

    def statistics(self, name):
        return self.tables[name]


@pytest.fixture(scope="module")
def evidence():
    rng = stream(0, "tests", "nine board figures")
    moves = rng.integers(20, 50, 200)
    runs = pd.DataFrame(
        {
            "treatment": ["described"] * 120 + ["other"] * 80,
            "replicate": range(200),
            "first": ["h1 d1", "random"] * 100,
            "second": ["random", "h1 d1"] * 100,
            "winner": rng.integers(0, 3, 200),
            "moves": moves,
            "opening": rng.integers(0, 81, 200),
            "proved_from": moves - 5,
            "proved": 1,
        }
    )
    traces = runs.loc[runs.index.repeat(3), ["treatment", "replicate"]].assign(step=[0, 1, 2] * 200, depth=2)
    for name in ("nodes", "cut", "in_order", "ordered", "unpruned"):
        traces[name] = rng.integers(1, 99, 600)
    tables = {
        "work_by_move": work_by_move(traces),
        "first moves": openings(runs),
        "proofs": proofs(runs),
        "league": ratings(runs, PLAYERS),
        "crosstable": crosstable(runs, PLAYERS),
    }
    return Stored(NO_FILES, STORED, {}, {"described": {}, "other": {}}, {}, tables=tables, runs=runs)


def draw(evidence, **figure):
    drawn = kinds.build({**LOOK, **figure}, "w").draw(evidence)
    drawn.draw_without_rendering()
    assert drawn.get_suptitle() == "T"
    return drawn


def test_rows_are_those_of_the_treatment(evidence):
    own = evidence.tables["work_by_move"].query("treatment == 'other'")
    looked, _ = draw(evidence, name="work_by_move", treatment="other").axes
    assert looked.lines[1].get_ydata().tolist() == own["nodes"].tolist()
    assert "of 80 games" in draw(evidence, name="openings", treatment="other", table="first moves").axes[0].get_xlabel()
    assert draw(evidence, name="proofs", treatment="described").axes[0].get_ylabel() == "Share of 120 games"


def test_players_of_a_table_by_any_name(evidence):
    by_depth, by_name = draw(evidence, name="ratings", table="league").axes
    assert len(by_depth.containers) == 1
    assert [label.get_text() for label in by_name.get_xticklabels()] == ["random"]
    assert len(draw(evidence, name="crosstable").axes[0].get_xticklabels()) == 2


def test_lengths_have_the_labels(evidence):
    asked = {"name": "game_lengths", "treatments": ["other", "described"], "published": [40]}
    for labels, told in (({}, ["other", "described"]), ({"labels": ["O", "D"]}, ["O", "D"])):
        entries = [text.get_text() for text in draw(evidence, **asked, **labels).legends[0].get_texts()]
        assert entries == [f"{told[0]} (n = 80)", f"{told[1]} (n = 120)", "mentioned in the document"]


@pytest.mark.parametrize(
    ("figure", "message"),
    [
        (
            {"name": "game_lengths", "treatments": ["other", "described"], "labels": ["O"]},
            "labels: 1 for 2 treatments; needs one each",
        ),
        (
            {"name": "game_lengths", "treatments": ["other"], "published": [82]},
            r"published\.0: 82 is out of range; allowed: from 1 to 81",
        ),
        ({"name": "proofs"}, "treatment: kind of figure 'proofs' needs this key"),
    ],
)
def test_options_that_do_not_fit_are_refused(figure, message):
    with pytest.raises(ConfigError, match=rf"^w(: |\.){message}$"):
        kinds.build({**LOOK, **figure}, "w")


def test_a_treatment_without_rows_is_told(evidence):
    with pytest.raises(ConfigError, match=r"^treatment: 'second' is not in proofs; known: described, other$"):
        draw(evidence, name="proofs", treatment="second")


def test_what_a_figure_draws_is_checked_beforehand():
    study = {
        "study": "made-up", "engine": "nine_board",
        "figures": {"one": {**LOOK, "name": "ratings", "table": "league"}},
        "tables": {"league": {}}, "published": {}, "treatments": {"a": {}}, "comparisons": {},
    }  # fmt: skip
    assert list(build(study, "study.yaml")) == ["one"]
    with pytest.raises(ConfigError, match=r"figures\.one: needs the table 'league', which is not in tables$"):
        build(study | {"tables": {}}, "study.yaml")
    with pytest.raises(ConfigError, match=r"figures\.one: kind 'ratings' is for studies of the engine 'nine_board'"):
        build(study | {"engine": "genies"}, "study.yaml")
    lengths = {**LOOK, "name": "game_lengths", "treatments": ["b"]}
    with pytest.raises(ConfigError, match=r"figures\.one\.treatments: unknown 'b'; known: a$"):
        build(study | {"figures": {"one": lengths}}, "study.yaml")
