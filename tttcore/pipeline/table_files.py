"""Tables of a study as files: Parquet for programs, CSV for people."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.pipeline import store

Tables = dict[str, pd.DataFrame]

FACTS, METHOD = "facts", "method"
"""Names of the tables of exact facts of the game and of facts of a study's method."""


def write_study_tables(tables: Tables, folder: str | Path, *, provenance: Mapping[str, Any]) -> None:
    """Write tables to a folder, see `write_table`; it is there even without any."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        write_table(Path(folder) / f"{name}.parquet", table, provenance=provenance)


def write_table(path: str | Path, table: pd.DataFrame, *, provenance: Mapping[str, Any]) -> None:
    """Write a table as Parquet to `path`, and as CSV at full precision beside it."""
    path = Path(path)
    store.write(path, table, provenance=provenance)
    with store.atomic(path.with_suffix(".csv")) as partial:
        table.to_csv(partial, index=False, lineterminator="\n")


def stored_tables(folder: str | Path) -> list[Path]:
    """Parquet files in a folder in order, without partial files, which are hidden."""
    return sorted(Path(folder).glob("[!.]*.parquet"))


def read_study_tables(paths: Iterable[str | Path]) -> Tables:
    """Read tables by name: Parquet files, and all of those in folders."""
    files = [file for path in map(Path, paths) for file in (stored_tables(path) if path.is_dir() else [path])]
    return {file.stem: store.read(file) for file in files}


def group_by_study(files: Iterable[str | Path]) -> dict[str, list[Path]]:
    """Files of tables, ``results/<study>/tables/<name>.parquet``, by study."""
    found: dict[str, list[Path]] = {}
    for file in map(Path, files):
        found.setdefault(file.parent.parent.name, []).append(file)
    return found


def remove_other_tables(folder: str | Path, names: Collection[str]) -> None:
    """Remove the tables in a folder, Parquet and CSV, but those of some names."""
    for file in [*Path(folder).glob("[!.]*.parquet"), *Path(folder).glob("[!.]*.csv")]:
        if file.stem not in names:
            file.unlink()
