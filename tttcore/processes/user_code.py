"""Run a user's Python file in a process that is there for nothing else: all draws repeat, and errors take one line.

Only Python itself is imported, so that a process starts fast.
"""

import errno
import os
import random
import reprlib
import sys
from functools import partial
from importlib.machinery import SourceFileLoader
from types import ModuleType

MODULE = "users_file"
"""Name of the user's module, by which its lines are found in errors."""
LONGEST = 2000
"""Bytes of a reason that are written at most."""


class Channel:
    """Lines to the process that has started this one; what the user's code itself prints goes nowhere."""

    def __init__(self) -> None:
        self.input, self._answers, self._this = os.fdopen(os.dup(0), encoding="utf-8"), os.dup(1), os.getpid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)

    def tell(self, line: str) -> None:
        """Write a line; a copy of this process that the user's code has made ends instead."""
        if os.getpid() != self._this:
            os._exit(0)
        left = line.encode(errors="replace").replace(b"\n", b" ") + b"\n"
        while left:
            left = left[os.write(self._answers, left) :]


def seed_all(seed: int) -> None:
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


def load(path: str, *, alone: bool = True) -> ModuleType:
    """Execute a file; modules beside it can be imported.

    Parameters
    ----------
    alone : make it the main module, as its process is there for it; classes of a script are found there by pickles.
    """
    sys.path.insert(0, os.path.dirname(path))
    module = ModuleType(MODULE)
    module.__file__ = path
    sys.modules[module.__name__] = module
    if alone:
        sys.argv, sys.modules["__main__"] = [path], module
    SourceFileLoader(module.__name__, path).exec_module(module)
    return module


def shown(value: object) -> str:
    """A value in words; most objects by their type alone, since their own words may differ from run to run."""
    if value is None or isinstance(value, (str, bool, float)):
        return reprlib.repr(value)
    return f"a value of type {type(value).__name__}"


def described(error: BaseException) -> str:
    """Describe what the user's code has raised, with its line there."""
    if isinstance(error, SystemExit):  # argparse ends with 2 where an argument is missing
        return f"ends its process{' (it gets no arguments)' * (error.code == 2)}"
    try:
        line = error.lineno if isinstance(error, SyntaxError) and error.filename == sys.argv[0] else _line(error)
        where = f" in line {line}" if line else ""
        told = error.msg if isinstance(error, SyntaxError) else str(error)
        return f"raises {type(error).__name__}{where}{_hint(error, told)}{': ' * bool(told)}{told}"[:LONGEST]
    except BaseException:
        return f"raises {type(error).__name__}"


def _line(error: BaseException) -> int | None:
    """Line of the user's file that an error comes from, the innermost; None if it has none."""
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
