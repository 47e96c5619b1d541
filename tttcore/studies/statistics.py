"""Compute the tables of statistics that a study asks for, and keep those that are there already."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.pipeline.store import StoreError, provenance_of
from tttcore.pipeline.table_files import Tables, remove_tables, table_names, write_study_tables
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import Kind


def statistics(tables: Mapping[str, Kind], evidence: Evidence) -> Tables:
    """Compute every table, by name; a table that covers several sets has the column ``set`` first."""
    return {name: _set_first(kind.make(evidence)) for name, kind in tables.items()}


def update_statistics(
    kept: str | Path, tables: Mapping[str, Kind], evidence: Evidence, provenance: Mapping[str, Mapping[str, Any]]
) -> list[str]:
    """Make the tables of a study in a folder where they are kept; names of those that were computed.

    A table is kept if its file is whole and has the same provenance. Files of other tables are removed at the
    end, so that an error loses none.

    Parameters
    ----------
    kept : holds the tables as Parquet and CSV. It is no output of Snakemake, which removes outputs before a job.
    provenance : all that a table depends on, by the table's name; stored in its file.
    """
    stale = [name for name in tables if _stored_provenance(Path(kept) / f"{name}.parquet") != provenance[name]]
    for name in stale:
        write_study_tables(statistics({name: tables[name]}, evidence), kept, provenance=provenance[name])
    remove_tables(kept, [name for name in table_names(kept) if name not in tables])
    return stale


def _stored_provenance(file: Path) -> dict[str, Any] | None:
    """Provenance in the file of a table; None if it isn't whole, or isn't there for people as well."""
    try:
        return provenance_of(file) if file.with_suffix(".csv").is_file() else None
    except StoreError:
        return None


def _set_first(table: pd.DataFrame) -> pd.DataFrame:
    columns = [*(["set"] if "set" in table else []), *(column for column in table if column != "set")]
    return table[columns].reset_index(drop=True)
