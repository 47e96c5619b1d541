"""Table of the numbers of 3x3 games by result and length, beside those that the document prints."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.pipeline.messages import choices
from tttcore.pipeline.published_data import read_printed
from tttcore.pipeline.study import Study
from tttcore.stats.columns import hidden
from tttcore.studies.mrugala2020 import combinations as exact
from tttcore.studies.mrugala2020.combinations import COUNTINGS


def _check_counted(counted: Mapping[str, str]) -> None:
    for way in counted:
        if way not in COUNTINGS:
            raise ValueError(f"counted.{way}: no such way of counting{choices(way, list(COUNTINGS))}")


def _check_printed(kind: Any, study: Study) -> None:
    read_printed(study.config["published"]["tables"][kind.printed], kind.counted)


COMBINATIONS = {
    "counted": "Counted",
    "outcome": "Outcome",
    "games": "Ours",
    "published_games": "Published",
    "percent": "Percent",
    "published_percent": "Published",
    "difference": "Ours less published",
    **hidden("part", "rounded"),
}


def combinations(
    states: StateTables, published: Mapping[str, Any], *, printed: str, counted: dict[str, str]
) -> pd.DataFrame:
    """Numbers of games by result and length.

    See `combinations.combinations`.

    Parameters
    ----------
    printed : name of the document's table of them.
    counted : by way of counting, the name to compare with in that table's column ``table``.
    """
    return exact.combinations(states, read_printed(published["tables"][printed], counted), counted)
