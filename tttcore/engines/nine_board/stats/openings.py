"""Results of nine-board games by their first move, and how much it matters.

Games are rows of ``nine_board_runs``; X moves first. Assumes independent games.
"""

import math

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.games.geometry import symmetries
from tttcore.games.nine_board import CELLS, MOVES
from tttcore.games.position import CROSS_WINS, DRAW
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.hypothesis_tests import or_nan
from tttcore.stats.intervals import COVERAGE, Columns, noncentrality_interval, share_interval

ALL = "all"
"""Label of the rows over all openings."""
GREATEST = ("greatest", "greatest_low", "greatest_high")
"""Columns of the greatest distance and its interval."""


def opening_classes() -> NDArray[np.intp]:
    """(81,) first opening of each opening's class under the symmetries of boards and cells together."""
    board, cell = np.divmod(np.arange(MOVES), CELLS)
    images = symmetries(edge=3)
    return (images[:, board] * CELLS + images[:, cell]).min(axis=0)


OPENINGS = {
    "treatment": "Treatment",
    "by": "By",
    "opening": "First move (board-cell)",
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
    """Share of games that X wins by its first move: for each treatment 81 openings, their 15 classes, and tests.

    Returns
    -------
    treatment, by : ``opening`` or ``class``.
    opening, board, cell : first move as ``board-cell``, counted from 1, for a class its first one; `ALL` in the row
        that tests all of them.
    openings, n : number of openings in the row, and of games.
    won, won_low, won_high, drawn, drawn_low, drawn_high : shares of games that X wins and that are drawn, with Wilson's
        95% interval; NaN without games.
    statistic, df, p : in the row `ALL`, chi-squared test that X wins equally often after all openings or classes that
        have games, draws counting as not won; it assumes five or more games of either result for each.
    spread, spread_low, spread_high : in the same row, standard deviation between the chances of the openings or classes
        that X wins, each weighing by its games: ``sqrt(p (1 - p) noncentrality / n)``, p the share over all, with the
        95% interval of the statistic's noncentrality; the noncentrality itself is estimated by the statistic less its
        degrees of freedom, or 0.
    greatest, greatest_low, greatest_high : in the same row, greatest distance of the share that X wins after an opening
        or a class from that over all games. The ends are the highest low end and the highest high end of intervals that
        hold all distances with 95% together (Bonferroni): normal, with the variance ``p (1 - p) (1 / n - 1 / N)`` of a
        share of n games less the share p of all N, its own among them. The distance itself is rather too large, as the
        greatest of several.
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
            test = _evenness(group, own["winner"] == CROSS_WINS)
            rows.append({**about, "opening": ALL, "openings": MOVES, **_results(own), **test})
    return pd.DataFrame(rows)


def _share(name: str, which: "pd.Series[bool]") -> Columns:
    return share_interval(name, int(which.sum()), len(which))


def _named(opening: int) -> dict[str, object]:
    board, cell = (place + 1 for place in divmod(opening, CELLS))
    return {"opening": f"{board}-{cell}", "board": board, "cell": cell}


def _results(own: pd.DataFrame) -> Columns:
    return {
        "n": len(own),
        **_share("won", own["winner"] == CROSS_WINS),
        **_share("drawn", own["winner"] == DRAW),
    }


def _evenness(group: NDArray[np.intp], won: "pd.Series[bool]") -> Columns:
    """Pearson's chi-squared test that games of all groups are won equally often, and the spread of their chances."""
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
    """Greatest distance of a share of games won from that of all, from (groups, 2) counts of games not won and won."""
    games, won = counts.sum(axis=1).to_numpy(), counts[True].to_numpy()
    share = won.sum() / games.sum()
    distances = np.abs(won / games - share)
    errors = np.sqrt(share * (1 - share) * (1 / games - 1 / games.sum()))
    reach = scipy.stats.norm.isf((1 - COVERAGE) / 2 / len(games)) * errors
    ends = distances.max(), max((distances - reach).max(), 0.0), (distances + reach).max()
    return dict(zip(GREATEST, map(float, ends), strict=True))
