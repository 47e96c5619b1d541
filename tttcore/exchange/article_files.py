"""Files that an article is bundled with: figures, tables, statements, leagues and traces; and the run it reports."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.claims_file import read_claims
from tttcore.claims.findings import read_findings
from tttcore.claims.multiverse import read_multiverse
from tttcore.claims.schemas import AUDIT
from tttcore.engines.engine import engine
from tttcore.exchange.archive import Part
from tttcore.exchange.article import Run
from tttcore.exchange.article_numbers import Tables
from tttcore.exchange.article_tex import latex
from tttcore.exchange.ioh import exported
from tttcore.pipeline.config import read_yaml
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import InFile, read
from tttcore.pipeline.table_files import FACTS, stored_tables
from tttcore.report.listing import Listing, listed
from tttcore.studies.tables import tables_of

FACTS_PATH = "facts/facts.csv"
"""Path of the facts of the game in the archive."""


def latex_table(listing: Listing) -> str:
    """Format a table as LaTeX for the package booktabs: the columns that pages show, numbers rounded as there.

    Empty for a table that pages only link to, since it has no columns for them or too many rows.
    """
    if not listing.rows:
        return ""
    rows = [[latex(column.text(row)) for column in listing.columns] for row in listing.rows]
    return pd.DataFrame(rows, columns=[latex(column.label) for column in listing.columns]).to_latex(
        index=False,
        escape=False,
        caption=latex(listing.caption),
        column_format="".join("r" if column.numeric else "l" for column in listing.columns),
        position="htbp",
    )


def article_files(
    results: Path, studies: Iterable[Mapping[str, Any]], *, citation: str | Path, league_figures: Iterable[str | Path]
) -> Iterator[Part]:
    """Collect the files of all studies, of the audit and of the leagues.

    Parameters
    ----------
    results : folder of all results.
    studies : configuration of each study.
    citation : file of the citation.
    league_figures : files of the figures of the leagues.
    """
    yield "CITATION.cff", Path(citation).read_bytes()
    for study in studies:
        yield from study_parts(results, study)
    yield FACTS_PATH, (results / "tables" / f"{FACTS}.csv").read_bytes()
    yield from folder_parts(results / "audit", "claims")
    for figure in map(Path, league_figures):
        yield f"league/figures/{figure.name}", figure.read_bytes()


def study_parts(results: Path, study: Mapping[str, Any]) -> Iterator[Part]:
    """Collect the figures, tables and traces of a study of this configuration from the folder of all results."""
    name = study["study"]
    folder = results / name
    for figure in sorted((folder / "figures").iterdir()):
        if figure.stem in study["figures"]:
            yield f"figures/{name}/{figure.name}", figure.read_bytes()
    for table, each in tables_of(study, name).items():
        yield f"tables/{name}/{table}.csv", (folder / "tables" / f"{table}.csv").read_bytes()
        found = read(folder / "tables" / f"{table}.parquet")
        if text := latex_table(listed(found, each.shown, caption=each.caption, address="")):
            yield f"tables/{name}/{table}.tex", text
    yield from folder_parts(folder / "method", f"method/{name}")
    yield from _traces(folder, study)


def folder_parts(folder: Path, place: str) -> Iterator[Part]:
    """Collect the files of a folder and its subfolders, without Parquet and hidden files."""
    for file in sorted(folder.rglob("[!.]*")):
        if file.is_file() and file.suffix != ".parquet":
            yield f"{place}/{file.relative_to(folder).as_posix()}", file.read_bytes()


def _traces(folder: Path, study: Mapping[str, Any]) -> Iterator[Part]:
    """Export the traces of a study whose engine optimises an objective."""
    stored = engine(study["engine"]).STORED
    if stored.objective is None:
        return
    genes: dict[str, int] = {}
    for treatment, own in InFile(folder / "runs.parquet", stored.runs).by_treatment("champion"):
        genes.setdefault(treatment, _genes(own["champion"].iloc[0]))
    columns = ["treatment", "replicate", stored.objective.column]
    for treatment in genes:
        traces = read(folder / "traces.parquet", schema=stored.traces, columns=columns, treatment=treatment)
        for path, text in exported(traces, study=study["study"], objective=stored.objective, dimensions=genes):
            yield f"ioh/{study['study']}/{path}", text


def _genes(champion: str) -> int:
    """Number of genes of a champion: of numbers separated by spaces, else of digits."""
    return len(champion.split()) if " " in champion else len(champion)


def read_run(
    results: Path,
    studies: Mapping[str, Mapping[str, Any]],
    *,
    citation: str | Path,
    claims: Iterable[str | Path],
    scale: str,
    seed: int,
) -> Run:
    """Read a finished run.

    Parameters
    ----------
    results : folder of all results.
    studies : configuration of each study.
    citation : file of the citation.
    claims : file of the statements of each study.
    scale, seed : of the runs.
    """
    return Run(
        citation=_citation(citation),
        studies=studies,
        scale=scale,
        seed=seed,
        audit=read(results / "audit" / "audit.parquet", schema=AUDIT),
        runs={name: read(results / name / "runs.parquet", columns=["treatment"])["treatment"] for name in studies},
        stated={
            name: read_findings(f"config/findings/{name}.csv", read_claims(file))
            for name, file in zip(studies, claims, strict=True)
        },
        tables={name: _tables(results, name) for name in studies},
        judged_again={name: read_multiverse(results / name / "multiverse.csv") for name in studies},
    )


def _citation(path: str | Path) -> dict[str, Any]:
    """Content of the file of the citation, which has all that an article asks for."""
    found = read_yaml(path)
    for key in ("title", "authors", "version", "license"):
        if not isinstance(found, dict) or not found.get(key):
            raise ConfigError(f"{path}: {key}: is missing; the article needs it")
    return found


def _tables(results: Path, study: str) -> Tables:
    """Tables of a study that statements read."""
    rows, paths = {FACTS: read(results / "tables" / f"{FACTS}.parquet")}, {FACTS: FACTS_PATH}
    for kind in ("method", "tables"):
        for file in stored_tables(results / study / kind):
            rows[file.stem], paths[file.stem] = read(file), f"{kind}/{study}/{file.stem}.csv"
    return Tables(rows, paths)
