"""Reproducible zip files: equal parts give equal bytes."""

import zipfile
from collections.abc import Iterable
from pathlib import Path

from tttcore.pipeline.files import atomic

Part = tuple[str, str | bytes]
"""Path of a file in the archive, and its content."""

BEGINNING = (1980, 1, 1, 0, 0, 0)
"""Time of every part, the earliest that zip files can store, so that bytes repeat."""


def write_archive(path: str | Path, parts: Iterable[Part]) -> None:
    """Write parts as a zip file."""
    with atomic(path) as draft, zipfile.ZipFile(draft, "w") as file:
        for name, content in parts:
            about = zipfile.ZipInfo(name, BEGINNING)
            about.external_attr = 0o644 << 16
            file.writestr(about, content, zipfile.ZIP_DEFLATED)
