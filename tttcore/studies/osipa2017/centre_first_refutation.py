"""Refutation of the centre-first strategy at Super tic-tac-toe with closed boards: O's forced win.

Once O owns the centre board, it is closed, a centre no longer sends O back, and the strategy of `centre_first` has no
move. It can be completed in many ways. Here X goes on marking the centre of the board that it is sent to, and is free
where that centre is taken or where it may mark any board: whatever it does then, O wins by force. That refutes every
such completion, and nothing else: what X can reach by leaving the centres alone isn't known here.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import NamedTuple

from tttcore.games.nine_board import ANY, BOARDS, CELLS, LINES
from tttcore.games.position import NOUGHT_WINS
from tttcore.games.super_board import SuperBoard
from tttcore.studies.osipa2017.centre_first import CENTRE

FIRST = CENTRE * CELLS + CENTRE
"""X's first move."""
NEVER = 99
"""More marks than there are cells."""
ROWS = [[place for place in range(BOARDS) if line >> place & 1] for line in LINES]
"""Cells, or boards, of each line."""


class ForcedWin(NamedTuple):
    """O's shortest forced win."""

    line: tuple[int, ...]
    """Moves of a game in which X delays the win as long as it can."""
    positions: int
    """Positions before O's moves that were searched, counted once for each number of marks left to O."""


@cache
def refute() -> ForcedWin:
    """Find O's shortest forced win after X has begun in the centre; takes seconds."""
    search = Refutation()
    line = (FIRST, *search.line(SuperBoard(rule="closed").after(FIRST)))
    return ForcedWin(line, search.positions)


def continuations(position: SuperBoard) -> list[int]:
    """Moves that X may make: the centre of the board that it is sent to, or any legal move if that isn't possible."""
    legal = position.moves()
    centre = position.target * CELLS + CENTRE
    return [centre] if position.target != ANY and centre in legal else legal


def marks_needed(position: SuperBoard) -> int:
    """Lower bound on the marks that O needs, as if it might mark any cell and X passed; `NEVER` or more for no win."""
    lost, won = position.won
    boards = [
        0 if won >> board & 1 else NEVER if lost >> board & 1 else _to_a_line(own, other)
        for board, (own, other) in enumerate(zip(position.noughts, position.crosses, strict=True))
    ]
    return min(boards[first] + boards[second] + boards[third] for first, second, third in ROWS)


@cache
def _to_a_line(own: int, other: int) -> int:
    """Fewest marks that complete a line of one board."""
    return min(((line & ~own).bit_count() for line in LINES if not line & other), default=NEVER)


class Refutation:
    """Memoised AND-OR search for O's forced win."""

    def __init__(self) -> None:
        self._found: dict[tuple[SuperBoard, int], int | None] = {}

    @property
    def positions(self) -> int:
        """Number of positions searched, counted once for each number of marks left to O."""
        return len(self._found)

    def reply(self, position: SuperBoard, marks: int) -> int | None:
        """Move of O that wins with at most `marks` marks against all `continuations` of X; None if there is none."""
        key = position, marks
        if key not in self._found:
            self._found[key] = self._search(position, marks)
        return self._found[key]

    def line(self, position: SuperBoard) -> Iterator[int]:
        """Moves of O's shortest forced win, which has to exist, against an X that delays it."""
        while True:
            move = self.reply(position, self._fewest(position))
            assert move is not None
            yield move
            position = position.after(move)
            if position.winner is not None:
                return
            yield (delay := self._delay(position))
            position = position.after(delay)

    def _delay(self, position: SuperBoard) -> int:
        """Move among X's `continuations` after which O needs most marks; in ties the first."""
        return max(continuations(position), key=lambda move: self._fewest(position.after(move)))

    def _fewest(self, position: SuperBoard) -> int:
        """Fewest marks with which O wins by force."""
        return next(marks for marks in count(1) if self.reply(position, marks) is not None)

    def _search(self, position: SuperBoard, marks: int) -> int | None:
        """Search O's moves for `reply`: those after which fewest marks are needed first, then fewest choices of X."""
        if marks_needed(position) > marks:
            return None
        candidates = []
        for move in position.moves():
            moved = position.after(move)
            if (needed := marks_needed(moved)) < marks:
                candidates.append((needed, len(continuations(moved)), move))
        return next((move for _, _, move in sorted(candidates) if self._wins(position.after(move), marks - 1)), None)

    def _wins(self, position: SuperBoard, marks: int) -> bool:
        """True if O, having just moved, wins with at most `marks` more."""
        if position.winner is not None:
            return position.winner == NOUGHT_WINS
        replies = map(position.after, continuations(position))
        return all(self.reply(reply, marks) is not None for reply in replies)
