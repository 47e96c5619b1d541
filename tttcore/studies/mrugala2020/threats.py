"""Forced wins of the first player on a board without an edge, proved by threat-space (lambda) search.

A win of order 0 is a mark that completes a row. A mark is a threat of order n if its player would have a win of order
n - 1 if the opponent passed, and a win of order n is one by threats of orders up to n. That a threat wins has to be
proved for all replies, of which there are infinitely many. Nearly all are equivalent to a pass. A pass is refuted by a
proof of a win of lower order, which a mark can invalidate in two ways only: by taking a cell that the proof needs, or
by giving the opponent all but one mark of a row, so that he threatens to complete it. Marks that do neither are idle.

In a game that follows such a proof, an idle reply to a threat of order n leaves threats of orders below n, and replies
to those of order 1 are forced: a player who doesn't prevent the row loses at once. So from the first idle mark in a row
of the opponent's on there are n - 1 at most, and a row that came to hold k - 1 marks would hold k - n that are not
idle, but are in the proof. Therefore replies need to be searched only on cells that the proof needs, and in rows
without a mark of the attacker's that hold so many marks of the opponent's, counting all that the proof gives him. With
orders up to k - 1 such rows hold at least one, so that there are finitely many of them.

Sets of cells are bits of a whole number, `STRIDE` to a line, so that shifts move all cells at once and a few shifts and
intersections find all rows of a kind, see `_starts`.

Sources: threats by order, Thomsen (2000), Lambda-search in game trees; what replies matter, Wu and Lin (2010),
Relevance-zone-oriented proof search for Connect6. The proof above is this module's own.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

Cells = int
"""A set of cells, as bits."""

STRIDE = 32
CENTRE = STRIDE // 2
LARGEST_K = 4

_DIRECTIONS = (1, STRIDE - 1, STRIDE, STRIDE + 1)


class Win(NamedTuple):
    """Proof that the player to move, the attacker, wins."""

    needed: Cells
    """Cells that the attacker marks, or that complete a row."""
    replies: Cells
    """All marks of the opponent, present ones and replies."""
    marks: int
    """Largest number of marks that the attacker still makes."""


class Forced(NamedTuple):
    """Forced win of the first player from the empty board."""

    marks: int
    """Largest number of marks of both players until the win."""
    positions: int
    """Number of positions searched with the first player to move."""


def cells_of(places: Iterable[tuple[int, int]]) -> Cells:
    """Set of the cells at some coordinates, which are small."""
    cells = 0
    for x, y in places:
        cells |= 1 << (CENTRE + y) * STRIDE + CENTRE + x
    return cells


def forced_win(k: int, most: int) -> Forced | None:
    """Forced win of the first player on a board without an edge, with at most `most` marks of his own.

    He stays within k - 1 cells of his own marks, so that the win holds too where moves are limited to such a
    neighbourhood of marks. None if no win by threats of orders up to k - 1 is found.

    Parameters
    ----------
    k : marks in a row that win, 2 to 4; else ValueError. More are beyond such a search; 4 takes it two seconds.
    """
    if not 2 <= k <= LARGEST_K:
        raise ValueError(f"k: {k!r} is out of range; allowed: from 2 to {LARGEST_K}")
    positions = 0
    for marks in range(k - 1, most):
        prover = Prover(k)
        win = prover.threat(cells_of([(0, 0)]), 0, k - 1, k - 2, marks)
        positions += prover.positions
        if win:
            return Forced(2 * win.marks + 1, positions)
    return None


class Prover:
    """Search for proofs of wins on a board without an edge, with a memory of results."""

    def __init__(self, k: int) -> None:
        self.k = k
        self._known: dict[tuple[Cells, Cells, int, int], Win | None] = {}
        self._winning: Counter[Cells] = Counter()
        self._refuting: Counter[Cells] = Counter()

    @property
    def positions(self) -> int:
        """Number of positions searched so far."""
        return len(self._known)

    def win(self, own: Cells, other: Cells, order: int, marks: int) -> Win | None:
        """Win of the player to move, with the marks `own`, of an order up to `order` and at most `marks` more marks."""
        asked = own, other, order, marks
        if asked not in self._known:
            self._known[asked] = self._search(*asked)
        return self._known[asked]

    def _search(self, own: Cells, other: Cells, order: int, marks: int) -> Win | None:
        """Complete a row, else prevent the opponent's, else try threats in rising order."""
        completing = self.gaps(own, other, 1)
        if completing and marks:
            return Win(completing & -completing, other, 1)  # the lowest bit
        forced = self.gaps(other, own, 1)
        if forced & forced - 1 or marks < 2:  # two bits or more: two rows can't both be prevented
            return None
        for rank in range(1, order + 1):
            cells = self.gaps(own, other, 2) if rank == 1 else _around(own) & ~(own | other)
            for cell in _by_success(cells & forced if forced else cells, self._winning):
                win = self.threat(own | cell, other, rank, order, marks - 1)
                if win:
                    self._winning[cell] += 1
                    return Win(win.needed | cell, win.replies, win.marks + 1)
        return None

    def threat(self, own: Cells, other: Cells, rank: int, order: int, marks: int) -> Win | None:
        """Win of the player with the marks `own`, who has just made a threat of order `rank`.

        After replies that aren't idle he makes threats of orders up to `order`.
        """
        if self.gaps(other, own, 1):
            return None
        win = self.win(own, other, rank - 1, marks)
        if win is None:
            return None
        replies = self.gaps(own, other, 1)
        if not replies:
            helped = self._in_rows(win.replies, ~own, rank, whole=True)  # rows that `rank` more marks of his fill
            replies = (win.needed | helped) & ~(own | other)
        assert not replies & self._rim, "the board is too narrow"
        for reply in _by_success(replies, self._refuting):
            answer = self.win(own, other | reply, order, marks)
            if answer is None:
                self._refuting[reply] += 1
                return None
            win = Win(win.needed | answer.needed, win.replies | answer.replies, max(win.marks, answer.marks))
        return win

    def gaps(self, own: Cells, other: Cells, missing: int) -> Cells:
        """Free cells of rows whose other cells, all but `missing`, are marks of `own`."""
        return self._in_rows(own, ~(own | other), missing)

    def _in_rows(self, held: Cells, rest: Cells, missing: int, *, whole: bool = False) -> Cells:
        """Cells of rows `held` but for `missing` cells, which are in `rest`: these, or all of the `whole` rows."""
        cells = 0
        for gaps in combinations(range(self.k), missing):
            row = [rest if place in gaps else held for place in range(self.k)]
            for step in _DIRECTIONS:
                starts = _starts(row, step)
                for place in range(self.k) if whole else gaps:
                    cells |= starts << place * step
        return cells

    @cached_property
    def _rim(self) -> Cells:
        """Cells so near the edge of the representation that a row through them may leave it."""
        span = range(self.k, STRIDE - self.k)
        inner = sum(1 << line * STRIDE + place for line in span for place in span)
        return ~inner


def _starts(row: Sequence[Cells], step: int) -> Cells:
    """First cells of the rows whose i-th cell is in the i-th set: all sets, each shifted back i steps, intersected."""
    starts = -1
    for place, cells in enumerate(row):
        starts &= cells >> place * step
        if not starts:
            break
    return starts


def _around(cells: Cells) -> Cells:
    """Cells and all their neighbours."""
    cells |= cells << 1 | cells >> 1
    return cells | cells << STRIDE | cells >> STRIDE


def _by_success(cells: Cells, successes: Counter[Cells]) -> list[Cells]:
    """Cells one by one, most successful ones first (history heuristic), else ascending."""
    singles = []
    while cells:
        singles.append(cells & -cells)  # the lowest bit
        cells &= cells - 1  # without it
    return sorted(singles, key=lambda cell: -successes[cell])
