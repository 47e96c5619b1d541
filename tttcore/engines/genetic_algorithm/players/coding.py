"""Coding of players as genomes: the state that each gene decides and the cell that each allele marks."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, CROSS, EMPTY, INVERSES, NOUGHT, SYMMETRIES, StateTables, enumerate_states
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rng import pick, random_uint64

FINISHED_ALLELE = 9
"""Placeholder where there is nothing to mark."""

Genes = NDArray[np.uint8]
"""(P, W): row by organism, column by locus, entry an allele."""
RowNumbers = NDArray[np.intp]
"""(P,) rows of a table of genes."""


@dataclass(frozen=True, eq=False)
class Alleles:
    """Alleles that each locus can have.

    Examples
    --------
    >>> from tttcore.games import enumerate_states
    >>> from tttcore.genetic import Alleles
    >>> alleles = Alleles.of(enumerate_states())
    >>> alleles.n_genes, alleles.open_loci.size, alleles.allowed[0].tolist()
    (765, 627, [9, 0, 1, 2, 3, 4, 5, 6, 7, 8])
    """

    allowed: NDArray[np.uint8]  # (W, 10) uint8: number of alleles, then the alleles; 0 of them where nothing is decided
    open_loci: NDArray[np.uint64]  # loci that decide something
    closed: NDArray[np.uint64]  # (W,) uint64, all bits set where nothing is decided, none elsewhere
    n_genes: int  # genes of a genome; columns beyond them, if any, hold placeholders

    @classmethod
    def from_lists(cls, alleles: list[list[int]], *, width: int) -> Self:
        """Alleles from a list of them for each gene, in rows of `width` columns."""
        allowed = np.zeros((width, CELLS + 1), np.uint8)
        for locus, values in enumerate(alleles):
            allowed[locus, 0] = len(values)
            allowed[locus, 1 : len(values) + 1] = values
        is_open = allowed[:, 0] > 0
        closed = np.where(is_open, np.uint64(0), ~np.uint64(0))
        return cls(allowed, np.flatnonzero(is_open).astype(np.uint64), closed, len(alleles))

    @classmethod
    def of(cls, tables: StateTables) -> Self:
        """Free cells of every state of the game, see `Cells`."""
        alleles = [free if is_open else [] for free, is_open in zip(_free(tables.states), tables.open, strict=True)]
        return cls.from_lists(alleles, width=len(alleles))

    @property
    def width(self) -> int:
        """Columns of a table of genes."""
        return len(self.allowed)


def fill_randomly(genes: Genes, alleles: Alleles, rng: np.random.Generator) -> None:
    """Fill (P, W) `genes` with random alleles at open loci and placeholders elsewhere.

    Source: ancheta2020, Initial Population.

    Examples
    --------
    >>> import numpy as np
    >>> from tttcore.games import enumerate_states
    >>> from tttcore.genetic import Alleles, fill_randomly
    >>> alleles = Alleles.of(enumerate_states())
    >>> genes = np.empty((100, alleles.width), np.uint8)
    >>> fill_randomly(genes, alleles, np.random.default_rng(1))
    >>> genes[0, :8].tolist()
    [4, 5, 7, 7, 4, 3, 2, 6]
    """
    genes[:] = FINISHED_ALLELE
    n_genes = -(-alleles.open_loci.size // _ALLELES_PER_WORD) * _ALLELES_PER_WORD
    random_words = random_uint64(rng, len(genes) * n_genes, per_word=_ALLELES_PER_WORD)
    _fill(genes, alleles.allowed, alleles.open_loci, random_words)


# 9^8 is less than 2^26: eight picks among up to nine cells take little of a word's 64 bits.
_ALLELES_PER_WORD = 8


@kernel
def _fill(genes, allowed, open_loci, random_words):
    """Fill open loci, eight of an organism from each of its random words.

    `pick` leaves a word times the number of choices. That number depends on the locus alone, so the word
    that is left after some picks is the word times one `factor` for all organisms.
    """
    organisms = genes.shape[0]
    factor = np.uint64(1)
    for i in range(open_loci.size):
        locus = open_loci[i]
        # Words lie block by block of eight loci, and in a block organism by organism. The loop over organisms is the
        # inner one, with the same choices in all its rounds.
        first_word = i // _ALLELES_PER_WORD * organisms
        if i % _ALLELES_PER_WORD == 0:
            factor = np.uint64(1)
        for organism in range(organisms):
            choice, _ = pick(random_words[first_word + organism] * factor, allowed[locus, 0])
            genes[organism, locus] = allowed[locus, choice + np.uint64(1)]
        # Wraps around at 2^64, as the word itself would: only the fraction is wanted, see `pick`.
        factor *= np.uint64(allowed[locus, 0])


@dataclass(frozen=True, eq=False)
class Coding:
    """Mapping from genomes to players."""

    states: NDArray[np.intp]  # (L,) state that each gene decides
    alleles: Alleles  # alleles of the genes
    marks: NDArray[np.uint8]  # (W, 10) uint8 cell of the state's representative that each allele marks, 9 for none

    def locus_of(self, tables: StateTables) -> NDArray[np.intp]:
        """(765,) gene that decides each state; for others a locus where nothing is decided."""
        locus_of = np.full(len(tables.states), int(np.flatnonzero(self.alleles.closed)[0]))
        locus_of[self.states] = np.arange(len(self.states))
        return locus_of

    def decode(self, genes: Genes, tables: StateTables) -> Genes:
        """(P, 765) cell of the representative that each organism marks in each state, 9 where it is finished."""
        players = np.full((len(genes), len(tables.states)), FINISHED_ALLELE, np.uint8)
        own = genes[:, : len(self.states)]
        players[:, self.states] = self.marks[np.arange(own.shape[1]), own]
        return players


class CodingRule(ABC):
    """Rule by which players of a game are coded."""

    n_genes: ClassVar[int]
    """Genes of a genome, known without the game's tables."""

    @abstractmethod
    def apply(self, tables: StateTables) -> Coding:
        """Coding of the game's players."""


