"""The `ttt` command as a whole: help, version, no heavy imports before they are needed."""

import re
import subprocess
import sys

import pytest

import tttcore
from tttcore import cli
from tttcore.__main__ import main


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--help"],
            [
                "Usage: ttt",
                "evaluate",
                "play",
                "agents",
                "export",
                "referee",
                "facts",
                "genies",
                "rl",
                "demo",
                "verify",
            ],
        ),
        (["play", "--help"], ["Usage: ttt play", "GENOMES.csv", "minimax", "nine-board", "super", "--protocol"]),
        (["referee", "--help"], ["COMMAND1", "{seat}", "--game", "--seconds", "--json", "Example"]),
        (
            ["verify", "--help"],
            ["Usage: ttt verify", "[RESULTS]", "--against", "changed", "missing", "left over", "Examples"],
        ),
    ],
)
def test_help(ttt, arguments, words):
    code, out, err = ttt(*arguments)
    assert (code, err) == (0, "")
    assert [word for word in words if word not in out] == []


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


def test_help_loads_nothing_heavy():
    program = "import sys, tttcore.cli; print(sorted({'numba', 'numpy', 'pandas', 'scipy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("when", ["loading", "running"])
def test_an_interruption_is_quiet(monkeypatch, ttt, capfd, when):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    if when == "loading":
        monkeypatch.setattr(cli, "main", interrupted)
        assert main() == 130
        assert capfd.readouterr() == ("", "")
    else:
        monkeypatch.setattr("tttcore.games.classic.enumerate_states", interrupted)
        assert ttt("facts") == (130, "", "\n")


@pytest.mark.parametrize("value", ["9" * 200_000, "9 " * 100_000])
@pytest.mark.parametrize(
    "arguments", [["referee", "a", "b", "--games"], ["referee", "a", "b", "--game"], ["play"], ["enter"]]
)
def test_long_values_are_shortened(refused, arguments, value):
    """The beginning and the end of the message stay."""
    message = refused(*arguments, value)
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
