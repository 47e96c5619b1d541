"""Facts on collisions of CPython's hash of a set of moves, which the document takes as unique (section 2.1).

CPython's hash of a number is the number, but -1 is kept for errors and hashed as -2; the board has its middle at
(0, 0), so that from 5x5 on both are coordinates. The contributions of two marks with equal hashes to the hash of a set
cancel each other out.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, zip_longest
from typing import NamedTuple

from tttcore.engines.tabular.keys import python_hash
from tttcore.studies.facts import Fact

Cell = tuple[int, int]


class HashedBoard(NamedTuple):
    """Board of which all sets of marks up to some size are hashed."""

    name: str
    size: int
    least: int
    """Smallest coordinate."""
    most: int
    """Largest number of marks in a set."""

    def __str__(self) -> str:
        return f"{self.size}x{self.size} from {self.least} on, up to {self.most} marks"


BOARDS = HashedBoard("3", 3, -1, 9), HashedBoard("5", 5, -2, 3), HashedBoard("5_from_0", 5, 0, 3)


def python_hash_facts() -> Iterable[Fact]:
    """Facts: numbers of sets of marks and of different hashes; takes seconds."""
    differing = 0
    for board in BOARDS:
        for owned, name, told in ((True, "owned", "marks with owners"), (False, "unowned", "marks alone")):
            hashes = [(python_hash(marks, owned=owned), _hash(marks, owned)) for marks in _sets(board, owned)]
            sets, distinct = len(hashes), len({emulated for emulated, _ in hashes})
            differing += sum(emulated != real for emulated, real in hashes)
            yield f"hashed_{name}_{board.name}", sets, f"sets of {told} on {board}"
            yield f"hashes_{name}_{board.name}", distinct, f"different hashes of sets of {told} on {board}"
            how = f"by how much sets outnumber their hashes, as a share of the sets: {told} on {board}"
            yield f"lost_{name}_{board.name}", 1 - distinct / sets, how
    yield "hashes_differing", differing, "of all these sets, those whose hash by this Python is another"


def _sets(board: HashedBoard, owned: bool) -> Iterator[list[Cell]]:
    """All sets of marks that players can have made in turn, ignoring wins; each in one possible order."""
    span = range(board.least, board.least + board.size)
    cells = [(x, y) for x in span for y in span]
    for number in range(1, board.most + 1):
        for marks in combinations(cells, number):
            for first in combinations(marks, (number + 1) // 2) if owned else [marks[::2]]:
                second = [cell for cell in marks if cell not in first]
                yield [cell for cell in chain(*zip_longest(first, second)) if cell is not None]


def _hash(marks: list[Cell], owned: bool) -> int:
    """Hash of a set of marks by this Python."""
    return hash(frozenset((cell, turn % 2 + 1) for turn, cell in enumerate(marks)) if owned else frozenset(marks))
