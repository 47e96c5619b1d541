"""How a treatment's recipe becomes runs."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from tttcore.base.rng import stream
from tttcore.evolution.generational import GeneticAlgorithm, Run
from tttcore.evolution.recipe import build_recipe
from tttcore.games.classic import StateTables
from tttcore.games.tables import digits
from tttcore.studies.ancheta2020 import NAME
from tttcore.studies.study import Study


def check(study: Study, tables: StateTables) -> None:
    """Build every treatment's recipe; ConfigError for the first that can't be."""
    for treatment in study.treatments.values():
        build_recipe(treatment.recipe, tables, f"{study.file}: treatments.{treatment.name}")


def run_replicates(
    treatment: str, recipe: Mapping[str, Any], tables: StateTables, *, seed: int, replicates: Iterable[int]
) -> pd.DataFrame:
    """Run some replicates of a treatment.

    Parameters
    ----------
    treatment : its name.
    recipe : its configuration, see `evolution.recipe`.
    seed : the project's seed.
    replicates : which ones.

    Returns
    -------
    Table of ``runs``, a row per replicate. A row depends on seed, treatment name, replicate and
    recipe alone.
    """
    algorithm = GeneticAlgorithm(build_recipe(recipe, tables, f"treatments.{treatment}"), tables)
    rows = [
        _row(treatment, seed, replicate, algorithm.run(stream(seed, NAME, treatment, replicate)))
        for replicate in replicates
    ]
    return pd.DataFrame(rows)


def warm_up(tables: StateTables) -> None:
    """Compile every kernel that a run can need, by a generation for each seat and opponent."""
    for seat, opponent in (("first", "umg"), ("second", "rmg")):
        by = {"name": "losses", "opponent": {"name": opponent}}
        recipe = {
            "seat": seat,
            "population": 4,
            "select": {"name": "sus", "by": by},
            "cross": {"name": "n_point", "sites": 1},
            "mutate": {"name": "random_reset", "slope": 0, "base": 1},
            "pool": ["parents", "unmutated", "mutated"],
            "replace": {"name": "controlled_elite", "by": by},
            "generations": 1,
        }
        run_replicates("warm up", recipe, tables, seed=0, replicates=[0])


def _row(treatment: str, seed: int, replicate: int, run: Run) -> dict[str, object]:
    (champion,) = digits(run.champion[None, :])
    return {
        "treatment": treatment,
        "replicate": replicate,
        "seed": seed,
        "generations": run.generations,
        "censored": not run.solved,
        "best": run.best,
        "mean": run.mean,
        "distinct": run.distinct,
        "champion": champion,
    }
