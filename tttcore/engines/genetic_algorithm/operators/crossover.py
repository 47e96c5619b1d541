"""Crossover: combine the genes of two parents in their children."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.operators import import_operators
from tttcore.engines.genetic_algorithm.players.coding import Genes, RowNumbers
from tttcore.pipeline.declaration import INDEX, Between
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rng import pick, random_uint64


class Crossover(ABC):
    """One or two children of each parent and its mate."""

    def check(self, n_genes: int) -> None:  # noqa: B027 - not every operator has a limit
        """ConfigError if the operator can't work on genomes of `n_genes` genes."""

    @abstractmethod
    def __call__(
        self,
        genes: Genes,
        parents: RowNumbers,
        mates: RowNumbers,
        n_genes: int,
        rng: np.random.Generator,
        *,
        out: Genes,
    ) -> None:
        """Cross the (K,) rows `parents` of (R, W) `genes` with the rows `mates`.

        Parameters
        ----------
        n_genes : genes of a genome; columns beyond them hold placeholders.
        out : (2 K, W) for both children of each pair, one after the other; (K, W) for the first alone.
        """


crossovers: Registry[Crossover] = Registry("crossover", import_operators, Crossover)


@crossovers.register("n_point")
@dataclass(frozen=True)
class NPoint(Crossover):
    """Children that alternate between the parents at distinct random sites.

    Sites are drawn from 1..L, where site s lies before gene s (counted from 0): the last site
    lies behind the last gene and switches nothing.

    Source: ancheta2020, Crossover Operator and Listing 1, crossover.
    """

    sites: Annotated[int, INDEX]

    def check(self, n_genes: int) -> None:
        """See `Crossover.check`."""
        if self.sites > n_genes:
            raise ConfigError(f"sites: {self.sites} crossover sites in a genome of {n_genes} genes; at most {n_genes}")

    def __call__(
        self,
        genes: Genes,
        parents: RowNumbers,
        mates: RowNumbers,
        n_genes: int,
        rng: np.random.Generator,
        *,
        out: Genes,
    ) -> None:
        """See `Crossover.__call__`."""
        random_words = random_uint64(rng, len(parents) * self.sites, per_word=_SITES_PER_WORD)
        _n_point(genes, parents, mates, n_genes, self.sites, random_words, _BYTE_MASKS, out)


