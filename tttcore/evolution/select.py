"""Selection: which organisms become parents."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from tttcore.base.jit import kernel
from tttcore.base.registry import Between, ConfigError, Registry
from tttcore.evolution.criteria import Criterion, Fitness, Ranking, criteria

Niching = Literal["none", "constant", "per_fitness"]


@dataclass(frozen=True, kw_only=True)
class Selection(ABC):
    """Chooses parents by how they are ranked.

    Attributes
    ----------
    by : what organisms are ranked by.
    share : size of the mating pool as a share of the population.
    """

    by: Annotated[Criterion, criteria] = Fitness()
    share: Annotated[float, Between(0, 1)] = 0.5

    def parents(self, population: int) -> int:
        """Size of the mating pool."""
        return int(round(population * self.share, 9))

    def check(self, population: int) -> None:
        """ConfigError if the operator can't work on a population of this size."""
        if self.parents(population) < 2:
            raise ConfigError(f"share: {self.share} of a population of {population} leaves fewer than 2 parents")

    @abstractmethod
    def __call__(self, ranking: Ranking, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """(count,) rows of the parents, given the (P,) ranking (0 best, 1 worst)."""


selections: Registry[Selection] = Registry("selection")


@selections.register("sus")
@dataclass(frozen=True, kw_only=True)
class StochasticUniversalSampling(Selection):
    """Equally spaced pointers on a wheel of shares 1 - ranking; the pool keeps the wheel's order.

    Attributes
    ----------
    niching : ``per_fitness`` divides each share by the number of organisms ranked the same;
        ``constant`` divides all by one number, which cancels (the listed program); ``none``.

    A wheel without any share gives every organism the same. Source: ancheta2020, Selection
    Operator (Bhatt et al. 2008; Panchapakesan 2014).
    """

    niching: Niching = "none"

    def __call__(self, ranking: Ranking, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """See `Selection.__call__`."""
        chosen = np.empty(count, np.intp)
        _spin(ranking, self.niching == "per_fitness", rng.random(), chosen)
        return chosen


@kernel
def _spin(ranking, niched, start, chosen):
    """Organisms under the pointers start + k / K, read round the wheel from `start` (0 to 1)."""
    wheel = np.empty(ranking.size)
    turned = 0.0
    for i in range(ranking.size):
        sharers = 0
        for j in range(ranking.size):
            sharers += ranking[i] == ranking[j]
        turned += (1.0 - ranking[i]) / (sharers if niched else 1)
        wheel[i] = turned
    if turned <= 0.0:
        wheel = np.arange(1.0, ranking.size + 1)
    organism = 0
    wrapped = False
    for k in range(chosen.size):
        pointer = start + k / chosen.size
        if pointer >= 1.0:
            pointer -= 1.0
            if not wrapped:
                organism = 0
                wrapped = True
        while organism < ranking.size - 1 and wheel[organism] <= pointer * wheel[-1]:
            organism += 1
        chosen[k] = organism


@selections.register("tournament")
@dataclass(frozen=True, kw_only=True)
class Tournament(Selection):
    """The best of `size` organisms drawn with replacement; ties go to the one drawn first."""

    size: Annotated[int, Between(1)]

    def check(self, population: int) -> None:
        """See `Selection.check`."""
        super().check(population)
        if self.size > population:
            raise ConfigError(
                f"size: a tournament of {self.size} in a population of {population}; at most {population}"
            )

    def __call__(self, ranking: Ranking, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """See `Selection.__call__`."""
        drawn = rng.integers(len(ranking), size=(count, self.size))
        return drawn[np.arange(count), np.argmin(ranking[drawn], axis=1)]


@selections.register("truncation")
@dataclass(frozen=True, kw_only=True)
class Truncation(Selection):
    """The best organisms, in order; ties go to the lower row. Draws nothing."""

    def __call__(self, ranking: Ranking, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """See `Selection.__call__`."""
        return np.argsort(ranking, kind="stable")[:count]
