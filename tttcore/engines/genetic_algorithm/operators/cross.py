"""Crossover: children from parents."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import Genes
from tttcore.engines.genetic_algorithm.players.genome import Rows
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.registry import Between, ConfigError, Registry
from tttcore.pipeline.rng import pick, words


class Crossover(ABC):
    """Makes one or two children of each parent and its mate."""

    @abstractmethod
    def check(self, loci: int) -> None:
        """ConfigError if the operator can't work on genomes of `loci` genes."""

    @abstractmethod
    def __call__(
        self, genes: Genes, parents: Rows, mates: Rows, loci: int, rng: np.random.Generator, *, out: Genes
    ) -> None:
        """Cross the (K,) rows `parents` of (R, W) `genes` with the rows `mates`.

        Parameters
        ----------
        loci : genes of a genome; columns beyond them hold placeholders.
        out : (2 K, W) takes both children of each pair, one after the other; (K, W) the first alone.
        """


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

    def __call__(
        self, genes: Genes, parents: Rows, mates: Rows, loci: int, rng: np.random.Generator, *, out: Genes
    ) -> None:
        """See `Crossover.__call__`."""
        fuel = words(rng, len(parents) * self.sites, per_word=_SITES_PER_WORD)
        _n_point(genes, parents, mates, loci, self.sites, fuel, _SPREAD, out)


_SITES_PER_WORD = 4
_SPREAD = np.array([sum(0xFF << 8 * bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], np.uint64)
"""Each bit of a byte as a byte of its own, all ones or all zeros, the lowest first."""


@kernel
def _n_point(genes, parents, mates, loci, sites, fuel, spread, out):
    """Sites by Floyd's sampling without replacement, kept as bits; from them who gives each gene.

    Bit s of the set of sites is on where the giver changes before gene s, so that gene s comes
    from the mate if an odd number of the bits 0..s is on: the running parity of the set, taken
    64 bits at a time by doubling shifts.
    """
    one, six, low_six = np.uint64(1), np.uint64(6), np.uint64(63)
    changes = np.empty(loci // 64 + 1, np.uint64)
    eights = np.empty(8 * changes.size, np.uint64)
    from_mate = eights.view(np.uint8)
    twins = out.shape[0] == 2 * parents.size
    draw = 0
    rest = np.uint64(0)
    for pair in range(parents.size):
        parent = genes[parents[pair]]
        mate = genes[mates[pair]]
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
        if twins:
            _blend(parent, mate, from_mate, loci, out[2 * pair])
            _blend(mate, parent, from_mate, loci, out[2 * pair + 1])
        else:
            _blend(parent, mate, from_mate, loci, out[pair])


@inlined
def _blend(parent, mate, from_mate, loci, child):
    """Give `child` the genes of `mate` where `from_mate` is all ones, of `parent` where it is 0."""
    for locus in range(loci):
        child[locus] = parent[locus] ^ ((parent[locus] ^ mate[locus]) & from_mate[locus])


@crossovers.register("switching")
@dataclass(frozen=True)
class Switching(Crossover):
    """Before each gene but the first the giving parent changes with chance `rate`.

    A rate of 0.5 is uniform crossover. Source: hemingroth2025, Figure 3, where 0.1 is read so.
    """

    rate: Annotated[float, Between(0, 1)]

    def check(self, loci: int) -> None:
        """See `Crossover.check`."""

    def __call__(
        self, genes: Genes, parents: Rows, mates: Rows, loci: int, rng: np.random.Generator, *, out: Genes
    ) -> None:
        """See `Crossover.__call__`."""
        fuel = words(rng, len(parents) * (loci // 8 + 1), per_word=2)
        _switching(genes, parents, mates, loci, fuel, *_patterns(self.rate), _PARITIES, out)


@cache
def _patterns(rate: float) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Alias table (Vose 1991) of the 256 patterns of eight switches, bit k on where gene k switches.

    Returns
    -------
    keeps : (256,) of 2^24 parts of each column, how many are its own pattern.
    alias : (256,) the pattern of the others.
    """
    switches = np.array([pattern.bit_count() for pattern in range(256)])
    share = 256 * rate**switches * (1 - rate) ** (8 - switches)
    keeps, alias = np.ones(256), np.arange(256)
    short, tall = (list(np.flatnonzero(side)) for side in (share < 1, share >= 1))
    while short and tall:
        low, high = short.pop(), tall[-1]
        keeps[low], alias[low] = share[low], high
        share[high] -= 1 - share[low]
        if share[high] < 1:
            short.append(tall.pop())
    return np.rint(keeps * 2**24).astype(np.uint64), alias.astype(np.uint64)


_PARITIES = np.array(
    [sum(0xFF << 8 * k for k in range(8) if (byte & ((2 << k) - 1)).bit_count() % 2) for byte in range(256)], np.uint64
)
"""Byte k all ones where an odd number of the bits 0..k is on."""


@kernel
def _switching(genes, parents, mates, loci, fuel, keeps, alias, parities, out):
    """Eight genes at a time: a pattern of switches from half a word, its running parity from a table.

    Half a word names a column of the alias table and a part of it, so that no pattern's chance
    is off by more than 2^-24. A switch before the first gene would only swap the
    parents, so it is taken back.
    """
    eights = np.empty(loci // 8 + 1, np.uint64)
    from_mate = eights.view(np.uint8)
    twins = out.shape[0] == 2 * parents.size
    draw = 0
    for pair in range(parents.size):
        parent = genes[parents[pair]]
        mate = genes[mates[pair]]
        carry = np.uint64(0)
        for eight in range(eights.size):
            half = (fuel[draw >> 1] >> np.uint64(32 * (draw & 1))) & np.uint64(0xFFFFFFFF)
            draw += 1
            column = half & np.uint64(0xFF)
            other = np.uint64(0) - np.uint64((half >> np.uint64(8)) >= keeps[column])
            pattern = column ^ ((column ^ alias[column]) & other)
            if eight == 0:
                carry = np.uint64(0) - (pattern & np.uint64(1))
            own = parities[pattern]
            eights[eight] = own ^ carry
            carry ^= np.uint64(0) - (own >> np.uint64(63))
        if twins:
            _blend(parent, mate, from_mate, loci, out[2 * pair])
            _blend(mate, parent, from_mate, loci, out[2 * pair + 1])
        else:
            _blend(parent, mate, from_mate, loci, out[pair])
