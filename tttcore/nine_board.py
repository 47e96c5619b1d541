"""Nine-board tic-tac-toe: search, and proofs of results."""

from typing import TYPE_CHECKING

from tttcore.pipeline.lazy import lazy_names

__all__ = ["AlphaBeta", "NineBoard", "prove"]

if TYPE_CHECKING:
    from tttcore.engines.nine_board.alphabeta import AlphaBeta
    from tttcore.engines.nine_board.proof import prove
    from tttcore.games.nine_board import NineBoard
else:
    __getattr__, __dir__ = lazy_names(__name__)
