"""Games of every pair on n^d boards, their exact probabilities, and a league's means and intervals in plain loops."""

from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.genies import league as leagues
from tttcore.engines.genies.league import Entrant, baselines, board_league, league_tables
from tttcore.engines.genies.matches import against_random, crosstable, is_random
from tttcore.engines.genies.players.linear import EVALUATE, RANDOM, Player, play, strategy_3_genes
from tttcore.engines.genies.players.minmax import MinMax, play_match
from tttcore.engines.genies.shared_games import play_all_pairs
from tttcore.games.hypercube import Hypercube
from tttcore.games.position import RESULTS
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.plots.names import UNNAMED
from tttcore.studies.post1999.matches import BASELINES

SQUARE, CUBE = Hypercube(3, 2), Hypercube(3, 3)


def drawn_genes(board, count, name):
    return stream(0, "tests", "tournament", name).integers(-3, 10, (count, 2 * board.edge))


@pytest.mark.parametrize("board", [SQUARE, Hypercube(4, 3), Hypercube(6, 2), Hypercube(4, 4)], ids=str)
def test_every_game_is_that_of_the_two(board, several):
    """With search in either seat, too, on boards small enough."""
    genes = drawn_genes(board, several(12, without_jit=2), "games")
    players, searching = [Player(EVALUATE, own) for own in genes], MinMax(strategy_3_genes(board).tolist(), 2)
    pairs = [(genes, genes, [play(board, *pair).winner for pair in product(players, players)])]
    if board.cells < 36:
        pairs.append((searching, genes, [play_match(board, searching, own).winner for own in players]))
        pairs.append((genes, searching, [play_match(board, own, searching).winner for own in players]))
    for first, second, winners in pairs:
        tally = play_all_pairs(board, first, second)
        assert (tally.won.ravel() - tally.lost.ravel()).tolist() == [(0, 1, -1)[winner] for winner in winners]
        assert (tally.won & tally.lost == 0).all()
    assert any(pairs[0][2])


def test_results_against_random_moves_are_those_of_played_games(several):
    genes = np.vstack([drawn_genes(SQUARE, 2, "chance"), strategy_3_genes(SQUARE)])
    games, rng = several(1000, without_jit=200), np.random.default_rng(1)
    for seat, tally in enumerate(against_random(SQUARE, genes, games=games, rng=stream(0, "tests", "chance")), start=1):
        for won, lost, own in zip(tally.won, tally.lost, genes, strict=True):
            pair = [Player(EVALUATE, own), Player(RANDOM)][:: 3 - 2 * seat]
            winners = np.bincount([play(SQUARE, *pair, rng).winner for _ in range(games)], minlength=3)
            played = winners[[seat, 3 - seat, 0]]
            assert stats.chi2_contingency([[won + 1, lost + 1, games - won - lost + 1], played + 1]).pvalue > 1e-6
    one, same, other = (against_random(SQUARE, genes, games=50, rng=np.random.default_rng(seed)) for seed in (1, 1, 2))
    found = [[(tally.won.tolist(), tally.lost.tolist()) for tally in each] for each in (one, same, other)]
    assert found[0] == found[1] != found[2], "random moves come from the stream"


def champions(sizes, edge=3):
    genes = stream(0, "tests", "lattice league").integers(-2, 10, (sum(sizes.values()), 2 * edge)).tolist()
    rows = [(name, run) for name, size in sizes.items() for run in range(size)]
    genomes = [" ".join(map(str, own)) for own in genes]
    return pd.DataFrame(rows, columns=["treatment", "replicate"]).assign(genome=genomes)


def evolved(group, run, genes):
    return Entrant(f"{group}/{run}", group, Player(EVALUATE, tuple(genes)), evolved=True)


@pytest.fixture(scope="module", params=[SQUARE, CUBE], ids=str)
def league(request):
    """The board, its players, the places of each group's players, the crosstable and the tables."""
    board = request.param
    entrants = [
        evolved(f"study/{row.treatment}", row.replicate, map(int, row.genome.split()))
        for row in champions({"one": 4, "other": 3}, edge=board.edge).itertuples()
    ] + [*baselines(board)]
    players, groups = [each.player for each in entrants], [each.group for each in entrants]
    numbers = {group: [place for place, own in enumerate(groups) if own == group] for group in dict.fromkeys(groups)}
    results = crosstable(board, players, games=15, rng=np.random.default_rng(1))
    tables = board_league(board, entrants, games=15, resamples=300, rng=np.random.default_rng(1))
    return board, players, numbers, results, tables


