"""Trajectories of best fitness of the document's ninety runs: read and check them, and find them by treatment."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from tttcore.pipeline.table_files import check_cells, parse_numbers, read_csv
from tttcore.studies.method import Trajectory

FIGURES = "figures_6_8"
"""The published table that holds the best fitness of every generation; its means aren't published."""
COLUMNS = ("treatment", "run", "generation", "best_fitness")


def read_rows(path: str | Path) -> pd.DataFrame:
    """Read published trajectories: treatment, replicate, generation and best, a row per generation of each run.

    Raises
    ------
    ConfigError
        If the file can't be read or has other columns than `COLUMNS`, the generations of a run aren't 1, 2, 3 and so
        on, or a fitness isn't a number from 0 to 1.
    """
    cells = read_csv(path, COLUMNS)
    numbers = parse_numbers(cells[[*COLUMNS[1:]]]).assign(treatment=cells["treatment"])
    expected = numbers.groupby(["treatment", "run"], sort=False).cumcount() + 1
    check_cells(path, cells["run"], numbers["run"] % 1 == 0, "whole numbers")
    check_cells(path, cells["generation"], numbers["generation"] == expected, "1, 2, 3 and so on within each run")
    check_cells(path, cells["best_fitness"], numbers["best_fitness"].between(0, 1), "numbers from 0 to 1")
    rows = numbers.rename(columns={"run": "replicate", "best_fitness": "best"})
    return rows.astype({"replicate": int, "generation": int}).reset_index(drop=True)


def published_trajectories(
    files: Mapping[str, str | Path], comparisons: Mapping[str, Mapping[str, str]]
) -> dict[str, Sequence[Trajectory]]:
    """See `studies.method.published_trajectories`, for each treatment that is one of the three groups in some reading.

    Its trajectories are those of its label where the three groups are compared.
    """
    if FIGURES not in files:
        return {}
    rows = read_rows(files[FIGURES])
    trajectories = {
        str(group): [
            {"generations": run["generation"].tolist(), "best": run["best"].round(5).tolist()}
            for _, run in own.groupby("replicate")
        ]
        for group, own in rows.groupby("treatment", sort=False)
    }
    compared = [each for each in comparisons.values() if set(each) == set(trajectories)]
    return {treatment: trajectories[label] for each in compared for label, treatment in each.items()}
