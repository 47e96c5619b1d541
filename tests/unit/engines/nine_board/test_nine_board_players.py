"""Players of nine boards choose the moves of their searches; runs of their games; the league's tables."""

import math
from itertools import permutations
from typing import Annotated, Any

import numpy as np
import pandas as pd
import pytest
from helpers.nine_board_positions import late_positions, random_positions
from helpers.texts import message
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.nine_board import as_published, engine
from tttcore.engines.nine_board.engine import SEARCHED, build_recipe, summarise
from tttcore.engines.nine_board.league import answer, ranking_tables
from tttcore.engines.nine_board.montecarlo import choose
from tttcore.engines.nine_board.players import FixedDepth, RandomPlayer, ScheduledDepth, players
from tttcore.engines.nine_board.reference import best_result, tree_search
from tttcore.engines.replicates import run_replicates
from tttcore.games.nine_board import NineBoard
from tttcore.games.super_board import SuperBoard
from tttcore.pipeline.declaration import build
from tttcore.pipeline.rng import next_word, randint, stream
from tttcore.plots.names import PlayerNames

ROOT = math.sqrt(2)
STARTS = [NineBoard(), NineBoard(rule="draw"), SuperBoard(), SuperBoard(rule="closed"), SuperBoard(rule="majority")]


def state_of(*name):
    return stream(0, "tests", "montecarlo", *name).bit_generator.random_raw(1)


def played(position, plies, state):
    """A position some random moves later, the last that is open if the game ends before."""
    for _ in range(plies):
        moves = position.legal_moves()
        following = position.apply(moves[randint(state, len(moves))])
        if following.winner is not None:
            break
        position = following
    return position


@pytest.mark.parametrize("start", STARTS, ids=repr)
@pytest.mark.parametrize("exploration", [0.0, 0.5, ROOT])
def test_the_tree_is_the_references(start, exploration, several):
    """Move by move as many visits, with the same draws, from positions all over the game."""
    for number in range(several(5, without_jit=3)):
        state = state_of("twin", number)
        position = played(start, randint(state, 60), state)
        draws = state.copy()
        found = choose(position, playouts=120, exploration=exploration, state=state)
        root = tree_search(position, 120, exploration, draws)
        visited = {move: visits for move, visits in enumerate(found.visits.tolist()) if visits}
        assert visited == {move: child.visits for move, child in root.children.items()}
        best = root.children[found.move]
        assert found.value == best.points[position.current_player] / best.visits
        assert found.move == min(root.children, key=lambda move: (-root.children[move].visits, move))
        assert state == draws


@pytest.mark.needs_jit
def test_enough_playouts_find_the_best_result():
    """On late positions, both rules, the chosen move keeps the exact result."""
    results = set()
    for position in late_positions(30, "converges", fewest=4, most=12):
        known = {}
        best = best_result(position, known)
        found = choose(position, playouts=20_000, exploration=1, state=state_of("converges"))
        assert best_result(position.apply(found.move), known) == best
        results.add(best)
    assert results == {0, 1, 2}


def test_mistakes(snapshot):
    asked = {"playouts": 10, "exploration": 1.0, "state": state_of("mistakes")}
    changes = [{"playouts": 0}, {"exploration": -0.1}, {"exploration": math.nan}, {"exploration": math.inf}]
    told = [message(choose, NineBoard(), **asked | change) for change in changes]
    told.append(message(choose, NineBoard(crosses=(7,) + (0,) * 8, noughts=(8, 8) + (0,) * 7), **asked))
    assert "\n".join(told) == snapshot


SETTINGS = {
    "alphabeta": {"heuristic": 1, "depth": 2},
    "scheduled": {"heuristic": 2, "until": [3], "depths": [1, 2]},
    "montecarlo": {"playouts": 20, "exploration": 0.3},
    "random": {},
}


@pytest.mark.parametrize("name", players.names())
def test_every_player_plays_a_legal_game(name):
    player = build(Annotated[Any, players], {"name": name, **SETTINGS[name]}, "here")
    words, again, position = state_of(name), state_of(name), NineBoard()
    while position.winner is None:
        before = words.copy()
        move = player.move(position, words)
        assert move == player.move(position, again), "the same words give the same move"
        assert move in position.legal_moves()
        if name == "montecarlo":
            assert move == choose(position, playouts=20, exploration=0.3, state=before).move
        position = position.apply(move)


