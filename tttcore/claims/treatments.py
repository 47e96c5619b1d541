"""Find the treatments behind a measured value: the reading of the document that it is measured under."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from tttcore.pipeline.study import PUBLISHED, comparison_of
from tttcore.studies.tables import Table

SET, TREATMENT, PAIR = "set", "treatment", "pair"
LABELS = ("group", "a", "b", "label")
"""Columns whose values can be labels of a set's treatments."""

Comparisons = Mapping[str, Mapping[str, str]]


def treatments_behind(
    rows: pd.DataFrame, table: pd.DataFrame, made: Table, *, treatments: Sequence[str], comparisons: Comparisons
) -> list[str]:
    """Treatments that rows of a table of statistics summarise, in the study's order.

    A row names its treatment, or labels of its set or of the table's comparison. A row without a label
    summarises its whole set; a row whose treatment is none of the study's, all treatments of the table; any other row,
    `Table.treatments_of`. Rows of the document's own runs summarise none.

    Parameters
    ----------
    rows, table : selected rows of a table, and the whole table.
    made : how it is made, with what its rows stand for.
    treatments : names of the study's treatments.
    comparisons : treatments by label, for each of the study's comparisons.
    """
    keys = [name for name in (SET, TREATMENT, PAIR, *LABELS) if name in table]
    found: set[str] = set()
    for row in rows[keys].drop_duplicates().to_dict("records") if keys else [{}]:
        found.update(_of_row({str(key): value for key, value in row.items()}, table, made, treatments, comparisons))
    return [name for name in treatments if name in found]


def _of_row(
    row: Mapping[str, Any], table: pd.DataFrame, made: Table, treatments: Sequence[str], comparisons: Comparisons
) -> Iterable[str]:
    if TREATMENT in row:
        return [row[TREATMENT]] if row[TREATMENT] in treatments else table[TREATMENT]
    if row.get(SET) == PUBLISHED:
        return []
    whole = comparisons.get(comparison_of(row.get(SET, "")), {})
    labels = {name: name for name in treatments}
    labels |= {**comparisons.get(made.comparison, {}), **whole}
    labelled = [labels[row[name]] for name in LABELS if row.get(name) in labels]
    return labelled or whole.values() or made.treatments_of(row)
