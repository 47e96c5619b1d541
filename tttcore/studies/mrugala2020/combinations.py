"""Numbers of games of 3x3 by result and length, counted in three ways, beside the document's tables."""

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from tttcore.exact import enumeration
from tttcore.games.classic import StateTables
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.table_files import check_cells, parse_numbers, read_csv
from tttcore.stats.columns import OneOf, hidden

COUNTINGS: Mapping[str, Callable[[StateTables], Counter[enumeration.End]]] = {
    "games": lambda _: enumeration.games(),
    "state paths": enumeration.state_paths,
    "games up to symmetry": lambda _: enumeration.symmetric_games(),
}
"""Ways of counting: sequences of cells; paths of states, on which moves to the same state are one step; and games up to
rotation and reflection."""
BESIDE = {"games": "left", "state paths": "right", "games up to symmetry": "right"}
"""The document's table (figure 3.1) that stands beside each. It doesn't say what the right one counts."""
TOTAL = "Total"
COMBINATIONS = {
    "counted": OneOf("Counted", COUNTINGS),
    "outcome": OneOf("Outcome", (*(f"Win in {marks} moves" for marks in range(5, 10)), "Draw", TOTAL)),
    "games": "Ours",
    "published_games": "Published",
    "percent": "Percent",
    "published_percent": "Published",
    "difference": "Ours minus published",
    "part": OneOf("", ("end", "total")),
    **hidden("rounded"),
}
"""Columns of `combinations_beside`."""


def read_printed(path: str | Path) -> pd.DataFrame:
    """Read the document's tables of games: DataFrame[table, outcome, games, percent].

    Raises
    ------
    ConfigError
        If the file can't be read, a cell isn't a number, one of the tables is missing, or its total isn't the sum.
    """
    printed = read_csv(path, ("table", "outcome", "games", "percent"))
    for column in ("games", "percent"):
        numbers = parse_numbers(printed[[column]])[column]
        most = 100.0 if column == "percent" else sys.float_info.max
        fits = numbers.between(0, most) | (printed[column] == "")
        check_cells(path, printed[column], fits, "numbers from 0, percents up to 100, or nothing")
        printed[column] = numbers
    known = printed["table"].unique().tolist()
    for name in BESIDE.values():
        if name not in known:
            raise ConfigError(f"{path} has no table {name!r}{choices(name, known)}")
        games = printed[printed["table"] == name].set_index("outcome")["games"]
        if TOTAL not in games or games.drop(TOTAL).sum() != games[TOTAL]:
            raise ConfigError(f"{path}: table {name!r}: {TOTAL} is not the sum of the other games")
    return printed.reset_index(drop=True)


def combinations_beside(printed: pd.DataFrame, states: StateTables) -> pd.DataFrame:
    """Numbers of games by result and length, beside those that the document prints.

    Parameters
    ----------
    printed : DataFrame[table, outcome, games, percent], the document's tables.
    states : the states of 3x3.

    Returns
    -------
    counted, outcome, part : a row per way of counting and outcome, ``Win in 5 moves`` to ``Win in 9 moves`` and
        ``Draw``, whose ``part`` is end, and ``Total``, whose ``part`` is total.
    games, percent, rounded : number, share in percent, and that to a tenth, as the document prints it.
    published_games, published_percent : the document's; NaN where it prints none.
    difference : our number less the document's.
    """
    return pd.concat([_beside(way, _counts(way, states), printed) for way in COUNTINGS])


def _counts(way: str, states: StateTables) -> pd.Series:
    """Number of games by outcome: wins by length, then draws, then the total."""
    found = COUNTINGS[way](states)
    ends = sorted(found, key=lambda end: (end[1], end[0]))
    named = {"Draw" if drawn else f"Win in {marks} moves": found[marks, drawn] for marks, drawn in ends}
    return pd.Series({**named, TOTAL: found.total()}, dtype=np.int64)


def _beside(way: str, games: pd.Series, printed: pd.DataFrame) -> pd.DataFrame:
    """Rows of a way of counting beside those of the document's table."""
    published = printed[printed["table"] == BESIDE[way]].set_index("outcome").reindex(games.index)
    percent = 100 * games / games[TOTAL]
    return pd.DataFrame(
        {
            "counted": way,
            "outcome": games.index,
            "part": np.where(games.index == TOTAL, "total", "end"),
            "games": games.to_numpy(),
            "percent": percent.to_numpy(),
            "rounded": percent.round(1).to_numpy(),
            "published_games": published["games"].to_numpy(float),
            "published_percent": published["percent"].to_numpy(float),
            "difference": (games - published["games"]).to_numpy(float),
        }
    )
