"""What figures are drawn from: a study's stored results, read when asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.base.store import read
from tttcore.games.classic import StateTables
from tttcore.games.tables import read_tables


@dataclass(frozen=True)
class Evidence:
    """A study's results.

    Attributes
    ----------
    results : folder of all results.
    study : its name.
    comparisons : sets of treatments, as label and treatment.
    populations : organisms per generation, by treatment.
    published : the study's setting of that name.
    """

    results: Path
    study: str
    comparisons: Mapping[str, Mapping[str, str]]
    populations: Mapping[str, int]
    published: Mapping[str, Any]

    @cached_property
    def reference(self) -> pd.DataFrame:
        """Generations of the document's runs, a column per label; empty if their data are not given."""
        data = self.published.get("data")
        return pd.read_csv(data).drop(columns="run", errors="ignore") if data else pd.DataFrame()

    @cached_property
    def runs(self) -> pd.DataFrame:
        """Table of ``runs``, without the traces."""
        columns = ["treatment", "replicate", "generations", "censored", "champion"]
        return read(self.results / self.study / "runs.parquet", schema="runs", columns=columns)

    @cached_property
    def traces(self) -> pd.DataFrame:
        """Table of ``traces``."""
        return read(self.results / self.study / "traces.parquet", schema="traces")

    @cached_property
    def states(self) -> StateTables:
        """The game's tables."""
        return read_tables(self.results / "tables")

    def statistics(self, name: str) -> pd.DataFrame:
        """A table of statistics by its name."""
        return read(self.results / self.study / "tables" / f"{name}.parquet")
