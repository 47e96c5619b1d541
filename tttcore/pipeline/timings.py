"""Measure wall-clock times of work that a document timed; only these numbers differ from run to run."""

import timeit
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

import pandas as pd

from tttcore.pipeline.machine import describe_machine

ROUNDS = 15
COLUMNS = ("study", "timing", "what", "published_seconds", "published_machine", "seconds", "rounds", "ratio", "machine")
TEXTS = ("study", "timing", "what", "published_machine", "machine")
"""Columns of text."""

Work = Callable[[], object]


def timings(
    study: str, asked: Mapping[str, Mapping[str, Any]], prepare: Callable[[Mapping[str, Any]], Work]
) -> pd.DataFrame:
    """Measure every timing: a row each, with the columns `COLUMNS`.

    Parameters
    ----------
    study : name of the study.
    asked : settings of the timings by name: ``what`` is done, and the document's ``seconds`` and ``machine``.
    prepare : returns the work of a timing as a function to call.

    Returns
    -------
    seconds : median over `ROUNDS` calls, after a first call that compiles kernels and fills caches.
    ratio : published seconds / measured seconds.
    machine : processor and versions of this machine.
    """
    machine = ", ".join(f"{key} {value}" for key, value in describe_machine().items())
    rows = []
    for name, timing in asked.items():
        work = prepare(timing)
        work()
        seconds = median(timeit.repeat(work, number=1, repeat=ROUNDS))
        rows.append(
            {
                "study": study,
                "timing": name,
                "what": timing["what"],
                "published_seconds": timing["seconds"],
                "published_machine": timing["machine"],
                "seconds": seconds,
                "rounds": ROUNDS,
                "ratio": timing["seconds"] / seconds,
                "machine": machine,
            }
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))
