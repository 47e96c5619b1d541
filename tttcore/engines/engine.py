"""Interface of engines, which run the treatments of studies, and functions to find an engine by name."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from tttcore.engines.replicates import RunsReplicates, run_replicates
from tttcore.games.classic import StateTables
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.modules import ENGINES, optional_module, packages
from tttcore.pipeline.schema import Recipes, Stored, Summary

if TYPE_CHECKING:
    import pandas as pd

NEEDED = ("STORED", "RECIPE", "runner", "summarise")
"""Parts without which a module is no engine."""


class Engine(RunsReplicates, Protocol):
    """Module ``engine`` in a package of `tttcore.engines`, which turns recipes into runs.

    Attributes
    ----------
    STORED : what it stores of runs.
    RECIPE : dataclass that declares the keys of a treatment's recipe, see `pipeline.declaration`.

    It may also have ``build_recipe``, see `replicates.build_recipe`, where fields of a recipe must fit together;
    ``recipe_files``, which gives the digests of the user's files on which the runs of a recipe depend; `TIMING`, a
    `Timing` of its work as a document timed it; and `NEEDS_PUBLISHED`, keys of ``published`` that its studies can't do
    without.

    What else the package has is found by the names of its modules: ``agents`` (players that runs leave behind),
    ``defaults`` (keys that files of its studies may leave out), ``figures`` and ``tables`` (of studies that have none),
    ``league`` (matches of its players), ``learning`` (learners while they learn), ``lessons`` (players that keep
    learning), ``live`` (runs that a page repeats), ``printed`` (pages to print) and ``warm_up`` (small runs that
    compile its kernels).
    """

    STORED: Stored

    def summarise(self, batches: "pd.DataFrame", recipes: Recipes) -> Summary:
        """Extract runs, traces and champions from a table of ``STORED.batches``."""

    def timed_work(
        self, study: str, timing: Mapping[str, Any], recipes: Recipes, tables: StateTables, *, seed: int
    ) -> Callable[[], object]:
        """Prepare work that a document timed, as a function to call; only for engines with such documents."""


def engines() -> list[str]:
    """Names of all engines."""
    return packages(ENGINES)


def engine(name: str) -> Engine:
    """Engine of that name; ConfigError if its module lacks something."""
    module = import_module(f"{ENGINES}.{name}.engine")
    for part in NEEDED:
        if not hasattr(module, part):
            raise ConfigError(f"tttcore/engines/{name}/engine.py: has no {part!r}; needed: {', '.join(NEEDED)}")
    return cast(Engine, module)


def warm_up(name: str, tables: StateTables) -> None:
    """Compile the kernels of an engine, if it has a module ``warm_up``.

    Its ``RECIPES`` are run twice each; kernels that runs don't need are compiled by its ``compile_others``.
    """
    small = optional_module(ENGINES, name, "warm_up")
    if small:
        for recipe in small.RECIPES:
            run_replicates(engine(name), "no study", "warm up", recipe, tables, seed=0, replicates=range(2))
        getattr(small, "compile_others", lambda: None)()
