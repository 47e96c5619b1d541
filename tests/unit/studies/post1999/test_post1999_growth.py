"""Work counted by the slow oracle, and laws of growth on exact curves."""

import math
from functools import partial

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from reference import lattice as twin

from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.engines.genies.reference import play
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999.growth import SCALES, growth_laws, laws, resampled_fits, share_predicted, work

STREAMS = partial(stream, 0, "tests", "scaling")
SIZES = [(4, 2), (3, 3), (4, 3)]


def counted(edge, dimensions, rng):
    """Moves, winner, lines touched and looked at of a game that the reference plays."""
    genes = rng.integers(0, 10, (2, 2 * edge)).tolist()
    through = twin.lines_through(edge, dimensions)
    winner, moves = play(Hypercube(edge, dimensions), *(Player(EVALUATE, own) for own in genes))
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
        spreads = (own["spread"] * math.sqrt(6 / 5)).quantile([0.025, 0.975]).tolist()
        assert [row.spread_low, row.spread_high] == pytest.approx(spreads, rel=0.06)
        assert row.spread_low < growth_laws(table, "y")["spread"][0] < row.spread_high


def left_out(x, logs, scale):
    """Share of the variance of (sizes, games) logarithms' means that fits without each size predict, one by one."""
    missed = []
    for place, size in enumerate(x):
        others = np.delete(np.arange(len(x)), place)
        games = np.repeat(scale(x[others]), logs.shape[1])
        fit = sm.OLS(logs[others].ravel(), sm.add_constant(games)).fit()
        missed.append(logs[place].mean() - fit.params @ [1, scale(np.array([size]))[0]])
    return 1 - np.mean(np.square(missed)) / logs.mean(axis=1).var()


def test_sizes_that_are_left_out_against_statsmodels():
    rng = np.random.default_rng(4)
    x = np.array([4.0, 5, 6, 8, 15])
    logs = np.log(x[:, None] ** 3 * rng.lognormal(0, 0.3, (5, 6)))
    table = drawn("a", np.repeat(x, 6), np.exp(logs).ravel())
    found = resampled_fits(table.sample(frac=1, random_state=1), "y", np.random.default_rng(5)).set_index("law")
    second = {law: left_out(x, logs, scale) for law, scale in SCALES.items()}
    assert found["predicted"].to_dict() == pytest.approx(second)
    assert found["more"].to_dict() == pytest.approx(
        {"exponential": second["exponential"] - second["power"], "power": second["power"] - second["exponential"]}
    )
    redrawn = [rng.choice(own, (400, 6)) for own in logs]  # the same games for both laws
    both = {
        law: np.array([left_out(x, np.array([own[each] for own in redrawn]), scale) for each in range(400)])
        for law, scale in SCALES.items()
    }
    for name, values in (("predicted", both["power"]), ("more", both["power"] - both["exponential"])):
        low, high = found.loc["power", [f"{name}_low", f"{name}_high"]]
        assert [low, high] == pytest.approx(np.quantile(values, [0.025, 0.975]).tolist(), abs=(high - low) / 5)


def test_predictions_of_exact_curves():
    x = np.array([2.0, 3, 4, 6])
    means = np.array([1 + 2 * x, [0.0, 0, 0, 1]])
    perfect, poor = share_predicted(x, means)
    assert perfect == pytest.approx(1)
    assert poor < 0


def test_spread_of_one_series_over_the_others():
    rng = np.random.default_rng(6)
    x = np.repeat([1.0, 2, 4], 8)
    first, second = (drawn(name, x, rng.lognormal(0, spread, x.size)) for name, spread in (("b", 0.2), ("a", 0.6)))
    found = resampled_fits(pd.concat([first, second]), "y", rng)
    spreads = growth_laws(pd.concat([first, second]), "y").groupby("series")["spread"].first()
    assert found["spread_ratio"].tolist() == pytest.approx(
        [math.nan] * 2 + [spreads["a"] / spreads["b"]] * 2, nan_ok=True
    )
    many = [
        growth_laws(pd.concat([first, second]).groupby(["series", "x"]).sample(8, replace=True, random_state=seed), "y")
        .groupby("series")["spread"]
        .first()
        for seed in range(400)
    ]
    low, high = np.quantile([own["a"] / own["b"] for own in many], [0.025, 0.975])
    assert found.iloc[2][["spread_ratio_low", "spread_ratio_high"]].tolist() == pytest.approx([low, high], rel=0.1)


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


def test_laws_of_both_players_with_their_intervals():
    played = work(STREAMS, boards={"dimensions": [(3, 1), (3, 2), (3, 3)]}, games=5)
    table = laws(played, STREAMS)
    for player, column in (("incremental", "touched"), ("recount", "looked")):
        own = table[table["counted"] == player].drop(columns="counted").reset_index(drop=True)
        fits, ends = growth_laws(played, column), resampled_fits(played, column, STREAMS("laws", player))
        pd.testing.assert_frame_equal(own, pd.concat([fits, ends.drop(columns=["series", "law"])], axis=1))
