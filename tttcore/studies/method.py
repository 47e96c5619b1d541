"""Tables of a study that need no runs: facts of its method, and the document's own tables."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

import pandas as pd

from tttcore.engines.engine import engine
from tttcore.games.classic import StateTables
from tttcore.pipeline.engine_tables import Recipes
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.rooms import STUDIES, submodule
from tttcore.pipeline.study import Study
from tttcore.pipeline.table_files import METHOD, Tables


def method_module(study: str) -> str | None:
    """Name of the module that measures a study's method; None if the study has none.

    The module has `method_facts`, which makes the table `METHOD` (see `facts.fact_table`), and may have
    `method_tables`, which makes further tables with their `CAPTIONS`, and `LOOKED_AT`, the names of the treatments that
    it needs. Both functions take the recipes, the states of 3x3 and the seed as `method_tables` below does.
    """
    return submodule(STUDIES, study, "method")


def method_tables(
    study: str,
    *,
    recipes: Mapping[str, Mapping[str, Any]],
    published: Mapping[str, str],
    tables: StateTables,
    seed: int,
) -> Tables:
    """Compute the tables of the study's method, if it has a module, and read the document's own tables.

    Parameters
    ----------
    study : name of the study.
    recipes : parameters of its treatments.
    published : CSV files of the document's tables, by name.
    tables : states and positions of 3x3.
    seed : the project's seed; facts that need chance have streams of their own.
    """
    found = {name: pd.read_csv(file) for name, file in published.items()}
    module = _method(study)
    if module is None:
        return found
    further = module.method_tables(recipes, tables, seed=seed) if hasattr(module, "method_tables") else {}
    return {METHOD: module.method_facts(recipes, tables, seed=seed), **further, **found}


def method_captions(study: str) -> dict[str, str]:
    """Captions of the further tables of a study's method, by name."""
    return getattr(_method(study), "CAPTIONS", {})


def check_method(study: Study) -> None:
    """Check that the treatments that the study's module needs and the work to time exist; else ConfigError."""
    for name in getattr(_method(study.name), "LOOKED_AT", ()):
        if name not in study.treatments:
            raise ConfigError(f"{study.file}: treatments: {name} is missing, and the method is measured on it")
    own = _own_work(study.name)
    for name, timing in study.config["timings"].items():
        if "work" in timing and timing["work"] not in own:
            where = f"{study.file}: timings.{name}.work"
            raise ConfigError(f"{where}: unknown work {timing['work']!r}{choices(timing['work'], list(own))}")


def timings_module(study: str) -> str | None:
    """Name of the module with a study's own timed work in `TIMED`; None if the engine times all."""
    return submodule(STUDIES, study, "timings")


def timed_work(
    study: str, made_by: str, timing: Mapping[str, Any], recipes: Recipes, tables: StateTables, *, seed: int
) -> Callable[[], object]:
    """Prepare work to time: the study's own if the timing names ``work``, else that of its engine."""
    if "work" in timing:
        return _own_work(study)[timing["work"]]()
    return engine(made_by).timed_work(study, timing, recipes, tables, seed=seed)


def _own_work(study: str) -> Mapping[str, Callable[[], Callable[[], object]]]:
    name = timings_module(study)
    return import_module(name).TIMED if name else {}


def _method(study: str) -> ModuleType | None:
    name = method_module(study)
    return import_module(name) if name else None
