"""Statistics of matchbox machines in training: results of ranges of games, and exact results against opponents."""

from collections.abc import Mapping, Sequence

import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import Rows
from tttcore.players.policy import OPPONENTS
from tttcore.stats.columns import hidden, of_treatments, with_interval
from tttcore.stats.intervals import Columns, error_of_means, mean_interval, share_interval

CHANCES = tuple(f"{policy}_{result}" for policy in OPPONENTS for result in ("won", "drawn", "lost"))
"""Columns of a machine's probabilities against each opponent."""
LABELS = {
    "random_won": "Wins against random moves",
    "random_lost": "Loses to random moves",
    "careful_lost": "Loses to careful moves",
    "perfect_lost": "Loses to perfect play",
}
"""Labels of the columns that pages show."""
MACHINES = {
    "treatment": "Treatment",
    "games": "Games",
    "n": "Runs",
    **with_interval("unbeatable", "Unbeatable"),
    **{key: text for name in LABELS for key, text in with_interval(name, LABELS[name], tells="error").items()},
    "empty": "Empty boxes",
    **hidden(*(key for name in CHANCES if name not in LABELS for key in with_interval(name, "", tells="error"))),
}
"""Columns of `machines_at`."""
SHARES = {"won": "w", "drawn": "d", "lost": "[lr]", "resigned": "r"}
"""Proportions of games by result, and the signs that are counted; resigned games are lost games, too."""
STRETCHES = {
    "treatment": "Treatment",
    "stretch": "Games",
    "n": "Runs",
    **with_interval("won", "Won"),
    **with_interval("drawn", "Drawn"),
    **with_interval("lost", "Lost"),
    **with_interval("resigned", "Resigned"),
    **with_interval("points", "Points"),
}
"""Columns of `results_of_stretches`."""


def results_of_stretches(run_rows: Rows, *, stretches: Mapping[str, Sequence[int]]) -> pd.DataFrame:
    """Proportions of games by result, a row for each treatment and range of games ("stretch").

    Parameters
    ----------
    stretches : the first and the last game of each stretch, by name; games are numbered from 1.

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
    return pd.DataFrame(_stretch_row(*name, pd.concat(parts)) for name, parts in found.items())


def _stretch_row(treatment: str, stretch: str, shares: pd.DataFrame) -> dict[str, object]:
    row: dict[str, object] = {"treatment": treatment, "stretch": stretch, "n": len(shares)}
    for column in (*SHARES, "points"):
        row |= _mean_share(column, shares[column])
    return row


def machines_at(trace_rows: Rows, *, games: Sequence[int], treatments: Sequence[str] = ()) -> pd.DataFrame:
    """Machines of each treatment at each point, a row each.

    Parameters
    ----------
    games : points of training, at which machines are evaluated (``every`` of the recipe).

    Returns
    -------
    treatment, games, n : runs.
    unbeatable : share that never loses to random moves, which try everything; Clopper and Pearson's interval.
    chances : mean of each of `CHANCES` with Student's interval.
    empty : mean number of empty boxes.

    Raises
    ------
    ConfigError
        For a point at which machines of no treatment are evaluated.
    """
    found: dict[tuple[str, int], list[pd.DataFrame]] = {}
    for treatment, own in trace_rows.by_treatment("games", "empty", *CHANCES):
        for point in games:
            at_point = own[own["games"] == point]
            if len(at_point):
                found.setdefault((treatment, point), []).append(at_point)
    for point in games:
        if not any(at == point for _, at in found):
            raise ConfigError(f"games: {point}: no machine is evaluated after so many")
    return of_treatments(
        pd.DataFrame([_machines_row(*key, pd.concat(parts)) for key, parts in found.items()]), treatments
    )


def _machines_row(treatment: str, games: int, own: pd.DataFrame) -> dict[str, object]:
    unbeatable = share_interval("unbeatable", int((own["random_lost"] == 0).sum()), len(own), method="exact")
    row: dict[str, object] = {"treatment": treatment, "games": games, "n": len(own), **unbeatable}
    for name in CHANCES:
        row |= _mean_share(name, own[name]) | error_of_means(name, own[name].to_numpy())
    return row | {"empty": own["empty"].mean()}


def _mean_share(name: str, shares: "pd.Series[float]") -> Columns:
    """Mean of shares with Student's interval, as far as that lies within 0 and 1."""
    found = mean_interval(name, shares)
    ends = {f"{name}_low": max(0.0, found[f"{name}_low"]), f"{name}_high": min(1.0, found[f"{name}_high"])}
    return found | ends
