"""Replacement: who makes up the next generation."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Annotated

import numpy as np

from tttcore.engines.genetic_algorithm.operators.criteria import Criterion, Fitness, Ranking, criteria
from tttcore.engines.genetic_algorithm.players.genome import Rows
from tttcore.pipeline.registry import ConfigError, Registry


class Replacement(ABC):
    """Chooses survivors from a pool."""

    @property
    @abstractmethod
    def by(self) -> Criterion:
        """What the pool is judged by."""

    @property
    def keeps_all(self) -> bool:
        """Whether the pool as it is becomes the next generation."""
        return False

    def check(self, population: int, pool: int) -> None:
        """ConfigError if `population` survivors can't be chosen from `pool` organisms."""
        if pool < population:
            raise ConfigError(f"pool: a pool of {pool} can't fill a population of {population}")

    @abstractmethod
    def __call__(self, ranking: Ranking, fitness: Ranking, population: int) -> Rows:
        """Places of the survivors in the pool, from its (S,) values."""


replacements: Registry[Replacement] = Registry("replacement")


@dataclass(frozen=True, kw_only=True)
class ByRank(Replacement):
    """Keeps certain ranks of the pool, sorted by fitness (stable).

    Attributes
    ----------
    by : what the pool is sorted by; ties go to the better fitness, then to the lower row.
    """

    by: Annotated[Criterion, criteria] = Fitness()

    @abstractmethod
    def ranks(self, population: int, pool: int) -> Rows:
        """(population,) ranks that survive, 0 for the best of the pool."""

    def __call__(self, ranking: Ranking, fitness: Ranking, population: int) -> Rows:
        """See `Replacement.__call__`."""
        ranks = self.ranks(population, len(ranking))
        if isinstance(self.by, Fitness):
            return np.argsort(fitness, kind="stable")[ranks]
        kept = np.lexsort((fitness, ranking))[ranks]
        return kept[np.argsort(fitness[kept], kind="stable")]


@replacements.register("controlled_elite")
@dataclass(frozen=True, kw_only=True)
class ControlledElite(ByRank):
    """Keeps most of the best and ever fewer of the rest, down to the very worst.

    For i = 1..N keeps the organism of rank ``j(i) = i + (S - N) (i-1)(i-2) / ((N-1)(N-2))``,
    counted from 1 and truncated, where S is the size of the pool; S = 3N gives the published 2N.

    Source: ancheta2020, Controlled Elite Preservation (Bhatt et al. 2008).
    """

    def ranks(self, population: int, pool: int) -> Rows:
        """See `ByRank.ranks`."""
        return elite_ranks(population, pool)


@cache
def elite_ranks(population: int, pool: int) -> Rows:
    """j(i) - 1 for i = 1..population, in whole numbers, see `ControlledElite`."""
    i = np.arange(1, population + 1)
    return i - 1 + (pool - population) * (i - 1) * (i - 2) // max((population - 1) * (population - 2), 1)


@replacements.register("truncation")
@dataclass(frozen=True, kw_only=True)
class Truncation(ByRank):
    """Keeps the best."""

    def ranks(self, population: int, pool: int) -> Rows:
        """See `ByRank.ranks`."""
        return np.arange(population)


@replacements.register("generational")
@dataclass(frozen=True)
class Generational(Replacement):
    """The pool takes the place of the population, as it is. Source: hemingroth2025, Training."""

    @property
    def by(self) -> Criterion:
        """See `Replacement.by`; nobody is judged."""
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

    def __call__(self, ranking: Ranking, fitness: Ranking, population: int) -> Rows:
        """See `Replacement.__call__`."""
        return np.arange(population)
