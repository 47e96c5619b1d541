"""Digests of code change with all imported logic, and with nothing else, such as the version of Python."""

import ast
import os
import subprocess
import sys
from itertools import count

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
TIMES = count()
HELPER = "def twice(x):\n    return 2 * x\n"


FILES = {
    "__init__.py": "",
    "low/__init__.py": '"""Low."""\n',
    "low/helper.py": HELPER,
    "low/deep.py": "CONSTANT = 1\ndef late():\n    import tttcore.deepest\n",
    "deepest.py": "VALUE = 1\n",
    "unrelated.py": "VALUE = 1\n",
    "top.py": CALLER,
}


@pytest.fixture
def package(tmp_path):
    """`tttcore.top` imports `tttcore.low.helper` and `tttcore.low.deep`, which imports `tttcore.deepest` late."""
    (tmp_path / "tttcore" / "low").mkdir(parents=True)
    for name, text in FILES.items():
        (tmp_path / "tttcore" / name).write_text(text)
    return tmp_path / "tttcore"


def top(package):
    return code_digest("tttcore.top", root=package)


def put(package, file, text):
    """Write a file with a time of its own, by which its analysis is kept."""
    (package / file).write_text(text)
    os.utime(package / file, (0, next(TIMES)))


def edited(package, file, old, new):
    """Digest of the top with another text in a file, which then is as it was."""
    assert old in FILES[file]
    put(package, file, FILES[file].replace(old, new))
    found = top(package)
    put(package, file, FILES[file])
    return found


COMMENTS = [
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
]  # fmt: skip
LOGIC = [
    ("top.py", "twice(x) + deep", "twice(x) - deep"),
    ("top.py", "def show", "def display"),
    ("top.py", "LIMIT: int = 3", "LIMIT: int = 4"),
    ("top.py", "    size: int", "    size: float"),
    ("top.py", "*, size: int", "*, size: float"),
    ("top.py", "twice(x)", "twice(-x)"),
    ("top.py", "tttcore.low.helper", ".low.helper"),
    ("low/helper.py", "2 * x", "2.0 * x"),
    ("low/helper.py", "2 * x", "'2' * x"),
    ("low/deep.py", "CONSTANT = 1", "CONSTANT = 2"),
    ("low/__init__.py", '"""Low."""', "X = 1"),
    ("deepest.py", "VALUE = 1", "VALUE = True"),
]  # fmt: skip


def test_comments_docstrings_and_unrelated_modules_do_not_count(package):
    """Nor do public names, which are imported when a user takes one."""
    before = top(package)
    for old, new in COMMENTS:
        assert edited(package, "top.py", old, new) == before, new
    assert edited(package, "unrelated.py", "1", "2") == before
    assert edited(package, "low/__init__.py", '"""Low."""\n', f"import tttcore.unrelated\na = {LAZY}") == before
    both = code_digest("tttcore.top", "tttcore.unrelated", root=package)
    assert both == code_digest("tttcore.unrelated", "tttcore.top", root=package) != before


def test_logic_counts_wherever_it_is_imported_from(package):
    found = {case: edited(package, *case) for case in LOGIC}
    assert len({top(package), *found.values()}) == 1 + len(LOGIC), found
    put(package, "top.py", "from .low.helper import twice\n")
    assert top(package) != edited(package, "low/helper.py", "2", "3")


def test_modules_that_a_script_imports(package, tmp_path):
    text = "import numpy\nfrom tttcore.low.helper import twice\nfrom tttcore.low import deep\nimport tttcore\n"
    (tmp_path / "script.py").write_text(text)
    found = imported_by(tmp_path / "script.py", package)
    assert found == ["tttcore.low", "tttcore.low.deep", "tttcore.low.helper"]
    with pytest.raises(ValueError, match=r"no module 'tttcore\.nowhere'"):
        code_digest("tttcore.nowhere", root=package)


def test_the_loop_depends_on_every_layer_below_it():
    """The digest of the generation loop covers the operators, the players and the game."""
    engine = "tttcore.engines.genetic_algorithm"
    loop, players = f"{engine}.generational", f"{engine}.players.evaluation"
    assert code_digest(loop) == code_digest(loop, f"{engine}.operators.crossover", players, "tttcore.games.geometry")
    assert code_digest(loop) != code_digest(players)


def test_every_byte_that_kernels_rest_on_counts_for_compiled_ones_and_no_other(package):
    """They are in modules that import the decorators, and in all that those import, whatever the form."""
    imports = ("tttcore.pipeline.jit import kernel", "tttcore.low import (\n    helper,\n)", "tttcore import top")
    (package / "kernels.py").write_text("".join(f"from {each}\n" for each in imports))
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

    def digests(command):
        printed = subprocess.run([command, "-c", DIGESTS, ROOT.parent], check=True, capture_output=True, text=True)
        return printed.stdout.splitlines()

    mine = digests(sys.executable)
    assert len(mine) > 300
    for command in others.values():
        assert digests(command) == mine, command


@pytest.mark.parametrize("empty", [None, [], 0, False])
def test_fields_that_only_some_pythons_have_do_not_count_where_they_are_empty(empty):
    def text(**fields):
        tree = ast.parse("import numpy\n\ndef twice(x):\n    return 2 * x\n")
        for node in (node for node in ast.walk(tree) if type(node).__name__ in fields):
            node._fields = ("of_others", *node._fields)
            node.of_others = fields[type(node).__name__]
        return text_of(tree)

    assert text(Import=empty) == text(FunctionDef=empty) == text() != text(Import=1)


def test_pieces_of_an_f_string_count_as_one_text():
    (whole,) = ast.parse('f"{x}ab{y}"').body
    x, _, y = whole.value.values
    cut = ast.JoinedStr([ast.Constant(""), x, ast.Constant("a"), ast.Constant("b"), y, ast.Constant("")])
    assert text_of(cut) == text_of(whole.value)
    assert text_of(ast.parse('f"{x}ba{y}"').body) != text_of([whole])


def test_empty_values_of_a_program_count():
    """And text alike, whatever a Python can show: newer ones know more characters, which `repr` shows as they are."""
    case = "match x:\n    case {}: pass"
    programs = [
        *(case.format("None"), case.format("False"), "f(0)", "f(0.0)", "f(False)", "f('')", "f(b'')", "f()", "f(None)"),
        *("from . import a", "import a", "return_ = {**x}", "return_ = {x: x}"),
    ]
    assert len({text_of(ast.parse(program)) for program in programs}) == len(programs)
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
    """What can't be used is made again."""
    file = tmp_path / "sources.json"
    assert remembered(package, file) == remembered(package, file, "never parse") == top(package)
    made = file.read_bytes()
    wrong = made.replace(b'"files": {', b'"files": {"x": [1], ')
    for damage in (b"{", b"[]", b'{"version": "other", "files": {}}', wrong):
        file.write_bytes(damage)
        assert remembered(package, file) == top(package)
        assert file.read_bytes() == made
    put(package, "low/helper.py", HELPER.replace("2", "3"))
    assert remembered(package, file) == top(package)
    assert remembered(package, file, "never parse") == top(package)
