"""Replacement: choose the organisms that make up the next generation."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import numpy as np

from tttcore.engines.genetic_algorithm.operators import import_operators
from tttcore.engines.genetic_algorithm.operators.criteria import Costs, Criterion, Fitness, criteria
from tttcore.engines.genetic_algorithm.players.coding import RowNumbers
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry


class Replacement(ABC):
    """Choice of survivors from a pool."""

    @property
    @abstractmethod
    def by(self) -> Criterion:
        """Criterion that gives the costs of the pool."""

    @property
    def keeps_all(self) -> bool:
        """True if the pool as it is becomes the next generation."""
        return False

    def check(self, population: int, pool: int) -> None:
        """ConfigError if `population` survivors can't be chosen from `pool` organisms."""
        if pool < population:
            raise ConfigError(f"pool: a pool of {pool} can't fill a population of {population}")

    @abstractmethod
    def __call__(self, costs: Costs, fitness: Costs, population: int) -> RowNumbers:
        """(population,) places of the survivors in the pool, from its (S,) costs and fitness."""


replacements: Registry[Replacement] = Registry("replacement", import_operators, Replacement)


@dataclass(frozen=True, kw_only=True)
class ByRank(Replacement):
    """Survival of certain ranks of the pool; survivors are sorted by fitness (stable).

    Attributes
    ----------
    by : criterion that the pool is ranked by.
    """

    by: Annotated[Criterion, criteria] = Fitness()

    @abstractmethod
    def ranks(self, population: int, pool: int) -> RowNumbers:
        """(population,) ranks that survive, 0 for the best of the pool."""

    def __call__(self, costs: Costs, fitness: Costs, population: int) -> RowNumbers:
        """See `Replacement.__call__`."""
        ranks = self.ranks(population, len(costs))
        if isinstance(self.by, Fitness):
            return np.argsort(fitness, kind="stable")[ranks]
        kept = np.lexsort((fitness, costs))[ranks]
        return kept[np.argsort(fitness[kept], kind="stable")]


@replacements.register("controlled_elite")
@dataclass(frozen=True, kw_only=True)
class ControlledElite(ByRank):
    """Survival of most of the best ranks and ever fewer of the worse; ties go to better fitness, then the lower row.

    For i = 1..N keeps the organism of rank ``j(i) = i + (S - N) (i-1)(i-2) / ((N-1)(N-2))``,
    counted from 1 and truncated, where S is the size of the pool; S = 3N gives the published 2N.

    Source: ancheta2020, Controlled Elite Preservation (Bhatt et al. 2008).
    """

    def ranks(self, population: int, pool: int) -> RowNumbers:
        """See `ByRank.ranks`."""
        return elite_ranks(population, pool)


@cache
def elite_ranks(population: int, pool: int) -> RowNumbers:
    """(population,) ranks j(i) - 1 of `ControlledElite`, the fast form of `reference.preserve`."""
    i = np.arange(1, population + 1)
    return i - 1 + (pool - population) * (i - 1) * (i - 2) // max((population - 1) * (population - 2), 1)


@replacements.register("controlled_elite_by_place")
@dataclass(frozen=True, kw_only=True)
class ControlledEliteByPlace(ControlledElite):
    """As `controlled_elite`, with ties in lost games broken by place in the pool, not by fitness.

    Source: ancheta2020, Modified Controlled Elite Preservation, which says nothing of ties.
    """

    def __call__(self, costs: Costs, fitness: Costs, population: int) -> RowNumbers:
        """See `Replacement.__call__`."""
        kept = np.argsort(costs, kind="stable")[self.ranks(population, len(costs))]
        return kept[np.argsort(fitness[kept], kind="stable")]


@replacements.register("controlled_elite_with_success")
@dataclass(frozen=True, kw_only=True)
class ControlledEliteWithSuccess(ControlledElite):
    """As `controlled_elite`, but the first no-loss organism of the pool always survives, in place of the worst kept.

    So a run ends as if success were looked for in the pool, not among the organisms that are kept.

    Source: ancheta2020, Data Collection, which doesn't say where the best organism is looked for.
    """

    def __call__(self, costs: Costs, fitness: Costs, population: int) -> RowNumbers:
        """See `Replacement.__call__`."""
        kept = super().__call__(costs, fitness, population)
        if fitness[kept[0]] > 0.0 and fitness.min() == 0.0:
            kept = np.concatenate(([fitness.argmin()], kept[:-1]))
        return kept


@replacements.register("truncation")
@dataclass(frozen=True, kw_only=True)
class Truncation(ByRank):
    """Survival of the best; ties go to the better fitness, then to the lower row."""

    def ranks(self, population: int, pool: int) -> RowNumbers:
        """See `ByRank.ranks`."""
        return np.arange(population)


@replacements.register("generational")
@dataclass(frozen=True)
class Generational(Replacement):
    """Replacement of the whole population by the pool. Source: hemingroth2025, Training."""

    @property
    def by(self) -> Criterion:
        """See `Replacement.by`; not used."""
        return Fitness()

    @property
    def keeps_all(self) -> bool:
        """See `Replacement.keeps_all`."""
        return True

    def check(self, population: int, pool: int) -> None:
        """See `Replacement.check`."""
        super().check(population, pool)
        if pool > population:
            raise ConfigError(f"pool: a pool of {pool} can't take the place of a population of {population}")

    def __call__(self, costs: Costs, fitness: Costs, population: int) -> RowNumbers:
        """See `Replacement.__call__`."""
        return np.arange(population)
