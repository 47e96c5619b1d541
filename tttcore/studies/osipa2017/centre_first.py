"""Super tic-tac-toe with open boards: X wins by marking centres first.

The strategy, known from the literature (George and Janoski 2016), in two halves:

1. As long as the centre board has a free cell, X marks the centre of the board that it is sent to, and begins in the
   centre of the centre board. So O is always sent to the centre board, fills its eight other cells, one for each board,
   and owns it; X holds the centres of all boards but the last one it is sent to.
2. From then on X marks the cell named after that last board, or if taken the opposite one, wherever it is sent; if it
   is sent nowhere it plays on the opposite board. So O has to fill the last board and then the opposite one, while each
   of its marks sends X to a board where a centre waits for two opposite cells.

`verify` plays it against every reply. It doesn't carry over to closed boards, see `centre_closed`.
"""

from collections.abc import Iterable
from typing import NamedTuple, Self

from tttcore.games.nine_board import ANY, BOARDS, CELLS
from tttcore.games.position import CROSS_WINS
from tttcore.games.super_board import Rule, SuperBoard

CENTRE = 4
"""The board, and the cell of each."""


class Games(NamedTuple):
    """All games that follow the strategy from a position on."""

    games: int
    """How many there are, one for each way in which O may play."""
    wins: int
    """Those that X wins."""
    unanswered: int
    """Those that come to a position about which the strategy says nothing, and are left there."""
    shortest: int
    """Fewest marks at the end of one."""
    longest: int
    """Most marks."""

    @classmethod
    def one(cls, position: SuperBoard) -> Self:
        """The one game that ends, or is left, at a position."""
        return cls(1, position.winner == CROSS_WINS, position.winner is None, position.ply, position.ply)

    @classmethod
    def of(cls, branches: Iterable[Self]) -> Self:
        """Those of all branches."""
        games, wins, unanswered, shortest, longest = zip(*branches, strict=True)
        return cls(sum(games), sum(wins), sum(unanswered), min(shortest), max(longest))


class Verified(NamedTuple):
    """The strategy from the first move on, against every reply."""

    positions: int
    """Different positions that X faces."""
    games: Games


def move(position: SuperBoard) -> int:
    """X's move, which wins with open boards if the strategy was followed from the first move on.

    Raises
    ------
    ValueError
        If the strategy says nothing about the position.
    """
    if (found := _answer(position)) is None:
        raise ValueError(f"the centre-first strategy says nothing about this position after {position.ply} marks")
    return found


def verify(rule: Rule = "open") -> Verified:
    """Follow the strategy against every reply of O; a proof for all games, some of which share positions."""
    known: dict[SuperBoard, Games] = {}
    games = _follow(SuperBoard(rule=rule), known)
    return Verified(len(known), games)


def _follow(position: SuperBoard, known: dict[SuperBoard, Games]) -> Games:
    """Games from a position in which X moves."""
    if position not in known:
        known[position] = _branch(position, known)
    return known[position]


def _branch(position: SuperBoard, known: dict[SuperBoard, Games]) -> Games:
    if (own := _answer(position)) is None:
        return Games.one(position)
    moved = position.after(own)
    if moved.winner is not None:
        return Games.one(moved)
    replied = map(moved.after, moved.moves())
    return Games.of(Games.one(reply) if reply.winner is not None else _follow(reply, known) for reply in replied)


def _answer(position: SuperBoard) -> int | None:
    """X's move; None if the strategy says nothing."""
    found = _begin(position) if position.free(CENTRE) else _finish(position)
    return found if position.mover == 0 and found in position.moves() else None


def _begin(position: SuperBoard) -> int | None:
    """Mark a centre."""
    board = position.target if position.ply else CENTRE
    return None if board == ANY else board * CELLS + CENTRE


def _finish(position: SuperBoard) -> int | None:
    """Mark a cell opposite another; None unless X holds all centres but one."""
    lacking = [board for board in range(BOARDS) if not position.crosses[board] >> CENTRE & 1]
    if len(lacking) != 1:
        return None
    last, opposite = lacking[0], CELLS - 1 - lacking[0]
    board = opposite if position.target == ANY else position.target
    return board * CELLS + (last if position.free(board) >> last & 1 else opposite)
