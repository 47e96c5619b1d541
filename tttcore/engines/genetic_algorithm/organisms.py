"""A table of organisms: what they are and what is known of them, row by row."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import FINISHED_ALLELE, Genes
from tttcore.engines.genetic_algorithm.players.genome import Evaluator, Rows
from tttcore.pipeline.jit import copy_row, kernel


@dataclass(frozen=True, eq=False)
class Members:
    """Rows of a table that make up a pool, some perhaps more than once.

    Attributes
    ----------
    rows : (S,) rows in the pool's order.
    distinct : (D,) the different ones.
    copies : (S,) place of each row in `distinct`.
    """

    rows: Rows
    distinct: Rows
    copies: Rows

    @classmethod
    def of(cls, rows: Rows) -> Self:
        """Members in these rows."""
        return cls(rows, *np.unique(rows, return_inverse=True))


@dataclass(frozen=True, eq=False)
class Organisms:
    """Genes of R organisms and their games over every line of play.

    The table is laid out once per run and written in place: fresh arrays in each generation
    would be paged in anew.

    Attributes
    ----------
    genes : (R, W) uint8, see `players.coding`.
    tallies : (R, 2) packed results as first and as second player, see `players.replies`.
    fitness : (R,) games lost / games played; lower is better.
    """

    genes: Genes
    tallies: NDArray[np.int64]
    fitness: NDArray[np.float64]

    @classmethod
    def room_for(cls, rows: int, width: int) -> Self:
        """A table of `rows` organisms, not filled in yet but for placeholders."""
        genes = np.full((rows, width), FINISHED_ALLELE, np.uint8)
        return cls(genes, np.zeros((rows, 2), np.int64), np.empty(rows))

    def __getitem__(self, rows: slice) -> Self:
        """A view of some rows: what is written to it is written to the table."""
        return type(self)(self.genes[rows], self.tallies[rows], self.fitness[rows])

    def best(self) -> Genes:
        """(W,) genes of the one with the lowest fitness, the first of equals: a view."""
        return self.genes[np.argmin(self.fitness)]

    def evaluate(self, evaluator: Evaluator) -> None:
        """Fill in tallies and fitness."""
        evaluator.into(self.genes, self.tallies, self.fitness)

    def copy_genes(self, rows: Rows, *, out: "Organisms") -> None:
        """Copy the genes of (P,) `rows` to the P organisms of `out`."""
        _copy_rows(self.genes, rows, out.genes)

    def take(self, rows: Rows, *, out: "Organisms") -> None:
        """Copy (P,) `rows` to the P organisms of `out`."""
        _take(self.genes, self.tallies, self.fitness, rows, out.genes, out.tallies, out.fitness)


@kernel
def _copy_rows(genes, rows, genes_out):
    for i in range(rows.size):
        copy_row(genes[rows[i]], genes_out[i])


@kernel
def _take(genes, tallies, fitness, rows, genes_out, tallies_out, fitness_out):
    for i in range(rows.size):
        row = rows[i]
        copy_row(genes[row], genes_out[i])
        copy_row(tallies[row], tallies_out[i])
        fitness_out[i] = fitness[row]
