"""Rows of tables of statistics: values with their intervals as other packages find them, and texts of small tables."""

from itertools import product

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW


def columns(row, name):
    """A value of a row and its interval."""
    return [row[f"{name}{end}"] for end in ("", "_low", "_high")]


def mean(values):
    """Mean and its 95% interval."""
    values = [*values]
    return [np.mean(values), *DescrStatsW(values).tconfint_mean()]


def share(which):
    """Share of what holds and its exact interval."""
    which = [*which]
    return [np.mean(which), *proportion_confint(sum(which), len(which), method="beta")]


def welch(one, less):
    """Difference of the means of two samples and its interval."""
    means = CompareMeans(DescrStatsW(one), DescrStatsW(less))
    return [np.mean(one) - np.mean(less), *means.tconfint_diff(usevar="unequal")]


def agrees(row, **expected):
    """A row has these values, lists with their intervals."""
    for name, value in expected.items():
        found, wanted = (columns(row, name), value) if isinstance(value, list) else ([row[name]], [value])
        assert found == pytest.approx(wanted, nan_ok=True), name


def keyed(table, **keys):
    """Rows with their keys, columns that have every combination of these values in order."""
    wanted, rows = [*product(*keys.values())], table.to_dict("records")
    assert [tuple(row[name] for name in keys) for row in rows] == wanted
    return zip(wanted, rows, strict=True)


def told(table):
    """A small table to be held to a stored text: a line for each row, with numbers to six places."""
    return "\n".join(
        ", ".join(f"{name} {f'{value + 0:.6g}' if isinstance(value, float) else value}" for name, value in row.items())
        for row in table.to_dict("records")
    )
