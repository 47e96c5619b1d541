"""The generational loop of a genetic algorithm over genomes."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from tttcore.evolution.cross import Crossover
from tttcore.evolution.mutate import Mutation
from tttcore.evolution.organisms import Members, Organisms
from tttcore.evolution.replace import Replacement
from tttcore.evolution.select import Selection
from tttcore.evolution.summary import summarise
from tttcore.games.classic import StateTables
from tttcore.players.genome import Alleles, Evaluator, Genes, Seat, fill_randomly

Group = Literal["parents", "unmutated", "mutated"]


@dataclass(frozen=True)
class Recipe:
    """A genetic algorithm, operator by operator.

    Attributes
    ----------
    seat : the seat that organisms play.
    population : organisms per generation.
    pool : groups that survivors are chosen from, in the order in which ties are met; naming a
        group twice puts each of its organisms in twice.
    generations : cap; a run that reaches it without success is censored.
    """

    seat: Seat
    population: int
    select: Selection
    cross: Crossover
    mutate: Mutation
    pool: tuple[Group, ...]
    replace: Replacement
    generations: int

    @property
    def pool_size(self) -> int:
        """Organisms that survivors are chosen from."""
        children = 2 * self.select.parents(self.population)
        return sum(self.population if group == "parents" else children for group in self.pool)


@dataclass(frozen=True)
class Run:
    """What one run leaves behind.

    Attributes
    ----------
    generations : generations made, the first counted 1.
    solved : whether a no-loss organism was found; if not, the run is censored.
    best, mean : (generations + 1,) fitness of the population, the initial one first.
    distinct : (generations + 1,) different genomes in it.
    champion : (L,) genes of the best organism at the end.
    """

    generations: int
    solved: bool
    best: NDArray[np.float64]
    mean: NDArray[np.float64]
    distinct: NDArray[np.int64]
    champion: Genes


class GeneticAlgorithm:
    """Runs a recipe.

    Per generation: rank and select parents; cross them; mutate the children, the more the
    worse the best child is; choose survivors from the pool of groups; stop when the best
    survivor loses no game or the cap is reached. The initial population is not checked.

    Source: ancheta2020, Genetic Algorithm (Figure 2) and Data Collection.
    """

    def __init__(self, recipe: Recipe, tables: StateTables) -> None:
        self.recipe = recipe
        self.alleles = Alleles.of(tables)
        self.evaluator = Evaluator(tables, recipe.seat)
        self.rank_parents = recipe.select.by.prepare(tables, recipe.seat)
        self.rank_pool = recipe.replace.by.prepare(tables, recipe.seat)
        self.parents = recipe.select.parents(recipe.population)
        self.table = Organisms.room_for(2 * recipe.population + 4 * self.parents, self.alleles.loci)
        self.layouts = (_Layout.of(self.table, recipe, turn=0), _Layout.of(self.table, recipe, turn=1))

    def run(self, rng: np.random.Generator) -> Run:
        """One run, all its chance from `rng`."""
        population = self.layouts[0].parents
        fill_randomly(population.genes, self.alleles, rng)
        population.evaluate(self.evaluator)
        trace = [summarise(population)]
        for generation in range(self.recipe.generations):
            population = self._next_generation(self.layouts[generation % 2], rng)
            trace.append(summarise(population))
            if trace[-1].best == 0.0:
                break
        best, mean, distinct = (np.array(column) for column in zip(*trace, strict=True))
        champion = population.genes[np.argmin(population.fitness)].copy()
        return Run(len(trace) - 1, best[-1] == 0.0, best, mean, distinct, champion)

    def _next_generation(self, layout: "_Layout", rng: np.random.Generator) -> Organisms:
        recipe, unmutated, mutated = self.recipe, layout.unmutated, layout.mutated
        ranking = self.rank_parents(self.table, layout.parent_members, rng)
        chosen = recipe.select(ranking, self.parents, rng)
        recipe.cross(layout.parents.genes, chosen, rng, out=unmutated.genes)
        unmutated.evaluate(self.evaluator)
        recipe.mutate(unmutated.genes, unmutated.fitness.min(), self.alleles, rng, out=mutated.genes)
        mutated.evaluate(self.evaluator)
        fitness = self.table.fitness[layout.pool.rows]
        ranking = self.rank_pool(self.table, layout.pool, rng)
        survivors = recipe.replace(ranking, fitness, recipe.population)
        self.table.take(layout.pool.rows[survivors], out=layout.survivors)
        return layout.survivors


@dataclass(frozen=True, eq=False)
class _Layout:
    """Where the groups of one generation stand in the table; survivors are the next parents."""

    parents: Organisms
    unmutated: Organisms
    mutated: Organisms
    survivors: Organisms
    parent_members: Members
    pool: Members

    @classmethod
    def of(cls, table: Organisms, recipe: Recipe, *, turn: Literal[0, 1]) -> Self:
        """Layout of every other generation: parents and survivors change places in turn."""
        population, children = recipe.population, 2 * recipe.select.parents(recipe.population)
        ends = np.cumsum([0, population, children, children, population])
        blocks = [np.arange(start, stop) for start, stop in pairwise(ends)]
        order = ("parents", "unmutated", "mutated", "survivors") if turn == 0 else (
            "survivors", "unmutated", "mutated", "parents")  # fmt: skip
        rows = dict(zip(order, blocks, strict=True))
        return cls(
            **{name: table[slice(block[0], block[-1] + 1)] for name, block in rows.items()},
            parent_members=Members.of(rows["parents"]),
            pool=Members.of(np.concatenate([rows[name] for name in recipe.pool])),
        )
