"""Tables of a study as files: Parquet for programs, CSV for people."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.pipeline import store

Tables = dict[str, pd.DataFrame]

FACTS, METHOD = "facts", "method"
"""Names of the tables of the game's facts and of a study's facts."""


def write_study_tables(tables: Tables, folder: str | Path, *, provenance: Mapping[str, Any]) -> None:
    """Write each table as Parquet and, for people, as CSV at full precision; the folder is there even without any."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        store.write(Path(folder) / f"{name}.parquet", table, provenance=provenance)
        with store.atomic(Path(folder) / f"{name}.csv") as draft:
            table.to_csv(draft, index=False, lineterminator="\n")


def stored_tables(folder: str | Path) -> list[Path]:
    """Tables in a folder as Parquet files, in order; drafts, which are hidden, are none."""
    return sorted(Path(folder).glob("[!.]*.parquet"))


def read_study_tables(folders: Iterable[str | Path]) -> Tables:
    """Read what `write_study_tables` wrote to these folders."""
    files = [path for folder in folders for path in stored_tables(folder)]
    return {path.stem: store.read(path) for path in files}
