"""Crossover and mutation against the reference, and the distributions of sites, switches, places and alleles."""

import random
from collections import Counter

import numpy as np
import pytest
from helpers.texts import message
from reference import classic as oracles
from scipy import stats

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.operators.crossover import NPoint, Switching
from tttcore.engines.genetic_algorithm.operators.mutation import PerGeneReset, RandomReset
from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE
from tttcore.pipeline.rng import stream

UNTOUCHED = 200


def fits(statistic, freedom):
    return 1e-4 < stats.chi2.sf(statistic, freedom) < 1 - 1e-4


def crossed(genes, parents, sites, *name):
    children = np.full((2 * len(parents), genes.shape[1]), 77, np.uint8)
    n_genes, rng = genes.shape[1], stream(0, "tests", *name)
    NPoint(sites=sites)(genes, np.array(parents), np.roll(parents, -1), n_genes, rng, out=children)
    return children


def opposites(n_genes):
    return np.array([np.zeros(n_genes), np.ones(n_genes)], np.uint8)


def sites_of(children):
    """Sites that show in children of a parent of zeros and a mate of ones; one behind the end never shows."""
    return [np.flatnonzero(np.diff(child, prepend=0)).tolist() for child in children]


@pytest.mark.parametrize(
    ("n_genes", "sites"), [(765, 50), (765, 1), (765, 0), (765, 765), (64, 10), (128, 127), (3, 2)]
)
def test_children_equal_the_references_slices(n_genes, sites):
    child, _, _, twin_of_mate = crossed(opposites(n_genes), [0, 1], sites, "slices", n_genes, sites)
    first, second = sites_of([child, twin_of_mate])
    genes = np.random.default_rng(n_genes + sites).integers(0, 250, (2, n_genes), dtype=np.uint8)
    children = crossed(genes, [0, 1], sites, "slices", n_genes, sites).tolist()
    one, other = genes.tolist()
    assert len(first) in (sites, sites - 1)
    assert tuple(children[:2]) == reference.cross(one, other, first)
    assert tuple(children[2:]) == reference.cross(other, one, second)


def children_of_opposites(pairs, n_genes, sites, *name):
    """First children of `pairs` pairs, 0 where a gene is the parent's own and 1 where it is the mate's."""
    own = np.arange(pairs) % 2
    return crossed(opposites(n_genes), own, sites, *name)[::2] ^ own[:, None].astype(np.uint8)


def test_sites_are_uniform(several):
    """All 50 sites show, but for the share 50/765 where one lies behind the last gene; all sets are as likely."""
    pairs = several(10_000, without_jit=200)
    counts, shown = np.zeros(765), sites_of(children_of_opposites(pairs, 765, 50, "uniform"))
    for sites in shown:
        counts[sites] += 1
    numbers = [len(sites) for sites in shown]
    assert numbers.count(50) + numbers.count(49) == pairs
    assert stats.binomtest(numbers.count(49), pairs, 50 / 765).pvalue > 1e-4
    assert counts[0] == 0
    # sites of one child are distinct, which shrinks the variance of a count by the factor 1 - 50/765
    assert fits(((counts[1:] - pairs * 50 / 765) ** 2).sum() / (pairs * 50 / 765 * (1 - 50 / 765)), 764)
    # of 6 loci choose 3: 10 sets of three sites before a gene, 10 sets of two and the site behind the last gene
    few = sites_of(children_of_opposites(pairs, 6, 3, "sets"))
    sets = np.unique([sum(1 << site for site in sites) for sites in few], return_counts=True)[1]
    assert len(sets) == 20
    assert stats.chisquare(sets).pvalue > 1e-4


def switched(pairs, n_genes, rate, *name):
    """First children of pairs of opposite parents by switching, 1 where a gene is the mate's."""
    own = np.arange(pairs) % 2
    out = np.full((pairs, n_genes), 77, np.uint8)
    Switching(rate)(opposites(n_genes), own, 1 - own, n_genes, stream(0, "tests", "switching", *name), out=out)
    return out ^ own[:, None].astype(np.uint8)


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 0.93, 1.0])
@pytest.mark.parametrize("n_genes", [627, 64, 7])
def test_every_place_switches_alike(rate, n_genes, several):
    pairs = several(10_000, without_jit=200)
    children = switched(pairs, n_genes, rate, rate, n_genes)
    assert (children[:, 0] == 0).all(), "the first gene is the parent's"
    counts = np.count_nonzero(np.diff(children.astype(np.int8), axis=1), axis=0)
    if rate in (0.0, 1.0):
        assert (counts == pairs * rate).all()
    else:
        assert fits(((counts - pairs * rate) ** 2).sum() / (pairs * rate * (1 - rate)), n_genes - 1)


