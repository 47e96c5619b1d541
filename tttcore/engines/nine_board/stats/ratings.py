"""Tables of the ratings of nine-board players, from a treatment in which every player plays every other."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.stats import ratings as bradley_terry
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.ratings import Players

_RESULTS = {"n": "Games", "won": "Won", "drawn": "Drawn", "lost": "Lost", "score": "Score"}
_DIFFERENCES = {
    "a": "First",
    "b": "Second",
    **with_interval("difference", "Difference"),
    "p": "p",
    "p_holm": "p, Holm",
}
Recipes = Mapping[str, Mapping[str, Any]]


RATINGS = {
    "player": "Player",
    **with_interval("rating", "Rating"),
    **_RESULTS,
    **hidden("strategy", "heuristic", "depth"),
}
"""Columns of `ratings`."""


def ratings(runs: pd.DataFrame, recipes: Recipes, *, treatment: str) -> pd.DataFrame:
    """Ratings of the players.

    See `stats.ratings.ratings`.
    """
    return bradley_terry.ratings(*_games(runs, recipes, treatment))


RATING_DIFFERENCES = _DIFFERENCES
"""Columns of `rating_differences`."""


def rating_differences(runs: pd.DataFrame, recipes: Recipes, *, treatment: str) -> pd.DataFrame:
    """Differences between the ratings of any two players.

    See `stats.ratings.rating_differences`.
    """
    return bradley_terry.rating_differences(*_games(runs, recipes, treatment))


HEURISTIC_DIFFERENCES = {
    **_DIFFERENCES,
    "depths": "Depths",
    "heterogeneity": "χ² between depths",
    "heterogeneity_p": "p of equal depths",
}
"""Columns of `heuristic_differences`."""


def heuristic_differences(runs: pd.DataFrame, recipes: Recipes, *, treatment: str) -> pd.DataFrame:
    """Differences between the ratings of any two heuristics.

    See `stats.ratings.heuristic_differences`.
    """
    return bradley_terry.heuristic_differences(*_games(runs, recipes, treatment))


CROSSTABLE = {
    "player": "Player",
    "opponent": "Opponent",
    **_RESULTS,
}
"""Columns of `crosstable`."""


def crosstable(runs: pd.DataFrame, recipes: Recipes, *, treatment: str) -> pd.DataFrame:
    """Results of every player against every other.

    See `stats.ratings.crosstable`.
    """
    return bradley_terry.crosstable(*_games(runs, recipes, treatment))


def _games(runs: pd.DataFrame, recipes: Recipes, treatment: str) -> tuple[pd.DataFrame, Players]:
    """Games of a treatment, and its players; ConfigError if there is only one."""
    players: Players = recipes[treatment]["players"]
    if len(players) < 2:
        raise ConfigError(f"treatment: {treatment!r} has a single player; needs two or more")
    return runs[runs["treatment"] == treatment], players
