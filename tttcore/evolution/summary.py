"""What is recorded of a population in each generation."""

from typing import NamedTuple

import numpy as np

from tttcore.base.jit import kernel
from tttcore.evolution.organisms import Organisms


class Summary(NamedTuple):
    """One row of a run's trace.

    Attributes
    ----------
    best, mean : lowest and mean fitness.
    distinct : number of different genomes, counted exactly.
    """

    best: float
    mean: float
    distinct: int


def summarise(population: Organisms) -> Summary:
    """Fitness and diversity of a population."""
    return Summary(*_summarise(population.genes, population.fitness, _WEIGHTS))


_SAMPLED_EVERY = 16
_WEIGHTS = np.random.Generator(np.random.PCG64(0)).integers(1, 2**63, size=4096, dtype=np.int64)


@kernel
def _summarise(genes, fitness, weights):
    """Count different rows: sort a hash of every sixteenth gene, compare whole rows of equal hash.

    The hash saves time and decides nothing.
    """
    organisms, loci = genes.shape
    hashes = np.empty(organisms, np.int64)
    for i in range(organisms):
        total = 0
        for j in range(loci // _SAMPLED_EVERY):
            total += genes[i, j * _SAMPLED_EVERY] * weights[j]
        hashes[i] = total
    order = np.argsort(hashes)
    distinct = 0
    for i in range(organisms):
        row = genes[order[i]]
        is_new = True
        j = i - 1
        while is_new and j >= 0 and hashes[order[j]] == hashes[order[i]]:
            is_new = _differ(row, genes[order[j]])
            j -= 1
        distinct += is_new
    return fitness.min(), fitness.mean(), distinct


@kernel
def _differ(one, other):
    differences = 0
    for i in range(one.size):
        differences += one[i] != other[i]
    return differences > 0
