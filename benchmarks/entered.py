"""Commands for somebody's players: `ttt enter` and `ttt league` with tables, their start and their pages with them.

Left out loudly where there are no finished results, whose players they are compared with.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from timing import seconds

from tttcore.entered.entrant import board_text
from tttcore.pipeline.rng import stream
from tttcore.players.policy import GOES_ON, game

ROOT = Path(__file__).resolve().parents[1]
LEAGUE = ROOT / "results" / "league"
PLAYERS = 40


def measure(rounds: int) -> dict[str, float]:
    """Seconds of both commands, from the start of Python to the last byte of the page."""
    if not LEAGUE.is_dir():
        print("entered: results are not there, left out; make them first", file=sys.stderr)
        return {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "players")
        folder.mkdir()
        for number in range(PLAYERS):
            write_player(folder / f"player-{number}.csv", number)
        page = str(Path(temporary, "page.html"))
        enter, league = seconds(
            lambda: ttt("enter", str(folder / "player-0.csv"), "--page", page),
            lambda: ttt("league", str(folder), "--page", page),
            rounds=max(rounds // 10, 1),
        )
    return {"ttt enter: seconds for a table": enter, f"ttt league: seconds for {PLAYERS} tables": league}


def write_player(file: Path, number: int) -> None:
    """Write a table with a free cell, drawn at random, for each board on which a game goes on."""
    played, draw = game(dead=False), stream(0, "benchmarks", "entered", number)
    lines = [
        f"{board_text(place)},{draw.choice(np.flatnonzero(played.following[place] >= 0))}"
        for place in np.flatnonzero(played.results == GOES_ON)
    ]
    file.write_text("\n".join(["board,cells", *lines]) + "\n", encoding="utf-8")


def ttt(*arguments: str) -> None:
    """Run a command of the package in a process of its own."""
    subprocess.run([sys.executable, "-m", "tttcore", *arguments], check=True, cwd=ROOT, capture_output=True)
