"""Breeding: how the operators are combined to make children of a population."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

import numpy as np

from tttcore.engines.genetic_algorithm.operators.criteria import Ranking
from tttcore.engines.genetic_algorithm.operators.cross import Crossover
from tttcore.engines.genetic_algorithm.operators.mutate import Mutation
from tttcore.engines.genetic_algorithm.operators.select import Selection
from tttcore.engines.genetic_algorithm.organisms import Organisms
from tttcore.engines.genetic_algorithm.players.coding import Alleles
from tttcore.engines.genetic_algorithm.players.genome import Evaluator
from tttcore.pipeline.registry import Between, ConfigError, Registry

Group = Literal["parents", "unmutated", "mutated", "children"]
"""Organisms that survivors can be chosen from; which ones there are depends on the breeding."""

Chance = Annotated[float, Between(0, 1)]


@dataclass(frozen=True)
class Tools:
    """What breeding works with."""

    select: Selection
    cross: Crossover
    mutate: Mutation
    alleles: Alleles
    evaluator: Evaluator


class Breeding(ABC):
    """Makes groups of children, each of the same size, and evaluates them.

    Attributes
    ----------
    groups : names of the groups that it makes.
    """

    groups: ClassVar[tuple[Group, ...]]

    @abstractmethod
    def children(self, population: int) -> int:
        """Organisms in each group."""

    @abstractmethod
    def operands(self, population: int) -> int:
        """How many parents are selected."""

    @abstractmethod
    def check(self, population: int) -> None:
        """ConfigError if a population of this size can't be bred."""

    @abstractmethod
    def __call__(
        self,
        parents: Organisms,
        ranking: Ranking,
        tools: Tools,
        rng: np.random.Generator,
        *,
        out: Mapping[Group, Organisms],
    ) -> None:
        """Fill the groups in `out` with children of the ranked `parents`."""


breedings: Registry[Breeding] = Registry("breeding")


@breedings.register("in_sequence")
@dataclass(frozen=True, kw_only=True)
class InSequence(Breeding):
    """Selects a mating pool, crosses all of it, then mutates every child.

    Each organism of the pool is crossed with its neighbour, the last with the first, and both
    children are kept. The children are mutated the more, the worse the best of them is.

    Attributes
    ----------
    share : size of the mating pool as a share of the population.

    Source: ancheta2020, Genetic Algorithm (Figure 2).
    """

    share: Chance = 0.5

    groups: ClassVar[tuple[Group, ...]] = ("unmutated", "mutated")

    def operands(self, population: int) -> int:
        """Size of the mating pool."""
        return int(round(population * self.share, 9))

    def children(self, population: int) -> int:
        """See `Breeding.children`."""
        return 2 * self.operands(population)

    def check(self, population: int) -> None:
        """See `Breeding.check`."""
        if self.operands(population) < 2:
            raise ConfigError(f"share: {self.share} of a population of {population} leaves fewer than 2 parents")

    def __call__(
        self,
        parents: Organisms,
        ranking: Ranking,
        tools: Tools,
        rng: np.random.Generator,
        *,
        out: Mapping[Group, Organisms],
    ) -> None:
        """See `Breeding.__call__`."""
        unmutated, mutated = out["unmutated"], out["mutated"]
        chosen = tools.select(ranking, self.operands(len(ranking)), rng)
        mates = np.concatenate((chosen[1:], chosen[:1]))
        tools.cross(parents.genes, chosen, mates, tools.alleles.loci, rng, out=unmutated.genes)
        unmutated.evaluate(tools.evaluator)
        tools.mutate(unmutated.genes, unmutated.fitness.min(), tools.alleles, rng, out=mutated.genes)
        mutated.evaluate(tools.evaluator)


