"""Interface of engines, which run the treatments of studies, and functions to find an engine by name."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, Protocol, TextIO, cast

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.pipeline.rooms import ENGINES, rooms, submodule
from tttcore.pipeline.stored import Recipes, Stored, Summary
from tttcore.pipeline.study import Study


class Engine(Protocol):
    """Module ``engine`` in a package of `tttcore.engines`, which turns recipes into runs.

    Optional modules of the package are found by name: ``agents`` (players that runs produce), ``benchmarks`` (timed
    work), ``league`` (matches of its players), ``tables``, ``figures`` and ``charts`` (kinds that a study's file can
    request) and ``warm_up`` (compilation of kernels).
    """

    STORED: Stored

    def check(self, study: Study, tables: StateTables) -> None:
        """Check every treatment's recipe by building it; ConfigError for the first invalid one."""

    def run_replicates(
        self,
        study: str,
        treatment: str,
        recipe: Mapping[str, Any],
        tables: StateTables,
        *,
        seed: int,
        replicates: Iterable[int],
        log: TextIO | None = None,
    ) -> pd.DataFrame:
        """Run replicates of a treatment.

        Parameters
        ----------
        study, treatment : names of study and treatment.
        recipe : the treatment's parameters.
        tables : the states of 3x3.
        seed : the project's seed.
        replicates : indices of the runs.
        log : receives lines of progress.

        Returns
        -------
        Table of ``STORED.batches``, a row per replicate. A row depends only on seed, names, replicate and recipe.
        """

    def summarise(self, batches: pd.DataFrame, recipes: Recipes) -> Summary:
        """Extract runs, traces and champions from a table of ``STORED.batches``."""

    def timed_work(
        self, study: str, timing: Mapping[str, Any], recipes: Recipes, tables: StateTables, *, seed: int
    ) -> Callable[[], object]:
        """Prepare work that a document timed, as a function to call; only for engines with such documents."""


def engines() -> list[str]:
    """Names of all engines."""
    return rooms(ENGINES)


def engine(name: str) -> Engine:
    """Engine with a given name."""
    return cast(Engine, import_module(f"{ENGINES}.{name}.engine"))


def warm_up(name: str, tables: StateTables) -> None:
    """Compile the kernels of an engine by small runs, if it has a module ``warm_up``."""
    module = submodule(ENGINES, name, "warm_up")
    if module:
        import_module(module).warm_up(tables)
