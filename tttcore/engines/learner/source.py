"""Learners of a file and their parameters, read without executing it: that would import what it imports."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import make_dataclass
from pathlib import Path
from typing import Any, TypeGuard

from tttcore.pipeline.declaration import declared
from tttcore.pipeline.files import read_text
from tttcore.pipeline.messages import ConfigError

BASE = "Learner"
"""Name of the class from which learners derive."""
LOOP = ("environment", "rng")
"""First arguments of functions that train a learner, see docs/how-to/your-learner.md."""
KINDS = {"bool": bool, "int": int, "float": float, "str": str}
"""Types of parameters, by name."""


def learners(file: Path) -> list[str]:
    """Names of the learners that a file defines, in its order.

    They are classes that derive from `BASE`, also by way of modules beside the file, and functions that train one:
    their first two arguments are those of `LOOP`.
    """
    nodes = _classes(file)
    derived = {name for name in nodes if any(BASE in _bases(node) for node in _lineage(name, nodes))}
    own = [node for node in _tree(file).body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    return [node.name for node in own if _is_loop(node) or (isinstance(node, ast.ClassDef) and node.name in derived)]


def is_loop(file: Path, name: str) -> bool:
    """True for a function of an environment, which trains a learner."""
    return _loop(file, name) is not None


def parameters(file: Path, name: str) -> type:
    """Declaration of a learner's parameters.

    Of a class these are its annotated attributes with defaults, and those of its bases; of a function its arguments
    after those of `LOOP`.
    """
    fields: dict[str, tuple[str, Any, Any]] = {}
    for owner, parameter, annotation in _annotated(file, name):
        kind = KINDS.get(annotation)
        if kind is None:
            place = f"{owner}.{parameter}: {annotation}"
            raise ConfigError(f"{file}: {place} is no type of a parameter; allowed: {', '.join(KINDS)}")
        fields[parameter] = (parameter, kind, None)
    return declared(make_dataclass(name, [*fields.values()], frozen=True))


def _annotated(file: Path, name: str) -> Iterator[tuple[str, str, str]]:
    """Parameters of a learner: class or function that has it, its name, and its type."""
    if loop := _loop(file, name):
        for argument in (*loop.args.args[len(LOOP) :], *loop.args.kwonlyargs):
            yield name, argument.arg, ast.unparse(argument.annotation) if argument.annotation else "no type"
        return
    nodes = _classes(file)
    for node in _lineage(name, nodes):
        for line in node.body:
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value is not None:
                yield node.name, line.target.id, ast.unparse(line.annotation)


def source_files(file: Path) -> list[Path]:
    """A file and the modules beside it that it imports, directly or indirectly, in alphabetical order."""
    found, todo = set[Path](), [file]
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            beside = (file.parent / f"{name.replace('.', '/')}.py" for name in _imported(_tree(each)))
            todo += [path for path in beside if path.is_file()]
    return sorted(found)


def _classes(file: Path) -> dict[str, ast.ClassDef]:
    """Classes of a file and of the modules beside it that it imports, by name; its own win."""
    others = [path for path in source_files(file) if path != file]
    return {node.name: node for path in (*others, file) for node in _tree(path).body if isinstance(node, ast.ClassDef)}


def _loop(file: Path, name: str) -> ast.FunctionDef | None:
    return next((node for node in _tree(file).body if _is_loop(node) and node.name == name), None)


def _is_loop(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and tuple(each.arg for each in node.args.args[: len(LOOP)]) == LOOP


def _tree(file: Path) -> ast.Module:
    try:
        return ast.parse(read_text(file))
    except SyntaxError as error:
        raise ConfigError(f"{file}, line {error.lineno}: {error.msg}") from None


def _imported(tree: ast.Module) -> Iterator[str]:
    """Names of the modules that a program imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def _lineage(name: str, nodes: Mapping[str, ast.ClassDef]) -> Iterator[ast.ClassDef]:
    """A class after those that it derives from, as far as they are known."""
    for base in _bases(nodes[name]):
        if base in nodes and base != name:
            yield from _lineage(base, nodes)
    yield nodes[name]


def _bases(node: ast.ClassDef) -> list[str]:
    """Names of the classes from which a class derives, without their modules."""
    return [ast.unparse(base).rpartition(".")[2] for base in node.bases]
