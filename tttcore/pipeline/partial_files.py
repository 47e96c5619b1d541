"""Remove partial files: hidden files that `store.atomic` writes to, left behind by killed processes."""

import re
from pathlib import Path

_PARTIAL_NAME = re.compile(r"\.(.+)\.[a-z0-9_]{8}(\.\w+)?")
"""Dot, name of the final file, eight random characters, and the suffix of the final file again."""


def remove_partial_files(folder: str | Path) -> list[Path]:
    """Remove all partial files below a folder; a job that is still writing to one fails with an error."""
    names = ((path, _PARTIAL_NAME.fullmatch(path.name)) for path in Path(folder).rglob(".*"))
    partial = [path for path, name in names if name and Path(name[1]).suffix == (name[2] or "")]
    for path in partial:
        path.unlink(missing_ok=True)
    return partial
