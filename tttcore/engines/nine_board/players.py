"""Players of nine-board tic-tac-toe that a study's file can ask for."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from tttcore.engines.nine_board import montecarlo
from tttcore.engines.nine_board.alphabeta.search import Engine
from tttcore.games.nine_board import MOVES, NineBoard
from tttcore.pipeline.registry import Between, Registry
from tttcore.pipeline.rng import Words, below

DEEPEST = 20
"""Most plies that a study may ask for."""


class Contender(ABC):
    """Who plays nine boards."""

    @abstractmethod
    def move(self, position: NineBoard, state: Words) -> int:
        """A legal move; whatever is left to chance comes from `state`."""


contenders: Registry[Contender] = Registry("player of nine boards")


@contenders.register("random")
@dataclass(frozen=True)
class Random(Contender):
    """Every legal move is as likely."""

    def move(self, position: NineBoard, state: Words) -> int:
        """See `Contender.move`."""
        moves = position.moves()
        return moves[below(state, len(moves))]


@contenders.register("montecarlo")
@dataclass(frozen=True)
class MonteCarlo(Contender):
    """Plain Monte-Carlo tree search, see `montecarlo`.

    Attributes
    ----------
    playouts : for each move.
    exploration : weight of what was tried little.
    """

    playouts: Annotated[int, Between(1, 10**7)]
    exploration: Annotated[float, Between(0, 100)] = 1.0

    def move(self, position: NineBoard, state: Words) -> int:
        """See `Contender.move`."""
        return montecarlo.choose(position, playouts=self.playouts, exploration=self.exploration, state=state).move


class Searcher(Contender):
    """Alpha-beta search to a depth that may depend on the step; shuffled moves, the first of the best is made.

    Attributes
    ----------
    heuristic : what positions are worth at that depth, see `alphabeta.heuristics`.
    hurry : whether faster wins are preferred, which the document's player doesn't.
    """

    heuristic: Literal[0, 1, 2]
    hurry: bool

    @abstractmethod
    def plies(self, step: int) -> int:
        """How many plies it looks ahead after so many marks."""

    def move(self, position: NineBoard, state: Words) -> int:
        """See `Contender.move`; what the document's search chooses with the same `state`, found faster."""
        return self._engine.choose(position, self.plies(position.ply), state).move

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self.heuristic, table_bits=0, ordered=False, hurry=self.hurry)


@contenders.register("alphabeta")
@dataclass(frozen=True)
class AlphaBeta(Searcher):
    """Always the same depth."""

    heuristic: Literal[0, 1, 2]
    depth: Annotated[int, Between(1, DEEPEST)]
    hurry: bool = False

    def plies(self, step: int) -> int:
        """See `Searcher.plies`."""
        return self.depth


@contenders.register("scheduled")
@dataclass(frozen=True)
class Scheduled(Searcher):
    """A depth that depends on the step (Osipa 2017, section 2.1.3).

    Attributes
    ----------
    until : last step of each depth but the last one, rising.
    depths : one more.
    """

    heuristic: Literal[0, 1, 2]
    until: Annotated[list[int], Between(0, MOVES - 1)]
    depths: Annotated[list[int], Between(1, DEEPEST)]
    hurry: bool = False

    def __post_init__(self) -> None:
        if sorted(set(self.until)) != self.until:
            raise ValueError(f"until: {self.until}; allowed: steps in rising order, each once")
        if len(self.depths) != len(self.until) + 1:
            raise ValueError(f"depths: {self.depths}; allowed: {len(self.until) + 1}, one more than in until")

    def plies(self, step: int) -> int:
        """See `Searcher.plies`."""
        return self.depths[sum(step > last for last in self.until)]
