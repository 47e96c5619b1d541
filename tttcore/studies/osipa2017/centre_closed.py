"""Super tic-tac-toe with closed boards: why the centre-first strategy doesn't carry over, see `centre_first`.

Once O owns the centre board, it is closed, and a centre no longer sends O back: the strategy is silent. It can be
completed in many ways. Here X is taken to go on as it began, and to be free otherwise: whatever it does where the
centre of the board that it is sent to is taken, or where it is sent nowhere, O wins by force. That refutes every such
completion, and nothing else: what X can reach by leaving the centres alone isn't known here.
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


class Refuted(NamedTuple):
    """O's shortest forced win."""

    line: tuple[int, ...]
    """Moves of a game in which X puts it off as long as it can."""
    positions: int
    """Positions before O that were looked at, counted once for each number of marks left to O."""


@cache
def refute() -> Refuted:
    """Find O's shortest forced win after X has begun in the centre; takes seconds."""
    search = Refutation()
    line = (FIRST, *search.line(SuperBoard(rule="closed").after(FIRST)))
    return Refuted(line, search.positions)


def continuations(position: SuperBoard) -> list[int]:
    """Moves by which X goes on as it began: the centre of the board that it is sent to, or any if that can't be."""
    legal = position.moves()
    centre = position.target * CELLS + CENTRE
    return [centre] if position.target != ANY and centre in legal else legal


def marks_needed(position: SuperBoard) -> int:
    """Marks with which O would win if it might mark any cell and X stood still; `NEVER` or more if none would do."""
    lost, won = position.won
    boards = [
        0 if won >> board & 1 else NEVER if lost >> board & 1 else _to_a_line(own, other)
        for board, (own, other) in enumerate(zip(position.noughts, position.crosses, strict=True))
    ]
    return min(boards[first] + boards[second] + boards[third] for first, second, third in ROWS)


@cache
def _to_a_line(own: int, other: int) -> int:
    return min(((line & ~own).bit_count() for line in LINES if not line & other), default=NEVER)


class Refutation:
    """O's side of the argument; what was found is remembered."""

    def __init__(self) -> None:
        self._found: dict[tuple[SuperBoard, int], int | None] = {}

    @property
    def positions(self) -> int:
        """How many positions were looked at, counted once for each number of marks left to O."""
        return len(self._found)

    def reply(self, position: SuperBoard, marks: int) -> int | None:
        """O's move that wins with at most `marks` marks whatever X does within `continuations`; None if none does.

        None does where the game is over.
        """
        key = position, marks
        if key not in self._found:
            self._found[key] = self._search(position, marks)
        return self._found[key]

    def line(self, position: SuperBoard) -> Iterator[int]:
        """Moves of O's shortest forced win, which there has to be, against an X that delays it."""
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
        """X's move within `continuations` after which O needs most marks; in ties the first."""
        return max(continuations(position), key=lambda move: self._fewest(position.after(move)))

    def _fewest(self, position: SuperBoard) -> int:
        """Marks with which O wins by force."""
        return next(marks for marks in count(1) if self.reply(position, marks) is not None)

    def _search(self, position: SuperBoard, marks: int) -> int | None:
        """Moves after which fewest marks are needed come first, then those that leave X the fewest choices."""
        if marks_needed(position) > marks:
            return None
        hopeful = []
        for move in position.moves():
            moved = position.after(move)
            if (needed := marks_needed(moved)) < marks:
                hopeful.append((needed, len(continuations(moved)), move))
        return next((move for _, _, move in sorted(hopeful) if self._wins(position.after(move), marks - 1)), None)

    def _wins(self, position: SuperBoard, marks: int) -> bool:
        """Whether O, who has just moved, wins with at most `marks` more."""
        if position.winner is not None:
            return position.winner == NOUGHT_WINS
        replies = map(position.after, continuations(position))
        return all(self.reply(reply, marks) is not None for reply in replies)
