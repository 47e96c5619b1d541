"""League of n^d boards: games that each pair plays by itself, means and intervals written out in plain loops."""

from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.genies.league import (
    GAMES,
    LISTINGS,
    Entrant,
    answer,
    baselines,
    board_league,
    bootstrap_scores,
    league_tables,
)
from tttcore.engines.genies.matches import crosstable, is_random
from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.engines.genies.players.minmax import MinMax, play_match
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.plots.names import UNNAMED
from tttcore.stats.round_robin import RESULTS
from tttcore.studies.post1999.matches import BASELINES

SQUARE, CUBE = Hypercube(3, 2), Hypercube(3, 3)
SIZES = {"study/one": 4, "study/other": 3}


def champions(sizes=SIZES, edge=3):
    genes = stream(0, "tests", "lattice league").integers(-2, 10, (sum(sizes.values()), 2 * edge)).tolist()
    rows = [(name.split("/")[1], run) for name, size in sizes.items() for run in range(size)]
    return pd.DataFrame(rows, columns=["treatment", "replicate"]).assign(
        genome=[" ".join(map(str, own)) for own in genes]
    )


def evolved(group, run, genes):
    return Entrant(f"{group}/{run}", group, Player(EVALUATE, tuple(genes)), evolved=True)


def entrants_of(board):
    rows = champions(edge=board.edge).itertuples()
    found = [evolved(f"study/{row.treatment}", row.replicate, map(int, row.genome.split())) for row in rows]
    return [*found, *baselines(board)]


def played(board, one, other):
    """Shares of a game in each seat that one player wins and loses."""
    winners = (play_match(board, one, other).winner, {1: 2, 2: 1, 0: 0}[play_match(board, other, one).winner])
    return np.mean([winner == 1 for winner in winners]), np.mean([winner == 2 for winner in winners])


@pytest.fixture(scope="module", params=[SQUARE, CUBE], ids=str)
def league(request):
    """The board, its entrants, the crosstable and the tables."""
    board = request.param
    entrants = entrants_of(board)
    results = crosstable(board, [each.player for each in entrants], games=15, rng=np.random.default_rng(1))
    tables = board_league(board, entrants, games=15, resamples=300, rng=np.random.default_rng(1))
    return board, entrants, results, tables


def test_every_pair_plays_its_games(league):
    board, entrants, results, _ = league
    players = [each.player for each in entrants]
    for (a, one), (b, other) in permutations(enumerate(players), 2):
        by_chance = is_random(one) or is_random(other)
        assert results.games[a, b] == (30 if by_chance else 2)
        if not by_chance:
            assert (results.ends[0, a, b], results.ends[2, a, b]) == played(board, one, other)
    assert {type(player) for player in players} == {Player, MinMax}
    assert not np.diagonal(results.games).any()


def test_what_one_wins_the_other_loses(league):
    *_, results, _ = league
    won, _, lost = results.ends
    assert (won == lost.T).all()
    assert (results.ends >= 0).all()
    assert results.ends.sum(axis=0) == pytest.approx(1 - np.eye(len(won)))


def numbers_of(entrants):
    """Places of each group's players among all, by its name."""
    return pd.Series(range(len(entrants))).groupby([each.group for each in entrants], sort=False).agg(list).to_dict()


def test_groups_are_means_over_pairs_of_players(league):
    _, entrants, results, tables = league
    numbers = numbers_of(entrants)
    pairs = tables["pairs"].set_index(["group", "opponent"])
    assert [*pairs.index] == [*permutations(numbers, 2)]
    for (group, opponent), row in pairs.iterrows():
        cells = [*product(numbers[group], numbers[opponent])]
        assert row["games"] == sum(results.games[cell] for cell in cells)
        for result, share in zip(RESULTS, results.ends, strict=True):
            assert row[result] == pytest.approx(np.mean([share[cell] for cell in cells]))
        assert row["score"] == pytest.approx(row["won"] + row["drawn"] / 2)
    ranking = tables["ranking"].set_index("group")
    for group, row in ranking.iterrows():
        assert row["score"] == pytest.approx(pairs.loc[group, "score"].mean())
        assert row["players"] == len(numbers[group])
        assert row["evolved"] == group.startswith("study/")
        assert row["rank"] == 1 + (ranking["score"] > row["score"]).sum()
        assert row["score_low"] <= row["score"] + 1e-9
        assert row["score"] <= row["score_high"] + 1e-9
    assert ranking["score"].is_monotonic_decreasing


def test_players_are_means_over_other_groups(league):
    _, entrants, results, tables = league
    numbers = numbers_of(entrants)
    for place, row in tables["players"].iterrows():
        others = [members for name, members in numbers.items() if name != row["group"]]
        for result, share in zip(RESULTS, results.ends, strict=True):
            expected = np.mean([np.mean([share[place, other] for other in members]) for members in others])
            assert row[result] == pytest.approx(expected)
    of_groups = tables["players"].groupby("group")["score"].mean()
    assert of_groups.to_dict() == pytest.approx(tables["ranking"].set_index("group")["score"].to_dict())


