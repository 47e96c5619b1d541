"""Runs of nine-board games: pairings, legality, measured searches, proofs, summaries, and mistakes in recipes."""

import re

import pandas as pd
import pytest

from tttcore.engines.nine_board import engine
from tttcore.engines.nine_board.engine import SEARCHED, STORED, TRACES, build_recipe, summarise
from tttcore.engines.nine_board.players import ScheduledDepth
from tttcore.engines.nine_board.reference import play_game
from tttcore.engines.replicates import Replicate, run_replicates
from tttcore.games.nine_board import NineBoard
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import write

DOCUMENT = {"name": "scheduled", "heuristic": 1, "until": [0, 30], "depths": [1, 2, 3]}
RECIPE = {
    "rule": "free",
    "players": {"document": DOCUMENT},
    "pairs": "self",
    "openings": "chosen",
    "measured": False,
    "prove": 0,
}
MEETING = RECIPE | {
    "players": {"a": DOCUMENT, "b": {"name": "random"}, "c": {"name": "alphabeta", "heuristic": 0, "depth": 1}},
    "pairs": "all",
}


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
    table = pd.concat([games(recipe, range(6), tables), games(recipe | {"pairs": "self"}, range(30), tables)])
    for game in table.to_dict("records"):
        positions = replayed(game["moves"], rule)
        assert all(position.winner is None for position in positions[:-1])
        assert positions[-1].winner == game["winner"]
        missed = sum(
            bool(wins) and move not in wins
            for move, wins in zip(game["moves"], map(wins_at_once, positions[:-1]), strict=True)
        )
        assert missed == game["missed"]
    assert table["missed"].sum() > 0


def test_a_run_depends_on_its_replicate_alone(tables):
    whole = games(MEETING, range(6), tables)
    parts = pd.concat([games(MEETING, [replicate], tables) for replicate in (5, 3)])
    assert parts["moves"].tolist() == whole.loc[[5, 3], "moves"].tolist()
    assert not whole["moves"].map(tuple).duplicated().any()
    assert games(MEETING, [3], tables, "others")["moves"].tolist() != parts["moves"].tolist()[1:]


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


def test_games_are_the_references(tables):
    """Measured or not: the search as published and the fast one choose the moves of the plain one."""
    plies = ScheduledDepth(1, DOCUMENT["until"], DOCUMENT["depths"]).plies
    expected = [play_game(1, plies, Replicate(0, "osipa2017", "games", number).word()) for number in range(2)]
    for measured in (True, False):
        assert games(RECIPE | {"measured": measured}, range(2), tables)["moves"].tolist() == expected


def test_results_are_proved_from_the_end_backwards(tables):
    table = games(RECIPE | {"prove": 1000}, range(3), tables)
    length = table["moves"].str.len()
    assert (table["proved_from"] < length).all()
    assert (table["proof_nodes"] > 0).all()
    never = games(RECIPE, range(3), tables)
    assert never[["proved_from", "proved"]].eq(-1).all(axis=None)


def test_summary(tables, tmp_path):
    table = pd.concat(
        [
            games(RECIPE | {"measured": True, "openings": "each"}, range(2), tables, "each"),
            games(MEETING, range(3), tables, "met"),
        ],
        ignore_index=True,
    )
    found = summarise(table, {})
    for name in ("batches", "runs", "traces"):
        made = {"batches": table, "runs": found.runs, "traces": found.traces}[name]
        schema = getattr(STORED, name)
        write(tmp_path / "t.parquet", made, schema=schema, provenance={})
        assert set(made) == set(schema.names)
    assert found.runs["opening"].tolist() == table["moves"].str[0].tolist()
    assert found.runs["drawn"].tolist() == (table["winner"] == 0).tolist()
    traces = found.traces[found.traces["treatment"] == "each"]
    assert len(traces) == len(found.traces) == sum(len(moves) - 1 for moves in table["moves"][:2])
    assert traces.groupby("replicate")["step"].min().tolist() == [1, 1]
    champion = found.champions.iloc[2]
    assert champion["moves"].split()[0] == "{}.{}".format(*(place + 1 for place in divmod(table["moves"][2][0], 9)))
    winners = {1: table["first"][2], 2: table["second"][2], 0: ""}
    assert champion["champion"] == winners[table["winner"][2]]


def test_nothing_measured_makes_no_traces(tables):
    traces = summarise(games(RECIPE, [0], tables), {}).traces
    assert traces.empty
    assert list(traces) == TRACES.names


def test_a_recipe_is_built():
    built = build_recipe(RECIPE, "here")
    assert built.players == {"document": ScheduledDepth(1, [0, 30], [1, 2, 3])}
    assert [built.players["document"].plies(step) for step in (0, 1, 30, 31, 80)] == [1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rule": "fair"}, "here.rule: 'fair' is not allowed; known: free, draw"),
        ({"pairs": "all"}, "here.pairs: 'all' needs two players or more, and there is one; allowed: self"),
        (
            {"players": {"a": {"name": "alphabeta", "heuristic": 3, "depth": 1}}},
            "here.players.a.heuristic: 3 is not allowed; known: 0, 1, 2",
        ),
        (
            {"players": {"a": {"name": "alphabeta", "heuristic": 1, "depth": 0}}},
            "here.players.a.depth: 0 is out of range; allowed: from 1 to 20",
        ),
        (
            {"players": {"a": DOCUMENT | {"until": [30, 0]}}},
            "here.players.a: until: [30, 0]; allowed: steps in rising order, each once",
        ),
        (
            {"players": {"a": DOCUMENT | {"depths": [3, 4]}}},
            "here.players.a: depths: [3, 4]; allowed: 3, one more than in until",
        ),
        (
            {"players": {"a": {"name": "random"}}, "measured": True},
            "here.measured: 'a' does not search as the document does; "
            "allowed: players alphabeta and scheduled without hurry",
        ),
        ({"players": {"a": DOCUMENT | {"hurry": True}}, "measured": True}, "here.measured: 'a' does not search as"),
        ({"players": {"a": {"name": "alphabeta", "depth": 2}}}, "here.players.a.heuristic: needs a value"),
    ],
)
def test_mistakes_in_a_recipe(change, message):
    with pytest.raises(ConfigError, match="^" + re.escape(message)):
        build_recipe(RECIPE | change, "here")


def test_a_key_that_is_missing():
    with pytest.raises(ConfigError, match=r"^here\.prove: needs a value$"):
        build_recipe({key: value for key, value in RECIPE.items() if key != "prove"}, "here")
