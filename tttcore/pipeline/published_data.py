"""Read the documents' published data from CSV and check every cell."""

from pathlib import Path

import numpy as np
import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.text import read_csv


def read_runs(path: str | Path) -> pd.DataFrame:
    """Read published runs: a column of generations per group; a column ``run``, which numbers them, is dropped.

    Raises
    ------
    ConfigError
        If the file can't be read or a value is not a whole number of generations from 1.
    """
    table = read_csv(path).drop(columns="run", errors="ignore")
    numbers = parse_numbers(table)
    for column in table:
        whole = numbers[column] % 1 == 0
        check_cells(path, table[column], whole & numbers[column].between(1, 2**62), "whole numbers from 1")
    return numbers.astype(np.int64).reset_index(drop=True)


def parse_numbers(table: pd.DataFrame) -> pd.DataFrame:
    """Parse all cells as numbers, NaN for those that aren't."""
    return table.apply(pd.to_numeric, errors="coerce")


def check_cells(path: str | Path, cells: "pd.Series[str]", fits: "pd.Series[bool]", allowed: str) -> None:
    """Raise ConfigError for the first cell that doesn't fit."""
    if not fits.all():
        place = int(np.argmin(fits))
        where = f"{path}, line {cells.index[place]}, {cells.name}"
        raise ConfigError(f"{where}: {cells.iloc[place]!r}; allowed: {allowed}")
