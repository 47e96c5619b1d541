"""First page: the documents, the verdicts on their claims, and links to all pages."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.claims.outcomes import OUTCOMES
from tttcore.report.site import Context
from tttcore.report.verdicts import count_verdicts


def index_context(documents: Mapping[str, Mapping[str, Any]], *, verdicts: Mapping[str, pd.DataFrame]) -> Context:
    """Context of the first page.

    Parameters
    ----------
    documents : ``title``, ``authors``, ``year``, ``about``, ``cover`` and ``figures`` of each study's configuration.
    verdicts : table in the schema ``verdicts`` of each study.
    """
    counts = {name: count_verdicts(table) for name, table in verdicts.items()}
    totals = {outcome: sum(count[outcome] for count in counts.values()) for outcome in OUTCOMES}
    return {"documents": documents, "counts": counts, "totals": totals}
