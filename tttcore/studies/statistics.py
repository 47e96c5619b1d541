"""Compute the tables of statistics that a study asks for."""

from collections.abc import Mapping

import pandas as pd

from tttcore.pipeline.table_files import Tables
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import Kind


def statistics(tables: Mapping[str, Kind], evidence: Evidence) -> Tables:
    """Compute several tables, by name."""
    return {name: make_table(kind, evidence) for name, kind in tables.items()}


def make_table(kind: Kind, evidence: Evidence) -> pd.DataFrame:
    """Compute a table; one that covers several sets has the column ``set`` first."""
    table = kind.make(evidence)
    columns = [*(["set"] if "set" in table else []), *(column for column in table if column != "set")]
    return table[columns].reset_index(drop=True)
