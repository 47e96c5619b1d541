"""Page of timings: times that documents report beside those on this machine, and their growth."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.plots.numbers import short
from tttcore.report.images import pictures
from tttcore.report.site import Context

NUMBERS = ("published_seconds", "seconds", "ratio")
"""Columns of numbers, which have three significant digits."""


def timings_context(
    page: str | Path,
    *,
    timings: Sequence[pd.DataFrame],
    figures: Mapping[str, Mapping[str, Any]],
    files: Sequence[str],
) -> Context:
    """Context of the page of timings, for which copies of its figures are written beside it.

    Parameters
    ----------
    timings : tables of `pipeline.timings`.
    figures : title and caption of each figure of timings, by name.
    files : files of the figures in all formats.
    """
    rows = [row for table in timings for row in table.to_dict("records")]
    return {
        "rows": [row | {name: short(row[name]) for name in NUMBERS} for row in rows],
        "machines": [*dict.fromkeys(row["machine"] for row in rows)],
        "figures": pictures(figures, files, page=page, folder="timings"),
    }
