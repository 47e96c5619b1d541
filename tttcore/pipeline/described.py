"""Descriptions of dataclasses and their keys, from docstrings."""

import ast
import inspect
import re
import sys
from functools import cache
from itertools import pairwise


def summary(kind: type) -> str:
    """First paragraph of a class's docstring, in one line."""
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def described(kind: type) -> dict[str, str]:
    """Descriptions of a dataclass's keys: docstrings below its fields, or Attributes or Parameters in its docstring."""
    told: dict[str, str] = {}
    for part in reversed(kind.__mro__):
        section = re.search(r"^(?:Attributes|Parameters)\n-+\n((?:.+\n?)+)", inspect.getdoc(part) or "", re.MULTILINE)
        for names, text in re.findall(r"^(\w[\w, ]*) : (.+(?:\n +.+)*)", section[1] if section else "", re.MULTILINE):
            told |= dict.fromkeys(names.split(", "), " ".join(text.split()))
        for line, below in pairwise(_lines(part.__module__).get(part.__name__, [])):
            match line, below:
                case ast.AnnAssign(target=ast.Name(id=key)), ast.Expr(value=ast.Constant(value=str(text))):
                    told[key] = " ".join(text.split())
    return told


@cache
def _lines(module: str) -> dict[str, list[ast.stmt]]:
    """Statements of each class of a module, none for Python's own modules without a source."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}
    return {node.name: node.body for node in tree.body if isinstance(node, ast.ClassDef)}
