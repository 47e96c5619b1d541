"""The first page while results are being made: it tells which documents' pages are there."""

import os
from collections.abc import Mapping
from pathlib import Path

from tttcore.pipeline.files import atomic
from tttcore.report.site import write_page

LONG_AGO = 946_684_800
"""Time of a draft, in the year 2000: all results are newer, so that Snakemake never takes it for the complete page."""


def write_draft(folder: Path, *, studies: Mapping[str, str], questions: Mapping[str, str], trial: bool) -> None:
    """Write the first page as a draft, unless the complete one is there.

    Parameters
    ----------
    folder : where the pages are.
    studies : document of each study as pages cite it, by name.
    questions : question of each document, or its title, by study.
    trial : see `site.write_page`.
    """
    page = folder / "index.html"
    if page.exists() and page.stat().st_mtime != LONG_AGO:
        return
    with atomic(page) as draft:
        ready = [name for name in studies if (folder / f"{name}.html").exists()]
        write_page(draft, "draft.html.j2", studies=studies, questions=questions, ready=ready, trial=trial)
        os.utime(draft, (LONG_AGO, LONG_AGO))
