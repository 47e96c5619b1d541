"""Statistics of searches, on made-up moves with known answers and against loops, formulas and second packages."""

import math

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.pipeline.rng import stream
from tttcore.studies.osipa2017.searches import ALL, COUNTS, _wilcoxon_p, pruning, shuffling, work_by_move


def streams(_, treatment, depth):
    return stream(3, "tests", "searches", treatment, depth)


def made(games=8, steps=40, treatment="plain", turn=30):
    """Games of a treatment whose searches go deeper after a step."""
    rng = stream(0, "tests", "searches", treatment)
    step = np.concatenate([np.arange(steps + game % 5) for game in range(games)])
    nodes, cut = (rng.integers(low, 100, len(step)) for low in (5, 1))
    cut *= rng.integers(0, 3, len(step))
    columns = {
        "treatment": treatment,
        "replicate": np.cumsum(step == 0) - 1,
        "step": step,
        "depth": np.select([step == 0, step <= turn], [1, 3], 4),
        "nodes": nodes,
        "cut": cut,
        "leaves": nodes - nodes // 3,
        "ends": rng.integers(0, 4, len(step)),
        "unpruned": nodes + cut,
        "in_order": np.maximum(1, nodes + rng.integers(-4, 7, len(step))),
        "ordered": nodes // 2 + 1,
    }
    return pd.DataFrame(columns)


@pytest.fixture(scope="module")
def traces():
    return pd.concat([made(), made(games=7, treatment="other", turn=10)], ignore_index=True)


def rows_of(traces, treatment, depth):
    """Moves that a row of the tables is about."""
    own = traces if treatment == ALL else traces[traces["treatment"] == treatment]
    return own if depth == ALL else own[own["depth"].astype(str) == depth]


ROWS = [(treatment, depth) for treatment in ("plain", "other") for depth in ("1", "3", "4", ALL)] + [(ALL, ALL)]


def checked_rows(table, traces):
    """Each row of a table with its moves."""
    assert [*zip(table["treatment"], table["depth"], strict=True)] == ROWS
    for row in table.itertuples():
        own = rows_of(traces, row.treatment, row.depth)
        assert row.moves == len(own)
        assert row.games == len(own.groupby(["treatment", "replicate"]))
        yield row, own


def test_what_pruning_saves_is_counted(traces):
    for row, own in checked_rows(pruning(traces, streams, resamples=100), traces):
        signs = [(own["nodes"] < own["unpruned"]).sum(), (own["nodes"] == own["unpruned"]).sum(), 0]
        assert [row.fewer, row.equal, row.larger] == signs
        for name in ("nodes", "unpruned", "cut"):
            assert getattr(row, name) == pytest.approx(sum(own[name]) / len(own))
        assert row.saved == pytest.approx(row.unpruned - row.nodes)
        assert row.ratio == sum(own["unpruned"]) / sum(own["nodes"])
        assert row.ends == sum(own["ends"]) / sum(own["leaves"])
        assert row.ratio_low < row.ratio < row.ratio_high
        assert row.ends_low < row.ends < row.ends_high


def test_moves_that_pruning_makes_larger_are_told(traces):
    worse = traces.assign(unpruned=traces["nodes"] - (traces["step"] == 5))
    table = pruning(worse, streams, resamples=100).set_index(["treatment", "depth"])
    assert table.loc[("plain", ALL), ["fewer", "equal", "larger"]].tolist() == [0, len(made()) - 8, 8]


def test_the_interval_is_a_bootstrap_over_games(traces):
    """Another way to redraw games, by how often each comes, agrees up to the chance of resampling."""
    table = pruning(traces, streams, resamples=4000).set_index(["treatment", "depth"])
    own = traces[(traces["treatment"] == "plain") & (traces["depth"] == 3)]
    games = [game[["unpruned", "nodes"]].sum().tolist() for _, game in own.groupby("replicate")]
    rng = np.random.default_rng(5)
    drawn = rng.multinomial(len(games), np.full(len(games), 1 / len(games)), size=4000) @ games
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975])
    found = table.loc[("plain", "3")]
    assert [found["ratio_low"], found["ratio_high"]] == pytest.approx([low, high], abs=0.05 * (high - low))


