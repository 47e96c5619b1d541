"""Write the audit page: every claim of every document, and null results re-examined."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.audit import REPRODUCTIONS, records
from tttcore.claims.null_result import NullResult, margins
from tttcore.claims.verdicts import RULES
from tttcore.pipeline.study import PUBLISHED
from tttcore.report.listing import Listing, listed
from tttcore.report.site import render
from tttcore.report.slider import slider
from tttcore.report.verdicts import CONTRADICTION, VERDICTS, count_verdicts
from tttcore.studies.tables import build


@dataclass(frozen=True)
class Reexamined:
    """A null result as the page shows it.

    Attributes
    ----------
    study, claim : name of the study, and the claim as a row of the audit.
    per_group : runs per group of the document.
    margins : equivalence margins.
    tables : listings of the study's tables.
    slider : data of the sliders, see `report.slider.slider`.
    """

    study: str
    claim: Mapping[str, Any]
    per_group: int
    margins: Sequence[Mapping[str, Any]]
    tables: Sequence[Listing]
    slider: Mapping[str, Any]


def write_audit_page(
    path: str | Path,
    *,
    studies: Mapping[str, Mapping[str, Any]],
    audit: pd.DataFrame,
    tables: Mapping[str, Mapping[str, pd.DataFrame]],
) -> None:
    """Write the audit page.

    Parameters
    ----------
    studies : configuration of each study, by name.
    audit : table in the schema ``audit`` of all studies.
    tables : tables of statistics of the studies with a null result, by study and name.
    """
    statements = records(audit)
    counted = audit[audit["kind"] != CONTRADICTION]
    render(
        path,
        "audit.html.j2",
        here="audit.html",
        studies={name: study["title"] for name, study in studies.items()},
        documents={name: [row for row in statements if row["study"] == name] for name in studies},
        counts={name: count_verdicts(audit[audit["study"] == name]) for name in studies},
        totals=count_verdicts(audit),
        by_reproduction={
            kind: count_verdicts(counted[counted["reproduction"] == kind]) for kind in counted["reproduction"].unique()
        },
        contradictions=len(audit) - len(counted),
        reproductions=REPRODUCTIONS,
        rules={name: (function.__doc__ or "").replace("`", "") for name, function in RULES.items()},
        choices={key: audit[key].unique().tolist() for key in ("study", "verdict", "reproduction", "kind")},
        verdicts=VERDICTS,
        published=PUBLISHED,
        benchmarks={name: list(study["benchmarks"]) for name, study in studies.items()},
        null_results=[
            reexamined(study, {row["id"]: row for row in statements}, tables[name])
            for name, study in studies.items()
            if study["null_result"]
        ],
    )


def reexamined(
    study: Mapping[str, Any], claims: Mapping[str, Mapping[str, Any]], tables: Mapping[str, pd.DataFrame]
) -> Reexamined:
    """Re-examine the null result of a study, from its configuration, its claims by id and its tables by name."""
    name = study["study"]
    found = NullResult.of(study, list(claims), name)
    assert found, f"{name} has no null result"
    kinds = build(study, name)
    per_group = study["published"]["replicates"]
    return Reexamined(
        study=name,
        claim=claims[found.claim],
        per_group=per_group,
        margins=margins(study, found.tables),
        tables=[
            listed(
                found.rows(tables[table]),
                kinds[table].columns,
                caption=kinds[table].caption,
                address=f"../{name}/tables/{table}.csv",
            )
            for table in found.tables
        ],
        slider=slider(tables[found.grid], per_group=per_group),
    )
