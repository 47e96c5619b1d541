"""Facts about the method of Post (1999), against the reference and counts by hand."""

from math import comb
from pathlib import Path

import numpy as np
import pytest
from reference import lattice as lattice

from tttcore.engines.engine import read_study
from tttcore.engines.genies import reference
from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999.brute_force import centre, count_by_combinations, wins_from
from tttcore.studies.post1999.method import CAPTIONS, method_facts, method_tables
from tttcore.studies.post1999.method_tables import AVERAGES, ceilings, no_draw_expectation, simulated_ceiling

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def recipes():
    study = read_study(ROOT / "config/studies/post1999.yaml")
    return {name: treatment.recipe for name, treatment in study.treatments.items()}


@pytest.fixture(scope="module")
def facts(recipes):
    return method_facts(recipes, None, seed=1).set_index("fact")


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (2, 4), (5, 1)])
def test_combinations_are_all_tried(edge, dimensions):
    lines, tried = count_by_combinations(Hypercube(edge, dimensions))
    assert tried == comb(edge**dimensions, edge)
    assert lines == len(lattice.lines(edge, dimensions))


def test_the_document_is_followed(facts):
    nothing = ["round_trips_lost", "lines_differing", "moves_differing", "empty_differing", "first_free_skipped"]
    assert (facts.loc[[*nothing, "urgent_missed", "ends_differing", "goal_not_swapped"], "value"] == 0).all()
    assert facts.loc["lines_differing", "text"] == "6, 8, 10, 28, 49, 76, 120, 272, 520"
    assert facts.loc["combinations", "value"] == comb(256, 4)
    assert facts.loc["corner_lines", "value"] == 7
    assert facts.loc[["lowest_score", "highest_score"], "value"].tolist() == [1, 201]
    assert facts.loc["worst_by_best", "value"] == 1
    assert facts.loc["looks_saved", "value"] > 10
    assert facts.loc["winning_margin", "value"] == 1
    assert facts.loc["starts", "text"] == "strategy_3, uniform -5..5, uniform 0..9, zeros"


def test_scores_are_those_of_the_reference(facts):
    assert facts.loc["score_of_draws", "value"] == reference.life_score(0, 0, 5)
    assert facts.loc["score_of_even", "value"] == reference.life_score(3, 3, 0)
    assert facts.loc["score_of_nothing", "value"] == reference.life_score(0, 0, 0)


def test_mutation_changes_two_thirds(facts):
    for percent in (10, 20):
        assert facts.loc[f"changed_share_{percent}", "value"] == pytest.approx(percent / 150, rel=0.02)
    assert facts.loc["up_and_down_p", "value"] > 1e-6


def test_expected_ceilings():
    assert no_draw_expectation(1, 9) == pytest.approx(100 * (1 / 9) + 101)
    assert no_draw_expectation(5, 5) == pytest.approx(100 * (5 / 9) + 101)


def test_many_games_come_to_the_expectation():
    averages = simulated_ceiling(5, 5, 3000, stream(0, "tests", "ceiling"))
    assert averages["before"] == pytest.approx(np.full(20, no_draw_expectation(5, 5)), abs=1)
    assert (averages["without"] > averages["before"]).all()
    assert averages["with newborn"] == pytest.approx((4 * averages["without"] + 101) / 5)


def slow_ceiling(static, evolving, games, rng):
    """Game by game with the reference: averages over 4,000 generations before and after the worst one dies."""
    genies = [reference.Genie(Player(EVALUATE)) for _ in range(static + evolving)]
    before, without = [], []
    for _ in range(4000):
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


def test_ceilings_are_those_of_single_games():
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


def wins_by_minimax(board, marks):
    """True if the first player completes a line, by plain minimax over everything."""
    owners = {cell: turn % 2 for turn, cell in enumerate(marks)}
    for player in (0, 1):
        if any(
            all(owners.get(cell) == player for cell in line) for line in lattice.lines(board.edge, board.dimensions)
        ):
            return player == 0
    free = [cell for cell in range(board.cells) if cell not in owners]
    if not free:
        return False
    results = (wins_by_minimax(board, [*marks, cell]) for cell in free)
    return any(results) if len(marks) % 2 == 0 else all(results)


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (3, 2), (2, 3), (4, 1)])
def test_exact_search_is_minimax(edge, dimensions):
    board = Hypercube(edge, dimensions)
    for cell in range(board.cells):
        assert wins_from(board, cell)[0] == wins_by_minimax(board, [cell])


def test_the_centre_wins_beyond_two_dimensions(facts):
    """It is known that the first player wins 3x3x3 from the centre; on 3x3 nobody can."""
    assert wins_from(Hypercube(3, 3), centre(Hypercube(3, 3))) == (True, 177)
    assert not wins_from(Hypercube(3, 2), centre(Hypercube(3, 2)))[0]
    assert facts.loc["boards_won_by_search", ["value", "text"]].tolist() == [2, "3^3: 177, 3^4: 533"]


def test_boards_and_parameters(recipes):
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
    assert parameters.loc["cube", "score"] == "halved (division real)"
    assert parameters.loc["cube", "static"] == "count 1, strategy 3"
    assert (parameters["generations"] == [recipe["generations"] for recipe in recipes.values()]).all()
    assert np.isfinite(parameters["edge"]).all()
