"""Opponents that operators name, with the exact probability of losing to each."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import Coding, Genes, RowNumbers
from tttcore.engines.genetic_algorithm.players.game_tree import GameTree, game_tree, loss_chances
from tttcore.engines.genetic_algorithm.players.replies import LOSS, lane, random_loss_chances
from tttcore.games.classic import Board, StateTables
from tttcore.games.seats import Seat
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.registry import Registry
from tttcore.players.umg_rules import LATE_TURN, CentreRule, barrat_choices, turn_of

Chances = NDArray[np.float64]
"""Probabilities."""


class LossChances(ABC):
    """Exact probability of losing one game to a prepared opponent."""

    @abstractmethod
    def per_game(self, genes: Genes, tallies: NDArray[np.int64], rows: RowNumbers) -> Chances:
        """(P,) probability that organisms in (P,) `rows` of (R, W) genes and (R, 2) tallies lose a game."""

    def first_game(self, genes: Genes, rows: RowNumbers) -> Chances | None:
        """(P,) the same for the very first game of a series; None if it is like any other."""
        return None


class Opponent(ABC):
    """Way to play against organisms, to be prepared for their seat."""

    seats: ClassVar[tuple[Seat, ...]]

    @abstractmethod
    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> LossChances:
        """Loss probabilities of organisms that play `seat`; by default they are coded as `coding.Cells`."""


opponents: Registry[Opponent] = Registry("opponent")


@opponents.register("rmg")
@dataclass(frozen=True)
class RandomMoveGenerator(Opponent):
    """Uniformly random free cell. Source: ancheta2020, Procedures."""

    seats: ClassVar[tuple[Seat, ...]] = ("first", "second")

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> LossChances:
        """See `Opponent.prepare`."""
        column = 0 if seat == "first" else 1
        return _AgainstRandom(column, random_loss_chances("first" if seat == "first" else "second"))


@dataclass(frozen=True)
class _AgainstRandom(LossChances):
    """Loss probability as the sum, over lost games in the tally, of the probability of each under random moves."""

    column: int
    chance_of_game: Chances

    def per_game(self, genes: Genes, tallies: NDArray[np.int64], rows: RowNumbers) -> Chances:
        chances = np.empty(rows.size)
        _weighted_losses(tallies[:, self.column], rows, self.chance_of_game, chances)
        return chances


@kernel
def _weighted_losses(tallies, rows, chance_of_game, chances):
    for i in range(rows.size):
        chance = 0.0
        for mark in range(chance_of_game.size):
            chance += lane(tallies[rows[i]], LOSS + mark) * chance_of_game[mark]
        # Rounding may carry the sum of a player who nearly always loses beyond 1.
        chances[i] = min(chance, 1.0)


@opponents.register("umg")
@dataclass(frozen=True)
class UnbeatableMoveGenerator(Opponent):
    """Barrat's rules as second player.

    Attributes
    ----------
    centre : holder of the centre that the second-turn rule asks for, see `barrat_choices`.
    counter : ``per_game`` starts counting turns with each game; ``running`` never resets the
        counter within a series, so that the rules for the first and second turn apply in its
        very first game alone (the listed program's behaviour).
    """

    centre: CentreRule = "opponent"
    counter: Literal["per_game", "running"] = "per_game"

    seats: ClassVar[tuple[Seat, ...]] = ("first",)

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> LossChances:
        """See `Opponent.prepare`."""
        counted = game_tree(tables, partial(self._cells, turn=None), coding)
        if self.counter == "per_game":
            return _AgainstRule(counted, None)
        return _AgainstRule(game_tree(tables, partial(self._cells, turn=LATE_TURN), coding), counted)

    def _cells(self, board: Board, turn: int | None) -> Sequence[int]:
        """Cells that the rules draw from on `turn`, by default the one that the board shows."""
        return barrat_choices(board, turn=turn or turn_of(board), centre=self.centre)


@dataclass(frozen=True)
class _AgainstRule(LossChances):
    """Loss probability by the tree of games, with a tree of its own for the very first game of a series."""

    usual: GameTree
    first: GameTree | None

    def per_game(self, genes: Genes, tallies: NDArray[np.int64], rows: RowNumbers) -> Chances:
        return loss_chances(genes, rows, self.usual)

    def first_game(self, genes: Genes, rows: RowNumbers) -> Chances | None:
        return None if self.first is None else loss_chances(genes, rows, self.first)
