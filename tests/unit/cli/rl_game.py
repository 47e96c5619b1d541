"""`ttt rl game` in tests: the command, and what is typed and printed."""

from pathlib import Path

from click.testing import CliRunner

from tttcore import cli

GAME = ["rl", "game"]
CLASSIC = Path("policies/finite-3-need-3.parquet")
ENDED = "ttt: error: the input ended before the game"
EVERY_CELL = [f"{x} {y}" for x in (-1, 0, 1) for y in (-1, 0, 1)] * 3

RECIPE = {
    "board": {"name": "finite", "size": 3},
    "need": 3,
    "step": 0.1,
    "exploration": 0.3,
    "ties": "first",
    "target": "moving",
    "draws": "apart",
}


def typed(lines):
    return "".join(f"{line}\n" for line in lines)


def played(*arguments, lines=("q",)):
    return CliRunner().invoke(cli.ttt, [*GAME, *arguments], input=typed(lines))


def first_lines(*arguments, number=4):
    result = played(*arguments)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()[:number]
