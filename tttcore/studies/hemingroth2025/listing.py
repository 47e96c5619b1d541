"""Listing that reduces boards to base cases, as data, and measured facts about it.

A *scenario* is a board with -1 for O, 0 for an empty cell and 1 for X, row by row; its *base case* is the
least of its eight variants.

Source: hemingroth2025, Search space and Figure 2.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import product
from typing import Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import base_case, base_key
from tttcore.games.classic import (
    CELLS,
    CROSS_WON,
    DRAWN,
    EMPTY,
    NOUGHT_WON,
    OPEN,
    Board,
    StateTables,
    free_cells,
    marked,
    outcome,
)

PLAYERS = 20
"""Random players on which the effect of a misprint in the listing is measured."""

Row = tuple[str, float | None, str, str]
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


def variants(cells: Scenario, convention: Convention = DEFAULT) -> list[Scenario]:
    """Eight variants of a scenario, in the listing's order."""
    return [tuple(cells[i] for i in permutation(row.steps, convention)) for row in LISTING]


def base(cells: Scenario) -> Scenario:
    """Base case of a scenario: its least variant, where O < empty < X."""
    return min(variants(cells))


def to_key(cells: Scenario) -> int:
    """Key of a scenario: nine digits, 1 for O, 2 for empty and 3 for X, as one number."""
    return reduce(lambda key, value: key * 10 + value + 2, cells, 0)


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

    search((EMPTY,) * CELLS)
    return found


@dataclass(frozen=True, eq=False)
class Reductions:
    """Maps from every open position to its base case and back, by a listing.

    Attributes
    ----------
    positions : (N,) indices of the open positions in the state tables.
    bases : (N, 9) scenarios of their base cases.
    back : (N, 9) cell of the base case that the inverse moves to each cell of the board.
    touched : (N,) True where the inverse does not restore the position.
    """

    positions: NDArray[np.intp]
    bases: NDArray[np.int64]
    back: NDArray[np.intp]
    touched: NDArray[np.bool_]

    @classmethod
    def by(cls, listing: Listing, tables: StateTables, convention: Convention = DEFAULT) -> Self:
        """Reductions by `listing`; of equal least variants the first is used."""
        positions = np.flatnonzero(tables.open[tables.state_of])
        scenarios = _scenarios(tables)[positions]
        images = np.stack([scenarios[:, permutation(row.steps, convention)] for row in listing], axis=1)
        first = _keys(images).argmin(axis=1)
        bases = images[np.arange(len(images)), first]
        back = np.array([permutation(row.inverse, convention) for row in listing])[first]
        touched = (np.take_along_axis(bases, back, axis=1) != scenarios).any(axis=1)
        return cls(positions, bases, back, touched)

    def moves(self, tables: StateTables) -> NDArray[np.intp]:
        """(5478, 9) position after a mark on a cell of the base case, if the move alone is mapped back.

        -1 where the move is mapped to a taken cell, and everywhere if the position is finished.
        """
        after = np.full((len(tables.positions), CELLS), -1)
        cells = np.argsort(self.back, axis=1)
        after[self.positions] = np.take_along_axis(tables.next_position[self.positions], cells, axis=1)
        return after

    def boards(self, tables: StateTables) -> NDArray[np.intp]:
        """(5478, 9) position after a mark on a cell of the base case, if the whole marked board is mapped back."""
        keys = _keys(_scenarios(tables))
        by_key = np.argsort(keys)
        after = np.full((len(tables.positions), CELLS), -1)
        for cell in range(CELLS):
            free = self.bases[:, cell] == 0
            played = self.bases[free]
            played[:, cell] = np.where(played.sum(axis=1) == 0, 1, -1)
            reached = _keys(np.take_along_axis(played, self.back[free], axis=1))
            after[self.positions[free], cell] = by_key[np.searchsorted(keys, reached, sorter=by_key)]
        return after

    def choices(self, alleles: NDArray[np.intp], tables: StateTables, *, modulo: bool = True) -> NDArray[np.intp]:
        """(P, 5478) cell of the base case that each player marks on each open position, 0 on others.

        An allele is taken modulo the number of free cells and means the free cell of that rank; if not
        `modulo`, it is the cell itself, free or taken.
        """
        _, gene = np.unique(_keys(self.bases), return_inverse=True)
        own = alleles[:, gene]
        if modulo:
            free_first = np.argsort(self.bases != 0, axis=1, kind="stable")
            own = free_first[np.arange(len(gene)), own % np.count_nonzero(self.bases == 0, axis=1)]
        choices = np.zeros((len(alleles), len(tables.positions)), np.intp)
        choices[:, self.positions] = own
        return choices

    def occupied(self, tables: StateTables) -> NDArray[np.bool_]:
        """(N,) True where the inverse maps some free cell of the base case to a taken one."""
        return ((self.bases == 0) & (self.moves(tables)[self.positions] < 0)).any(axis=1)


