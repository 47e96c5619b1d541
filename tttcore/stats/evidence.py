"""Input of the tables of statistics: a study's runs and settings, and intermediate results that tables share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.pipeline.engine_tables import Stored
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.rows import Rows
from tttcore.pipeline.study import PUBLISHED
from tttcore.stats.comparison import Groups
from tttcore.stats.samples import samples

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
        return samples(
            self.run_rows,
            self.comparisons,
            self.published,
            length=self.stored.length,
            unfinished=self.stored.unfinished,
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
        """Greatest possible length of a run of any treatment."""
        return self.stored.longest or max(recipe[self.stored.cap] for recipe in self.recipes.values())

    def once(self, make: Callable[["Evidence"], T]) -> T:
        """Call a function that several tables share on this evidence, and cache its result."""
        if make not in self._cache:
            self._cache[make] = make(self)
        return self._cache[make]

    def stream(self, *names: str) -> np.random.Generator:
        """Random generator of a table, derived from the seed, the study and `names`."""
        return stream(self.seed, self.study, "statistics", *names)

    def per_set(self, table: Callable[[Groups], pd.DataFrame]) -> pd.DataFrame:
        """Concatenate the tables of all sets, with the name of each set in the column ``set``."""
        return pd.concat([table(groups).assign(set=name) for name, groups in self.sets.items()])
