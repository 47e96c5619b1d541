"""Facts of the method, against the document, the slow oracles and arithmetic."""

from fractions import Fraction

import numpy as np
import pytest
from helpers.project import ROOT
from reference import classic as oracles
from scipy import stats

from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm.players.coding import Alleles
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.studies.ancheta2020.method import method_facts

pytestmark = pytest.mark.needs_jit

SAMPLED = {
    "allele_uniformity_p": (1e-3, 1),
    "rmg_difference": (0, 1e-12),
    "random_fitness": (0.28, 0.38),
    "most_changed": (24, 35),
}
"""Facts that depend on what is drawn, with their limits."""


@pytest.fixture(scope="module")
def recipes():
    return read_study(ROOT / "config" / "studies" / "ancheta2020.yaml").recipes


@pytest.fixture(scope="module")
def described(recipes):
    return build_recipe(recipes["control-described"], "control-described")


@pytest.fixture(scope="module")
def facts(recipes, tables):
    return method_facts(recipes, tables, seed=2020).set_index("fact")


def test_facts(facts, snapshot):
    assert (facts["value"].isna() == (facts["text"] != "")).all()
    assert facts.index.is_unique
    assert (facts["how"] != "").all()
    exact = facts.drop(index=[*SAMPLED])
    assert "\n".join(f"{row.Index}: {row.text or f'{row.value:.6g}'}" for row in exact.itertuples()) == snapshot
    least, greatest = zip(*SAMPLED.values(), strict=True)
    assert facts.loc[[*SAMPLED], "value"].between([*least], [*greatest]).all()


def test_facts_by_arithmetic(facts):
    """Also j(i) = i + 2N (i-1)(i-2) / ((N-1)(N-2)) in fractions, which the listing cuts off."""
    third = Fraction(5, 13) - Fraction(5, 21)
    assert facts.loc["niching_shift", "value"] == round(float(13 * third), 2), "shares 4 : 4 : 5, and 8 : 8 : 5 without"
    ranks = [i + Fraction(200 * (i - 1) * (i - 2), 99 * 98) for i in range(1, 101)]
    assert facts.loc["elite_rounding", "value"] == sum(round(rank) != int(rank) for rank in ranks)
    free = [len(oracles.free_cells(board)) for board in oracles.game_base() if not oracles.winner(board)]
    assert len(free) == 627
    share = 1 - sum(Fraction(1, cells) for cells in free) / 627
    assert facts.loc["redraws_that_change", "value"] == pytest.approx(float(share), rel=1e-12)


def test_sampled_mutants_change_as_many_genes_as_expected(facts, tables, described, random_genes):
    genes = random_genes(4000, "mutants")
    mutants = np.empty_like(genes)
    described.mutate(genes, 0.1, Alleles.of(tables), np.random.default_rng(1), out=mutants)
    changed = np.count_nonzero(mutants != genes, axis=1)
    assert stats.ttest_1samp(changed, facts.loc["expected_changed", "value"]).pvalue > 1e-3
    assert changed.max() <= 35


def test_sampled_sites_lie_behind_the_last_gene_as_often_as_expected(facts, described):
    """One of fifty sites is silent in a pair whose children switch parents 49 times."""
    pairs, n_genes = 5000, 765
    children = np.empty((2 * pairs, n_genes), np.uint8)
    first = np.zeros(pairs, np.intp)
    parents = np.array([np.zeros(n_genes), np.ones(n_genes)], np.uint8)
    described.cross(parents, first, first + 1, n_genes, np.random.default_rng(2), out=children)
    switches = np.count_nonzero(np.diff(children[::2].astype(np.int8), axis=1), axis=1)
    assert {*switches.tolist()} == {49, 50}
    chance = facts.loc["silent_last_site", "value"]
    assert stats.binomtest(int((switches == 49).sum()), pairs, chance).pvalue > 1e-3
