"""The audit: every statement of every document beside what was measured, with all that leads there."""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.measures import Reference
from tttcore.claims.reading import reading
from tttcore.claims.schemas import AUDIT
from tttcore.pipeline import store
from tttcore.studies.tables import build

REPRODUCTIONS = {
    "exact": "computed without chance, from the game or from the operators themselves",
    "reanalysis": "computed from the numbers that the document prints",
    "statistical": "estimated from our own runs, with an interval where that is possible",
    "timing": "depends on the machine; timed here too, but not judged",
    "configured": "what the document prescribes, taken over into the configuration",
    "drawn": "a drawing that is not in the text, made again in its sense",
}
"""What a statement's verdict rests on, by kind of reproduction."""
OF_BASIS = {
    "exact": "exact",
    "reanalysis": "reanalysis",
    "rerun": "statistical",
    "timing": "timing",
    "method": "configured",
    "drawn": "drawn",
}
"""Kind of reproduction by the basis that the claim declares."""
LISTS = ("reading", "figures")
"""Columns that hold several names, one after another."""
BETWEEN = "; "


@dataclass(frozen=True)
class Source:
    """A table that claims refer to.

    Attributes
    ----------
    table : its rows.
    file : where it is, as CSV.
    made_by : the rule that makes it.
    provenance : what its file says of that.
    """

    table: pd.DataFrame
    file: str
    made_by: str
    provenance: Mapping[str, Any] = field(default_factory=dict)


def read_sources(**made: Iterable[str | Path]) -> dict[str, Source]:
    """Tables by name, from the Parquet files that each rule makes; each has a CSV beside it."""
    return {
        Path(file).stem: Source(
            store.read(file), Path(file).with_suffix(".csv").as_posix(), rule, store.provenance_of(file)
        )
        for rule, files in made.items()
        for file in sorted(files)
    }


def audit(study: Mapping[str, Any], verdicts: pd.DataFrame, sources: Mapping[str, Source]) -> pd.DataFrame:
    """Table of ``audit`` for a study: a row per statement, in the order of its claims.

    Parameters
    ----------
    study : of its configuration ``study``, ``title``, ``engine``, ``treatments``, ``comparisons``, ``published``,
        ``tables``, ``figures`` and ``clocked``, and its own ``file``.
    verdicts : table of ``verdicts``.
    sources : all tables that the claims refer to, by name.

    Raises
    ------
    ConfigError
        If a claim refers to a table, column or row that isn't there.
    """
    drawn = figures_by_claim(study)
    rows = [
        {
            "study": study["study"],
            "document": study["title"],
            **verdict,
            "ours": verdict["measured"],
            "reproduction": OF_BASIS[verdict["basis"]],
            "figures": BETWEEN.join(drawn.get(verdict["id"], [])),
            **_source(verdict["measure"], study, sources),
        }
        for verdict in verdicts.to_dict("records")
    ]
    return pd.DataFrame(rows, columns=AUDIT.names).astype({"seed": "Int64"})


def figures_by_claim(study: Mapping[str, Any]) -> dict[str, list[str]]:
    """Names of the figures that are about each claim, by its id; those of times come last."""
    found: dict[str, list[str]] = {}
    for name, settings in [*study["figures"].items(), *study["clocked"].items()]:
        for claim in settings.get("claims", []):
            found.setdefault(claim, []).append(name)
    return found


def write_audit(table: pd.DataFrame, folder: str | Path, *, provenance: Mapping[str, Any]) -> None:
    """Write the audit of all studies as ``audit.parquet``, ``audit.csv`` and, for machines, ``audit.json``."""
    folder = Path(folder)
    store.write(folder / "audit.parquet", table, schema=AUDIT, provenance=provenance)
    with store.atomic(folder / "audit.csv") as draft:
        table.to_csv(draft, index=False, lineterminator="\n")
    with store.atomic(folder / "audit.json") as draft:
        draft.write_text(json.dumps(records(table), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The audit for machines: a mapping per statement, several names as a list, None for what is no number."""
    return [{str(key): _plain(str(key), value) for key, value in row.items()} for row in table.to_dict("records")]


def _plain(key: str, value: Any) -> Any:
    if key in LISTS:
        return value.split(BETWEEN) if value else []
    if isinstance(value, str):
        return value
    if pd.isna(value) or not math.isfinite(value):
        return None
    return int(value) if key == "seed" else value


def _source(measure: str, study: Mapping[str, Any], sources: Mapping[str, Source]) -> dict[str, Any]:
    """Where a measured value is from."""
    if not measure:
        return {"reading": "", "table": "", "made_by": "", "config": "", "seed": None, "code": ""}
    reference = Reference.read(measure)
    rows = reference.rows({name: source.table for name, source in sources.items()})
    source = sources[reference.table]
    return {
        "reading": BETWEEN.join(_reading(reference.table, rows, source.table, study)),
        "table": source.file,
        "made_by": source.made_by,
        "config": _key(reference.table, study),
        "seed": source.provenance.get("seed"),
        "code": source.provenance.get("code", ""),
    }


def _reading(name: str, rows: pd.DataFrame, table: pd.DataFrame, study: Mapping[str, Any]) -> list[str]:
    if name not in study["tables"]:
        return [treatment for treatment in study["treatments"] if treatment in set(rows.get("treatment", []))]
    kind = build({**study, "tables": {name: study["tables"][name]}}, study["file"])[name]
    return reading(rows, table, kind, treatments=list(study["treatments"]), comparisons=study["comparisons"])


def _key(name: str, study: Mapping[str, Any]) -> str:
    """File and key that ask for a table, empty if none does."""
    for key, asked in (("tables", study["tables"]), ("published.tables", study["published"]["tables"])):
        if name in asked:
            return f"{study['file']}: {key}.{name}"
    return ""
