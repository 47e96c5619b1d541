"""The examples of docs/results-in-python.md run one after another on a finished project."""

import re

import pytest
from matplotlib.figure import Figure
from project import ROOT

pytestmark = pytest.mark.needs_jit

EXAMPLES = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs/results-in-python.md").read_text(encoding="utf-8"), flags=re.DOTALL
)


def test_the_examples_do_what_they_say(finished, monkeypatch, capsys):
    monkeypatch.chdir(finished.folder)
    names = {}
    for example in EXAMPLES:
        exec(example, names)
    assert {"treatment", "generations"} == {*names["runs"]}
    assert isinstance(names["figure"], Figure)
    assert names["position"].winner in (0, 1, 2)
    assert capsys.readouterr().out.startswith(
        "results/ancheta2020: unknown table 'summary' (did you mean 'summaries'?); known: "
    )


def test_every_part_has_a_short_example():
    assert len(EXAMPLES) == 8
    assert all(len(example.splitlines()) <= 5 for example in EXAMPLES)
    text = "".join(EXAMPLES)
    parts = ("studies", "runs(", "traces(", "tables(", "table(", "claims(", "draw(", "agent(")
    assert [part for part in parts if f"results.{part}" not in text] == []