def test_intervals_of_two_that_stand_alone(league):
    *_, tables = league
    alone = tables["pairs"][~(tables["pairs"]["group"] + tables["pairs"]["opponent"]).str.contains("study/")]
    by_chance = (alone["group"] == "house/random") | (alone["opponent"] == "house/random")
    for row in alone[by_chance].itertuples():
        expected = proportion_confint(row.score * row.games, row.games, method="wilson")
        assert (row.score_low, row.score_high) == pytest.approx(expected)
    certain = alone[~by_chance]
    assert len(certain) > 6
    assert (certain["score_low"] == certain["score"]).all()
    assert (certain["score_high"] == certain["score"]).all()


def test_players_are_drawn_again_with_replacement():
    sizes, rng = [3, 1, 4], np.random.default_rng(3)
    score = rng.integers(0, 2 * GAMES, (8, 8), endpoint=True) / (2 * GAMES)
    found = bootstrap_scores(score, sizes, resamples=50, rng=np.random.default_rng(4))
    same, starts = np.random.default_rng(4), np.cumsum([0, *sizes])
    counts = [same.multinomial(size, np.full(size, 1 / size), 50) for size in sizes]
    for sample in range(50):
        drawn = [start + np.repeat(np.arange(size), count[sample])
                 for start, size, count in zip(starts, sizes, counts, strict=False)]  # fmt: skip
        expected = [[score[np.ix_(rows, columns)].mean() for columns in drawn] for rows in drawn]
        np.testing.assert_array_equal(found[sample], expected)


def test_equal_groups_share_a_place():
    """Whatever order their points are added up in: two that play alike, among groups of several sizes."""
    rng = stream(0, "tests", "lattice league", "equal")
    for _ in range(10):
        alike, *others = rng.integers(-2, 10, (23, 6)).tolist()
        sizes = {"a": 3, "one": 1, "b": 7, "c": 6, "other": 1, "d": 5}
        entrants = [
            evolved(name, run, alike if name in ("one", "other") else others.pop())
            for name, size in sizes.items()
            for run in range(size)
        ]
        table = board_league(SQUARE, entrants, games=1, resamples=2, rng=rng)["ranking"]
        ranks = table.set_index("group")["rank"]
        assert ranks["one"] == ranks["other"]
        assert table["group"].tolist() == sorted(table["group"], key=lambda group: (ranks[group], group))


RECIPES = {
    "study": {"one": {"edge": 3, "dimensions": 2}, "other": {"edge": 3, "dimensions": 4}},
    "second": {"one": {"edge": 3, "dimensions": 2}},
}


def test_treatments_of_a_board_meet_there():
    found = {"study": champions(), "second": champions({"second/one": 2})}
    tables = league_tables(found, RECIPES, seed=1)
    boards = tables["ranking"].groupby(["edge", "dimensions"], sort=False)["group"].agg(set).to_dict()
    always = {f"house/{name}" for name in BASELINES}
    ahead = {f"house/MinMax {depth}" for depth in (2, 3, 4)}
    assert boards == {(3, 2): {"study/one", "second/one"} | always | ahead, (3, 4): {"study/other"} | always}
    for name in LISTINGS:
        pd.testing.assert_frame_equal(tables[name], league_tables(found, RECIPES, seed=1)[name])
    other = league_tables(found, RECIPES, seed=2)["pairs"]
    changed = tables["pairs"][(tables["pairs"][["won", "lost"]] != other[["won", "lost"]]).any(axis=1)]
    assert len(changed)
    assert ((changed["group"] == "house/random") | (changed["opponent"] == "house/random")).all()


def test_a_treatment_without_champions():
    found = {"study": champions({"study/one": 2}), "second": champions({"second/one": 2})}
    with pytest.raises(ConfigError, match=r"^study: treatment 'other' has no champions$"):
        league_tables(found, RECIPES, seed=1)


def test_answer_says_who_leads_on_which_board():
    rows = [(4, 3, "study/one", True, 0.746), (4, 3, "house/strategy 3", False, 0.423),
            (6, 2, "house/strategy 3", False, 0.611), (6, 2, "study/other", True, 0.588)]  # fmt: skip
    ranking = pd.DataFrame(rows, columns=["edge", "dimensions", "group", "evolved", "score"])
    assert answer({"ranking": ranking}, UNNAMED) == (
        "Evolved Genies have the most points on 4x4x4 (74.6%); a player that doesn't learn has them on 6x6 "
        "(strategy 3, 61.1%)."
    )
    assert "on no board; a player" in answer({"ranking": ranking[2:]}, UNNAMED)
