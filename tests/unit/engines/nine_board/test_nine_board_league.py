"""League of nine boards: its tables agree with those of the study."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.nine_board.league import answer, ranking_tables
from tttcore.pipeline.rng import stream
from tttcore.plots.names import PlayerNames
from tttcore.stats.ratings import crosstable, ratings

PLAYERS = {
    "deep": {"name": "alphabeta", "heuristic": 1, "depth": 5},
    "shallow": {"name": "alphabeta", "heuristic": 1, "depth": 1},
    "random": {"name": "random"},
}


@pytest.fixture(scope="module")
def games():
    rng = stream(0, "tests", "nine board league")
    chances = {"deep": (0.1, 0.7, 0.2), "shallow": (0.2, 0.5, 0.3), "random": (0.2, 0.2, 0.6)}
    rows = [
        (first, second, winner)
        for first, second in permutations(PLAYERS, 2)
        for winner in rng.choice(3, 30, p=chances[first])
    ]
    return pd.DataFrame(rows, columns=["first", "second", "winner"])


def test_tables(games):
    made = ranking_tables(ratings(games, PLAYERS), crosstable(games, PLAYERS))
    assert made["ranking"]["player"].tolist() == ["deep", "shallow", "random"]
    assert made["ranking"]["rank"].tolist() == [1, 2, 3]
    (first,) = made["first_move"].itertuples()
    assert (first.n, first.won, first.drawn, first.lost) == (
        180,
        *(int((games["winner"] == who).sum()) for who in (1, 0, 2)),
    )
    assert len(made["pairs"]) == 6
    for row in made["pairs"].itertuples():
        own = games[(games["first"] == row.player) & (games["second"] == row.opponent)]["winner"]
        other = games[(games["second"] == row.player) & (games["first"] == row.opponent)]["winner"]
        points = [*own.map({1: 1, 0: 0.5, 2: 0}), *other.map({2: 1, 0: 0.5, 1: 0})]
        assert row.score == np.mean(points)
        assert (row.score_low, row.score_high) == pytest.approx(proportion_confint(sum(points), 60, method="wilson"))


def test_equal_players_share_a_place(games):
    table = ratings(games, PLAYERS)
    table.loc[1, "rating"] = table.loc[0, "rating"]
    made = ranking_tables(table, crosstable(games, PLAYERS))
    assert made["ranking"]["rank"].tolist() == [1, 1, 3]


def test_answer_names_the_strongest_and_the_place_of_the_document():
    columns = ["rank", "player", "rating", "rating_low", "rating_high", "score"]
    rows = [(1, "deep", 532.5, 498.9, 566.1, 0.875), (2, "document", 242.3, 215.4, 269.2, 0.65)]
    tables = {"ranking": pd.DataFrame(rows, columns=columns)}
    text = "The strongest player is by depth: a rating of 532 (499 to 566) and 87.5% of the points"
    names = PlayerNames(players={"deep": "by depth"})
    assert answer(tables, names) == f"{text}; the document's player has place 2 of 2."
    tables["ranking"] = tables["ranking"].iloc[:1]
    assert answer(tables, names) == f"{text}."
