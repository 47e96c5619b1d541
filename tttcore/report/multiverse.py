"""Section of a study's page: its verdicts under every reading of what the document leaves open."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.multiverse import TITLE, robustness
from tttcore.report.images import pictures

CAPTION = (
    "A specification curve. Each column is a reading of the document, each row a statement, judged again if our tables "
    "have its value under that reading. Right: the number of readings that uphold the statement. Top: the number of "
    "verdicts that a reading changes. One choice is changed at a time."
)


def multiverse_context(
    study: str, judged_again: pd.DataFrame, figure: Sequence[str], *, page: str | Path
) -> dict[str, Any]:
    """Context of the section, for which a copy of the figure is written beside the page; empty without readings.

    Parameters
    ----------
    study : name of the study.
    judged_again : verdicts under every reading, see `claims.multiverse`.
    figure : files of the figure in all formats.
    """
    if judged_again.empty or not figure:
        return {}
    rows = robustness(judged_again)
    steady = [row for row in rows if not row.flipped]
    flips = Counter(choice for row in rows for choice in dict.fromkeys(choice for choice, _, _ in row.flipped))
    settings = {"multiverse": {"title": TITLE, "caption": CAPTION, "claims": [row.id for row in rows]}}
    return {
        "rows": rows,
        "steady": len(steady),
        "choices": flips.most_common(),
        "figure": pictures(settings, figure, page=page, folder=study)[0],
    }
