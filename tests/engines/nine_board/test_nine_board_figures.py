"""Figures of nine boards: the right table, treatment and labels."""

from dataclasses import dataclass, field

import pandas as pd
import pytest
from no_files import NO_FILES

from tttcore.engines.nine_board import figures
from tttcore.engines.nine_board.engine import STORED
from tttcore.engines.nine_board.stats.openings import openings
from tttcore.engines.nine_board.stats.outcomes import proofs
from tttcore.engines.nine_board.stats.searches import work_by_move
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.plots.evidence import Evidence
from tttcore.stats.ratings import crosstable, ratings

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
        "openings": openings(runs),
        "proofs": proofs(runs),
        "ratings": ratings(runs, PLAYERS),
        "crosstable": crosstable(runs, PLAYERS),
    }
    return Stored(NO_FILES, STORED, {}, {"described": {}, "other": {}}, {}, tables=tables, runs=runs)


def drawn(figure):
    figure.draw_without_rendering()
    assert figure.get_suptitle() == "T"
    return figure


def test_rows_are_those_of_the_treatment(evidence):
    own = evidence.tables["work_by_move"].query("treatment == 'other'")
    looked, _ = drawn(figures.work_by_move(evidence, title="T", treatment="other")).axes
    assert looked.lines[1].get_ydata().tolist() == own["nodes"].tolist()
    assert "of 80 games" in drawn(figures.openings(evidence, title="T", treatment="other")).axes[0].get_xlabel()
    assert drawn(figures.proofs(evidence, title="T", treatment="described")).axes[0].get_ylabel() == (
        "Share of 120 games"
    )


def test_players(evidence):
    by_depth, by_name = drawn(figures.ratings(evidence, title="T")).axes
    assert len(by_depth.containers) == 1
    assert [label.get_text() for label in by_name.get_xticklabels()] == ["random"]
    assert len(drawn(figures.crosstable(evidence, title="T")).axes[0].get_xticklabels()) == 2


def test_lengths_have_the_labels(evidence):
    labels = {"other": "O", "described": "D"}
    (legend,) = drawn(figures.game_lengths(evidence, title="T", labels=labels, published=[40])).legends
    entries = [text.get_text() for text in legend.get_texts()]
    assert entries == ["O (n = 80)", "D (n = 120)", "mentioned in the document"]


def test_a_treatment_without_games_is_told(evidence):
    with pytest.raises(
        ConfigError, match=r"^treatments: 'second' has no such data; those that have: described, other$"
    ):
        figures.game_lengths(evidence, title="T", labels={"second": "S"}, published=[])
