"""The command line in tests: started as a process, answered by what is typed, and the files that it reads."""

import csv
import sys
from pathlib import Path

from click.testing import CliRunner
from reference import classic as oracles

from tttcore import cli

TTT = [sys.executable, "-c", "import sys; from tttcore.cli import main; sys.exit(main())"]
ENDED = "ttt: error: the input ended before the game did"
BOARDS = [" ".join(map(str, board)) for board in oracles.game_base()]


def typed(lines):
    return "".join(f"{line}\n" for line in lines)


def played(*arguments, lines=("q",)):
    """Result of a command line whose `output` has both streams in their order."""
    return CliRunner().invoke(cli.ttt, arguments, input=typed(lines))


def write_states(lines, name="S.txt"):
    Path(name).write_text(typed(lines))


def write_genomes(rows, name="G.csv"):
    with Path(name).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
