"""Courses of the document's ninety runs, for every treatment that is one of its three groups in some reading."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tttcore.studies.ancheta2020.courses import FIGURES, read_rows
from tttcore.studies.published_courses import Course


def published_courses(
    files: Mapping[str, str | Path], comparisons: Mapping[str, Mapping[str, str]]
) -> dict[str, Sequence[Course]]:
    """See `studies.published_courses`: courses are those of a treatment's label where the three groups are compared."""
    if FIGURES not in files:
        return {}
    rows = read_rows(files[FIGURES])
    courses = {
        str(group): [
            {"generations": run["generation"].tolist(), "best": run["best"].round(5).tolist()}
            for _, run in own.groupby("replicate")
        ]
        for group, own in rows.groupby("treatment", sort=False)
    }
    compared = [each for each in comparisons.values() if set(each) == set(courses)]
    return {treatment: courses[label] for each in compared for label, treatment in each.items()}
