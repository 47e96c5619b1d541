"""Audit page: every claim of every document, and null results re-examined."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.audit import records
from tttcore.claims.outcomes import CHANCE, OUTCOMES
from tttcore.pipeline.study import PUBLISHED, comparison_of
from tttcore.plots.names import Names, names_of
from tttcore.report.listing import listed
from tttcore.report.site import Context
from tttcore.report.statements import RESTS_ON, by_evidence, count_verdicts, expected_errors, left_out, shown
from tttcore.stats.intervals import LEVEL
from tttcore.studies.functions import module_of
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
    asked, known = study["null_result"], tables_of(study, name)
    return {
        "study": name,
        "claim": claims[asked["claim"]],
        "per_group": per_group,
        "margins": [margin._asdict() for margin in getattr(module_of(name, "tables"), "MARGINS", [])],
        "tables": [
            listed(
                _of_sets(tables[table], asked["sets"]),
                known[table].shown,
                caption=known[table].caption,
                address=f"../{name}/tables/{table}.csv",
                names=names_of(study),
            )
            for table in asked["tables"]
        ],
        "slider": slider(tables[asked["grid"]], per_group=per_group),
    }


def _of_sets(table: pd.DataFrame, sets: Sequence[str]) -> pd.DataFrame:
    """Rows of comparisons and of their first runs; all rows of a table without sets."""
    return table[table["set"].map(comparison_of).isin(sets)] if "set" in table else table


LIKELY = 0.8
"""Power at the first stop."""


def slider(grid: pd.DataFrame, *, per_group: int) -> dict[str, Any]:
    """Prepare the stops and values of the sliders from a grid of power, see `published_design.power_grid`.

    Parameters
    ----------
    grid : alpha, per_group, f, difference and power of every point.
    per_group : runs per group of the document; the first stop is the nearest design, at the smallest effect with a
        power of at least `LIKELY`.

    Returns
    -------
    dict
        ``alphas``, ``per_group``, ``f`` and ``difference``: stops; ``power``: by level, runs and effect, rounded
        to four decimals; ``start``: indices of the first two stops to show.
    """
    alphas, sizes, effects = (grid[name].drop_duplicates().tolist() for name in ("alpha", "per_group", "f"))
    power = grid["power"].to_numpy().reshape(len(alphas), len(sizes), len(effects))
    size = min(range(len(sizes)), key=lambda index: abs(sizes[index] - per_group))
    enough = [index for index, found in enumerate(power[0, size]) if found >= LIKELY]
    return {
        "alphas": alphas,
        "per_group": sizes,
        "f": [round(effect, 6) for effect in effects],
        "difference": grid["difference"].iloc[: len(effects)].round(6).tolist(),
        "power": power.round(4).tolist(),
        "start": {"per_group": size, "f": enough[0] if enough else len(effects) - 1},
    }
