"""Examples of every command's help are run as they stand, in a folder like that of a finished project."""

import os
import shlex
import shutil
import sys
from pathlib import Path

import click
import pandas as pd
import pytest
from click.testing import CliRunner
from helpers.project import ROOT
from recordings import BOARDS, write_genomes, write_states
from reference import classic as oracles

from tttcore import cli, engines
from tttcore.engines.tabular.recipe import AS_DESCRIBED, build_recipe
from tttcore.pipeline.manifest import digests, write_manifest
from tttcore.pipeline.settings import ProjectSettings
from tttcore.pipeline.store import write
from tttcore.pipeline.table_files import write_study_tables
from tttcore.players.agent_table import AGENTS, AgentId, agent_row, evenly_spaced
from tttcore.players.baselines import baselines

pytestmark = pytest.mark.needs_jit


def commands(command=cli.ttt, name="ttt"):
    """Every command by its name."""
    found = {name: command}
    for part, below in getattr(command, "commands", {}).items():
        found |= commands(below, f"{name} {part}")
    return found


def examples(command):
    """Command lines of a help text; a line may end in a backslash and go on in the next one."""
    text = (command.epilog or "").partition(":\n")[2].replace("\\\n", " ")
    return [line.strip() for line in text.splitlines()]


WITH_EXAMPLES = {name: lines for name, command in commands().items() if (lines := examples(command))}
STEPS = {
    AgentId("mrugala2020", "3x3", 0): ("games", [0, *build_recipe(AS_DESCRIBED, "3x3").curve.points(500_000)]),
    AgentId("ancheta2020", "umg-described", 0): ("generations", [0, 1, 2]),
}
"""Agents that examples name, and the steps that their studies record."""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with results, a colleague's manifest and recorded genomes, in which `ttt` is a command."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    for agent, (unit, recorded) in STEPS.items():
        steps = evenly_spaced(recorded, ProjectSettings.agents.snapshots)
        rows = [
            agent_row(
                agent, step=step, unit=unit, last=step == steps[-1], seat="both", cells=baselines()["random"].cells
            )
            for step in steps
        ]
        table = pd.DataFrame(rows, columns=AGENTS.names)
        write(f"results/{agent.study}/agents.parquet", table, schema=AGENTS, provenance={})
    for folder in ("results/hemingroth2025", "results/tables", "colleague", "tttcore/engines", "tests/unit/engines"):
        Path(folder).mkdir(parents=True)
    for folder in (".", "results/hemingroth2025"):
        write_genomes([["genome"], ["".join(map(str, oracles.perfect_genome()))]], f"{folder}/champions.csv")
    for name in ("states.txt", "results/tables/states.txt"):
        write_states(BOARDS, name)
    assert cli.main(["export", "house/umg", "-o", "g.json"]) == 0
    shutil.copytree(ROOT / "config", "config")
    shares = pd.DataFrame({"set": "all treatments", "group": "umg-described", "generation": [1, 2]})
    shares[["fraction", "fraction_low", "fraction_high"]] = 0.5
    write_study_tables({"ecdf": shares}, "results/ancheta2020/tables", provenance={})
    _write_players()
    monkeypatch.setattr(engines, "__path__", [*engines.__path__, str(tmp_path / "tttcore" / "engines")])
    results = Path("results")
    write_manifest(results / "MANIFEST.sha256", digests(results.iterdir(), root=results))
    shutil.copy("results/MANIFEST.sha256", "colleague")


def _write_players():
    """Players that are entered: a Python file, a table, a program, and a class of two."""
    Path("class-of-2026").mkdir()
    for file in ("my_player.py", "class-of-2026/ada.py", "class-of-2026/grace.py"):
        Path(file).write_text("def move(board, player): return board.index('.')\n", encoding="utf-8")
    Path("table.csv").write_text("board,cells\n.........,4\n", encoding="utf-8")
    program = Path("my-program")
    program.write_text(f"#!{sys.executable} -S\nprint(5, flush=True)\ninput()\n", encoding="utf-8")
    program.chmod(0o755)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_do_what_they_say(name):
    """In their order; a game is stopped at once."""
    for line in WITH_EXAMPLES[name]:
        program, *arguments = shlex.split(line, comments=True)
        assert program == "ttt"
        result = CliRunner().invoke(cli.ttt, arguments, input="q\n")
        assert result.exit_code == 0, (line, result.output, result.exception)


def test_commands_that_play_or_compute_have_examples():
    plain = {name for name, command in commands().items() if not isinstance(command, click.Group)} - {*WITH_EXAMPLES}
    assert plain == {"ttt tidy", "ttt schema"}
    assert all(line.startswith(name.split()[0]) for name, lines in WITH_EXAMPLES.items() for line in lines)
