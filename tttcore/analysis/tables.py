"""The tables of a study that don't depend on its runs, and tables as files."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd

from tttcore.base import store
from tttcore.base.registry import ConfigError
from tttcore.games.classic import StateTables
from tttcore.studies.study import Study, method_module

Tables = dict[str, pd.DataFrame]

FACTS, METHOD = "facts", "method"
"""Names of the tables of the game's facts and of a study's facts."""


def method_tables(
    study: str,
    *,
    recipes: Mapping[str, Mapping[str, Any]],
    published: Mapping[str, str],
    tables: StateTables,
    seed: int,
) -> Tables:
    """What the study's module measures, if it has one, and the document's own tables, by name.

    The module's `method_facts` makes the table `METHOD`; further tables are those of its `method_tables`, if it has
    that. Both take the recipes, the game's states and the seed.

    Parameters
    ----------
    study : its name.
    recipes : its treatments' parameters.
    published : the document's tables, as name and CSV.
    tables : the game's states.
    seed : the project's seed.
    """
    found = {name: pd.read_csv(file) for name, file in published.items()}
    module = _method(study)
    if module is None:
        return found
    further = module.method_tables(recipes, tables, seed=seed) if hasattr(module, "method_tables") else {}
    return {METHOD: module.method_facts(recipes, tables, seed=seed), **further, **found}


def method_captions(study: str) -> dict[str, str]:
    """What the tables that a study's module measures show, by name: its `CAPTIONS`; empty if it gives none."""
    return getattr(_method(study), "CAPTIONS", {})


def write_study_tables(tables: Tables, folder: str | Path, *, provenance: Mapping[str, Any]) -> None:
    """Write each table as Parquet and, for people, as CSV at full precision."""
    for name, table in tables.items():
        store.write(Path(folder) / f"{name}.parquet", table, provenance=provenance)
        with store.atomic(Path(folder) / f"{name}.csv") as draft:
            table.to_csv(draft, index=False, lineterminator="\n")


def stored_tables(folder: str | Path) -> list[Path]:
    """Tables in a folder as Parquet files, in order; drafts, which are hidden, are none."""
    return sorted(Path(folder).glob("[!.]*.parquet"))


def check_method(study: Study) -> None:
    """Whether the treatments are there that the study's module looks at (its `LOOKED_AT`); ConfigError if one isn't."""
    for name in getattr(_method(study.name), "LOOKED_AT", ()):
        if name not in study.treatments:
            raise ConfigError(f"{study.file}: treatments: {name} is missing, and the method is measured on it")


def read_study_tables(folders: Iterable[str | Path]) -> Tables:
    """Read what `write_study_tables` wrote to these folders."""
    files = [path for folder in folders for path in stored_tables(folder)]
    return {path.stem: store.read(path) for path in files}


def _method(study: str) -> ModuleType | None:
    name = method_module(study)
    return import_module(name) if name else None