codings: Registry[CodingRule] = Registry("coding")


@codings.register("cells")
@dataclass(frozen=True)
class Cells(CodingRule):
    """A gene for every state, finished ones included; its allele is the cell to mark.

    Source: ancheta2020, Organism Representation.
    """

    n_genes: ClassVar[int] = 765

    def apply(self, tables: StateTables) -> Coding:
        """See `CodingRule.apply`."""
        identity = np.tile(np.arange(CELLS + 1, dtype=np.uint8), (len(tables.states), 1))
        return Coding(np.arange(len(tables.states)), Alleles.of(tables), identity)


@codings.register("situations")
@dataclass(frozen=True)
class Situations(CodingRule):
    """A gene for every open state, shown as its base case, in the order of their keys.

    The base case is the image that comes first when O sorts before empty before X; the key is
    the base case read as a number. Alleles number the cells of the base case.

    Attributes
    ----------
    taken : meaning of an allele that denotes a taken cell. ``modulo`` takes it modulo the number
        of free cells and marks the free cell of that rank, whether the cell is taken or not;
        ``next_free`` goes on to the next free cell, round the end; ``never`` has no such alleles.

    Source: hemingroth2025, Search space and Training, which doesn't say what a taken cell means.
    """

    n_genes: ClassVar[int] = 627
    taken: Literal["modulo", "next_free", "never"] = "modulo"

    def apply(self, tables: StateTables) -> Coding:
        """See `CodingRule.apply`."""
        shown = {state: base_case(tables.states[state]) for state in np.flatnonzero(tables.open).tolist()}
        states = np.array(sorted(shown, key=lambda state: base_key(tables.states[state][shown[state]])))
        marks = np.full((states.size + 1, CELLS + 1), FINISHED_ALLELE, np.uint8)
        alleles = []
        for locus, state in enumerate(states.tolist()):
            order = shown[state]
            free = _free(tables.states[state][order][None, :])[0]
            for allele in range(CELLS):
                marks[locus, allele] = order[self._cell(allele, free)]
            alleles.append(free if self.taken == "never" else list(range(CELLS)))
        return Coding(states, Alleles.from_lists(alleles, width=states.size + 1), marks)

    def _cell(self, allele: int, free: list[int]) -> int:
        """Free cell of the base case that an allele marks."""
        if self.taken == "modulo":
            return free[allele % len(free)]
        return next((cell for cell in free if cell >= allele), free[0])


def base_case(board: NDArray[np.uint8]) -> NDArray[np.intp]:
    """(9,) cells of `board` in the order in which its base case shows them; the first symmetry that fits."""
    return min(SYMMETRIES, key=lambda cells: base_key(board[cells]))


def base_key(board: NDArray[np.uint8]) -> int:
    """Nine digits, 1 for O, 2 for empty, 3 for X, as one number. Source: hemingroth2025, Figure 2."""
    digit = {NOUGHT: 1, EMPTY: 2, CROSS: 3}
    return int("".join(str(digit[mark]) for mark in board.tolist()))


def _free(boards: NDArray[np.uint8]) -> list[list[int]]:
    return [np.flatnonzero(board == EMPTY).tolist() for board in boards]


def policy_of_genome(genes: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(positions, 9) True for the cell that (765,) genes mark, carried over from each state's representative."""
    tables = enumerate_states()
    cells = np.zeros(tables.next_position.shape, np.bool_)
    (at,) = np.nonzero(tables.open[tables.state_of])
    cells[at, INVERSES[tables.symmetry_of[at], genes[tables.state_of[at]]]] = True
    return cells
