"""A line per generation, as a long run tells how far it has come."""

import re
import time
from typing import TextIO

from tttcore.engines.genetic_algorithm.generational import Listener
from tttcore.engines.genetic_algorithm.organisms import Organisms
from tttcore.engines.genetic_algorithm.summary import Summary

DECIMALS = 5
"""Fitness is printed to so many decimals."""

LOG_LINE = re.compile(rf"time=(\d+)s,gen=(\d+),best=([01]\.\d{{{DECIMALS}}}),avg=([01]\.\d{{{DECIMALS}}})")
"""Seconds, generation, best and average of a line."""


def log_line(seconds: float, generation: int, best: float, mean: float) -> str:
    """A generation as a line, such as ``time=18s,gen=1,best=0.66215,avg=0.47777``.

    Parameters
    ----------
    seconds : since the run began.
    generation : 1 is the initial population.
    best, mean : lowest and mean share of games lost; the line shows the share not lost.

    Source: hemingroth2025, Figure 4.
    """
    return f"time={seconds:.0f}s,gen={generation},best={1 - best:.{DECIMALS}f},avg={1 - mean:.{DECIMALS}f}"


def lines_to(file: TextIO) -> Listener:
    """What writes a line to `file` for each generation of a run that begins now."""
    began = time.monotonic()

    def tell(generation: int, summary: Summary, _: Organisms) -> None:
        print(log_line(time.monotonic() - began, generation, summary.best, summary.mean), file=file, flush=True)

    return tell
