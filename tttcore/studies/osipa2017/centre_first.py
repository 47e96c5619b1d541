"""Winning strategy of X at Super tic-tac-toe with open boards: mark centres first.

The strategy, known from the literature (George and Janoski 2016), in two halves:

1. As long as the centre board has a free cell, X marks the centre of the board that it is sent to, and begins in the
   centre of the centre board. So O is always sent to the centre board, fills its eight other cells, one for each board,
   and owns it; X holds the centres of all boards but the last one it is sent to.
2. From then on X marks the cell named after that last board, or if taken the opposite one, wherever it is sent; if it
   is sent nowhere it plays on the opposite board. So O has to fill the last board and then the opposite one, while each
   of its marks sends X to a board where a centre waits for two opposite cells.

`verify` plays it against every reply. It doesn't carry over to closed boards, see `centre_first_refutation`.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, Self

from tttcore.games.nine_board import ANY, BOARDS, CELLS
from tttcore.games.position import CROSS_WINS
from tttcore.games.super_board import Rule, SuperBoard

CENTRE = 4
"""Centre board, and centre cell of each board."""


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
        return cls(1, position.winner == CROSS_WINS, position.winner is None, position.ply, position.ply)

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
        moved = position.after(own)
        if moved.winner is not None:
            return GameCounts.one(moved)
        replies = map(moved.after, moved.moves())
        return GameCounts.of(GameCounts.one(reply) if reply.winner is not None else follow(reply) for reply in replies)

    games = follow(SuperBoard(rule=rule))
    return Verified(follow.cache_info().currsize, games)


def _answer(position: SuperBoard) -> int | None:
    """Move of the strategy; None if it has none."""
    found = _begin(position) if position.free(CENTRE) else _finish(position)
    return found if position.mover == 0 and found in position.moves() else None


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
