"""First page: the documents, the verdicts on their claims, and links to all pages."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tttcore.claims.outcomes import OUTCOMES
from tttcore.report.site import Context
from tttcore.report.verdicts import by_evidence, count_verdicts, left_out

ANSWERS = 2
"""Findings on each document that the first page shows."""


def index_context(
    documents: Mapping[str, Mapping[str, Any]],
    *,
    verdicts: Mapping[str, pd.DataFrame],
    findings: Mapping[str, Sequence[Mapping[str, str]]],
    strongest: Sequence[str] = (),
    worksheet: bool = False,
) -> Context:
    """Context of the first page.

    Parameters
    ----------
    documents : ``title``, ``authors``, ``year``, ``source``, ``question``, ``about``, ``cover`` and ``figures`` of each
        study's configuration.
    verdicts : table in the schema ``verdicts`` of each study.
    findings : what was found on each document, see `claims.findings.read_found`; the first sentence is the answer.
    strongest : sentences on who leads the league of 3x3, see `strongest.strongest`.
    worksheet : True if there is a page of exercises.
    """
    together = pd.concat(verdicts.values(), ignore_index=True)
    return {
        "documents": documents,
        "counts": {name: count_verdicts(table) for name, table in verdicts.items()},
        "totals": count_verdicts(together),
        "outcomes": OUTCOMES,
        "findings": {name: found[:ANSWERS] for name, found in findings.items()},
        "strongest": strongest,
        "worksheet": worksheet,
        "rests_on": by_evidence(together),
        "left_out": left_out(together),
    }
