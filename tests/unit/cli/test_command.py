"""The `ttt` command as a whole: help, version, interruptions, messages, no heavy imports before they are needed."""

import re
import subprocess
import sys

import pytest

import tttcore
from tttcore import cli
from tttcore.__main__ import main


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
    places = [text.index(f"{title}:\n") for title in cli.SECTIONS]
    assert places == sorted(places)
    for title, commands in cli.SECTIONS.items():
        lines = text.partition(f"{title}:\n")[2].partition("\n\n")[0].splitlines()
        listed = [line.split()[0] for line in lines if re.match(r"  \S", line)]
        assert sorted(listed) == sorted(command.name for command in commands)
    assert "Commands:" not in text
    examples = text.partition("Begin with one of these:\n")[2].splitlines()
    assert [line.split()[1] for line in examples] == ["play", "enter", "draw"]


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
