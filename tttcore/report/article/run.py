"""A finished run, as the article needs it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tttcore.report.article.cells import Tables


@dataclass(frozen=True)
class Run:
    """A finished run.

    Attributes
    ----------
    citation : content of ``CITATION.cff``.
    studies : configuration of each study.
    scale, seed : of the runs.
    audit : table in the schema ``audit``.
    runs : treatment of each run, by study.
    stated : findings of each study, see `claims.findings.read_findings`.
    tables : tables of each study that statements and findings read.
    judged_again : verdicts of each study under every reading, see `claims.multiverse`.
    """

    citation: Mapping[str, Any]
    studies: Mapping[str, Mapping[str, Any]]
    scale: str
    seed: int
    audit: pd.DataFrame
    runs: Mapping[str, pd.Series]
    stated: Mapping[str, pd.DataFrame]
    tables: Mapping[str, Tables]
    judged_again: Mapping[str, pd.DataFrame]
