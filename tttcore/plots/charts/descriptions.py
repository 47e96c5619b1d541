"""Describe charts in words, group by group, for readers who can't see them or want the numbers."""

from collections.abc import Sequence

import pandas as pd

from tttcore.plots.numbers import number

SHARES = (0.1, 0.5, 0.9)
"""Shares of successful runs whose lengths are described."""


def reached(curves: pd.DataFrame, unit: str) -> list[str]:
    """Describe, for each group, when `SHARES` of the runs have succeeded, and the share at the end.

    Parameters
    ----------
    curves : DataFrame[group, x, y], ``y`` the share that has succeeded, never falling.
    unit : unit of ``x``.
    """
    sentences = []
    for group, own in curves.groupby("group", sort=False):
        known = own.dropna(subset="y")
        x, y = known["x"].tolist(), known["y"].tolist()
        ends = {share: next((at for at, reach in zip(x, y, strict=True) if reach >= share), None) for share in SHARES}
        when = [f"{share:.0%} by {number(end)}" for share, end in ends.items() if end is not None]
        sentences.append(_sentence(group, unit, [*when, f"{_percent(y[-1])} by {number(x[-1])}, where the curve ends"]))
    return sentences


def trajectory(curves: pd.DataFrame, unit: str, *, shares: bool = False) -> list[str]:
    """Describe, for each group, the median and the band at the first, the middle and the last step.

    Parameters
    ----------
    curves : DataFrame[group, x, y, low, high].
    unit : unit of ``x``.
    shares : whether values are in percent.
    """
    value = _percent if shares else number
    sentences = []
    for group, own in curves.groupby("group", sort=False):
        chosen = own.iloc[sorted({0, (len(own) - 1) // 2, len(own) - 1})]
        parts = [
            f"{value(y)} at {number(x)} (95% of runs: {value(low)} to {value(high)})"
            for x, y, low, high in chosen[["x", "y", "low", "high"]].to_numpy(float).tolist()
        ]
        sentences.append(_sentence(group, unit, parts))
    return sentences


def places(bars: pd.DataFrame, *, shares: bool = False) -> list[str]:
    """Describe, for each group, the mark of every place; `bars` is a DataFrame[group, place, y]."""
    value = _percent if shares else number
    sentences = []
    for group, own in bars.groupby("group", sort=False):
        marks = zip(own["place"], own["y"].tolist(), strict=True)
        sentences.append(f"{group}: " + "; ".join(f"{place}: {value(y)}" for place, y in marks) + ".")
    return sentences


def _sentence(group: object, unit: str, parts: Sequence[str]) -> str:
    return f"{group} ({unit.lower()}): " + "; ".join(parts) + "."


def _percent(share: float) -> str:
    return f"{number(100 * share)}%"
