"""A LaTeX article on a finished run: its text, its numbers, and its metadata for ReScience C."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tttcore.claims.outcomes import OUTCOMES
from tttcore.pipeline.csv_files import csv_text
from tttcore.plots.numbers import number, short
from tttcore.report.archive import Part
from tttcore.report.article.context import context
from tttcore.report.article.counted import counted_errors, counted_readings, counted_runs, counted_verdicts
from tttcore.report.article.documents import define_counts, define_document
from tttcore.report.article.metadata import bibliography, metadata
from tttcore.report.article.numbers import Numbers
from tttcore.report.article.run import Run
from tttcore.report.article.signs import declared
from tttcore.report.article.tex import render

COUNTED = "counted"
"""Folder of the tables that are counted for the article."""
_BY_AND_COLUMNS: dict[str, tuple[tuple[str, ...], dict[str, Callable[[Any], str]]]] = {
    "verdicts": (("study",), dict.fromkeys(("statements", *OUTCOMES), number)),
    "errors": (("asserts",), {"statements": number, "expected": short}),
    "readings": (("study", "choice", "reading"), dict.fromkeys(("judged", "changed"), number)),
    "runs": (("study", "treatment"), {"runs": number}),
}
"""Columns that name a row of each counted table, and formats of its numbers."""


def article_parts(run: Run, parts: Mapping[str, str | bytes]) -> Iterator[Part]:
    """Write the article, and the tables that are counted for it.

    Parameters
    ----------
    parts : files of the archive that hold its numbers, by path.
    """
    counted = {
        "verdicts": counted_verdicts(run.audit),
        "errors": counted_errors(run.audit),
        "readings": counted_readings(run.judged_again),
        "runs": counted_runs(run.runs),
    }
    files = {f"{COUNTED}/{name}.csv": csv_text(table) for name, table in counted.items()}
    numbers = Numbers({**parts, **files})
    for name, (by, columns) in _BY_AND_COLUMNS.items():
        define_counts(numbers, counted[name], f"{COUNTED}/{name}.csv", by=by, texts=columns)
    documents = [
        define_document(numbers, study, run.audit, stated=run.stated[name], tables=run.tables[name])
        for name, study in run.studies.items()
    ]
    variables = context(run, documents, counted["readings"])
    abstract = render("abstract.tex.j2", variables)
    article = render("article.tex.j2", {**variables, "abstract": abstract})
    numbers.keep(article)
    definitions = numbers.definitions()
    yield "article.tex", article
    yield "results.tex", definitions
    yield "signs.tex", declared(article + definitions)
    yield "numbers.csv", csv_text(numbers.table())
    told = " ".join(numbers.expanded(abstract).split())
    yield "metadata.yaml", metadata(run.citation, run.studies, title=variables["title"], abstract=told)
    yield "bibliography.bib", bibliography(run.studies)
    yield from files.items()
