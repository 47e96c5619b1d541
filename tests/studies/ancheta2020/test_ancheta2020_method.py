"""Facts of the method, against the document, the slow twins and arithmetic."""

from fractions import Fraction

import oracles
import pytest
from project import ROOT
from scipy import stats

from tttcore.engines.engine import read_study
from tttcore.studies.ancheta2020.method import method_facts

pytestmark = pytest.mark.needs_jit


@pytest.fixture(scope="module")
def facts(tables):
    study = read_study(ROOT / "config" / "studies" / "ancheta2020.yaml")
    recipes = {name: treatment.recipe for name, treatment in study.treatments.items()}
    return method_facts(recipes, tables, seed=2020).set_index("fact")


VALUES = {
    "genome_length": 765,
    "placeholders": 138,
    "illegal_alleles": 0,
    "evaluation_mismatches": 0,
    "parents": 50,
    "children": 100,
    "most_switches": 50,
    "complementary": 1,
    "finished_changed": 0,
    "elite_different": 100,
    "elite_ties": 1,
    "pool": 300,
    "umg_passes_over": 0,
    "population": 100,
    "generations": 500,
    "treatments": 3,
}


TEXTS = {
    "board": "3,3,3",
    "niched_copies": "4, 4, 5",
    "mutations": "10, 35, 260",
    "elite_ranks": "1, 2, 300",
    "pool_different": "300, 200",
}


def test_facts(facts):
    assert facts["value"].reindex(VALUES).to_dict() == VALUES
    assert facts["text"].reindex(TEXTS).to_dict() == TEXTS
    assert facts.loc["niching_shift", "value"] in (1, 2), "shares 0.8 : 0.8 : 0.5 of 13 copies are nearly 5, 5 and 3"
    assert (facts["value"].isna() == (facts["text"] != "")).all()
    assert facts.index.is_unique
    assert (facts["how"] != "").all()


def test_ranks_that_rounding_would_change(facts):
    """j(i) = i + 2N (i-1)(i-2) / ((N-1)(N-2)) in fractions; the listing cuts it off."""
    exact = [i + Fraction(200 * (i - 1) * (i - 2), 99 * 98) for i in range(1, 101)]
    assert facts.loc["elite_rounding", "value"] == sum(round(rank) != int(rank) for rank in exact)


def test_redraws_that_change(facts):
    free = [len(oracles.free_cells(board)) for board in oracles.game_base() if not oracles.winner(board)]
    assert len(free) == 627
    share = 1 - sum(Fraction(1, cells) for cells in free) / 627
    assert facts.loc["redraws_that_change", "value"] == pytest.approx(float(share), rel=1e-12)
    # 35 draws, of which 35 * 138 / 765 go to finished states and are drawn again, a few onto genes drawn before
    again = 35 * 138 / 765
    touched = 35 - again * (35 - again / 2) / 627
    assert facts.loc["mean_changed", "value"] == pytest.approx(touched * float(share), rel=0.01)
    assert facts.loc["mean_changed", "value"] < facts.loc["most_changed", "value"] <= 35


def test_silent_last_site(facts):
    pairs = 20_000
    assert stats.binomtest(round(facts.loc["silent_last_site", "value"] * pairs), pairs, 50 / 765).pvalue > 1e-4


def test_chance_is_what_it_should_be(facts):
    assert 1e-3 < facts.loc["allele_uniformity_p", "value"] <= 1
    assert 0 <= facts.loc["rmg_difference", "value"] < 1e-12
    low, mean, high = facts.loc[["fitness_low", "random_fitness", "fitness_high"], "value"]
    assert 0 <= low < 0.28 < mean < 0.38 < high <= 1
