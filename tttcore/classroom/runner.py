"""Run somebody's function `move` in a process of its own: a script that reads questions and writes answers.

    python runner.py PLAYER.py SEED

It writes ``ready`` once it has loaded the player, or ``!`` and the reason why it can't. A question is a line with a
token, a board, a sign, and how often it is asked. An answer is a line with the token and a cell, or with the token and
``!`` and what went wrong, one for each time. What the player itself prints goes nowhere, and what it reads is empty.

The player's file is the main module and the only argument, and all draws repeat, see `user_code`.
"""

import operator
import sys
from collections.abc import Callable
from typing import SupportsIndex

from tttcore.processes.user_code import Channel, described, load, seed_all, shown

CELLS = 9
LARGE = 1_000_000


def main(path: str, seed: str) -> None:
    """Load a player and answer questions until there are no more."""
    channel = Channel()
    try:
        seed_all(int(seed))
        move = getattr(load(path), "move", None)
    except BaseException as error:  # whatever a stranger's file does, it ends in one line
        channel.tell(f"!{described(error)}")
        return
    if not callable(move):
        channel.tell("!has no function `move(board, player)`")
        return
    channel.tell("ready")
    for question in channel.input:
        token, board, sign, times = question.split()
        for _ in range(int(times)):
            channel.tell(f"{token} {answer(move, board, sign)}")


def answer(move: Callable[[str, str], object], board: str, sign: str) -> str:
    """Answer to a question: a cell, or ``!`` and what went wrong."""
    try:
        value = move(board, sign)
        if isinstance(value, bool) or not isinstance(value, SupportsIndex):
            return f"!returns {shown(value)} instead of a cell{_remedy(value)}"
        cell = operator.index(value)
        if 0 <= cell <= CELLS:  # 9 tells of cells that are counted from 1
            return str(cell)
        return f"!returns {cell if abs(cell) < LARGE else 'a large number'}; cells are 0 to {CELLS - 1}"
    except BaseException as error:
        return f"!{described(error)}"


def _remedy(value: object) -> str:
    """Advice on an answer that is no cell, in parentheses; empty without any."""
    if value is None:
        return " (a way without return? the board has . for a free cell)"
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return " (the cell of a row and a column is 3 * row + column)"
    return ""


if __name__ == "__main__":
    main(*sys.argv[1:])
