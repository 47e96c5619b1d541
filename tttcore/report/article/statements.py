"""Statements in an article: macros for what was published, what we measured and the verdict."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from tttcore.claims.findings import Place, sentence
from tttcore.claims.outcomes import NOT_TESTABLE, REPRODUCED
from tttcore.plots.names import Names
from tttcore.plots.numbers import number
from tttcore.report.article.cells import Tables, audited
from tttcore.report.article.numbers import Numbers
from tttcore.report.article.tex import Tex, key
from tttcore.report.statements import SPAN, shown

Row = Mapping[Any, Any]


def define_statement(numbers: Numbers, row: Row, tables: Tables, names: Names) -> None:
    """Define macros of a statement: ``published``, ``ours`` with its interval, ``verdict`` with its reason."""
    texts, name = shown(row, names), row["id"]
    numbers.number(key(name, "verdict"), row["verdict"], row["verdict"], audited(row, "verdict"))
    if row["published"]:
        numbers.text(key(name, "published"), [_audited(numbers, row, "printed", "published", row["published"])])
    else:
        numbers.text(key(name, "published"), ["–"])
    numbers.text(key(name, "ours"), _measured(numbers, row, tables, texts))
    if not math.isnan(row["margin"]):
        _audited(numbers, row, "margin", "margin", number(row["margin"]))
    reason = str(texts["reason"]) if row["verdict"] != REPRODUCED else ""
    told = [": ", _audited(numbers, row, "why", "reason", reason)] if reason else []
    numbers.text(key(name, "judged"), [Tex(rf"\result{{{key(name, 'verdict')}}}"), *told])


def define_finding(numbers: Numbers, row: Row, finding: Mapping[Any, str], tables: Tables) -> Tex:
    """Define the sentence on what was found, with a macro for each of its numbers; returns its use."""
    parts: list[str] = []
    stored = {**row, "measured": row["ours"]}
    for part in sentence(finding, stored):
        if isinstance(part, Place):
            macro = key(row["id"], "found", len(parts))
            value = part.stored(stored, tables.rows)
            text = part.written(stored, tables.rows)
            parts.append(numbers.number(macro, text, value, tables.placed(row, part)))
        else:
            parts.append(part)
    return numbers.text(key(row["id"], "found"), parts)


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
        yield from ("; chance ", _audited(numbers, row, "chance", "chance", texts["seen_chance"]))


def _audited(numbers: Numbers, row: Row, macro: str, column: str, text: str) -> Tex:
    return numbers.number(key(row["id"], macro), text, row[column], audited(row, column))
