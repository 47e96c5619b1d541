"""Input of the tables of statistics: a study's runs and settings, and intermediate results that tables share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.schema import Stored
from tttcore.pipeline.store import Rows
from tttcore.pipeline.study import PUBLISHED, first_runs
from tttcore.pipeline.table_files import read_runs
from tttcore.stats.comparison import Groups, Sample

T = TypeVar("T")


@dataclass(frozen=True)
class Evidence:
    """A study's stored runs, its settings and the document's published data.

    Attributes
    ----------
    study : name of the study, part of the names of the random streams.
    comparisons : treatments by label, for each comparison of the study's file.
    published : the section ``published`` of the study's file.
    recipes : parameters of each treatment.
    run_rows, trace_rows : runs and traces in the schemas of the engine, read part by part.
    states : states and positions of 3x3.
    seed : the project's seed.
    stored : schemas of the engine's tables and the meaning of their columns.
    """

    study: str
    comparisons: Mapping[str, Mapping[str, str]]
    published: Mapping[str, Any]
    recipes: Mapping[str, Mapping[str, Any]]
    run_rows: Rows
    trace_rows: Rows
    states: StateTables
    seed: int
    stored: Stored
    _cache: dict[Callable[["Evidence"], Any], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """All runs, without the columns that are too large to hold for all of them."""
        return self.run_rows.whole([name for name in self.run_rows.columns if name not in self.stored.large])

    @cached_property
    def traces(self) -> pd.DataFrame:
        """Traces of all runs in memory, for studies with few runs."""
        return self.trace_rows.whole()

    @cached_property
    def sets(self) -> dict[str, Groups]:
        """Samples of each set that is compared, by name of the set; see `samples`."""
        stored = self.stored
        return samples(
            self.run_rows, self.comparisons, self.published, length=stored.length, unfinished=stored.unfinished
        )

    @property
    def reference(self) -> Groups:
        """Samples of the document's own runs; ConfigError if the study's file doesn't give them."""
        if PUBLISHED not in self.sets:
            raise ConfigError("needs published.data")
        return self.sets[PUBLISHED]

    @property
    def published_replicates(self) -> int:
        """Number of runs that the document had of each treatment."""
        return int(self.published["replicates"])

    @property
    def cap(self) -> int:
        """Greatest possible run length of any treatment."""
        return self.stored.longest or max(recipe[self.stored.cap] for recipe in self.recipes.values())

    def once(self, make: Callable[["Evidence"], T]) -> T:
        """Cached result of a function of this evidence that several tables use."""
        if make not in self._cache:
            self._cache[make] = make(self)
        return self._cache[make]

    def stream(self, *names: str) -> np.random.Generator:
        """Random generator of a table, derived from the seed, the study and `names`."""
        return stream(self.seed, self.study, "statistics", *names)

    def per_set(self, table: Callable[[Groups], pd.DataFrame]) -> pd.DataFrame:
        """Concatenate the tables of all sets, with the name of each set in the column ``set``."""
        return pd.concat([table(groups).assign(set=name) for name, groups in self.sets.items()])


def samples(
    runs: Rows,
    comparisons: Mapping[str, Mapping[str, str]],
    published: Mapping[str, Any],
    *,
    length: str,
    unfinished: str,
) -> dict[str, Groups]:
    """Samples of every set, by its name.

    ``published`` holds the document's runs, if their data are given; a comparison that repeats the document's
    design has two sets, one with as many runs as the document and one with all; others have one, with all runs.

    Parameters
    ----------
    runs : a row per run, with treatment, replicate in rising order, and what the next two name.
    comparisons : treatments by label, for each comparison.
    published : the section ``published`` of the study's file.
    length, unfinished : columns of the run lengths and of the marks of censoring.
    """
    known = _samples(runs, length, unfinished)
    sets: dict[str, Groups] = {}
    if "data" in published:
        sets[PUBLISHED] = published_sample(published["data"])
    for comparison, members in comparisons.items():
        if comparison in published["repeated_by"]:
            count = published["replicates"]
            sets[first_runs(comparison, count)] = {
                label: Sample.of(known[treatment].values[:count], known[treatment].censored[:count])
                for label, treatment in members.items()
            }
        sets[comparison] = {label: known[treatment] for label, treatment in members.items()}
    return sets


def published_sample(path: str | Path) -> Groups:
    """Samples of the document's runs, see `pipeline.table_files.read_runs`."""
    return {str(column): Sample.of(lengths) for column, lengths in read_runs(path).items()}


def _samples(runs: Rows, length: str, unfinished: str) -> dict[str, Sample]:
    """Sample of all runs of each treatment."""
    parts: dict[str, list[pd.DataFrame]] = {}
    for treatment, own in runs.by_treatment(length, unfinished):
        parts.setdefault(treatment, []).append(own[[length, unfinished]])
    whole = {treatment: pd.concat(own) for treatment, own in parts.items()}
    return {treatment: Sample.of(own[length], own[unfinished]) for treatment, own in whole.items()}
