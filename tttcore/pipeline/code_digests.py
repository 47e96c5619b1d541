"""Digests of the logic of code, by which edits make results stale, and digests of files and texts."""

import ast
import atexit
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tttcore.pipeline.files import ROOT, atomic, is_special
from tttcore.pipeline.messages import ConfigError

PACKAGE = "tttcore"
LAZY = "lazy_names(__name__)\n"
"""End of a module of public names, see `lazy`; it counts as empty, since the package itself takes no name from it."""


class _Analysis(NamedTuple):
    """Result of the analysis of a source file."""

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

    Comments, layout, docstrings and most annotations don't count, see `reduced`, so that editing them
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
    version = text_digest(Path(__file__).read_text(encoding="utf-8"))
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
        tree = ast.Module([], []) if source.endswith(LAZY) else reduced(ast.parse(source))
        known = _Analysis(content, sorted({*_names_imported(tree, package)}), text_digest(text_of(tree)))
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
    """Dotted names that are modules of the package."""
    return [name for name in names if _source(name, str(root))]


@cache
def _source(module: str, root: str) -> str | None:
    """Source file of a module of the package; None if there is none."""
    top, *inside = module.split(".")
    if top != PACKAGE:
        return None
    path = os.path.join(root, *inside)
    return next((file for file in (f"{path}.py", os.path.join(path, "__init__.py")) if os.path.isfile(file)), None)


def reduced(tree: ast.Module) -> ast.Module:
    """Syntax tree without what can't change the behaviour of a program; `tree` itself is changed.

    Comments, layout, docstrings of any kind, annotations outside of classes and ``TYPE_CHECKING`` blocks are left out.
    Annotations in classes and of keyword-only parameters of decorated functions stay, since they determine the values
    of fields and options.
    """
    return _Logic().visit(tree)


class _Logic(ast.NodeTransformer):
    """Reduce a syntax tree to the nodes that can change the behaviour of a program."""

    def __init__(self) -> None:
        self.in_class = False

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        alone = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if alone else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.AST]:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return [self.visit(each) for each in node.orelse]
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._inside(node, in_class=True)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        options = [arg.annotation for arg in node.args.kwonlyargs] if node.decorator_list else []
        self._inside(node, in_class=False)
        for arg, annotation in zip(node.args.kwonlyargs, options, strict=False):
            arg.annotation = annotation
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - named by ast

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if self.in_class:
            return self.generic_visit(node)
        return ast.Assign([self.visit(node.target)], self.visit(node.value)) if node.value else None

    def _inside(self, node: ast.AST, *, in_class: bool) -> ast.AST:
        outside, self.in_class = self.in_class, in_class
        node = self.generic_visit(node)
        self.in_class = outside
        return node


def text_of(node: object) -> str:
    """Text of a syntax tree without positions, the same in every version of Python.

    Versions differ in fields that only some of them have, which are empty unless a program uses what is new, in the
    pieces of text that an f-string is cut into, and in what `repr` shows of text as it is.
    """
    if isinstance(node, ast.Constant | ast.MatchSingleton):
        return f"{type(node).__name__}({node.value!a})"
    if isinstance(node, ast.JoinedStr):
        return f"JoinedStr({text_of(_joined(node.values))})"
    if isinstance(node, ast.AST):
        fields = (f"{name}={text_of(value)}" for name, value in sorted(ast.iter_fields(node)) if value)
        return f"{type(node).__name__}({','.join(fields)})"
    if isinstance(node, list):
        return "[" + ",".join(map(text_of, node)) + "]"
    return ascii(node)


def _joined(pieces: list[ast.expr]) -> list[ast.expr]:
    """Pieces of an f-string with neighbouring texts joined, and without empty ones."""
    joined: list[ast.expr] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if isinstance(piece, ast.Constant) and isinstance(last, ast.Constant):
            joined[-1] = ast.Constant(f"{last.value!s}{piece.value!s}")
        elif not (isinstance(piece, ast.Constant) and not piece.value):
            joined.append(piece)
    return joined


def text_digest(*texts: str) -> str:
    """Digest of texts as 16 hexadecimal digits."""
    return hashlib.blake2b("\0".join(texts).encode(), digest_size=8).hexdigest()


def files_digest(files: Iterable[str | Path]) -> str:
    """Digest of the contents of files, in their order; ConfigError for a device or a pipe, which may have no end."""
    return text_digest(*map(_content_digest, files))


def _content_digest(file: str | Path) -> str:
    if is_special(file):
        raise ConfigError(f"{file}: not a regular file")
    return hashlib.blake2b(Path(file).read_bytes()).hexdigest()
