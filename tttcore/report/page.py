"""Plain HTML pages, each complete in one file: a study's results and the index of studies."""

import base64
import math
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, FunctionLoader, StrictUndefined

from tttcore.analysis.claims import DIFFERS, NOT_TESTABLE, REPRODUCED
from tttcore.base.store import atomic
from tttcore.studies.study import PUBLISHED

CONTRADICTION = "contradiction"
VERDICTS = (REPRODUCED, DIFFERS, NOT_TESTABLE)


def template_source(name: str) -> str:
    """Text of a page's template."""
    return (files("tttcore.report") / name).read_text(encoding="utf-8")


def write_study_page(
    path: str | Path,
    *,
    study: Mapping[str, Any],
    tables: Mapping[str, pd.DataFrame],
    verdicts: pd.DataFrame,
    figures: Mapping[str, Sequence[str]],
    provenance: Mapping[str, Any],
) -> None:
    """Write a study's page.

    Parameters
    ----------
    study : ``title``, ``authors``, ``year``, ``treatments`` (name to protocol and recipe) and
        ``figures`` (name to title and caption).
    tables : the study's tables.
    verdicts : table of ``verdicts``.
    figures : files of each figure by name, all formats.
    provenance : of the runs.
    """
    shown = [
        {"name": name, **study["figures"][name], "image": _embedded(formats), "files": _links(formats, Path(path))}
        for name, formats in figures.items()
    ]
    page = _environment().get_template("study.html.j2")
    text = page.render(
        study=study,
        tables=tables,
        published=PUBLISHED,
        statements=verdicts[verdicts["kind"] != CONTRADICTION].to_dict("records"),
        contradictions=verdicts[verdicts["kind"] == CONTRADICTION].to_dict("records"),
        counts=count_verdicts(verdicts),
        figures=shown,
        provenance=provenance,
    )
    with atomic(Path(path)) as draft:
        draft.write_text(text, encoding="utf-8")


def write_index_page(path: str | Path, *, studies: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the index: for each study its ``title``, ``authors``, ``year`` and ``counts`` of verdicts."""
    text = _environment().get_template("index.html.j2").render(studies=studies, kinds=VERDICTS)
    with atomic(Path(path)) as draft:
        draft.write_text(text, encoding="utf-8")


def count_verdicts(verdicts: pd.DataFrame) -> dict[str, int]:
    """How many statements have each verdict; sides of contradictions are not counted."""
    counted = verdicts[verdicts["kind"] != CONTRADICTION]
    return {kind: int((counted["verdict"] == kind).sum()) for kind in VERDICTS}


def number(value: object) -> str:
    """A number as a person reads it: four significant digits, thousands separated; text as it is."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return str(value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return str(value)
    if not math.isfinite(value):
        return "–" if math.isnan(value) else ("∞" if value > 0 else "-∞")
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    if abs(value) < 1e-4:
        return f"{value:.2e}"
    return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.1f}"


def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(template_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = number
    return environment


def _embedded(formats: Sequence[str]) -> str:
    (png,) = (file for file in formats if file.endswith(".png"))
    return "data:image/png;base64," + base64.b64encode(Path(png).read_bytes()).decode()


def _links(formats: Sequence[str], page: Path) -> dict[str, str]:
    """Format to address as seen from the page."""
    root = page.parents[1]
    return {Path(file).suffix[1:]: f"../{Path(file).relative_to(root).as_posix()}" for file in formats}
