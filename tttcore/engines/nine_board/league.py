"""The league of nine boards, put together from what its study found: no game is played again.

Ratings are those of `stats.ratings`. Scores of pairs have the interval of `score_interval`, which assumes that the
games of a pair are independent: who searches draws from its best moves, so that no two games need be the same.
"""

from collections.abc import Mapping

import pandas as pd

from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import Tables
from tttcore.stats.intervals import score_interval
from tttcore.stats.ratings import FIRST_MOVE

NAME, NEEDS = "nine_board", "statistics"
TITLE = "Nine boards: sampled games and ratings"
ABOUT = (
    "Games of everybody against everybody in both seats, as the study of nine boards has stored them. Ratings put all "
    "results on one scale: with 400 points more, a player wins ten times as often as it loses."
)

LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ranking": (
        "Players of nine boards by rating, in Elo around 0 (Bradley and Terry's model; 95% intervals)",
        {
            "rank": "Place",
            "player": "Player",
            "rating": "Rating",
            "rating_low": "low",
            "rating_high": "high",
            "n": "Games",
            "won": "Won",
            "drawn": "Drawn",
            "lost": "Lost",
            "score": "Points",
        },
    ),
    "first_move": (
        "What moving first is worth, in Elo (95% interval), and what it brought",
        {
            "rating": "Worth",
            "rating_low": "low",
            "rating_high": "high",
            "n": "Games",
            "won": "Won",
            "drawn": "Drawn",
            "lost": "Lost",
            "score": "Points",
            "score_low": "low",
            "score_high": "high",
        },
    ),
    "pairs": (
        "Every player against every other, in both seats (95% intervals)",
        {
            "player": "Player",
            "opponent": "Opponent",
            "n": "Games",
            "won": "Won",
            "drawn": "Drawn",
            "lost": "Lost",
            "score": "Points",
            "score_low": "low",
            "score_high": "high",
        },
    ),
}
"""Table to its caption and the columns that the page shows, with their labels."""

_KINDS = ("ratings", "crosstable")


def settings(studies: Mapping[str, Study]) -> dict[str, dict[str, str]]:
    """Names of the tables of ratings and of all pairs, by kind, of the first study that has both."""
    for name, study in studies.items():
        found = {table["name"]: key for key, table in study.config["tables"].items()}
        if {*_KINDS} <= {*found}:
            return {name: {kind: found[kind] for kind in _KINDS}}
    return {}


def league_tables(found: Mapping[str, Tables], settings: Mapping[str, Mapping[str, str]], *, seed: int) -> Tables:
    """Tables of the league, see `ranked`."""
    ((study, names),) = settings.items()
    return ranked(**{kind: found[study][name] for kind, name in names.items()})


def ranked(ratings: pd.DataFrame, crosstable: pd.DataFrame) -> Tables:
    """Tables of the league, by the names in `LISTINGS`.

    Parameters
    ----------
    ratings, crosstable : as `stats.ratings` makes them.

    Returns
    -------
    ranking : rank, and the columns of `ratings`; the best first.
    first_move : of the advantage of moving first, a row with the columns of `ratings`, score_low and score_high.
    pairs : the columns of `crosstable`, score_low and score_high.
    """
    is_first = ratings["player"] == FIRST_MOVE
    players = ratings[~is_first].reset_index(drop=True)
    players.insert(0, "rank", players["rating"].rank(ascending=False, method="min").astype(int))
    return {"ranking": players, "first_move": _told(ratings[is_first]), "pairs": _told(crosstable)}


def _told(table: pd.DataFrame) -> pd.DataFrame:
    """The table with the intervals of its scores."""
    points = table["won"] + table["drawn"] / 2
    scores = [score_interval("score", *row) for row in zip(points, table["n"], strict=True)]
    return table.reset_index(drop=True).drop(columns="score").join(pd.DataFrame(scores))
