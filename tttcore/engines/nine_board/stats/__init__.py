"""Statistics of nine-board games."""

from tttcore.engines.nine_board.stats.deepening import DEEPENING, deepening
from tttcore.engines.nine_board.stats.depth_fits import DEPTH_FITS, depth_fits
from tttcore.engines.nine_board.stats.openings import OPENINGS, openings
from tttcore.engines.nine_board.stats.outcomes import (
    GAME_LENGTHS,
    PROOF_SUMMARY,
    PROOFS,
    game_lengths,
    proof_summary,
    proofs,
)
from tttcore.engines.nine_board.stats.ratings import (
    CROSSTABLE,
    HEURISTIC_DIFFERENCES,
    RATING_DIFFERENCES,
    RATINGS,
    crosstable,
    heuristic_differences,
    rating_differences,
    ratings,
)
from tttcore.engines.nine_board.stats.searches import PRUNING, SHUFFLING, WORK_BY_MOVE, pruning, shuffling, work_by_move
from tttcore.engines.nine_board.stats.two_games import TWO_GAMES, two_games

__all__ = [
    "CROSSTABLE",
    "DEEPENING",
    "DEPTH_FITS",
    "GAME_LENGTHS",
    "HEURISTIC_DIFFERENCES",
    "OPENINGS",
    "PROOFS",
    "PROOF_SUMMARY",
    "PRUNING",
    "RATINGS",
    "RATING_DIFFERENCES",
    "SHUFFLING",
    "TWO_GAMES",
    "WORK_BY_MOVE",
    "crosstable",
    "deepening",
    "depth_fits",
    "game_lengths",
    "heuristic_differences",
    "openings",
    "proof_summary",
    "proofs",
    "pruning",
    "rating_differences",
    "ratings",
    "shuffling",
    "two_games",
    "work_by_move",
]
