"""Players of nine-board tic-tac-toe, registered by name."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from tttcore.engines.nine_board import montecarlo
from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.games.nine_board import MOVES, NineBoard
from tttcore.pipeline.declaration import SOME, WHOLE_NUMBER, Between
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rng import Words, randint

DEEPEST = 20
"""Most plies that a study may ask for."""
Depth = Annotated[int, Between(1, DEEPEST)]
Heuristic = Annotated[Literal[0, 1, 2], WHOLE_NUMBER]


class Player(ABC):
    """Player of nine boards."""

    @abstractmethod
    def move(self, position: NineBoard, state: Words) -> int:
        """Choose a legal move; all randomness comes from `state`."""


players: Registry[Player] = Registry("player of nine boards")


@players.register("random")
@dataclass(frozen=True)
class RandomPlayer(Player):
    """Uniformly random legal moves."""

    def move(self, position: NineBoard, state: Words) -> int:
        """See `Player.move`."""
        moves = position.legal_moves()
        return moves[randint(state, len(moves))]


@players.register("montecarlo")
@dataclass(frozen=True)
class MonteCarloPlayer(Player):
    """Plain Monte-Carlo tree search, see `montecarlo`.

    Attributes
    ----------
    playouts : for each move.
    exploration : weight of rarely tried moves, C of UCT.
    """

    playouts: Annotated[int, Between(1, 10**7)]
    exploration: Annotated[float, Between(0, 100)] = 1.0

    def move(self, position: NineBoard, state: Words) -> int:
        """See `Player.move`."""
        return montecarlo.choose(position, playouts=self.playouts, exploration=self.exploration, state=state).move


class AlphaBetaPlayer(Player):
    """Alpha-beta search to a depth that may depend on the step; makes the first of the best of the shuffled moves.

    Attributes
    ----------
    heuristic : static evaluation at that depth: 0 nothing, 1 controlled boards, 2 cells that win a board.
    hurry : whether faster wins are preferred, which the document's player doesn't do.
    """

    heuristic: Heuristic
    hurry: bool

    @abstractmethod
    def plies(self, step: int) -> int:
        """Depth of the search after this number of marks."""

    def move(self, position: NineBoard, state: Words) -> int:
        """See `Player.move`; the move of `as_published.search` with the same `state`, found faster."""
        return self._search.choose(position, self.plies(position.ply), state).move

    @cached_property
    def _search(self) -> AlphaBeta:
        return AlphaBeta(self.heuristic, table_bits=0, ordered=False, hurry=self.hurry)


@players.register("alphabeta")
@dataclass(frozen=True)
class FixedDepth(AlphaBetaPlayer):
    """Alpha-beta search to the same depth at every step."""

    heuristic: Heuristic
    depth: Depth
    hurry: bool = False

    def plies(self, step: int) -> int:
        """See `AlphaBetaPlayer.plies`."""
        return self.depth


@players.register("scheduled")
@dataclass(frozen=True)
class ScheduledDepth(AlphaBetaPlayer):
    """Alpha-beta search to a depth that depends on the step (Osipa 2017, section 2.1.3).

    Attributes
    ----------
    until : last step at which each depth but the last is used, rising.
    depths : search depths, one more than steps in `until`.
    """

    heuristic: Heuristic
    until: Annotated[list[Annotated[int, Between(0, MOVES - 1)]], SOME]
    depths: Annotated[list[Depth], SOME]
    hurry: bool = False

    def __post_init__(self) -> None:
        if sorted(set(self.until)) != self.until:
            raise ValueError(f"until: {self.until}; allowed: steps in rising order, each once")
        if len(self.depths) != len(self.until) + 1:
            raise ValueError(f"depths: {self.depths}; allowed: {len(self.until) + 1}, one more than in until")

    def plies(self, step: int) -> int:
        """See `AlphaBetaPlayer.plies`."""
        return self.depths[sum(step > last for last in self.until)]
