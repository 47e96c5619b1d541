"""Work timed for the study: the moves whose times the document gives."""

from collections.abc import Callable, Mapping

from tttcore.games.classic import CORNERS, START, marked
from tttcore.players.memoised_minimax import MemoisedMinimax


def first_move() -> Callable[[], object]:
    """Work to be timed: X's first move."""
    return lambda: MemoisedMinimax().move(START)


def first_reply() -> Callable[[], object]:
    """Work to be timed: O's first move when X holds a corner."""
    return lambda: MemoisedMinimax().move(marked(START, CORNERS[0]))


def later_move() -> Callable[[], object]:
    """Work to be timed: X's second move; the first has been made."""
    player = MemoisedMinimax()
    board = marked(START, player.move(START))
    board = marked(board, MemoisedMinimax().move(board))
    return lambda: player.move(board)


TIMED: Mapping[str, Callable[[], Callable[[], object]]] = {
    work.__name__: work for work in (first_move, first_reply, later_move)
}
"""Functions by name that prepare the work; what they return is called again and again."""
