"""Interface of engines, which run the treatments of studies, and functions to find an engine by name."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TextIO, cast

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.pipeline.config import own_schema, validate
from tttcore.pipeline.declaration import changes_schema
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rooms import ENGINES, rooms, submodule
from tttcore.pipeline.stored import Recipes, Stored, Summary
from tttcore.pipeline.study import Study
from tttcore.pipeline.yaml_file import read_yaml

NEEDED = ("STORED", "RECIPE", "check", "run_replicates", "summarise")
"""Parts without which a module is no engine."""


class Engine(Protocol):
    """Module ``engine`` in a package of `tttcore.engines`, which turns recipes into runs.

    Attributes
    ----------
    STORED : what it stores of runs.
    RECIPE : dataclass that declares the keys of a treatment's recipe, see `pipeline.declaration`.

    It may also have `TIMING`, which declares what of its work can be timed as a document did, and `NEEDS_PUBLISHED`,
    keys of ``published`` that its studies can't do without.

    What else the package has is found by the names of its modules: ``agents`` (players that runs leave behind),
    ``benchmarks`` (work that is timed), ``league`` (matches of its players), ``stats``, ``figures`` and ``charts``
    (kinds that a study's file can ask for) and ``warm_up``.
    """

    STORED: Stored
    RECIPE: type

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
    """Engine of that name; ConfigError if its module lacks something."""
    module = import_module(f"{ENGINES}.{name}.engine")
    for part in NEEDED:
        if not hasattr(module, part):
            raise ConfigError(f"tttcore/engines/{name}/engine.py: has no {part!r}; needed: {', '.join(NEEDED)}")
    return cast(Engine, module)


def study_schema(name: str) -> dict[str, Any]:
    """JSON schema of a study's file: what every study says of itself, and the recipes and timings of its engine."""
    made_by, rules = engine(name), own_schema("study")
    rules["properties"]["engine"]["enum"] = engines()
    rules["$defs"]["recipe"]["properties"] |= changes_schema(made_by.RECIPE)
    timing = rules["properties"]["timings"]["additionalProperties"]
    kind = getattr(made_by, "TIMING", None)
    own = changes_schema(kind) if kind else {"work": timing["properties"]["work"]}
    timing["properties"] |= own
    timing["required"] += list(own)
    published = getattr(made_by, "NEEDS_PUBLISHED", ())
    if published:
        rules["properties"]["published"]["required"] = list(published)
        rules["required"].append("published")
    return rules


def read_study(path: str | Path) -> Study:
    """Read and check a study's file; ConfigError for the first mistake, in one line."""
    config = read_yaml(path)
    named = config.get("engine") if isinstance(config, dict) else None
    rules = study_schema(named if named in engines() else engines()[0])
    return Study.of(validate(config, rules, str(path)), path)


def warm_up(name: str, tables: StateTables) -> None:
    """Compile the kernels of an engine by small runs, if it has a module ``warm_up``."""
    module = submodule(ENGINES, name, "warm_up")
    if module:
        import_module(module).warm_up(tables)
