"""Read what an article tells of from the folder of results."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.claims_file import read_claims
from tttcore.claims.findings import read_findings
from tttcore.claims.multiverse import read_multiverse
from tttcore.claims.schemas import AUDIT
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import FACTS, stored_tables
from tttcore.pipeline.yaml_file import read_yaml
from tttcore.report.article.cells import Tables
from tttcore.report.article.files import FACTS_PATH
from tttcore.report.article.run import Run


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
        stated={name: _stated(name, file) for name, file in zip(studies, claims, strict=True)},
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


def _stated(study: str, claims: str | Path) -> pd.DataFrame:
    """Findings of a study, given the file of its statements."""
    return read_findings(f"config/findings/{study}.csv", read_claims(claims))


def _tables(results: Path, study: str) -> Tables:
    """Tables of a study that statements read."""
    found = {FACTS: (results / "tables" / f"{FACTS}.parquet", FACTS_PATH)}
    for kind in ("method", "tables"):
        for file in stored_tables(results / study / kind):
            found[file.stem] = (file, f"{kind}/{study}/{file.stem}.csv")
    return Tables(
        {name: read(file) for name, (file, _) in found.items()}, {name: path for name, (_, path) in found.items()}
    )
