"""The generational loop of a genetic algorithm over genomes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Literal, Self

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.operators.breed import Breeding, Group, Tools, breedings
from tttcore.engines.genetic_algorithm.operators.cross import Crossover, crossovers
from tttcore.engines.genetic_algorithm.operators.mutate import Mutation, mutations
from tttcore.engines.genetic_algorithm.operators.replace import Replacement, replacements
from tttcore.engines.genetic_algorithm.operators.select import Selection, selections
from tttcore.engines.genetic_algorithm.organisms import Members, Organisms
from tttcore.engines.genetic_algorithm.players.coding import CodingRule, Genes, codings
from tttcore.engines.genetic_algorithm.players.genome import Evaluator, fill_randomly
from tttcore.engines.genetic_algorithm.summary import Summary, summarise
from tttcore.games.classic import StateTables
from tttcore.games.seats import Seat
from tttcore.pipeline.declaration import Between, declared

Listener = Callable[[int, Summary, Organisms], None]
"""Told the number of each generation, what it is like and who is in it, while a run goes on."""


@declared
@dataclass(frozen=True)
class Recipe:
    """A genetic algorithm, operator by operator."""

    seat: Seat
    """The seat that organisms play and are judged by."""
    coding: Annotated[CodingRule, codings]
    """What genes mean, a registered coding with its parameters."""
    population: Annotated[int, Between(2, 1_000_000)]
    """Organisms per generation."""
    select: Annotated[Selection, selections]
    """How parents are chosen, a registered selection with its parameters."""
    cross: Annotated[Crossover, crossovers]
    """How children are made, a registered crossover with its parameters."""
    mutate: Annotated[Mutation, mutations]
    """How children are changed, a registered mutation with its parameters."""
    breed: Annotated[Breeding, breedings]
    """How parents become the next generation's candidates, a registered scheme."""
    pool: tuple[Group, ...]
    """Groups that survivors are chosen from, in the order in which ties are met; a group named twice is in it twice."""
    replace: Annotated[Replacement, replacements]
    """How survivors are chosen, a registered replacement with its parameters."""
    first_generation: Literal[0, 1]
    """Number of the initial population; as 1 it is checked for success like any other."""
    generations: Annotated[int, Between(1)]
    """Cap; a run that reaches it without a no-loss organism is censored."""

    @property
    def pool_size(self) -> int:
        """Organisms that survivors are chosen from."""
        children = self.breed.children(self.population)
        return sum(self.population if group == "parents" else children for group in self.pool)


@dataclass(frozen=True)
class Run:
    """What one run leaves behind.

    Attributes
    ----------
    generations : number of the last generation.
    solved : whether a no-loss organism was found; if not, the run is censored.
    best, mean : (G,) fitness of the population per generation, the initial one first.
    distinct : (G,) different genomes in it.
    champion : (W,) genes of the best organism at the end.
    """

    generations: int
    solved: bool
    best: NDArray[np.float64]
    mean: NDArray[np.float64]
    distinct: NDArray[np.int64]
    champion: Genes


class GeneticAlgorithm:
    """Runs a recipe.

    Per generation: rank the parents; breed groups of children from them; choose survivors from
    the pool of groups; stop when the best survivor loses no game or the cap is reached.

    Source: ancheta2020, Genetic Algorithm (Figure 2) and Data Collection; hemingroth2025, Training.
    """

    def __init__(self, recipe: Recipe, tables: StateTables) -> None:
        self.recipe = recipe
        self.coding = recipe.coding.apply(tables)
        self.tools = Tools(
            recipe.select,
            recipe.cross,
            recipe.mutate,
            self.coding.alleles,
            Evaluator(tables, recipe.seat, self.coding),
        )
        self.rank_parents = recipe.select.by.prepare(tables, recipe.seat, self.coding)
        self.rank_pool = recipe.replace.by.prepare(tables, recipe.seat, self.coding)
        children = len(recipe.breed.groups) * recipe.breed.children(recipe.population)
        rows = 2 * recipe.population + children
        self.table = Organisms.room_for(rows, self.coding.alleles.width)
        self.layouts = (_Layout.of(self.table, recipe, turn=0), _Layout.of(self.table, recipe, turn=1))

    def run(self, rng: np.random.Generator, listener: Listener | None = None) -> Run:
        """One run, all its chance from `rng`."""
        population = self.layouts[0].parents
        fill_randomly(population.genes, self.coding.alleles, rng)
        population.evaluate(self.tools.evaluator)
        trace: list[Summary] = []
        for generation in range(self.recipe.first_generation, self.recipe.generations + 1):
            if trace:
                population = self._next_generation(self.layouts[(len(trace) - 1) % 2], rng)
            trace.append(summarise(population))
            if listener:
                listener(generation, trace[-1], population)
            if trace[-1].best == 0.0 and generation > 0:
                break
        best, mean, distinct = (np.array(column) for column in zip(*trace, strict=True))
        return Run(generation, best[-1] == 0.0, best, mean, distinct, population.best().copy())

    def _next_generation(self, layout: "_Layout", rng: np.random.Generator) -> Organisms:
        recipe = self.recipe
        ranking = self.rank_parents(self.table, layout.parent_members, rng)
        recipe.breed(layout.parents, ranking, self.tools, rng, out=layout.groups)
        if recipe.replace.keeps_all:
            return layout.survivors
        fitness = self.table.fitness[layout.pool.rows]
        ranking = self.rank_pool(self.table, layout.pool, rng)
        survivors = recipe.replace(ranking, fitness, recipe.population)
        self.table.take(layout.pool.rows[survivors], out=layout.survivors)
        return layout.survivors


@dataclass(frozen=True, eq=False)
class _Layout:
    """Where the groups of one generation stand in the table; survivors are the next parents."""

    parents: Organisms
    groups: Mapping[Group, Organisms]
    survivors: Organisms
    parent_members: Members
    pool: Members

    @classmethod
    def of(cls, table: Organisms, recipe: Recipe, *, turn: Literal[0, 1]) -> Self:
        """Layout of every other generation: parents and survivors change places in turn.

        Where the pool as it is makes up the next generation, it is bred where survivors stand.
        """
        sizes: dict[str, int] = {"parents": recipe.population}
        sizes |= {group: recipe.breed.children(recipe.population) for group in recipe.breed.groups}
        sizes["survivors"] = recipe.population
        ends = np.cumsum([0, *sizes.values()])
        blocks = [np.arange(start, stop) for start, stop in pairwise(ends)]
        rows = dict(zip(sizes, blocks, strict=True))
        if turn == 1:
            rows["parents"], rows["survivors"] = rows["survivors"], rows["parents"]
        if recipe.replace.keeps_all:
            rows[recipe.pool[0]] = rows["survivors"]
        organisms = {name: table[slice(block[0], block[-1] + 1)] for name, block in rows.items()}
        return cls(
            parents=organisms["parents"],
            groups={group: organisms[group] for group in recipe.breed.groups},
            survivors=organisms["survivors"],
            parent_members=Members.of(rows["parents"]),
            pool=Members.of(np.concatenate([rows[name] for name in recipe.pool])),
        )
