"""Facts about the method of Post (1999), against the reference and counts by hand."""

from functools import cache
from math import comb

import numpy as np
import pytest
from helpers.project import ROOT
from reference import lattice

from tttcore.engines.engine import read_study
from tttcore.engines.genies import reference
from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999 import method_tables as module
from tttcore.studies.post1999.brute_force import centre, count_by_combinations, wins_from
from tttcore.studies.post1999.method import CAPTIONS, method_facts, method_tables
from tttcore.studies.post1999.method_tables import AVERAGES, ceilings, no_draw_expectation, simulated_ceiling

SAMPLED = {
    "random_uniformity_p": (1e-6, 1),
    "looks_saved": (10, 100),
    "changed_share_20": (0.98 * 20 / 150, 1.02 * 20 / 150),
    "changed_share_10": (0.98 * 10 / 150, 1.02 * 10 / 150),
    "up_and_down_p": (1e-6, 1),
}
"""Facts that depend on what is drawn, with their limits; two thirds of mutations change a gene."""


@pytest.fixture(scope="module")
def recipes():
    return read_study(ROOT / "config/studies/post1999.yaml").recipes


@pytest.fixture(scope="module")
def facts(recipes):
    return method_facts(recipes, None, seed=1).set_index("fact")


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (2, 4), (5, 1)])
def test_combinations_are_all_tried(edge, dimensions):
    lines, tried = count_by_combinations(Hypercube(edge, dimensions))
    assert tried == comb(edge**dimensions, edge)
    assert lines == len(lattice.lines(edge, dimensions))


def test_facts(facts, snapshot):
    exact = facts.drop(index=[*SAMPLED])
    assert "\n".join(f"{row.Index}: {row.value:.9g} {row.text}".rstrip() for row in exact.itertuples()) == snapshot
    least, greatest = zip(*SAMPLED.values(), strict=True)
    assert facts.loc[[*SAMPLED], "value"].between([*least], [*greatest]).all()
    assert facts.loc["combinations", "value"] == comb(256, 4)
    games = {"draws": (0, 0, 5), "even": (3, 3, 0), "nothing": (0, 0, 0)}
    scores = {f"score_of_{name}": reference.life_score(*played) for name, played in games.items()}
    assert facts.loc[[*scores], "value"].to_dict() == scores


@pytest.fixture
def brief(monkeypatch):
    """Fewer generations of a simulated family."""
    return lambda generations: monkeypatch.setattr(module, "GENERATIONS", generations)


def test_many_games_come_to_the_expectation(brief):
    brief(200)
    assert no_draw_expectation(1, 9) == pytest.approx(100 * (1 / 9) + 101)
    assert no_draw_expectation(5, 5) == pytest.approx(100 * (5 / 9) + 101)
    averages = simulated_ceiling(5, 5, 3000, stream(0, "tests", "ceiling"))
    assert averages["before"] == pytest.approx(np.full(20, no_draw_expectation(5, 5)), abs=1)
    assert (averages["without"] > averages["before"]).all()
    assert averages["with newborn"] == pytest.approx((4 * averages["without"] + 101) / 5)


def slow_ceiling(static, evolving, games, rng):
    """Game by game with the reference: averages over 2,000 generations before and after the worst one dies."""
    genies = [reference.Genie(Player(EVALUATE)) for _ in range(static + evolving)]
    before, without = [], []
    for _ in range(2000):
        for genie in genies:
            genie.halve()
        for _ in range(games):
            a, b = rng.choice(len(genies), 2, replace=False)
            if (a < static) == (b < static):
                a, b = rng.permutation([a, b])
            elif a < static:
                a, b = b, a
            genies[a].wins += 1
            genies[b].losses += 1
        family = genies[static:]
        scores = [reference.life_score(each.wins, each.losses, 0) for each in family]
        before.append(np.mean(scores))
        without.append((sum(scores) - min(scores)) / (evolving - 1))
        worst = family[scores.index(min(scores))]
        worst.wins = worst.losses = 0
    return {"before": np.mean(before), "without": np.mean(without)}


def test_ceilings_are_those_of_single_games(brief):
    brief(1000)
    rng = stream(0, "tests", "ceilings")
    table = ceilings([(1, 4), (2, 2)], [6, 20], rng)
    assert table.columns.tolist() == ["static", "evolving", "games", "average", "value", "value_low", "value_high"]
    assert len(table) == 2 * 2 * len(AVERAGES)
    found = table.set_index(["static", "evolving", "games", "average"])["value"]
    for static, evolving, games in ((1, 4, 6), (2, 2, 20)):
        for average, value in slow_ceiling(static, evolving, games, rng).items():
            assert found[static, evolving, games, average] == pytest.approx(value, abs=1.5)
    assert (table["value_low"] < table["value"]).all()
    assert (table["value"] < table["value_high"]).all()


@cache
def wins_by_minimax(size, first, second):
    """True if the first player completes a line, by plain minimax over everything, from sets of marks."""
    for own, won in ((first, True), (second, False)):
        if any(own >= set(line) for line in lattice.lines(*size)):
            return won
    free = {*range(size[0] ** size[1])} - first - second
    if len(first) > len(second):
        return bool(free) and all(wins_by_minimax(size, first, second | {cell}) for cell in free)
    return any(wins_by_minimax(size, first | {cell}, second) for cell in free)


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3), (4, 1)])
def test_exact_search_is_minimax(size):
    board = Hypercube(*size)
    for cell in range(board.cells):
        assert wins_from(board, cell)[0] == wins_by_minimax(size, frozenset([cell]), frozenset())


def test_the_centre_wins_beyond_two_dimensions():
    """It is known that the first player wins 3x3x3 from the centre; on 3x3 nobody can."""
    assert wins_from(Hypercube(3, 3), centre(Hypercube(3, 3))) == (True, 177)
    assert not wins_from(Hypercube(3, 2), centre(Hypercube(3, 2)))[0]


def test_boards_and_parameters(recipes, brief):
    brief(10)
    tables = method_tables(recipes, None, seed=1)
    assert tables.keys() == CAPTIONS.keys()
    boards = tables["boards"]
    formula = ((boards["edge"] + 2) ** boards["dimensions"] - boards["edge"] ** boards["dimensions"]) // 2
    assert (boards["lines"] == formula).all()
    assert (boards["cells"] == boards["edge"] ** boards["dimensions"]).all()
    assert (boards["corner_lines"] == 2 ** boards["dimensions"] - 1).all()
    assert not boards.duplicated().any()
    parameters = tables["parameters"].set_index("treatment")
    assert list(parameters.index) == list(recipes)
    assert parameters.loc["cube", ["score", "static"]].tolist() == ["halved (division real)", "count 1, strategy 3"]
    assert (parameters["generations"] == [recipe["generations"] for recipe in recipes.values()]).all()
    assert np.isfinite(parameters["edge"]).all()
