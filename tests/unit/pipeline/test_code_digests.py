"""Digests of code change with all imported logic, and with nothing else, such as the version of Python."""

import ast
import subprocess
import sys

import pytest
from helpers.pythons import pythons

from tttcore.pipeline.code_digests import LAZY, code_digest, imported_by, text_of
from tttcore.pipeline.files import ROOT
from tttcore.pipeline.kernel_cache import source_digest

CALLER = '''"""A module."""

from typing import TYPE_CHECKING

from tttcore.low import deep
from tttcore.low.helper import twice

if TYPE_CHECKING:
    from tttcore.unrelated import VALUE

LIMIT: int = 3
"""The most."""


class Face:
    """A face."""

    size: int = 1
    """How large it is."""

    def show(self, x):
        """Show."""
        return twice(x) + deep.CONSTANT  # the sum


@Face.shown
def face(x: int, *, size: int = 1):
    """Show a face."""
'''
HELPER = "def twice(x):\n    return 2 * x\n"


@pytest.fixture
def package(tmp_path):
    """`tttcore.top` imports `tttcore.low.helper` and `tttcore.low.deep`, which imports `tttcore.deepest` late."""
    root = tmp_path / "tttcore"
    (root / "low").mkdir(parents=True)
    (root / "__init__.py").write_text("")
    (root / "low" / "__init__.py").write_text('"""Low."""\n')
    (root / "low" / "helper.py").write_text(HELPER)
    (root / "low" / "deep.py").write_text("CONSTANT = 1\ndef late():\n    import tttcore.deepest\n")
    (root / "deepest.py").write_text("VALUE = 1\n")
    (root / "unrelated.py").write_text("VALUE = 1\n")
    (root / "top.py").write_text(CALLER)
    return root


def top(package):
    return code_digest("tttcore.top", root=package)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""A module."""', '"""Another description\n\nof the module."""'),
        ('"""Show."""', '"""Show it."""'),
        ('"""A face."""', '"""The face."""'),
        ('"""The most."""', '"""Not more."""'),
        ('    """How large it is."""\n', ""),
        ("LIMIT: int = 3", "LIMIT: float = 3"),
        ("LIMIT: int = 3", "LIMIT = 3"),
        ("def show(self, x)", 'def show(self, x: "int") -> "int | None"'),
        ("face(x: int", "face(x: float"),
        ("import VALUE", "import OTHER"),
        ("  # the sum", "  # their sum"),
        ("\n\n\nclass", "\n\n\n\n\n# a class\nclass"),
        ("twice(x) + deep.CONSTANT", "(twice(x)\n                + deep.CONSTANT)"),
    ],
)
def test_comments_and_docstrings_do_not_count(package, old, new):
    before = top(package)
    assert old in CALLER
    (package / "top.py").write_text(CALLER.replace(old, new))
    assert top(package) == before


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("top.py", "twice(x) + deep", "twice(x) - deep"),
        ("top.py", "def show", "def display"),
        ("top.py", "LIMIT: int = 3", "LIMIT: int = 4"),
        ("top.py", "    size: int", "    size: float"),
        ("top.py", "*, size: int", "*, size: float"),
        ("top.py", "twice(x)", "twice(-x)"),
        ("low/helper.py", "2 * x", "2.0 * x"),
        ("low/helper.py", "2 * x", "'2' * x"),
        ("low/deep.py", "CONSTANT = 1", "CONSTANT = 2"),
        ("low/__init__.py", '"""Low."""', "X = 1"),
        ("deepest.py", "VALUE = 1", "VALUE = True"),
    ],
)
def test_logic_counts_wherever_it_is_imported_from(package, file, old, new):
    before = top(package)
    path = package / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    assert top(package) != before


def test_unrelated_modules_do_not_count(package):
    before = top(package)
    (package / "unrelated.py").write_text("VALUE = 2\n")
    assert top(package) == before
    both = code_digest("tttcore.top", "tttcore.unrelated", root=package)
    assert both == code_digest("tttcore.unrelated", "tttcore.top", root=package) != before


def test_public_names_do_not_count(package):
    """They are imported when a user takes one."""
    before = top(package)
    (package / "low" / "__init__.py").write_text(f"import tttcore.unrelated\n__getattr__ = {LAZY}")
    assert top(package) == before


def test_modules_that_a_script_imports(package, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import numpy\nfrom tttcore.low.helper import twice\nfrom tttcore.low import deep\nimport tttcore\n"
    )
    assert imported_by(script, package) == ["tttcore.low", "tttcore.low.deep", "tttcore.low.helper"]


def test_unknown_module(package):
    with pytest.raises(ValueError, match=r"no module 'tttcore\.nowhere'"):
        code_digest("tttcore.nowhere", root=package)


def test_relative_imports_count(package):
    """Imports relative to the module's package."""
    (package / "top.py").write_text("from .low.helper import twice\n")
    before = top(package)
    (package / "low" / "helper.py").write_text(HELPER.replace("2", "3"))
    assert top(package) != before


def test_the_loop_depends_on_every_layer_below_it():
    """The digest of the generation loop covers the operators, the players and the game."""
    engine = "tttcore.engines.genetic_algorithm"
    loop, players = f"{engine}.generational", f"{engine}.players.evaluation"
    assert code_digest(loop) == code_digest(loop, f"{engine}.operators.crossover", players, "tttcore.games.geometry")
    assert code_digest(loop) != code_digest(players)


