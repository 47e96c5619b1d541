"""Whether a hash preserves the uniqueness of the state, as the document has it (section 2.1).

It hashes a set of moves. CPython's hash of a number is the number, but -1 is kept for errors and hashed as -2; the
board has its middle at (0, 0), so that from 5x5 on both are coordinates. What two marks whose hashes are the same add
to the hash of a set cancels out, whatever they are.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, zip_longest
from typing import NamedTuple

from tttcore.engines.tabular.keys import python_hash

Row = tuple[str, float, str, str]
Cell = tuple[int, int]


class Counted(NamedTuple):
    """Boards of which sets of marks are hashed."""

    name: str
    size: int
    least: int
    """Smallest coordinate."""
    most: int
    """Marks in a set at most."""

    def __str__(self) -> str:
        return f"{self.size}x{self.size} from {self.least} on, up to {self.most} marks"


COUNTED = Counted("3", 3, -1, 9), Counted("5", 5, -2, 3), Counted("5_from_0", 5, 0, 3)


def python_hash_facts() -> Iterable[Row]:
    """Rows fact, value, text, how. Takes seconds."""
    differing = 0
    for board in COUNTED:
        for owned, name, told in ((True, "owned", "marks with owners"), (False, "unowned", "marks alone")):
            hashes = [(python_hash(marks, owned=owned), _hash(marks, owned)) for marks in _sets(board, owned)]
            sets, distinct = len(hashes), len({emulated for emulated, _ in hashes})
            differing += sum(emulated != real for emulated, real in hashes)
            yield f"hashed_{name}_{board.name}", sets, "", f"sets of {told} on {board}"
            yield f"hashes_{name}_{board.name}", distinct, "", f"different hashes of sets of {told} on {board}"
            yield (
                f"lost_{name}_{board.name}",
                1 - distinct / sets,
                "",
                f"by how much sets outnumber their hashes, as a share of the sets: {told} on {board}",
            )
    yield "hashes_differing", differing, "", "of all these sets, those whose hash by this Python is another"


def _sets(board: Counted, owned: bool) -> Iterator[list[Cell]]:
    """All sets of marks that players can have made in turn, wins unheeded; in some order in which they can."""
    span = range(board.least, board.least + board.size)
    cells = [(x, y) for x in span for y in span]
    for number in range(1, board.most + 1):
        for marks in combinations(cells, number):
            for first in combinations(marks, (number + 1) // 2) if owned else [marks[::2]]:
                second = [cell for cell in marks if cell not in first]
                yield [cell for cell in chain(*zip_longest(first, second)) if cell is not None]


def _hash(marks: list[Cell], owned: bool) -> int:
    """What this Python hashes a set of marks to."""
    return hash(frozenset((cell, turn % 2 + 1) for turn, cell in enumerate(marks)) if owned else frozenset(marks))
