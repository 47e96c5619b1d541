"""Contexts of the pages that belong to no study: the first page, the exact facts, timings, provenance."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.selectors import Selector
from tttcore.claims.sentences import SENTENCE_OUTCOMES, count_sentences
from tttcore.pipeline.manifest import Manifest
from tttcore.plots.numbers import short
from tttcore.report.images import pictures
from tttcore.report.site import Context
from tttcore.report.statements import told


def index_context(
    documents: Mapping[str, Mapping[str, Any]],
    *,
    verdicts: Mapping[str, pd.DataFrame],
    findings: Mapping[str, Sequence[Mapping[str, str]]],
    strongest: str = "",
    worksheet: bool = False,
    guide: str = "",
) -> Context:
    """Context of the first page.

    Parameters
    ----------
    documents : ``title``, ``authors``, ``year``, ``source``, ``question``, ``about``, ``cover`` and ``figures`` of each
        study's configuration.
    verdicts : table in the schema ``verdicts`` of each study.
    findings : what was found on each document, see `claims.findings.read_found`; the first sentence is the answer.
    strongest : sentence on who leads the league of 3x3, see `league_answer.strongest`; empty if nobody does.
    worksheet : True if there is a page of exercises.
    guide : file that says how to enter a player; empty if there is none.
    """
    together = pd.concat(verdicts.values(), ignore_index=True)
    return {
        "documents": documents,
        "counts": {name: count_sentences(table) for name, table in verdicts.items()},
        "totals": count_sentences(together),
        "outcomes": SENTENCE_OUTCOMES,
        "answers": {name: told(found[:1], verdicts[name]) for name, found in findings.items()},
        "strongest": strongest,
        "worksheet": worksheet,
        "guide": guide,
    }


SHORT = 15
"""Most digits of an exact number shown in full; longer ones are rounded, and shown in full on demand."""
DRAWN_PLIES = 2
"""Most marks of the states that are drawn."""


def facts_context(
    *, facts: pd.DataFrame, solution: pd.DataFrame, verdicts: Iterable[pd.DataFrame], studies: Mapping[str, str]
) -> Context:
    """Context of the page of exact facts.

    Parameters
    ----------
    facts, solution : see `exact.facts`; digits of states as text.
    verdicts : tables in the schema ``verdicts``, whose selectors name facts.
    studies : documents as pages cite them, by the names of their studies, which facts have.
    """
    known = facts.fillna("")
    return {
        "facts": known.assign(quoted=[_cited(quoted, studies) for quoted in known["quoted"]]).to_dict("records"),
        "statements": claims_on_facts(verdicts, facts),
        "short": SHORT,
        "plies": by_plies(solution).to_dict("records"),
        "states": solution[solution["ply"] <= DRAWN_PLIES].to_dict("records"),
    }


def _cited(quoted: str, studies: Mapping[str, str]) -> str:
    """Text on who quotes a fact, with documents instead of the names of studies."""
    for name, document in studies.items():
        quoted = quoted.replace(name, document)
    return quoted


def claims_on_facts(verdicts: Iterable[pd.DataFrame], facts: pd.DataFrame) -> dict[str, list[str]]:
    """Ids of the claims that are judged by each fact, by its name; facts without claims are left out."""
    found = defaultdict(list)
    for table in verdicts:
        for ident, measure in zip(table["id"], table["measure"], strict=True):
            selector = Selector.read(measure) if measure else None
            if selector and selector.table == "facts":
                for fact in selector.rows({"facts": facts})["fact"]:
                    found[fact].append(ident)
    return dict(found)


def by_plies(solution: pd.DataFrame) -> pd.DataFrame:
    """Number of states by marks on the board: all, open ones, won by X, drawn and won by O under best play."""
    values = solution["value"]
    marked = solution.assign(
        states=1, open=solution["plies_left"] > 0, cross=values == 1, nobody=values == 0, nought=values == -1
    )
    return marked.groupby("ply")[["states", "open", "cross", "nobody", "nought"]].sum().reset_index()


TIMES = ("published_seconds", "seconds", "ratio")
"""Columns of times and their ratio, which have three significant digits."""


def timings_context(
    page: str | Path,
    *,
    timings: Sequence[pd.DataFrame],
    timed: Mapping[str, Mapping[str, Mapping[str, Any]]],
    figures: Mapping[str, Mapping[str, Any]],
    files: Sequence[str],
) -> Context:
    """Context of the page of timings, for which copies of its figures are written beside it.

    Parameters
    ----------
    timings : tables of `studies.method.measure_timings`.
    timed : settings of each study's timings, by name.
    figures : title and caption of each figure of timings, by name.
    files : files of the figures in all formats.
    """
    rows = [row for table in timings for row in table.to_dict("records")]
    return {
        "rows": [
            {
                **row,
                **{name: short(row[name]) for name in TIMES},
                "at_least": timed[row["study"]][row["timing"]]["at_least"],
            }
            for row in rows
        ],
        "machines": [*dict.fromkeys(row["machine"] for row in rows)],
        "figures": pictures(figures, files, page=page, folder="timings"),
    }


MANIFEST = "MANIFEST.sha256"
"""File of the checksums, in the folder of results."""
UNLISTED = ("report/provenance.html", "report/timings.html")
"""Pages that the manifest can't list: one shows the manifest, the other has times that differ each time."""
ABOUT_CODE = ("audit/", "report/")
"""Folders whose files name the code or are laid out by it: they change with the code even if no result does."""


def results_alone(manifest: Manifest) -> Manifest:
    """Entries of a manifest that depend on results alone, not on the code that made them."""
    return {path: digests for path, digests in manifest.items() if not path.startswith(ABOUT_CODE)}


def provenance_context(runs: Mapping[str, Mapping[str, Any]], manifest: Manifest) -> Context:
    """Context of the provenance page, from the provenance of each study's runs and the checksums of all results."""
    folders: dict[str, dict[str, str | None]] = {}
    for file, digests in manifest.items():
        folders.setdefault(file.split("/")[0], {})[file] = digests.bytes
    packages = sorted({package for made in runs.values() for package in made["packages"]})
    return {"runs": runs, "packages": packages, "folders": folders, "file": MANIFEST}