def test_switches_are_independent(several):
    """All 2^11 patterns of switches in 12 genes, across the border between two groups of eight, have their chance."""
    pairs, rate = several(200_000, without_jit=3000), 0.3
    switches = np.diff(switched(pairs, 12, rate, "patterns").astype(np.int8), axis=1) != 0
    observed = np.bincount(switches @ (1 << np.arange(11)), minlength=2**11)
    ones = np.array([pattern.bit_count() for pattern in range(2**11)])
    expected = pairs * rate**ones * (1 - rate) ** (11 - ones)
    often = expected > 10
    if often.any():
        observed, expected = (np.append(part[often], part[~often].sum()) for part in (observed, expected))
    else:
        observed, expected = (np.bincount(ones, weights=part) for part in (observed, expected))
    assert stats.chisquare(observed, expected).pvalue > 1e-4


def test_one_pair_says_nothing_of_the_next(several):
    pairs = several(20_000, without_jit=1000)
    first_sites = [sites[0] if sites else 0 for sites in sites_of(children_of_opposites(pairs, 8, 1, "serial"))]
    for drawn in (np.array(first_sites), switched(pairs, 9, 0.2, "serial")[:, -1].astype(int)):
        table = np.zeros((drawn.max() + 1,) * 2)
        np.add.at(table, (drawn[:-1], drawn[1:]), 1)
        assert stats.chi2_contingency(table).pvalue > 1e-4


@pytest.mark.parametrize("cross", [NPoint(sites=7), Switching(0.2)])
def test_one_child_is_the_first_of_two_and_placeholders_stay(cross):
    """Columns beyond the genes are neither read nor written."""
    genes = np.random.default_rng(0).integers(0, 9, (6, 100), dtype=np.uint8)
    parents, mates = np.array([0, 3, 3, 5]), np.array([1, 2, 4, 5])
    one, two = np.empty((4, 100), np.uint8), np.empty((8, 100), np.uint8)
    for out in (one, two):
        cross(genes, parents, mates, 100, stream(0, "tests", "twins"), out=out)
    np.testing.assert_array_equal(one, two[::2])
    np.testing.assert_array_equal(two[::2] ^ two[1::2], genes[parents] ^ genes[mates])
    wide, out = np.full((2, 628), 9, np.uint8), np.full((1, 628), 77, np.uint8)
    cross(wide, np.array([0]), np.array([1]), 627, stream(0, "tests"), out=out)
    assert out[0, 627] == 77
    assert (out[0, :627] == 9).all()


def test_too_many_sites_or_mutations():
    NPoint(sites=765).check(765)
    RandomReset(slope=250, base=515).check(765)
    assert "766 crossover sites in a genome of 765 genes" in message(NPoint(sites=766).check, 765)
    assert "up to 766 mutations in a genome of 765 genes" in message(RandomReset(slope=250, base=516).check, 765)


def mutated(genes, count, alleles, *name):
    out, before = np.full_like(genes, 99), genes.copy()
    RandomReset(slope=0.0, base=float(count))(genes, 0.5, alleles, stream(0, "tests", *name), out=out)
    np.testing.assert_array_equal(genes, before)
    return out


def touched(organisms, count, alleles, *name):
    """(P, 765) which genes were redrawn, seen on genomes that hold what no draw gives."""
    return mutated(np.full((organisms, 765), UNTOUCHED, np.uint8), count, alleles, *name) != UNTOUCHED


def test_number_of_mutations(alleles, several):
    """The best fitness sets it."""
    counts = {0.0: 10, 0.1: 35, 1.0: 260, 1 / 3: 93, 0.0039: 10, 0.004: 11}
    assert {best: RandomReset(slope=250, base=10).count(best) for best in counts} == counts
    genes = np.full((several(200, without_jit=10), 765), UNTOUCHED, np.uint8)
    for best in (0.0, 0.3):
        out = np.empty_like(genes)
        RandomReset(slope=250, base=10)(genes, best, alleles, stream(0, "tests"), out=out)
        redrawn = (out != UNTOUCHED).sum(axis=1)
        assert redrawn.max() <= int(250 * best + 10)
        assert redrawn.mean() > 0.9 * 250 * best + 9


