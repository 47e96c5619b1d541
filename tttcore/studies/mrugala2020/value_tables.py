"""Sizes of value tables by games of training, collisions of keys, and lengths and draws of training games.

Intervals are over sessions; a session has two players, whose values are counted together.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.stats.columns import with_interval
from tttcore.stats.intervals import median, median_interval, share_interval

TABLE_SIZES = {
    "treatment": "Treatment",
    "games": "Games",
    "n": "Sessions",
    **with_interval("entries", "Estimates", tells="fixed"),
    **with_interval("per_game", "per game", tells="fixed"),
    **with_interval("new", "New per game"),
    "positions": "Positions",
    "share": "Proportion stored",
}
"""Columns of `table_sizes`."""


def table_sizes(
    traces: pd.DataFrame,
    recipes: Mapping[str, Mapping[str, Any]],
    states: StateTables,
    *,
    games: Sequence[int],
) -> pd.DataFrame:
    """Stored values by games of training, a row per treatment and number of games.

    Parameters
    ----------
    traces : table of ``tabular_traces``.
    recipes : the treatments' parameters.
    states : of 3x3.
    games : for each the last recorded point up to it is taken, once; the final one is added.

    Returns
    -------
    treatment, games, n : games so far; number of sessions.
    entries, entries_low, entries_high, entries_fixed : median of the sessions, see `median_interval`.
    per_game, per_game_low, per_game_high, per_game_fixed : median per game, likewise.
    new, new_low, new_high : median increase per game since the row before or the beginning, likewise.
    positions, share : number of afterstates that a game can reach, each of one of the players, and the proportion of
        them that is stored; NaN where their number isn't known.
    """
    rows = []
    for treatment, own in traces.groupby("treatment", sort=False, observed=True):
        stored = own.pivot(index="replicate", columns="games", values="entries")
        positions = afterstate_count(recipes[str(treatment)], states)
        before, had = 0, pd.Series(0, stored.index)
        for reached in _reached(own["games"].unique().tolist(), games):
            entries = stored[reached]
            rows.append(
                {
                    "treatment": treatment,
                    "games": reached,
                    "n": len(entries),
                    **median_interval("entries", entries, tells_fixed=True),
                    **median_interval("per_game", entries / reached, tells_fixed=True),
                    **median_interval("new", (entries - had) / (reached - before)),
                    "positions": positions,
                    "share": median(entries) / positions,
                }
            )
            before, had = reached, entries
    return pd.DataFrame(rows)


def afterstate_count(recipe: Mapping[str, Any], states: StateTables) -> float:
    """Number of afterstates with different keys; NaN unless the game is 3x3, three in a row, drawn on a full board."""
    classic = {"name": "finite", "size": 3, "tie": "full"}.items() <= recipe["board"].items() and recipe["need"] == 3
    known = {"owned": len(states.positions), "canonical": len(states.states)}
    return known[recipe["key"]] - 1 if classic and recipe["key"] in known else math.nan


COLLISIONS = {
    "treatment": "Treatment",
    "key": "Key",
    "n": "Sessions",
    "entries": "Estimates",
    **with_interval("collisions", "Collisions"),
    "most": "Most",
    **with_interval("none", "Sessions without"),
}
"""Columns of `collisions`."""


def collisions(runs: pd.DataFrame, recipes: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """Collisions of keys, look-ups that returned the value of another position, a row per treatment.

    Returns
    -------
    treatment, key, n : kind of keys; number of sessions.
    entries : median number of stored values.
    collisions, collisions_low, collisions_high : median, see `median_interval`.
    most : largest number of a session.
    none, none_low, none_high : proportion of sessions without any, with Clopper and Pearson's 95% interval.
    """
    return pd.DataFrame(
        [
            {
                "treatment": treatment,
                "key": recipes[str(treatment)]["key"],
                "n": len(own),
                "entries": median(own["entries"]),
                **median_interval("collisions", own["collisions"]),
                "most": own["collisions"].max(),
                **share_interval("none", int((own["collisions"] == 0).sum()), len(own), method="exact"),
            }
            for treatment, own in runs.groupby("treatment", sort=False, observed=True)
        ]
    )


TRAINING_GAMES = {
    "treatment": "Treatment",
    "n": "Sessions",
    "games": "Games",
    **with_interval("marks", "Marks"),
    **with_interval("drawn", "Drawn"),
    **with_interval("grown", "Area grows", tells="fixed"),
}
"""Columns of `training_games`."""


def training_games(runs: pd.DataFrame) -> pd.DataFrame:
    """Length, draws and growing areas of training games, a row per treatment.

    Returns
    -------
    treatment, n, games : number of sessions, and games of each.
    marks, drawn, grown, each with `_low` and `_high` : marks per game, proportion of drawn games, and of games whose
        area grows, medians of the sessions, see `median_interval`.
    grown_fixed : likewise.
    """
    return pd.DataFrame(
        [
            {
                "treatment": treatment,
                "n": len(own),
                "games": int(own["games"].max()),
                **median_interval("marks", own["marks"]),
                **median_interval("drawn", own["drawn"] / own["games"]),
                **median_interval("grown", own["grown"], tells_fixed=True),
            }
            for treatment, own in runs.groupby("treatment", sort=False, observed=True)
        ]
    )


def _reached(points: list[int], games: Sequence[int]) -> list[int]:
    """Last recorded point up to each number of games, and the final one, in rising order."""
    asked = [*games, max(points)]
    return sorted({max(there) for limit in asked if (there := [point for point in points if point <= limit])})
