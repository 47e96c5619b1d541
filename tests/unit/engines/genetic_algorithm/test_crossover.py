"""Crossover and mutation against the reference, and the distributions of sites, switches, places and alleles."""

import random

import numpy as np
import pytest
from reference import classic as oracles
from scipy import stats

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.operators.crossover import NPoint, Switching
from tttcore.engines.genetic_algorithm.operators.mutation import PerGeneReset, RandomReset
from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, fill_randomly
from tttcore.pipeline.rng import stream

UNTOUCHED = 200


def alike(counts, number, chance):
    """True if counts in `number` tries fit this chance."""
    statistic = ((counts - number * chance) ** 2).sum() / (number * chance * (1 - chance))
    return 1e-4 < stats.chi2.sf(statistic, len(counts)) < 1 - 1e-4


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
    assert alike(counts[1:], pairs, 50 / 765)
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


@pytest.mark.parametrize("n_genes", [627, 64, 7])
def test_every_place_switches_alike(n_genes, several):
    pairs = several(10_000, without_jit=200)
    for rate in (0.0, 0.1, 0.5, 0.93, 1.0):
        children = switched(pairs, n_genes, rate, rate, n_genes)
        assert (children[:, 0] == 0).all(), "the first gene is the parent's"
        counts = np.count_nonzero(np.diff(children.astype(np.int8), axis=1), axis=0)
        assert (counts == pairs * rate).all() if rate in (0.0, 1.0) else alike(counts, pairs, rate)


def test_switches_are_independent(several):
    """All 2^11 patterns of switches in 12 genes, across the border between two groups of eight, have their chance."""
    pairs, rate = several(200_000, without_jit=3000), 0.3
    switches = np.diff(switched(pairs, 12, rate, "patterns").astype(np.int8), axis=1) != 0
    observed = np.bincount(switches @ (1 << np.arange(11)), minlength=2**11)
    ones = np.array([pattern.bit_count() for pattern in range(2**11)])
    expected = pairs * rate**ones * (1 - rate) ** (11 - ones)
    # rare patterns are counted by their number of switches alone
    groups = np.where(expected > 10, np.arange(2**11), 2**11 + ones)
    observed, expected = (np.bincount(groups, weights=part) for part in (observed, expected))
    common = expected > 0
    assert stats.chisquare(observed[common], expected[common]).pvalue > 1e-4


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
    genes = np.random.default_rng(0).integers(0, 9, (6, 128), dtype=np.uint8)
    parents, mates = np.array([0, 3, 3, 5]), np.array([1, 2, 4, 5])
    one, two = np.full((4, 128), 77, np.uint8), np.full((8, 128), 77, np.uint8)
    for out in (one, two):
        cross(genes, parents, mates, 100, stream(0, "tests", "twins"), out=out)
        assert (out[:, 100:] == 77).all()
    np.testing.assert_array_equal(one, two[::2])
    np.testing.assert_array_equal((two[::2] ^ two[1::2])[:, :100], (genes[parents] ^ genes[mates])[:, :100])


def touched(organisms, count, alleles, *name):
    """(P, 765) which genes were redrawn, seen on genomes that hold what no draw gives."""
    genes = np.full((organisms, 765), UNTOUCHED, np.uint8)
    RandomReset(slope=0.0, base=float(count))(genes, 0.5, alleles, stream(0, "tests", *name), out=genes)
    return genes != UNTOUCHED


def test_number_of_mutations(tables, alleles, several):
    """The best fitness sets it; at 765 all open genes are redrawn."""
    counts = {0.0: 10, 0.1: 35, 1.0: 260, 1 / 3: 93, 0.0039: 10, 0.004: 11}
    assert {best: RandomReset(slope=250, base=10).count(best) for best in counts} == counts
    genes = np.full((several(200, without_jit=10), 765), UNTOUCHED, np.uint8)
    for best in (0.0, 0.3):
        out = np.empty_like(genes)
        RandomReset(slope=250, base=10)(genes, best, alleles, stream(0, "tests"), out=out)
        redrawn = (out != UNTOUCHED).sum(axis=1)
        assert redrawn.max() <= int(250 * best + 10)
        assert redrawn.mean() > 0.9 * 250 * best + 9
    assert not touched(5, 0, alleles, "none").any()
    np.testing.assert_array_equal(touched(5, 765, alleles, "all"), np.tile(tables.open, (5, 1)))


def test_positions_are_uniform_over_open_states(tables, alleles, several):
    organisms = several(10_000, without_jit=500)
    counts = touched(organisms, 10, alleles, "positions").sum(axis=0)[tables.open]
    assert alike(counts, organisms, counts.mean() / organisms)


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
    ours = touched(several(10_000, without_jit=200), count, alleles, "touched", count).sum(axis=1)
    table = np.array([np.bincount(sample, minlength=count + 1) for sample in (plain, ours)])
    common = table.sum(axis=0) >= 40
    merged = np.column_stack([table[:, common], table[:, ~common].sum(axis=1)])
    assert stats.chi2_contingency(merged[:, merged.any(axis=0)]).pvalue > 1e-4


def random_genomes(genes, best, alleles, rng, *, out):
    fill_randomly(out, alleles, rng)


@pytest.mark.parametrize("draw", [RandomReset(slope=0.0, base=765.0), PerGeneReset(1.0), random_genomes])
def test_alleles_are_uniform_and_independent(tables, alleles, several, draw):
    """Over free cells; neighbouring genes come from one random word."""
    organisms = several(10_000, without_jit=300)
    out = np.full((organisms, alleles.width), UNTOUCHED, np.uint8)
    draw(out, 0.5, alleles, stream(0, "tests", "alleles"), out=out)
    assert np.isin(out[:, ~tables.open], [UNTOUCHED, FINISHED_ALLELE]).all()
    total, freedom = 0.0, 0
    for locus in alleles.open_loci.tolist():
        free = alleles.allowed[locus, 1 : alleles.allowed[locus, 0] + 1]
        counts = np.bincount(out[:, locus], minlength=10)[free]
        assert counts.sum() == organisms
        if free.size > 1:
            total += stats.chisquare(counts).statistic
            freedom += free.size - 1
    assert 1e-4 < stats.chi2.sf(total, freedom) < 1 - 1e-4
    for locus in range(1, 9):
        pairs = np.zeros((9, 9), int)
        np.add.at(pairs, (out[:, locus], out[:, locus + 1]), 1)
        assert stats.chi2_contingency(pairs[pairs.any(axis=1)][:, pairs.any(axis=0)]).pvalue > 1e-4


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
    assert alike(redrawn[:, tables.open].sum(axis=0), organisms, rate)
    spread = numbers.var() / (open_loci * rate * (1 - rate))
    assert abs(spread - 1) < 5 * np.sqrt(2 / organisms), "numbers of redrawn genes vary like a binomial"
