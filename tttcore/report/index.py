"""First page: the documents, the verdicts on their claims, and links to all pages."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.claims.outcomes import OUTCOMES
from tttcore.report.site import Context
from tttcore.report.verdicts import count_verdicts, left_out


def index_context(documents: Mapping[str, Mapping[str, Any]], *, verdicts: Mapping[str, pd.DataFrame]) -> Context:
    """Context of the first page.

    Parameters
    ----------
    documents : ``title``, ``authors``, ``year``, ``about``, ``cover`` and ``figures`` of each study's configuration.
    verdicts : table in the schema ``verdicts`` of each study.
    """
    together = pd.concat(verdicts.values(), ignore_index=True)
    return {
        "documents": documents,
        "counts": {name: count_verdicts(table) for name, table in verdicts.items()},
        "totals": count_verdicts(together),
        "outcomes": OUTCOMES,
        "left_out": left_out(together),
    }
