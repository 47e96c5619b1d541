"""What charts show, told group by group, for those who can't see them or want the numbers."""

from collections.abc import Sequence

import pandas as pd

from tttcore.plots.numbers import number

PARTS = (0.1, 0.5, 0.9)
"""Shares of the runs whose lengths are told."""


def reached(curves: pd.DataFrame, unit: str) -> list[str]:
    """For each group when a tenth, half and nine tenths of the runs have succeeded, and how many in the end.

    Parameters
    ----------
    curves : DataFrame[group, x, y], ``y`` the share that has, never falling.
    unit : what ``x`` is counted in.
    """
    told = []
    for group, own in curves.groupby("group", sort=False):
        seen = own.dropna(subset="y")
        x, y = seen["x"].tolist(), seen["y"].tolist()
        ends = {part: next((at for at, share in zip(x, y, strict=True) if share >= part), None) for part in PARTS}
        when = [f"{part:.0%} by {number(end)}" for part, end in ends.items() if end is not None]
        told.append(_sentence(group, unit, [*when, f"{_percent(y[-1])} by {number(x[-1])}, where the curve ends"]))
    return told


def course(curves: pd.DataFrame, unit: str, *, shares: bool = False) -> list[str]:
    """For each group the median and the band at the first, the middle and the last step.

    Parameters
    ----------
    curves : DataFrame[group, x, y, low, high].
    unit : what ``x`` is counted in.
    shares : whether values are told in percents.
    """
    value = _percent if shares else number
    told = []
    for group, own in curves.groupby("group", sort=False):
        chosen = own.iloc[sorted({0, (len(own) - 1) // 2, len(own) - 1})]
        parts = [
            f"{value(y)} at {number(x)} (95% of runs: {value(low)} to {value(high)})"
            for x, y, low, high in chosen[["x", "y", "low", "high"]].to_numpy(float).tolist()
        ]
        told.append(_sentence(group, unit, parts))
    return told


def places(bars: pd.DataFrame, *, shares: bool = False) -> list[str]:
    """For each group the mark of every place; DataFrame[group, place, y]."""
    value = _percent if shares else number
    told = []
    for group, own in bars.groupby("group", sort=False):
        marks = zip(own["place"], own["y"].tolist(), strict=True)
        told.append(f"{group}: " + "; ".join(f"{place}: {value(y)}" for place, y in marks) + ".")
    return told


def _sentence(group: object, unit: str, parts: Sequence[str]) -> str:
    return f"{group} ({unit.lower()}): " + "; ".join(parts) + "."


def _percent(share: float) -> str:
    return f"{number(100 * share)}%"