def test_every_byte_that_kernels_rest_on_counts_for_compiled_ones_and_no_other(package):
    """They are in modules that import the decorators, and in all that those import, whatever the form."""
    kernel = (
        "from tttcore.pipeline.jit import kernel\nfrom tttcore.low import (\n    helper,\n)\nfrom tttcore import top\n"
    )
    (package / "kernels.py").write_text(kernel)
    (package / "page.py").write_text("from tttcore import kernels\n")
    parts = ("kernels.py", "top.py", "low/__init__.py", "low/helper.py", "low/deep.py", "deepest.py", "unrelated.py")
    digests = {source_digest(package)}
    for each in (*parts, "page.py"):
        with (package / each).open("a") as file:
            file.write("# a remark\n")
        digests.add(source_digest(package))
    assert len(digests) == 1 + len(parts)
    (package / "kernels.py").rename(package / "renamed.py")
    assert source_digest(package) not in digests


DIGESTS = """
import sys
sys.path.insert(0, sys.argv[1])
from tttcore.pipeline.code_digests import code_digest
from tttcore.pipeline.files import ROOT
for path in sorted(ROOT.glob("*/**/*.py")):
    module = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
    print(module, code_digest(module))
"""


@pytest.mark.slow
def test_every_python_gives_every_module_the_same_digest():
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    others = {version: command for version, command in pythons().items() if version != here}
    if not others:
        pytest.skip(f"no Python besides {here} is there")
    found = {
        command: subprocess.run(
            [command, "-c", DIGESTS, str(ROOT.parent)], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        for command in [sys.executable, *others.values()]
    }
    mine = found.pop(sys.executable)
    assert len(mine) > 300
    for command, digests in found.items():
        assert digests == mine, command


def with_field(code, kind, name, value):
    """Tree of some code whose nodes of a kind have a field that only other versions of Python know."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, kind):
            node._fields = (name, *node._fields)
            setattr(node, name, value)
    return tree


@pytest.mark.parametrize("empty", [None, [], 0, False])
def test_fields_that_only_some_pythons_have_do_not_count_where_they_are_empty(empty):
    code = "import numpy\n\ndef twice(x):\n    return 2 * x\n"
    whole = text_of(ast.parse(code))
    assert text_of(with_field(code, ast.Import, "is_new", empty)) == whole
    assert text_of(with_field(code, ast.FunctionDef, "type_parameters", empty)) == whole
    assert text_of(with_field(code, ast.Import, "is_new", 1)) != whole


def test_pieces_of_an_f_string_count_as_one_text():
    (whole,) = ast.parse('f"{x}ab{y}"').body
    cut = ast.JoinedStr([ast.Constant(""), whole.value.values[0], ast.Constant("a"), ast.Constant("b"),
                         whole.value.values[2], ast.Constant("")])  # fmt: skip
    assert text_of(cut) == text_of(whole.value)
    assert text_of(ast.parse('f"{x}ba{y}"').body) != text_of([whole])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("match x:\n    case None: pass", "match x:\n    case False: pass"),
        ("f(0)", "f(0.0)"),
        ("f(0)", "f(False)"),
        ("f('')", "f(b'')"),
        ("f()", "f(None)"),
        ("from . import a", "import a"),
        ("return_ = {**x}", "return_ = {x: x}"),
    ],
)
def test_empty_values_of_a_program_count(one, other):
    assert text_of(ast.parse(one)) != text_of(ast.parse(other))


def test_text_counts_alike_whatever_a_python_can_show():
    """Newer ones know more characters, which `repr` then shows as they are."""
    assert text_of(ast.parse("'\U0001fae9'")).isascii()


REMEMBER = """
import json, sys
from pathlib import Path
from tttcore.pipeline import code_digests
if sys.argv[3:]:
    code_digests.text_of = None
code_digests.remember_analyses(Path(sys.argv[2]))
print(code_digests.code_digest("tttcore.top", root=Path(sys.argv[1])))
"""


def remembered(package, file, *never_parse):
    """Digest of a process that remembers analyses in a file, and that may be unable to parse any."""
    command = [sys.executable, "-c", REMEMBER, str(package), str(file), *never_parse]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_remembered_analyses_are_those_of_unchanged_sources(package, tmp_path):
    file = tmp_path / "sources.json"
    assert remembered(package, file) == top(package)
    assert remembered(package, file, "never parse") == top(package)
    (package / "low" / "helper.py").write_text(HELPER.replace("2", "3"))
    assert remembered(package, file) == top(package)
    assert remembered(package, file, "never parse") == top(package)


@pytest.mark.parametrize("damage", ["{", "[]", '{"version": "other", "files": {}}'])
def test_remembered_analyses_that_cannot_be_used_are_made_again(package, tmp_path, damage):
    file = tmp_path / "sources.json"
    remembered(package, file)
    made = file.read_bytes()
    file.write_text(damage)
    assert remembered(package, file) == top(package)
    assert file.read_bytes() == made
    damaged = made.replace(b'"files": {', b'"files": {"x": [1], ')
    file.write_bytes(damaged)
    assert remembered(package, file) == top(package)
