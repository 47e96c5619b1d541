"""Figures of Osipa (2017): each draws the rows of its treatments, with their labels."""

from dataclasses import dataclass, field

import pandas as pd
import pytest
from helpers.tables import NO_FILES

from tttcore.engines.nine_board.engine import STORED
from tttcore.engines.nine_board.league import HEURISTICS
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.plots.evidence import Evidence
from tttcore.stats.ratings import crosstable, heuristic_differences, rating_differences, ratings
from tttcore.studies.osipa2017 import figures, outcomes
from tttcore.studies.osipa2017.draw_searches import SEARCHES
from tttcore.studies.osipa2017.searches import work_by_move

PLAYERS = {f"h1 d{depth}": {"name": "alphabeta", "heuristic": 1, "depth": depth} for depth in (1, 4)}
PLAYERS |= {"random": {"name": "random"}}
TREATMENTS = (*figures.LENGTHS.values(), "described-deeper", "always-four", *figures.OPENINGS)
GAMES = {name: 20 + place for place, name in enumerate(TREATMENTS)}
"""Number of games of each treatment."""


@dataclass(frozen=True)
class Stored(Evidence):
    """Games and their tables, without a folder of results."""

    tables: dict = field(default_factory=dict)
    runs: pd.DataFrame | None = None

    def statistics(self, name):
        return self.tables[name]


@pytest.fixture(scope="module")
def evidence():
    rng = stream(0, "tests", "nine board figures")
    rows = [(name, replicate) for name, count in GAMES.items() for replicate in range(count)]
    runs = pd.DataFrame(rows, columns=["treatment", "replicate"])
    moves = rng.integers(20, 50, len(runs))
    runs = runs.assign(
        first=runs.index.map(lambda row: [*PLAYERS][row % 3]),
        second=runs.index.map(lambda row: [*PLAYERS][(row + 1) % 3]),
        winner=rng.integers(0, 3, len(runs)),
        moves=moves,
        opening=rng.integers(0, 81, len(runs)),
    )
    traces = runs.loc[runs.index.repeat(3), ["treatment", "replicate"]].assign(step=[0, 1, 2] * len(runs), depth=2)
    for name in ("nodes", "cut", "in_order", "ordered", "unpruned"):
        traces[name] = rng.integers(1, 99, len(traces))
    tables = {
        "work_by_move": work_by_move(traces),
        "openings": outcomes.openings(runs),
        "ratings": ratings(runs, PLAYERS),
        "crosstable": crosstable(runs, PLAYERS),
    }
    return Stored(NO_FILES, STORED, {}, {name: {} for name in GAMES}, {}, tables=tables, runs=runs)


def drawn(figure):
    figure.draw_without_rendering()
    assert figure.get_suptitle() == "T"
    return figure


@pytest.mark.parametrize(
    ("draw", "treatment"),
    [
        (figures.figure_1_work, "described"),
        (figures.figure_1_work_deeper, "described-deeper"),
        (figures.figure_1_work_always_four, "always-four"),
    ],
)
def test_work_is_of_the_treatment(evidence, draw, treatment):
    table = evidence.tables["work_by_move"]
    looked, _ = drawn(draw(evidence, "T")).axes
    assert (
        looked.lines[[*SEARCHES].index("nodes")].get_ydata().tolist()
        == table.loc[table["treatment"] == treatment, "nodes"].tolist()
    )


def test_outcomes_are_of_the_treatment(evidence):
    for axes, (treatment, name) in zip(
        drawn(figures.openings(evidence, "T")).axes, figures.OPENINGS.items(), strict=False
    ):
        assert axes.get_title().startswith(name)
        assert f"of {GAMES[treatment]}\n" in axes.get_title()


def test_heuristics_meet_directly_and_at_each_depth():
    players = {f"h{one} d{depth}": {"heuristic": one, "depth": depth} for one in (0, 1, 2) for depth in (2, 1)}
    names = [*players]
    games = pd.DataFrame([(a, b, 1 + (i + j) % 2) for i, a in enumerate(names) for j, b in enumerate(names) if a != b],
                         columns=["first", "second", "winner"])  # fmt: skip
    pairs = rating_differences(games, players)
    direct = pairs.iloc[[0, 1]].assign(difference=[7.0, -7.0])
    tables = {
        "ratings": ratings(games, players),
        "rating_differences": pairs,
        "heuristics": heuristic_differences(games, players),
        "controlled_or_ways": direct,
    }
    (axes,) = drawn(figures.head_to_head(Stored(NO_FILES, STORED, {}, {}, {}, tables=tables), "T")).axes
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["document's player", "mean of depths 1 to 2", "depth 2", "depth 1"]
    wanted = [
        7.0,
        *tables["heuristics"].query("a == 1 and b == 2")["difference"],
        *(pairs.query(f"a == 'h1 d{depth}' and b == 'h2 d{depth}'")["difference"].item() for depth in (2, 1)),
    ]
    assert axes.lines[1].get_xdata() == pytest.approx([1 / (1 + 10 ** (-each / 400)) for each in wanted])


def test_players(evidence):
    (axes,) = drawn(figures.ratings(evidence, "T")).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["depth 4", "depth 1", "random"]


def test_the_crosstable_has_some_depths_and_all_others(evidence):
    names = [label.get_text() for label in drawn(figures.crosstable(evidence, "T")).axes[0].get_xticklabels()]
    assert sorted(names) == ["h1 d4", "random"]


def test_lengths_have_the_labels(evidence):
    (legend,) = drawn(figures.game_lengths(evidence, "T")).legends
    expected = [f"{HEURISTICS[number]} (n = {GAMES[name]})" for number, name in figures.LENGTHS.items()]
    assert [text.get_text() for text in legend.get_texts()] == [*expected, "mentioned in the document"]


def test_a_treatment_without_games_is_told(evidence):
    few = Stored(NO_FILES, STORED, {}, {}, {}, runs=evidence.runs[evidence.runs["treatment"] != "heuristic-2"])
    with pytest.raises(ConfigError, match=r"^treatments: 'heuristic-2' has no such data; those that have: heuristic-0"):
        figures.game_lengths(few, "T")
