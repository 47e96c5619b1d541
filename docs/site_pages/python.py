"""Reference of what README and documentation import: docstrings, all of which must be there, with examples that run."""

import ast
import doctest
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from textwrap import dedent
from types import FunctionType
from typing import Any

from mkdocs.exceptions import PluginError

from site_pages import ROOT

ALSO = {
    ("tttcore", "results"),
    ("tttcore.exchange.results", "Results"),
    ("tttcore.games.classic", "enumerate_states"),
    ("tttcore.games.hypercube", "Hypercube"),
    ("tttcore.engines.genetic_algorithm.players.coding", "Alleles"),
    ("tttcore.engines.genetic_algorithm.players.coding", "fill_randomly"),
    ("tttcore.engines.genetic_algorithm.players.evaluation", "Evaluator"),
    ("tttcore.engines.genies.players.linear", "Player"),
    ("tttcore.engines.genies.players.linear", "play"),
    ("tttcore.engines.genies.players.linear", "random_players"),
    ("tttcore.engines.nine_board.proof", "prove"),
    ("tttcore.pipeline.rng", "stream"),
}
"""Names that no block imports from their module."""


def page() -> str:
    """Text of the page; PluginError for a name without a docstring, and for an example that fails."""
    files = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    names = sorted(ALSO | {name for file in files for name in imported(file.read_text(encoding="utf-8"))})
    faults = [fault for module, name in names for fault in _faults(f"{module}.{name}", _thing(module, name))]
    if faults:
        raise PluginError("; ".join(faults))
    return "\n".join([_INTRODUCTION, *(f"::: {module}.{name}\n" for module, name in names)])


_INTRODUCTION = """\
# Python

For programs and notebooks: what the README and these pages import from `tttcore`. The rest of the package may
change with any version.
"""


def imported(text: str) -> Iterator[tuple[str, str]]:
    """Modules of the package and the names that blocks of Python in a text import from them."""
    for block in re.findall(r"^ *```python\n(.*?)^ *```", text, flags=re.MULTILINE | re.DOTALL):
        try:
            nodes = [*ast.walk(ast.parse(dedent(block)))]
        except SyntaxError:  # rules of Snakemake
            continue
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tttcore"):
                yield from ((str(node.module), name.name) for name in node.names)


def _thing(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def _faults(name: str, thing: Any) -> Iterator[str]:
    if not (inspect.isclass(thing) or callable(thing)):
        return
    for member, each in {"": thing, **(vars(thing) if inspect.isclass(thing) else {})}.items():
        public = not member.startswith("_") and isinstance(each, FunctionType | property | type)
        if public and not inspect.getdoc(each):
            yield f"{name}.{member}".rstrip(".") + " has no docstring"
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(thing, name):
        if runner.run(test).failed:
            yield f"{test.name}: an example fails"
