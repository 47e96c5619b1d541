"""Export of traces in the format of IOHexperimenter, which IOHanalyzer and IOHinspector read.

A treatment is an algorithm in its own folder, and its runs are runs of IOHexperimenter; the objective is the only
function. As by default in its logger, the first generation is recorded, every one that improves on all before it, and
the last. Generations take the place of evaluations, counted from 1 whatever the number of the first population. The
logger's ``x`` of the best solution is empty, since it may not have survived.

Source: Doerr et al. (2018), IOHprofiler; the layout is that of IOHexperimenter 0.3.
"""

import json
from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.schema import Objective

VERSION = "0.3.22"
"""Version of the logger with this format."""
FUNCTION = 1


def exported(
    traces: pd.DataFrame, *, study: str, objective: Objective, dimensions: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    """Export all treatments of a study: path below the folder of the export, and text, of two files for each.

    Parameters
    ----------
    traces : a row per run and step, in order.
    study : name of the study, used as that of the suite.
    objective : column of the traces that the study's engine optimises.
    dimensions : number of genes of each treatment.
    """
    name = f"{FUNCTION}_{objective.name}"
    for treatment, own in traces.groupby("treatment", sort=False):
        runs = [run[objective.column].to_numpy(np.float64) for _, run in own.groupby("replicate", sort=False)]
        dimension = dimensions[str(treatment)]
        data = f"data_f{name}/IOHprofiler_f{FUNCTION}_DIM{dimension}.dat"
        described = [_run(values, objective.maximised) for values in runs]
        about = {
            "version": VERSION,
            "suite": study,
            "function_id": FUNCTION,
            "function_name": objective.name,
            "maximization": objective.maximised,
            "algorithm": {"name": treatment, "info": "an evaluation is a generation"},
            "attributes": ["evaluations", "raw_y"],
            "scenarios": [{"dimension": dimension, "path": data, "runs": described}],
        }
        yield f"{treatment}/IOHprofiler_f{name}.json", json.dumps(about, indent=1) + "\n"
        yield f"{treatment}/{data}", "".join(_lines(values, objective.maximised) for values in runs)


def recorded(values: NDArray[np.float64], *, maximised: bool) -> NDArray[np.intp]:
    """Logged steps of a run: the first, those that improve on all before, and the last."""
    best = np.maximum.accumulate(values) if maximised else np.minimum.accumulate(values)
    improved = np.flatnonzero(np.diff(best, prepend=np.nan) != 0)
    return np.union1d(improved, [len(values) - 1])


def _run(values: NDArray[np.float64], maximised: bool) -> dict[str, object]:
    best = int(values.argmax() if maximised else values.argmin())
    return {"instance": 1, "evals": len(values), "best": {"evals": best + 1, "y": float(values[best]), "x": []}}


def _lines(values: NDArray[np.float64], maximised: bool) -> str:
    """Data lines of a run, with the header that each run has."""
    rows = (f"{step + 1} {float(values[step])!r}\n" for step in recorded(values, maximised=maximised).tolist())
    return "evaluations raw_y\n" + "".join(rows)
