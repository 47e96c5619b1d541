"""Engine of genetic algorithms: a run evolves a population until it has a player that never loses."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import numpy as np
import pyarrow as pa

from tttcore.engines.genetic_algorithm.generational import Callback, GeneticAlgorithm
from tttcore.engines.genetic_algorithm.population import Population, TraceRow
from tttcore.engines.genetic_algorithm.recipe import Recipe, build_recipe
from tttcore.engines.replicates import Replicate, RunReplicate
from tttcore.games.classic import StateTables
from tttcore.games.tables import to_digits
from tttcore.pipeline.declaration import MEMORY, Between, declared
from tttcore.pipeline.rng import stream
from tttcore.pipeline.schema import Recipes, Stored, Summary, run_schema, trace_schema
from tttcore.pipeline.timing import TimedWork

if TYPE_CHECKING:
    import pandas as pd

RUNS = run_schema(
    "runs",
    ("generations", pa.int32()),  # to the first no-loss organism, or the cap
    ("censored", pa.bool_()),  # stopped at the cap without a no-loss organism
    ("best", pa.list_(pa.float64())),  # lowest fitness per generation, the initial one first
    ("mean", pa.list_(pa.float64())),  # mean fitness per generation
    ("distinct", pa.list_(pa.int32())),  # number of different genomes in the population
    ("lines_first", pa.list_(pa.int64())),  # lines of play as first player in which its organisms were judged
    ("lines_second", pa.list_(pa.int64())),  # likewise as second player
    ("champion", pa.string()),  # one digit per state: the cell of its representative to mark, 9 where finished
)
"""A row per run, in batches and in the table of all runs."""

TRACES = trace_schema(
    "traces",
    ("generation", pa.int32()),  # the first is the initial population, 0 or 1 by the study's counting
    ("best", pa.float64()),  # lowest fitness in the population
    ("mean", pa.float64()),  # mean fitness
    ("distinct", pa.int32()),
)
"""A row per run and generation."""

STORED = Stored(
    batches=RUNS,
    runs=RUNS,
    traces=TRACES,
    large=("best", "mean", "distinct", "lines_first", "lines_second", "champion"),
    champions=100,
    genomes=True,
)
RECIPE = Recipe
DECIMALS = 5
"""Decimals that fitness is printed with."""


@declared
@dataclass(frozen=True, kw_only=True)
class Timing(TimedWork):
    """A run to time."""

    treatment: str
    """Treatment that is timed."""
    generations: Annotated[int, Between(1, 10_000_000, MEMORY)]
    """Generations of the run that is timed."""


TIMING = Timing


def runner(recipe: Recipe, tables: StateTables) -> RunReplicate:
    """See `replicates.RunsReplicates.runner`; the log gets a line per generation, see `log_line`."""
    algorithm = GeneticAlgorithm(recipe, tables)

    def run(replicate: Replicate, log: TextIO | None) -> dict[str, Any]:
        found = algorithm.run(replicate.stream(), progress_logger(log) if log else None)
        (champion,) = to_digits(algorithm.coding.decode(found.champion[None, :], tables))
        return {
            "generations": found.generations,
            "censored": not found.solved,
            "best": found.best,
            "mean": found.mean,
            "distinct": found.distinct,
            "lines_first": found.lines[:, 0],
            "lines_second": found.lines[:, 1],
            "champion": champion,
        }

    return run


def log_line(seconds: float, generation: int, best: float, mean: float) -> str:
    """Line about a generation, such as ``time=18s,gen=1,best=0.66215,avg=0.47777``.

    Parameters
    ----------
    seconds : since the run began.
    generation : 1 is the initial population.
    best, mean : lowest and mean proportion of games lost; the line shows the proportion not lost.

    Source: hemingroth2025, Figure 4.
    """
    return f"time={seconds:.0f}s,gen={generation},best={1 - best:.{DECIMALS}f},avg={1 - mean:.{DECIMALS}f}"


def progress_logger(file: TextIO) -> Callback:
    """Callback that writes a line to `file` for each generation of a run that begins now."""
    began = time.monotonic()

    def log(generation: int, row: TraceRow, _: Population) -> None:
        print(log_line(time.monotonic() - began, generation, row.best, row.mean), file=file, flush=True)

    return log


def summarise(batches: "pd.DataFrame", recipes: Mapping[str, Any]) -> Summary:
    """See `Engine.summarise`: runs unchanged, their traces, and the champions of solved runs."""
    return Summary(runs=batches, traces=_traces(batches), champions=_champions(batches))


def _champions(runs: "pd.DataFrame") -> "pd.DataFrame":
    solved = runs[~runs["censored"]]
    return solved[["treatment", "replicate", "generations", "champion"]].rename(columns={"champion": "genome"})


def _traces(runs: "pd.DataFrame") -> "pd.DataFrame":
    """A row per generation, numbered backwards from the last generation of each run."""
    import pandas as pd  # noqa: PLC0415 - runs go without

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
    """See `Engine.timed_work`: the first run of the recipe ``treatment`` that lasts for ``generations`` generations."""
    generations = timing["generations"]
    capped = build_recipe({**recipes[timing["treatment"]], "generations": generations}, "timings")
    algorithm = GeneticAlgorithm(capped, tables)
    replicate = next(k for k in count() if algorithm.run(stream(seed, study, "timing", k)).generations == generations)
    return lambda: algorithm.run(stream(seed, study, "timing", replicate))
