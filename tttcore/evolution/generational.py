"""The generational loop of a genetic algorithm over genomes."""

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from tttcore.evolution.cross import Crossover
from tttcore.evolution.mutate import Mutation
from tttcore.evolution.organisms import Organisms, Rows
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
        self.table = Organisms.room_for(4 * recipe.population, self.alleles.loci)
        self.layouts = (_Layout.of(self.table, recipe, parents=0), _Layout.of(self.table, recipe, parents=3))

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
        ranking = self.rank_parents(self.table, layout.parent_rows, rng)
        chosen = recipe.select(ranking, self.parents, rng)
        recipe.cross(layout.parents.genes, chosen, rng, out=unmutated.genes)
        unmutated.evaluate(self.evaluator)
        recipe.mutate(unmutated.genes, unmutated.fitness.min(), self.alleles, rng, out=mutated.genes)
        mutated.evaluate(self.evaluator)
        fitness = self.table.fitness[layout.pool_rows]
        ranking = self.rank_pool(self.table, layout.pool_rows, rng)
        survivors = recipe.replace(ranking, fitness, recipe.population)
        self.table.take(layout.pool_rows[survivors], out=layout.survivors)
        return layout.survivors


@dataclass(frozen=True, eq=False)
class _Layout:
    """Where the groups of one generation stand in the table; survivors are the next parents."""

    parents: Organisms
    unmutated: Organisms
    mutated: Organisms
    survivors: Organisms
    parent_rows: Rows
    pool_rows: Rows

    @classmethod
    def of(cls, table: Organisms, recipe: Recipe, *, parents: Literal[0, 3]) -> Self:
        block = {"parents": parents, "unmutated": 1, "mutated": 2, "survivors": 3 - parents}
        rows = {name: np.arange(recipe.population) + place * recipe.population for name, place in block.items()}
        views = {name: table[slice(row[0], row[-1] + 1)] for name, row in rows.items()}
        return cls(**views, parent_rows=rows["parents"], pool_rows=np.concatenate([rows[name] for name in recipe.pool]))
