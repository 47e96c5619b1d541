"""Run somebody's function `move` in a process of its own: a script that reads questions and writes answers.

    python runner.py PLAYER.py SEED

It writes ``ready`` once it has loaded the player, or ``!`` and the reason why it can't. A question is a line with a
token, a board, a sign, and how often it is asked. An answer is a line with the token and a cell, or with the token and
``!`` and what went wrong, one for each time. What the player itself prints goes nowhere, and what it reads is empty.

The player's file is the main module and the only argument, and all draws repeat. It imports nothing of the package, so
that it starts fast and can give the player nothing of it.
"""

import errno
import operator
import os
import random
import reprlib
import sys
from collections.abc import Callable
from functools import partial
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import SupportsIndex

CELLS = 9
LARGE = 1_000_000
MODULE = "entered_player"


def main(path: str, seed: str) -> None:
    """Load a player and answer questions until there are no more."""
    questions, answers = os.fdopen(os.dup(0), encoding="ascii"), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    this = os.getpid()
    try:
        move = _loaded(path, int(seed))
    except BaseException as error:  # whatever a stranger's file does, it ends in one line
        _answer(answers, this, f"!{_what(error)}")
        return
    _answer(answers, this, "ready")
    for question in questions:
        token, board, sign, times = question.split()
        for _ in range(int(times)):
            _answer(answers, this, f"{token} {_asked(move, board, sign)}")


def _seed(seed: int) -> None:
    """Have all draws repeat, those of numpy and `secrets` as well: the system's random bytes come from the seed."""
    draw, with_seed = random.Random(seed).randbytes, random.Random.seed

    def seeded(generator: random.Random, a: int | str | bytes | None = None, version: int = 2) -> None:
        with_seed(generator, draw(32) if a is None else a, version)

    for owner, name, value in (
        (os, "urandom", draw),
        (random, "_urandom", draw),
        (random.Random, "seed", seeded),
        (random, "seed", partial(seeded, random._inst)),
    ):
        setattr(owner, name, value)
    random.seed(seed)


class _NoMoveError(Exception):
    """The player's file has no function that moves."""


def _loaded(path: str, seed: int) -> Callable[[str, str], object]:
    _seed(seed)
    sys.argv = [path]
    sys.path.insert(0, os.path.dirname(path))
    module = ModuleType(MODULE)
    module.__file__ = path
    sys.modules[module.__name__] = sys.modules["__main__"] = module  # the latter for pickles of classes of a script
    SourceFileLoader(module.__name__, path).exec_module(module)
    move = getattr(module, "move", None)
    if not callable(move):
        raise _NoMoveError
    return move


def _asked(move: Callable[[str, str], object], board: str, sign: str) -> str:
    """Answer to a question."""
    try:
        value = move(board, sign)
        if isinstance(value, bool) or not isinstance(value, SupportsIndex):
            return f"!returns {_shown(value)} instead of a cell{_remedy(value)}"
        cell = operator.index(value)
        if 0 <= cell <= CELLS:  # 9 tells of cells that are counted from 1
            return str(cell)
        return f"!returns {cell if abs(cell) < LARGE else 'a large number'}; cells are 0 to {CELLS - 1}"
    except BaseException as error:
        return f"!{_what(error)}"


def _shown(value: object) -> str:
    """A value in words; most objects by their type alone, since their own words may differ from run to run."""
    if value is None or isinstance(value, (str, bool, float)):
        return reprlib.repr(value)
    return f"a value of type {type(value).__name__}"


def _remedy(value: object) -> str:
    """Advice on an answer that is no cell, in parentheses; empty without any."""
    if value is None:
        return " (a way without return? the board has . for a free cell)"
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return " (the cell of a row and a column is 3 * row + column)"
    return ""


def _what(error: BaseException) -> str:
    """Describe in words what has happened."""
    if isinstance(error, _NoMoveError):
        return "has no function `move(board, player)`"
    if isinstance(error, SystemExit):
        return "ends its process"
    try:
        line = error.lineno if isinstance(error, SyntaxError) and error.filename == sys.argv[0] else _line(error)
        where = f" in line {line}" if line else ""
        told = error.msg if isinstance(error, SyntaxError) else str(error)
        return f"raises {type(error).__name__}{where}{_hint(error, told)}{': ' * bool(told)}{told}"
    except BaseException:
        return f"raises {type(error).__name__}"


def _line(error: BaseException) -> int | None:
    """Line of the player's file that an error comes from, the innermost; None if it has none."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == MODULE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _hint(error: BaseException, told: str) -> str:
    """Advice against an error, in parentheses; empty without any."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return " (--memory allows more)"
    if isinstance(error, FileNotFoundError):
        return " (it runs in an empty folder; Path(__file__).parent is its own)"
    if isinstance(error, EOFError):
        return " (nobody answers `input()`)"
    if isinstance(error, AttributeError) and told.startswith("Can't get attribute"):
        return " (the file must define or import the classes that it loads)"
    if isinstance(error, AttributeError) and error.name == "tostring":
        return " (its name is tobytes now)"
    return ""


def _answer(answers: int, this: int, line: str) -> None:
    """Write a line of an answer; a copy of this process that the player has made ends instead."""
    if os.getpid() != this:
        os._exit(0)
    os.write(answers, line.encode(errors="replace").replace(b"\n", b" ")[:2000] + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
