"""Runs of nine-board games: pairings, legality, measured searches, proofs and summaries; the league's tables."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from helpers.texts import message
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.nine_board import engine
from tttcore.engines.nine_board.engine import SEARCHED, build_recipe, summarise
from tttcore.engines.nine_board.league import answer, ranking_tables
from tttcore.engines.nine_board.players import ScheduledDepth
from tttcore.engines.replicates import run_replicates
from tttcore.games.nine_board import NineBoard
from tttcore.pipeline.rng import stream
from tttcore.plots.names import PlayerNames
from tttcore.stats.ratings import crosstable, ratings

DOCUMENT = {"name": "scheduled", "heuristic": 1, "until": [0, 30], "depths": [1, 2, 3]}
GAME = {"rule": "free", "pairs": "self", "openings": "chosen", "measured": False, "prove": 0}
RECIPE = GAME | {"players": {"document": DOCUMENT}}
OTHERS = {"b": {"name": "random"}, "c": {"name": "alphabeta", "heuristic": 0, "depth": 1}}
MEETING = GAME | {"players": {"a": DOCUMENT, **OTHERS}, "pairs": "all"}


def games(recipe, replicates, tables, name="games"):
    return pd.DataFrame(run_replicates(engine, "osipa2017", name, recipe, tables, seed=0, replicates=replicates))


def replayed(moves, rule="free"):
    """Every position of a game."""
    positions = [NineBoard(rule=rule)]
    for move in moves:
        positions.append(positions[-1].apply(int(move)))
    return positions


def wins_at_once(position):
    return [move for move in position.legal_moves() if position.apply(move).winner not in (None, 0)]


@pytest.mark.parametrize("rule", ["free", "draw"])
def test_games_are_played_by_the_rules_to_their_end(tables, rule):
    recipe = MEETING | {"rule": rule}
    table = pd.concat([games(recipe, range(6), tables), games(recipe | {"pairs": "self"}, range(12), tables)])
    for game in table.to_dict("records"):
        positions = replayed(game["moves"], rule)
        assert all(position.winner is None for position in positions[:-1])
        assert positions[-1].winner == game["winner"]
        wins = [*map(wins_at_once, positions[:-1])]
        missed = [move for move, at_once in zip(game["moves"], wins, strict=True) if at_once and move not in at_once]
        assert len(missed) == game["missed"]
    assert table["missed"].sum() > 0


def test_everybody_meets_everybody_in_both_seats():
    recipe = build_recipe(MEETING, "here")
    met = [recipe.game(replicate) for replicate in range(12)]
    expected = {(x, o) for x in "abc" for o in "abc" if x != o}
    assert {(x, o) for x, o, _ in met[:6]} == {(x, o) for x, o, _ in met[6:]} == expected
    assert {opening for *_, opening in met} == {None}


def test_everybody_makes_each_first_move(tables):
    recipe = build_recipe(MEETING | {"pairs": "self", "openings": "each"}, "here")
    met = [recipe.game(replicate) for replicate in range(3 * 81 + 1)]
    assert set(met) == {(name, name, opening) for name in "abc" for opening in range(81)}
    assert met[-1] == met[0]
    table = games(RECIPE | {"openings": "each"}, [7, 80], tables)
    assert table["moves"].str[0].tolist() == [7, 80]


def test_searches_are_measured(tables):
    table = games(RECIPE | {"measured": True}, [0], tables)
    (game,) = table.to_dict("records")
    positions = replayed(game["moves"])[:-1]
    assert all(len(game[name]) == len(positions) for name in SEARCHED)
    assert game["depth"] == [1 if not step else 2 if step <= 30 else 3 for step in range(len(positions))]
    for position, depth, unpruned in zip(positions, game["depth"], game["unpruned"], strict=True):
        assert unpruned == below(position, depth)
    for name in ("nodes", "in_order", "ordered"):
        assert all(0 < ours <= all_of_them for ours, all_of_them in zip(game[name], game["unpruned"], strict=True))
    assert sum(game["cut"]) > 0


def below(position, depth):
    """Positions within a depth below one."""
    if depth == 0:
        return 0
    return sum(1 + below(position.apply(move), depth - 1) for move in position.legal_moves())


def test_results_are_proved_from_the_end_backwards(tables):
    table = games(RECIPE | {"prove": 1000}, range(3), tables)
    length = table["moves"].str.len()
    assert (table["proved_from"] < length).all()
    assert (table["proof_nodes"] > 0).all()
    never = games(RECIPE, range(3), tables)
    assert never[["proved_from", "proved"]].eq(-1).all(axis=None)


def test_summary(tables):
    measured = games(RECIPE | {"measured": True, "openings": "each"}, range(2), tables, "each")
    table = pd.concat([measured, games(MEETING, range(3), tables, "met")], ignore_index=True)
    found = summarise(table, {})
    assert found.runs["opening"].tolist() == table["moves"].str[0].tolist()
    assert found.runs["drawn"].tolist() == (table["winner"] == 0).tolist()
    traces = found.traces[found.traces["treatment"] == "each"]
    assert len(traces) == len(found.traces) == sum(len(moves) - 1 for moves in table["moves"][:2])
    assert traces.groupby("replicate")["step"].min().tolist() == [1, 1]
    champion = found.champions.iloc[2]
    assert champion["moves"].split()[0] == "{}.{}".format(*(place + 1 for place in divmod(table["moves"][2][0], 9)))
    winners = {1: table["first"][2], 2: table["second"][2], 0: ""}
    assert champion["champion"] == winners[table["winner"][2]]


def test_a_recipe_is_built():
    built = build_recipe(RECIPE, "here")
    assert built.players == {"document": ScheduledDepth(1, [0, 30], [1, 2, 3])}
    assert [built.players["document"].plies(step) for step in (0, 1, 30, 31, 80)] == [1, 2, 2, 3, 3]


def test_recipes_that_can_not_be(snapshot):
    changes = [
        {"rule": "fair"},
        {"pairs": "all"},
        {"players": {"a": {"name": "alphabeta", "heuristic": 3, "depth": 1}}},
        {"players": {"a": {"name": "alphabeta", "heuristic": 1, "depth": 0}}},
        {"players": {"a": {"name": "alphabeta", "depth": 2}}},
        {"players": {"a": DOCUMENT | {"until": [30, 0]}}},
        {"players": {"a": DOCUMENT | {"depths": [3, 4]}}},
        {"players": {"a": {"name": "random"}}, "measured": True},
        {"players": {"a": DOCUMENT | {"hurry": True}}, "measured": True},
    ]
    told = [message(build_recipe, RECIPE | change, "here") for change in changes]
    told.append(message(build_recipe, {key: value for key, value in RECIPE.items() if key != "prove"}, "here"))
    assert "\n".join(told) == snapshot


PLAYERS = {
    "deep": {"name": "alphabeta", "heuristic": 1, "depth": 5},
    "shallow": {"name": "alphabeta", "heuristic": 1, "depth": 1},
    "random": {"name": "random"},
}


@pytest.fixture(scope="module")
def met():
    rng = stream(0, "tests", "nine board league")
    chances = {"deep": (0.1, 0.7, 0.2), "shallow": (0.2, 0.5, 0.3), "random": (0.2, 0.2, 0.6)}
    rows = [
        (first, second, winner)
        for first, second in permutations(PLAYERS, 2)
        for winner in rng.choice(3, 30, p=chances[first])
    ]
    return pd.DataFrame(rows, columns=["first", "second", "winner"])


def test_tables(met):
    made = ranking_tables(ratings(met, PLAYERS), crosstable(met, PLAYERS))
    assert made["ranking"]["player"].tolist() == ["deep", "shallow", "random"]
    assert made["ranking"]["rank"].tolist() == [1, 2, 3]
    (first,) = made["first_move"].itertuples()
    counts = [int((met["winner"] == who).sum()) for who in (1, 0, 2)]
    assert [first.n, first.won, first.drawn, first.lost] == [180, *counts]
    assert len(made["pairs"]) == 6
    for row in made["pairs"].itertuples():
        own = met[(met["first"] == row.player) & (met["second"] == row.opponent)]["winner"]
        other = met[(met["second"] == row.player) & (met["first"] == row.opponent)]["winner"]
        points = [*own.map({1: 1, 0: 0.5, 2: 0}), *other.map({2: 1, 0: 0.5, 1: 0})]
        assert row.score == np.mean(points)
        assert (row.score_low, row.score_high) == pytest.approx(proportion_confint(sum(points), 60, method="wilson"))
    table = ratings(met, PLAYERS)
    table.loc[1, "rating"] = table.loc[0, "rating"]
    made = ranking_tables(table, crosstable(met, PLAYERS))
    assert made["ranking"]["rank"].tolist() == [1, 1, 3], "equal players share a place"


def test_answer_names_the_strongest_and_the_place_of_the_document():
    columns = ["rank", "player", "rating", "rating_low", "rating_high", "score"]
    rows = [(1, "deep", 532.5, 498.9, 566.1, 0.875), (2, "document", 242.3, 215.4, 269.2, 0.65)]
    tables = {"ranking": pd.DataFrame(rows, columns=columns)}
    text = "The strongest player is by depth: a rating of 532 (499 to 566) and 87.5% of the points"
    names = PlayerNames(players={"deep": "by depth"})
    assert answer(tables, names) == f"{text}; the document's player has place 2 of 2."
    tables["ranking"] = tables["ranking"].iloc[:1]
    assert answer(tables, names) == f"{text}."
