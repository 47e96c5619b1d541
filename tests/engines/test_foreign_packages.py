"""Engines and operators of other packages are found by name, and a faulty package is told in one line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from foreign import install, install_coin, with_installed

ENGINES, OPERATORS = "tttcore.engines", "tttcore.operators"
TTT = "import sys; from tttcore.cli import main; sys.exit(main(sys.argv[1:]))"


def python(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", *command], check=False, capture_output=True, text=True, env=with_installed(site)
    )


FOUND = """
import sys
import coin_engine.stats  # imported by its own name first
from tttcore.engines.engine import engine, engines
from tttcore.engines.genetic_algorithm.operators.selection import selections
from tttcore.plots.figures.kind import kinds as figures
from tttcore.stats.table_kind import kinds as tables
assert engines() == ["coin", "genetic_algorithm", "genies", "matchboxes", "nine_board", "tabular"]
assert engine("coin") is sys.modules["coin_engine.engine"]
assert "coin" in selections.names() and "bars" in figures.names() and "mean_tosses" in tables.names()
"""


def test_what_a_package_brings_is_found_and_imported_once(tmp_path):
    install_coin(tmp_path)
    found = python(tmp_path, FOUND)
    assert found.returncode == 0, found.stderr
    schema = json.loads(python(tmp_path, TTT, "schema", "coin").stdout)
    assert "chance" in str(schema["properties"]["treatments"])


SUS = """
from tttcore.engines.genetic_algorithm.operators.selection import Truncation, selections
selections.register("sus")(Truncation)
"""
SUMMARIES = '''
from tttcore.stats.table_kind import table_kind
@table_kind("Mine")
def summaries(runs):
    """Mine."""
'''
ENGINE = "STORED = RECIPE = runner = None\n"


@pytest.mark.parametrize(
    ("group", "name", "module", "files", "said"),
    [
        (ENGINES, "mine", "mine", {"mine/__init__.py": ""}, "there is no module 'mine.engine'"),
        (ENGINES, "mine", "mine", {}, "there is no module 'mine'"),
        (ENGINES, "mine", "mine", {"mine.py": ""}, "'mine' is no package"),
        (ENGINES, "mine", "a.mine", {}, "importing 'a.mine' fails: ModuleNotFoundError: No module named 'a'"),
        (ENGINES, "mine", "mine:main", {}, "'mine:main' can't be the name of a module"),
        (ENGINES, "Mine", "mine", {}, "no name of an engine; allowed: lower-case letters"),
        (ENGINES, "genies", "mine", {}, "the name is taken by tttcore; choose another"),
        (
            ENGINES, "mine", "mine", {"mine/__init__.py": "", "mine/engine.py": ENGINE},
            "mine.engine has no 'summarise'; needed: STORED, RECIPE, runner, summarise",
        ),
        (
            ENGINES, "mine", "mine", {"mine/__init__.py": "", "mine/engine.py": "import nothing_such\n"},
            "importing 'mine.engine' fails: ModuleNotFoundError: No module named 'nothing_such'",
        ),
        (OPERATORS, "mine", "mine", {}, "importing 'mine' fails: ModuleNotFoundError: No module named 'mine'"),
        (OPERATORS, "mine", "mine", {"mine.py": "x ="}, "importing 'mine' fails: SyntaxError: invalid syntax"),
        (OPERATORS, "mine", "mine", {"mine.py": SUS}, "importing 'mine' fails: selection sus is registered twice"),
        (OPERATORS, "mine", "mine", {"mine.py": SUMMARIES}, "kind of table summaries is registered twice"),
    ],
)  # fmt: skip
def test_a_faulty_package_is_told_in_one_line(tmp_path, group, name, module, files, said):
    install(tmp_path, "faulty-package", {group: {name: module}}, files)
    refused = python(tmp_path, TTT, "schema", "mine")
    assert refused.returncode == 2
    (line,) = refused.stderr.splitlines()
    assert f"ttt: error: faulty-package 1.0: entry point {name!r} of {group}: {said}" in line


def test_two_packages_cannot_bring_an_engine_of_the_same_name(tmp_path):
    install_coin(tmp_path)
    install(tmp_path, "other-coin", {ENGINES: {"coin": "other"}}, {})
    refused = python(tmp_path, TTT, "schema", "coin")
    assert refused.returncode == 2
    (line,) = refused.stderr.splitlines()
    assert "entry point 'coin' of tttcore.engines: the name is taken by " in line
    assert "coin-engine 1.0" in line
    assert "other-coin 1.0" in line


KERNEL = "from tttcore.pipeline.jit import kernel\n@kernel\n"
KERNELS = {
    "fast/__init__.py": "",
    "fast/low.py": f"{KERNEL}def low(x):\n    return x + 1\n",
    "fast/top.py": f"from fast.low import low\n{KERNEL}def top(x):\n    return 10 * low(x)\n",
}
CALL = "import tttcore.engines; from fast.top import top; print(top(1))"


@pytest.mark.needs_jit
def test_an_edited_kernel_of_another_package_is_compiled_again_in_its_callers(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    install(tmp_path, "fast", {OPERATORS: {"fast": "fast.top"}}, KERNELS)
    assert python(tmp_path, CALL).stdout == "20\n"
    assert len([*(tmp_path / "kernels").rglob("*.nbc")]) == 2
    assert python(tmp_path, CALL).stdout == "20\n"
    low = tmp_path / "fast" / "low.py"
    low.write_text(low.read_text().replace("+ 1", "+ 2"))
    assert python(tmp_path, CALL).stdout == "30\n"
