"""Tables of a study as files: Parquet for programs, CSV for people."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.pipeline import store
from tttcore.pipeline.csv_files import write_csv
from tttcore.pipeline.rounding import rounded_table

Tables = dict[str, pd.DataFrame]

FACTS, METHOD = "facts", "method"
"""Names of the tables of exact facts of the game and of facts of a study's method."""
FACT_COLUMNS = ("fact", "value", "exact", "how", "quoted")
METHOD_COLUMNS = ("fact", "value", "text", "how")
"""Columns of these two tables; all but the value are text."""


def write_study_tables(tables: Tables, folder: str | Path, *, provenance: Mapping[str, Any]) -> None:
    """Write each table as CSV, for people, and as Parquet, rounded alike; the folder is there even without any.

    Numbers are rounded by `rounding.significant`, so that the rows are the same on every CPU.
    """
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, exact in tables.items():
        table = rounded_table(exact)
        write_csv(Path(folder) / f"{name}.csv", table)
        store.write(Path(folder) / f"{name}.parquet", table, provenance=provenance)


def stored_tables(folder: str | Path) -> list[Path]:
    """Parquet files in a folder in order, without partial files, which are hidden."""
    return sorted(Path(folder).glob("[!.]*.parquet"))


def read_study_tables(folders: Iterable[str | Path]) -> Tables:
    """Read all tables that `write_study_tables` wrote to some folders, by name."""
    files = [path for folder in folders for path in stored_tables(folder)]
    return {path.stem: store.read(path) for path in files}
