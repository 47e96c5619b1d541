"""Schemas of the tables in which runs of Genies are stored."""

import pyarrow as pa

from tttcore.pipeline.schema import run_schema, trace_schema

HISTORIES = run_schema(
    "genie_histories",
    ("scores", pa.list_(pa.float32())),  # lifeScores of each generation's Genies before one dies, slot by slot
    ("died", pa.list_(pa.int16())),  # slot of the one that dies in each generation
    ("parent", pa.list_(pa.int16())),  # slot of the one that is copied
    ("mate", pa.list_(pa.int16())),  # slot of the other parent, the same one where nothing is crossed
    ("genes", pa.list_(pa.int16())),  # of the founders, slot by slot, then of each generation's child
    ("unofficial", pa.list_(pa.float32())),  # proportion of games won against the random player, whenever recorded
)
"""Histories as batches store them: a row per run with every score, birth and death."""

RUNS = run_schema(
    "genie_runs",
    ("generations", pa.int32()),  # of success, or the cap
    ("censored", pa.bool_()),  # stopped at the cap without success
    ("held", pa.bool_()),  # success over the last window
    ("evolving", pa.float64()),  # last average lifeScore of the evolving family, the newborn being neutral
    ("evolving_before", pa.float64()),  # before the last one dies
    ("evolving_without", pa.float64()),  # without it and without the newborn
    ("static", pa.float64()),  # last average lifeScore of the static family
    ("genes", pa.list_(pa.float64())),  # mean over the last evolving family, the newborn among it
    ("champion", pa.string()),  # genes of the last generation's best evolving Genie, separated by spaces
    ("kept", pa.float64()),  # mean proportion of the evolving family alive 100 generations later; NaN in shorter runs
    ("unofficial", pa.float64()),  # last proportion of games won against the random player, NaN if none is recorded
)
"""Summaries: a row per run."""

TRACES = trace_schema(
    "genie_traces",
    ("generation", pa.int32()),  # from 1
    ("evolving", pa.float32()),  # average lifeScore of the evolving family, the newborn being neutral
    ("static", pa.float32()),  # average lifeScore of the static family
)
"""Average lifeScores: a row per run and generation."""
