"""Contexts of the pages that belong to no study: the first page and timings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.sentences import count_sentences
from tttcore.pipeline.manifest import Manifest
from tttcore.plots.numbers import number, short, with_unit
from tttcore.report.images import pictures
from tttcore.report.league_answer import Answer
from tttcore.report.site import Context
from tttcore.report.statements import told


def index_context(
    documents: Mapping[str, Mapping[str, Any]],
    *,
    verdicts: Mapping[str, pd.DataFrame],
    findings: Mapping[str, Sequence[Mapping[str, str]]],
    machines: Context | None = None,
    strongest: Answer | None = None,
    worksheet: bool = False,
    guide: str = "",
) -> Context:
    """Context of the first page.

    Parameters
    ----------
    documents : ``title``, ``authors``, ``year``, ``source``, ``question`` and ``about`` of each study's configuration.
    verdicts : table in the schema ``verdicts`` of each study.
    findings : what was found on each document, see `claims.findings.read_found`; the first sentence is the answer.
    machines : how many games learners need, see `report.machines.machines_answer`; None without.
    strongest : who leads the league of 3x3, see `league_answer.strongest`; None if nobody does.
    worksheet : True if there is a page of exercises.
    guide : file that says how to enter a player; empty if there is none.
    """
    together = pd.concat(verdicts.values(), ignore_index=True)
    return {
        "documents": documents,
        "counts": {name: count_sentences(table) for name, table in verdicts.items()},
        "totals": count_sentences(together),
        "answers": {name: told(found[:1], verdicts[name]) for name, found in findings.items()},
        "machines": machines,
        "strongest": strongest,
        "worksheet": worksheet,
        "guide": guide,
    }


def timings_context(
    page: str | Path,
    *,
    timings: Sequence[pd.DataFrame],
    timed: Mapping[str, Mapping[str, Mapping[str, Any]]],
    figures: Mapping[str, Mapping[str, Any]],
    files: Sequence[str],
    times: Sequence[pd.DataFrame] = (),
) -> Context:
    """Context of the page of timings, for which copies of its figures are written beside it.

    Parameters
    ----------
    timings : tables of `studies.method.measure_timings`.
    timed : settings of each study's timings, by name.
    figures : title and caption of each figure of timings, by name.
    files : files of the figures in all formats.
    times : tables of the figures; of those by board that have `RECOUNT` the page shows its time beside ours.
    """
    recounts = _recounts(times)
    rows = [row for table in timings for row in table.to_dict("records")]
    unfinished = [timed[row["study"]][row["timing"]]["at_least"] for row in rows]
    found: dict[str, list[float]] = {row["study"]: [] for row in rows}
    for row, ended in zip(rows, unfinished, strict=True):
        found[row["study"]] += [] if ended else [row["ratio"]]
    return {
        "rows": [
            {
                **row,
                "published": "not finished" if ended else with_unit(row["published_seconds"]),
                "ours": with_unit(row["seconds"]),
                "recount": recounts.get(_board(timed[row["study"]][row["timing"]]), ""),
                "speedup": "–" if ended else _two_digits(row["ratio"]),
            }
            for row, ended in zip(rows, unfinished, strict=True)
        ],
        "speedups": {
            study: [*dict.fromkeys(map(_two_digits, (min(each), max(each))))] if each else []
            for study, each in found.items()
        },
        "machines": [*dict.fromkeys(row["machine"] for row in rows)],
        "figures": pictures(figures, files, page=page, folder="timings"),
    }


LONG_TIME = 1000
"""Seconds from which times are in whole seconds."""
RECOUNT = "recount"
"""Player that evaluates every free cell again before each move, as the program of Post (1999) does."""


def _recounts(times: Sequence[pd.DataFrame]) -> dict[tuple[Any, Any], str]:
    """Times of games by the document's algorithm, by edge and dimensions; extrapolated ones say so."""
    by_board = [table[table["player"] == RECOUNT] for table in times if "extrapolated" in table]
    return {
        _board(row): _seconds(row["seconds"]) + (", extrapolated" if row["extrapolated"] else "")
        for table in by_board
        for row in table.to_dict("records")
    }


def _two_digits(ratio: float) -> str:
    return number(float(f"{ratio:.2g}"))


def _seconds(seconds: float) -> str:
    return with_unit(seconds) if seconds < LONG_TIME else f"{short(seconds)} s"


def _board(row: Mapping[Any, Any]) -> tuple[Any, Any]:
    return row.get("edge"), row.get("dimensions")


MANIFEST = "MANIFEST.sha256"
"""File of the checksums, in the folder of results."""
UNLISTED = ("report/provenance.html", "report/timings.html")
"""Pages that the manifest can't list: one shows the manifest, the other has times that differ each time."""
ABOUT_CODE = ("audit/", "report/")
"""Folders whose files name the code or are laid out by it: they change with the code even if no result does."""


def results_alone(manifest: Manifest) -> Manifest:
    """Entries of a manifest that depend on results alone, not on the code that made them."""
    return {path: digests for path, digests in manifest.items() if not path.startswith(ABOUT_CODE)}
