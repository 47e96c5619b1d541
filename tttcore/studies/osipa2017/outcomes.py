"""Outcomes of nine-board games: lengths, and results by first move.

Games are rows of ``nine_board_runs``; X moves first. Assumes independent games.
"""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.games.geometry import symmetries
from tttcore.games.nine_board import CELLS, MOVES
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.stats.columns import OneOf, hidden, with_interval
from tttcore.stats.hypothesis_tests import or_nan
from tttcore.stats.intervals import (
    COVERAGE,
    Columns,
    mean_interval,
    median,
    noncentrality_interval,
    share_interval,
)

ALL = "all"
"""Label of the rows over all openings."""
GREATEST = ("greatest", "greatest_low", "greatest_high")
"""Columns of the greatest distance and its interval."""
RESULTS = {"won by X": CROSS_WON, "won by O": NOUGHT_WON, "drawn": DRAWN}
MISSED = "a win missed"


GAME_LENGTHS = {
    "treatment": "Treatment",
    "quantity": "Quantity",
    "n": "Games",
    **with_interval("mean", "Mean or proportion", tells="error"),
    "sd": "SD",
    "median": "Median",
    "minimum": "Min",
    "maximum": "Max",
    **hidden("mean_trials"),
}
"""Columns of `game_lengths`."""


def quantities(beyond: Sequence[int]) -> tuple[str, ...]:
    """Quantities of `game_lengths`, in its order."""
    return ("moves", *(f"over {limit}" for limit in beyond), *RESULTS, MISSED)


