"""The document's listing that reduces boards to base cases, as data, and games played with it.

A *scenario* is a board with -1 for O, 0 for an empty cell and 1 for X, row by row; its *base case* is the least of its
eight variants.

Source: hemingroth2025, Search space and Figure 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tttcore.games.classic import (
    CELLS,
    CROSS_WON,
    DRAWN,
    NOUGHT_WON,
    OPEN,
    START,
    Board,
    StateTables,
    free_cells,
    marked,
    outcome,
)

Scenario = tuple[int, ...]
Steps = tuple[Literal["rotate", "flip"], ...]
"""Operations in printed order: the last one is applied first."""

_VALUES = (0, 1, -1)
"""Values in a scenario of EMPTY, CROSS and NOUGHT."""


class Variant(NamedTuple):
    """Row of the listing: operations that make a variant, and those that are to undo it."""

    steps: Steps
    inverse: Steps


Listing = tuple[Variant, ...]

LISTING: Listing = (
    Variant((), ()),
    Variant(("rotate",), ("rotate", "rotate", "rotate")),
    Variant(("rotate", "rotate"), ("rotate", "rotate")),
    Variant(("rotate", "rotate", "rotate"), ("rotate",)),
    Variant(("flip",), ("flip",)),
    Variant(("rotate", "flip"), ("flip", "rotate", "rotate", "rotate")),
    Variant(("rotate", "rotate", "flip"), ("flip", "rotate", "rotate")),
    Variant(("rotate", "rotate", "rotate", "flip"), ("flip", "rotate")),
)
"""Eight variants in the order of hemingroth2025, Figure 2, with their printed inverses."""

SHORT_SIXTH: Listing = (*LISTING[:5], Variant(LISTING[5].steps, ("flip", "rotate", "rotate")), *LISTING[6:])
"""Listing with one rotation too few in the sixth inverse: a hypothetical misprint to compare with."""


class Convention(NamedTuple):
    """Choices that the listing leaves open: the axis of `flip` and the sense of `rotate`."""

    axis: Literal["horizontal", "vertical"] = "horizontal"
    clockwise: bool = True


DEFAULT = Convention()
CONVENTIONS = (DEFAULT, Convention("horizontal", False), Convention("vertical", True), Convention("vertical", False))


@cache
def permutation(steps: Steps, convention: Convention = DEFAULT) -> tuple[int, ...]:
    """(9,) cells p with ``image[i] = scenario[p[i]]`` after all `steps`."""
    square = np.arange(CELLS).reshape(3, 3)
    for step in reversed(steps):
        if step == "rotate":
            square = np.rot90(square, -1 if convention.clockwise else 1)
        else:
            square = np.flipud(square) if convention.axis == "horizontal" else np.fliplr(square)
    return tuple(square.ravel().tolist())


def scenario(board: Sequence[int]) -> Scenario:
    """Scenario of a board of marks."""
    return tuple(_VALUES[mark] for mark in board)


def variants(cells: Scenario) -> list[Scenario]:
    """Eight variants of a scenario, in the listing's order."""
    return [tuple(cells[i] for i in permutation(row.steps)) for row in LISTING]


def base(cells: Scenario) -> Scenario:
    """Base case of a scenario: its least variant, where O < empty < X."""
    return min(variants(cells))


def keys(scenarios: ArrayLike) -> NDArray[np.int64]:
    """(...) keys of (..., 9) scenarios, ordered alike: nine digits, 1 for O, 2 for empty and 3 for X, as one number."""
    return (np.asarray(scenarios) + 2) @ 10 ** np.arange(CELLS)[::-1]


def is_undone(row: Variant, convention: Convention = DEFAULT) -> bool:
    """True if a variant and its inverse compose to the identity."""
    return permutation(row.inverse + row.steps, convention) == tuple(range(CELLS))


def base_cases() -> set[Scenario]:
    """Base cases of all unfinished scenarios, found by recursive search from the empty board."""
    found: set[Scenario] = set()

    def search(board: Board) -> None:
        least = base(scenario(board))
        if outcome(board) == OPEN and least not in found:
            found.add(least)
            for cell in free_cells(board):
                search(marked(board, cell))

    search(START)
    return found


