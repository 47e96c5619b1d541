"""Examples of every command's help are run as they stand, in a folder like that of a finished project."""

import os
import re
import shlex
import shutil
import sys

import click
import pandas as pd
import pytest
from command_line import BOARDS, played, write_genomes, write_states
from helpers.project import ROOT
from reference import classic as oracles

from tttcore import cli, engines
from tttcore.classroom import demo
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
PROGRAMS = {
    "bin/ttt": "print('resign', flush=True)",  # in place of those that a referee starts, which are run by themselves
    "my-program": "print(5, flush=True)\ninput()",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with results, a colleague's manifest, recorded genomes, and players that are entered."""
    folder = tmp_path_factory.mktemp("examples") / "project"
    for part in (
        "results/hemingroth2025",
        "results/tables",
        "colleague",
        "tttcore/engines",
        "tests/unit/engines",
        "bin",
    ):
        (folder / part).mkdir(parents=True)
    cells = baselines()["random"].cells
    for agent, (unit, recorded) in STEPS.items():
        steps = evenly_spaced(recorded, ProjectSettings.agents.snapshots)
        rows = [
            agent_row(agent, step=each, unit=unit, last=each == steps[-1], seat="both", cells=cells) for each in steps
        ]
        table = pd.DataFrame(rows, columns=AGENTS.names)
        write(folder / f"results/{agent.study}/agents.parquet", table, schema=AGENTS, provenance={})
    for part in ("", "results/hemingroth2025/"):
        write_genomes([["genome"], ["".join(map(str, oracles.perfect_genome()))]], folder / f"{part}champions.csv")
    for name in ("states.txt", "results/tables/states.txt"):
        write_states(BOARDS, folder / name)
    shutil.copytree(ROOT / "config", folder / "config")
    shares = pd.DataFrame({"set": "all treatments", "group": "umg-described", "generation": [1, 2]})
    shares[["fraction", "fraction_low", "fraction_high"]] = 0.5
    write_study_tables({"ecdf": shares}, folder / "results/ancheta2020/tables", provenance={})
    write_manifest(folder / "results/MANIFEST.sha256", digests((folder / "results").iterdir(), root=folder / "results"))
    shutil.copy(folder / "results/MANIFEST.sha256", folder / "colleague")
    assert cli.main(["export", "house/umg", "-o", str(folder / "g.json")]) == 0
    (folder / "class-of-2026").mkdir()
    for file in ("my_player.py", "class-of-2026/ada.py", "class-of-2026/grace.py"):
        (folder / file).write_text("def move(board, player): return board.index('.')\n", encoding="utf-8")
    (folder / "table.csv").write_text("board,cells\n.........,4\n", encoding="utf-8")
    for name, program in PROGRAMS.items():
        (folder / name).write_text(f"#!{sys.executable} -S\n{program}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture
def project(made, tmp_path, monkeypatch):
    """The folder, in which demonstrations have a run of each study."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    monkeypatch.setattr(engines, "__path__", [*engines.__path__, str(tmp_path / "tttcore" / "engines")])
    few = demo.short_recipes
    monkeypatch.setattr(demo, "short_recipes", lambda study: dict([*few(study).items()][:1]))


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_do_what_they_say(name):
    """In their order, with thousands of games and playouts as single ones; a game is stopped at once."""
    for line in WITH_EXAMPLES[name]:
        program, *arguments = shlex.split(re.sub(r"(?<=\d)000\b", "", line), comments=True)
        assert program == "ttt"
        refereed = [each for each in arguments if each.startswith("ttt ")]
        started = [shlex.split(each.format(seat="first", seed=1, opening="5"))[1:] for each in refereed]
        for each in (arguments, *started):
            result = played(*each)
            assert result.exit_code == 0, (line, each, result.output, result.exception)


def test_commands_that_play_or_compute_have_examples():
    plain = {name for name, command in commands().items() if not isinstance(command, click.Group)} - {*WITH_EXAMPLES}
    assert plain == {"ttt tidy", "ttt schema"}
    assert all(line.startswith(name.split()[0]) for name, lines in WITH_EXAMPLES.items() for line in lines)
