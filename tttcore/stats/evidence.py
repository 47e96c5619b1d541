"""What tables are computed from: a study's runs and settings, and what several tables share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.pipeline.rng import stream
from tttcore.pipeline.rows import Rows
from tttcore.pipeline.stored import Stored
from tttcore.pipeline.study import PUBLISHED
from tttcore.stats.comparison import Groups
from tttcore.stats.fit_to_published import compare_with_reference
from tttcore.stats.samples import samples

T = TypeVar("T")

PERMUTATIONS = 999


@dataclass(frozen=True)
class Evidence:
    """A study's runs and what they are held against.

    Attributes
    ----------
    study : its name, which names the random streams of the statistics.
    comparisons : sets of treatments, as label and treatment.
    published : the study's setting of that name.
    recipes : its treatments' parameters.
    run_rows, trace_rows : runs and traces, as its engine stores them.
    states : the game's tables.
    seed : the project's seed.
    stored : what its engine stores.
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
    _made: dict[Callable[["Evidence"], Any], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """All runs, without what is too large to be held for all of them."""
        return self.run_rows.whole([name for name in self.run_rows.columns if name not in self.stored.large])

    @cached_property
    def traces(self) -> pd.DataFrame:
        """The traces of all runs, for studies that have few."""
        return self.trace_rows.whole()

    @cached_property
    def sets(self) -> dict[str, Groups]:
        """Every set of samples, by name."""
        return samples(
            self.run_rows,
            self.comparisons,
            self.published,
            length=self.stored.length,
            unfinished=self.stored.unfinished,
        )

    @property
    def reference(self) -> Groups:
        """The document's own runs."""
        return self.sets[PUBLISHED]

    @property
    def cap(self) -> int:
        """How long a run of any treatment can take."""
        return self.stored.longest or max(recipe[self.stored.cap] for recipe in self.recipes.values())

    @cached_property
    def against_published(self) -> pd.DataFrame:
        """The document's runs against each comparison that repeats its design."""
        return compare_with_reference(
            self.reference,
            {name: self.sets[name] for name in self.published["repeated_by"]},
            resamples=PERMUTATIONS,
            rng=self.stream("against published"),
        )

    def once(self, make: Callable[["Evidence"], T]) -> T:
        """Result of a function of this evidence that several tables share, computed once."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]

    def stream(self, *names: str) -> np.random.Generator:
        """Random stream of a table, by its names."""
        return stream(self.seed, self.study, "statistics", *names)

    def per_set(self, table: Callable[[Groups], pd.DataFrame]) -> pd.DataFrame:
        """Tables of every set one below the other, with its name in the column ``set``."""
        return pd.concat([table(groups).assign(set=name) for name, groups in self.sets.items()])
