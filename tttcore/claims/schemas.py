"""Tables of verdicts and of the audit."""

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
"""A row per statement of a study."""

AUDIT = Schema(
    "audit",
    pa.schema(
        [
            *((name, pa.string()) for name in ("id", "study", "document", "section", "kind", "statement", "published")),
            ("ours", pa.string()),  # at full precision
            ("low", pa.float64()),
            ("high", pa.float64()),
            *((name, pa.string()) for name in ("rule", "verdict", "reason", "basis")),
            ("reproduction", pa.string()),  # what kind it is, see `claims.audit.REPRODUCTIONS`
            ("reading", pa.string()),  # treatments that the value is about
            ("figures", pa.string()),  # that are about the statement
            ("measure", pa.string()),  # where the value is in the table
            ("table", pa.string()),  # its file
            ("made_by", pa.string()),  # the rule that makes it
            ("config", pa.string()),  # file and key that ask for it
            ("seed", pa.int64()),  # of what made the table, if chance did
            ("code", pa.string()),  # digest of what made it
        ]
    ),
)
"""A row per statement of any study, with what leads to its verdict."""
