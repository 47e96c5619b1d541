"""Toss a coin until it shows heads."""

from dataclasses import dataclass
from typing import Annotated

import pyarrow as pa

from tttcore.pipeline.declaration import Between, declared
from tttcore.pipeline.engine_tables import Stored, Summary, run_schema, trace_schema

RUNS = run_schema("coin runs", ("tosses", pa.int32()), ("censored", pa.bool_()))
TRACES = trace_schema("coin traces", ("toss", pa.int32()), ("heads", pa.float64()))
STORED = Stored(batches=RUNS, runs=RUNS, traces=TRACES, length="tosses", cap="tosses")


@declared
@dataclass(frozen=True)
class Recipe:
    """Tosses of a coin until it shows heads."""

    chance: Annotated[float, Between(0, 1)]
    """Chance of heads."""
    tosses: Annotated[int, Between(1, 1000)]
    """Tosses at most."""


RECIPE = Recipe


def runner(recipe, tables):
    """See `Engine.runner`."""

    def run(replicate, log):
        heads = replicate.stream().random(recipe.tosses) < recipe.chance
        return {"tosses": int(heads.argmax()) + 1 if heads.any() else recipe.tosses, "censored": not heads.any()}

    return run


def summarise(batches, recipes):
    """See `Engine.summarise`: a run's only step is its last toss."""
    traces = batches.assign(toss=batches["tosses"], heads=1.0 - batches["censored"])[TRACES.names]
    return Summary(runs=batches, traces=traces, champions=batches[["treatment", "replicate", "tosses"]])
