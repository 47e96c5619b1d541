"""The page of provenance: versions, seed, code and recipes behind the results, and a checksum of every result."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tttcore.pipeline.manifest import Manifest
from tttcore.report.site import render

MANIFEST = "MANIFEST.sha256"
"""File of digests in the folder of results."""
UNLISTED = ("report/provenance.html", "report/timings.html")
"""Pages that the manifest can't name: the one shows it, the other tells times."""
ABOUT_CODE = ("audit/", "report/")
"""Folders whose files tell which code there is or are laid out by it: they change with it though no result does."""


def results_alone(manifest: Manifest) -> Manifest:
    """The part of a manifest that stays the same while results do, whatever happens to the code."""
    return {path: digests for path, digests in manifest.items() if not path.startswith(ABOUT_CODE)}


def write_provenance_page(
    path: str | Path,
    *,
    studies: Mapping[str, str],
    runs: Mapping[str, Mapping[str, Any]],
    replicates: Mapping[str, Mapping[str, int]],
    seed: int,
    scale: str,
    manifest: Manifest,
) -> None:
    """Write the page of provenance.

    Parameters
    ----------
    studies : title of each study, by name.
    runs : provenance of each study's runs.
    replicates : of each treatment of each study.
    seed, scale : of the project.
    manifest : of all results.
    """
    folders: dict[str, dict[str, str | None]] = {}
    for file, digests in manifest.items():
        folders.setdefault(file.split("/")[0], {})[file] = digests.bytes
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
        file=MANIFEST,
    )
