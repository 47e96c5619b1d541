"""Classes of a learner's file and their parameters, read without executing it: that would import what it imports."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import make_dataclass
from pathlib import Path
from typing import Any

from tttcore.pipeline.declaration import declared
from tttcore.pipeline.files import read_text
from tttcore.pipeline.messages import ConfigError

BASE = "Learner"
"""Name of the class from which learners derive."""
KINDS = {"bool": bool, "int": int, "float": float, "str": str}
"""Types of parameters, by name."""


def classes(file: Path) -> list[str]:
    """Names of the learners that a file defines: classes that derive from `BASE`, also by way of modules beside it."""
    nodes = _classes(file)
    own = {node.name for node in _tree(file).body if isinstance(node, ast.ClassDef)}
    return [name for name in nodes if name in own and any(BASE in _bases(node) for node in _lineage(name, nodes))]


def parameters(file: Path, name: str) -> type:
    """Declaration of a class's parameters: its annotated attributes with defaults, and those of its bases."""
    nodes = _classes(file)
    fields: dict[str, tuple[str, Any, Any]] = {}
    for node in _lineage(name, nodes):
        for line in node.body:
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value is not None:
                kind = KINDS.get(ast.unparse(line.annotation))
                if kind is None:
                    place = f"{node.name}.{line.target.id}: {ast.unparse(line.annotation)}"
                    raise ConfigError(f"{file}: {place} is no type of a parameter; allowed: {', '.join(KINDS)}")
                fields[line.target.id] = (line.target.id, kind, None)
    return declared(make_dataclass(name, [*fields.values()], frozen=True))


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
