"""A LaTeX article on a finished run: its text, the tables that it counts, and its metadata for ReScience C."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.multiverse import robustness
from tttcore.claims.sentences import SENTENCE_OUTCOMES, count_sentences
from tttcore.exchange.archive import Part
from tttcore.exchange.article_documents import Document, define_counts, define_document, has_threshold
from tttcore.exchange.article_metadata import author_name, bibliography, metadata
from tttcore.exchange.article_numbers import Numbers, Tables
from tttcore.exchange.article_tex import declared, render
from tttcore.exchange.methods import CHANCE
from tttcore.pipeline.table_files import csv_text
from tttcore.plots.numbers import number, percent, short
from tttcore.report.statements import false_alarms
from tttcore.stats.intervals import COVERAGE, LEVEL

COUNTED = "counted"
"""Folder of the tables that are counted for the article."""
_BY_AND_COLUMNS: dict[str, tuple[tuple[str, ...], dict[str, Callable[[Any], str]]]] = {
    "verdicts": (("study",), dict.fromkeys(("sentences", *SENTENCE_OUTCOMES), number)),
    "errors": (("study",), {"sentences": number, "expected": short, "differs": number}),
    "readings": (("study", "choice", "reading"), dict.fromkeys(("judged", "changed"), number)),
    "runs": (("study", "treatment"), {"runs": number}),
}
"""Columns that name a row of each counted table, and formats of its numbers."""
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers in words, from 1."""
ALL = "all"
"""Row over all studies."""


@dataclass(frozen=True)
class Run:
    """A finished run.

    Attributes
    ----------
    citation : content of ``CITATION.cff``.
    studies : configuration of each study.
    scale, seed : of the runs.
    audit : table in the schema ``audit``.
    runs : treatment of each run, by study.
    stated : findings of each study, see `claims.findings.read_findings`.
    tables : tables of each study that statements and findings read.
    judged_again : verdicts of each study under every reading, see `claims.multiverse`.
    """

    citation: Mapping[str, Any]
    studies: Mapping[str, Mapping[str, Any]]
    scale: str
    seed: int
    audit: pd.DataFrame
    runs: Mapping[str, pd.Series]
    stated: Mapping[str, pd.DataFrame]
    tables: Mapping[str, Tables]
    judged_again: Mapping[str, pd.DataFrame]


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
    text = " ".join(numbers.expanded(abstract).split())
    yield "metadata.yaml", metadata(run.citation, run.studies, title=variables["title"], abstract=text)
    yield "bibliography.bib", bibliography(run.studies)
    yield from files.items()


def context(run: Run, documents: Sequence[Document], readings: pd.DataFrame) -> dict[str, Any]:
    """Variables of the templates.

    Parameters
    ----------
    documents : sections on the documents.
    readings : see `counted_readings`.
    """
    others = readings[readings["choice"] != ""].groupby("study", sort=False)
    return {
        "title": f"[Re] {run.citation['title']}",
        "authors": [author_name(each) for each in run.citation["authors"]],
        "citation": run.citation,
        "program": run.citation["title"].partition(":")[0],
        "documents": documents,
        "count": _count,
        "outcomes": SENTENCE_OUTCOMES,
        "seed": run.seed,
        "scale": run.scale,
        "chance": CHANCE,
        "level": percent(COVERAGE),
        "level_of_error": percent(LEVEL),
        "errors": [
            (name, each.meaning, percent(each.false_rejection_rate) if each.false_rejection_rate else "none")
            for name, each in ASSERTIONS.items()
        ],
        "margins": [row for document in documents for row in document.statements.values() if has_threshold(row)],
        "readings": {study: [*zip(each["choice"], each["reading"], strict=True)] for study, each in others},
    }


def _count(documents: Sized) -> str:
    """Number of documents in words."""
    number = dict(enumerate(_WORDS, start=1)).get(len(documents), len(documents))
    return f"{number} document{'s' if len(documents) != 1 else ''}"


def counted_verdicts(audit: pd.DataFrame) -> pd.DataFrame:
    """Sentences of each document and of all, by outcome; columns ``study``, ``sentences`` and the outcomes."""
    parts = {**dict(iter(audit.groupby("study", sort=False))), ALL: audit}
    counts = {name: count_sentences(part) for name, part in parts.items()}
    return pd.DataFrame(
        [{"study": name, "sentences": sum(count.values()), **count} for name, count in counts.items()],
        columns=["study", "sentences", *SENTENCE_OUTCOMES],
    )


def counted_errors(audit: pd.DataFrame) -> pd.DataFrame:
    """Sentences that chance may decide, and how many may be expected to be called wrong, see `false_alarms`."""
    return pd.DataFrame([{"study": ALL, **false_alarms(audit)}])


def counted_readings(judged_again: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Statements that were judged under each other reading, and verdicts that it changes.

    The row of a study without a choice has the number of statements that were judged again, and of those whose verdict
    any reading changes.

    Parameters
    ----------
    judged_again : verdicts of each study under every reading, see `claims.multiverse`.
    """
    rows = []
    for study, judged in judged_again.items():
        found = robustness(judged)
        rows.append((study, "", "", len(found), sum(bool(each.flipped) for each in found)))
        own = judged[judged["choice"] == ""].set_index("id")["verdict"]
        others = judged[judged["choice"] != ""]
        for (choice, reading), each in others.groupby(["choice", "reading"], sort=False):
            changed = each["verdict"].to_numpy() != own[each["id"]].to_numpy()
            rows.append((study, str(choice), str(reading), len(each), int(changed.sum())))
    return pd.DataFrame(rows, columns=["study", "choice", "reading", "judged", "changed"])


def counted_runs(runs: Mapping[str, pd.Series]) -> pd.DataFrame:
    """Runs of each treatment of each study, and of all of them.

    Parameters
    ----------
    runs : treatment of each run, by study.
    """
    rows = [
        (study, treatment, count)
        for study, treatments in runs.items()
        for treatment, count in [*treatments.value_counts(sort=False).items(), (ALL, len(treatments))]
    ]
    return pd.DataFrame(rows, columns=["study", "treatment", "runs"])
