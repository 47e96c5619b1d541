"""Drawings are those of stored pictures; figures and ratings are of their treatments; moves are timed and drawn."""

import runpy
from functools import partial
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.project import ROOT
from helpers.texts import message, picture
from matplotlib.figure import Figure

from tttcore.pipeline.rng import stream
from tttcore.pipeline.table_files import read_texts, write_csv
from tttcore.plots.names import Names
from tttcore.plots.numbers import p_equals
from tttcore.stats.ratings import crosstable, heuristic_differences, rating_differences, ratings
from tttcore.studies.osipa2017 import benchmarks, draw_outcomes, draw_searches, figures, outcomes, tables
from tttcore.studies.osipa2017.benchmarks import ByMove, ByPlayer
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
    kinds = table[table["by"] == "class"].groupby(["treatment", "opening"])
    own, firsts = kinds["won"].first(), outcomes.opening_classes().tolist()
    board, cell = np.divmod(np.arange(81), 9)
    places = 9 * (3 * (board // 3) + cell // 3) + 3 * (board % 3) + cell % 3
    for axes, (treatment, name) in zip(figure.axes, {"t": "one", "u": "other"}.items(), strict=False):
        shares = [own[treatment, f"{first // 9 + 1}-{first % 9 + 1}"] for first in firsts]
        assert np.ravel(axes.collections[0].get_array())[places].tolist() == shares
        assert [axes.texts[place].get_text() for place in places] == [f"{100 * each:.0f}" for each in shares]
        of_kinds = own.drop("all", level="opening")
        assert axes.collections[0].get_clim() == (of_kinds.min(), of_kinds.max())
        assert axes.get_title().startswith(f"{name}\nX wins ")
        assert axes.get_title().endswith(p_equals(kinds["p"].first()[treatment, "all"]))


KINDS = [(heuristic, depth) for heuristic in (1, 2) for depth in (1, 4)]
PLAYERS = {f"h{own} d{depth}": {"name": "alphabeta", "heuristic": own, "depth": depth} for own, depth in KINDS}
PLAYERS |= {"random": {"name": "random"}}
TREATMENTS = (*figures.LENGTHS.values(), "described-deeper", "always-four", *figures.OPENINGS)
GAMES = {name: 20 + place for place, name in enumerate(TREATMENTS)}
"""Number of games of each treatment."""


def stored(tables, runs=None):
    return SimpleNamespace(statistics=tables.__getitem__, runs=runs, names=Names())


@pytest.fixture(scope="module")
def evidence():
    rng = stream(0, "tests", "nine board figures")
    rows = [(name, replicate) for name, count in GAMES.items() for replicate in range(count)]
    runs = pd.DataFrame(rows, columns=["treatment", "replicate"])
    players, count = np.array([*PLAYERS]), len(runs)
    runs = runs.assign(first=players[runs.index % 5], second=players[(runs.index + 1 + runs.index // 5 % 4) % 5])
    for name, ends in {"winner": (0, 3), "moves": (24, 42), "opening": (0, 81)}.items():
        runs[name] = rng.integers(*ends, count)
    traces = runs.loc[runs.index.repeat(3), ["treatment", "replicate"]].assign(step=[0, 1, 2] * count, depth=2)
    for name in ("nodes", "cut", "in_order", "ordered", "unpruned"):
        traces[name] = rng.integers(1, 99, len(traces))
    made = {"work_by_move": work_by_move(traces), "openings": outcomes.openings(runs)}
    made |= {make.__name__: make(runs, PLAYERS) for make in (ratings, crosstable, rating_differences)}
    pairs = made["rating_differences"].iloc[[0, 1]].assign(difference=[7.0, -7.0])
    return stored(made | {"heuristics": heuristic_differences(runs, PLAYERS), "controlled_or_ways": pairs}, runs)


WORK_OF = [f"figure_1_work{name}" for name in ("", "_deeper", "_always_four")]


@pytest.mark.parametrize("name", [*WORK_OF, "game_lengths", "head_to_head", "ratings", "crosstable"])
def test_figures_of_stored_results(evidence, name, snapshot):
    """The crosstable has some depths and all others; heuristics meet directly and at each depth."""
    assert picture(getattr(figures, name)(evidence, "T")) == snapshot


def test_maps_of_openings_are_of_their_treatments(evidence):
    maps = figures.openings(evidence, "T").axes
    for axes, (treatment, name) in zip(maps, figures.OPENINGS.items(), strict=False):
        assert axes.get_title().startswith(name)
        assert f"of {GAMES[treatment]}\n" in axes.get_title()


def test_a_treatment_without_games_is_told(evidence):
    said = message(figures.game_lengths, stored({}, evidence.runs.query("treatment != 'heuristic-2'")), "T")
    assert said.startswith("treatments: 'heuristic-2' has no such data; those that have: heuristic-0")


RATED = {make.__name__: ("league", make) for make in (ratings, crosstable, rating_differences)}
RATED |= {"heuristics": ("league", heuristic_differences)}
MET = {"controlled_or_ways": "winning-moves", "controlled_or_nothing": "nothing", "deeper_or_steady": "steady"}
RATED |= {name: (f"meets-{other}", rating_differences) for name, other in MET.items()}


@pytest.mark.parametrize("name", RATED)
def test_ratings_are_of_the_games_and_players_of_the_treatment(name):
    """One heuristic wins a quarter of the games of a treatment more than in the one before."""
    meeting = {f"h{heuristic} d1": {"name": "alphabeta", "heuristic": heuristic, "depth": 1} for heuristic in (1, 2)}
    players = meeting | {"random": {"name": "random"}}
    rows = [
        (treatment, *pair, 1 + (game < place))
        for place, treatment in enumerate(tables.RATED)
        for game in range(4)
        for pair in permutations(players, 2)
    ]
    runs = pd.DataFrame(rows, columns=["treatment", "first", "second", "winner"])
    recipes = {treatment: {"players": players} for treatment in tables.RATED}
    found = getattr(tables, name)(SimpleNamespace(runs=runs, recipes=recipes))
    treatment, compute = RATED[name]
    pd.testing.assert_frame_equal(found, compute(runs[runs["treatment"] == treatment], players))
    alone = SimpleNamespace(recipes={treatment: {"players": {"document": {}}}})
    assert message(tables.check, alone) == f"treatments.{treatment}.players: has a single player; needs two or more"


DOCUMENT = {"name": "scheduled", "heuristic": 1, "until": [0], "depths": [1, 2]}
MEASURED = {"rule": "free", "pairs": "self", "openings": "chosen", "measured": False}
MEASURED |= {"players": {"document": DOCUMENT, "NA": {"name": "random"}}}
BY_MOVE = ByMove(treatment="games", games=2)
BY_PLAYER = ByPlayer(treatment="games", games=1)


def measured(benchmark, seed=0):
    return benchmark.measure("study", {"games": MEASURED}, seed=seed)


@pytest.mark.parametrize("benchmark", [BY_MOVE, BY_PLAYER], ids=lambda each: type(each).__name__)
def test_a_benchmark_takes_times_and_draws_them(benchmark, tmp_path):
    times = measured(benchmark)
    assert (times.filter(["seconds", "pruned", "unpruned"]) > 0).all(axis=None)
    write_csv(tmp_path / "times.csv", times)
    kept = read_texts(tmp_path / "times.csv", benchmark.texts)
    pd.testing.assert_frame_equal(kept, times, check_dtype=False)
    assert isinstance(benchmark.draw(kept, "T"), Figure)


def test_the_figure_names_players_for_people(tmp_path, monkeypatch):
    """The workflow draws times of keys by the labels of the study's file; those without a label keep theirs."""
    times, figure = tmp_path / "osipa2017" / "times" / "times-of-players.csv", tmp_path / "osipa2017" / "figures"
    write_csv(times, pd.DataFrame({"player": ["h2 d8", "other"], "game": 0, "step": 0, "seconds": [2e-5, 1e-5]}))
    figures, drawn = {"osipa2017": {"times-of-players": {"title": "T"}}}, []
    monkeypatch.setattr(ByPlayer, "draw", lambda _, table, title: drawn.append(table["player"].tolist()) or Figure())
    params = SimpleNamespace(figures=figures, labels={"osipa2017": {"h2 d8": "winning moves, depth 8"}})
    files = {"input": [times], "output": [figure / "times-of-players.png"], "log": [tmp_path / "log"]}
    job = SimpleNamespace(**files, params=params)
    runpy.run_path(str(ROOT / "workflow" / "scripts" / "draw_benchmarks.py"), {"snakemake": job})
    assert drawn == [["winning moves, depth 8", "other"]]


def test_a_call_that_is_held_up_does_not_count(monkeypatch):
    """Every work gets the same words again; its shortest call is what it takes."""
    took, now, seen = {"one": iter([9.0, 1.0, 4.0]), "other": iter([2.0, 8.0, 3.0])}, [0.0], []
    monkeypatch.setattr(benchmarks, "perf_counter", lambda: now[0])

    def work(name, state):
        seen.append((name, int(state[0])))
        state += np.uint64(1)
        now[0] += next(took[name])

    words = np.array([7], np.uint64)
    assert benchmarks._seconds(words, partial(work, "one"), partial(work, "other")) == [1, 2]
    assert (seen, words.tolist()) == (3 * [("one", 7), ("other", 7)], [7])


@pytest.mark.parametrize("player", [{"name": "random"}, DOCUMENT | {"hurry": True}])
def test_who_does_not_search_as_the_document_is_not_measured(player):
    said = message(BY_MOVE.measure, "study", {"games": MEASURED | {"players": {"other": player}}}, seed=0)
    assert said.startswith("treatment: 'games': 'other' does not search as the document does; allowed: ")


def test_moves_are_those_of_whole_games_and_players_meet_the_same_positions():
    times = measured(BY_MOVE)
    for _, game in times.groupby("game"):
        assert game["step"].tolist() == list(range(len(game)))
    assert len(measured(BY_MOVE, seed=1)) != len(times)
    steps = {player: own["step"].tolist() for player, own in measured(BY_PLAYER).groupby("player")}
    assert set(steps) == {"document", "NA"}
    assert steps["document"] == steps["NA"] == list(range(len(steps["NA"])))
