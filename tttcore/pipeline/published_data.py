"""The documents' data, read from CSV and checked cell by cell."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from tttcore.pipeline.registry import ConfigError, choices
from tttcore.pipeline.text import read_csv

LOG = ("time_s", "gen", "best", "avg")
"""Columns of a training log."""
PRINTED = ("table", "outcome", "games", "percent")
"""Columns of printed tables of games."""


def read_runs(path: str | Path) -> pd.DataFrame:
    """The document's runs: a column of generations per group; one called run, which numbers them, is left out.

    Raises
    ------
    ConfigError
        If the file can't be read or a value is not a whole number of generations from 1.
    """
    table = read_csv(path).drop(columns="run", errors="ignore")
    numbers = _numbers(table)
    for column in table:
        whole = numbers[column] % 1 == 0
        _refuse(path, table[column], whole & numbers[column].between(1, 2**62), "whole numbers from 1")
    return numbers.astype(np.int64).reset_index(drop=True)


def read_log(path: str | Path) -> pd.DataFrame:
    """A training log: the columns `LOG`, a row per generation.

    Raises
    ------
    ConfigError
        If the file can't be read, has other columns, no rows, generations that don't count from 1,
        times that don't rise, or a fitness that is no number from 0 to 1.
    """
    log = read_csv(path, LOG)
    numbers = _numbers(log)
    steps = numbers["time_s"].diff().fillna(numbers["time_s"])
    share = "numbers from 0 to 1"
    for column, fits, allowed in (
        ("time_s", (steps > 0) & np.isfinite(numbers["time_s"]), "seconds that rise from row to row"),
        ("gen", numbers["gen"] == np.arange(1, len(log) + 1), "1, 2, 3 and so on"),
        ("best", numbers["best"].between(0, 1), share),
        ("avg", numbers["avg"].between(0, 1), share),
    ):
        _refuse(path, log[column], fits, allowed)
    return numbers.astype({"gen": int}).reset_index(drop=True)


def read_printed(path: str | Path, names: Mapping[str, str]) -> pd.DataFrame:
    """Printed tables of games: the columns `PRINTED`.

    Raises
    ------
    ConfigError
        If the file can't be read, a number in it is none, or one of the `names` is not that of a table in it.
    """
    printed = read_csv(path, PRINTED)
    for column in ("games", "percent"):
        numbers = _numbers(printed[[column]])[column]
        fits = numbers.between(0, np.inf, inclusive="left") | (printed[column] == "")
        _refuse(path, printed[column], fits, "numbers from 0, or nothing")
        printed[column] = numbers
    known = printed["table"].unique().tolist()
    for way, name in names.items():
        if name not in known:
            raise ConfigError(f"counted.{way}: {path} has no table {name!r}{choices(name, known)}")
    return printed.reset_index(drop=True)


def _numbers(table: pd.DataFrame) -> pd.DataFrame:
    """NaN for what is no number."""
    return table.apply(pd.to_numeric, errors="coerce")


def _refuse(path: str | Path, cells: "pd.Series[str]", fits: "pd.Series[bool]", allowed: str) -> None:
    """ConfigError for the first cell that doesn't fit."""
    if not fits.all():
        place = int(np.argmin(fits))
        where = f"{path}, line {cells.index[place]}, {cells.name}"
        raise ConfigError(f"{where}: {cells.iloc[place]!r}; allowed: {allowed}")