class ChildByChild(Breeding):
    """Makes as many children as there are parents, each by its own choice of operators.

    Operands are selected anew for every child; of two that are crossed one child is kept. Where
    the mutation depends on the best fitness, that is the parents'.
    """

    groups: ClassVar[tuple[Group, ...]] = ("children",)

    @property
    @abstractmethod
    def chances(self) -> tuple[float, float, float, float]:
        """Chances of a child to be a copy, crossed, crossed and mutated, mutated; they add up to 1."""

    def children(self, population: int) -> int:
        """See `Breeding.children`."""
        return population

    def operands(self, population: int) -> int:
        """See `Breeding.operands`: two of each child."""
        return 2 * population

    def check(self, population: int) -> None:
        """See `Breeding.check`; any population will do."""

    def __call__(
        self,
        parents: Organisms,
        ranking: Ranking,
        tools: Tools,
        rng: np.random.Generator,
        *,
        out: Mapping[Group, Organisms],
    ) -> None:
        """See `Breeding.__call__`.

        Children don't differ by their place, so they are made in blocks, as many of each kind as
        choosing one by one would give. What is known of a parent holds for its copies.
        """
        children = out["children"]
        population = len(ranking)
        first, second = tools.select(ranking, self.operands(population), rng).reshape(2, population)
        ends = np.cumsum([0, *rng.multinomial(population, self.chances)])
        copied, crossed, both, mutated = (slice(start, end) for start, end in pairwise(ends))
        crossing, mutating = slice(crossed.start, both.stop), slice(both.start, mutated.stop)
        parents.take(first[copied], out=children[copied])
        parents.copy_genes(first[mutated], out=children[mutated])
        tools.cross(
            parents.genes, first[crossing], second[crossing], tools.alleles.loci, rng, out=children[crossing].genes
        )
        changing = children[mutating].genes
        tools.mutate(changing, parents.fitness.min(), tools.alleles, rng, out=changing)
        children[slice(copied.stop, None)].evaluate(tools.evaluator)


@breedings.register("exclusive")
@dataclass(frozen=True, kw_only=True)
class Exclusive(ChildByChild):
    """Each child is either mutated, or replicated, or else crossed.

    Source: hemingroth2025, Training and Figure 3, read so that crossover makes the rest.
    """

    mutate: Chance
    replicate: Chance

    def __post_init__(self) -> None:
        if self.mutate + self.replicate > 1:
            raise ConfigError(
                f"mutate, replicate: {self.mutate:g} and {self.replicate:g} add up to more than 1, "
                "but each child meets one operator; allowed: 1 at most"
            )

    @property
    def chances(self) -> tuple[float, float, float, float]:
        """See `ChildByChild.chances`."""
        return self.replicate, 1 - self.mutate - self.replicate, 0.0, self.mutate


@breedings.register("normalised")
@dataclass(frozen=True, kw_only=True)
class Normalised(ChildByChild):
    """Each child meets one operator, with chances in proportion to those given.

    Source: hemingroth2025, Figure 3, whose probabilities add up to 0.2.
    """

    mutate: Chance
    replicate: Chance
    cross: Chance

    def __post_init__(self) -> None:
        if self.mutate + self.replicate + self.cross == 0:
            raise ConfigError("mutate, replicate, cross: all are 0; at least one must be above")

    @property
    def chances(self) -> tuple[float, float, float, float]:
        """See `ChildByChild.chances`."""
        total = self.mutate + self.replicate + self.cross
        return self.replicate / total, self.cross / total, 0.0, self.mutate / total


@breedings.register("independent")
@dataclass(frozen=True, kw_only=True)
class Independent(ChildByChild):
    """Each child is crossed or not, then mutated or not; what is neither is a copy, a replicate.

    Source: hemingroth2025, Figure 3, each probability taken by itself.
    """

    mutate: Chance
    cross: Chance

    @property
    def chances(self) -> tuple[float, float, float, float]:
        """See `ChildByChild.chances`."""
        kept, uncrossed = 1 - self.mutate, 1 - self.cross
        return uncrossed * kept, self.cross * kept, self.cross * self.mutate, uncrossed * self.mutate
