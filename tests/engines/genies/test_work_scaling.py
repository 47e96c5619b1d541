"""Work counted by the slow twin, laws of growth on exact curves, times by a fake clock."""

import math
from functools import partial
from itertools import count

import numpy as np
import oracles_lattice as twin
import pandas as pd
import pytest
import statsmodels.api as sm

from tttcore.engines.genies.engine import Timing
from tttcore.engines.genies.players import linear, naive_evaluator
from tttcore.engines.genies.players.linear import random_players
from tttcore.engines.genies.players.workspace import empty_workspace
from tttcore.engines.genies.stats import scaling
from tttcore.engines.genies.stats.growth_laws import growth_laws, laws, resampled_fits
from tttcore.engines.genies.stats.scaling import game_times, work
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream

STREAMS = partial(stream, 0, "tests", "scaling")
SIZES = [(4, 2), (3, 3), (4, 3)]


def pair(edge, dimensions):
    return random_players(Hypercube(edge, dimensions), STREAMS(edge, dimensions))


def counted(edge, dimensions, rng):
    """Moves, winner, lines touched and looked at of a game that the twin plays."""
    genes = rng.integers(0, 10, (2, 2 * edge)).tolist()
    through = twin.lines_through(edge, dimensions)
    winner, moves = twin.play(edge, dimensions, *((twin.EVALUATE, own) for own in genes))
    hopeless = twin.hopeless_after(edge, dimensions, moves)
    moves = moves[:hopeless]
    looked = [len(through[cell]) for turn in range(len(moves)) for cell in set(range(len(through))) - set(moves[:turn])]
    return len(moves), winner, sum(len(through[cell]) for cell in moves), sum(looked)


def test_work_is_the_twins():
    table = work(STREAMS, boards={"edge": SIZES[:1], "dimensions": SIZES[1:]}, games=4)
    expected = []
    for size, series in zip(SIZES, ("edge", "dimensions", "dimensions"), strict=True):
        rng, x = STREAMS("work", *map(str, size)), size[0 if series == "edge" else 1]
        cells, lines = len(twin.cells(*size)), len(twin.lines(*size))
        expected += [(*size, cells, lines, game, *counted(*size, rng), series, x) for game in range(4)]
    assert list(table.itertuples(index=False, name=None)) == expected
    columns = ["edge", "dimensions", "cells", "lines", "game", "moves", "winner", "touched", "looked", "series", "x"]
    assert table.columns.tolist() == columns


def test_a_size_does_not_depend_on_others():
    table = work(STREAMS, boards={"edge": SIZES}, games=4)
    fewer = work(STREAMS, boards={"edge": [(4, 3)]}, games=2)
    pd.testing.assert_frame_equal(
        fewer, table[(table["edge"] == 4) & (table["dimensions"] == 3)][:2].reset_index(drop=True)
    )


def drawn(series, x, y):
    return pd.DataFrame({"series": series, "x": x, "y": y})


def law_of(table, law):
    found = growth_laws(table, "y").set_index("law")
    return found.loc[law]


def test_exact_laws():
    x = np.array([2.0, 3, 5, 9])
    grown = law_of(drawn("a", x, 3 * np.exp(0.7 * x)), "exponential")
    assert [grown["intercept"], grown["slope"], grown["r2"]] == pytest.approx([math.log(3), 0.7, 1])
    assert [grown["slope_low"], grown["slope_high"]] == pytest.approx([0.7, 0.7])
    risen = law_of(drawn("a", x, 5 * x**6), "power")
    assert [risen["intercept"], risen["slope"], risen["r2"]] == pytest.approx([math.log(5), 6, 1])
    assert law_of(drawn("a", x, 5 * x**6), "exponential")["r2"] < 0.97


