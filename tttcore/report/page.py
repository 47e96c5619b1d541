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
from tttcore.analysis.kinds import build
from tttcore.analysis.tables import METHOD, method_captions
from tttcore.base.store import atomic
from tttcore.report.listing import listed
from tttcore.studies.study import PUBLISHED

CONTRADICTION = "contradiction"
VERDICTS = (REPRODUCED, DIFFERS, NOT_TESTABLE)
METHOD_CAPTION = "What the operators do, measured on the operators themselves"


def template_source(name: str) -> str:
    """Text of a page's template."""
    return (files("tttcore.report") / name).read_text(encoding="utf-8")


def write_study_page(
    path: str | Path,
    *,
    study: Mapping[str, Any],
    tables: Mapping[str, pd.DataFrame],
    method: Mapping[str, pd.DataFrame],
    verdicts: pd.DataFrame,
    figures: Mapping[str, Sequence[str]],
    provenance: Mapping[str, Any],
) -> None:
    """Write a study's page.

    Parameters
    ----------
    study : of its configuration the document, ``engine``, ``treatments``, ``tables``, ``figures`` and ``published``.
    tables : its tables of statistics.
    method : its tables that need no runs.
    verdicts : table of ``verdicts``.
    figures : files of each figure by name, all formats.
    provenance : of the runs.
    """
    folder = f"../{study['study']}"
    captions = {METHOD: METHOD_CAPTION, **method_captions(study["study"])}
    page = _environment().get_template("study.html.j2")
    text = page.render(
        study=study,
        tables=[
            listed(tables[name], kind.columns, caption=kind.caption, address=f"{folder}/tables/{name}.csv")
            for name, kind in build(study, study["study"]).items()
        ],
        method=[
            listed(
                table,
                {str(column): str(column) for column in table},
                caption=captions.get(name, f"The document's own: {name}"),
                address=f"{folder}/method/{name}.csv",
            )
            for name, table in method.items()
        ],
        published=PUBLISHED,
        statements=verdicts[verdicts["kind"] != CONTRADICTION].to_dict("records"),
        contradictions=verdicts[verdicts["kind"] == CONTRADICTION].to_dict("records"),
        counts=count_verdicts(verdicts),
        figures=_shown(study["figures"], figures, Path(path)),
        provenance=provenance,
    )
    with atomic(Path(path)) as draft:
        draft.write_text(text, encoding="utf-8")


def write_index_page(path: str | Path, *, studies: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the index: for each study its ``title``, ``authors``, ``year`` and ``counts`` of verdicts."""
    text = _environment().get_template("index.html.j2").render(studies=studies, kinds=VERDICTS)
    with atomic(Path(path)) as draft:
        draft.write_text(text, encoding="utf-8")


def write_timings_page(
    path: str | Path, *, timings: Sequence[pd.DataFrame], figures: Mapping[str, Mapping[str, Any]], files: Sequence[str]
) -> None:
    """Write the page of timings.

    Parameters
    ----------
    timings : tables as `analysis.timings` makes them.
    figures : title and caption of each figure of times, by name.
    files : of the figures, all formats.
    """
    rows = [row for table in timings for row in table.to_dict("records")]
    formats = {name: [file for file in files if Path(file).stem == name] for name in figures}
    text = (
        _environment().get_template("timings.html.j2").render(rows=rows, figures=_shown(figures, formats, Path(path)))
    )
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


def _shown(
    settings: Mapping[str, Mapping[str, Any]], figures: Mapping[str, Sequence[str]], page: Path
) -> list[dict[str, Any]]:
    """Figures as templates show them."""
    return [
        {"name": name, **settings[name], "image": _embedded(formats), "files": _links(formats, page)}
        for name, formats in figures.items()
    ]


def _embedded(formats: Sequence[str]) -> str:
    (png,) = (file for file in formats if file.endswith(".png"))
    return "data:image/png;base64," + base64.b64encode(Path(png).read_bytes()).decode()


def _links(formats: Sequence[str], page: Path) -> dict[str, str]:
    """Format to address as seen from the page."""
    root = page.parents[1]
    return {Path(file).suffix[1:]: f"../{Path(file).relative_to(root).as_posix()}" for file in formats}
