"""docs/results-in-python.md and the notebook made from it: its cells run one after another on a finished project."""

import ast
import importlib.util

import nbformat
import pandas as pd
import pytest
from matplotlib.figure import Figure
from project import ROOT

NOTEBOOK = ROOT / "docs" / "results-in-python.ipynb"
BEGIN, *EXAMPLES = [
    cell["source"] for cell in nbformat.read(NOTEBOOK, as_version=4).cells if cell["cell_type"] == "code"
]


def run(cell: str, names: dict):
    """What a cell shows below itself: the value of its last line, if that is an expression.

    Jupyter runs it in the same way, but for lines that begin with ``%``.
    """
    lines = ast.parse("\n".join(line for line in cell.splitlines() if not line.startswith("%"))).body
    last = lines.pop() if isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    return last and eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_notebook_is_the_page():
    spec = importlib.util.spec_from_file_location("notebook", ROOT / "docs" / "notebook.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert text == module.notebook(), "run: make notebook"
    assert nbformat.validator.isvalid(nbformat.reads(text, as_version=4))


@pytest.mark.needs_jit
def test_the_examples_do_what_they_say(finished, tmp_path, monkeypatch, capsys):
    docs = tmp_path / "docs"
    docs.mkdir()
    for part in ("config", "results"):
        (tmp_path / part).symlink_to(finished.folder / part)
    monkeypatch.chdir(docs)
    names = {}
    shown = [run(cell, names) for cell in (BEGIN, *EXAMPLES)]
    assert {"treatment", "generations"} == {*names["runs"]}
    assert {Figure, pd.DataFrame, pd.Series} <= {type(value) for value in shown}
    assert names["position"].winner in (0, 1, 2)
    assert capsys.readouterr().out.startswith(
        "results/ancheta2020: unknown table 'summary' (did you mean 'summaries'?); known: "
    )


def test_every_part_has_a_short_example():
    assert all(len(example.splitlines()) <= 5 for example in EXAMPLES)
    text = "".join(EXAMPLES)
    parts = ("studies", "runs(", "traces(", "tables(", "table(", "claims(", "draw(", "agent(")
    assert [part for part in parts if f"results.{part}" not in text] == []


def test_every_value_is_shown():
    """Jupyter shows none but the last of a cell."""
    inner = [line for example in EXAMPLES for line in ast.parse(example).body[:-1] if isinstance(line, ast.Expr)]
    assert [ast.unparse(line) for line in inner] == ["figure.set_size_inches(8, 6)"]
