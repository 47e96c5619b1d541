"""Schemas of the stored tables of runs and traces."""

import pyarrow as pa

from tttcore.pipeline.engine_tables import run_schema, trace_schema

RUNS = run_schema(
    "runs",
    ("generations", pa.int32()),
    ("censored", pa.bool_()),  # stopped at the cap without a no-loss organism
    ("best", pa.list_(pa.float64())),  # lowest fitness per generation, the initial one first
    ("mean", pa.list_(pa.float64())),
    ("distinct", pa.list_(pa.int32())),  # number of different genomes in the population
    ("champion", pa.string()),  # one digit per state: the cell of its representative to mark, 9 where finished
)
"""A row per run, in batches and in the table of all runs."""

TRACES = trace_schema(
    "traces",
    ("generation", pa.int32()),  # the first is the initial population, 0 or 1 by the study's counting
    ("best", pa.float64()),
    ("mean", pa.float64()),
    ("distinct", pa.int32()),
)
"""A row per run and generation."""
