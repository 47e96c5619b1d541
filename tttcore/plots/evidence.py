"""What figures are drawn from: a study's stored results, read when asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.games.tables import read_tables
from tttcore.pipeline.batches import batch_of
from tttcore.pipeline.published_data import read_runs
from tttcore.pipeline.rows import InFile, Rows
from tttcore.pipeline.store import StoreError, read
from tttcore.pipeline.stored import Stored


class Files(NamedTuple):
    """Files of a study's results.

    Attributes
    ----------
    runs, traces : as its engine stores them.
    tables : folder of its tables of statistics.
    states : folder of the state tables of 3x3.
    batches : files of runs, for figures of single ones; empty for others.
    """

    runs: Path
    traces: Path
    tables: Path
    states: Path
    batches: Sequence[Path]


@dataclass(frozen=True)
class Evidence:
    """A study's results.

    Attributes
    ----------
    files : where they are.
    stored : what its engine stores.
    comparisons : sets of treatments, as label and treatment.
    recipes : its treatments' parameters.
    published : the study's setting of that name.
    """

    files: Files
    stored: Stored
    comparisons: Mapping[str, Mapping[str, str]]
    recipes: Mapping[str, Mapping[str, Any]]
    published: Mapping[str, Any]

    @cached_property
    def reference(self) -> pd.DataFrame:
        """Generations of the document's runs, a column per label; empty if their data are not given."""
        data = self.published.get("data")
        return read_runs(data) if data else pd.DataFrame()

    @cached_property
    def runs(self) -> pd.DataFrame:
        """All runs, without what is too large to be held for all of them."""
        return self.run_rows.whole([name for name in self.run_rows.columns if name not in self.stored.large])

    @property
    def run_rows(self) -> Rows:
        """A row per run, as the engine stores them."""
        return InFile(self.files.runs, self.stored.runs)

    def traces_of(self, treatment: str, *columns: str) -> pd.DataFrame:
        """A row per run of a treatment and step of it, some columns or all."""
        return read(
            self.files.traces,
            schema=self.stored.traces,
            columns=columns or None,
            treatment=treatment,
        )

    def champion(self, treatment: str, replicate: int) -> str:
        """The player that a run ended with."""
        parts = self.run_rows.by_treatment("replicate", "champion")
        return str(
            next(
                own.loc[own["replicate"] == replicate, "champion"].iloc[0]
                for name, own in parts
                if name == treatment and (own["replicate"] == replicate).any()
            )
        )

    @cached_property
    def states(self) -> StateTables:
        """The game's tables."""
        return read_tables(self.files.states)

    def statistics(self, name: str) -> pd.DataFrame:
        """A table of statistics by its name."""
        return read(self.files.tables / f"{name}.parquet")

    def history(self, treatment: str, replicate: int) -> Mapping[str, Any]:
        """One run as its batch holds it: columns of the engine's batches by name.

        Raises
        ------
        StoreError
            If no batch holds it.
        """
        for file in self.files.batches:
            batch = batch_of(file)
            if file.parent.name == treatment and batch and batch.start <= replicate < batch.stop:
                runs = read(file, schema=self.stored.batches)
                (run,) = runs[runs["replicate"] == replicate].to_dict("records")
                return {str(column): value for column, value in run.items()}
        raise StoreError(f"{treatment}: no batch holds replicate {replicate}; run the study again")
