"""Write the first page: the documents, the verdicts on their claims, and links to all pages."""

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
    documents : ``title``, ``authors``, ``year``, ``about``, ``cover`` and ``figures`` of each study's configuration.
    verdicts : table in the schema ``verdicts`` of each study.
    scale, seed : settings of the project.
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
