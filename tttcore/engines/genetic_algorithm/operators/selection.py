"""Selection: choose parents by their cost."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from tttcore.engines.genetic_algorithm.operators import import_operators
from tttcore.engines.genetic_algorithm.operators.criteria import Costs, Criterion, Fitness, criteria
from tttcore.engines.genetic_algorithm.players.coding import RowNumbers
from tttcore.pipeline.declaration import COUNT
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rng import random_uint64


@dataclass(frozen=True, kw_only=True)
class Selection(ABC):
    """Choice of parents by their cost.

    Attributes
    ----------
    by : criterion that gives the costs.
    """

    by: Annotated[Criterion, criteria] = Fitness()

    def check(self, population: int, parents: int) -> None:  # noqa: B027 - not every operator has a limit
        """ConfigError if the operator can't choose this number of parents from a population of this size."""

    @abstractmethod
    def __call__(self, costs: Costs, count: int, rng: np.random.Generator) -> RowNumbers:
        """(count,) rows of the parents, given the (P,) costs of the population."""


selections: Registry[Selection] = Registry("selection", import_operators, Selection)


@selections.register("sus")
@dataclass(frozen=True, kw_only=True)
class StochasticUniversalSampling(Selection):
    """Equally spaced pointers on a roulette wheel with sectors 1 - cost; parents keep the wheel's order.

    Attributes
    ----------
    niching : ``per_fitness`` divides each sector by the number of organisms of the same cost;
        ``constant`` divides all by one number, which cancels (the listed program); ``none``.

    If all sectors are 0, organisms get equal ones. Source: ancheta2020, Selection Operator (Bhatt
    et al. 2008; Panchapakesan 2014).
    """

    niching: Literal["none", "constant", "per_fitness"] = "none"

    def __call__(self, costs: Costs, count: int, rng: np.random.Generator) -> RowNumbers:
        """See `Selection.__call__`."""
        chosen = np.empty(count, np.intp)
        _sample_universally(costs, self.niching == "per_fitness", rng.random(), chosen)
        return chosen


@kernel
def _sample_universally(costs, niched, start, chosen):
    """Fast form of `reference.select`: choose the organisms under K pointers.

    They are at start + k / K of the wheel's circumference, 0 <= start < 1.
    """
    wheel = np.empty(costs.size)  # cumulated sectors: organism i covers wheel[i - 1] to wheel[i]
    end = 0.0
    for i in range(costs.size):
        niche = 0  # organisms of the same cost, itself among them
        for j in range(costs.size):
            niche += costs[i] == costs[j]
        end += (1.0 - costs[i]) / (niche if niched else 1)
        wheel[i] = end
    if end <= 0.0:
        wheel = np.arange(1.0, costs.size + 1)
    organism = 0
    wrapped = False
    for k in range(chosen.size):
        pointer = start + k / chosen.size
        if pointer >= 1.0:  # past the wheel's end: go on from its beginning
            pointer -= 1.0
            if not wrapped:
                organism = 0
                wrapped = True
        # Pointers rise, so that the search goes on where the last one ended, but for the one time that they wrap
        # around. Rounding can leave the last pointer beyond the wheel, on the last organism.
        while organism < costs.size - 1 and wheel[organism] <= pointer * wheel[-1]:
            organism += 1
        chosen[k] = organism


@selections.register("tournament")
@dataclass(frozen=True, kw_only=True)
class Tournament(Selection):
    """The best of `size` organisms drawn at random; ties go to the one drawn first.

    Attributes
    ----------
    distinct : draw without replacement within a tournament.
    """

    size: Annotated[int, COUNT]
    distinct: bool = False

    def check(self, population: int, parents: int) -> None:
        """See `Selection.check`."""
        if self.size > population:
            raise ConfigError(
                f"size: a tournament of {self.size} in a population of {population}; at most {population}"
            )

    def __call__(self, costs: Costs, count: int, rng: np.random.Generator) -> RowNumbers:
        """See `Selection.__call__`."""
        chosen = np.empty(count, np.intp)
        _hold_tournaments(costs, self.size, self.distinct, random_uint64(rng, count * self.size, per_word=2), chosen)
        return chosen


@kernel
def _hold_tournaments(costs, size, distinct, random_words, chosen):
    """Fast form of `reference.tournament`: choose a winner of each, drawing candidates with half a random word each.

    Without replacement, candidates come from a partial Fisher-Yates shuffle that starts from whatever
    order the last tournament left. Half a word is a fraction of 2^32, so that no organism's probability is
    off by more than 2^-32.
    """
    order = np.arange(costs.size).astype(np.uint32)
    draw = 0
    for tournament in range(chosen.size):
        winner = 0
        lowest = np.inf
        for candidate in range(size):
            shuffled = candidate if distinct else 0  # the candidates drawn already are in front
            # Draw d is in word d / 2: its lower half first, then its upper half.
            half = (random_words[draw >> 1] >> np.uint64(32 * (draw & 1))) & np.uint64(0xFFFFFFFF)
            draw += 1
            # a whole number below n is half * n / 2^32
            place = shuffled + np.int64((half * np.uint64(costs.size - shuffled)) >> np.uint64(32))
            organism = order[place]
            order[place] = order[shuffled]
            order[shuffled] = organism
            if costs[organism] < lowest:
                lowest = costs[organism]
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

    def __call__(self, costs: Costs, count: int, rng: np.random.Generator) -> RowNumbers:
        """See `Selection.__call__`."""
        return np.argsort(costs, kind="stable")[:count]
