"""Rules of the games, independent of players and learning."""

from typing import TYPE_CHECKING

from tttcore.pipeline.lazy import lazy_names

__all__ = [
    "ClassicPosition",
    "Hexapawn",
    "Hypercube",
    "HypercubePosition",
    "MnkPosition",
    "NineBoard",
    "Outcome",
    "RectanglePosition",
    "Solution",
    "StateTables",
    "SuperBoard",
    "enumerate_states",
    "solve",
]

if TYPE_CHECKING:
    from tttcore.games.classic import ClassicPosition, Solution, StateTables, enumerate_states, solve
    from tttcore.games.hexapawn import Hexapawn
    from tttcore.games.hypercube import Hypercube, HypercubePosition
    from tttcore.games.mnk import MnkPosition, RectanglePosition
    from tttcore.games.nine_board import NineBoard
    from tttcore.games.position import Outcome
    from tttcore.games.super_board import SuperBoard
else:
    __getattr__, __dir__ = lazy_names(__name__)
