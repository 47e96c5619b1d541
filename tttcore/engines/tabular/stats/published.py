"""Compare the document's shares of wins with ours.

The document prints two shares for each test, in whole percents that add up to 100, and states neither which games they
cover nor how draws are counted (Mrugała et al. 2020, 3.2 to 3.4).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tttcore.engines.tabular.stats.draw_counting import WHEN, counted, results
from tttcore.games.seats import SEATS
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import mean_interval


@dataclass(frozen=True)
class Shares:
    """Printed shares of games of the first and of the second player."""

    first: float
    second: float


PUBLISHED_RESULTS = {
    "treatment": "Treatment",
    "board": "Board",
    "games": "Games",
    "need": "Need",
    "limiter": "Limiter",
    "step": "Step",
    "exploration": "Exploration",
    "published_first": "Published first",
    "published_second": "second",
    "counting": "Draws",
    "n": "Sessions",
    **with_interval("all_first", "All: first"),
    "all_second": "second",
    **with_interval("last_first", "Last: first"),
    "last_second": "second",
    **with_interval("off_first", "Off: first"),
    "off_second": "second",
    **hidden(
        "all_second_low", "all_second_high", "last_second_low", "last_second_high", "off_second_low", "off_second_high"
    ),
}
"""Columns of `published_results`."""


def published_results(
    runs: pd.DataFrame,
    recipes: Mapping[str, Mapping[str, Any]],
    *,
    rows: Mapping[str, Shares],
    countings: Sequence[str],
) -> pd.DataFrame:
    """Parameters and shares of the document's tests beside our shares, a row per treatment and counting.

    Parameters
    ----------
    recipes : the treatments' parameters.
    rows : the document's shares, by the treatment that stands for its test.
    countings : readings of draws in their order, see `draw_counting.COUNTINGS`.

    Returns
    -------
    treatment, board, games, need, limiter, step, exploration : the parameters.
    counting, n : reading of draws; number of sessions.
    published_first, published_second : the document's shares.
    all_first, all_second, last_first, last_second, off_first, off_second : mean shares over sessions, see
        `draw_counting.WHEN`, each with `_low` and `_high`, Student's 95% interval.
    """
    table = []
    for treatment, shares in rows.items():
        own = runs[runs["treatment"] == treatment]
        for counting in countings:
            row = {"treatment": treatment, **parameters(recipes[treatment]), "counting": counting, "n": len(own)}
            row |= {f"published_{seat}": getattr(shares, seat) for seat in SEATS}
            for when in WHEN:
                won = counted(results(own, when), counting)
                for seat in SEATS:
                    row |= mean_interval(f"{when}_{seat}", won[seat].dropna())
            table.append(row)
    return pd.DataFrame(table)


def parameters(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters that the document prints of a test: board, games, need, limiter, step and exploration."""
    board = recipe["board"]
    finite = board["name"] == "finite"
    return {
        "board": "{size}x{size}".format(**board) if finite else board["name"],
        "games": recipe["games"],
        "need": recipe["need"],
        "limiter": (board["size"] - 1) // 2 if finite else board["limiter"],
        "step": recipe["step"],
        "exploration": recipe["exploration"],
    }
