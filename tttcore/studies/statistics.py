"""Compute the tables of statistics that a study asks for."""

from collections.abc import Mapping

import pandas as pd

from tttcore.pipeline.table_files import Tables
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import Kind


def statistics(tables: Mapping[str, Kind], evidence: Evidence) -> Tables:
    """Compute every table, by name; a table that covers several sets has the column ``set`` first."""
    return {name: _set_first(kind.make(evidence)) for name, kind in tables.items()}


def _set_first(table: pd.DataFrame) -> pd.DataFrame:
    columns = [*(["set"] if "set" in table else []), *(column for column in table if column != "set")]
    return table[columns].reset_index(drop=True)