def test_random_moves_are_as_likely():
    words, position = state_of("random"), NineBoard().apply(40)
    moves = [RandomPlayer().move(position, words) for _ in range(900)]
    assert set(moves) == set(position.legal_moves())
    assert stats.chisquare(np.bincount(moves)[position.legal_moves()]).pvalue > 1e-4


@pytest.mark.parametrize("heuristic", [0, 1, 2])
def test_searchers_choose_what_the_document_would(heuristic, several):
    words = state_of("searchers", heuristic)
    for position in random_positions(several(10, without_jit=3), "searchers", fewest=10):
        expected = as_published.search(position, heuristic=heuristic, depth=3, state=words.copy()).move
        for player in (FixedDepth(heuristic, 3), ScheduledDepth(heuristic, [0], [1, 3])):
            assert player.move(position, words.copy()) == expected
        next_word(words)


def test_only_who_hurries_always_wins_at_once():
    """X wins at once in cell 3 of the last board, and two plies later after cell 6."""
    position = NineBoard((72, 0, 0, 40, 0, 0, 54, 80, 48), (0, 1, 64, 192, 328, 321, 264, 0, 0), target=8)
    words = state_of("hurry")
    for hurry, moves in ((False, {75, 78}), (True, {75})):
        for player in (FixedDepth(1, 3, hurry), ScheduledDepth(1, [], [3], hurry)):
            assert {player.move(position, words) for _ in range(40)} == moves


DOCUMENT = {"name": "scheduled", "heuristic": 1, "until": [0, 30], "depths": [1, 2, 3]}
GAME = {"rule": "free", "pairs": "self", "openings": "chosen", "measured": False}
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


def test_everybody_meets_everybody_in_both_seats_or_makes_each_first_move(tables):
    met = [build_recipe(MEETING, "here").game(replicate) for replicate in range(12)]
    assert {*met[:6]} == {*met[6:]} == {(*pair, None) for pair in permutations("abc", 2)}
    each = build_recipe(MEETING | {"pairs": "self", "openings": "each"}, "here")
    met = [each.game(replicate) for replicate in range(3 * 81 + 1)]
    assert set(met) == {(name, name, opening) for name in "abc" for opening in range(81)}
    assert met[-1] == met[0]
    assert games(RECIPE | {"openings": "each"}, [7, 80], tables)["moves"].str[0].tolist() == [7, 80]


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


def test_recipes(snapshot):
    document = build_recipe(RECIPE, "here").players["document"]
    assert document == ScheduledDepth(1, [0, 30], [1, 2, 3])
    assert [document.plies(step) for step in (0, 1, 30, 31, 80)] == [1, 2, 2, 3, 3]
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
    assert "\n".join(message(build_recipe, RECIPE | change, "here") for change in changes) == snapshot


def test_tables():
    """Equal players share a place; scores have their intervals."""
    counts = {"n": 180, "won": 90, "drawn": 30, "lost": 60, "score": 0.0}
    rated = pd.DataFrame({"player": ["a", "b", "c", "first move"], "rating": [5.0, 5.0, -10.0, 9.0]}).assign(**counts)
    met = pd.DataFrame({"player": ["a"], "opponent": ["b"]}).assign(n=60, won=30, drawn=20, lost=10, score=0.0)
    made = ranking_tables(rated, met)
    assert made["ranking"][["rank", "player"]].to_numpy().tolist() == [[1, "a"], [1, "b"], [3, "c"]]
    assert made["first_move"]["player"].tolist() == ["first move"]
    for table, points, games in ((made["first_move"], 105, 180), (made["pairs"], 40, 60)):
        expected = [points / games, *proportion_confint(points, games, method="wilson")]
        assert table.loc[0, ["score", "score_low", "score_high"]].tolist() == pytest.approx(expected)


def test_answer_names_the_strongest_and_the_place_of_the_document():
    columns = ["rank", "player", "rating", "rating_low", "rating_high", "score"]
    rows = [(1, "deep", 532.5, 498.9, 566.1, 0.875), (2, "document", 242.3, 215.4, 269.2, 0.65)]
    tables = {"ranking": pd.DataFrame(rows, columns=columns)}
    text = "The strongest player is by depth: a rating of 532 (499 to 566) and 87.5% of the points"
    names = PlayerNames(players={"deep": "by depth"})
    assert answer(tables, names) == f"{text}; the document's player has place 2 of 2."
    tables["ranking"] = tables["ranking"].iloc[:1]
    assert answer(tables, names) == f"{text}."