_SITES_PER_WORD = 4
_BYTE_MASKS = np.array(
    [sum(0xFF << 8 * bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], np.uint64
)  # fmt: skip
"""Each bit of a byte widened to a byte of its own, all ones or all zeros, the lowest first."""


@kernel
def _n_point(genes, parents, mates, n_genes, sites, random_words, byte_masks, out):
    """Fast form of `reference.cross`: draw a set of sites per pair and cross the pair there.

    The set is one bit per site. Bit s is on where the donor changes before gene s, so gene s comes
    from the mate if an odd number of the bits 0..s is on: the set's prefix parity.

        sites          0 0 1 0 0 1 0     before genes 2 and 5
        from the mate  0 0 1 1 1 0 0     genes 2, 3 and 4
    """
    one, six, low_six = np.uint64(1), np.uint64(6), np.uint64(63)
    # Sites go up to `n_genes`, which is one bit more than there are genes.
    changes = np.empty(n_genes // 64 + 1, np.uint64)
    mask_words = np.empty(8 * changes.size, np.uint64)
    from_mate = mask_words.view(np.uint8)  # the same memory, a byte per gene
    both_children = out.shape[0] == 2 * parents.size
    draw = 0
    word = np.uint64(0)
    for pair in range(parents.size):
        parent = genes[parents[pair]]
        mate = genes[mates[pair]]
        changes[:] = 0
        # Floyd's sampling without replacement: draw from 1..last + 1; if that site is in the set, take last + 1
        for last in range(np.uint64(n_genes - sites), np.uint64(n_genes)):
            if draw % _SITES_PER_WORD == 0:
                word = random_words[draw // _SITES_PER_WORD]
            draw += 1
            site, word = pick(word, last + one)
            site += one
            taken = np.uint64(0) - ((changes[site >> six] >> (site & low_six)) & one)  # all ones if it is
            site ^= (site ^ (last + one)) & taken  # a choice without a branch, see `_recombine`
            changes[site >> six] |= one << (site & low_six)
        carry = np.uint64(0)  # all ones if an odd number of sites lies in the blocks before
        for block in range(changes.size):
            parity = changes[block]
            for shift in (1, 2, 4, 8, 16, 32):  # now bit s is the parity of the bits s - 2 shift + 1..s
                parity ^= parity << np.uint64(shift)
            # An odd number of sites before turns every parity in this block around.
            parity ^= carry
            # The top bit is the parity up to the block's end; 0 - 1 is all ones.
            carry = np.uint64(0) - (parity >> low_six)
            for byte in range(8):
                mask_words[8 * block + byte] = byte_masks[(parity >> np.uint64(8 * byte)) & np.uint64(0xFF)]
        _write_children(parent, mate, from_mate, n_genes, both_children, pair, out)


@inlined
def _write_children(parent, mate, from_mate, n_genes, both_children, pair, out):
    """Write the first child of a pair, or both."""
    if both_children:
        _recombine(parent, mate, from_mate, n_genes, out[2 * pair])
        _recombine(mate, parent, from_mate, n_genes, out[2 * pair + 1])
    else:
        _recombine(parent, mate, from_mate, n_genes, out[pair])


@inlined
def _recombine(parent, mate, from_mate, n_genes, child):
    """Copy genes of `mate` where `from_mate` is all ones and of `parent` where it is 0, without a branch."""
    for locus in range(n_genes):
        child[locus] = parent[locus] ^ ((parent[locus] ^ mate[locus]) & from_mate[locus])


@crossovers.register("switching")
@dataclass(frozen=True)
class Switching(Crossover):
    """Children whose donor changes before each gene but the first with probability `rate`.

    A rate of 0.5 is uniform crossover. Source: hemingroth2025, Figure 3, where 0.1 is read so.
    """

    rate: Annotated[float, Between(0, 1)]

    def __call__(
        self,
        genes: Genes,
        parents: RowNumbers,
        mates: RowNumbers,
        n_genes: int,
        rng: np.random.Generator,
        *,
        out: Genes,
    ) -> None:
        """See `Crossover.__call__`."""
        random_words = random_uint64(rng, len(parents) * (n_genes // 8 + 1), per_word=2)
        _switching(genes, parents, mates, n_genes, random_words, *_alias_table(self.rate), _PREFIX_PARITY_MASKS, out)


@cache
def _alias_table(rate: float) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Alias table (Vose 1991) of the 256 patterns of eight switches, bit k on where gene k switches.

    Returns
    -------
    keeps : (256,) how many of the 2^24 parts of each column are its own pattern.
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


# (2 << k) - 1 has ones in bits 0..k. For the byte 0b00100100, a switch before genes 2 and 5:
# byte k of the word     0  0  ff ff ff 0  0  0
_PREFIX_PARITY_MASKS = np.array(
    [sum(0xFF << 8 * k for k in range(8) if (byte & ((2 << k) - 1)).bit_count() % 2) for byte in range(256)], np.uint64
)
"""For each byte a word whose byte k is all ones where an odd number of the bits 0..k is on."""


@kernel
def _switching(genes, parents, mates, n_genes, random_words, keeps, alias, parity_masks, out):
    """Fast form of `reference.switch`: cross pairs eight genes at a time.

    Half a word draws a pattern of switches from the alias table.
    The low 8 bits of the half name a column, the other 24 a part of it, so that no pattern's probability is
    off by more than 2^-24.
    """
    mask_words = np.empty(n_genes // 8 + 1, np.uint64)
    from_mate = mask_words.view(np.uint8)  # the same memory, a byte per gene
    both_children = out.shape[0] == 2 * parents.size
    draw = 0
    for pair in range(parents.size):
        parent = genes[parents[pair]]
        mate = genes[mates[pair]]
        carry = np.uint64(0)  # all ones if the donor before these eight genes is the mate
        for eight in range(mask_words.size):
            half = (random_words[draw >> 1] >> np.uint64(32 * (draw & 1))) & np.uint64(0xFFFFFFFF)
            draw += 1
            column = half & np.uint64(0xFF)
            other = np.uint64(0) - np.uint64((half >> np.uint64(8)) >= keeps[column])  # all ones: take the alias
            pattern = column ^ ((column ^ alias[column]) & other)
            if eight == 0:  # a switch before the first gene would only swap the parents: undo it
                carry = np.uint64(0) - (pattern & np.uint64(1))
            parity = parity_masks[pattern]
            mask_words[eight] = parity ^ carry
            # The top bit is that of the eighth gene's byte, which says from whom the next eight begin.
            carry ^= np.uint64(0) - (parity >> np.uint64(63))
        _write_children(parent, mate, from_mate, n_genes, both_children, pair, out)
