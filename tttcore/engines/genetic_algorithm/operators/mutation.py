"""Mutation: redraw some genes of organisms at random."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from tttcore.engines.genetic_algorithm.operators import import_operators
from tttcore.engines.genetic_algorithm.players.coding import Alleles, Genes
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.jit import copy_row, kernel
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rng import pick, random_uint64


class Mutation(ABC):
    """Random change of genes."""

    def check(self, n_genes: int) -> None:  # noqa: B027 - not every operator has a limit
        """ConfigError if the operator can't work on genomes of `n_genes` genes."""

    @abstractmethod
    def __call__(self, genes: Genes, best: float, alleles: Alleles, rng: np.random.Generator, *, out: Genes) -> None:
        """Write mutated copies of (P, W) `genes` to `out`, which may be `genes` itself.

        `best` is the lowest fitness among them, or among their parents where it isn't known yet.
        """


mutations: Registry[Mutation] = Registry("mutation", import_operators, Mutation)


@mutations.register("random_reset")
@dataclass(frozen=True)
class RandomReset(Mutation):
    """Redraw int(slope * best + base) distinct genes of every organism from their alleles.

    A draw may repeat the old allele. A finished state among the genes drawn is replaced by a
    random open one, which may have been drawn already.

    Source: ancheta2020, Mutation Operator and Listing 1, mutate.
    """

    slope: Annotated[float, Between(0, 100_000)]
    base: Annotated[float, Between(0, 100_000)]

    def check(self, n_genes: int) -> None:
        """See `Mutation.check`."""
        if self.count(1.0) > n_genes:
            raise ConfigError(
                f"slope, base: up to {self.count(1.0)} mutations in a genome of {n_genes} genes; at most {n_genes}"
            )

    def count(self, best: float) -> int:
        """Number of genes redrawn when the best fitness is `best`."""
        return int(self.slope * best + self.base)

    def __call__(self, genes: Genes, best: float, alleles: Alleles, rng: np.random.Generator, *, out: Genes) -> None:
        """See `Mutation.__call__`."""
        count = self.count(best)
        random_words = random_uint64(rng, len(genes) * count, per_word=_MUTATIONS_PER_WORD)
        _random_reset(
            genes, alleles.n_genes, count, alleles.allowed, alleles.open_loci, alleles.closed, random_words, out
        )


# A mutation picks a locus and a substitute, each among less than 2^10, and one of less than 2^4 alleles: 24 bits.
_MUTATIONS_PER_WORD = 2


@kernel
def _random_reset(genes, n_genes, count, allowed, open_loci, closed, random_words, out):
    """Fast form of `reference.mutate`: redraw `count` distinct genes of every organism.

    An open locus is drawn for each, needed or not. No branch predictor can learn these choices, so they are made with
    masks: ``a ^ ((a ^ b) & mask)`` is b where the mask is all ones and a where it is 0.
    """
    organisms = genes.shape[0]
    drawn_for = np.zeros(n_genes, np.uint32)  # last organism, from 1, for which each locus was drawn
    draw = 0
    word = np.uint64(0)
    for organism in range(organisms):
        mutant = out[organism]
        copy_row(genes[organism], mutant)
        # A new tag for each organism saves clearing `drawn_for`; 0 is no organism's.
        tag = np.uint32(organism + 1)
        # Floyd's sampling without replacement: draw from 0..last; if that locus was drawn before, take last
        for last in range(np.uint64(n_genes - count), np.uint64(n_genes)):
            if draw % _MUTATIONS_PER_WORD == 0:
                word = random_words[draw // _MUTATIONS_PER_WORD]
            draw += 1
            locus, word = pick(word, last + np.uint64(1))
            repeated = np.uint64(0) - np.uint64(drawn_for[locus] == tag)  # all ones if it was
            locus ^= (locus ^ np.uint64(last)) & repeated
            drawn_for[locus] = tag
            substitute, word = pick(word, open_loci.size)
            locus ^= (locus ^ open_loci[substitute]) & closed[locus]
            choice, word = pick(word, allowed[locus, 0])
            mutant[locus] = allowed[locus, choice + np.uint64(1)]


@mutations.register("per_gene_reset")
@dataclass(frozen=True)
class PerGeneReset(Mutation):
    """Redraw every gene of an open locus with probability `rate`; a draw may repeat the old allele.

    Source: hemingroth2025, Training, which doesn't say how many genes a mutation changes.
    """

    rate: Annotated[float, Between(0, 1)]

    def __call__(self, genes: Genes, best: float, alleles: Alleles, rng: np.random.Generator, *, out: Genes) -> None:
        """See `Mutation.__call__`."""
        counts = rng.binomial(alleles.open_loci.size, self.rate, size=len(genes))
        random_words = random_uint64(rng, int(counts.sum()), per_word=_MUTATIONS_PER_WORD)
        _per_gene_reset(genes, counts, alleles.allowed, alleles.open_loci, random_words, out)


@kernel
def _per_gene_reset(genes, counts, allowed, open_loci, random_words, out):
    """Fast form of `reference.redraw`: redraw `counts` distinct open genes of each organism, see `_random_reset`."""
    drawn_for = np.zeros(open_loci.size, np.uint32)
    draw = 0
    word = np.uint64(0)
    for organism in range(genes.shape[0]):
        mutant = out[organism]
        copy_row(genes[organism], mutant)
        tag = np.uint32(organism + 1)
        # The drawn numbers are places among the open loci, so that no draw has to be replaced.
        for last in range(np.uint64(open_loci.size - counts[organism]), np.uint64(open_loci.size)):
            if draw % _MUTATIONS_PER_WORD == 0:
                word = random_words[draw // _MUTATIONS_PER_WORD]
            draw += 1
            place, word = pick(word, last + np.uint64(1))
            if drawn_for[place] == tag:  # drawn before
                place = np.uint64(last)
            drawn_for[place] = tag
            locus = open_loci[place]
            choice, word = pick(word, allowed[locus, 0])
            mutant[locus] = allowed[locus, choice + np.uint64(1)]
