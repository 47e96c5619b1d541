"""Extents of a mutation: medians with censoring, shares and gaps on small tables, and the interval's coverage."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tttcore.studies.hemingroth2025.tables import mutation_extents

RECIPES = {"a": {"mutate": {"name": "reset", "rate": 0.1}}, "b": {"mutate": {"name": "reset", "rate": 0.01}}}


def made(generations, censored, *, treatment="a", gap=0.25):
    runs = pd.DataFrame({"treatment": treatment, "generations": generations, "censored": censored})
    rows = [
        {"treatment": treatment, "replicate": row, "generation": g, "best": 0.5, "mean": 0.5 + gap * row}
        for row, last in enumerate(generations)
        for g in range(1, last + 1)
    ]
    return runs, pd.DataFrame(rows)


def test_rows_in_order_of_the_value():
    one, other = made([3, 5, 9], [False, False, True]), made([4, 4], [False, True], treatment="b")
    runs, traces = (pd.concat(tables) for tables in zip(one, other, strict=True))
    table = mutation_extents(runs, traces, RECIPES, treatments={"A": "a", "B": "b"}, generation=4)
    assert table["label"].tolist() == ["B", "A"]
    assert table["value"].tolist() == [0.01, 0.1]
    assert table["n"].tolist() == [2, 3]
    a = table.set_index("label").loc["A"]
    assert (a["generations"], a["solved"], a["going"]) == (5, pytest.approx(2 / 3), 2)
    assert a["gap"] == 0.25, "of the runs 1 and 2, which get to generation 4, the lower middle one"
    wilson = stats.binomtest(2, 3).proportion_ci(method="wilson")
    assert (a["solved_low"], a["solved_high"]) == (wilson.low, wilson.high)


def test_equal_values_are_in_the_order_of_their_labels():
    names = [f"t{number:02}" for number in range(40)]
    runs, traces = (
        pd.concat(tables) for tables in zip(*(made([3], [False], treatment=name) for name in names), strict=True)
    )
    labels = {name.upper(): name for name in reversed(names)}
    recipes = dict.fromkeys(names, RECIPES["a"])
    table = mutation_extents(runs, traces, recipes, treatments=labels, generation=1)
    assert table["label"].tolist() == [name.upper() for name in names]


def test_a_median_beyond_the_cap_is_infinite():
    runs, traces = made([3, 9, 9], [False, True, True])
    table = mutation_extents(runs, traces, RECIPES, treatments={"A": "a"}, generation=50)
    assert np.isinf(table.loc[0, "generations"])
    assert table.loc[0, "going"] == 0
    assert np.isnan(table.loc[0, "gap"])


@pytest.mark.parametrize("n", [6, 25, 50])
def test_the_interval_of_a_median_covers_it(n):
    """By the binomial: the chance that the median is between the order statistics is 95% or more, and not much more."""
    runs, traces = made(np.arange(1, n + 1), np.zeros(n, bool))
    found = mutation_extents(runs, traces, RECIPES, treatments={"A": "a"}, generation=1)
    low, high = int(found.loc[0, "generations_low"]), int(found.loc[0, "generations_high"])
    assert low + high == n + 1
    outside = 2 * stats.binom.cdf(low - 1, n, 0.5)
    assert outside <= 0.05
    assert 2 * stats.binom.cdf(low, n, 0.5) > 0.05, "the next narrower interval would not do"
