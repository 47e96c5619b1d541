"""Lists of states and tables of genomes, as `ttt evaluate` and `ttt play` read them."""

import csv
from pathlib import Path

from reference import classic as oracles

BOARDS = [" ".join(map(str, board)) for board in oracles.game_base()]
OPEN_BOARDS = [" ".join(map(str, board)) for board in oracles.game_base() if not oracles.winner(board)]
GOOD = ["evaluate", "G.csv", "--states", "S.txt", "--seat", "first"]


def write_states(lines, name="S.txt"):
    Path(name).write_text("".join(f"{line}\n" for line in lines))


def write_genomes(rows, name="G.csv"):
    with Path(name).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
