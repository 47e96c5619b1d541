"""Mutation: changed copies of organisms."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from tttcore.engines.genetic_algorithm.players.coding import Alleles, Genes
from tttcore.pipeline.jit import copy_row, kernel
from tttcore.pipeline.registry import Between, ConfigError, Registry
from tttcore.pipeline.rng import pick, words


class Mutation(ABC):
    """Changes genes at random."""

    @abstractmethod
    def check(self, loci: int) -> None:
        """ConfigError if the operator can't work on genomes of `loci` genes."""

    @abstractmethod
    def __call__(self, genes: Genes, best: float, alleles: Alleles, rng: np.random.Generator, *, out: Genes) -> None:
        """Write mutated copies of (P, W) `genes` to `out`, which may be `genes` itself.

        `best` is the lowest fitness among them, or among their parents where it isn't known yet.
        """


mutations: Registry[Mutation] = Registry("mutation")


@mutations.register("random_reset")
@dataclass(frozen=True)
class RandomReset(Mutation):
    """Redraws int(slope * best + base) distinct genes of every organism from their alleles.

    A draw may repeat the old allele. A finished state among the genes drawn is replaced by a
    random open one, which may have been drawn already.

    Source: ancheta2020, Mutation Operator and Listing 1, mutate.
    """

    slope: Annotated[float, Between(0, 100_000)]
    base: Annotated[float, Between(0, 100_000)]

    def check(self, loci: int) -> None:
        """See `Mutation.check`."""
        if self.count(1.0) > loci:
            raise ConfigError(
                f"slope, base: up to {self.count(1.0)} mutations in a genome of {loci} genes; at most {loci}"
            )

    def count(self, best: float) -> int:
        """How many genes are redrawn when the best fitness is `best`."""
        return int(self.slope * best + self.base)

    def __call__(self, genes: Genes, best: float, alleles: Alleles, rng: np.random.Generator, *, out: Genes) -> None:
        """See `Mutation.__call__`."""
        count = self.count(best)
        fuel = words(rng, len(genes) * count, per_word=_MUTATIONS_PER_WORD)
        _random_reset(genes, alleles.loci, count, alleles.cells, alleles.open_loci, alleles.closed, fuel, out)


_MUTATIONS_PER_WORD = 2


@kernel
def _random_reset(genes, loci, count, cells, open_loci, closed, fuel, out):
    """Distinct genes by Floyd's sampling; an open state is drawn for each, needed or not.

    Chances of taking a branch are no pattern that a processor could learn, so choices are made
    with masks: ``a ^ ((a ^ b) & mask)`` is b where the mask is all ones and a where it is 0.
    """
    organisms = genes.shape[0]
    drawn_for = np.zeros(loci, np.uint32)
    draw = 0
    rest = np.uint64(0)
    for organism in range(organisms):
        mutant = out[organism]
        copy_row(genes[organism], mutant)
        tag = np.uint32(organism + 1)
        for last in range(np.uint64(loci - count), np.uint64(loci)):
            if draw % _MUTATIONS_PER_WORD == 0:
                rest = fuel[draw // _MUTATIONS_PER_WORD]
            draw += 1
            locus, rest = pick(rest, last + np.uint64(1))
            repeated = np.uint64(0) - np.uint64(drawn_for[locus] == tag)
            locus ^= (locus ^ np.uint64(last)) & repeated
            drawn_for[locus] = tag
            substitute, rest = pick(rest, open_loci.size)
            locus ^= (locus ^ open_loci[substitute]) & closed[locus]
            choice, rest = pick(rest, cells[locus, 0])
            mutant[locus] = cells[locus, choice + np.uint64(1)]


@mutations.register("per_gene_reset")
@dataclass(frozen=True)
class PerGeneReset(Mutation):
    """Redraws every gene that decides something with chance `rate`; a draw may repeat the old allele.

    Source: hemingroth2025, Training, which doesn't say how many genes a mutation changes.
    """

    rate: Annotated[float, Between(0, 1)]

    def check(self, loci: int) -> None:
        """See `Mutation.check`."""

    def __call__(self, genes: Genes, best: float, alleles: Alleles, rng: np.random.Generator, *, out: Genes) -> None:
        """See `Mutation.__call__`."""
        counts = rng.binomial(alleles.open_loci.size, self.rate, size=len(genes))
        fuel = words(rng, int(counts.sum()), per_word=_MUTATIONS_PER_WORD)
        _per_gene_reset(genes, counts, alleles.cells, alleles.open_loci, fuel, out)


@kernel
def _per_gene_reset(genes, counts, cells, open_loci, fuel, out):
    """As many genes as fall to each organism, distinct ones by Floyd's sampling."""
    drawn_for = np.zeros(open_loci.size, np.uint32)
    draw = 0
    rest = np.uint64(0)
    for organism in range(genes.shape[0]):
        mutant = out[organism]
        copy_row(genes[organism], mutant)
        tag = np.uint32(organism + 1)
        for last in range(np.uint64(open_loci.size - counts[organism]), np.uint64(open_loci.size)):
            if draw % _MUTATIONS_PER_WORD == 0:
                rest = fuel[draw // _MUTATIONS_PER_WORD]
            draw += 1
            place, rest = pick(rest, last + np.uint64(1))
            if drawn_for[place] == tag:
                place = np.uint64(last)
            drawn_for[place] = tag
            locus = open_loci[place]
            choice, rest = pick(rest, cells[locus, 0])
            mutant[locus] = cells[locus, choice + np.uint64(1)]
