"""Audit: all statements of all documents and all choices of ours, with verdicts and the provenance of values."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from tttcore.claims.claims_file import selectors_of
from tttcore.claims.outcomes import CHANCE, CHOICES, REPRODUCTION_OF_BASIS
from tttcore.claims.schemas import AUDIT, TYPES
from tttcore.claims.selectors import SET_LABELS, Selector
from tttcore.claims.sentences import with_sentence_verdicts
from tttcore.pipeline import store
from tttcore.pipeline.study import PUBLISHED, comparison_of
from tttcore.pipeline.table_files import write_csv
from tttcore.studies.tables import Table, tables_of

LIST_COLUMNS = ("reading", "figures")
"""Columns that hold several names."""
SEPARATOR = "; "
"""Text between the names of a list column."""


@dataclass(frozen=True)
class Source:
    """A table that selectors of claims refer to.

    Attributes
    ----------
    table : its rows.
    file : path of its CSV.
    made_by : rule of the workflow that makes it.
    provenance : provenance in its Parquet file.
    """

    table: pd.DataFrame
    file: str
    made_by: str
    provenance: Mapping[str, Any] = field(default_factory=dict)


def read_sources(**made: Iterable[str | Path]) -> dict[str, Source]:
    """Read tables by name from the Parquet files that each rule makes; each has a CSV beside it."""
    return {
        Path(file).stem: Source(
            store.read(file), Path(file).with_suffix(".csv").as_posix(), rule, store.provenance_of(file)
        )
        for rule, files in made.items()
        for file in sorted(files)
    }


def audit(study: Mapping[str, Any], verdicts: pd.DataFrame, sources: Mapping[str, Source]) -> pd.DataFrame:
    """Audit of a study: a table in the schema ``audit``, a row per claim in the order of its file.

    Parameters
    ----------
    study : from its configuration ``study``, ``title``, ``engine``, ``treatments``, ``comparisons``, ``published``,
        ``tables``, ``figures`` and ``benchmarks``, and the name of its ``file``.
    verdicts : table in the schema ``verdicts``.
    sources : all tables that the claims refer to, by name.

    Raises
    ------
    ConfigError
        If a selector names an unknown table or column.
    """
    figures = figures_by_claim(study)
    rows = [
        {
            "study": study["study"],
            "document": study["title"],
            **verdict,
            "ours": verdict["measured"],
            "reproduction": REPRODUCTION_OF_BASIS[verdict["basis"]],
            "figures": SEPARATOR.join(figures.get(verdict["id"], [])),
            **_source(next(iter(selectors_of(verdict).values()), ""), study, sources),
        }
        for verdict in with_sentence_verdicts(verdicts).to_dict("records")
    ]
    return pd.DataFrame(rows, columns=AUDIT.names).astype({"seed": "Int64"})


def figures_by_claim(study: Mapping[str, Any]) -> dict[str, list[str]]:
    """Names of the figures that cite each claim, by its id; figures of timings come last."""
    found: dict[str, list[str]] = {}
    for name, settings in [*study["figures"].items(), *study["benchmarks"].items()]:
        for claim in settings.get("claims", []):
            found.setdefault(claim, []).append(name)
    return found


STATED, CHOSEN = "audit", "choices"
"""Names of the files with the statements of documents, and with choices of ours."""


def write_audit(table: pd.DataFrame, folder: str | Path, *, provenance: Mapping[str, Any]) -> None:
    """Write the audit of all studies: statements as ``audit`` and choices as ``choices``, and ``plain.csv`` for judges.

    Each is written as Parquet, CSV and JSON.
    """
    folder = Path(folder)
    is_choice = table["kind"].isin(CHOICES)
    for name, rows in ((STATED, table[~is_choice]), (CHOSEN, table[is_choice])):
        store.write(folder / f"{name}.parquet", rows, schema=AUDIT, provenance=provenance)
        write_csv(folder / f"{name}.csv", rows)
        with store.atomic(folder / f"{name}.json") as draft:
            draft.write_text(json.dumps(records(rows), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    write_csv(folder / "plain.csv", plain_rows(table))


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Audit as JSON values: a mapping per claim, list columns as lists, None for NaN and infinity."""
    return [{str(key): _json_value(str(key), value) for key, value in row.items()} for row in table.to_dict("records")]


