"""Mutation: numbers, positions and alleles of redrawn genes, against the reference and their distributions."""

import random
from collections import Counter

import numpy as np
import pytest
from reference import classic as oracles
from scipy import stats

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.operators.mutation import PerGeneReset, RandomReset
from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE
from tttcore.pipeline.rng import stream

UNTOUCHED = 200


def mutated(genes, count, alleles, *name):
    out = np.full_like(genes, 99)
    before = genes.copy()
    RandomReset(slope=0.0, base=float(count))(genes, 0.5, alleles, stream(0, "tests", *name), out=out)
    np.testing.assert_array_equal(genes, before)
    return out


def touched(organisms, count, alleles, *name):
    """(P, 765) which genes were redrawn, seen on genomes that hold what no draw gives."""
    return mutated(np.full((organisms, 765), UNTOUCHED, np.uint8), count, alleles, *name) != UNTOUCHED


@pytest.mark.parametrize(("best", "count"), [(0.0, 10), (0.1, 35), (1.0, 260), (1 / 3, 93), (0.0039, 10), (0.004, 11)])
def test_number_of_mutations(best, count):
    assert RandomReset(slope=250, base=10).count(best) == count


@pytest.mark.parametrize("count", [0, 1, 10, 260, 765])
def test_only_so_many_genes_change_and_stay_legal(tables, alleles, random_genes, several, count):
    genes = random_genes(several(100, without_jit=20), "legal")
    out = mutated(genes, count, alleles, "legal", count)
    assert ((out != genes).sum(axis=1) <= count).all()
    assert (out[:, ~tables.open] == FINISHED_ALLELE).all()
    for locus in alleles.open_loci.tolist():
        assert (tables.states[locus, out[:, locus]] == 0).all()


def test_the_best_fitness_sets_the_number(alleles, several):
    genes = np.full((several(200, without_jit=10), 765), UNTOUCHED, np.uint8)
    out = np.empty_like(genes)
    for best in (0.0, 0.3):
        RandomReset(slope=250, base=10)(genes, best, alleles, stream(0, "tests"), out=out)
        redrawn = (out != UNTOUCHED).sum(axis=1)
        assert redrawn.max() <= int(250 * best + 10)
        assert redrawn.mean() > 0.9 * 250 * best + 9


def test_drawing_every_gene_touches_every_open_state(tables, alleles):
    np.testing.assert_array_equal(touched(5, 765, alleles, "all"), np.tile(tables.open, (5, 1)))


def test_positions_are_uniform_over_open_states(tables, alleles, several):
    organisms = several(40_000, without_jit=500)
    counts = touched(organisms, 10, alleles, "positions").sum(axis=0)[tables.open]
    chance = counts.sum() / organisms / 627
    statistic = ((counts - organisms * chance) ** 2).sum() / (organisms * chance * (1 - chance))
    assert 1e-4 < stats.chi2.sf(statistic, 626) < 1 - 1e-4


@pytest.mark.parametrize("count", [10, 120])
def test_number_of_genes_touched_is_the_references(alleles, several, count):
    """Draws that hit finished states are repeated and may then collide: the same loss as in the reference."""
    rng = random.Random(count)
    trials = several(4000 if count == 10 else 1000, without_jit=200)
    choices = [[] if oracles.winner(board) else oracles.free_cells(board) for board in oracles.game_base()]
    plain = []
    for _ in range(trials):
        genome = [UNTOUCHED] * 765
        reference.mutate(genome, rng.sample(range(765), count), choices, rng)
        plain.append(765 - genome.count(UNTOUCHED))
        assert all(allele in {UNTOUCHED, *allowed} for allele, allowed in zip(genome, choices, strict=True))
    ours = touched(several(10_000, without_jit=200), count, alleles, "touched", count).sum(axis=1)
    assert same_distribution(plain, ours.tolist())


def same_distribution(one, other):
    """Chi-square over values, the rare ones put together."""
    table = np.array([[Counter(sample)[value] for value in sorted({*one, *other})] for sample in (one, other)])
    common = table.sum(axis=0) >= 40
    merged = np.column_stack([table[:, common], table[:, ~common].sum(axis=1)])
    return stats.chi2_contingency(merged[:, merged.any(axis=0)]).pvalue > 1e-4


@pytest.mark.parametrize("mutate", [RandomReset(slope=0.0, base=765.0), PerGeneReset(1.0)])
def test_alleles_are_uniform(alleles, several, mutate):
    organisms = several(20_000, without_jit=100)
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
    assert 1e-4 < stats.chi2.sf(total, freedom) < 1 - 1e-4


def test_position_and_allele_are_independent(tables, alleles, several):
    """Of a genome's ten draws, the allele written to a state with nine free cells doesn't follow its chance."""
    organisms = several(100_000, without_jit=1000)
    out = mutated(np.full((organisms, 765), UNTOUCHED, np.uint8), 30, alleles, "joint")
    two_marks = np.flatnonzero(tables.open & (tables.plies == 2))
    total, freedom = 0.0, 0
    for locus in two_marks:
        drawn = out[:, locus][out[:, locus] != UNTOUCHED]
        counts = np.bincount(drawn, minlength=9)[tables.states[locus] == 0]
        total += stats.chisquare(counts).statistic
        freedom += counts.size - 1
    assert 1e-4 < stats.chi2.sf(total, freedom) < 1 - 1e-4


def test_too_many_mutations():
    RandomReset(slope=250, base=515).check(765)
    with pytest.raises(ValueError, match="up to 766 mutations in a genome of 765 genes"):
        RandomReset(slope=250, base=516).check(765)


def reset_per_gene(organisms, rate, alleles, *name):
    """(P, W) which genes were redrawn one by one, on genomes that hold what no draw gives."""
    genes = np.full((organisms, alleles.width), UNTOUCHED, np.uint8)
    PerGeneReset(rate)(genes, 0.5, alleles, stream(0, "tests", "per gene", *name), out=genes)
    return genes != UNTOUCHED


@pytest.mark.parametrize("rate", [0.0, 0.001, 0.05, 1.0])
def test_every_gene_is_redrawn_with_the_same_chance(tables, alleles, several, rate):
    organisms = several(20_000, without_jit=100)
    redrawn = reset_per_gene(organisms, rate, alleles, rate)
    assert not redrawn[:, ~tables.open].any()
    open_loci = int(tables.open.sum())
    numbers = redrawn.sum(axis=1)
    if rate in (0.0, 1.0):
        assert (numbers == open_loci * rate).all()
        return
    counts = redrawn[:, tables.open].sum(axis=0)
    statistic = ((counts - organisms * rate) ** 2).sum() / (organisms * rate * (1 - rate))
    assert 1e-4 < stats.chi2.sf(statistic, open_loci) < 1 - 1e-4
    spread = numbers.var() / (open_loci * rate * (1 - rate))
    assert abs(spread - 1) < 5 * np.sqrt(2 / organisms), "numbers of redrawn genes vary like a binomial"


def test_mutating_in_place_gives_the_same(alleles, random_genes):
    genes = random_genes(30, "in place")
    for mutate in (PerGeneReset(0.01), RandomReset(slope=0.0, base=20.0)):
        out, changed = np.empty_like(genes), genes.copy()
        mutate(genes, 0.5, alleles, stream(0, "tests", "in place"), out=out)
        mutate(changed, 0.5, alleles, stream(0, "tests", "in place"), out=changed)
        np.testing.assert_array_equal(out, changed)
