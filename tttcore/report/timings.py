"""The page of timings: what documents timed, beside this machine, and how times grow."""

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
    timings : tables as `pipeline.timings` makes them.
    figures : title and caption of each figure of times, by name.
    files : of the figures, all formats.
    """
    render(
        path,
        "timings.html.j2",
        here="timings.html",
        studies=studies,
        rows=[row for table in timings for row in table.to_dict("records")],
        figures=pictures(figures, files, page=path, folder="timings"),
    )
