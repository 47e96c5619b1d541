"""Files of the workflow itself: the Snakefile and all that it names."""

import posixpath
import re
from collections.abc import Callable

BESIDE = ("CITATION.cff", "LICENSE", "codemeta.json", "pyproject.toml", "requirements.lock")
"""Files that tell of the workflow and pin what it needs."""
_NAMED = re.compile(r'"((?:workflow|\.\.)/[^"{}]+\.\w+)"')
"""Paths in a Snakefile or a file of rules, relative to it."""


def workflow_sources(read: Callable[[str], str], main: str = "Snakefile") -> list[str]:
    """Paths of the workflow's files, in order.

    Parameters
    ----------
    read : gives the text of a file by its path.
    main : path of the Snakefile.
    """
    todo, found = [main], {*BESIDE}
    while todo:
        path = todo.pop()
        found.add(path)
        if path == main or path.endswith(".smk"):
            named = _NAMED.findall(read(path))
            todo += {posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in named} - found
    return sorted(found)
