"""Public names: short imports, nothing heavy before a name is used, and an example of each that runs."""

import ast
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest
from helpers.project import ROOT
from site_pages.public import MODULES, faults

from tttcore.pipeline.code_digests import LAZY

SHORT = [module for module in MODULES if module.startswith("tttcore.") and module.count(".") == 1]
"""Modules that import a name when it is first used."""


@pytest.mark.needs_jit
@pytest.mark.parametrize("module", MODULES)
def test_docstrings_and_their_examples(module, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert [*faults(module)] == []


def bare(x):
    pass


def wrong(x):
    """Double a number.

    >>> 1 + 1
    3
    """


@dataclass
class Pair:
    first: int

    @classmethod
    def of(cls):
        pass


def test_what_is_wrong_with_a_name(monkeypatch):
    module = ModuleType("tttcore.mine")
    vars(module).update(__all__=["bare", "wrong", "Pair"], bare=bare, wrong=wrong, Pair=Pair)
    monkeypatch.setitem(sys.modules, "tttcore.mine", module)
    said = ["bare has no docstring", "bare has no example", "wrong: an example fails"]
    said += ["Pair has no docstring", "Pair.of has no docstring", "Pair has no example"]
    assert [*faults("tttcore.mine")] == [f"tttcore.mine.{each}" for each in said]


@pytest.mark.parametrize("module", SHORT)
def test_short_imports_load_nothing_before_a_name_is_used(module):
    code = f"""
import sys, {module} as public
print({{*public.__all__}} <= {{*dir(public)}}, {{"numba", "numpy", "pandas", "scipy"}} & {{*sys.modules}})
"""
    made = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert made.stdout == "True set()\n"


@pytest.mark.parametrize("module", SHORT)
def test_an_unknown_name(module):
    with pytest.raises(AttributeError, match=f"^module '{module}' has no attribute 'missing'$"):
        _ = import_module(module).missing


@pytest.mark.parametrize("module", ["tttcore.games", "tttcore.stats"])
def test_no_module_hides_a_name(module):
    """A package's module, once imported, would take the place of a function of the same name."""
    assert [name for name in import_module(module).__all__ if find_spec(f"{module}.{name}")] == []


def short_imports(text):
    """Names that a program takes from modules of short imports, and these modules where it imports them whole."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module in SHORT:
            yield from {name.name for name in node.names} & {*import_module(node.module).__all__}
        elif isinstance(node, ast.ImportFrom) and node.module == "tttcore":
            yield from {f"tttcore.{name.name}" for name in node.names} & {*SHORT}
        elif isinstance(node, ast.Import):
            yield from {name.name for name in node.names} & {*SHORT}


@pytest.mark.parametrize(
    "text", ["from tttcore.stats import holm", "from tttcore import stats", "import tttcore.stats as s"]
)
def test_short_imports_are_found(text):
    assert [*short_imports(text)]


def test_code_of_the_package_takes_no_name_from_short_imports():
    """Digests of code, which say what an edit makes stale, leave these modules out."""
    files = [file for part in ("tttcore", "workflow", "benchmarks") for file in (ROOT / part).rglob("*.py")]
    texts = {str(file): file.read_text(encoding="utf-8") for file in files}
    assert len([file for file, text in texts.items() if text.endswith(LAZY)]) == len(SHORT)
    assert {file: names for file, text in texts.items() if (names := [*short_imports(text)])} == {}
