"""Audit page: every claim of every document, and null results re-examined."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.audit import records
from tttcore.claims.basis import CHANCE
from tttcore.claims.null_result import NullResult, margins
from tttcore.claims.outcomes import OUTCOMES
from tttcore.pipeline.study import PUBLISHED
from tttcore.plots.names import Names, names_of
from tttcore.report.listing import listed
from tttcore.report.site import Context
from tttcore.report.slider import slider
from tttcore.report.statements import shown
from tttcore.report.verdicts import RESTS_ON, by_evidence, count_verdicts, expected_errors, left_out
from tttcore.stats.intervals import LEVEL
from tttcore.studies.tables import tables_of


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
    names = {name: names_of(study) for name, study in settings.items()}
    rows = [
        _named(record, names[record["study"]]) | shown(row, names[record["study"]])
        for record, row in zip(records(audit), audit.to_dict("records"), strict=True)
    ]
    counted = audit[audit["counted"]]
    return {
        "documents": {name: [row for row in rows if row["study"] == name] for name in settings},
        "counts": {name: count_verdicts(audit[audit["study"] == name]) for name in settings},
        "totals": count_verdicts(audit),
        "left_out": left_out(audit),
        "rests_on": by_evidence(audit),
        "assertions": {
            kind: (assertion, int((counted["asserts"] == kind).sum())) for kind, assertion in ASSERTIONS.items()
        },
        "families": int(counted.loc[counted["family"] != "", ["study", "family"]].drop_duplicates().shape[0]),
        "expected_errors": expected_errors(audit),
        "level": LEVEL,
        "chance": CHANCE,
        "choices": {key: _choices(audit[key]) for key in ("study", "verdict", "reproduction", "asserts", "kind")},
        "published": PUBLISHED,
        "benchmarks": {name: list(study["benchmarks"]) for name, study in settings.items()},
        "null_results": [
            reexamined(study, {row["id"]: row for row in rows}, tables[name])
            for name, study in settings.items()
            if study.get("null_result")
        ],
    }


def _named(record: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Record of a statement with names of the treatments that it rests on."""
    return {**record, "reading": [names.treatment(key) for key in record["reading"]]}


def _choices(values: pd.Series) -> list[str]:
    """Values that rows have, those of which there is an order in it."""
    order = [*OUTCOMES, *RESTS_ON, *ASSERTIONS]
    found = [value for value in values.unique().tolist() if value]
    return sorted(found, key=lambda value: order.index(value) if value in order else -1)


def reexamined(study: Mapping[str, Any], claims: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]) -> Context:
    """Re-examine the null result of a study, from its configuration, its claims by id and its tables by name."""
    name, per_group = study["study"], study["published"]["replicates"]
    known = tables_of(study, name)
    found = NullResult.of(study, known, list(claims), name)
    assert found, f"{name} has no null result"
    return {
        "study": name,
        "claim": claims[found.claim],
        "per_group": per_group,
        "margins": margins(name),
        "tables": [
            listed(
                found.rows(tables[table]),
                known[table].shown,
                caption=known[table].caption,
                address=f"../{name}/tables/{table}.csv",
                names=names_of(study),
            )
            for table in found.tables
        ],
        "slider": slider(tables[found.grid], per_group=per_group),
    }
