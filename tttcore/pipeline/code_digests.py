"""Identify the code behind a result by digests of its logic, which say what an edit makes stale."""

import ast
import atexit
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tttcore.pipeline import program_logic
from tttcore.pipeline.atomic_file import atomic
from tttcore.pipeline.provenance import ROOT, text_digest

PACKAGE = "tttcore"


class _Analysis(NamedTuple):
    """Facts read off a source file."""

    content: str
    """Digest of its bytes."""
    names: list[str]
    """Dotted names that it imports; some may be names inside of modules."""
    logic: str
    """Digest of its logic."""


_analyses: dict[str, _Analysis] = {}
"""Analyses by path, which hold as long as the content of the file is the same."""


def code_digest(*modules: str, root: Path = ROOT) -> str:
    """Digest of the logic of `modules` and of everything in the package that they import, directly or indirectly.

    Comments, layout, docstrings and most annotations don't count, see `program_logic.logic_of`, so that editing them
    reruns nothing.

    Parameters
    ----------
    modules : dotted names inside the package, such as ``tttcore.engines.genetic_algorithm.generational``.
    root : folder of the package's sources.

    Returns
    -------
    str
        16 hexadecimal digits.

    Raises
    ------
    ValueError
        If a module has no source file under `root`.
    """
    reached = with_imported(*modules, root=root)
    return text_digest(*(f"{name} {_analysis_of_module(name, root).logic}" for name in reached))


def with_imported(*modules: str, root: Path = ROOT) -> list[str]:
    """Names of modules and of everything in the package that they import, directly or indirectly, in order."""
    todo, reached = list(modules), set()
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo.extend(_modules_among(_analysis_of_module(name, root).names, root))
    return sorted(reached)


def script_digest(script: str | Path) -> str:
    """Digest of the logic of a script alone, without what it imports, see `code_digest`."""
    return _analysis(str(script), "").logic


def imported_by(script: str | Path, root: Path = ROOT) -> list[str]:
    """Modules of the package that a script outside of it imports, in alphabetical order."""
    return sorted({*_modules_among(_analysis(str(script), "").names, root)} - {PACKAGE})


def remember_analyses(file: Path) -> None:
    """Take analyses of unchanged sources from a file that an earlier process has left, and leave those of this one.

    Without the file, or with one that can't be used, all sources are parsed, which takes a second or two.
    """
    version = text_digest(*(Path(each).read_text(encoding="utf-8") for each in (__file__, program_logic.__file__)))
    earlier: dict[str, _Analysis] = {}
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        if stored["version"] == version:
            earlier = {path: _Analysis(*each) for path, each in stored["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    _analyses.update(earlier)
    atexit.register(_store, file, version, earlier)


def _store(file: Path, version: str, earlier: dict[str, _Analysis]) -> None:
    """Store the analyses if there are new ones and the folder is there and writable."""
    if _analyses != earlier and file.parent.is_dir():
        with suppress(OSError), atomic(file) as partial:
            partial.write_text(json.dumps({"version": version, "files": _analyses}), encoding="utf-8")


def _analysis_of_module(name: str, root: Path) -> _Analysis:
    path = _source(name, str(root))
    if path is None:
        raise ValueError(f"no module {name!r} under {root}")
    return _analysis(path, name if path.endswith("__init__.py") else name.rpartition(".")[0])


def _analysis(path: str, package: str) -> _Analysis:
    """Analysis of a file that belongs to a package, or to none (``""``)."""
    return _up_to_date(path, package, os.stat(path).st_mtime_ns)


@cache
def _up_to_date(path: str, package: str, _changed: int) -> _Analysis:
    """Analysis of a file; `_changed` is its modification time, a key of the cache."""
    source = Path(path).read_text(encoding="utf-8")
    content = text_digest(source)
    known = _analyses.get(path)
    if known is None or known.content != content:
        tree = program_logic.reduced(ast.parse(source))
        known = _Analysis(content, sorted({*_names_imported(tree, package)}), text_digest(program_logic.text_of(tree)))
        _analyses[path] = known
    return known


def _names_imported(tree: ast.Module, package: str) -> Iterator[str]:
    """Dotted names that a program of `package` imports, at its top or inside of functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from (source, *(f"{source}.{alias.name}" for alias in node.names))


def _modules_among(names: Iterable[str], root: Path) -> list[str]:
    """Those of dotted names that are modules of the package."""
    return [name for name in names if _source(name, str(root))]


@cache
def _source(module: str, root: str) -> str | None:
    """Source file of a module of the package; None if there is none."""
    top, *inside = module.split(".")
    if top != PACKAGE:
        return None
    path = os.path.join(root, *inside)
    return next((file for file in (f"{path}.py", os.path.join(path, "__init__.py")) if os.path.isfile(file)), None)
