"""Audit page: every claim of every document, and null results re-examined."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.audit import records
from tttcore.claims.basis import REPRODUCTIONS
from tttcore.claims.claims_file import CONTRADICTION
from tttcore.claims.null_result import NullResult, margins
from tttcore.claims.outcomes import OUTCOMES
from tttcore.pipeline.study import PUBLISHED
from tttcore.report.listing import listed
from tttcore.report.site import Context
from tttcore.report.slider import slider
from tttcore.report.verdicts import count_verdicts
from tttcore.studies.tables import build


def audit_context(
    settings: Mapping[str, Mapping[str, Any]],
    *,
    audit: pd.DataFrame,
    tables: Mapping[str, Mapping[str, pd.DataFrame]],
) -> Context:
    """Context of the audit page.

    Parameters
    ----------
    settings : configuration of each study, by name.
    audit : table in the schema ``audit`` of all studies.
    tables : tables of statistics of the studies with a null result, by study and name.
    """
    statements = records(audit)
    counted = audit[audit["kind"] != CONTRADICTION]
    return {
        "documents": {name: [row for row in statements if row["study"] == name] for name in settings},
        "counts": {name: count_verdicts(audit[audit["study"] == name]) for name in settings},
        "totals": count_verdicts(audit),
        "by_reproduction": {
            kind: count_verdicts(counted[counted["reproduction"] == kind]) for kind in counted["reproduction"].unique()
        },
        "contradictions": len(audit) - len(counted),
        "reproductions": REPRODUCTIONS,
        "rules": {name: assertion.meaning for name, assertion in ASSERTIONS.items()},
        "choices": {key: audit[key].unique().tolist() for key in ("study", "verdict", "reproduction", "kind")},
        "verdicts": list(OUTCOMES),
        "published": PUBLISHED,
        "benchmarks": {name: list(study["benchmarks"]) for name, study in settings.items()},
        "null_results": [
            reexamined(study, {row["id"]: row for row in statements}, tables[name])
            for name, study in settings.items()
            if study.get("null_result")
        ],
    }


def reexamined(study: Mapping[str, Any], claims: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> Context:
    """Re-examine the null result of a study, from its configuration, its claims by id and its tables by name."""
    name, per_group = study["study"], study["published"]["replicates"]
    found = NullResult.of(study, list(claims), name)
    assert found, f"{name} has no null result"
    kinds = build(study, name)
    return {
        "study": name,
        "claim": claims[found.claim],
        "per_group": per_group,
        "margins": margins(study, found.tables),
        "tables": [
            listed(
                found.rows(tables[table]),
                kinds[table].columns,
                caption=kinds[table].caption,
                address=f"../{name}/tables/{table}.csv",
            )
            for table in found.tables
        ],
        "slider": slider(tables[found.grid], per_group=per_group),
    }
