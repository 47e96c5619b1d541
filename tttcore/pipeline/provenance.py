"""Identify the code and the data behind a result by digests."""

import ast
import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = "tttcore"
ROOT = Path(__file__).resolve().parents[1]


def code_digest(*modules: str, root: Path = ROOT) -> str:
    """Digest of the logic of `modules` and of everything in the package that they import, directly or indirectly.

    Comments, layout, docstrings of any kind, annotations outside of classes and ``TYPE_CHECKING`` blocks are ignored,
    so that editing them reruns nothing. Annotations in classes and of keyword-only parameters of decorated functions
    count, since they determine the values of fields and options. Parsed files are cached until they change.

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
    digest = hashlib.blake2b(digest_size=8)
    for name in with_imported(*modules, root=root):
        digest.update(name.encode())
        path = _source(name, root)
        digest.update(_logic(path, path.stat().st_mtime_ns).encode())
    return digest.hexdigest()


def with_imported(*modules: str, root: Path = ROOT) -> list[str]:
    """Names of modules and of everything in the package that they import, directly or indirectly, in order."""
    todo, reached = list(modules), set()
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo.extend(_imports(name, root))
    return sorted(reached)


def script_digest(script: str | Path) -> str:
    """Digest of the logic of a script alone, without what it imports, see `code_digest`."""
    path = Path(script)
    return text_digest(_logic(path, path.stat().st_mtime_ns))


def imported_by(script: str | Path, root: Path = ROOT) -> list[str]:
    """Modules of the package that a script outside of it imports, in alphabetical order."""
    return sorted({*_modules_imported(Path(script), "", root)} - {PACKAGE})


def source_digest(root: Path = ROOT) -> str:
    """Digest of all source bytes of the package, which names the cache of compiled kernels.

    Stricter and faster than `code_digest`, since it is computed at every import.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def text_digest(*texts: str) -> str:
    """Digest of texts as 16 hexadecimal digits."""
    return hashlib.blake2b("\0".join(texts).encode(), digest_size=8).hexdigest()


def files_digest(files: Iterable[str | Path]) -> str:
    """Digest of the contents of files, in their order."""
    return text_digest(*(hashlib.blake2b(Path(file).read_bytes()).hexdigest() for file in files))


def content_digest(files: Iterable[str | Path], *, settings: Any) -> str:
    """Digest of the contents of files, in their order, and of settings."""
    return text_digest(files_digest(files), json.dumps(settings, sort_keys=True))


def _source(module: str, root: Path) -> Path:
    relative = Path(*module.split(".")[1:])
    for path in (root / relative.with_suffix(".py"), root / relative / "__init__.py"):
        if relative.parts and path.is_file():
            return path
    if not relative.parts:
        return root / "__init__.py"
    raise ValueError(f"no module {module!r} under {root}")


def _imports(module: str, root: Path) -> list[str]:
    """Modules of the package that `module` imports, at its top or inside of functions."""
    path = _source(module, root)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return _modules_imported(path, package, root)


def _modules_imported(path: Path, package: str, root: Path) -> list[str]:
    """Modules of the package that a file of `package` imports."""
    names = _names_imported(path, package, path.stat().st_mtime_ns)
    return [name for name in names if name.split(".")[0] == PACKAGE and _is_module(name, root)]


@cache
def _names_imported(path: Path, package: str, _changed: int) -> list[str]:
    """Dotted names that a file of `package` imports; some may be names inside of modules."""
    found = []
    for node in ast.walk(_tree(path, _changed)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            found += [source, *(f"{source}.{alias.name}" for alias in node.names)]
    return found


def _is_module(name: str, root: Path) -> bool:
    try:
        _source(name, root)
    except ValueError:
        return False
    return True


@cache
def _tree(path: Path, _changed: int) -> ast.Module:
    """Syntax tree of a file reduced to its logic; `_changed` is its modification time, a key of the cache."""
    return _Logic().visit(ast.parse(path.read_text(encoding="utf-8")))


@cache
def _logic(path: Path, _changed: int) -> str:
    """Logic of a file as text without positions, see `_Logic`."""
    return _dump(_tree(path, _changed))


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


def _dump(node: object) -> str:
    """Text of a syntax tree, the same in every version of Python.

    Versions differ in fields that only some of them have, which are empty unless a program uses what is new, in the
    pieces of text that an f-string is cut into, and in what `repr` shows of text as it is.
    """
    if isinstance(node, ast.Constant | ast.MatchSingleton):
        return f"{type(node).__name__}({node.value!a})"
    if isinstance(node, ast.JoinedStr):
        return f"JoinedStr({_dump(_joined(node.values))})"
    if isinstance(node, ast.AST):
        fields = (f"{name}={_dump(value)}" for name, value in sorted(ast.iter_fields(node)) if value)
        return f"{type(node).__name__}({','.join(fields)})"
    if isinstance(node, list):
        return "[" + ",".join(map(_dump, node)) + "]"
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
