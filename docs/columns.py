"""Reference of the columns of stored tables, from their schemas and the comments beside the columns."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tttcore.claims import schemas
from tttcore.engines import learning
from tttcore.engines.engine import engine, engines
from tttcore.pipeline.schema import Schema

_CONSTANTS = re.compile(r"\b[A-Z_]{2,}\b")
_NAMES = re.compile(r'"(\w+)"')
SHARED = {
    "treatment": "name of the treatment",
    "replicate": "number of the run, from 0",
    "seed": "the project's seed",
}
"""Columns of every table of runs."""


def text() -> str:
    """Tables of columns, in Markdown."""
    of_claims, source = _comments(inspect.getsource(schemas)), inspect.getsource(learning)
    of_learners = SHARED | _of_constants(source.splitlines(), vars(learning)) | _comments(source)
    parts = [
        *_table(schemas.VERDICTS, "Verdicts", of_claims),
        *_table(schemas.AUDIT, "Audit", of_claims),
        *_table(learning.LEARNING, "Learners while they learn", of_learners),
        *(line for name in engines() for line in _of_engine(name)),
    ]
    return "\n".join(parts)


def _of_engine(name: str) -> Iterator[str]:
    """Tables of an engine; what says nothing of a column has what another of its tables says."""
    stored = engine(name).STORED
    own = {kind: _declared(getattr(stored, kind), name) for kind in ("batches", "runs", "traces")}
    shared = {column: meaning for meanings in reversed(own.values()) for column, meaning in meanings.items()}
    for kind, meanings in own.items():
        yield from _table(getattr(stored, kind), f"`{name}`: {kind}", SHARED | shared | meanings)


def _declared(schema: Schema, name: str) -> dict[str, str]:
    """Meanings of a schema's columns, from the lines of the call that declares it in an engine's package."""
    for file in Path(engine(name).__file__).parent.glob("*.py"):
        source = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and node.args and ast.unparse(node.args[0]) == repr(schema.name):
                lines = source.splitlines()[node.lineno - 1 : node.end_lineno]
                module = import_module(f"tttcore.engines.{name}.{file.stem}")
                return {**_of_constants(lines, vars(module)), **_comments("\n".join(lines))}
    raise LookupError(schema.name)


def _of_constants(lines: list[str], known: dict[str, Any]) -> dict[str, str]:
    """Meanings of columns that are named by constants: the comment of their line."""
    found = {}
    for line in lines:
        code, _, comment = line.partition("# ")
        for constant in _CONSTANTS.findall(code.partition(" in ")[2]):
            found |= dict.fromkeys(known[constant], comment)
    return {name: meaning for name, meaning in found.items() if meaning}


def _comments(source: str) -> dict[str, str]:
    """Comment at the end of each line, by the names that stand in that line."""
    lines = [line.partition("# ") for line in source.splitlines()]
    return {name: comment for code, _, comment in lines if comment for name in _NAMES.findall(code)}


def _table(schema: Schema, title: str, meanings: dict[str, str]) -> Iterator[str]:
    yield f"## {title}\n\n| column | type | meaning |\n| --- | --- | --- |"
    for column in schema.columns:
        if column.name not in meanings:
            raise ValueError(f"column {column.name!r} of {schema.name} has no comment in its declaration")
        yield f"| `{column.name}` | {str(column.type).replace('item: ', '')} | {meanings[column.name]} |"
    yield ""
