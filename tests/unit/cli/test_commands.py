"""The `ttt` command as a whole: help and its examples, version, interruptions, messages, no heavy imports too early."""

import os
import re
import shlex
import shutil
import subprocess
import sys

import click
import pandas as pd
import pytest
from command_line import BOARDS, played, write_genomes, write_states
from helpers.pages import audit_of
from helpers.project import ROOT
from helpers.tables import verdict_row, verdict_table
from reference import classic as oracles

import tttcore
from tttcore import cli, engines
from tttcore.__main__ import main
from tttcore.claims.audit import write_audit
from tttcore.classroom import demo
from tttcore.engines.tabular.recipe import AS_DESCRIBED, build_recipe
from tttcore.pipeline.manifest import digests, write_manifest
from tttcore.pipeline.settings import ProjectSettings
from tttcore.pipeline.store import write
from tttcore.pipeline.table_files import write_study_tables
from tttcore.players.agent_table import AGENTS, AgentId, agent_row, evenly_spaced
from tttcore.players.baselines import baselines
from tttcore.stats.games_needed import GAMES_NEEDED


@pytest.mark.parametrize(("command", "words"), [
    ("play", "GENOMES.csv minimax nine-board super --protocol"),
    ("referee", "COMMAND1 {seat} --game --seconds --json Example"),
    ("verify", "[RESULTS] --against changed missing Examples"),
])  # fmt: skip
def test_help(ttt, command, words):
    code, out, err = ttt(command, "--help")
    assert (code, err) == (0, "")
    assert out.lstrip().startswith(f"Usage: ttt {command}")
    assert [word for word in words.split() if word not in out] == []


@pytest.mark.parametrize("arguments", [[], ["rl"], ["genies"], ["new"]])
def test_a_group_of_commands_alone_prints_its_help(ttt, arguments):
    code, out, err = ttt(*arguments)
    assert (code, err) == (0, "")
    assert out.strip() == ttt(*arguments, "--help")[1].strip()


def test_help_lists_every_command_in_a_section_and_ends_with_examples(ttt):
    text = ttt("--help")[1]
    titles = [*cli.SECTIONS]
    assert [title for title in re.findall(r"^(\S.*):$", text, re.MULTILINE) if title in titles] == titles
    for title, commands in cli.SECTIONS.items():
        section = text.partition(f"{title}:\n")[2].partition("\n\n")[0]
        assert sorted(re.findall(r"^  (\S+)", section, re.MULTILINE)) == sorted(command.name for command in commands)
    assert "Commands:" not in text
    examples = text.partition("Begin with one of these:\n")[2].splitlines()
    assert [line.split()[1] for line in examples] == ["play", "enter", "learn", "draw"]


def test_version(ttt):
    assert ttt("--version") == (0, f"ttt {tttcore.__version__}\n", "")


