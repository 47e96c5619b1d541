"""Progress log of a run: a line per generation, in the format of hemingroth2025."""

import re
import time
from typing import TextIO

from tttcore.engines.genetic_algorithm.generational import Callback
from tttcore.engines.genetic_algorithm.population import Population
from tttcore.engines.genetic_algorithm.trace import TraceRow

DECIMALS = 5
"""Decimals that fitness is printed with."""

LOG_LINE = re.compile(rf"time=(\d+)s,gen=(\d+),best=([01]\.\d{{{DECIMALS}}}),avg=([01]\.\d{{{DECIMALS}}})")
"""Pattern of a line; its groups are seconds, generation, best and average."""


def log_line(seconds: float, generation: int, best: float, mean: float) -> str:
    """Line about a generation, such as ``time=18s,gen=1,best=0.66215,avg=0.47777``.

    Parameters
    ----------
    seconds : since the run began.
    generation : 1 is the initial population.
    best, mean : lowest and mean share of games lost; the line shows the share not lost.

    Source: hemingroth2025, Figure 4.
    """
    return f"time={seconds:.0f}s,gen={generation},best={1 - best:.{DECIMALS}f},avg={1 - mean:.{DECIMALS}f}"


def progress_logger(file: TextIO) -> Callback:
    """Callback that writes a line to `file` for each generation of a run that begins now."""
    began = time.monotonic()

    def log(generation: int, row: TraceRow, _: Population) -> None:
        print(log_line(time.monotonic() - began, generation, row.best, row.mean), file=file, flush=True)

    return log
