"""The page of provenance: versions, seed, code and recipes behind the results, and a checksum of every result."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tttcore.base.store import atomic
from tttcore.report.site import render

SUMS = "SHA256SUMS"
"""File of checksums, as ``sha256sum --check`` reads it."""


def checksums(paths: Iterable[str | Path], *, root: str | Path) -> dict[str, str]:
    """SHA-256 of each file, and of all in each folder but hidden ones, by path as seen from `root`, in order."""
    found = {Path(path) for path in paths}
    files = {file for path in found for file in (path.rglob("[!.]*") if path.is_dir() else [path]) if file.is_file()}
    return {file.relative_to(root).as_posix(): _sha256(file) for file in sorted(files)}


def write_checksums(path: str | Path, sums: Mapping[str, str]) -> None:
    """Write checksums, a line each, as ``sha256sum --check`` reads them in the folder of results."""
    with atomic(path) as draft:
        draft.write_text("".join(f"{digest}  {file}\n" for file, digest in sums.items()), encoding="utf-8")


def write_provenance_page(
    path: str | Path,
    *,
    studies: Mapping[str, str],
    runs: Mapping[str, Mapping[str, Any]],
    replicates: Mapping[str, Mapping[str, int]],
    seed: int,
    scale: str,
    sums: Mapping[str, str],
) -> None:
    """Write the page of provenance.

    Parameters
    ----------
    studies : title of each study, by name.
    runs : provenance of each study's runs.
    replicates : of each treatment of each study.
    seed, scale : of the project.
    sums : see `checksums`.
    """
    folders: dict[str, dict[str, str]] = {}
    for file, digest in sums.items():
        folders.setdefault(file.split("/")[0], {})[file] = digest
    render(
        path,
        "provenance.html.j2",
        here="provenance.html",
        studies=studies,
        runs=runs,
        packages=sorted({package for made in runs.values() for package in made["packages"]}),
        replicates=replicates,
        seed=seed,
        scale=scale,
        folders=folders,
        file=SUMS,
    )


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
