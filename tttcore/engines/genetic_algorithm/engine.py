"""The engine that turns recipes of genetic algorithms into runs."""

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, TextIO

import numpy as np
import pandas as pd

from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.progress import lines_to
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.engines.genetic_algorithm.schemas import RUNS, TRACES
from tttcore.games.classic import StateTables
from tttcore.games.tables import to_digits
from tttcore.pipeline.rng import stream
from tttcore.pipeline.stored import Objective, Recipes, Stored, Summary
from tttcore.pipeline.study import Study

STORED = Stored(
    batches=RUNS,
    runs=RUNS,
    traces=TRACES,
    objective=Objective("GamesLost", "best", maximised=False),
    large=("best", "mean", "distinct", "champion"),
    champions=100,
    genomes=True,
)


def check(study: Study, tables: StateTables) -> None:
    """Build every treatment's recipe; ConfigError for the first that can't be."""
    for treatment in study.treatments.values():
        build_recipe(treatment.recipe, tables, f"{study.file}: treatments.{treatment.name}")


def run_replicates(
    study: str,
    treatment: str,
    recipe: Mapping[str, Any],
    tables: StateTables,
    *,
    seed: int,
    replicates: Iterable[int],
    log: TextIO | None = None,
) -> pd.DataFrame:
    """Run some replicates of a treatment.

    Parameters
    ----------
    study, treatment : their names.
    recipe : the treatment's parameters, see `recipe`.
    seed : the project's seed.
    replicates : which ones.
    log : gets a line per generation of the first of them, see `progress`.

    Returns
    -------
    Table of ``runs``, a row per replicate. A row depends on seed, names, replicate and recipe alone.
    """
    algorithm = GeneticAlgorithm(build_recipe(recipe, tables, f"treatments.{treatment}"), tables)
    rows: list[dict[str, object]] = []
    for replicate in replicates:
        follow = lines_to(log) if log and not rows else None
        run = algorithm.run(stream(seed, study, treatment, replicate), follow)
        (champion,) = to_digits(algorithm.coding.players(run.champion[None, :], tables))
        rows.append(
            {
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
        )
    return pd.DataFrame(rows)


def summarise(batches: pd.DataFrame, recipes: Mapping[str, Any]) -> Summary:
    """Runs as they are, a trace of each, and those players that never lose.

    Parameters
    ----------
    batches : table of ``runs``.
    recipes : parameters of its treatments, by name.
    """
    return Summary(runs=batches, traces=_traces(batches), champions=_champions(batches))


def _champions(runs: pd.DataFrame) -> pd.DataFrame:
    solved = runs[~runs["censored"]]
    return solved[["treatment", "replicate", "generations", "champion"]].rename(columns={"champion": "genome"})


def _traces(runs: pd.DataFrame) -> pd.DataFrame:
    """A row per recorded population; the last one's generation is the number that the run ended with."""
    lengths = runs["best"].str.len().to_numpy()
    ends = np.cumsum(lengths)
    last = runs["generations"].to_numpy()
    return pd.DataFrame(
        {
            "treatment": np.repeat(runs["treatment"].to_numpy(), lengths),
            "replicate": np.repeat(runs["replicate"].to_numpy(), lengths),
            "generation": (np.arange(lengths.sum()) - np.repeat(ends - 1 - last, lengths)).astype(np.int32),
            "best": np.concatenate(runs["best"].to_list()),
            "mean": np.concatenate(runs["mean"].to_list()),
            "distinct": np.concatenate(runs["distinct"].to_list()).astype(np.int32),
        }
    )


def timed_work(
    study: str, timing: Mapping[str, Any], recipes: Recipes, tables: StateTables, *, seed: int
) -> Callable[[], object]:
    """A run of a recipe to time.

    Parameters
    ----------
    study : its name.
    timing : its ``treatment`` and ``generations``; the run is the first that goes on for so long.
    recipes : parameters of the treatments, by name.
    seed : the project's seed.
    """
    wanted = timing["generations"]
    capped = build_recipe({**recipes[timing["treatment"]], "generations": wanted}, tables, "timings")
    algorithm = GeneticAlgorithm(capped, tables)
    replicate = next(k for k in count() if algorithm.run(stream(seed, study, "timing", k)).generations == wanted)
    return lambda: algorithm.run(stream(seed, study, "timing", replicate))