def _json_value(key: str, value: Any) -> Any:
    if key in LIST_COLUMNS:
        return value.split(SEPARATOR) if value else []
    if isinstance(value, str | bool):
        return value
    if pd.isna(value) or not math.isfinite(value):
        return None
    return int(value) if TYPES.get(key) == pa.int64() else value


def _source(measure: str, study: Mapping[str, Any], sources: Mapping[str, Source]) -> dict[str, Any]:
    """Provenance of a measured value, as columns of the audit."""
    if not measure:
        return dict.fromkeys(("reading", "table", "made_by", "config", "code"), "") | {"seed": None}
    selector = Selector.read(measure)
    rows = selector.rows({name: source.table for name, source in sources.items()})
    source = sources[selector.table]
    return {
        "reading": SEPARATOR.join(_reading(selector.table, rows, source.table, study)),
        "table": source.file,
        "made_by": source.made_by,
        "config": _config_key(selector.table, study),
        "seed": source.provenance.get("seed"),
        "code": source.provenance.get("code", ""),
    }


def _reading(name: str, rows: pd.DataFrame, table: pd.DataFrame, study: Mapping[str, Any]) -> list[str]:
    if name not in study["tables"]:
        return [treatment for treatment in study["treatments"] if treatment in set(rows.get("treatment", []))]
    made = tables_of(study, study["file"])[name]
    return treatments_behind(rows, table, made, treatments=list(study["treatments"]), comparisons=study["comparisons"])


def _config_key(name: str, study: Mapping[str, Any]) -> str:
    """File and key of the configuration that ask for a table; empty for a table that every study has."""
    for key, asked in (("tables", study["tables"]), ("published.tables", study["published"]["tables"])):
        if name in asked:
            return f"{study['file']}: {key}.{name}"
    return ""


PLAIN = (
    *("id", "kind", "assertion", "by_chance", "target", "ours", "low", "high"),
    *("values", "chance", "chance_most", "chance_least", "contrary", "parts", "verdict"),
)
"""Columns of the plain table, see docs/reference/judging-yourself.md."""


def plain_rows(audit: pd.DataFrame) -> pd.DataFrame:
    """Rows that assert something, with the columns `PLAIN`; intervals are corrected for the parts of a sentence.

    Parameters
    ----------
    audit : table in the schema ``audit``.
    """
    judged = audit[audit["asserts"] != ""]
    found = judged.assign(
        assertion=judged["asserts"],
        by_chance=judged["basis"].isin(CHANCE),
        low=judged["adjusted_low"].fillna(judged["low"]),
        high=judged["adjusted_high"].fillna(judged["high"]),
    )
    return found[list(PLAIN)].reset_index(drop=True)


Comparisons = Mapping[str, Mapping[str, str]]


def treatments_behind(
    rows: pd.DataFrame, table: pd.DataFrame, made: Table, *, treatments: Sequence[str], comparisons: Comparisons
) -> list[str]:
    """Treatments that rows of a table of statistics summarise, in the study's order.

    A row names its treatment, or labels of its set or of the table's comparison. A row without a label
    summarises its whole set; a row whose treatment is none of the study's, all treatments of the table; any other row,
    `Table.treatments_of`. Rows of the document's own runs summarise none.

    Parameters
    ----------
    rows, table : selected rows of a table, and the whole table.
    made : how it is made, with what its rows stand for.
    treatments : names of the study's treatments.
    comparisons : treatments by label, for each of the study's comparisons.
    """
    keys = [name for name in ("set", "treatment", "pair", *SET_LABELS) if name in table]
    found: set[str] = set()
    for row in rows[keys].drop_duplicates().to_dict("records") if keys else [{}]:
        found.update(_of_row({str(key): value for key, value in row.items()}, table, made, treatments, comparisons))
    return [name for name in treatments if name in found]


def _of_row(
    row: Mapping[str, Any], table: pd.DataFrame, made: Table, treatments: Sequence[str], comparisons: Comparisons
) -> Iterable[str]:
    if "treatment" in row:
        return [row["treatment"]] if row["treatment"] in treatments else table["treatment"]
    if row.get("set") == PUBLISHED:
        return []
    whole = comparisons.get(comparison_of(row.get("set", "")), {})
    labels = {name: name for name in treatments}
    labels |= {**comparisons.get(made.comparison, {}), **whole}
    labelled = [labels[row[name]] for name in SET_LABELS if row.get(name) in labels]
    return labelled or whole.values() or made.treatments_of(row)
