"""Interface of engines, which run the treatments of studies, and functions to find an engine by name."""

from collections.abc import Callable, Mapping
from dataclasses import field, make_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, cast

from tttcore.engines.replicates import RunsReplicates, build_recipe, run_replicates
from tttcore.games.classic import StateTables
from tttcore.pipeline.config import checked, read_yaml
from tttcore.pipeline.declaration import CHANGES, SOME
from tttcore.pipeline.messages import ConfigError, check_known, misspelt
from tttcore.pipeline.modules import ENGINES, optional_module, packages, submodule
from tttcore.pipeline.registry import merge
from tttcore.pipeline.schema import Recipes, Stored, Summary
from tttcore.pipeline.settings import FileName, OfTreatment, Shared, StudySettings, TableName
from tttcore.pipeline.study import Study
from tttcore.pipeline.timing import NamedTiming

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


@cache
def study_settings(name: str) -> type[StudySettings]:
    """Declaration of a study's file: what every study says of itself, and the recipes and timings of its engine."""
    made_by = engine(name)
    timings = dict[TableName, getattr(made_by, "TIMING", NamedTiming)]  # type: ignore[misc, valid-type]
    sizes = field(default_factory=dict[str, Any], kw_only=True)
    quick: tuple[str, Any, Any] = ("quick", Annotated[made_by.RECIPE, CHANGES], sizes)
    change, treatment = (
        Annotated[make_dataclass(base.__name__, [quick], bases=(base, made_by.RECIPE), frozen=True), CHANGES]
        for base in (Shared, OfTreatment)
    )
    return make_dataclass(
        "EngineStudySettings",
        [
            ("engine", Literal[*engines()]),
            ("defaults", change),
            quick,
            ("protocols", Annotated[dict[str, change], SOME]),  # type: ignore[valid-type]
            ("treatments", Annotated[dict[FileName, treatment], SOME]),  # type: ignore[valid-type]
            ("timings", timings, field(default_factory=dict)),
        ],
        bases=(StudySettings,),
        frozen=True,
        kw_only=True,
    )


def read_study(path: str | Path) -> Study:
    """Read and check a study's file; ConfigError for the first mistake, in one line."""
    config = read_yaml(path)
    if isinstance(config, dict) and "engine" not in config:  # without it all other keys would be strange
        raise ConfigError(f"{path}: engine: needs a value{misspelt('engine', config)}")
    named = config.get("engine") if isinstance(config, dict) else None
    name = named if named in engines() else engines()[0]
    if isinstance(config, dict) and (defaults := optional_module(ENGINES, name, "defaults")):
        config = merge(defaults.of_study(config), config)
    config = checked(config, study_settings(name), str(path))
    for key in getattr(engine(name), "NEEDS_PUBLISHED", ()):
        if key not in config["published"]:
            raise ConfigError(f"{path}: published.{key}: needs a value")
    if config.get("machine") and not submodule(ENGINES, name, "learning"):
        raise ConfigError(f"{path}: machine: the engine {name} doesn't follow its learners; leave it out")
    if config.get("beside"):
        if not submodule(ENGINES, name, "figures"):
            raise ConfigError(f"{path}: beside: figures of the engine {name} draw no others; leave it out")
        from tttcore.stats.games_needed import documents_learners  # noqa: PLC0415 - takes a second

        check_known(config["beside"], documents_learners(), f"{path}: beside", "learner")
    return Study.of(config, path)


def check_recipes(study: Study) -> None:
    """Build every treatment's recipe; ConfigError for the first that can't be."""
    made_by = engine(study.engine)
    for name, treatment in study.treatments.items():
        build_recipe(made_by, treatment.recipe, f"{study.file}: treatments.{name}")


def warm_up(name: str, tables: StateTables) -> None:
    """Compile the kernels of an engine, if it has a module ``warm_up``.

    Its ``RECIPES`` are run twice each; kernels that runs don't need are compiled by its ``compile_others``.
    """
    small = optional_module(ENGINES, name, "warm_up")
    if small:
        for recipe in small.RECIPES:
            run_replicates(engine(name), "no study", "warm up", recipe, tables, seed=0, replicates=range(2))
        getattr(small, "compile_others", lambda: None)()
