"""Generational loop of a genetic algorithm over genomes of 3x3 players."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.operators.breeding import Group, Toolbox
from tttcore.engines.genetic_algorithm.players.coding import Genes, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator, lines_of_play
from tttcore.engines.genetic_algorithm.population import Members, Population, TraceRow, trace_row
from tttcore.engines.genetic_algorithm.recipe import Recipe
from tttcore.games.classic import StateTables

Callback = Callable[[int, TraceRow, Population], None]
"""Called in each generation with its number, its row of the trace and its population."""


@dataclass(frozen=True)
class Run:
    """Result of one run."""

    generations: int  # number of the last generation
    solved: bool  # True if a no-loss organism was found; otherwise the run is censored
    best: NDArray[np.float64]  # (G,) lowest fitness of each generation, the initial one first
    mean: NDArray[np.float64]  # (G,) mean fitness
    distinct: NDArray[np.int64]  # (G,) different genomes in it
    lines: NDArray[np.int64]  # (G, 2) lines of play as first and as second player in which its organisms were judged
    champion: Genes  # (W,) genes of the best organism at the end


class GeneticAlgorithm:
    """Genetic algorithm that a recipe describes, the fast form of `reference.next_generation` and `make_children`.

    Per generation: take the parents' costs; breed groups of children from them; choose survivors from
    the pool of groups; stop when the best survivor loses no game or the cap is reached.

    Source: ancheta2020, Genetic Algorithm (Figure 2) and Data Collection; hemingroth2025, Training.

    Examples
    --------
    >>> import numpy as np
    >>> from tttcore.games import enumerate_states
    >>> from tttcore.genetic import GeneticAlgorithm, build_recipe
    >>> recipe = {
    ...     "seat": "first",
    ...     "coding": {"name": "cells"},
    ...     "population": 50,
    ...     "select": {"name": "tournament", "size": 5},
    ...     "cross": {"name": "n_point", "sites": 50},
    ...     "mutate": {"name": "per_gene_reset", "rate": 0.01},
    ...     "breed": {"name": "in_sequence"},
    ...     "pool": ["parents", "mutated"],
    ...     "replace": {"name": "controlled_elite"},
    ...     "first_generation": 0,
    ...     "generations": 300,
    ... }
    >>> algorithm = GeneticAlgorithm(build_recipe(recipe, "mine"), enumerate_states())
    >>> run = algorithm.run(np.random.default_rng(1))
    >>> run.generations, run.best.round(3).tolist()
    (4, [0.149, 0.089, 0.027, 0.027, 0.0])
    """

    def __init__(self, recipe: Recipe, tables: StateTables) -> None:
        self.recipe = recipe
        self.coding = recipe.coding.apply(tables)
        self.toolbox = Toolbox(
            recipe.select,
            recipe.cross,
            recipe.mutate,
            self.coding.alleles,
            Evaluator(tables, recipe.seat, self.coding),
        )
        self.parent_costs = recipe.select.by.prepare(tables, recipe.seat, self.coding)
        self.pool_costs = recipe.replace.by.prepare(tables, recipe.seat, self.coding)
        children = len(recipe.breed.groups) * recipe.breed.n_children(recipe.population)
        self.organisms = Population.empty(2 * recipe.population + children, self.coding.alleles.width)
        self.layouts = (_Layout.of(self.organisms, recipe, parity=0), _Layout.of(self.organisms, recipe, parity=1))

    def run(self, rng: np.random.Generator, callback: Callback | None = None, *, beyond: int = 0) -> Run:
        """Run once; all randomness comes from `rng`.

        Parameters
        ----------
        beyond : generations that follow the first with a no-loss organism, as far as the cap allows.
        """
        population = self.layouts[0].parents
        fill_randomly(population.genes, self.coding.alleles, rng)
        population.evaluate(self.toolbox.evaluator)
        trace: list[TraceRow] = []
        lines = [lines_of_play(population.tallies)]
        generation, last, solved = self.recipe.first_generation - 1, self.recipe.generations, False
        while generation < last:
            generation += 1
            if trace:
                layout = self.layouts[(len(trace) - 1) % 2]
                population = self._next_generation(layout, rng)
                lines.append(sum(lines_of_play(group.tallies) for group in layout.groups.values()))
            trace.append(trace_row(population))
            if callback:
                callback(generation, trace[-1], population)
            # An initial population that is number 0 isn't checked.
            if trace[-1].best == 0.0 and generation > 0 and not solved:
                solved, last = True, min(last, generation + beyond)
        best, mean, distinct = (np.array(column) for column in zip(*trace, strict=True))
        genes = population.best_genes().copy()
        return Run(generation, solved, best, mean, distinct, np.array(lines), genes)

    def _next_generation(self, layout: "_Layout", rng: np.random.Generator) -> Population:
        recipe = self.recipe
        costs = self.parent_costs(self.organisms, layout.parent_members, rng)
        recipe.breed(layout.parents, costs, self.toolbox, rng, out=layout.groups)
        if recipe.replace.keeps_all:
            return layout.survivors
        fitness = self.organisms.fitness[layout.pool.rows]
        costs = self.pool_costs(self.organisms, layout.pool, rng)
        survivors = recipe.replace(costs, fitness, recipe.population)
        self.organisms.take(layout.pool.rows[survivors], out=layout.survivors)
        return layout.survivors


@dataclass(frozen=True, eq=False)
class _Layout:
    """Views of the groups of one generation; its survivors are the parents of the next layout."""

    parents: Population
    groups: Mapping[Group, Population]
    survivors: Population
    parent_members: Members
    pool: Members

    @classmethod
    def of(cls, organisms: Population, recipe: Recipe, *, parity: Literal[0, 1]) -> Self:
        """Layout of every other generation, in which parents and survivors have changed places.

        If the replacement keeps the whole pool, children are bred where survivors stand.
        """
        sizes: dict[str, int] = {"parents": recipe.population}
        sizes |= {group: recipe.breed.n_children(recipe.population) for group in recipe.breed.groups}
        sizes["survivors"] = recipe.population
        ends = np.cumsum([0, *sizes.values()])
        blocks = [np.arange(start, stop) for start, stop in pairwise(ends)]
        rows = dict(zip(sizes, blocks, strict=True))
        if parity == 1:
            rows["parents"], rows["survivors"] = rows["survivors"], rows["parents"]
        if recipe.replace.keeps_all:
            rows[recipe.pool[0]] = rows["survivors"]
        views = {name: organisms[block[0] : block[-1] + 1] for name, block in rows.items()}
        return cls(
            parents=views["parents"],
            groups={group: views[group] for group in recipe.breed.groups},
            survivors=views["survivors"],
            parent_members=Members.of(rows["parents"]),
            pool=Members.of(np.concatenate([rows[name] for name in recipe.pool])),
        )
