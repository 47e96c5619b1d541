"""Breeding: combine selection, crossover and mutation to make children of a population."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from tttcore.engines.genetic_algorithm.operators import import_operators
from tttcore.engines.genetic_algorithm.operators.criteria import Costs
from tttcore.engines.genetic_algorithm.operators.crossover import Crossover
from tttcore.engines.genetic_algorithm.operators.mutation import Mutation
from tttcore.engines.genetic_algorithm.operators.selection import Selection
from tttcore.engines.genetic_algorithm.players.coding import Alleles
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.population import Population
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry

Group = Literal["parents", "unmutated", "mutated", "children"]
"""Groups that survivors can be chosen from; the breeding determines which of them there are."""

Groups = Mapping[Group, Population]
Probability = Annotated[float, Between(0, 1)]


@dataclass(frozen=True)
class Toolbox:
    """Operators, alleles and evaluator that breeding uses."""

    select: Selection
    cross: Crossover
    mutate: Mutation
    alleles: Alleles
    evaluator: Evaluator


class Breeding(ABC):
    """Groups of evaluated children, each of the same size.

    Attributes
    ----------
    groups : names of the groups.
    """

    groups: ClassVar[tuple[Group, ...]]

    @abstractmethod
    def n_children(self, population: int) -> int:
        """Number of children in each group."""

    @abstractmethod
    def n_parents(self, population: int) -> int:
        """Number of parents selected."""

    def check(self, population: int) -> None:  # noqa: B027 - not every breeding has a limit
        """ConfigError if a population of this size can't be bred."""

    @abstractmethod
    def __call__(
        self, parents: Population, costs: Costs, toolbox: Toolbox, rng: np.random.Generator, *, out: Groups
    ) -> None:
        """Fill the groups in `out` with evaluated children of `parents`, whose (P,) costs are given."""


breedings: Registry[Breeding] = Registry("breeding", import_operators, Breeding)


@breedings.register("in_sequence")
@dataclass(frozen=True, kw_only=True)
class InSequence(Breeding):
    """Selection of a mating pool, crossover of all of it, then mutation of every child.

    Each organism of the pool is crossed with its neighbour, the last with the first, and both
    children are kept. The mutation depends on the best fitness among the children.

    Attributes
    ----------
    share : size of the mating pool as a proportion of the population.

    Source: ancheta2020, Genetic Algorithm (Figure 2).
    """

    share: Probability = 0.5

    groups: ClassVar[tuple[Group, ...]] = ("unmutated", "mutated")

    def n_parents(self, population: int) -> int:
        """Size of the mating pool."""
        return int(round(population * self.share, 9))

    def n_children(self, population: int) -> int:
        """See `Breeding.n_children`."""
        return 2 * self.n_parents(population)

    def check(self, population: int) -> None:
        """See `Breeding.check`."""
        if self.n_parents(population) < 2:
            raise ConfigError(f"share: {self.share} of a population of {population} leaves fewer than 2 parents")

    def __call__(
        self, parents: Population, costs: Costs, toolbox: Toolbox, rng: np.random.Generator, *, out: Groups
    ) -> None:
        """See `Breeding.__call__`."""
        unmutated, mutated = out["unmutated"], out["mutated"]
        chosen = toolbox.select(costs, self.n_parents(len(costs)), rng)
        mates = np.concatenate((chosen[1:], chosen[:1]))
        toolbox.cross(parents.genes, chosen, mates, toolbox.alleles.n_genes, rng, out=unmutated.genes)
        unmutated.evaluate(toolbox.evaluator)
        toolbox.mutate(unmutated.genes, self.best(parents, unmutated), toolbox.alleles, rng, out=mutated.genes)
        mutated.evaluate(toolbox.evaluator)

    def best(self, parents: Population, unmutated: Population) -> float:
        """Best fitness that the mutation depends on."""
        return float(unmutated.fitness.min())


@breedings.register("in_sequence_by_parents")
@dataclass(frozen=True, kw_only=True)
class InSequenceByParents(InSequence):
    """As `in_sequence`, with a mutation that depends on the best fitness of the parents, not of the children.

    Source: ancheta2020, Mutation Operator, where "the population" may be that of the generation.
    """

    def best(self, parents: Population, unmutated: Population) -> float:
        """See `InSequence.best`."""
        return float(parents.fitness.min())


class ChildByChild(Breeding):
    """As many children as parents, each made by randomly chosen operators.

    Parents are selected anew for every child; a crossover gives one child. Where the mutation
    depends on the best fitness, that is the parents'.
    """

    groups: ClassVar[tuple[Group, ...]] = ("children",)

    @property
    @abstractmethod
    def chances(self) -> tuple[float, float, float, float]:
        """Probabilities of a copy, of crossover, of crossover and mutation, and of mutation; they add up to 1."""

    def n_children(self, population: int) -> int:
        """See `Breeding.n_children`."""
        return population

    def n_parents(self, population: int) -> int:
        """See `Breeding.n_parents`: two for each child."""
        return 2 * population

    def __call__(
        self, parents: Population, costs: Costs, toolbox: Toolbox, rng: np.random.Generator, *, out: Groups
    ) -> None:
        """See `Breeding.__call__`.

        The order of children doesn't matter, so they are made in blocks of one kind, whose sizes are
        multinomial as if each child were drawn by itself. Copies keep their parent's evaluation.
        """
        children = out["children"]
        population = len(costs)
        first, second = toolbox.select(costs, self.n_parents(population), rng).reshape(2, population)
        copied, crossed, mated, _ = np.cumsum(rng.multinomial(population, self.chances))  # where each block ends
        crossing, mutating = slice(copied, mated), slice(crossed, population)  # they overlap where both are done
        parents.take(first[:copied], out=children[:copied])
        parents.copy_genes(first[mated:], out=children[mated:])
        toolbox.cross(
            parents.genes, first[crossing], second[crossing], toolbox.alleles.n_genes, rng, out=children[crossing].genes
        )
        changing = children[mutating].genes
        toolbox.mutate(changing, parents.fitness.min(), toolbox.alleles, rng, out=changing)
        children[copied:].evaluate(toolbox.evaluator)


@breedings.register("exclusive")
@dataclass(frozen=True, kw_only=True)
class Exclusive(ChildByChild):
    """Mutation, replication or, with the remaining probability, crossover for each child.

    Source: hemingroth2025, Training and Figure 3, read so that crossover makes the rest.
    """

    mutate: Probability
    replicate: Probability

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
    """One operator for each child, with the given probabilities scaled to sum to 1.

    Source: hemingroth2025, Figure 3, whose probabilities add up to 0.2.
    """

    mutate: Probability
    replicate: Probability
    cross: Probability

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
    """Crossover or not, then mutation or not, for each child; neither of them is replication.

    Source: hemingroth2025, Figure 3, each probability taken by itself.
    """

    mutate: Probability
    cross: Probability

    @property
    def chances(self) -> tuple[float, float, float, float]:
        """See `ChildByChild.chances`."""
        kept, uncrossed = 1 - self.mutate, 1 - self.cross
        return uncrossed * kept, self.cross * kept, self.cross * self.mutate, uncrossed * self.mutate