def test_no_row_depends_on_another(traces):
    whole = pruning(traces, streams, resamples=100)
    alone = pruning(traces[traces["treatment"] == "other"], streams, resamples=100)
    pd.testing.assert_frame_equal(whole[4:8].reset_index(drop=True), alone[:4])


def test_a_single_game_has_no_interval():
    one = made(games=1)
    for table, name in (
        (pruning(one, streams, resamples=100), "ratio"),
        (shuffling(one, streams, resamples=100), "total"),
        (shuffling(one, streams, resamples=100), "gain"),
        (work_by_move(one), "nodes"),
    ):
        assert table[name].notna().all()
        assert table[[f"{name}_low", f"{name}_high"]].isna().all(axis=None)


def test_work_of_each_move(traces):
    table = work_by_move(traces).set_index(["treatment", "step"])
    assert len(table) == 44 + 44
    for (treatment, step), row in table.iterrows():
        own = traces[(traces["treatment"] == treatment) & (traces["step"] == step)]
        assert (row["n"], row["depth"]) == (len(own), own["depth"].iloc[0])
        for name in COUNTS:
            values = own["unpruned"] - own["nodes"] if name == "saved" else own[name]
            assert row[name] == pytest.approx(np.mean(values))
            if len(own) > 1:
                bounds = DescrStatsW(values).tconfint_mean()
                assert [row[f"{name}_low"], row[f"{name}_high"]] == pytest.approx(bounds)


def test_gains_of_shuffling(traces):
    table = shuffling(traces, streams, resamples=100)
    for row, own in checked_rows(table, traces):
        signs = np.sign(own["in_order"] - own["nodes"]).tolist()
        assert (row.better, row.equal, row.worse) == (signs.count(1), signs.count(0), signs.count(-1))
        assert row.total == sum(own["in_order"]) / sum(own["nodes"])
        assert row.total_low < row.total < row.total_high
        ratios = (own["in_order"] / own["nodes"]).groupby([own["treatment"], own["replicate"]])
        means = [math.log(stats.gmean(game)) for _, game in ratios]
        expected = np.exp([np.mean(means), *DescrStatsW(means).tconfint_mean()])
        assert [row.gain, row.gain_low, row.gain_high] == pytest.approx(expected)
        assert row.p == pytest.approx(pg.wilcoxon(means, np.zeros(len(means))).iloc[0]["p_val"])
    assert table["p_holm"].tolist() == pytest.approx(multipletests(table["p"], method="holm")[1].tolist())


def test_shuffling_that_halves_the_work_gains_two_and_without_a_change_there_is_no_test():
    table = shuffling(made().assign(in_order=lambda own: 2 * own["nodes"]), streams, resamples=100)
    names = ["gain", "gain_low", "gain_high", "total", "total_low", "total_high"]
    assert table[names].to_numpy() == pytest.approx(2)
    assert (table["worse"] + table["equal"]).tolist() == [0] * 5
    assert table["p"].tolist() == pytest.approx([2 / 2**8] * 5)
    table = shuffling(made().assign(in_order=lambda own: own["nodes"]), streams, resamples=100)
    assert table["gain"].tolist() == table["total"].tolist() == [1] * 5
    assert table["p"].isna().all() or (table["p"] == 1).all()
    assert table["equal"].tolist() == table["moves"].tolist()


def test_ties_of_games_do_not_depend_on_the_last_digit():
    logs = pd.Series([0.1, -0.1, 0.3, -0.3, 0.3, 0.2, 0.0, 0.7])
    p = _wilcoxon_p(logs)
    for last_digits in stream(0, "tests", "last digits").uniform(-1e-15, 1e-15, (8, len(logs))):
        assert _wilcoxon_p(logs + last_digits) == p
