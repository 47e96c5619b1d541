"""The first page: what this is, what became of each document's statements, and where to go on."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.report.site import render
from tttcore.report.verdicts import VERDICTS, count_verdicts


def write_index_page(
    path: str | Path,
    *,
    documents: Mapping[str, Mapping[str, Any]],
    verdicts: Mapping[str, pd.DataFrame],
    scale: str,
    seed: int,
) -> None:
    """Write the first page.

    Parameters
    ----------
    documents : of each study's configuration ``title``, ``authors``, ``year``, ``about``, ``cover`` and ``figures``.
    verdicts : table of ``verdicts`` of each.
    scale, seed : of the project.
    """
    counts = {name: count_verdicts(table) for name, table in verdicts.items()}
    render(
        path,
        "index.html.j2",
        here="index.html",
        studies={name: document["title"] for name, document in documents.items()},
        documents=documents,
        counts=counts,
        totals={kind: sum(count[kind] for count in counts.values()) for kind in VERDICTS},
        scale=scale,
        seed=seed,
    )
