"""Criteria: the cost by which organisms are selected or survive; less is better."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.operators import import_operators
from tttcore.engines.genetic_algorithm.players.coding import Coding
from tttcore.engines.genetic_algorithm.players.opponents import Opponent, opponents
from tttcore.engines.genetic_algorithm.population import Members, Population
from tttcore.games.classic import StateTables
from tttcore.games.position import SEAT_INDICES, Seat
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rng import MOST_TRIALS, binomials

Costs = NDArray[np.float64]
"""(S,) cost of each organism, from 0 (best) to 1 (worst)."""
CostFunction = Callable[[Population, Members, np.random.Generator], Costs]
"""Costs of the S members of a population."""


class Criterion(ABC):
    """A cost of organisms, to be prepared for a game and a seat."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats for which the cost is defined."""
        return tuple(SEAT_INDICES)

    def games_played(self, members: int, distinct: int) -> int:
        """Games against opponents that the costs of so many members take, of which so many are different rows."""
        return 0

    @abstractmethod
    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> CostFunction:
        """Cost function of organisms that play `seat`; by default they are coded as `coding.Cells`."""


criteria: Registry[Criterion] = Registry("criterion", import_operators, Criterion)


@criteria.register("fitness")
@dataclass(frozen=True)
class Fitness(Criterion):
    """Proportion of games lost over every line of play. Source: ancheta2020, Equation 1."""

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> CostFunction:
        """See `Criterion.prepare`."""
        return lambda population, members, rng: population.fitness[members.rows]


@criteria.register("losses")
@dataclass(frozen=True)
class Losses(Criterion):
    """Proportion of games lost in a series against an opponent, played anew each time costs are computed.

    Games of one organism are independent, so the number lost is binomial with the exact probability
    of losing one; it is drawn instead of playing. Where the opponent plays its very first game
    differently, that is the first game of the first organism.

    Source: ancheta2020, Modified Controlled Elite Preservation.
    """

    opponent: Annotated[Opponent, opponents]
    games: Annotated[int, Between(1, MOST_TRIALS)] = 300

    copies_play: ClassVar[bool] = True
    """Every copy of an organism plays a series of its own."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """See `Criterion.seats`: those that the opponent can play against."""
        return self.opponent.seats

    def games_played(self, members: int, distinct: int) -> int:
        """See `Criterion.games_played`."""
        return self.games * (members if self.copies_play else distinct)

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> CostFunction:
        """See `Criterion.prepare`."""
        chances = self.opponent.prepare(tables, seat, coding)

        def share_lost(population: Population, members: Members, rng: np.random.Generator) -> Costs:
            series = np.arange(members.rows.size) if self.copies_play else members.copies  # that each member plays
            per_game = chances.per_game(population.genes, population.tallies, members.distinct)
            if self.copies_play:
                per_game = per_game[members.copies]
            lost = binomials(rng, self.games, per_game)
            first = chances.first_game(population.genes, members.rows[:1])
            if first is not None:
                own = series[:1]
                lost[own] = binomials(rng, self.games - 1, per_game[own]) + binomials(rng, 1, first)
            return lost[series] / self.games

        return share_lost


@criteria.register("losses_once")
@dataclass(frozen=True)
class LossesOnce(Losses):
    """As `losses`, with a single series of games for organisms that are in the pool more than once.

    Source: ancheta2020, Modified Controlled Elite Preservation, which doesn't say that copies play again.
    """

    copies_play: ClassVar[bool] = False


@criteria.register("games_not_lost")
@dataclass(frozen=True)
class GamesNotLost(Losses):
    """As `losses`, inverted: the proportion of games not lost, so that organisms that lose most rank first.

    Source: ancheta2020, Modified Controlled Elite Preservation, which doesn't say which end of the order is kept.
    """

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> CostFunction:
        """See `Criterion.prepare`."""
        share_lost = super().prepare(tables, seat, coding)
        return lambda population, members, rng: 1.0 - share_lost(population, members, rng)
