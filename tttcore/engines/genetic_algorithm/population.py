"""Population of a genetic algorithm: genes and exact results, row by row, and its row of a run's trace."""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, Genes, RowNumbers
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.pipeline.jit import copy_row, inlined, kernel


@dataclass(frozen=True, eq=False)
class Members:
    """Rows of a population that are ranked together, some perhaps more than once."""

    rows: RowNumbers  # (S,) rows in order
    distinct: RowNumbers  # (D,) the different ones
    copies: RowNumbers  # (S,) index into `distinct` of each row

    @classmethod
    def of(cls, rows: RowNumbers) -> Self:
        """Members in these rows."""
        return cls(rows, *np.unique(rows, return_inverse=True))


@dataclass(frozen=True, eq=False)
class Population:
    """Genes of R organisms and their results over every line of play.

    The arrays are allocated once per algorithm and written in place: fresh ones in each generation
    would be paged in anew.
    """

    genes: Genes  # (R, W) uint8, see `players.coding`
    tallies: NDArray[np.int64]  # (R, 2) packed results as first and as second player, see `players.evaluation`
    fitness: NDArray[np.float64]  # (R,) games lost / games played; lower is better

    @classmethod
    def empty(cls, rows: int, width: int) -> Self:
        """Population of `rows` organisms whose genes are placeholders and whose fitness is not set."""
        genes = np.full((rows, width), FINISHED_ALLELE, np.uint8)
        return cls(genes, np.zeros((rows, 2), np.int64), np.empty(rows))

    def __getitem__(self, rows: slice) -> Self:
        """View of some rows: writing to it writes to this population."""
        return type(self)(self.genes[rows], self.tallies[rows], self.fitness[rows])

    def best_genes(self) -> Genes:
        """(W,) genes of the organism of lowest fitness, the first of equals: a view."""
        return self.genes[np.argmin(self.fitness)]

    def evaluate(self, evaluator: Evaluator) -> None:
        """Compute tallies and fitness in place."""
        evaluator.evaluate_into(self.genes, self.tallies, self.fitness)

    def copy_genes(self, rows: RowNumbers, *, out: "Population") -> None:
        """Copy the genes of (P,) `rows` to the P organisms of `out`."""
        _copy_rows(self.genes, rows, out.genes)

    def take(self, rows: RowNumbers, *, out: "Population") -> None:
        """Copy (P,) `rows` to the P organisms of `out`."""
        _take(self.genes, self.tallies, self.fitness, rows, out.genes, out.tallies, out.fitness)


@kernel
def _copy_rows(genes, rows, genes_out):
    # Row by row in place: numpy's indexing by an array of rows would make a new array first.
    for i in range(rows.size):
        copy_row(genes[rows[i]], genes_out[i])


@kernel
def _take(genes, tallies, fitness, rows, genes_out, tallies_out, fitness_out):
    for i in range(rows.size):
        row = rows[i]
        copy_row(genes[row], genes_out[i])
        copy_row(tallies[row], tallies_out[i])
        fitness_out[i] = fitness[row]


class TraceRow(NamedTuple):
    """One generation of a run's trace."""

    best: float  # lowest fitness
    mean: float  # mean fitness
    distinct: int  # number of different genomes, counted exactly


def trace_row(population: Population) -> TraceRow:
    """Fitness and diversity of a population."""
    return TraceRow(*_trace_row(population.genes, population.fitness, _WEIGHTS))


_SAMPLED_EVERY = 16
_WEIGHTS = np.random.Generator(np.random.PCG64(0)).integers(1, 2**63, size=4096, dtype=np.int64)
"""Random weight of each locus in the hashes of genomes."""


@kernel
def _trace_row(genes, fitness, weights):
    """Best fitness, mean fitness and number of different rows of `genes`.

    Rows are sorted by a hash of every sixteenth gene; rows of equal hash are then compared by a hash
    of all genes and, if these are equal, gene by gene. The hashes save time and decide nothing.
    """
    organisms = genes.shape[0]
    # Enough bits for every row's number. With it all keys differ, so that their order is the same with any sort.
    bits = int(np.log2(organisms)) + 1
    keys = np.empty(organisms, np.int64)
    for i in range(organisms):
        keys[i] = _hash(genes[i], _SAMPLED_EVERY, weights) << bits | i  # the row's number in the low bits
    keys.sort()
    distinct = 0
    start = 0
    for end in range(1, organisms + 1):
        # From `start` to `end` all hashes are equal; most often there is one row, which is distinct.
        if end == organisms or keys[end] >> bits != keys[start] >> bits:
            distinct += 1 if end - start == 1 else _count_distinct(genes, keys[start:end], bits, weights)
            start = end
    return fitness.min(), _mean(fitness), distinct


@inlined
def _mean(values):
    """Mean of an array, added one by one: numba's own adds so, but numpy's, without the compiler, in pairs."""
    total = 0.0
    for value in values:
        total += value
    return total / values.size


@kernel
def _count_distinct(genes, keys, bits, weights):
    """Number of different genomes among rows whose numbers are the low `bits` of `keys`, which are overwritten."""
    low = (1 << bits) - 1
    for i in range(keys.size):
        row = keys[i] & low
        keys[i] = _hash(genes[row], 1, weights) << bits | row
    keys.sort()
    distinct = 0
    for i in range(keys.size):
        # Equal genomes have equal hashes and lie side by side: only the run of this hash is gone back over.
        is_new = True
        j = i - 1
        while is_new and j >= 0 and keys[j] >> bits == keys[i] >> bits:
            is_new = _differ(genes[keys[i] & low], genes[keys[j] & low])
            j -= 1
        distinct += is_new
    return distinct


@inlined
def _hash(row, step, weights):
    """Weighted sum of every `step`-th gene, modulo 2^64."""
    total = 0
    for k in range(row.size // step):
        total += row[k * step] * weights[k]
    return total


@kernel
def _differ(one, other):
    # Counted to the end, since a loop without an exit is vectorised.
    differences = 0
    for i in range(one.size):
        differences += one[i] != other[i]
    return differences > 0