def test_laws_agree_with_statsmodels():
    rng = np.random.default_rng(1)
    x = np.repeat([4.0, 5, 6, 8, 15, 40], 5)
    tables = [drawn(name, x, x**power * rng.lognormal(0, 0.4, x.size)) for name, power in (("z", 2), ("a", 5))]
    found = growth_laws(pd.concat(tables), "y")
    assert found[["series", "law"]].to_numpy().tolist() == [
        [series, law] for series in "za" for law in ("exponential", "power")
    ]
    for row, (table, scale) in zip(
        found.itertuples(), [(table, scale) for table in tables for scale in (np.array, np.log)], strict=True
    ):
        model = sm.OLS(np.log(table["y"]), sm.add_constant(scale(table["x"]))).fit()
        low, high = model.conf_int().to_numpy()[1]
        assert row.n == x.size
        assert [row.intercept, row.slope] == pytest.approx(model.params.tolist())
        assert [row.slope_low, row.slope_high, row.r2] == pytest.approx([low, high, model.rsquared])


def test_intervals_of_fits_against_games_redrawn_one_by_one():
    rng = np.random.default_rng(2)
    x = np.repeat([4.0, 5, 6, 8, 15], 6)
    table = drawn("a", x, x**3 * rng.lognormal(0, 0.3, x.size)).sample(frac=1, random_state=1)
    found = resampled_fits(table, "y", rng)
    redrawn = pd.concat(
        growth_laws(table.groupby("x").sample(6, replace=True, random_state=seed), "y") for seed in range(400)
    )
    assert found[["series", "law"]].to_numpy().tolist() == [["a", "exponential"], ["a", "power"]]
    for row in found.itertuples():
        own = redrawn[redrawn["law"] == row.law]
        width = row.r2_high - row.r2_low
        assert [row.r2_low, row.r2_high] == pytest.approx(own["r2"].quantile([0.025, 0.975]).tolist(), abs=width / 5)
        spreads = (own["spread"] * math.sqrt(6 / 5)).quantile([0.025, 0.975]).tolist()
        assert [row.spread_low, row.spread_high] == pytest.approx(spreads, rel=0.06)
        assert row.spread_low < growth_laws(table, "y")["spread"][0] < row.spread_high


def test_spread_is_that_within_sizes():
    """Twice e times e^-1, e^0, e^1: standard deviation 1, however the sizes differ."""
    x = np.repeat([1.0, 2, 4], 3)
    y = np.repeat([5.0, 900, 3], 3) * np.tile(np.exp([-1, 0, 1]), 3)
    assert law_of(drawn("a", x, y), "power")["spread"] == pytest.approx(1)
    uneven = drawn("a", x, y).drop([1, 3, 5])  # -1 and 1; 0 alone; all three
    assert law_of(uneven, "exponential")["spread"] == pytest.approx(math.sqrt((2 + 0 + 2) / (1 + 0 + 2)))
    assert math.isnan(law_of(drawn("a", x, y)[::3], "power")["spread"])


def test_too_few_sizes():
    with pytest.raises(ValueError, match=r"^series b: x has fewer than 3 different values, too few to fit$"):
        growth_laws(pd.concat([drawn("a", [1, 2, 3], 1), drawn("b", [1, 2, 2], 1)]), "y")


@pytest.fixture
def _clock(monkeypatch):
    """A clock on which everything takes a second, so that nothing is repeated."""
    ticks = count()
    monkeypatch.setattr(scaling, "perf_counter", lambda: float(next(ticks)))


def counts_of(size, moves=None):
    board = Hypercube(*size)
    return naive_evaluator.count_work(board, linear.play(board, *pair(*size)).moves[:moves])


@pytest.mark.usefixtures("_clock")
def test_what_fits_is_measured():
    table = game_times(SIZES, STREAMS, limit=math.inf)
    assert table.columns.tolist() == ["edge", "dimensions", "player", "seconds", "extrapolated", "looks"]
    assert table[["edge", "dimensions"]].to_numpy().tolist() == [list(size) for size in SIZES for _ in "ab"]
    assert table["player"].tolist() == ["incremental", "recount"] * 3
    assert table["seconds"].tolist() == pytest.approx([1] * 6)
    assert not table["extrapolated"].any()
    counts = [counts_of(size) for size in SIZES]
    assert table["looks"].tolist() == [looks for own in counts for looks in (own.touched, own.looked)]


