"""Sections of an article on the documents: macros for all that is said of them, and what the templates are given."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tttcore.claims.outcomes import DIFFERS, UNDECIDED
from tttcore.plots.names import names_of
from tttcore.report.article.cells import Tables
from tttcore.report.article.figures import Figure, chosen_figures
from tttcore.report.article.metadata import cite
from tttcore.report.article.numbers import Cell, Numbers
from tttcore.report.article.statements import define_finding, define_statement
from tttcore.report.article.tex import Tex, key
from tttcore.report.citation import cited
from tttcore.report.statements import shown


@dataclass(frozen=True)
class Finding:
    """Findings on a document: the statement's id, and the sentence."""

    claim: str
    text: Tex


@dataclass(frozen=True)
class Document:
    """A document in an article.

    Attributes
    ----------
    study : configuration of its study.
    label : how texts cite it.
    cite : its full citation.
    statements : rows of the audit that are counted or that findings rest on, by id, with rules in signs for people.
    findings : what was found, the answer to its question first.
    figures : those that are shown.
    treatments : names of treatments for people by key.
    """

    study: Mapping[str, Any]
    label: str
    cite: str
    statements: dict[str, dict[Any, Any]]
    findings: list[Finding]
    figures: list[Figure]
    treatments: dict[str, str]


def define_document(
    numbers: Numbers,
    study: Mapping[str, Any],
    audit: pd.DataFrame,
    *,
    stated: pd.DataFrame,
    tables: Tables,
) -> Document:
    """Define macros for a document's statements and for what was found on it.

    Parameters
    ----------
    study : its configuration.
    audit : table in the schema ``audit`` of all studies.
    stated : its findings, see `claims.findings.read_findings`.
    tables : its tables.
    """
    names = names_of(study)
    rows = {row["id"]: row for row in lines(audit) if row["study"] == study["study"]}
    told = [*stated["claim"]]
    listed = {name: row for name, row in rows.items() if row["counted"] or name in told}
    for row in listed.values():
        define_statement(numbers, row, tables, names)
    findings = [
        Finding(finding["claim"], define_finding(numbers, rows[finding["claim"]], finding, tables))
        for finding in stated.to_dict("records")
    ]
    for outcome in (DIFFERS, UNDECIDED):
        links = [
            Tex(rf"\statement{{{key(name)}}}{{{name}}}")
            for name, row in listed.items()
            if row["counted"] and row["verdict"] == outcome
        ]
        numbers.text(key(study["study"], outcome), _listed(links))
    return Document(
        study,
        cited(study),
        cite(study),
        {name: {**row, "rule": shown(row)["rule"]} for name, row in listed.items()},
        findings,
        [*chosen_figures(study, findings=told, listed=listed)],
        {name: names.treatment(name) for name in study["treatments"]},
    )


def lines(audit: pd.DataFrame) -> list[dict[Any, Any]]:
    """Rows of the audit, each with its line in the CSV file."""
    return audit.assign(line=range(2, len(audit) + 2)).to_dict("records")


def define_counts(
    numbers: Numbers, table: pd.DataFrame, path: str, *, by: Collection[str], texts: Mapping[str, Any]
) -> None:
    """Define a macro for each number of a counted table, named after the file, its row and its column.

    Parameters
    ----------
    path : of the table in the archive.
    by : columns that name a row.
    texts : function that writes numbers for people, by column.
    """
    stem = path.rpartition("/")[2].removesuffix(".csv")
    for line, row in enumerate(table.to_dict("records"), start=2):
        where = "; ".join(f"{column}={row[column]}" for column in by)
        for column, write in texts.items():
            macro = key(stem, *(row[each] for each in by), column)
            numbers.number(macro, write(row[column]), row[column], Cell(path, where, str(column), line=line))


def _listed(links: list[Tex]) -> list[str]:
    return [part for link in links for part in (", ", link)][1:] or ["none"]
