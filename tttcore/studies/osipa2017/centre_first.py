"""Winning strategy of X at Super tic-tac-toe with open boards, centres first; and how O beats it with closed boards.

The strategy, known from the literature (George and Janoski 2016), in two halves:

1. As long as the centre board has a free cell, X marks the centre of the board that it is sent to, and begins in the
   centre of the centre board. So O is always sent to the centre board, fills its eight other cells, one for each board,
   and owns it; X holds the centres of all boards but the last one it is sent to.
2. From then on X marks the cell named after that last board, or if taken the opposite one, wherever it is sent; if it
   is sent nowhere it plays on the opposite board. So O has to fill the last board and then the opposite one, while each
   of its marks sends X to a board where a centre waits for two opposite cells.

`verify` plays it against every reply. It doesn't carry over to closed boards: once O owns the centre board, that is
closed, a centre no longer sends O back, and the strategy has no move. It can be completed in many ways. In `refute` X
goes on marking the centre of the board that it is sent to, and is free where that centre is taken or where it may mark
any board: whatever it does then, O wins by force. That refutes every such completion, and nothing else: what X can
reach by leaving the centres alone isn't known here.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from typing import NamedTuple, Self

from tttcore.games.nine_board import ANY, BOARDS, CELLS, LINES
from tttcore.games.position import CROSS_WON, NOUGHT_WON
from tttcore.games.super_board import Rule, SuperBoard

CENTRE = 4
"""Centre board, and centre cell of each board."""
FIRST = CENTRE * CELLS + CENTRE
"""X's first move."""
NEVER = 99
"""More marks than there are cells."""
ROWS = [[place for place in range(BOARDS) if line >> place & 1] for line in LINES]
"""Cells, or boards, of each line."""


class GameCounts(NamedTuple):
    """Counts of all games that follow the strategy from a position on."""

    games: int
    """Number of games, one for each way in which O may play."""
    wins: int
    """Games that X wins."""
    unanswered: int
    """Games left at a position for which the strategy has no move."""
    shortest: int
    """Fewest marks at the end of one."""
    longest: int
    """Most marks."""

    @classmethod
    def one(cls, position: SuperBoard) -> Self:
        """Count the one game that ends, or is left, at a position."""
        return cls(1, position.winner == CROSS_WON, position.winner is None, position.ply, position.ply)

    @classmethod
    def of(cls, branches: Iterable[Self]) -> Self:
        """Add up the counts of all branches."""
        games, wins, unanswered, shortest, longest = zip(*branches, strict=True)
        return cls(sum(games), sum(wins), sum(unanswered), min(shortest), max(longest))


class Verified(NamedTuple):
    """Result of `verify`."""

    positions: int
    """Different positions before X's moves."""
    games: GameCounts


def move(position: SuperBoard) -> int:
    """Move of the strategy for X, which wins with open boards if it was followed from the first move on.

    Raises
    ------
    ValueError
        If the strategy has no move for the position.
    """
    if (found := _answer(position)) is None:
        raise ValueError(f"the centre-first strategy says nothing about this position after {position.ply} marks")
    return found


def verify(rule: Rule = "open") -> Verified:
    """Follow the strategy against every reply of O; positions that games share are followed once."""

    @cache
    def follow(position: SuperBoard) -> GameCounts:
        """Count the games from a position in which X moves."""
        if (own := _answer(position)) is None:
            return GameCounts.one(position)
        moved = position.apply(own)
        if moved.winner is not None:
            return GameCounts.one(moved)
        replies = map(moved.apply, moved.legal_moves())
        return GameCounts.of(GameCounts.one(reply) if reply.winner is not None else follow(reply) for reply in replies)

    games = follow(SuperBoard(rule=rule))
    return Verified(follow.cache_info().currsize, games)


def _answer(position: SuperBoard) -> int | None:
    """Move of the strategy; None if it has none."""
    found = _begin(position) if position.free(CENTRE) else _finish(position)
    return found if position.current_player == 0 and found in position.legal_moves() else None


def _begin(position: SuperBoard) -> int | None:
    """First half: mark the centre of the board."""
    board = position.target if position.ply else CENTRE
    return None if board == ANY else board * CELLS + CENTRE


def _finish(position: SuperBoard) -> int | None:
    """Second half: mark the last board's cell or the opposite one; None unless X holds all centres but one."""
    lacking = [board for board in range(BOARDS) if not position.crosses[board] >> CENTRE & 1]
    if len(lacking) != 1:
        return None
    last, opposite = lacking[0], CELLS - 1 - lacking[0]
    board = opposite if position.target == ANY else position.target
    return board * CELLS + (last if position.free(board) >> last & 1 else opposite)


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
    line = (FIRST, *search.line(SuperBoard(rule="closed").apply(FIRST)))
    return ForcedWin(line, search.positions)


def continuations(position: SuperBoard) -> list[int]:
    """Moves that X may make: the centre of the board that it is sent to, or any legal move if that isn't possible."""
    legal = position.legal_moves()
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
            position = position.apply(move)
            if position.winner is not None:
                return
            yield (delay := self._delay(position))
            position = position.apply(delay)

    def _delay(self, position: SuperBoard) -> int:
        """Move among X's `continuations` after which O needs most marks; in ties the first."""
        return max(continuations(position), key=lambda move: self._fewest(position.apply(move)))

    def _fewest(self, position: SuperBoard) -> int:
        """Fewest marks with which O wins by force."""
        return next(marks for marks in count(1) if self.reply(position, marks) is not None)

    def _search(self, position: SuperBoard, marks: int) -> int | None:
        """Search O's moves for `reply`: those after which fewest marks are needed first, then fewest choices of X."""
        if marks_needed(position) > marks:
            return None
        candidates = []
        for move in position.legal_moves():
            moved = position.apply(move)
            if (needed := marks_needed(moved)) < marks:
                candidates.append((needed, len(continuations(moved)), move))
        return next((move for _, _, move in sorted(candidates) if self._wins(position.apply(move), marks - 1)), None)

    def _wins(self, position: SuperBoard, marks: int) -> bool:
        """True if O, having just moved, wins with at most `marks` more."""
        if position.winner is not None:
            return position.winner == NOUGHT_WON
        replies = map(position.apply, continuations(position))
        return all(self.reply(reply, marks) is not None for reply in replies)
