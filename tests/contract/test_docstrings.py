"""First lines of docstrings name what they describe."""

import ast
import re

import pytest
from helpers.project import ROOT

VAGUE = re.compile(r"(What|Who|Whose|How|Whether|Of|That|So|Sign|Way|Entry|Place)\b")
"""Beginnings of first lines from which a reader can't tell what is described."""
FILES = [
    file
    for folder in ("tttcore", "workflow", "benchmarks", "docs")
    for file in (ROOT / folder).rglob("*.py")
    if "templates" not in file.parts
]


def docstrings(text: str):
    """Strings by themselves in code: docstrings of modules, functions and classes, and of what is assigned before."""
    for node in ast.walk(ast.parse(text)):
        for statement in getattr(node, "body", []) if not isinstance(node, ast.Lambda | ast.IfExp) else []:
            match statement:
                case ast.Expr(value=ast.Constant(value=str(found))):
                    yield found


@pytest.mark.parametrize(
    "folder", sorted({file.parent for file in FILES}), ids=lambda each: str(each.relative_to(ROOT))
)
def test_first_lines_name_a_thing_or_an_action(folder):
    found = [each for file in FILES if file.parent == folder for each in docstrings(file.read_text(encoding="utf-8"))]
    assert [each.splitlines()[0] for each in found if VAGUE.match(each)] == []


@pytest.mark.parametrize(
    ("text", "vague"), [("What it is", True), ("Offspring of parents", False), ("Ways out", False)]
)
def test_vague_beginnings(text, vague):
    assert bool(VAGUE.match(text)) == vague
