"""Variables of the article's templates."""

from collections.abc import Sequence, Sized
from typing import Any

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.outcomes import OUTCOMES
from tttcore.plots.numbers import percent
from tttcore.report.article.documents import Document
from tttcore.report.article.metadata import author_name
from tttcore.report.article.run import Run
from tttcore.report.methods import CHANCE
from tttcore.stats.intervals import COVERAGE

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers in words, from 1."""


def context(run: Run, documents: Sequence[Document], readings: pd.DataFrame) -> dict[str, Any]:
    """Variables of the templates.

    Parameters
    ----------
    documents : sections on the documents.
    readings : see `counted.counted_readings`.
    """
    others = readings[readings["choice"] != ""].groupby("study", sort=False)
    return {
        "title": f"[Re] {run.citation['title']}",
        "authors": [author_name(each) for each in run.citation["authors"]],
        "citation": run.citation,
        "program": run.citation["title"].partition(":")[0],
        "documents": documents,
        "count": _count,
        "outcomes": OUTCOMES,
        "seed": run.seed,
        "scale": run.scale,
        "chance": CHANCE,
        "level": percent(COVERAGE),
        "errors": [
            {"name": name, **vars(each), "wrong": percent(each.wrong) if each.wrong else "none"}
            for name, each in ASSERTIONS.items()
        ],
        "margins": [row for document in documents for row in document.statements.values() if pd.notna(row["margin"])],
        "readings": {study: [*zip(each["choice"], each["reading"], strict=True)] for study, each in others},
    }


def _count(documents: Sized) -> str:
    """Number of documents in words."""
    number = dict(enumerate(_WORDS, start=1)).get(len(documents), len(documents))
    return f"{number} document{'s' if len(documents) != 1 else ''}"
