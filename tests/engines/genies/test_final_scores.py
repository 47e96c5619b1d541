"""Final scores and turnover on a few runs, against another package's summaries."""

import warnings
from functools import partial

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from tttcore.engines.genies.stats.final_scores import QUANTITIES, final_scores, turnover
from tttcore.pipeline.rng import stream


@pytest.fixture(autouse=True)
def _without_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def runs(n, treatment="cube"):
    rng = stream(0, "tests", "averages", treatment)
    table = pd.DataFrame({name: rng.normal(120, 5, n) for name in QUANTITIES if name != "static_beaten"})
    return table.assign(treatment=treatment, replicate=range(n), newborn_deaths=rng.random(n))[::-1]


def test_against_another_package():
    made = pd.concat([runs(30), runs(12, "square")])
    table = final_scores(made, 5, partial(stream, 0)).set_index(["treatment", "quantity"])
    assert list(table.index) == [(name, quantity) for name in ("cube", "square") for quantity in QUANTITIES]
    for (treatment, quantity), row in table.iterrows():
        if quantity == "static_beaten":
            continue
        own = made[made["treatment"] == treatment].set_index("replicate")[quantity].sort_index().to_numpy()
        second = DescrStatsW(own)
        low, high = second.tconfint_mean()
        assert row[["mean", "mean_low", "mean_high"]].tolist() == pytest.approx([second.mean, low, high])
        assert row["sd"] == pytest.approx(second.std_mean * np.sqrt(own.size))
        assert row[["n", "minimum", "maximum"]].tolist() == [own.size, own.min(), own.max()]
        assert row["median"] == np.median(own)
        assert row["first_mean"] == pytest.approx(own[:5].mean())
        normal = 1.96 * own.std() / np.sqrt(5)
        assert row["of_few"] == pytest.approx(own.mean())
        assert row["of_few_low"] == pytest.approx(own.mean() - normal, abs=normal / 5)
        assert row["of_few_high"] == pytest.approx(own.mean() + normal, abs=normal / 5)


def test_static_families_at_the_lowest_score():
    table = final_scores(runs(4).assign(static=[1, 1, 1.5, 1]), 2, partial(stream, 0)).set_index("quantity")
    assert table.loc["static_beaten", ["mean", "minimum", "maximum"]].tolist() == [0.75, 0, 1]


def test_without_unofficial_games():
    table = final_scores(runs(4).assign(unofficial=np.nan), 5, partial(stream, 0)).set_index("quantity")
    assert table.loc["unofficial", "n"] == 0
    assert table.loc["unofficial", "mean":"first_mean"].isna().all()
    assert (table.drop("unofficial")["n"] == 4).all()
    assert table.loc["static", "first_mean"] == table.loc["static", "mean"]


def test_a_single_run_and_runs_that_do_not_vary():
    single = final_scores(runs(1), 5, partial(stream, 0))
    assert single[["mean_low", "mean_high", "sd"]].isna().all(axis=None)
    assert (single["mean"] == single["median"]).all()
    same = final_scores(runs(3).assign(static=1.0), 5, partial(stream, 0)).set_index("quantity").loc["static"]
    assert same["mean":"first_mean"].tolist() == [1, 1, 1, 0, 1, 1, 1, 1]


def test_turnover():
    made = pd.concat([runs(10), runs(1, "alone")])
    made.loc[(made["treatment"] == "cube") & (made["replicate"] == 3), "newborn_deaths"] = np.nan
    table = turnover(made, baseline="cube").set_index("treatment")
    second = DescrStatsW(made.loc[made["treatment"] == "cube", "newborn_deaths"].dropna())
    assert table.loc["cube"].tolist()[:3] == pytest.approx([second.mean, *second.tconfint_mean()])
    assert table.loc["alone", "newborn_deaths"] == made.iloc[-1]["newborn_deaths"]
    assert table.loc["alone", "newborn_deaths_low":].isna().all()


def test_turnover_beside_the_baseline():
    made = pd.concat([runs(10), runs(12, "other"), runs(1, "alone")])
    table = turnover(made, baseline="cube").set_index("treatment")
    ours, theirs = (made.loc[made["treatment"] == name, "newborn_deaths"] for name in ("other", "cube"))
    low, high = CompareMeans(DescrStatsW(ours), DescrStatsW(theirs)).tconfint_diff(usevar="unequal")
    assert table.loc["other", ["more", "more_low", "more_high"]].tolist() == pytest.approx(
        [ours.mean() - theirs.mean(), low, high]
    )
    assert table.loc[["cube", "alone"], "more":"more_high"].isna().all(axis=None)