def test_nothing_heavy_is_loaded_before_it_is_needed():
    """Neither for help nor by the package itself; nor do games of minimax, also before a referee, need a compiler."""
    program = """
import sys, tttcore
from tttcore.cli import main
print({"matplotlib", "numpy", "pandas"} & {*sys.modules})
main(["--help"])
print({"numba", "numpy", "pandas", "scipy"} & {*sys.modules})
main(["play", "minimax", "--protocol"])
resigning = f"{sys.executable} -S -c 'print(0)'"
main(["referee", resigning, resigning])
print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], input="", capture_output=True, text=True, check=True)
    assert [line for line in done.stdout.splitlines() if line in ("set()", "False")] == ["set()", "set()", "False"]
    assert "wins after 0 moves" in done.stdout


def test_an_interruption_is_quiet(monkeypatch, ttt, capfd):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("tttcore.games.classic.enumerate_states", interrupted)
    assert ttt("facts") == (130, "", "\n")
    monkeypatch.setattr(cli, "main", interrupted)  # as if it came while modules are loaded
    assert main() == 130
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("arguments", ["referee a b --games", "referee a b --game", "play", "enter"])
def test_long_values_are_shortened(refused, arguments):
    """The beginning and the end of the message stay."""
    for value in ("9" * 200_000, "9 " * 100_000):
        message = refused(*arguments.split(), value)
        assert len(message) <= 2010
        assert " … " in message[900:1100]


def test_escapes_of_a_name_do_not_reach_the_terminal(refused):
    assert refused("enter", "a\x1b[31m.py").startswith(r"a\x1b[31m.py: no such file")


@pytest.mark.parametrize("said", ["", "Unable to allocate 9 TiB"])
def test_too_little_memory_is_told_in_a_line(monkeypatch, refused, said):
    def without_memory():
        raise MemoryError(said)

    monkeypatch.setattr("tttcore.games.classic.enumerate_states", without_memory)
    assert refused("facts") == f"not enough memory: {said}".removesuffix(": ")


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


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with results, a colleague's manifest, recorded genomes, and players that are entered."""
    folder = tmp_path_factory.mktemp("examples") / "project"
    results = folder / "results"
    for part in (
        "results/hemingroth2025", "results/tables", "colleague", "tttcore/engines", "tests/unit/engines", "bin",
        "class-of-2026",
    ):  # fmt: skip
        (folder / part).mkdir(parents=True)
    cells = baselines()["random"].cells
    for agent, (unit, recorded) in STEPS.items():
        steps = evenly_spaced(recorded, ProjectSettings.agents.snapshots)
        rows = [
            agent_row(agent, step=each, unit=unit, last=each == steps[-1], seat="both", cells=cells) for each in steps
        ]
        table = pd.DataFrame(rows, columns=AGENTS.names)
        write(results / agent.study / "agents.parquet", table, schema=AGENTS, provenance={})
    for part in ("", "results/hemingroth2025/"):
        write_genomes([["genome"], ["".join(map(str, oracles.perfect_genome()))]], folder / f"{part}champions.csv")
    for name in ("states.txt", "results/tables/states.txt"):
        write_states(BOARDS, folder / name)
    shutil.copytree(ROOT / "config", folder / "config")
    shares = pd.DataFrame({"set": "all treatments", "group": "umg-described", "generation": [1, 2]})
    shares[["fraction", "fraction_low", "fraction_high"]] = 0.5
    write_study_tables({"ecdf": shares}, results / "ancheta2020/tables", provenance={})
    needed = pd.DataFrame([dict.fromkeys(GAMES_NEEDED, 0.5) | {"seat": "second", "study": "ancheta2020"}])
    write_study_tables({"games_needed": needed}, results / "machines/tables", provenance={})
    write_manifest(results / "MANIFEST.sha256", digests(results.iterdir(), root=results))
    shutil.copy(results / "MANIFEST.sha256", folder / "colleague")
    for own in (results, folder / "colleague/results"):
        (own / "audit").mkdir(parents=True)
        write_audit(audit_of(verdict_table(verdict_row("S0-C01"))), own / "audit", provenance={})
    assert cli.main(["export", "house/umg", "-o", str(folder / "g.json")]) == 0
    player = "def move(board, player): return board.index('.')\n"
    program = f"#!{sys.executable} -S\nprint({{}}, flush=True)\n"
    for name, text in {
        "my_player.py": player,
        **dict.fromkeys(("my_learner.py", "my_td.py"), (ROOT / "docs/learners/td.py").read_text(encoding="utf-8")),
        "class-of-2026/ada.py": player,
        "class-of-2026/grace.py": player,
        "table.csv": "board,cells\n.........,4\n",
        "my_runs/1/10.csv": "board,cells\n.........,4\n",
        "bin/ttt": program.format("'resign'"),  # in place of those that a referee starts, which are run by themselves
        "my-program": program.format(5) + "input()\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
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


@pytest.mark.needs_jit
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
