"""Traces in the layout of IOHexperimenter, which IOHanalyzer and IOHinspector read.

A treatment is an algorithm in a folder of its own, a run of it a run of IOHexperimenter; what is optimised is the only
function. As its logger does by default, the first generation is recorded, every one that improves on all before it, and
the last. Generations take the place of evaluations, and the first population, whatever its number, is 1. The logger's
``x`` of the best solution is left empty, for it needn't have survived.

Source: Doerr et al. (2018), IOHprofiler; the layout is that of IOHexperimenter 0.3.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.stored import Objective

VERSION = "0.3.22"
"""Of the logger whose layout this is."""
FUNCTION = 1


class Text(NamedTuple):
    """A file: its path below the folder of all, and what is in it."""

    path: str
    text: str


def exported(traces: pd.DataFrame, *, study: str, objective: Objective, dimensions: dict[str, int]) -> Iterator[Text]:
    """Files of all treatments of a study, two for each.

    Parameters
    ----------
    traces : a row per run and step, in order.
    study : its name, which the suite is called.
    objective : what the study's engine optimises, one of the traces' columns.
    dimensions : genes of each treatment.
    """
    for treatment, own in traces.groupby("treatment", sort=False):
        runs = [run[objective.column].to_numpy(np.float64) for _, run in own.groupby("replicate", sort=False)]
        yield from _algorithm(runs, str(treatment), study, objective, dimensions[str(treatment)])


def recorded(values: NDArray[np.float64], *, maximised: bool) -> NDArray[np.intp]:
    """Steps of a run that are logged: the first, those that improve on all before, and the last."""
    best = np.maximum.accumulate(values) if maximised else np.minimum.accumulate(values)
    improved = np.flatnonzero(np.diff(best, prepend=np.nan) != 0)
    return np.union1d(improved, [len(values) - 1])


def _algorithm(
    runs: list[NDArray[np.float64]], treatment: str, study: str, objective: Objective, dimension: int
) -> Iterator[Text]:
    name = f"{FUNCTION}_{objective.name}"
    data = f"data_f{name}/IOHprofiler_f{FUNCTION}_DIM{dimension}.dat"
    about = {
        "version": VERSION,
        "suite": study,
        "function_id": FUNCTION,
        "function_name": objective.name,
        "maximization": objective.maximised,
        "algorithm": {"name": treatment, "info": "an evaluation is a generation"},
        "attributes": ["evaluations", "raw_y"],
        "scenarios": [
            {"dimension": dimension, "path": data, "runs": [_run(values, objective.maximised) for values in runs]}
        ],
    }
    yield Text(f"{treatment}/IOHprofiler_f{name}.json", json.dumps(about, indent=1) + "\n")
    yield Text(f"{treatment}/{data}", "".join(_lines(values, objective.maximised) for values in runs))


def _run(values: NDArray[np.float64], maximised: bool) -> dict[str, object]:
    best = int(values.argmax() if maximised else values.argmin())
    return {
        "instance": 1,
        "evals": len(values),
        "best": {"evals": best + 1, "y": float(values[best]), "x": []},
    }


def _lines(values: NDArray[np.float64], maximised: bool) -> str:
    """A run's lines, which begin with a header like those of every run."""
    rows = (f"{step + 1} {float(values[step])!r}\n" for step in recorded(values, maximised=maximised).tolist())
    return "evaluations raw_y\n" + "".join(rows)
