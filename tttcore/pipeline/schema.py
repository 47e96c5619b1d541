"""Schemas of stored tables, and an engine's description of its tables for code that doesn't know the engine."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

if TYPE_CHECKING:
    import pandas as pd


class Schema(NamedTuple):
    """Columns of a stored table, declared once by the package that writes it.

    Attributes
    ----------
    name : name of this kind of table in messages.
    columns : names and types, in order.
    """

    name: str
    columns: pa.Schema

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return list(self.columns.names)

    def empty(self) -> "pd.DataFrame":
        """Table without rows."""
        return self.columns.empty_table().to_pandas()


Recipes = Mapping[str, Mapping[str, Any]]
"""Parameters of treatments, by name."""


class Stored(NamedTuple):
    """Schemas of an engine's tables, and the roles of their columns in statistics.

    Attributes
    ----------
    batches : a row per run, as `run_replicates` returns it, see `run_schema`.
    runs : a row per run.
    traces : a row per run and step, see `trace_schema`; the third column is the step.
    length : column of the runs with their length (hitting time), from which samples are made.
    unfinished : column of the runs that is True for censored ones, which ended without success.
    cap : key of recipes with the maximal length of a run.
    longest : maximal length of a run if recipes have no such key.
    part : number of runs held in memory at once.
    large : columns of the runs that are too large to hold for all runs.
    champions : number of players of each treatment that are exported; None for all.
    genomes : True if the column ``champion`` of the runs holds players of 3x3, a digit for each state.
    """

    batches: Schema
    runs: Schema
    traces: Schema
    length: str = "generations"
    unfinished: str = "censored"
    cap: str = "generations"
    longest: int | None = None
    part: int = 2000
    large: tuple[str, ...] = ()
    champions: int | None = None
    genomes: bool = False


def run_schema(name: str, *columns: tuple[str, pa.DataType]) -> Schema:
    """Schema of a table with a row per run: treatment, replicate and the project's seed, then other columns."""
    return trace_schema(name, ("seed", pa.int64()), *columns)


def trace_schema(name: str, *columns: tuple[str, pa.DataType]) -> Schema:
    """Schema of a table with rows of runs: treatment and replicate, then other columns."""
    return Schema(name, pa.schema([("treatment", pa.string()), ("replicate", pa.int32()), *columns]))


class Summary(NamedTuple):
    """Tables of a treatment's runs, made from its batches.

    Attributes
    ----------
    runs, traces : tables with the engine's schemas.
    champions : players for export, each with its treatment, replicate and encoded strategy.
    """

    runs: "pd.DataFrame"
    traces: "pd.DataFrame"
    champions: "pd.DataFrame"
