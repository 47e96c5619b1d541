"""Drafts: hidden files that `store.atomic` writes to, left behind by processes that were killed."""

import re
from pathlib import Path

_DRAFT = re.compile(r"\.(.+)\.[a-z0-9_]{8}(\.\w+)?")
"""Name of a file, eight random letters and the file's own suffix again."""


def remove_drafts(folder: str | Path) -> list[Path]:
    """Remove the drafts in a folder and below; a job that is still writing one loses it, and ends with an error."""
    names = ((path, _DRAFT.fullmatch(path.name)) for path in Path(folder).rglob(".*"))
    drafts = [path for path, name in names if name and Path(name[1]).suffix == (name[2] or "")]
    for draft in drafts:
        draft.unlink(missing_ok=True)
    return drafts
