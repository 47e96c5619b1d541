"""First page: the documents, the verdicts on their claims, and links to all pages."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tttcore.claims.outcomes import OUTCOMES
from tttcore.report.site import Context
from tttcore.report.verdicts import count_verdicts, left_out


def index_context(
    documents: Mapping[str, Mapping[str, Any]],
    *,
    verdicts: Mapping[str, pd.DataFrame],
    findings: Mapping[str, Sequence[Mapping[str, str]]],
) -> Context:
    """Context of the first page.

    Parameters
    ----------
    documents : ``title``, ``authors``, ``year``, ``about``, ``cover`` and ``figures`` of each study's configuration.
    verdicts : table in the schema ``verdicts`` of each study.
    findings : what was found on each document, see `claims.findings.read_found`; the first sentence is the answer.
    """
    together = pd.concat(verdicts.values(), ignore_index=True)
    return {
        "documents": documents,
        "counts": {name: count_verdicts(table) for name, table in verdicts.items()},
        "totals": count_verdicts(together),
        "outcomes": OUTCOMES,
        "findings": findings,
        "cited": {name: cited(document) for name, document in documents.items()},
        "left_out": left_out(together),
    }


def cited(document: Mapping[str, Any]) -> str:
    """A document as a text cites it: surnames of one or two authors, or of the first of more, and the year."""
    surnames = [author.split()[-1] for author in document["authors"].split(",") if author.strip()] or ["Anonymous"]
    names = f"{surnames[0]} et al." if len(surnames) > 2 else " and ".join(surnames)
    return f"{names} ({document['year']})"
