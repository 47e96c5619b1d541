"""The tables of a study that don't depend on its runs, and tables as files."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.base import store
from tttcore.games.classic import StateTables
from tttcore.studies.study import method_module

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
    """Facts of the study's operators, if it has any, and the document's own tables, by name.

    Parameters
    ----------
    study : its name.
    recipes : its treatments' parameters.
    published : the document's tables, as name and CSV.
    tables : the game's states.
    seed : the project's seed.
    """
    module = method_module(study)
    own = {METHOD: import_module(module).method_facts(recipes, tables, seed=seed)} if module else {}
    return {**own, **{name: pd.read_csv(file) for name, file in published.items()}}


def write_study_tables(tables: Tables, folder: str | Path, *, provenance: Mapping[str, Any]) -> None:
    """Write each table as Parquet and, for people, as CSV at full precision."""
    for name, table in tables.items():
        store.write(Path(folder) / f"{name}.parquet", table, provenance=provenance)
        with store.atomic(Path(folder) / f"{name}.csv") as draft:
            table.to_csv(draft, index=False, lineterminator="\n")


def read_study_tables(folders: Iterable[str | Path]) -> Tables:
    """Read what `write_study_tables` wrote to these folders."""
    files = [path for folder in folders for path in sorted(Path(folder).glob("*.parquet"))]
    return {path.stem: store.read(path) for path in files}
