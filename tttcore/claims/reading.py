"""Which treatments a measured value is about: the reading of the document that it was measured under."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from tttcore.pipeline.study import PUBLISHED, comparison_of
from tttcore.studies.tables import Kind

SET, TREATMENT, PAIR = "set", "treatment", "pair"
LABELS = ("group", "a", "b", "label")
"""Columns whose values are labels of a set's treatments."""

Comparisons = Mapping[str, Mapping[str, str]]


def reading(
    rows: pd.DataFrame, table: pd.DataFrame, kind: Kind, *, treatments: Sequence[str], comparisons: Comparisons
) -> list[str]:
    """Treatments that rows of a table of statistics are about, in the study's order.

    A row names its treatment, or labels of its set or of the comparisons that the kind is about. Without a label it
    is about its whole set; where it sums up treatments, about all in the table; else about what the kind says
    (`Kind.about`). Rows of the document's own runs are about none.

    Parameters
    ----------
    rows, table : some rows of a table, and the whole of it.
    kind : how the table is made.
    treatments : names of the study's treatments.
    comparisons : its sets of treatments, as label and treatment.
    """
    naming = [name for name in (SET, TREATMENT, PAIR, *LABELS) if name in table]
    found: set[str] = set()
    for row in rows[naming].drop_duplicates().to_dict("records") if naming else [{}]:
        found.update(_named({str(key): value for key, value in row.items()}, table, kind, treatments, comparisons))
    return [name for name in treatments if name in found]


def _named(
    row: Mapping[str, Any], table: pd.DataFrame, kind: Kind, treatments: Sequence[str], comparisons: Comparisons
) -> Iterable[str]:
    if TREATMENT in row:
        return [row[TREATMENT]] if row[TREATMENT] in treatments else table[TREATMENT]
    if row.get(SET) == PUBLISHED:
        return []
    whole = comparisons.get(comparison_of(row.get(SET, "")), {})
    labels = {name: name for name in treatments}
    for comparison in kind.compares:
        labels |= comparisons[comparison]
    labels |= whole
    return [labels[row[name]] for name in LABELS if row.get(name) in labels] or whole.values() or kind.about(row)
