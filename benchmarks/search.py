"""Alpha-beta on nine boards: against the same loop in C++ and plain minimax, and how long deep searches take."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import numpy as np
from timing import seconds

from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.engines.nine_board.negamax import SPENT, UNLIMITED, position_value
from tttcore.engines.nine_board.reference import WIN, minimax
from tttcore.games.nine_board import FREE, NineBoard
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import stream

SOURCE = Path(__file__).with_name("alphabeta.cpp")
COMPILERS = ("g++", "clang++")
OPTIONS = ("-std=c++17", "-O3", "-march=native")
DEPTH, GAMES = 8, 10
"""Positions of so many games between engines that look little ahead are searched so deep."""
PLAIN_DEPTH = 3


def measure(rounds: int) -> dict[str, float]:
    """Ratios and times of the searches."""
    plain, whole = AlphaBeta(table_bits=0, ordered=False), AlphaBeta()
    shallow, deep = seconds(lambda: plain.choose(NineBoard(), 8), lambda: whole.choose(NineBoard(), 12), rounds=rounds)
    measured = {
        "nine boards: ms for depth 8 from the empty board": shallow * 1e3,
        "nine boards: seconds for depth 12 with order and table": deep,
        "nine boards: plain minimax in Python / compiled": plain_time(plain, rounds),
    }
    with yardstick() as program:
        if program:
            measured |= {"nine boards: nodes per second, compiled / C++": against_cpp(program, plain, rounds)}
    return measured


def positions() -> list[NineBoard]:
    """The empty board, and each fourth position of some games in which nobody can win at once."""
    engine, found = AlphaBeta(table_bits=0), [NineBoard()]
    for game in range(GAMES):
        state, position = stream(0, "benchmarks", "search", game).bit_generator.random_raw(1), NineBoard()
        while position.winner is None:
            if position.ply % 4 == 3 and abs(engine.choose(position, 1).value) < WIN:
                found.append(position)
            position = position.apply(engine.choose(position, 2, state).move)
    return found


def against_cpp(program: Path, plain: AlphaBeta, rounds: int) -> float:
    """Nodes per second of the kernel as a share of those of the C++ loop, which looks at the same positions."""
    searched = positions()
    told = "\n".join(
        " ".join(map(str, (*own.crosses, *own.noughts, own.target, own.current_player))) for own in searched
    )  # fmt: skip
    marks, targets, movers = map(np.array, zip(*(own.arrays() for own in searched), strict=True))
    ratios = []
    for _ in range(rounds + 1):
        done = subprocess.run([program, str(DEPTH), "5"], input=told, check=True, capture_output=True, text=True)
        nodes, values, spent = done.stdout.split()
        plain.workspace.nodes[:] = 0, UNLIMITED
        began = time.perf_counter()
        ours = sum_of_values(plain.workspace, marks, targets, movers)
        ratios.append(float(spent) / (time.perf_counter() - began))
        assert (int(nodes), int(values)) == (plain.workspace.nodes[SPENT], ours), "the C++ loop finds something else"
    return median(ratios[1:])


@kernel
def sum_of_values(workspace, marks, targets, movers):
    """Sum of the positions' values to who moves."""
    total = 0
    for i in range(targets.size):
        total += position_value(workspace, marks[i], targets[i], movers[i], FREE, DEPTH, -WIN, WIN)
    return total


@contextmanager
def yardstick() -> Iterator[Path | None]:
    """The C++ loop, compiled for this machine; None, and loudly, where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        print(f"NO C++ COMPILER ({', '.join(COMPILERS)}): the search isn't compared with C++", file=sys.stderr)
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "alphabeta"
        subprocess.run([compiler, *OPTIONS, SOURCE, "-o", program], check=True)
        yield program


def plain_time(plain: AlphaBeta, rounds: int) -> float:
    """Time of plain minimax in Python over that of the engine, from a position after one move."""
    position = NineBoard().apply(0)
    compiled, slow = seconds(
        lambda: plain.choose(position, PLAIN_DEPTH),
        lambda: minimax(position, 1, PLAIN_DEPTH),
        rounds=max(rounds // 10, 3),
    )
    return slow / compiled


if __name__ == "__main__":
    print(measure(7))
