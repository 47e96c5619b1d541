"""Drawings are those of stored pictures; figures draw the rows of their treatments, with their labels."""

from dataclasses import dataclass, field
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.tables import NO_FILES
from helpers.texts import message, picture

from tttcore.engines.nine_board.engine import STORED
from tttcore.engines.nine_board.league import HEURISTICS
from tttcore.pipeline.rng import stream
from tttcore.plots.evidence import Evidence
from tttcore.plots.numbers import p_equals
from tttcore.stats.ratings import crosstable, heuristic_differences, rating_differences, ratings
from tttcore.studies.osipa2017 import draw_outcomes, draw_searches, figures, outcomes
from tttcore.studies.osipa2017.searches import work_by_move

WORK = pd.DataFrame({"step": [2, 0, 4, 1, 3], "n": [100, 100, 4, 100, 5], "depth": [3.0, 1.0, 4.0, 3.0, 4.0]})
"""Moves in no order, the last of them rare."""


def _work(saved=1.0, **changes):
    nodes = 2000.0 - 30 * WORK["step"]
    means = {"nodes": nodes, "unpruned": 4 * nodes, "saved": 3 * nodes * saved}
    ends = {f"{name}_{end}": own + by for name, own in means.items() for end, by in (("low", -9), ("high", 9))}
    return draw_searches.work_by_move(WORK.assign(**means | ends | changes), title="T")


def _times():
    """Three games of four steps; game by game the same search takes 1, 2 and 4 times as long."""
    table = pd.DataFrame({"game": np.repeat([0, 1, 2], 4), "step": [0, 1, 2, 3] * 3})
    own = 1e-5 * 2 ** table["game"] * (table["step"] + 1)
    return table.assign(pruned=own.where(own.index != 5, 1.0), unpruned=3 * own)


def _players(slow):
    table = pd.DataFrame({"player": ["slow", "fast", "slow", "fast"], "seconds": [slow, 1e-5, 3 * slow, 1e-5]})
    return draw_searches.times_of_players(table, title="T")


def _head_to_head():
    """Differences of which points are 1/2 and 3/4; ends of 1/11, 10/11 and 100/101."""
    rows = [("direct", 0.0, -400.0, 400.0), ("depth 2", 400 * np.log10(3), 0.0, 800.0)]
    table = pd.DataFrame(rows, columns=["label", "difference", "difference_low", "difference_high"])
    return draw_outcomes.head_to_head(table, first="one", second="other", title="T")


def _lengths():
    games = pd.DataFrame({"group": [*"aaaabb"], "moves": [6, 5, 8, 5, 7, 5]})
    return draw_outcomes.game_lengths(games, published=[6, 9], title="T")


