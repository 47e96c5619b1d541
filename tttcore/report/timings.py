"""Write the page of timings: times that documents report beside those on this machine, and their growth."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.report.images import pictures
from tttcore.report.site import render


def write_timings_page(
    path: str | Path,
    *,
    studies: Mapping[str, str],
    timings: Sequence[pd.DataFrame],
    figures: Mapping[str, Mapping[str, Any]],
    files: Sequence[str],
) -> None:
    """Write the page of timings, and copies of its figures beside it.

    Parameters
    ----------
    studies : title of each study, by name.
    timings : tables of `pipeline.timings`.
    figures : title and caption of each figure of timings, by name.
    files : files of the figures in all formats.
    """
    render(
        path,
        "timings.html.j2",
        here="timings.html",
        studies=studies,
        rows=[row for table in timings for row in table.to_dict("records")],
        figures=pictures(figures, files, page=path, folder="timings"),
    )