@dataclass(frozen=True, eq=False)
class Reductions:
    """Maps from every open position to its base case and back, by a listing.

    Attributes
    ----------
    tables : the game's positions.
    positions : (N,) indices of the open positions.
    bases : (N, 9) scenarios of their base cases.
    back : (N, 9) cell of the base case that the inverse moves to each cell of the board.
    touched : (N,) True where the inverse does not restore the position.
    """

    tables: StateTables
    positions: NDArray[np.intp]
    bases: NDArray[np.int64]
    back: NDArray[np.intp]
    touched: NDArray[np.bool_]

    @classmethod
    def by(cls, listing: Listing, tables: StateTables, convention: Convention = DEFAULT) -> Self:
        """Reductions by `listing`; of equal least variants the first is used."""
        positions = np.flatnonzero(tables.open[tables.state_of])
        scenarios = scenarios_of(tables)[positions]
        images = np.stack([scenarios[:, permutation(row.steps, convention)] for row in listing], axis=1)
        first = keys(images).argmin(axis=1)
        bases = images[np.arange(len(images)), first]
        back = np.array([permutation(row.inverse, convention) for row in listing])[first]
        touched = (np.take_along_axis(bases, back, axis=1) != scenarios).any(axis=1)
        return cls(tables, positions, bases, back, touched)

    def moves(self) -> NDArray[np.intp]:
        """(5478, 9) position after a mark on a cell of the base case, if the move alone is mapped back.

        -1 where the move is mapped to a taken cell, and everywhere if the position is finished.
        """
        after = np.full((len(self.tables.positions), CELLS), -1)
        cells = np.argsort(self.back, axis=1)
        after[self.positions] = np.take_along_axis(self.tables.next_position[self.positions], cells, axis=1)
        return after

    def boards(self) -> NDArray[np.intp]:
        """(5478, 9) position after a mark on a cell of the base case, if the whole marked board is mapped back."""
        known = keys(scenarios_of(self.tables))
        by_key = np.argsort(known)
        after = np.full((len(self.tables.positions), CELLS), -1)
        for cell in range(CELLS):
            free = self.bases[:, cell] == 0
            played = self.bases[free]
            played[:, cell] = np.where(played.sum(axis=1) == 0, 1, -1)
            reached = keys(np.take_along_axis(played, self.back[free], axis=1))
            after[self.positions[free], cell] = by_key[np.searchsorted(known, reached, sorter=by_key)]
        return after

    def choices(self, alleles: NDArray[np.intp], *, modulo: bool = True) -> NDArray[np.intp]:
        """(P, 5478) cell of the base case that each player marks on each open position, 0 on others.

        An allele is taken modulo the number of free cells and means the free cell of that rank; if not `modulo`, it is
        the cell itself, free or taken.
        """
        _, gene = np.unique(keys(self.bases), return_inverse=True)
        own = alleles[:, gene]
        if modulo:
            free_first = np.argsort(self.bases != 0, axis=1, kind="stable")
            own = free_first[np.arange(len(gene)), own % np.count_nonzero(self.bases == 0, axis=1)]
        choices = np.zeros((len(alleles), len(self.tables.positions)), np.intp)
        choices[:, self.positions] = own
        return choices

    def occupied(self) -> NDArray[np.bool_]:
        """(N,) True where the inverse maps some free cell of the base case to a taken one."""
        return ((self.bases == 0) & (self.moves()[self.positions] < 0)).any(axis=1)


def play_out(after: NDArray[np.intp], choices: NDArray[np.intp], tables: StateTables) -> NDArray[np.int64]:
    """(3,) games won, lost and drawn in both seats, over every reply of the opponent.

    Parameters
    ----------
    after : (5478, 9) position after a mark on each cell of the base case, see `Reductions`; -1 is a game lost.
    choices : (5478,) cell of the base case that is marked.
    """
    chosen = np.take_along_axis(after, choices[:, None], axis=1)[:, 0]
    outcomes = tables.outcomes[tables.state_of]
    plies = np.count_nonzero(tables.positions, axis=1)
    total = np.zeros(3, np.int64)
    for seat, ends in enumerate(((CROSS_WON, NOUGHT_WON, DRAWN), (NOUGHT_WON, CROSS_WON, DRAWN))):
        counts = np.vstack([outcomes[:, None] == ends, [False, True, False]]).astype(np.int64)  # -1 is the last row
        for ply in reversed(range(CELLS)):
            going = np.flatnonzero((outcomes == OPEN) & (plies == ply))
            if ply % 2 == seat:
                counts[going] = counts[chosen[going]]
            else:
                replies = tables.next_position[going]
                counts[going] = np.where(replies[:, :, None] >= 0, counts[replies], 0).sum(axis=1)
        total += counts[0]
    return total


def random_alleles(players: int, tables: StateTables, rng: np.random.Generator) -> NDArray[np.intp]:
    """(players, 627) alleles from 0 to 8, by base case in the order of the keys."""
    return rng.integers(CELLS, size=(players, int(tables.open.sum())))


def lost_share(results: NDArray[np.int64]) -> NDArray[np.float64]:
    """(P,) games lost / games played of (P, 3) results as `play_out` counts them."""
    return results[:, 1] / results.sum(axis=1)


def scenarios_of(tables: StateTables) -> NDArray[np.int64]:
    """(5478, 9) scenario of every position."""
    return np.array(_VALUES)[tables.positions]
