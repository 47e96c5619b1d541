"""Matches: every game played again by the reference; tables of the study."""

from functools import partial
from types import SimpleNamespace

import numpy as np
import pandas as pd
from helpers.rows import agrees, mean
from reference.minimax import count_nodes

from tttcore.engines.genies.matches import BASELINES, minmax_players
from tttcore.engines.genies.players.linear import Player, play
from tttcore.engines.genies.players.minmax import MinMax
from tttcore.engines.genies.reference import Position, choose_by_search, choose_cell, opponent_of
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999.matches import champion_matches, champions, matches, minmax, minmax_matches

SQUARE = Hypercube(3, 2)
SEATS = {"first": [1], "second": [2], "both": [1, 2]}


def runs(treatments=("small",), number=6):
    genes = stream(0, "tests", "contests").integers(0, 10, (len(treatments), number, 6))
    rows = [
        {"treatment": treatment, "replicate": replicate, "champion": " ".join(map(str, own))}
        for treatment, every in zip(treatments, genes, strict=True)
        for replicate, own in enumerate(every)
    ]
    return pd.DataFrame(rows)


def seated(player, opponent, seat):
    return (player, opponent) if seat == 1 else (opponent, player)


def game(player, opponent, seat):
    """1 for a won game of the reference, -1 for a lost one; positions that MinMax evaluated in each move."""
    board, players, nodes, current = Position(SQUARE), seated(player, opponent, seat), [], 1
    while board.free():
        moves = players[current - 1]
        if isinstance(moves, MinMax):
            asked = (board, current, moves.genes, moves.depth)
            cell = choose_by_search(*asked)
            nodes.append(count_nodes(*asked))
        else:
            cell = choose_cell(board, current, moves, None)
        board = board.marked(cell, current)
        if board.has_line(current):
            return (1 if current == seat else -1), nodes
        if not board.is_alive():
            break
        current = opponent_of(current)
    return 0, nodes


def assert_rows_are_those_of_the_reference(table, players, opponent):
    """Games, shares of them with the interval over players, and nodes of a move."""
    games = {seat: [game(player, opponent, seat) for player in players] for seat in (1, 2)}
    assert table["seat"].tolist() == [*SEATS]
    for row in table.to_dict("records"):
        own = [games[seat] for seat in SEATS[row["seat"]]]
        results = np.array([[result for result, _ in by_player] for by_player in own])
        nodes = [count for by_player in own for _, counts in by_player for count in counts]
        agrees(row, n=results.size, lost=np.mean(results == -1), drawn=np.mean(results == 0))
        won = (results == 1).mean(axis=0)
        agrees(row, won=mean(won) if len(players) > 1 else won[0], nodes=np.mean(nodes) if nodes else np.nan)


def test_games_without_chance_are_those_of_the_reference():
    players = champions(runs())
    opponents = {name: BASELINES[name] for name in ("first free", "strategy 3")} | minmax_players(SQUARE, [1, 2, 3])
    table = matches(SQUARE, players, opponents, games=7, rng=np.random.default_rng(1))
    assert table["opponent"].unique().tolist() == ["first free", "strategy 3", "MinMax 1", "MinMax 2", "MinMax 3"]
    assert {*table["won"]} > {0}
    for name, rows in table.groupby("opponent"):
        assert_rows_are_those_of_the_reference(rows, players, opponents[name])


def test_games_against_random_players_are_drawn_in_order():
    """Player by player, in the first seat and then in the second."""
    board, players = Hypercube(3, 3), champions(runs())
    table = matches(board, players, BASELINES, games=5, rng=np.random.default_rng(2)).set_index(["opponent", "seat"])
    rng, results = np.random.default_rng(2), {1: [], 2: []}
    for player in players:
        for seat in (1, 2):
            winners = [play(board, *seated(player, Player(1), seat), rng).winner for _ in range(5)]
            results[seat] += [1 if winner == seat else -bool(winner) for winner in winners]
    for seat, seats in SEATS.items():
        found, expected = table.loc[("random", seat)], [result for one in seats for result in results[one]]
        agrees(found, n=30 * len(seats), won=expected.count(1) / len(expected), nodes=np.nan)
        agrees(found, lost=expected.count(-1) / len(expected))
    assert 0 < table.loc[("random", "both"), "won"] < 1


def test_champions_by_replicate():
    made = runs(number=12)
    assert champions(made.sample(frac=1, random_state=1)) == champions(made)
    assert [int(gene) for gene in made["champion"].iloc[-1].split()] == champions(made)[-1].genes


def test_minmax_beside_strategy_3():
    table = minmax_matches(SQUARE, [2, 4], games=9, rng=np.random.default_rng(3))
    assert table["player"].unique().tolist() == ["strategy 3", "MinMax 2", "MinMax 4"]
    assert table.index.equals(pd.RangeIndex(len(table)))
    players = {"strategy 3": Player(3), **minmax_players(SQUARE, [2, 4])}
    for name, rows in table[table["opponent"] == "strategy 3"].groupby("player"):
        assert_rows_are_those_of_the_reference(rows, [players[name]], Player(3))
    by_chance = table[table["opponent"] == "random"]
    assert (by_chance["n"] == by_chance["seat"].map({"first": 9, "second": 9, "both": 18})).all()
    assert by_chance["nodes"].isna().tolist() == [True] * 3 + [False] * 6


def evidence(seed=1):
    boards = {"small": 2, "other": 2, "large": 4}
    recipes = {name: {"edge": 3, "dimensions": dimensions} for name, dimensions in boards.items()}
    return SimpleNamespace(runs=runs(tuple(boards)), recipes=recipes, stream=partial(stream, seed))


CONTESTS = {"treatments": ["large", "small", "other"], "games": 4, "depths": [1, 2]}


def test_contests_of_a_study_with_minmax_on_small_boards():
    """Another seed changes random games alone."""
    source, other = evidence(), champion_matches(evidence(seed=2), **CONTESTS)
    table = champion_matches(source, **CONTESTS)
    met = table.groupby("treatment", sort=False)["opponent"].unique().map(list)
    assert met["large"] == ["random", "first free", "strategy 3"]
    assert met["small"] == met["other"] == [*met["large"], "MinMax 1", "MinMax 2"]
    players = champions(source.runs[source.runs["treatment"] == "small"])
    opponents = {**BASELINES, **minmax_players(SQUARE, [1, 2])}
    expected = matches(SQUARE, players, opponents, games=4, rng=source.stream("contests", "small"))
    small = table[table["treatment"] == "small"].drop(columns="treatment")
    pd.testing.assert_frame_equal(small, expected)
    changed = (table[["won", "drawn", "lost"]].to_numpy() != other[["won", "drawn", "lost"]].to_numpy()).any(axis=1)
    assert {*table.loc[changed, "opponent"]} == {"random"}


def test_minmax_plays_once_on_each_board():
    source = evidence()
    table = minmax(source, **CONTESTS | {"treatments": ["small", "other"]})
    assert table[["edge", "dimensions"]].drop_duplicates().to_numpy().tolist() == [[3, 2]]
    expected = minmax_matches(SQUARE, [1, 2], games=4, rng=source.stream("minmax", "3^2"))
    pd.testing.assert_frame_equal(table.drop(columns=["edge", "dimensions"]), expected)
