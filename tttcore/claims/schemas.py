"""Schemas of the stored tables of verdicts and of the audit."""

import pyarrow as pa

from tttcore.pipeline.schema import Schema

VERDICTS = Schema(
    "verdicts",
    pa.schema(
        [
            *((name, pa.string()) for name in ("id", "section", "kind", "basis", "statement", "published")),
            ("measured", pa.string()),
            ("low", pa.float64()),
            ("high", pa.float64()),
            ("rule", pa.string()),
            ("verdict", pa.string()),
            ("reason", pa.string()),
            ("measure", pa.string()),
        ]
    ),
)
"""Verdicts of a study, a row per claim."""

AUDIT = Schema(
    "audit",
    pa.schema(
        [
            *((name, pa.string()) for name in ("id", "study", "document", "section", "kind", "statement", "published")),
            ("ours", pa.string()),  # at full precision
            ("low", pa.float64()),
            ("high", pa.float64()),
            *((name, pa.string()) for name in ("rule", "verdict", "reason", "basis")),
            ("reproduction", pa.string()),  # kind of reproduction, see `claims.audit.REPRODUCTIONS`
            ("reading", pa.string()),  # treatments behind the value
            ("figures", pa.string()),  # figures that cite the claim
            ("measure", pa.string()),  # selector of the value
            ("table", pa.string()),  # file of the table
            ("made_by", pa.string()),  # rule of the workflow that makes the table
            ("config", pa.string()),  # file and key of the configuration that ask for the table
            ("seed", pa.int64()),  # seed of the table, if it is random
            ("code", pa.string()),  # digest of the code that made the table
        ]
    ),
)
"""Claims of all studies, a row each, with the verdict and its provenance."""