DRAWINGS = {
    "work": _work,
    "nothing saved, bands below one position": lambda: _work(0.0, nodes_low=-50.0, saved_low=-50.0),
    "times by move": lambda: draw_searches.times_by_move(_times(), title="T"),
    "times of players": lambda: _players(2e-4),
    "times of players far apart": lambda: _players(1e-2),
    "heuristics": _head_to_head,
    "lengths": _lengths,
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_pictures(draw, snapshot):
    figure = draw()
    assert picture(figure) == snapshot
    assert smallest(figure) >= LEAST


def test_the_legend_counts_searches_that_pruning_makes_faster():
    (legend,) = draw_searches.times_by_move(_times()).legends
    assert legend.get_title().get_text() == "median and 80% of 3 games; pruned faster in 11 of 12 searches"


def test_steps_that_few_games_get_to_are_left_out():
    """One game in 21 goes on for another step; of 20 games one is enough."""
    times = _times()
    games = pd.concat([times[times["game"] == 0].assign(game=game) for game in range(21)])
    longer = pd.concat([games, games[(games["game"] == 0) & (games["step"] == 3)].assign(step=4)])
    for own, last in ((longer, 3), (longer[longer["game"] != 1], 4)):
        assert {*draw_searches.times_by_move(own).axes[0].get_lines()[0].get_xdata()} == {*range(last + 1)}


def test_every_first_cell_has_the_share_of_its_kind_and_one_scale():
    rng = stream(0, "tests", "outcome figures")
    games = pd.DataFrame({"winner": rng.integers(0, 3, 900), "opening": rng.permutation(np.arange(900) % 80)})
    both = [games.assign(treatment="t"), games.assign(treatment="u", winner=np.roll(games["winner"], 1))]
    table = outcomes.openings(pd.concat(both))
    figure = draw_outcomes.openings(table, named={"t": "one", "u": "other"}, title="T")
    figure.draw_without_rendering()
    assert smallest(figure) >= LEAST
    kinds = table[(table["by"] == "class") & (table["opening"] != "all")]
    for axes, (treatment, name) in zip(figure.axes, {"t": "one", "u": "other"}.items(), strict=False):
        own = kinds[kinds["treatment"] == treatment]
        shares = dict(zip(9 * (own["board"] - 1) + own["cell"] - 1, own["won"], strict=True))
        cells = axes.collections[0].get_array().reshape(9, 9)
        for opening, first in enumerate(outcomes.opening_classes().tolist()):
            board, cell = divmod(opening, 9)
            row, column = 3 * (board // 3) + cell // 3, 3 * (board % 3) + cell % 3
            assert cells[row, column] == shares[first]
            assert axes.texts[9 * row + column].get_text() == f"{100 * shares[first]:.0f}"
        assert axes.collections[0].get_clim() == (kinds["won"].min(), kinds["won"].max())
        (whole,) = table[(table["treatment"] == treatment) & (table["by"] == "class") & (table["opening"] == "all")].p
        assert axes.get_title().startswith(f"{name}\nX wins ")
        assert axes.get_title().endswith(p_equals(whole))


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


def _stored(tables, runs=None, recipes=None):
    return Stored(NO_FILES, STORED, {}, recipes or {}, {}, tables=tables, runs=runs)


@pytest.fixture(scope="module")
def evidence():
    rng = stream(0, "tests", "nine board figures")
    rows = [(name, replicate) for name, count in GAMES.items() for replicate in range(count)]
    runs = pd.DataFrame(rows, columns=["treatment", "replicate"])
    players = np.array([*PLAYERS])
    runs = runs.assign(
        first=players[runs.index % 3],
        second=players[(runs.index + 1) % 3],
        winner=rng.integers(0, 3, len(runs)),
        moves=rng.integers(20, 50, len(runs)),
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
    return _stored(tables, runs, {name: {} for name in GAMES})


def drawn(figure):
    figure.draw_without_rendering()
    assert figure.get_suptitle() == "T"
    return figure


def test_figures_are_of_their_treatments(evidence):
    table = evidence.tables["work_by_move"]
    for draw, treatment in (
        (figures.figure_1_work, "described"),
        (figures.figure_1_work_deeper, "described-deeper"),
        (figures.figure_1_work_always_four, "always-four"),
    ):
        shown = drawn(draw(evidence, "T")).axes[0].lines[[*draw_searches.SEARCHES].index("nodes")]
        assert shown.get_ydata().tolist() == table.loc[table["treatment"] == treatment, "nodes"].tolist()
    maps = drawn(figures.openings(evidence, "T")).axes
    for axes, (treatment, name) in zip(maps, figures.OPENINGS.items(), strict=False):
        assert axes.get_title().startswith(name)
        assert f"of {GAMES[treatment]}\n" in axes.get_title()


def test_heuristics_meet_directly_and_at_each_depth():
    players = {f"h{one} d{depth}": {"heuristic": one, "depth": depth} for one in (0, 1, 2) for depth in (2, 1)}
    rows = [(*pair, 1 + place % 2) for place, pair in enumerate(permutations(players, 2))]
    games = pd.DataFrame(rows, columns=["first", "second", "winner"])
    pairs = rating_differences(games, players)
    tables = {
        "ratings": ratings(games, players),
        "rating_differences": pairs,
        "heuristics": heuristic_differences(games, players),
        "controlled_or_ways": pairs.iloc[[0, 1]].assign(difference=[7.0, -7.0]),
    }
    (axes,) = drawn(figures.head_to_head(_stored(tables), "T")).axes
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["document's player", "mean of depths 1 to 2", "depth 2", "depth 1"]
    wanted = [
        7.0,
        *tables["heuristics"].query("a == 1 and b == 2")["difference"],
        *(pairs.query(f"a == 'h1 d{depth}' and b == 'h2 d{depth}'")["difference"].item() for depth in (2, 1)),
    ]
    assert axes.lines[1].get_xdata() == pytest.approx([1 / (1 + 10 ** (-each / 400)) for each in wanted])


def test_players_and_lengths_have_their_labels(evidence):
    """The crosstable has some depths and all others."""
    (axes,) = drawn(figures.ratings(evidence, "T")).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["depth 4", "depth 1", "random"]
    names = [label.get_text() for label in drawn(figures.crosstable(evidence, "T")).axes[0].get_xticklabels()]
    assert sorted(names) == ["h1 d4", "random"]
    (legend,) = drawn(figures.game_lengths(evidence, "T")).legends
    expected = [f"{HEURISTICS[number]} (n = {GAMES[name]})" for number, name in figures.LENGTHS.items()]
    assert [text.get_text() for text in legend.get_texts()] == [*expected, "mentioned in the document"]


def test_a_treatment_without_games_is_told(evidence):
    few = _stored({}, evidence.runs[evidence.runs["treatment"] != "heuristic-2"])
    said = message(figures.game_lengths, few, "T")
    assert said.startswith("treatments: 'heuristic-2' has no such data; those that have: heuristic-0")
