"""Agents that genetic algorithms leave behind: champions, and the best organisms on the way to them."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.players.policy import policy_of_genome
from tttcore.engines.genetic_algorithm.population import Population
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.engines.genetic_algorithm.trace import TraceRow
from tttcore.games.classic import StateTables
from tttcore.games.tables import from_digits, to_digits
from tttcore.pipeline.rng import stream
from tttcore.players.agent_rows import AgentId, AgentSelection, agent_row, check_rerun, snapshot_generations


def agents(
    study: str,
    treatment: str,
    recipe: Mapping[str, Any],
    tables: StateTables,
    *,
    seed: int,
    runs: pd.DataFrame,
    wanted: AgentSelection,
) -> list[dict[str, Any]]:
    """Champions of the first solved runs or, if none is solved, the best organisms of the first runs.

    Runs that are followed are repeated, which adds the best organism of some generations, the first of equals.

    Parameters
    ----------
    study, treatment, recipe, seed : see `engine.run_replicates`.
    runs : the treatment's rows of the batches.

    Returns
    -------
    Rows of ``agents``, champion by champion, in the order of their steps.

    Raises
    ------
    StoreError
        If a repeated run ends with another player than is stored.
    """
    algorithm = GeneticAlgorithm(build_recipe(recipe, tables, f"treatments.{treatment}"), tables)
    solved = runs[~runs["censored"]]
    chosen = (runs if solved.empty else solved).head(wanted.champions)
    rows = []
    for place, run in enumerate(chosen.to_dict("records")):
        path = AgentId(study, treatment, run["replicate"])
        end, champion = run["generations"], run["champion"]
        genomes = {end: champion}
        if place < wanted.followed:
            snapshots = snapshot_generations(recipe["first_generation"], end, wanted.snapshots)
            genomes = _best_genomes(algorithm, tables, stream(seed, *path), snapshots)
            check_rerun(path, genomes.get(end, ""), champion)
        for generation, genome in genomes.items():
            (genes,) = from_digits(pd.Series([genome]))
            rows.append(
                agent_row(
                    path,
                    step=generation,
                    unit="generations",
                    last=generation == end,
                    seat=recipe["seat"],
                    cells=policy_of_genome(genes),
                    genome=genome,
                )
            )
    return rows


def _best_genomes(
    algorithm: GeneticAlgorithm, tables: StateTables, rng: np.random.Generator, snapshots: Collection[int]
) -> dict[int, str]:
    """Genome of the best organism in each of the generations `snapshots` of a run."""
    best = {}

    def keep_best(generation: int, _: TraceRow, population: Population) -> None:
        if generation in snapshots:
            best[generation] = population.best_genes().copy()

    algorithm.run(rng, keep_best)
    return dict(zip(best, to_digits(algorithm.coding.decode(np.stack([*best.values()]), tables)), strict=True))
