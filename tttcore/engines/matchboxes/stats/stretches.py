"""Results of the games of some stretches of training, with Student's intervals over sessions."""

from typing import Annotated

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.names import Treatments
from tttcore.pipeline.rows import Rows
from tttcore.stats.intervals import mean_interval
from tttcore.stats.table_kind import of_treatments, table_kind, with_interval

SHARES = {"won": "w", "drawn": "d", "lost": "[lr]", "resigned": "r"}
"""Shares of games by result, and the signs that are counted; those that it resigned are among the lost ones."""
Games = Annotated[list[int], Between(1, 100_000)]


def _check(stretches: dict[str, list[int]]) -> None:
    for name, ends in stretches.items():
        if len(ends) != 2 or ends[0] > ends[1]:
            raise ValueError(f"stretches.{name}: {ends}; allowed: the first and the last of its games")


@table_kind(
    "Games of some stretches of training, as the machine sees them: shares won, drawn and lost, of these resigned "
    "at an empty box, and points (1 for a win, half for a draw), with 95% intervals of the mean over sessions",
    {
        "treatment": "Treatment",
        "stretch": "Games",
        "n": "Sessions",
        **with_interval("won", "Won"),
        **with_interval("drawn", "Drawn"),
        **with_interval("lost", "Lost"),
        **with_interval("resigned", "Resigned"),
        **with_interval("points", "Points"),
    },
    check=_check,
)
def stretches(run_rows: Rows, *, stretches: dict[str, Games], treatments: Treatments = ()) -> pd.DataFrame:
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
