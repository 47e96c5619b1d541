"""League of nine boards, put together from the tables of its study; no game is played again.

Ratings are those of `stats.ratings`. Scores of pairs have the interval of `score_interval`, which assumes independent
games: players draw from their best moves, so that no two games need be the same.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.games.position import RESULTS
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import Tables, read_study_tables
from tttcore.stats.columns import labelled, with_interval
from tttcore.stats.intervals import score_interval
from tttcore.stats.ratings import FIRST_MOVE

if TYPE_CHECKING:
    from tttcore.plots.names import PlayerNames

NAME, TITLE = "nine_board", "Nine boards: sampled games and ratings"
ABOUT = (
    "Games of every player against every other, moving first and second, as stored by the study of nine boards. "
    "Ratings (Elo, 0 on average, by Bradley and Terry's model) put all results on one scale: with 400 more, a player "
    "wins ten times as often as it loses."
)

_GAMES = {"n": "Games", **labelled(*RESULTS)}
LISTINGS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "ranking": (
        "Players by rating (Elo, 95% intervals)",
        {"rank": "Place", "player": "Player", **with_interval("rating", "Rating"), **_GAMES, "score": "Points, %"},
    ),
    "first_move": (
        "Advantage of moving first (Elo, 95% interval)",
        {**with_interval("rating", "Worth"), **_GAMES, "score": "Points, %"},
    ),
    "pairs": (
        "Every player against every other (95% intervals)",
        {**labelled("player", "opponent"), **_GAMES, **with_interval("score", "Points, %")},
    ),
}
"""Caption of each table, and the columns that the page shows with their labels."""

FIGURES: Mapping[str, Mapping[str, str]] = {
    "nine-board-ranking": {
        "title": "Strength by heuristic and depth",
        "caption": (
            "Elo from games of everybody against everybody, with 95% intervals, as on the page of the study, which "
            "also shows who beats whom."
        ),
    },
}
"""Title and caption of every figure, by name."""

_TABLES = ("ratings", "crosstable")
DOCUMENT = "document"
"""The document's player."""
HEURISTICS = {0: "no heuristic", 1: "controlled boards (heuristic 1)", 2: "winning moves (heuristic 2)"}
"""Names of the heuristics in figures, by number."""


def answer(tables: Tables, names: "PlayerNames") -> str:
    """Sentence on the player with the highest rating, and on the place of the document's player."""
    ranking = tables["ranking"]
    best = ranking.iloc[0]
    text = (
        f"The strongest player is {names.group(best['player'])}: a rating of {best['rating']:.0f} "
        f"({best['rating_low']:.0f} to {best['rating_high']:.0f}) and {best['score']:.1%} of the points"
    )
    own = ranking.loc[ranking["player"] == DOCUMENT, "rank"]
    if len(own):
        text += f"; the document's player has place {own.iloc[0]} of {len(ranking)}"
    return f"{text}."


def settings(studies: Mapping[str, Study]) -> dict[str, dict[str, dict[str, str]]]:
    """The first study of nine boards that has the tables that the league shows; see `League.settings`."""
    for name, study in studies.items():
        if study.engine == "nine_board" and {*_TABLES} <= {*study.config["tables"]}:
            return {"statistics": {name: {}}}
    return {}


def tables_from_files(
    files: Mapping[str, Sequence[str]], settings: Mapping[str, Mapping[str, Mapping[str, str]]], *, seed: int
) -> Tables:
    """Compute the tables of the league from the study's statistics; see `League.tables_from_files`."""
    tables = read_study_tables(files["statistics"])
    return ranking_tables(**{name: tables[name] for name in _TABLES})


def ranking_tables(ratings: pd.DataFrame, crosstable: pd.DataFrame) -> Tables:
    """Tables of the league, by the names in `LISTINGS`.

    Parameters
    ----------
    ratings, crosstable : as `stats.ratings` makes them.

    Returns
    -------
    ranking : rank, and the columns of `ratings`; the best first.
    first_move : advantage of moving first, a row with the columns of `ratings`, score_low and score_high.
    pairs : the columns of `crosstable`, score_low and score_high.
    """
    is_first = ratings["player"] == FIRST_MOVE
    players = ratings[~is_first].reset_index(drop=True)
    players.insert(0, "rank", players["rating"].rank(ascending=False, method="min").astype(int))
    return {"ranking": players, "first_move": _with_intervals(ratings[is_first]), "pairs": _with_intervals(crosstable)}


def _with_intervals(table: pd.DataFrame) -> pd.DataFrame:
    """Table with the 95% intervals of its scores."""
    points = table["won"] + table["drawn"] / 2
    scores = [score_interval("score", *row) for row in zip(points, table["n"], strict=True)]
    return table.reset_index(drop=True).drop(columns="score").join(pd.DataFrame(scores))
