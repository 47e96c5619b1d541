"""Population of a genetic algorithm: genes and exact results of organisms, row by row."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, Genes, RowNumbers
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.pipeline.jit import copy_row, kernel


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
    tallies: NDArray[np.int64]  # (R, 2) packed results as first and as second player, see `players.replies`
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
