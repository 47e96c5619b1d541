"""Schemas of the stored tables of verdicts and of the audit."""

import pyarrow as pa

from tttcore.pipeline.schema import Schema

TYPES = {"low": pa.float64(), "high": pa.float64(), "seed": pa.int64()}
"""Types of the columns that aren't text."""


def _schema(name: str, *columns: str) -> Schema:
    return Schema(name, pa.schema([(column, TYPES.get(column, pa.string())) for column in columns]))


VERDICTS = _schema(
    "verdicts",
    *("id", "section", "kind", "basis", "statement", "published"),
    *("measured", "low", "high", "rule", "verdict", "reason", "measure"),
)
"""Verdicts of a study, a row per claim."""

AUDIT = _schema(
    "audit",
    *("id", "study", "document", "section", "kind", "statement", "published"),
    "ours",  # as the table holds it
    *("low", "high", "rule", "verdict", "reason", "basis"),
    "reproduction",  # kind of reproduction, see `claims.audit.REPRODUCTIONS`
    "reading",  # treatments behind the value
    "figures",  # figures that cite the claim
    "measure",  # selector of the value
    "table",  # file of the table
    "made_by",  # rule of the workflow that makes the table
    "config",  # file and key of the configuration that ask for the table
    "seed",  # seed of the table, if it is random
    "code",  # digest of the code that made the table
)
"""Claims of all studies, a row each, with the verdict and its provenance."""
