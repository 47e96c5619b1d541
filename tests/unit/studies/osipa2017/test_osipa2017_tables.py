"""Outcomes of games and what pruning saves, on made-up games against loops, formulas and second packages."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from helpers.rows import agrees, keyed, mean, share, told
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tttcore.pipeline.rng import stream
from tttcore.stats.intervals import noncentrality_interval
from tttcore.studies.osipa2017 import outcomes
from tttcore.studies.osipa2017.outcomes import ALL, GREATEST, opening_classes, openings
from tttcore.studies.osipa2017.searches import COUNTS, _wilcoxon_p, pruning, shuffling, work_by_move


def played(games=400, treatment="plain"):
    rng = stream(0, "tests", "outcomes", treatment)
    moves = rng.integers(30, 54, games)
    columns = {
        "treatment": treatment, "replicate": np.arange(games), "moves": moves.astype("int32"),
        "winner": rng.choice([1, 2, 0], games, p=[0.55, 0.4, 0.05]).astype("int8"),
        "opening": rng.integers(0, 81, games).astype("int8"),
        "missed": (rng.integers(0, 4, games) // 3).astype("int16"),
    }  # fmt: skip
    return pd.DataFrame(columns)


@pytest.fixture(scope="module")
def games():
    return pd.concat([played(), played(300, "other")], ignore_index=True)


def test_lengths_and_ends(games):
    kinds = {"over 40": ("moves", range(41, 60)), "over 48": ("moves", range(49, 60)), "won by X": ("winner", [1])}
    kinds |= {"won by O": ("winner", [2]), "drawn": ("winner", [0]), "a win missed": ("missed", [1])}
    table = outcomes.game_lengths(games, beyond=[40, 48])
    for (treatment, quantity), row in keyed(table, treatment=["plain", "other"], quantity=["moves", *kinds]):
        own = games[games["treatment"] == treatment]
        if quantity == "moves":
            moves = sorted(own["moves"].tolist())
            agrees(row, mean=mean(moves), sd=np.std(moves, ddof=1), median=moves[(len(moves) - 1) // 2])
            agrees(row, n=len(own), minimum=min(moves), maximum=max(moves))
        else:
            column, values = kinds[quantity]
            agrees(row, n=len(own), mean=share(own[column].isin(values)), median=math.nan)


def test_openings_fall_into_fifteen_classes():
    """Turned and mirrored in coordinates, boards and cells at once."""
    groups = {opening: {opening} for opening in range(81)}
    for opening, turn in product(range(81), [lambda r, c: (c, 2 - r), lambda r, c: (r, 2 - c)]):
        board, cell = (turn(*divmod(place, 3)) for place in divmod(opening, 9))
        joined = groups[opening] | groups[(3 * board[0] + board[1]) * 9 + 3 * cell[0] + cell[1]]
        groups |= dict.fromkeys(joined, joined)
    firsts = opening_classes()
    assert len({*firsts.tolist()}) == 15
    assert firsts.tolist() == [min(groups[opening]) for opening in range(81)]


def test_openings_are_counted(games):
    """What the row of all tests is held to another package in `tests/unit/stats/test_recomputed.py`."""
    table, classes = openings(games), opening_classes()
    assert len(table) == 2 * (82 + 16)
    for row in table.to_dict("records"):
        own = games[games["treatment"] == row["treatment"]]
        kinds = own["opening"].to_numpy() if row["by"] == "opening" else classes[own["opening"]]
        if row["opening"] == ALL:
            won, df = own["winner"] == 1, len({*kinds}) - 1
            agrees(row, n=len(own), openings=81, df=df, won=won.mean())
            more = [max(row["statistic"] - df, 0), *noncentrality_interval(row["statistic"], df)]
            agrees(row, spread=[math.sqrt(each / len(own)) * won.std(ddof=0) for each in more])
            continue
        opening = (row["board"] - 1) * 9 + row["cell"] - 1
        winners = own["winner"][kinds == opening]
        agrees(row, opening=f"{row['board']:.0f}-{row['cell']:.0f}", n=len(winners), p=math.nan)
        agrees(row, openings=1 if row["by"] == "opening" else (classes == opening).sum())
        agrees(row, won=share(winners == 1) if len(winners) else math.nan)
        agrees(row, drawn=share(winners == 0) if len(winners) else math.nan)


def test_games_that_all_end_alike_are_no_test():
    table = openings(played().assign(winner=1))
    assert table[["p", "spread", "spread_high", *GREATEST]].isna().all(axis=None)
    assert openings(played().assign(opening=40))["p"].isna().all()


def test_the_greatest_distance_of_a_class(games):
    """Simultaneous intervals of all distances, one by one."""
    own = games[games["treatment"] == "plain"]
    won, classes = own["winner"] == 1, opening_classes()[own["opening"]]
    names, ends = np.unique(classes), []
    for inside in (won[classes == name] for name in names):
        error = math.sqrt(won.var(ddof=0) * (1 / len(inside) - 1 / len(own)))
        reach = stats.norm.ppf(1 - 0.05 / 2 / len(names)) * error
        distance = abs(inside.mean() - won.mean())
        ends.append((distance, max(distance - reach, 0), distance + reach))
    row = openings(games).set_index(["treatment", "by", "opening"]).loc[("plain", "class", ALL)]
    assert row[[*GREATEST]].tolist() == pytest.approx(np.max(ends, axis=0).tolist())


def streams(_, treatment, depth):
    return stream(3, "tests", "searches", treatment, depth)


def made(games=8, steps=40, treatment="plain", turn=30):
    """Games of a treatment whose searches go deeper after a step."""
    rng = stream(0, "tests", "searches", treatment)
    step = np.concatenate([np.arange(steps + game % 5) for game in range(games)])
    nodes, cut = (rng.integers(low, 100, len(step)) for low in (5, 1))
    cut *= rng.integers(0, 3, len(step))
    columns = {
        "treatment": treatment, "replicate": np.cumsum(step == 0) - 1, "step": step, "nodes": nodes, "cut": cut,
        "depth": np.select([step == 0, step <= turn], [1, 3], 4), "leaves": nodes - nodes // 3,
        "ends": rng.integers(0, 4, len(step)), "unpruned": nodes + cut, "ordered": nodes // 2 + 1,
        "in_order": np.maximum(1, nodes + rng.integers(-4, 7, len(step))),
    }  # fmt: skip
    return pd.DataFrame(columns)


@pytest.fixture(scope="module")
def traces():
    return pd.concat([made(), made(games=7, treatment="other", turn=10)], ignore_index=True)


ROWS = [(treatment, depth) for treatment in ("plain", "other") for depth in ("1", "3", "4", ALL)] + [(ALL, ALL)]


def checked_rows(table, traces):
    """Each row of a table with the moves that it is about."""
    for row, (treatment, depth) in zip(table.to_dict("records"), ROWS, strict=True):
        own = traces if treatment == ALL else traces[traces["treatment"] == treatment]
        own = own if depth == ALL else own[own["depth"].astype(str) == depth]
        games = len(own.groupby(["treatment", "replicate"]))
        agrees(row, treatment=treatment, depth=depth, moves=len(own), games=games)
        yield row, own


def test_what_pruning_saves_is_counted(traces):
    for row, own in checked_rows(pruning(traces, streams, resamples=100), traces):
        sums = own[["nodes", "unpruned", "cut", "leaves", "ends"]].sum()
        agrees(row, fewer=(own["nodes"] < own["unpruned"]).sum(), equal=(own["nodes"] == own["unpruned"]).sum())
        agrees(row, **{name: sums[name] / len(own) for name in ("nodes", "unpruned", "cut")}, larger=0)
        agrees(row, saved=row["unpruned"] - row["nodes"], ratio=sums["unpruned"] / sums["nodes"])
        agrees(row, ends=sums["ends"] / sums["leaves"])
        assert row["ratio_low"] < row["ratio"] < row["ratio_high"]
        assert row["ends_low"] < row["ends"] < row["ends_high"]


def test_moves_that_pruning_makes_larger_are_told(traces):
    worse = traces.assign(unpruned=traces["nodes"] - (traces["step"] == 5))
    table = pruning(worse, streams, resamples=100).set_index(["treatment", "depth"])
    assert table.loc[("plain", ALL), ["fewer", "equal", "larger"]].tolist() == [0, len(made()) - 8, 8]


def test_the_interval_is_a_bootstrap_over_games(traces):
    """Another way to redraw games, by how often each comes, agrees up to the chance of resampling."""
    table = pruning(traces, streams, resamples=4000).set_index(["treatment", "depth"])
    own = traces[(traces["treatment"] == "plain") & (traces["depth"] == 3)]
    games = own.groupby("replicate")[["unpruned", "nodes"]].sum().to_numpy()
    rng = np.random.default_rng(5)
    drawn = rng.multinomial(len(games), np.full(len(games), 1 / len(games)), size=4000) @ games
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], [0.025, 0.975])
    found = table.loc[("plain", "3"), ["ratio_low", "ratio_high"]].tolist()
    assert found == pytest.approx([low, high], abs=0.05 * (high - low))


def test_no_row_depends_on_another(traces):
    whole = pruning(traces, streams, resamples=100)
    alone = pruning(traces[traces["treatment"] == "other"], streams, resamples=100)
    pd.testing.assert_frame_equal(whole[4:8].reset_index(drop=True), alone[:4])


def test_a_single_game_has_no_interval(snapshot):
    one = made(games=1, steps=3, turn=1)
    tables = pruning(one, streams, resamples=100), shuffling(one, streams, resamples=100), work_by_move(one)
    assert "\n\n".join(map(told, tables)) == snapshot


def test_work_of_each_move(traces):
    table = work_by_move(traces)
    for (treatment, step), row in keyed(table, treatment=["plain", "other"], step=range(44)):
        own = traces[(traces["treatment"] == treatment) & (traces["step"] == step)]
        own = own.assign(saved=own["unpruned"] - own["nodes"])
        ends = {name: mean(own[name]) if len(own) > 1 else own[name].item() for name in COUNTS}
        agrees(row, n=len(own), depth=own["depth"].iloc[0], **ends)


def test_gains_of_shuffling(traces):
    table = shuffling(traces, streams, resamples=100)
    for row, own in checked_rows(table, traces):
        signs = np.sign(own["in_order"] - own["nodes"]).tolist()
        agrees(row, better=signs.count(1), equal=signs.count(0), worse=signs.count(-1))
        agrees(row, total=sum(own["in_order"]) / sum(own["nodes"]))
        assert row["total_low"] < row["total"] < row["total_high"]
        ratios = (own["in_order"] / own["nodes"]).groupby([own["treatment"], own["replicate"]])
        means = [math.log(stats.gmean(game)) for _, game in ratios]
        p = pg.wilcoxon(means, np.zeros(len(means))).iloc[0]["p_val"]
        agrees(row, gain=np.exp(mean(means)).tolist(), p=p)
    assert table["p_holm"].tolist() == pytest.approx(multipletests(table["p"], method="holm")[1].tolist())


def test_shuffling_that_halves_the_work_gains_two_and_without_a_change_there_is_no_test():
    for factor in (2, 1):
        table = shuffling(made().assign(in_order=lambda own, by=factor: by * own["nodes"]), streams, resamples=100)
        names = ["gain", "gain_low", "gain_high", "total", "total_low", "total_high"]
        assert table[names].to_numpy() == pytest.approx(factor)
        assert table["equal" if factor == 1 else "better"].tolist() == table["moves"].tolist()
        assert factor == 1 or table["p"].tolist() == pytest.approx([2 / 2**8] * 5)
    assert table["p"].isna().all() or (table["p"] == 1).all()


def test_ties_of_games_do_not_depend_on_the_last_digit():
    logs = pd.Series([0.1, -0.1, 0.3, -0.3, 0.3, 0.2, 0.0, 0.7])
    p = _wilcoxon_p(logs)
    for last_digits in stream(0, "tests", "last digits").uniform(-1e-15, 1e-15, (8, len(logs))):
        assert _wilcoxon_p(logs + last_digits) == p
