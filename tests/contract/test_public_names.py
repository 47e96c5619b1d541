"""Public names: short imports, nothing heavy before a name is used, an example of each; docstrings name things."""

import ast
import re
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest
from helpers.project import ROOT
from helpers.public_names import MODULES, faults

from tttcore.pipeline.code_digests import LAZY

SHORT = [module for module in MODULES if module.count(".") == 1 and module != "tttcore.learner"]
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
    said = "bare has no docstring, bare has no example, wrong: an example fails, Pair has no docstring, "
    said += "Pair.of has no docstring, Pair has no example"
    assert [*faults("tttcore.mine")] == [f"tttcore.mine.{each}" for each in said.split(", ")]


def test_short_imports_load_nothing_before_a_name_is_used():
    code = f"""
import importlib, sys
modules = [importlib.import_module(each) for each in {SHORT}]
print(all({{*each.__all__}} <= {{*dir(each)}} for each in modules))
print({{"numba", "numpy", "pandas", "scipy"}} & {{*sys.modules}})
"""
    made = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert made.stdout == "True\nset()\n"


def test_an_unknown_name():
    for module in SHORT:
        with pytest.raises(AttributeError, match=f"^module '{module}' has no attribute 'missing'$"):
            _ = import_module(module).missing


def test_no_module_hides_a_name():
    """A package's module, once imported, would take the place of a function of the same name."""
    packages = map(import_module, ("tttcore.games", "tttcore.stats"))
    names = [f"{package.__name__}.{name}" for package in packages for name in package.__all__]
    assert [name for name in names if find_spec(name)] == []


def short_imports(text):
    """Names that a program takes from modules of short imports, and these modules where it imports them whole."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module in SHORT:
            yield from {name.name for name in node.names} & {*import_module(node.module).__all__}
        elif isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.module == "tttcore"):
            parent = "" if isinstance(node, ast.Import) else "tttcore."
            yield from {parent + name.name for name in node.names} & {*SHORT}


def test_code_of_the_package_takes_no_name_from_short_imports():
    """Digests of code, which say what an edit makes stale, leave these modules out."""
    files = [file for part in ("tttcore", "workflow", "benchmarks") for file in (ROOT / part).rglob("*.py")]
    texts = {str(file): file.read_text(encoding="utf-8") for file in files}
    assert len([file for file, text in texts.items() if text.endswith(LAZY)]) == len(SHORT)
    assert {file: names for file, text in texts.items() if (names := [*short_imports(text)])} == {}


VAGUE = re.compile(r"(What|Who|Whose|How|Whether|Of|That|So|Sign|Way|Entry|Place)\b")
"""Beginnings of first lines from which a reader can't tell what is described."""


def test_first_lines_of_docstrings_name_a_thing_or_an_action():
    """Those of modules, functions and classes, and of what is assigned before."""
    folders = ("tttcore", "workflow", "benchmarks", "docs")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py") if "templates" not in file.parts]
    found = []
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            body = getattr(node, "body", [])
            alone = [each.value for each in body if isinstance(each, ast.Expr)] if isinstance(body, list) else []
            texts = [each.value for each in alone if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            found += [f"{file}: {text.splitlines()[0]}" for text in texts if VAGUE.match(text)]
    assert found == []
