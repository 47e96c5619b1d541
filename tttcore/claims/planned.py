"""Collect what is known of a study's tables before any is made, for the checks of claims."""

from collections.abc import Mapping

import pandas as pd

from tttcore.claims.selectors import Columns
from tttcore.claims.treatments import LABELS, SET, TREATMENT
from tttcore.pipeline.study import ALL_TREATMENTS, Study
from tttcore.pipeline.table_files import FACT_COLUMNS, FACTS, METHOD, METHOD_COLUMNS
from tttcore.studies.method import method_captions, method_module
from tttcore.studies.tables import Table


def planned_tables(study: Study, tables: Mapping[str, Table]) -> dict[str, Columns | pd.DataFrame | None]:
    """Find what is known of every table of a study: of the document's own tables all, of others the columns.

    Nothing is known of further tables of its method.

    Parameters
    ----------
    tables : its tables of statistics, by name.
    """
    known: dict[str, Columns | pd.DataFrame | None] = {FACTS: _of_facts(FACT_COLUMNS)}
    if method_module(study.name):
        known[METHOD] = _of_facts(METHOD_COLUMNS)
    known |= dict.fromkeys(method_captions(study.name))
    known |= {name: pd.read_csv(file) for name, file in study.config["published"]["tables"].items()}
    return known | {name: _of_table(table, study) for name, table in tables.items()}


def _of_facts(columns: tuple[str, ...]) -> Columns:
    """Columns of a table of facts: all text but the value."""
    return Columns({name: name == "value" for name in columns})


def _of_table(table: Table, study: Study) -> Columns:
    """Columns of a table; those that name sets, their labels and treatments hold no other values."""
    columns = [*table.columns]
    values = {TREATMENT: [*study.treatments, ALL_TREATMENTS]}
    if SET in columns:
        labels = dict.fromkeys(label for members in study.sets.values() for label in members)
        values |= {SET: [*study.sets], **{label: [*labels] for label in LABELS}}
    return Columns(dict.fromkeys(columns), values)
