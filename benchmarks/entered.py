"""Somebody's players: the exact evaluation of a table, and the commands `ttt enter` and `ttt league` with their pages.

Left out loudly where there are no finished results, whose players they are compared with.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from timing import seconds

from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.field import read_field
from tttcore.classroom.files import table_entrant
from tttcore.games.board_text import board_texts
from tttcore.games.position import OPEN
from tttcore.pipeline.rng import stream
from tttcore.players.policy import game

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results"
PLAYERS = 40


def measure(rounds: int) -> dict[str, float]:
    """Seconds of an evaluation, and of both commands from the start of Python to the last byte of the page."""
    if not (RESULTS / "league").is_dir():
        print("entered: results are not there, left out; make them first", file=sys.stderr)
        return {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "players")
        folder.mkdir()
        for number in range(PLAYERS):
            write_player(folder / f"player-{number}.csv", number)
        page = str(Path(temporary, "page.html"))
        player = folder / "player-0.csv"
        evaluation, enter, league = seconds(
            lambda: evaluate(table_entrant(player, player.stem), read_field(RESULTS)),
            lambda: ttt("enter", str(player), "--page", page),
            lambda: ttt("league", str(folder), "--page", page),
            rounds=max(rounds // 10, 1),
        )
    return {
        "entered player: seconds to evaluate a table": evaluation,
        "ttt enter: seconds for a table, with start and page": enter,
        f"ttt league: seconds for {PLAYERS} tables, with start and page": league,
    }


def write_player(file: Path, number: int) -> None:
    """Write a table with a free cell, drawn at random, for each board on which a game goes on."""
    played, draw = game(dead=False), stream(0, "benchmarks", "entered", number)
    lines = [
        f"{board_texts()[place]},{draw.choice(np.flatnonzero(played.successors[place] >= 0))}"
        for place in np.flatnonzero(played.results == OPEN)
    ]
    file.write_text("\n".join(["board,cells", *lines]) + "\n", encoding="utf-8")


def ttt(*arguments: str) -> None:
    """Run a command of the package in a process of its own."""
    subprocess.run([sys.executable, "-m", "tttcore", *arguments], check=True, cwd=ROOT, capture_output=True)
