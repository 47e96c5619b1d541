"""Recorded diversity and fitness of a population, against numpy."""

import numpy as np
import pytest

from tttcore.engines.genetic_algorithm.population import Population, trace_row


def population(genes, fitness=None):
    size = len(genes)
    return Population(genes, np.zeros((size, 2), np.int64), np.linspace(0.2, 0.8, size) if fitness is None else fitness)


@pytest.mark.parametrize("different", [1, 2, 17, 60])
def test_distinct_equals_numpy(random_genes, different):
    rng = np.random.default_rng(different)
    genes = random_genes(different, "distinct")[rng.integers(0, different, 60)]
    assert trace_row(population(genes)).distinct == len(np.unique(genes, axis=0))


def test_one_gene_is_a_difference(random_genes, several):
    """Wherever it lies, even where the sampled hash doesn't look."""
    genome = random_genes(1, "one gene")
    for locus in range(0, 765, several(1, without_jit=40)):
        genes = np.repeat(genome, 3, axis=0)
        genes[1, locus] += 1
        assert trace_row(population(genes)).distinct == 2


def test_many_genomes_of_equal_hash(random_genes):
    genes = np.repeat(random_genes(1, "equal hash"), 40, axis=0)
    genes[:, 1] = np.arange(40) % 13
    genes[:, 763] = np.arange(40) % 3
    assert trace_row(population(genes)).distinct == len(np.unique(genes, axis=0))


def test_fitness(random_genes):
    fitness = np.array([0.5, 0.125, 0.25, 0.125])
    summary = trace_row(population(random_genes(4, "fitness"), fitness))
    assert (summary.best, summary.mean) == (0.125, 0.25)
