"""Selection: which organisms become parents."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.operators.criteria import Criterion, Fitness, Ranking, criteria
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.registry import Between, ConfigError, Registry
from tttcore.pipeline.rng import words

Niching = Literal["none", "constant", "per_fitness"]


@dataclass(frozen=True, kw_only=True)
class Selection(ABC):
    """Chooses parents by how they are ranked.

    Attributes
    ----------
    by : what organisms are ranked by.
    """

    by: Annotated[Criterion, criteria] = Fitness()

    @abstractmethod
    def check(self, population: int, parents: int) -> None:
        """ConfigError if the operator can't choose so many parents from a population of this size."""

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

    def check(self, population: int, parents: int) -> None:
        """See `Selection.check`; any population will do."""

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
    """The best of `size` organisms drawn at random; ties go to the one drawn first.

    Attributes
    ----------
    distinct : whether the organisms of one tournament are different ones.
    """

    size: Annotated[int, Between(1)]
    distinct: bool = False

    def check(self, population: int, parents: int) -> None:
        """See `Selection.check`."""
        if self.size > population:
            raise ConfigError(
                f"size: a tournament of {self.size} in a population of {population}; at most {population}"
            )

    def __call__(self, ranking: Ranking, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """See `Selection.__call__`."""
        chosen = np.empty(count, np.intp)
        _hold(ranking, self.size, self.distinct, words(rng, count * self.size, per_word=2), chosen)
        return chosen


@kernel
def _hold(ranking, size, distinct, fuel, chosen):
    """Tournaments; different organisms by shuffling as far as needed, on whatever order the last one left.

    Half a word is a fraction of 2^32, so that no organism's chance is off by more than 2^-32.
    """
    order = np.arange(ranking.size).astype(np.uint32)
    draw = 0
    for tournament in range(chosen.size):
        winner = 0
        lowest = np.inf
        for entrant in range(size):
            drawn = entrant if distinct else 0
            half = (fuel[draw >> 1] >> np.uint64(32 * (draw & 1))) & np.uint64(0xFFFFFFFF)
            draw += 1
            place = drawn + np.int64((half * np.uint64(ranking.size - drawn)) >> np.uint64(32))
            organism = order[place]
            order[place] = order[drawn]
            order[drawn] = organism
            if ranking[organism] < lowest:
                lowest = ranking[organism]
                winner = organism
        chosen[tournament] = winner


@selections.register("truncation")
@dataclass(frozen=True, kw_only=True)
class Truncation(Selection):
    """The best organisms, in order; ties go to the lower row. Draws nothing."""

    def check(self, population: int, parents: int) -> None:
        """See `Selection.check`."""
        if parents > population:
            raise ConfigError(f"name: truncation can't choose {parents} parents from a population of {population}")

    def __call__(self, ranking: Ranking, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """See `Selection.__call__`."""
        return np.argsort(ranking, kind="stable")[:count]
