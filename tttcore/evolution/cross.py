"""Crossover: children from parents."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from tttcore.base.jit import kernel
from tttcore.base.registry import Between, ConfigError, Registry
from tttcore.base.rng import pick, words
from tttcore.players.genome import Genes, Rows


class Crossover(ABC):
    """Makes two children of each parent and its neighbour; the last is paired with the first."""

    @abstractmethod
    def check(self, loci: int) -> None:
        """ConfigError if the operator can't work on genomes of `loci` genes."""

    @abstractmethod
    def __call__(self, genes: Genes, parents: Rows, rng: np.random.Generator, *, out: Genes) -> None:
        """Write to (2 K, L) `out` the children of the (K,) rows `parents` of `genes`, in pairs."""


crossovers: Registry[Crossover] = Registry("crossover")


@crossovers.register("n_point")
@dataclass(frozen=True)
class NPoint(Crossover):
    """Children alternate between the parents at distinct random sites.

    Sites are drawn from 1..L, where site s lies before gene s (counted from 0): the last site
    lies behind the last gene and switches nothing.

    Source: ancheta2020, Crossover Operator and Listing 1, crossover.
    """

    sites: Annotated[int, Between(0)]

    def check(self, loci: int) -> None:
        """See `Crossover.check`."""
        if self.sites > loci:
            raise ConfigError(f"sites: {self.sites} crossover sites in a genome of {loci} genes; at most {loci}")

    def __call__(self, genes: Genes, parents: Rows, rng: np.random.Generator, *, out: Genes) -> None:
        """See `Crossover.__call__`."""
        fuel = words(rng, len(parents) * self.sites, per_word=_SITES_PER_WORD)
        _n_point(genes, parents, self.sites, fuel, _SPREAD, out)


_SITES_PER_WORD = 4
_SPREAD = np.array([sum(0xFF << 8 * bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], np.uint64)
"""Each bit of a byte as a byte of its own, all ones or all zeros, the lowest first."""


@kernel
def _n_point(genes, parents, sites, fuel, spread, out):
    """Sites by Floyd's sampling without replacement, kept as bits; from them who gives each gene.

    Bit s of the set of sites is on where the giver changes before gene s, so that gene s comes
    from the mate if an odd number of the bits 0..s is on: the running parity of the set, taken
    64 bits at a time by doubling shifts.
    """
    one, six, low_six = np.uint64(1), np.uint64(6), np.uint64(63)
    loci = genes.shape[1]
    changes = np.empty(loci // 64 + 1, np.uint64)
    eights = np.empty(8 * changes.size, np.uint64)
    from_mate = eights.view(np.uint8)
    draw = 0
    rest = np.uint64(0)
    for pair in range(parents.size):
        parent = genes[parents[pair]]
        mate = genes[parents[(pair + 1) % parents.size]]
        child = out[2 * pair]
        twin = out[2 * pair + 1]
        changes[:] = 0
        for last in range(np.uint64(loci - sites), np.uint64(loci)):
            if draw % _SITES_PER_WORD == 0:
                rest = fuel[draw // _SITES_PER_WORD]
            draw += 1
            site, rest = pick(rest, last + one)
            site += one
            taken = np.uint64(0) - ((changes[site >> six] >> (site & low_six)) & one)
            site ^= (site ^ (last + one)) & taken
            changes[site >> six] |= one << (site & low_six)
        carry = np.uint64(0)
        for block in range(changes.size):
            parity = changes[block]
            for shift in (1, 2, 4, 8, 16, 32):
                parity ^= parity << np.uint64(shift)
            parity ^= carry
            carry = np.uint64(0) - (parity >> low_six)
            for byte in range(8):
                eights[8 * block + byte] = spread[(parity >> np.uint64(8 * byte)) & np.uint64(0xFF)]
        for locus in range(loci):
            child[locus] = parent[locus] ^ ((parent[locus] ^ mate[locus]) & from_mate[locus])
        for locus in range(loci):
            twin[locus] = mate[locus] ^ ((parent[locus] ^ mate[locus]) & from_mate[locus])
