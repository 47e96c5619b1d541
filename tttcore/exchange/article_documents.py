"""Sections of an article on the documents: macros for findings, statements and numbers, figures with their captions."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pandas as pd

from tttcore.claims.assertions import REPORT
from tttcore.claims.findings import Place, on_other_readings, parts, sentence
from tttcore.claims.outcomes import DIFFERS, NOT_TESTABLE, REPRODUCED, UNDECIDED
from tttcore.claims.sentences import MIXED
from tttcore.exchange.article_metadata import cite
from tttcore.exchange.article_numbers import Cell, Numbers, Tables, audited
from tttcore.exchange.article_tex import Tex, key
from tttcore.plots.names import Names, names_of
from tttcore.report.site import cited
from tttcore.report.statements import SPAN, shown

Row = Mapping[Any, Any]
MOST_VALUED = 3
"""Statements that the caption of a figure without findings gives with their values; it names the others."""


@dataclass(frozen=True)
class Figure:
    """A figure of an article.

    Attributes
    ----------
    study, name, title, caption : of the figure.
    found : ids of findings that no earlier figure bears on.
    valued : ids of further statements that the caption gives with their values.
    named : ids of those that it names with their verdicts.
    """

    study: str
    name: str
    title: str
    caption: str
    found: tuple[str, ...]
    valued: tuple[str, ...]
    named: tuple[str, ...]


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
    stated_claims = [*stated["claim"]]
    listed = {name: row for name, row in rows.items() if row["counted"] or name in stated_claims}
    for row in listed.values():
        define_statement(numbers, row, tables, names)
    findings = [
        Finding(finding["claim"], define_finding(numbers, rows[finding["claim"]], finding, tables))
        for finding in stated.to_dict("records")
    ]
    for outcome in (DIFFERS, MIXED, UNDECIDED):
        first = dict[str, str]()
        for name, row in listed.items():
            if row["counted"] and row["sentence_verdict"] == outcome:
                first.setdefault(row["sentence"], name)
        links = [Tex(rf"\statement{{{key(name)}}}{{{sentence}}}") for sentence, name in first.items()]
        numbers.text(key(study["study"], outcome), _listed(links))
    return Document(
        study,
        cited(study),
        cite(study),
        {name: {**row, "rule": shown(row)["rule"]} for name, row in listed.items()},
        findings,
        [*chosen_figures(study, findings=stated_claims, listed=listed)],
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


def define_statement(numbers: Numbers, row: Row, tables: Tables, names: Names) -> None:
    """Define macros of a statement: ``published``, ``ours`` with its interval, ``verdict`` with its reason."""
    texts, name = shown(row, names), row["id"]
    numbers.number(key(name, "verdict"), row["verdict"], row["verdict"], audited(row, "verdict"))
    printed = _audited(numbers, row, "printed", "published", row["published"]) if row["published"] else "–"
    numbers.text(key(name, "published"), [printed])
    numbers.text(key(name, "ours"), _measured(numbers, row, tables, texts))
    if has_threshold(row):
        _audited(numbers, row, "target", "target", str(texts["rule"]))
    reason = str(texts["reason"]) if row["verdict"] != REPRODUCED else ""
    why = [": ", _audited(numbers, row, "why", "reason", reason)] if reason else []
    numbers.text(key(name, "judged"), [Tex(rf"\result{{{key(name, 'verdict')}}}"), *why])


def has_threshold(row: Row) -> bool:
    """True if a statement is judged by a margin or a threshold that has its reason."""
    return bool(row["because"]) and row["asserts"] != REPORT


def define_finding(numbers: Numbers, row: Row, finding: Mapping[Any, str], tables: Tables) -> Tex:
    """Define the sentence on what was found, and on other readings, with a macro for each number; returns its use."""
    written: list[str] = []
    stored = {**row, "measured": row["ours"]}
    told = "{readings}" in finding[row["verdict"]]
    remark = "" if told else on_other_readings(row["agreeing"], row["readings"])
    for part in chain(sentence(finding, stored, tables.rows), parts(remark)):
        if isinstance(part, Place):
            macro = key(row["id"], "found", len(written))
            value = part.stored(stored, tables.rows)
            text = part.written(stored, tables.rows)
            written.append(numbers.number(macro, text, value, tables.placed(row, part)))
        else:
            written.append(part)
    return numbers.text(key(row["id"], "found"), written)


def _measured(numbers: Numbers, row: Row, tables: Tables, texts: Mapping[str, Any]) -> Iterator[str]:
    """Our value, its interval, and how likely a report of the document's size is."""
    name = row["id"]
    if not row["ours"] or row["verdict"] == NOT_TESTABLE:
        yield "–"
        return
    yield numbers.number(key(name, "value"), texts["ours"], row["ours"], tables.measured(row, "ours"))
    if texts["interval"]:
        ends = dict(zip(("low", "high"), texts["interval"].split(SPAN), strict=True))
        low, high = (
            numbers.number(key(name, end), text, row[end], tables.measured(row, end)) for end, text in ends.items()
        )
        yield from (" (", low, SPAN, high, ")")
    if texts["seen_chance"]:
        yield from ("; ", _audited(numbers, row, "chance", "chance", texts["seen_chance"]))


def _audited(numbers: Numbers, row: Row, macro: str, column: str, text: str) -> Tex:
    return numbers.number(key(row["id"], macro), text, row[column], audited(row, column))


def chosen_figures(
    study: Mapping[str, Any], *, findings: Collection[str], listed: Mapping[str, Mapping[Any, Any]]
) -> Iterator[Figure]:
    """Choose the cover of a study's page, and for every finding the first figure that bears on it.

    Parameters
    ----------
    study : its configuration.
    findings : ids of the statements on which there is a finding.
    listed : rows of the audit that the article lists, by id.
    """
    shown = set[str]()
    for name, settings in study["figures"].items():
        claims = [claim for claim in settings.get("claims", []) if claim in listed]
        found = tuple(claim for claim in claims if claim in findings and claim not in shown)
        if found or name == study["cover"]:
            shown.update(found)
            others = [claim for claim in claims if claim not in findings]
            measured = [] if found else [claim for claim in others if listed[claim]["measure"]]
            valued = tuple(measured[:MOST_VALUED])
            named = tuple(claim for claim in others if claim not in valued)
            yield Figure(study["study"], name, settings["title"], settings["caption"], found, valued, named)
