"""Wins of the first player on a board without an edge, proved by threats.

A win of order 0 is a mark that completes a row. A mark is a threat of order n if its player would have a win of order
n - 1 were the opponent to pass, and a win of order n is one by threats of orders up to n. That a threat wins has to be
shown for all replies, of which there is no end. Nearly all are passes, though. A pass is answered by a proof of a win
of lower order, which a mark can harm in two ways only: by taking a cell that the proof needs, or by helping the
opponent to all but one mark of a row, which is how he comes to threaten a row himself. Marks that do neither are idle.

In a game that follows such a proof, an idle reply to a threat of order n leaves threats of orders below n, and replies
to those of order 1 are no choice: whoever doesn't prevent the row loses at once. So from the first idle mark in a row
of the opponent's on there are n - 1 at most, and a row that came to hold `need` - 1 marks would hold `need` - n that
are not idle, but are in the proof. Therefore replies need to be looked at only on cells that the proof needs, and in
rows without a mark of the attacker's that hold so many marks of the opponent's, counting all that the proof gives him.
With orders up to `need` - 1 such rows hold one at least, so that there is an end of them.

Cells are bits of a whole number, `STRIDE` to a line of them, so that all rows are looked at in one go.
Sources: threats by order, Thomsen (2000), Lambda-search in game trees; what replies matter, Wu and Lin (2010),
Relevance-zone-oriented proof search for Connect6. The proof above is this module's own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

Cells = int
"""A set of cells, as bits."""

STRIDE = 32
CENTRE = STRIDE // 2
LARGEST_NEED = 4

_DIRECTIONS = (1, STRIDE - 1, STRIDE, STRIDE + 1)


class Win(NamedTuple):
    """A proof that who is to move, the attacker, wins."""

    needed: Cells
    """On which he marks, or completes a row."""
    replies: Cells
    """All marks of the opponent: those that there are, and his replies."""
    marks: int
    """The most of his own that the attacker still makes."""


class Forced(NamedTuple):
    """What is proved of the empty board."""

    marks: int
    """With which the first player wins at the latest, both players' counted."""
    positions: int
    """Looked into, the first player to move."""


def cells_of(places: Iterable[tuple[int, int]]) -> Cells:
    """The set of cells at some coordinates, which are small."""
    cells = 0
    for x, y in places:
        cells |= 1 << (CENTRE + y) * STRIDE + CENTRE + x
    return cells


def forced_win(need: int, most: int) -> Forced | None:
    """Whether the first player wins on a board without an edge, with at most `most` marks of his own.

    He stays within `need` - 1 cells of his own marks, so that he wins too where moves are limited to such a
    neighbourhood of marks. None if no win by threats of orders up to `need` - 1 is found.

    Parameters
    ----------
    need : in a row to win, 2 to 4; else ValueError. More are beyond such a search; 4 takes it two seconds.
    """
    if not 2 <= need <= LARGEST_NEED:
        raise ValueError(f"need: {need!r} is out of range; allowed: from 2 to {LARGEST_NEED}")
    positions = 0
    for marks in range(need - 1, most):
        prover = Prover(need)
        win = prover.threat(cells_of([(0, 0)]), 0, need - 1, need - 2, marks)
        positions += prover.positions
        if win:
            return Forced(2 * win.marks + 1, positions)
    return None


class Prover:
    """Proves wins on a board without an edge, and remembers them."""

    def __init__(self, need: int) -> None:
        self.need = need
        self._known: dict[tuple[Cells, Cells, int, int], Win | None] = {}
        self._winning: Counter[Cells] = Counter()
        self._refuting: Counter[Cells] = Counter()

    @property
    def positions(self) -> int:
        """Looked into so far."""
        return len(self._known)

    def win(self, own: Cells, other: Cells, order: int, marks: int) -> Win | None:
        """A win of the player with the marks `own`, who is to move, of an order up to `order` with `marks` at most."""
        asked = own, other, order, marks
        if asked not in self._known:
            self._known[asked] = self._search(*asked)
        return self._known[asked]

    def _search(self, own: Cells, other: Cells, order: int, marks: int) -> Win | None:
        completing = self.gaps(own, other, 1)
        if completing and marks:
            return Win(completing & -completing, other, 1)
        forced = self.gaps(other, own, 1)
        if forced & forced - 1 or marks < 2:
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
        """A win of the player with the marks `own`, who has just made a threat of order `rank`.

        What he makes after replies that matter are threats of orders up to `order`.
        """
        if self.gaps(other, own, 1):
            return None
        win = self.win(own, other, rank - 1, marks)
        if win is None:
            return None
        replies = self.gaps(own, other, 1) or (win.needed | self._helped(win.replies, own, rank)) & ~(own | other)
        assert not replies & self._rim, "the board is too narrow"
        for reply in _by_success(replies, self._refuting):
            answer = self.win(own, other | reply, order, marks)
            if answer is None:
                self._refuting[reply] += 1
                return None
            win = Win(win.needed | answer.needed, win.replies | answer.replies, max(win.marks, answer.marks))
        return win

    def gaps(self, own: Cells, other: Cells, missing: int) -> Cells:
        """Free cells of rows that hold only marks of `own`, all but `missing`."""
        free, cells = ~(own | other), 0
        for gaps in combinations(range(self.need), missing):
            row = [free if place in gaps else own for place in range(self.need)]
            for step in _DIRECTIONS:
                starts = _starts(row, step)
                for place in gaps:
                    cells |= starts << place * step
        return cells

    def _helped(self, replies: Cells, own: Cells, rank: int) -> Cells:
        """Rows without a mark of `own` that hold so many of `replies` that `rank` more fill them."""
        cells = 0
        for held in combinations(range(self.need), self.need - rank):
            row = [replies if place in held else ~own for place in range(self.need)]
            for step in _DIRECTIONS:
                starts = _starts(row, step)
                for place in range(self.need):
                    cells |= starts << place * step
        return cells

    @cached_property
    def _rim(self) -> Cells:
        """Cells so near the board's edge that a row through them may leave it."""
        span = range(self.need, STRIDE - self.need)
        inner = sum(1 << line * STRIDE + place for line in span for place in span)
        return ~inner


def _starts(row: Sequence[Cells], step: int) -> Cells:
    """Where the rows begin whose first cell is in the first set, the second in the second, and so on."""
    starts = -1
    for place, cells in enumerate(row):
        starts &= cells >> place * step
        if not starts:
            break
    return starts


def _around(cells: Cells) -> Cells:
    """Cells and those next to them."""
    cells |= cells << 1 | cells >> 1
    return cells | cells << STRIDE | cells >> STRIDE


def _by_success(cells: Cells, successes: Counter[Cells]) -> list[Cells]:
    """Cells one by one, first those that led to success most often, else in rising order."""
    return sorted(_one_by_one(cells), key=lambda cell: -successes[cell])


def _one_by_one(cells: Cells) -> Iterator[Cells]:
    while cells:
        lowest = cells & -cells
        yield lowest
        cells ^= lowest