@pytest.mark.usefixtures("_clock")
def test_what_does_not_fit_is_extrapolated_by_its_count():
    """The first board takes a second, and so do as many moves on the next as the limit has room for at that pace."""
    first, second, _ = map(counts_of, SIZES)
    all_cells = counts_of(SIZES[1], 1).looked
    table = game_times(SIZES[:2], STREAMS, limit=3.5 * all_cells / first.looked)
    naive = table[table["player"] == "recount"]
    expected = [1, second.looked / counts_of(SIZES[1], 3).looked]
    assert naive["seconds"].tolist() == pytest.approx(expected)
    assert naive["extrapolated"].tolist() == [False, True]


@pytest.mark.usefixtures("_clock")
def test_where_no_move_fits_the_pace_is_that_before():
    table = game_times(SIZES, STREAMS, limit=1e-9)
    naive = table[table["player"] == "recount"]
    looked = [counts_of(size).looked for size in SIZES]
    assert naive["seconds"].tolist() == pytest.approx([own / looked[0] for own in looked])
    assert naive["extrapolated"].tolist() == [False, True, True]
    assert not table[table["player"] == "incremental"]["extrapolated"].any()


@pytest.mark.parametrize("size", [(4, 3), (17, 3)], ids=["small board", "large board"])
def test_repeated_games_are_the_same_game(size):
    """Each starts from an empty board."""
    board, players = Hypercube(*size), pair(*size)
    expected, weights = linear.play(board, *players), np.stack([player.weights(board) for player in players])
    once, often = (empty_workspace(board, 9) for _ in "ab")
    scaling._replay(weights, once, 1)
    scaling._replay(weights, often, 3)
    made = len(expected.moves)
    assert often.moves[:made].tolist() == once.moves[:made].tolist() == expected.moves.tolist()
    assert (often.lines == once.lines).all()


def test_repeated_naive_games_are_the_same_game():
    board, players = Hypercube(4, 3), pair(4, 3)
    expected, workspace = linear.play(board, *players).moves, naive_evaluator.empty_workspace(board)
    scaling._replay_naive(naive_evaluator.line_values(board, *players), board.cells, workspace, 3)
    assert workspace.moves[: len(expected)].tolist() == expected.tolist()
    assert np.flatnonzero(workspace.taken).tolist() == sorted(expected.tolist())


@pytest.mark.needs_jit
def test_real_times():
    table = game_times([(4, 2), (4, 4), (17, 3)], STREAMS).set_index(["edge", "dimensions", "player"])["seconds"]
    assert (table > 0).all()
    assert table[4, 4, "recount"] > 10 * table[4, 4, "incremental"]
    assert table[17, 3, "recount"] > 100 * table[17, 3, "incremental"]


def test_laws_of_both_players_with_their_intervals():
    played = work(STREAMS, boards={"dimensions": [(3, 1), (3, 2), (3, 3)]}, games=5)
    table = laws(played, STREAMS)
    for player, column in (("incremental", "touched"), ("recount", "looked")):
        own = table[table["counted"] == player].drop(columns="counted").reset_index(drop=True)
        fits, ends = growth_laws(played, column), resampled_fits(played, column, STREAMS("laws", player))
        pd.testing.assert_frame_equal(own, pd.concat([fits, ends.drop(columns=["series", "law"])], axis=1))


def test_no_game_is_timed_on_a_board_beyond_memory():
    with pytest.raises(
        ValueError, match=r"^edge, dimensions: 100 and 5 make too many cells for memory; allowed: up to "
    ):
        Timing(what="one game", seconds=1, machine="any", edge=100, dimensions=5)
