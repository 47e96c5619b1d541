"""Provenance page: versions, seed, code and recipes of the results, and the checksum of every file."""

from collections.abc import Mapping
from typing import Any

from tttcore.pipeline.manifest import Manifest
from tttcore.report.site import Context

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
