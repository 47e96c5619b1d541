"""What organisms are ranked by: fewer is better for every criterion."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.organisms import Members, Organisms
from tttcore.engines.genetic_algorithm.players.coding import Coding
from tttcore.engines.genetic_algorithm.players.opponents import Opponent, opponents
from tttcore.games.classic import StateTables
from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.pipeline.registry import Between, Registry
from tttcore.pipeline.rng import MOST_TRIALS, binomials

Ranking = NDArray[np.float64]
Judge = Callable[[Organisms, Members, np.random.Generator], Ranking]
"""From a table of organisms and S members of a pool to (S,) badness between 0 and 1."""


class Criterion(ABC):
    """A way to judge organisms, prepared for a game and a seat."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats whose organisms can be judged."""
        return tuple(SEAT_INDICES)

    @abstractmethod
    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> Judge:
        """The function that judges organisms playing `seat`; by default they are coded as `coding.Cells`."""


criteria: Registry[Criterion] = Registry("criterion")


@criteria.register("fitness")
@dataclass(frozen=True)
class Fitness(Criterion):
    """Share of games lost over every line of play. Source: ancheta2020, Equation 1."""

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> Judge:
        """See `Criterion.prepare`."""
        return lambda organisms, members, rng: organisms.fitness[members.rows]


@criteria.register("losses")
@dataclass(frozen=True)
class Losses(Criterion):
    """Share of games lost in a series against an opponent, played anew at every judgement.

    Given the organism its games are independent, so that the number lost is binomial with the
    exact chance of losing one; it is drawn instead of played. Where the opponent's first game
    differs, that is the first game of the first organism.

    Source: ancheta2020, Modified Controlled Elite Preservation.
    """

    opponent: Annotated[Opponent, opponents]
    games: Annotated[int, Between(1, MOST_TRIALS)] = 300

    @property
    def seats(self) -> tuple[Seat, ...]:
        """See `Criterion.seats`: those that the opponent can meet."""
        return self.opponent.seats

    def prepare(self, tables: StateTables, seat: Seat, coding: Coding | None = None) -> Judge:
        """See `Criterion.prepare`."""
        chances = self.opponent.prepare(tables, seat, coding)

        def judge(organisms: Organisms, members: Members, rng: np.random.Generator) -> Ranking:
            per_game = chances.per_game(organisms.genes, organisms.tallies, members.distinct)[members.copies]
            lost = binomials(rng, self.games, per_game)
            first = chances.first_game(organisms.genes, members.rows[:1])
            if first is not None:
                lost[:1] = binomials(rng, self.games - 1, per_game[:1]) + binomials(rng, 1, first)
            return lost / self.games

        return judge
