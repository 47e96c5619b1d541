"""Read the documents' own courses of fitness by treatment, by a study's module ``published_courses``."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tttcore.pipeline.rooms import STUDIES, submodule

Course = dict[str, list[float]]
"""Of a published run ``generations``, its ``best`` share of games lost in each, and perhaps the ``mean`` one."""


def published_courses_module(study: str) -> str | None:
    """Name of the module that reads the courses that a study's document prints; None if it has none."""
    return submodule(STUDIES, study, "published_courses")


def published_courses(
    study: str, files: Mapping[str, str | Path], comparisons: Mapping[str, Mapping[str, str]]
) -> dict[str, Sequence[Course]]:
    """Published courses by treatment; a treatment that the document doesn't tell of is left out.

    Parameters
    ----------
    study : its name.
    files : CSV files of the document's tables, by name.
    comparisons : the study's comparisons: treatments by label.

    Raises
    ------
    ConfigError
        If a file can't be used.
    """
    name = published_courses_module(study)
    module: Any = import_module(name) if name else None
    return module.published_courses(files, comparisons) if module else {}
