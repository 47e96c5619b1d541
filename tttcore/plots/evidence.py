"""Input of the figures: a study's stored results, read on demand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.games.tables import read_tables
from tttcore.pipeline.batches import batch_of
from tttcore.pipeline.schema import Stored
from tttcore.pipeline.store import InFile, StoreError, read
from tttcore.pipeline.table_files import read_runs
from tttcore.plots.line_styles import Styles, assign
from tttcore.plots.names import Names


class Files(NamedTuple):
    """Files of a study's results.

    Attributes
    ----------
    runs, traces : tables of its runs and traces, in the schemas of its engine.
    tables : folder of its tables of statistics.
    states : folder of the state tables of 3x3.
    batches : files of its batches, for figures of single runs; empty for others.
    """

    runs: Path
    traces: Path
    tables: Path
    states: Path
    batches: Sequence[Path]


@dataclass(frozen=True)
class Evidence:
    """A study's stored results, its settings and the document's published data.

    Attributes
    ----------
    files : paths of the results.
    stored : schemas of the engine's tables and the meaning of their columns.
    comparisons : treatments by label, for each comparison of the study's file.
    recipes : parameters of each treatment.
    published : the section ``published`` of the study's file.
    together : treatments that are shown together, for each of the study's figures, see `line_styles.assign`.
    names : names of treatments, sets and labels for people.
    beside : learners of documents, as ``STUDY/TREATMENT``, that are drawn, too.
    """

    files: Files
    stored: Stored
    comparisons: Mapping[str, Mapping[str, str]]
    recipes: Mapping[str, Mapping[str, Any]]
    published: Mapping[str, Any]
    together: Sequence[Sequence[str]] = ()
    names: Names = field(default_factory=Names)
    beside: Sequence[str] = ()

    @cached_property
    def styles(self) -> Styles:
        """Styles of the treatments."""
        return Styles(assign([*self.recipes], self.together), self.comparisons, self.names)

    @cached_property
    def reference(self) -> pd.DataFrame:
        """Run lengths of the document, a column per label; empty if its data are not given."""
        data = self.published.get("data")
        return read_runs(data) if data else pd.DataFrame()

    @cached_property
    def runs(self) -> pd.DataFrame:
        """All runs, without the columns that are too large to hold for all of them."""
        rows = InFile(self.files.runs, self.stored.runs)
        return rows.whole([name for name in rows.columns if name not in self.stored.large])

    def traces_of(self, treatment: str, *columns: str) -> pd.DataFrame:
        """Read the traces of a treatment, a row per run and step, some columns or all."""
        return read(self.files.traces, schema=self.stored.traces, columns=columns or None, treatment=treatment)

    def champion(self, treatment: str, replicate: int) -> str:
        """Champion of a run, as text of its engine."""
        columns = ("replicate", "champion")
        own = read(self.files.runs, schema=self.stored.runs, columns=columns, treatment=treatment)
        return str(own.loc[own["replicate"] == replicate, "champion"].iloc[0])

    @cached_property
    def states(self) -> StateTables:
        """States and positions of 3x3."""
        return read_tables(self.files.states)

    def statistics(self, name: str) -> pd.DataFrame:
        """Read a table of statistics by its name."""
        return read(self.files.tables / f"{name}.parquet")

    def history(self, treatment: str, replicate: int) -> Mapping[str, Any]:
        """Read a run from its batch: values of the engine's batch columns by name.

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
