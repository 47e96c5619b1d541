"""Matches: every game played again by the reference; tables of the study."""

import math
from functools import partial
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from reference.minimax import count_nodes
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.engines.genies.matches import BASELINES, minmax_players
from tttcore.engines.genies.players.linear import Player, play
from tttcore.engines.genies.players.minmax import MinMax
from tttcore.engines.genies.reference import Position, choose_by_search, choose_cell, opponent_of
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999.matches import (
    CHAMPION_MATCHES,
    MINMAX,
    champion_matches,
    champions,
    matches,
    minmax,
    minmax_matches,
)

SQUARE = Hypercube(3, 2)
SEATS = {"first": [1], "second": [2], "both": [1, 2]}


def runs(treatments=("small",), number=6, edge=3):
    genes = stream(0, "tests", "contests").integers(0, 10, (len(treatments), number, 2 * edge))
    return pd.DataFrame(
        [
            {"treatment": treatment, "replicate": replicate, "champion": " ".join(map(str, genes[at, replicate]))}
            for at, treatment in enumerate(treatments)
            for replicate in range(number)
        ]
    )


def game(first, second):
    """Winner of a game of the reference on the square, and the positions that MinMax evaluated in each of its moves."""
    board, seated, nodes = Position(SQUARE), {1: first, 2: second}, []
    current_player = 1
    while board.free():
        player = seated[current_player]
        if isinstance(player, MinMax):
            asked = (board, current_player, player.genes, player.depth)
            cell = choose_by_search(*asked)
            nodes.append(count_nodes(*asked))
        else:
            cell = choose_cell(board, current_player, player, None)
        board = board.marked(cell, current_player)
        if board.has_line(current_player):
            return current_player, nodes
        if not board.is_alive():
            break
        current_player = opponent_of(current_player)
    return 0, nodes


def counted(players, opponent, seats):
    """Games, wins and losses of players, and the nodes of each move, by the reference."""
    won = lost = 0
    nodes = []
    for player in players:
        for seat in seats:
            winner, more = game(*((player, opponent) if seat == 1 else (opponent, player)))
            won += winner == seat
            lost += winner == 3 - seat
            nodes += more
    return len(players) * len(seats), won, lost, np.mean(nodes) if nodes else math.nan


def test_games_without_chance_are_those_of_the_reference():
    players = champions(runs())
    opponents = {name: BASELINES[name] for name in ("first free", "strategy 3")} | minmax_players(SQUARE, [1, 2, 3])
    table = matches(SQUARE, players, opponents, games=7, rng=np.random.default_rng(1))
    assert table["opponent"].unique().tolist() == ["first free", "strategy 3", "MinMax 1", "MinMax 2", "MinMax 3"]
    assert table["seat"].tolist() == [*SEATS] * 5
    assert {*table["won"]} > {0}
    for row in table.itertuples():
        n, won, lost, nodes = counted(players, opponents[row.opponent], SEATS[row.seat])
        assert (row.n, row.won, row.lost) == (n, won / n, lost / n)
        assert row.drawn == pytest.approx(1 - row.won - row.lost)
        shares = [
            counted([player], opponents[row.opponent], SEATS[row.seat])[1] / len(SEATS[row.seat]) for player in players
        ]
        assert [row.won_low, row.won_high] == pytest.approx(DescrStatsW(shares).tconfint_mean())
        assert row.nodes == pytest.approx(nodes, nan_ok=True)


def test_games_against_random_players_are_drawn_in_order():
    """Player by player, in the first seat and then in the second."""
    board, players = Hypercube(3, 3), champions(runs())
    table = matches(board, players, BASELINES, games=5, rng=np.random.default_rng(2)).set_index(["opponent", "seat"])
    rng, results = np.random.default_rng(2), {1: [], 2: []}
    for player in players:
        for seat in (1, 2):
            pair = (player, Player(1)) if seat == 1 else (Player(1), player)
            results[seat] += [(winner := play(board, *pair, rng).winner) == seat or -(winner > 0) for _ in range(5)]
    for seat, seats in SEATS.items():
        found, expected = table.loc[("random", seat)], [result for one in seats for result in results[one]]
        assert found["n"] == len(expected) == 30 * len(seats)
        assert found["won"] == expected.count(1) / len(expected)
        assert found["lost"] == expected.count(-1) / len(expected)
        assert math.isnan(found["nodes"])
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
    for row in table[table["opponent"] == "strategy 3"].itertuples():
        n, won, lost, nodes = counted([players[row.player]], Player(3), SEATS[row.seat])
        assert (row.n, row.won, row.lost) == (n, won / n, lost / n)
        assert row.nodes == pytest.approx(nodes, nan_ok=True)
    by_chance = table[table["opponent"] == "random"]
    assert (by_chance["n"] == by_chance["seat"].map({"first": 9, "second": 9, "both": 18})).all()
    assert by_chance["nodes"].isna().tolist() == [True] * 3 + [False] * 6


def evidence(seed=1):
    boards = {"small": 2, "other": 2, "large": 4}
    return SimpleNamespace(
        runs=runs(tuple(boards)),
        recipes={name: {"edge": 3, "dimensions": dimensions} for name, dimensions in boards.items()},
        stream=partial(stream, seed),
    )


CONTESTS = {"treatments": ["large", "small", "other"], "games": 4, "depths": [1, 2]}


@pytest.fixture(scope="module")
def contests():
    return champion_matches(evidence(), **CONTESTS)


def test_contests_of_a_study_with_minmax_on_small_boards(contests):
    met = contests.groupby("treatment", sort=False)["opponent"].unique().map(list)
    assert met["large"] == ["random", "first free", "strategy 3"]
    assert met["small"] == met["other"] == [*met["large"], "MinMax 1", "MinMax 2"]
    source, table = evidence(), contests[contests["treatment"] == "small"]
    assert {*table} == {*CHAMPION_MATCHES}
    players = champions(source.runs[source.runs["treatment"] == "small"])
    opponents = {**BASELINES, **minmax_players(SQUARE, [1, 2])}
    expected = matches(SQUARE, players, opponents, games=4, rng=source.stream("contests", "small"))
    pd.testing.assert_frame_equal(table.drop(columns="treatment"), expected)


def test_minmax_plays_once_on_each_board():
    source = evidence()
    table = minmax(source, **CONTESTS | {"treatments": ["small", "other"]})
    assert {*table} == {*MINMAX}
    assert table[["edge", "dimensions"]].drop_duplicates().to_numpy().tolist() == [[3, 2]]
    expected = minmax_matches(SQUARE, [1, 2], games=4, rng=source.stream("minmax", "3^2"))
    pd.testing.assert_frame_equal(table.drop(columns=["edge", "dimensions"]), expected)


def test_the_seed_changes_random_games_alone(contests):
    made, other = (each.reset_index(drop=True) for each in (contests, champion_matches(evidence(seed=2), **CONTESTS)))
    counts = ["n", "won", "drawn", "lost"]
    changed = (made[counts] != other[counts]).any(axis=1)
    assert made.loc[changed, "opponent"].unique().tolist() == ["random"]
