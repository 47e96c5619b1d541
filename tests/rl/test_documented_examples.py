"""The examples of docs/reinforcement-learning.md run as they stand, and print what stands below them."""

import re

import pandas as pd
import pytest
from project import ROOT

pytest.importorskip("pettingzoo", reason='pettingzoo is not installed; `pip install "tttcore[rl]"`')

from tttcore.pipeline.store import write
from tttcore.players.agent_rows import AgentId, agent_row
from tttcore.players.agent_schema import AGENTS

PAGE = (ROOT / "docs" / "reinforcement-learning.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", PAGE, flags=re.DOTALL)


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder with the one stored agent that the page names."""
    path = AgentId("post1999", "cube", 0)
    weights = [0, 1, 5, 40, 1, 6, 30, 0]
    row = agent_row(path, step=500, unit="generations", last=True, seat="both", board=(4, 3), weights=weights)
    table = pd.DataFrame([row], columns=AGENTS.names)
    write(tmp_path / "results" / "post1999" / "agents.parquet", table, schema=AGENTS, provenance={})
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("results")
@pytest.mark.needs_jit
@pytest.mark.parametrize(("source", "printed"), EXAMPLES)
def test_examples_print_what_the_page_says(source, printed, capsys):
    exec(compile(source, "example", "exec"), {})
    out = capsys.readouterr().out
    assert out == printed if printed else out


def test_every_block_is_an_example():
    assert len(EXAMPLES) == PAGE.count("```python") == 3
    assert sum(bool(printed) for _, printed in EXAMPLES) == PAGE.count("```text")