def play_out(after: NDArray[np.intp], choices: NDArray[np.intp], tables: StateTables) -> NDArray[np.int64]:
    """(3,) games won, lost and drawn in both seats, over every reply of the opponent.

    Parameters
    ----------
    after : (5478, 9) position after a mark on each cell of the base case, see `Reductions`; -1 is a game lost.
    choices : (5478,) cell of the base case that is marked.
    tables : the game's states.
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


def listing_facts(tables: StateTables, rng: np.random.Generator) -> list[Row]:
    """Facts of the listing, and of a hypothetical misprint in it, as rows fact, value, text, how."""
    printed = Reductions.by(LISTING, tables)
    return [*_representation(printed, tables), *_inverses(printed, tables), *_misprint(printed, tables, rng)]


def _representation(printed: Reductions, tables: StateTables) -> list[Row]:
    """Facts of base cases, variants and keys."""
    everything = list(product((-1, 0, 1), repeat=CELLS))
    scenarios = [tuple(cells) for cells in _scenarios(tables)[printed.positions].tolist()]
    states = tables.state_of[printed.positions]
    keys = _keys(printed.bases)
    pairs = len(set(zip(states.tolist(), keys.tolist(), strict=True)))
    own = [base_key(board[base_case(board)]) for board in tables.positions[printed.positions]]
    moved = sum(base(variant) != base(cells) for cells in scenarios for variant in variants(cells))
    # JavaScript's default sort compares arrays as texts
    as_text = sum(base(cells) != min(variants(cells), key=lambda s: ",".join(map(str, s))) for cells in scenarios)
    found = [Reductions.by(LISTING, tables, convention).bases for convention in CONVENTIONS]
    orbits = Counter(tables.orbits[tables.open].tolist())
    return [
        ("configurations", len(everything), "", "boards of nine cells with three values each"),
        ("base_cases", len(base_cases()), "", "different base cases of open scenarios, by playing on from each"),
        ("variants", len(set(variants(tuple(range(CELLS))))), "", "different variants of a scenario of nine values"),
        ("bases_moved", moved, "", "pairs of an open position and a variant of it with another base case"),
        ("bases_as_text", as_text, "", "open positions whose base case is another one when sorted as text"),
        ("convention_bases", sum((bases != printed.bases).any(axis=1).sum() for bases in found), "",
         "open positions whose base case depends on the axis of the flip or the sense of the rotation"),
        ("keys", len({to_key(cells) for cells in everything}), "", "different keys of all configurations"),
        ("digits", len(str(to_key((0,) * CELLS))), "", "digits of the key of the empty board"),
        ("class_mismatches", pairs - len(set(keys.tolist())) + pairs - np.count_nonzero(tables.open), "",
         "pairs of a base case and an open state beyond one for each"),
        ("key_mismatches", int((keys != own).sum()), "",
         "open positions whose key differs from that of the coding in use"),
        ("eight_images", orbits[len(LISTING)], "", "base cases with eight different variants"),
        ("images", None, ", ".join(f"{count} with {size}" for size, count in sorted(orbits.items(), reverse=True)),
         "base cases by their number of different variants"),
    ]  # fmt: skip


def _inverses(printed: Reductions, tables: StateTables) -> list[Row]:
    """Facts of the printed inverses."""
    right = sum(all(is_undone(row, convention) for row in LISTING) for convention in CONVENTIONS)
    return [
        ("wrong_inverses", sum(not is_undone(row) for row in LISTING), "",
         "printed inverses that don't undo their variant"),
        ("convention_inverses", right, "",
         f"of {len(CONVENTIONS)} choices of axis and sense, those with which every printed inverse is right"),
        ("open_positions", len(printed.positions), "", "boards on which the game goes on"),
        ("touched", int(printed.touched.sum()), "", "of them, those that the printed inverse doesn't restore"),
        ("occupied", int(printed.occupied(tables).sum()), "",
         "of them, those on which it takes some move to a taken cell"),
    ]  # fmt: skip


def _misprint(printed: Reductions, tables: StateTables, rng: np.random.Generator) -> list[Row]:
    """Facts of the hypothetical misprint `SHORT_SIXTH`."""
    misprinted = Reductions.by(SHORT_SIXTH, tables)
    wrong = [str(place) for place, row in enumerate(SHORT_SIXTH, start=1) if not is_undone(row)]
    players = printed.choices(random_alleles(PLAYERS, tables, rng), tables)
    right, turned, misplaced = (
        np.array([play_out(after, choices, tables) for choices in players])
        for after in (printed.boards(tables), misprinted.boards(tables), misprinted.moves(tables))
    )
    change = lost_share(misplaced) - lost_share(right)
    how = "with a rotation too few in the sixth inverse, "
    return [
        ("slip_wrong", None, ", ".join(wrong), how + "the inverses that don't undo their variant"),
        ("slip_touched", int(misprinted.touched.sum()), "", how + "open positions that are not restored"),
        ("slip_occupied", int(misprinted.occupied(tables).sum()), "",
         how + "open positions on which it takes some move to a taken cell"),
        ("slip_board_change", int(np.abs(turned - right).max()), "",
         how + f"greatest change in games won, lost or drawn of {len(players)} random players whose whole board is "
         "mapped back"),
        ("slip_move_change", float(change.mean()), "",
         how + f"mean change in the share of games lost of {len(players)} random players whose move alone is mapped "
         "back and loses on a taken cell"),
    ]  # fmt: skip


def random_alleles(players: int, tables: StateTables, rng: np.random.Generator) -> NDArray[np.intp]:
    """(players, 627) alleles from 0 to 8, by base case in the order of the keys."""
    return rng.integers(CELLS, size=(players, int(tables.open.sum())))


def lost_share(results: NDArray[np.int64]) -> NDArray[np.float64]:
    """(P,) games lost / games played of (P, 3) results as `play_out` counts them."""
    return results[:, 1] / results.sum(axis=1)


def _scenarios(tables: StateTables) -> NDArray[np.int64]:
    return np.array(_VALUES)[tables.positions]


def _keys(scenarios: NDArray[np.int64]) -> NDArray[np.int64]:
    """Apply `to_key` along the last axis; keys are ordered as scenarios are."""
    return (scenarios + 2) @ 10 ** np.arange(CELLS)[::-1]
