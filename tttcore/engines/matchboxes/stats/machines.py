"""Machines at some points of their training: exact chances against each policy, and shares that some reply beats."""

from collections.abc import Sequence

import pandas as pd

from tttcore.engines.matchboxes.schemas import EXACT
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rows import Rows
from tttcore.stats.columns import hidden, of_treatments, with_interval
from tttcore.stats.intervals import mean_interval, share_interval

LABELS = {
    "random_won": "Wins against random moves",
    "random_lost": "Loses to random moves",
    "careful_lost": "Loses to careful moves",
    "perfect_lost": "Loses to perfect play",
}


MACHINES = {
    "treatment": "Treatment",
    "games": "Games",
    "n": "Sessions",
    **with_interval("unbeatable", "Unbeatable"),
    **{key: text for name, label in LABELS.items() for key, text in with_interval(name, label).items()},
    "empty": "Empty boxes",
    **hidden(*[name for each in EXACT if each not in LABELS for name in (each, f"{each}_low", f"{each}_high")]),
}
"""Columns of `machines`."""


def machines(trace_rows: Rows, *, games: Sequence[int], treatments: Sequence[str] = ()) -> pd.DataFrame:
    """Machines of each treatment at each point, a row each.

    Parameters
    ----------
    games : points of training, at which machines are evaluated (``every`` of the recipe).

    Returns
    -------
    treatment, games, n : sessions.
    unbeatable : share that never loses to random moves, which try everything; Clopper and Pearson's interval.
    chances : mean of each of `schemas.EXACT` with Student's interval.
    empty : mean number of empty boxes.

    Raises
    ------
    ConfigError
        For a point at which machines of no treatment are evaluated.
    """
    found: dict[tuple[str, int], list[pd.DataFrame]] = {}
    for treatment, own in trace_rows.by_treatment("games", "empty", *EXACT):
        for point in games:
            at_point = own[own["games"] == point]
            if len(at_point):
                found.setdefault((treatment, point), []).append(at_point)
    for point in games:
        if not any(at == point for _, at in found):
            raise ConfigError(f"games: {point}: no machine is evaluated after so many")
    return of_treatments(pd.DataFrame([_row(*key, pd.concat(parts)) for key, parts in found.items()]), treatments)


def _row(treatment: str, games: int, own: pd.DataFrame) -> dict[str, object]:
    unbeatable = share_interval("unbeatable", int((own["random_lost"] == 0).sum()), len(own), method="exact")
    row: dict[str, object] = {"treatment": treatment, "games": games, "n": len(own), **unbeatable}
    for name in EXACT:
        row |= mean_interval(name, own[name])
    return row | {"empty": own["empty"].mean()}
