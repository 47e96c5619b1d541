"""Results of the games of some stretches of training, with Student's intervals over sessions."""

from collections.abc import Mapping, Sequence

import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rows import Rows
from tttcore.stats.columns import of_treatments, with_interval
from tttcore.stats.intervals import mean_interval

SHARES = {"won": "w", "drawn": "d", "lost": "[lr]", "resigned": "r"}
"""Shares of games by result, and the signs that are counted; those that it resigned are among the lost ones."""
STRETCHES = {
    "treatment": "Treatment",
    "stretch": "Games",
    "n": "Sessions",
    **with_interval("won", "Won"),
    **with_interval("drawn", "Drawn"),
    **with_interval("lost", "Lost"),
    **with_interval("resigned", "Resigned"),
    **with_interval("points", "Points"),
}
"""Columns of `stretches`."""


def stretches(
    run_rows: Rows, *, stretches: Mapping[str, Sequence[int]], treatments: Sequence[str] = ()
) -> pd.DataFrame:
    """Shares of games by result, a row for each treatment and stretch.

    Parameters
    ----------
    stretches : the first and the last game of each stretch, by name; games are numbered from 1.
    treatments : in the order of the rows; none for all.

    Raises
    ------
    ConfigError
        If a treatment has fewer games than a stretch.
    """
    found: dict[tuple[str, str], list[pd.DataFrame]] = {}
    for treatment, own in run_rows.by_treatment("results"):
        for stretch, (first, last) in stretches.items():
            if own["results"].str.len().min() < last:
                raise ConfigError(f"stretches.{stretch}: {treatment} has fewer than {last} games")
            played = own["results"].str[first - 1 : last]
            shares = pd.DataFrame({name: played.str.count(signs) for name, signs in SHARES.items()}) / (
                last - first + 1
            )
            found.setdefault((treatment, stretch), []).append(shares.assign(points=shares["won"] + shares["drawn"] / 2))
    rows = [_row(treatment, stretch, pd.concat(parts)) for (treatment, stretch), parts in found.items()]
    return of_treatments(pd.DataFrame(rows), treatments)


def _row(treatment: str, stretch: str, shares: pd.DataFrame) -> dict[str, object]:
    row: dict[str, object] = {"treatment": treatment, "stretch": stretch, "n": len(shares)}
    for column in (*SHARES, "points"):
        row |= mean_interval(column, shares[column])
    return row