@pytest.mark.parametrize("count", [0, 1, 10, 260, 765])
def test_only_so_many_genes_change_and_stay_legal(tables, alleles, random_genes, several, count):
    genes = random_genes(several(100, without_jit=20), "legal")
    out = mutated(genes, count, alleles, "legal", count)
    assert ((out != genes).sum(axis=1) <= count).all()
    assert (out[:, ~tables.open] == FINISHED_ALLELE).all()
    for locus in alleles.open_loci.tolist():
        assert (tables.states[locus, out[:, locus]] == 0).all()
    if count == 765:
        np.testing.assert_array_equal(touched(5, 765, alleles, "all"), np.tile(tables.open, (5, 1)))


def test_positions_are_uniform_over_open_states(tables, alleles, several):
    organisms = several(10_000, without_jit=500)
    counts = touched(organisms, 10, alleles, "positions").sum(axis=0)[tables.open]
    chance = counts.sum() / organisms / 627
    assert fits(((counts - organisms * chance) ** 2).sum() / (organisms * chance * (1 - chance)), 626)


@pytest.mark.parametrize(("count", "trials"), [(10, 1500), (120, 700)])
def test_number_of_genes_touched_is_the_references(alleles, several, count, trials):
    """Draws that hit finished states are repeated and may then collide: the same loss as in the reference."""
    rng, plain = random.Random(count), []
    choices = [[] if oracles.winner(board) else oracles.free_cells(board) for board in oracles.game_base()]
    for _ in range(several(trials, without_jit=200)):
        genome = [UNTOUCHED] * 765
        reference.mutate(genome, rng.sample(range(765), count), choices, rng)
        plain.append(765 - genome.count(UNTOUCHED))
        assert all(allele in {UNTOUCHED, *allowed} for allele, allowed in zip(genome, choices, strict=True))
    ours = touched(several(10_000, without_jit=200), count, alleles, "touched", count).sum(axis=1).tolist()
    table = np.array([[Counter(sample)[value] for value in sorted({*plain, *ours})] for sample in (plain, ours)])
    common = table.sum(axis=0) >= 40
    merged = np.column_stack([table[:, common], table[:, ~common].sum(axis=1)])
    assert stats.chi2_contingency(merged[:, merged.any(axis=0)]).pvalue > 1e-4


@pytest.mark.parametrize("mutate", [RandomReset(slope=0.0, base=765.0), PerGeneReset(1.0)])
def test_alleles_are_uniform(alleles, several, mutate):
    organisms = several(10_000, without_jit=100)
    out = np.full((organisms, 765), UNTOUCHED, np.uint8)
    mutate(out, 0.5, alleles, stream(0, "tests", "alleles"), out=out)
    total, freedom = 0.0, 0
    for locus in alleles.open_loci.tolist():
        free = alleles.allowed[locus, 1 : alleles.allowed[locus, 0] + 1]
        if free.size > 1:
            counts = np.bincount(out[:, locus], minlength=10)[free]
            assert counts.sum() == organisms
            total += stats.chisquare(counts).statistic
            freedom += free.size - 1
    assert fits(total, freedom)


@pytest.mark.parametrize("rate", [0.0, 0.001, 0.05, 1.0])
def test_every_gene_is_redrawn_with_the_same_chance(tables, alleles, several, rate):
    organisms, open_loci = several(10_000, without_jit=100), int(tables.open.sum())
    genes = np.full((organisms, alleles.width), UNTOUCHED, np.uint8)
    PerGeneReset(rate)(genes, 0.5, alleles, stream(0, "tests", "per gene", rate), out=genes)
    redrawn = genes != UNTOUCHED
    assert not redrawn[:, ~tables.open].any()
    numbers = redrawn.sum(axis=1)
    if rate in (0.0, 1.0):
        assert (numbers == open_loci * rate).all()
        return
    counts = redrawn[:, tables.open].sum(axis=0)
    assert fits(((counts - organisms * rate) ** 2).sum() / (organisms * rate * (1 - rate)), open_loci)
    spread = numbers.var() / (open_loci * rate * (1 - rate))
    assert abs(spread - 1) < 5 * np.sqrt(2 / organisms), "numbers of redrawn genes vary like a binomial"


def test_mutating_in_place_gives_the_same(alleles, random_genes):
    genes = random_genes(30, "in place")
    for mutate in (PerGeneReset(0.01), RandomReset(slope=0.0, base=20.0)):
        out, changed = np.empty_like(genes), genes.copy()
        for source, target in ((genes, out), (changed, changed)):
            mutate(source, 0.5, alleles, stream(0, "tests", "in place"), out=target)
        np.testing.assert_array_equal(out, changed)
