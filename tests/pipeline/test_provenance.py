"""Digests of code change with all imported logic, and with nothing else."""

from importlib import metadata

import pytest

from tttcore.pipeline.provenance import RECORDED_PACKAGES, code_digest, imported_by, package_versions, source_digest

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
    assert code_digest("tttcore.top", "tttcore.unrelated", root=package) != before


def test_order_of_modules_does_not_count(package):
    names = ("tttcore.top", "tttcore.unrelated")
    assert code_digest(*names, root=package) == code_digest(*reversed(names), root=package)


def test_a_digest_is_16_hexadecimal_digits(package):
    assert len(top(package)) == 16
    assert int(top(package), 16) >= 0


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
    loop = code_digest("tttcore.engines.genetic_algorithm.generational")
    assert loop == code_digest(
        "tttcore.engines.genetic_algorithm.generational",
        "tttcore.engines.genetic_algorithm.operators.crossover",
        "tttcore.engines.genetic_algorithm.players.evaluation",
        "tttcore.games.geometry",
    )
    assert loop != code_digest("tttcore.engines.genetic_algorithm.players.evaluation")


def test_every_byte_counts_for_compiled_kernels(package):
    before = source_digest(package)
    assert source_digest(package) == before
    (package / "unrelated.py").write_text("VALUE = 1  # a remark\n")
    assert source_digest(package) != before
    (package / "unrelated.py").unlink()
    (package / "renamed.py").write_text("VALUE = 1\n")
    assert source_digest(package) != before


def test_versions():
    versions = package_versions()
    assert set(versions) == set(RECORDED_PACKAGES)
    assert versions["numpy"] == metadata.version("numpy")