def test_every_pair_plays_its_games(league):
    """What one wins the other loses."""
    board, players, _, results, _ = league
    for (a, one), (b, other) in permutations(enumerate(players), 2):
        by_chance = is_random(one) or is_random(other)
        assert results.games[a, b] == (30 if by_chance else 2)
        if not by_chance:
            winners = play_match(board, one, other).winner, {1: 2, 2: 1, 0: 0}[play_match(board, other, one).winner]
            shares = [np.mean([winner == who for winner in winners]) for who in (1, 2)]
            assert [results.ends[0, a, b], results.ends[2, a, b]] == shares
    assert {type(player) for player in players} == {Player, MinMax}
    assert not np.diagonal(results.games).any()
    assert (results.ends[0] == results.ends[2].T).all()
    assert (results.ends >= 0).all()
    assert results.ends.sum(axis=0) == pytest.approx(1 - np.eye(len(players)))


def test_groups_are_means_over_pairs_of_players(league):
    _, _, numbers, results, tables = league
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
        assert row["score_low"] - 1e-9 <= row["score"] <= row["score_high"] + 1e-9
    assert ranking["score"].is_monotonic_decreasing


def test_players_are_means_over_other_groups(league):
    _, _, numbers, results, tables = league
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
    certain = alone.loc[~by_chance, ["score", "score_low", "score_high"]]
    assert len(certain) > 6
    assert (certain.nunique(axis=1) == 1).all()


def test_players_are_drawn_again_with_replacement():
    sizes, rng = [3, 1, 4], np.random.default_rng(3)
    score = rng.integers(0, 2 * leagues.GAMES, (8, 8), endpoint=True) / (2 * leagues.GAMES)
    found = leagues.bootstrap_scores(score, sizes, resamples=50, rng=np.random.default_rng(4))
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
    sizes = {"a": 3, "one": 1, "b": 7, "c": 6, "other": 1, "d": 5}
    for _ in range(10):
        alike, *others = rng.integers(-2, 10, (23, 6)).tolist()
        entrants = [
            evolved(name, run, alike if name in ("one", "other") else others.pop())
            for name, size in sizes.items()
            for run in range(size)
        ]
        table = board_league(SQUARE, entrants, games=1, resamples=2, rng=rng)["ranking"]
        ranks = table.set_index("group")["rank"]
        assert ranks["one"] == ranks["other"]
        assert table["group"].tolist() == sorted(table["group"], key=lambda group: (ranks[group], group))


def test_treatments_of_a_board_meet_there():
    found = {"study": champions({"one": 4, "other": 3}), "second": champions({"one": 2})}
    square, tesseract = ({"edge": 3, "dimensions": dimensions} for dimensions in (2, 4))
    recipes = {"study": {"one": square, "other": tesseract}, "second": {"one": square}}
    tables, same = (league_tables(found, recipes, seed=1) for _ in range(2))
    boards = tables["ranking"].groupby(["edge", "dimensions"], sort=False)["group"].agg(set).to_dict()
    always = {f"house/{name}" for name in BASELINES}
    ahead = {f"house/MinMax {depth}" for depth in (2, 3, 4)}
    assert boards == {(3, 2): {"study/one", "second/one"} | always | ahead, (3, 4): {"study/other"} | always}
    assert all(tables[name].equals(same[name]) for name in leagues.LISTINGS)
    other = league_tables(found, recipes, seed=2)["pairs"]
    changed = tables["pairs"][(tables["pairs"][["won", "lost"]] != other[["won", "lost"]]).any(axis=1)]
    assert len(changed)
    assert ((changed["group"] == "house/random") | (changed["opponent"] == "house/random")).all()
    found["study"] = champions({"one": 2})
    with pytest.raises(ConfigError, match=r"^study: treatment 'other' has no champions$"):
        league_tables(found, recipes, seed=1)


def test_answer_says_who_leads_on_which_board():
    rows = [(4, 3, "study/one", True, 0.746), (4, 3, "house/strategy 3", False, 0.423),
            (6, 2, "house/strategy 3", False, 0.611), (6, 2, "study/other", True, 0.588)]  # fmt: skip
    ranking = pd.DataFrame(rows, columns=["edge", "dimensions", "group", "evolved", "score"])
    assert leagues.answer({"ranking": ranking}, UNNAMED) == (
        "Evolved Genies have the most points on 4x4x4 (74.6%); a player that doesn't learn has them on 6x6 "
        "(strategy 3, 61.1%)."
    )
    assert "on no board; a player" in leagues.answer({"ranking": ranking[2:]}, UNNAMED)