def game_lengths(runs: pd.DataFrame, *, beyond: Sequence[int]) -> pd.DataFrame:
    """Lengths and results of games, a row per treatment and quantity.

    Parameters
    ----------
    beyond : numbers of moves; games of more moves are counted.

    Returns
    -------
    treatment, quantity, n : `quantity` is ``moves``, ``over 40`` for games of more than 40 moves, one of
        `RESULTS`, or `MISSED` for games in which a player did not make a winning move.
    mean, mean_low, mean_high : of the moves with Student's 95% interval; of the others the proportion of games with
        the exact one.
    sd, median, minimum, maximum : of the moves; NaN for shares.
    mean_trials : of the others, the number of games, too.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        moves = own["moves"]
        spread = {"sd": moves.std(), "median": median(moves), "minimum": moves.min(), "maximum": moves.max()}
        shares = {
            **{f"over {limit}": moves > limit for limit in beyond},
            **{name: own["winner"] == winner for name, winner in RESULTS.items()},
            MISSED: own["missed"] > 0,
        }
        about = {"treatment": treatment, "n": len(own)}
        rows.append({**about, "quantity": "moves", **mean_interval("mean", moves, tells_error=True), **spread})
        rows += [
            {**about, "quantity": name, **_share("mean", which, tells_trials=True)} for name, which in shares.items()
        ]
    return pd.DataFrame(rows)


OPENINGS = {
    "treatment": "Treatment",
    "by": OneOf("By", ("opening", "class")),
    "opening": OneOf(
        "First move (board-cell)", (ALL, *(f"{move // CELLS + 1}-{move % CELLS + 1}" for move in range(MOVES)))
    ),
    "openings": "Openings",
    "n": "Games",
    **with_interval("won", "X wins"),
    "statistic": "χ²",
    "df": "df",
    "p": "p",
    **with_interval("spread", "Spread"),
    **with_interval("greatest", "Greatest distance"),
    **hidden("board", "cell", "drawn", "drawn_low", "drawn_high"),
}
"""Columns of `openings`."""


def openings(runs: pd.DataFrame) -> pd.DataFrame:
    """Proportion of games that X wins by its first move: for each treatment 81 openings, their 15 classes, and tests.

    Returns
    -------
    treatment, by : ``opening`` or ``class``.
    opening, board, cell : first move as ``board-cell``, counted from 1, for a class its first one; `ALL` in the row
        that tests all of them.
    openings, n : number of openings in the row, and of games.
    won, won_low, won_high, drawn, drawn_low, drawn_high : proportions of games that X wins and that are drawn, with
        exact 95% interval; NaN without games.
    statistic, df, p : in the row `ALL`, chi-squared test that X wins equally often after all openings or classes that
        have games, draws counting as not won; it assumes five or more games of either result for each.
    spread, spread_low, spread_high : in the same row, standard deviation between the probabilities of the openings or
        classes that X wins, each weighing by its games: ``sqrt(p (1 - p) noncentrality / n)``, p the proportion over
        all, with the 95% interval of the statistic's noncentrality; the noncentrality itself is estimated by the
        statistic less its degrees of freedom, or 0.
    greatest, greatest_low, greatest_high : in the same row, greatest distance of the proportion that X wins after an
        opening or a class from that over all games. The ends are the highest low end and the highest high end of
        intervals that hold all distances with 95% together (Bonferroni): normal, with the variance ``p (1 - p) (1 / n -
        1 / N)`` of a proportion of n games less the proportion p of all N, its own among them. The distance itself is
        rather too large, as the greatest of several.
    """
    rows = []
    first_of = {"opening": np.arange(MOVES), "class": opening_classes()}
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        for by, firsts in first_of.items():
            about = {"treatment": treatment, "by": by}
            group = firsts[own["opening"].to_numpy()]
            for opening in np.unique(firsts).tolist():
                alike = int((firsts == opening).sum())
                rows.append({**about, **_named(opening), "openings": alike, **_results(own[group == opening])})
            test = _evenness(group, own["winner"] == CROSS_WON)
            rows.append({**about, "opening": ALL, "openings": MOVES, **_results(own), **test})
    return pd.DataFrame(rows)


def _named(opening: int) -> dict[str, object]:
    board, cell = (place + 1 for place in divmod(opening, CELLS))
    return {"opening": f"{board}-{cell}", "board": board, "cell": cell}


def _results(own: pd.DataFrame) -> Columns:
    return {"n": len(own), **_share("won", own["winner"] == CROSS_WON), **_share("drawn", own["winner"] == DRAWN)}


def _evenness(group: NDArray[np.intp], won: "pd.Series[bool]") -> Columns:
    """Pearson's chi-squared test that all groups win equally often, and the spread of their probabilities."""
    counts = pd.crosstab(group, won.to_numpy())
    names = ("statistic", "df", "p", "spread", "spread_low", "spread_high")

    def compute() -> tuple[float, ...]:
        if 1 in counts.shape:
            raise ValueError("nothing to compare")
        test = scipy.stats.chi2_contingency(counts, correction=False)
        noncentralities = (max(test.statistic - test.dof, 0.0), *noncentrality_interval(test.statistic, test.dof))
        spreads = (math.sqrt(found / len(won)) * won.std(ddof=0) for found in noncentralities)
        return test.statistic, test.dof, test.pvalue, *spreads

    found = dict(zip(names, or_nan(compute, count=len(names)), strict=True))
    return found | (dict.fromkeys(GREATEST, math.nan) if math.isnan(found["p"]) else _greatest(counts))


def _greatest(counts: pd.DataFrame) -> Columns:
    """Greatest distance of a proportion of games won from that of all; counts are (groups, 2), not won and won."""
    games, won = counts.sum(axis=1).to_numpy(), counts[True].to_numpy()
    share = won.sum() / games.sum()
    distances = np.abs(won / games - share)
    errors = np.sqrt(share * (1 - share) * (1 / games - 1 / games.sum()))
    reach = scipy.stats.norm.isf((1 - COVERAGE) / 2 / len(games)) * errors
    ends = distances.max(), max((distances - reach).max(), 0.0), (distances + reach).max()
    return dict(zip(GREATEST, map(float, ends), strict=True))


def opening_classes() -> NDArray[np.intp]:
    """(81,) first opening of each opening's class under the symmetries of boards and cells together."""
    board, cell = np.divmod(np.arange(MOVES), CELLS)
    images = symmetries(edge=3)
    return (images[:, board] * CELLS + images[:, cell]).min(axis=0)


def _share(name: str, which: "pd.Series[bool]", *, tells_trials: bool = False) -> Columns:
    return share_interval(name, int(which.sum()), len(which), tells_trials=tells_trials)
