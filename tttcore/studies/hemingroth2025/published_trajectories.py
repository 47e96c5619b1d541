"""The published training log: read it and check every cell, and its trajectory of fitness."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from tttcore.pipeline.table_files import check_cells, parse_numbers, read_csv
from tttcore.studies.method import Trajectory

LOG = "log"
"""Name of the log among the published tables."""
COLUMNS = ("time_s", "gen", "best", "avg")


def read_log(path: str | Path) -> pd.DataFrame:
    """Read a training log: the columns `COLUMNS`, a row per generation.

    Raises
    ------
    ConfigError
        If the file can't be read, has other columns or no rows, generations aren't 1, 2, 3 and so on, times
        don't increase, or a fitness isn't a number from 0 to 1.
    """
    log = read_csv(path, COLUMNS)
    numbers = parse_numbers(log)
    steps = numbers["time_s"].diff().fillna(numbers["time_s"])
    share = "numbers from 0 to 1"
    for column, fits, allowed in (
        ("time_s", (steps > 0) & np.isfinite(numbers["time_s"]), "seconds that rise from row to row"),
        ("gen", numbers["gen"] == np.arange(1, len(log) + 1), "1, 2, 3 and so on"),
        ("best", numbers["best"].between(0, 1), share),
        ("avg", numbers["avg"].between(0, 1), share),
    ):
        check_cells(path, log[column], fits, allowed)
    return numbers.astype({"gen": int}).reset_index(drop=True)


def published_trajectories(
    files: Mapping[str, str | Path], comparisons: Mapping[str, Mapping[str, str]]
) -> dict[str, Sequence[Trajectory]]:
    """See `studies.method`. Any treatment may have made the run. The log has proportions of games not lost."""
    if LOG not in files:
        return {}
    log = read_log(files[LOG])
    course = {
        "generations": log["gen"].tolist(),
        **{name: (1 - log[column]).round(5).tolist() for name, column in (("best", "best"), ("mean", "avg"))},
    }
    return {treatment: [course] for compared in comparisons.values() for treatment in compared.values()}
