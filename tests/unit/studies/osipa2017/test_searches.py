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


def made(games=12, steps=40, treatment="plain", turn=30):
    """Games of a treatment whose searches go deeper after a step."""
    rng = stream(0, "tests", "searches", treatment)
    rows = []
    for replicate in range(games):
        for step in range(steps + replicate % 5):
            nodes = int(rng.integers(5, 100))
            cut = int(rng.integers(0, 3)) * int(rng.integers(1, 200))
            rows.append(
                {
                    "treatment": treatment,
                    "replicate": replicate,
                    "step": step,
                    "depth": 1 if step == 0 else 3 if step <= turn else 4,
                    "nodes": nodes,
                    "cut": cut,
                    "leaves": nodes - nodes // 3,
                    "ends": int(rng.integers(0, 4)),
                    "unpruned": nodes + cut,
                    "in_order": max(1, nodes + int(rng.integers(-4, 7))),
                    "ordered": nodes // 2 + 1,
                }
            )
    return pd.DataFrame(rows)


@pytest.fixture(scope="module")
def traces():
    return pd.concat([made(), made(games=7, treatment="other", turn=10)], ignore_index=True)


def rows_of(traces, treatment, depth):
    """Moves that a row of the tables is about, as dictionaries."""
    return [
        row
        for row in traces.to_dict("records")
        if treatment in (ALL, row["treatment"]) and depth in (ALL, str(row["depth"]))
    ]


ROWS = [(treatment, depth) for treatment in ("plain", "other") for depth in ("1", "3", "4", ALL)] + [(ALL, ALL)]


def test_rows_are_treatments_by_depth(traces):
    for table in (pruning(traces, streams, resamples=100), shuffling(traces, streams, resamples=100)):
        assert [*zip(table["treatment"], table["depth"], strict=True)] == ROWS
        for row in table.itertuples():
            own = rows_of(traces, row.treatment, row.depth)
            assert row.moves == len(own)
            assert row.games == len({(each["treatment"], each["replicate"]) for each in own})


def test_what_pruning_saves_is_counted(traces):
    table = pruning(traces, streams, resamples=100)
    for row in table.itertuples():
        own = rows_of(traces, row.treatment, row.depth)
        assert (row.fewer, row.equal, row.larger) == (
            sum(each["nodes"] < each["unpruned"] for each in own),
            sum(each["nodes"] == each["unpruned"] for each in own),
            0,
        )
        sums = {name: sum(each[name] for each in own) for name in ("nodes", "unpruned", "cut", "leaves", "ends")}
        for name in ("nodes", "unpruned", "cut"):
            assert getattr(row, name) == pytest.approx(sums[name] / len(own))
        assert row.saved == pytest.approx(row.unpruned - row.nodes)
        assert row.ratio == sums["unpruned"] / sums["nodes"]
        assert row.ends == sums["ends"] / sums["leaves"]
        assert row.ratio_low < row.ratio < row.ratio_high
        assert row.ends_low < row.ends < row.ends_high


def test_moves_that_pruning_makes_larger_are_told(traces):
    worse = traces.assign(unpruned=traces["nodes"] - (traces["step"] == 5))
    table = pruning(worse, streams, resamples=100).set_index(["treatment", "depth"])
    assert table.loc[("plain", ALL), ["fewer", "equal", "larger"]].tolist() == [0, len(made()) - 12, 12]


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
        own = [each for each in rows_of(traces, treatment, ALL) if each["step"] == step]
        assert row["n"] == len(own)
        assert row["depth"] == own[0]["depth"]
        for name in COUNTS:
            values = [each["unpruned"] - each["nodes"] if name == "saved" else each[name] for each in own]
            assert row[name] == pytest.approx(np.mean(values))
            if len(own) > 1:
                bounds = DescrStatsW(values).tconfint_mean()
                assert [row[f"{name}_low"], row[f"{name}_high"]] == pytest.approx(bounds)


def test_gains_of_shuffling(traces):
    table = shuffling(traces, streams, resamples=100)
    for row in table.itertuples():
        own = rows_of(traces, row.treatment, row.depth)
        assert (row.better, row.equal, row.worse) == (
            sum(each["nodes"] < each["in_order"] for each in own),
            sum(each["nodes"] == each["in_order"] for each in own),
            sum(each["nodes"] > each["in_order"] for each in own),
        )
        assert row.total == sum(each["in_order"] for each in own) / sum(each["nodes"] for each in own)
        assert row.total_low < row.total < row.total_high
        games = {}
        for each in own:
            games.setdefault((each["treatment"], each["replicate"]), []).append(each["in_order"] / each["nodes"])
        means = [math.log(stats.gmean(ratios)) for ratios in games.values()]
        interval = DescrStatsW(means).tconfint_mean()
        expected = np.exp([np.mean(means), *interval])
        assert [row.gain, row.gain_low, row.gain_high] == pytest.approx(expected)
        assert row.p == pytest.approx(pg.wilcoxon(means, np.zeros(len(means))).iloc[0]["p_val"])
    assert table["p_holm"].tolist() == pytest.approx(multipletests(table["p"], method="holm")[1].tolist())


def test_shuffling_that_halves_the_work_gains_two():
    table = shuffling(made().assign(in_order=lambda own: 2 * own["nodes"]), streams, resamples=100)
    names = ["gain", "gain_low", "gain_high", "total", "total_low", "total_high"]
    assert table[names].to_numpy() == pytest.approx(2)
    assert (table["worse"] + table["equal"]).tolist() == [0] * 5
    assert (table["p"] < 0.001).all()


def test_shuffling_that_changes_nothing_is_no_test():
    table = shuffling(made().assign(in_order=lambda own: own["nodes"]), streams, resamples=100)
    assert table["gain"].tolist() == table["total"].tolist() == [1] * 5
    assert table["p"].isna().all() or (table["p"] == 1).all()
    assert table["equal"].tolist() == table["moves"].tolist()


def test_ties_of_games_do_not_depend_on_the_last_digit():
    logs = pd.Series([0.1, -0.1, 0.3, -0.3, 0.3, 0.2, 0.0, 0.7])
    p = _wilcoxon_p(logs)
    for last_digits in stream(0, "tests", "last digits").uniform(-1e-15, 1e-15, (20, len(logs))):
        assert _wilcoxon_p(logs + last_digits) == p
