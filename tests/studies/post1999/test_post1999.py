"""Facts about the method of Post (1999), against the slow twin and counts by hand."""

from math import comb
from pathlib import Path

import numpy as np
import oracles_genies as twin
import pytest

from tttcore.engines.engine import read_study
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999.ceiling import no_draw_expectation, simulated_ceiling
from tttcore.studies.post1999.line_counts import count_by_combinations
from tttcore.studies.post1999.method import CAPTIONS, method_facts, method_tables

ROOT = Path(__file__).parents[3]


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
    assert lines == len(twin.lines(edge, dimensions))


def test_the_document_is_followed(facts):
    nothing = ["round_trips_lost", "lines_differing", "moves_differing", "empty_differing", "first_free_skipped"]
    assert (facts.loc[[*nothing, "urgent_missed", "ends_differing", "goal_not_swapped"], "value"] == 0).all()
    assert facts.loc["lines_differing", "text"] == "6, 8, 10, 28, 49, 76, 120, 272, 520"
    assert facts.loc["combinations", "value"] == comb(256, 4)
    assert facts.loc["corner_lines", "value"] == 7
    assert facts.loc[["lowest_score", "highest_score"], "value"].tolist() == [1, 201]
    assert facts.loc["worst_by_best", "value"] == 1
    assert facts.loc["starts", "text"] == "strategy_3, uniform -5..5, uniform 0..9, zeros"


def test_scores_are_the_twins(facts):
    assert facts.loc["score_of_draws", "value"] == twin.life_score(0, 0, 5)
    assert facts.loc["score_of_even", "value"] == twin.life_score(3, 3, 0)
    assert facts.loc["score_of_nothing", "value"] == twin.life_score(0, 0, 0)


def test_mutation_changes_two_thirds(facts):
    for percent in (10, 20):
        assert facts.loc[f"changed_share_{percent}", "value"] == pytest.approx(percent / 150, rel=0.02)
    assert facts.loc["up_and_down_p", "value"] > 1e-6


def test_expected_ceilings():
    assert no_draw_expectation(1, 9) == pytest.approx(100 * (1 / 9) + 101)
    assert no_draw_expectation(5, 5) == pytest.approx(100 * (5 / 9) + 101)


def test_many_games_come_to_the_expectation():
    averages = simulated_ceiling(5, 5, 3000, stream(0, "tests", "ceiling"))
    assert averages["before"] == pytest.approx(no_draw_expectation(5, 5), abs=1)
    assert averages["without"] > averages["before"]
    assert averages["with newborn"] == pytest.approx((4 * averages["without"] + 101) / 5)


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
