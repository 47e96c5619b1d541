"""Work of searches on nine boards, move by move: with pruning and without, moves in order and shuffled.

A row of ``nine_board_traces`` is a move of a game: all its counts are of searches of the same position to the same
depth. A game is a replicate of a treatment. Moves of one game depend on each other, games don't, so that intervals
are over games.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import scipy

from tttcore.games.nine_board import MOVES
from tttcore.pipeline.study import ALL_TREATMENTS
from tttcore.stats.columns import OneOf, hidden, with_interval
from tttcore.stats.hypothesis_tests import holm, or_nan
from tttcore.stats.intervals import Columns, bootstrap_interval, mean_interval

ALL = "all"
"""Label of rows over all depths."""
GAME = ["treatment", "replicate"]
COUNTS = ("nodes", "unpruned", "saved", "cut", "in_order", "ordered")
"""Counts of each move: positions with pruning, without, and their difference; branches cut; positions with moves in
rising order, and of the fast search with move ordering and transposition table."""
LOG_DECIMALS = 10
"""Decimals to which mean logarithms are compared."""

Stream = Callable[..., np.random.Generator]


PRUNING = {
    "treatment": "Treatment",
    "depth": OneOf("Depth", (ALL, *range(1, MOVES + 1))),
    "games": "Games",
    "moves": "Moves",
    "fewer": "Fewer",
    "equal": "As many",
    "larger": "More",
    "nodes": "With pruning",
    "unpruned": "Without",
    "cut": "Branches cut",
    **with_interval("ratio", "Ratio", tells="error"),
    **with_interval("ends", "Ends", tells="error"),
    **hidden("saved"),
}
"""Columns of `pruning`."""


def pruning(traces: pd.DataFrame, stream: Stream, *, resamples: int = 2000) -> pd.DataFrame:
    """Positions saved by pruning, a row per treatment and depth, then over all depths, then over all treatments.

    Parameters
    ----------
    traces : table of ``nine_board_traces``.
    stream : random generator by names; each row has its own.
    resamples : of the bootstrap over games.

    Returns
    -------
    treatment, depth, games, moves : `games` and `moves` are counts; `depth` is text, `ALL` over all.
    fewer, equal, larger : moves for which pruning searches fewer positions, as many, more.
    nodes, unpruned, saved, cut : means over moves: positions with pruning and without, their difference, and
        branches cut.
    ratio, ratio_low, ratio_high : positions without pruning for each one with it, by sums over all moves, with the
        percentile bootstrap interval over games.
    ends, ends_low, ends_high : proportion of the evaluated positions that end the game, likewise.
    """
    rows: list[dict[str, Any]] = []
    for treatment, depth, own in _by_depth(traces):
        games = own.groupby(GAME, observed=True)[["nodes", "unpruned", "leaves", "ends"]].sum()
        ratios = {"ratio": ("unpruned", "nodes"), "ends": ("ends", "leaves")}
        saved = own["unpruned"] - own["nodes"]
        rows.append(
            {
                **_counted(treatment, depth, own),
                **_signs(saved, ("fewer", "equal", "larger")),
                **{name: own[name].mean() for name in ("nodes", "unpruned")},
                "saved": saved.mean(),
                "cut": own["cut"].mean(),
                **_ratios(games, ratios, resamples, stream("pruning", treatment, depth)),
            }
        )
    return pd.DataFrame(rows)


WORK_BY_MOVE = {
    "treatment": "Treatment",
    "step": "Move",
    "n": "Games",
    "depth": "Depth",
    **with_interval("nodes", "With pruning"),
    **with_interval("unpruned", "Without"),
    **with_interval("saved", "Saved"),
    "cut": "Branches cut",
    "in_order": "Pruned, moves in order",
    "ordered": "Engine with table",
    **hidden("cut_low", "cut_high", "in_order_low", "in_order_high", "ordered_low", "ordered_high"),
}
"""Columns of `work_by_move`."""


def work_by_move(traces: pd.DataFrame) -> pd.DataFrame:
    """Mean work of each move, a row per treatment and step.

    Returns
    -------
    treatment, step, n : steps of a game count from 0; `n` games get there.
    depth : mean depth of the searches.
    `COUNTS`, each with `_low` and `_high` : means over games with Student's 95% interval.
    """
    work = traces.assign(saved=traces["unpruned"] - traces["nodes"])
    return pd.DataFrame(
        [
            {
                "treatment": treatment,
                "step": step,
                "n": len(moves),
                "depth": moves["depth"].mean(),
                **{key: value for name in COUNTS for key, value in mean_interval(name, moves[name]).items()},
            }
            for treatment, own in work.groupby("treatment", sort=False, observed=True)
            for step, moves in own.groupby("step")
        ]
    )


SHUFFLING = {
    "treatment": "Treatment",
    "depth": OneOf("Depth", (ALL, *range(1, MOVES + 1))),
    "games": "Games",
    "moves": "Moves",
    "better": "Fewer",
    "equal": "As many",
    "worse": "More",
    **with_interval("gain", "Gain of a move"),
    **with_interval("total", "Gain over all", tells="error"),
    "p_holm": "Wilcoxon p, Holm",
    **hidden("p"),
}
"""Columns of `shuffling`."""


def shuffling(traces: pd.DataFrame, stream: Stream, *, resamples: int = 2000) -> pd.DataFrame:
    """Positions saved by shuffling moves before pruning instead of trying them in rising order; rows as of `pruning`.

    Returns
    -------
    treatment, depth, games, moves : as of `pruning`.
    better, equal, worse : moves for which shuffled moves need fewer positions, as many, more.
    gain, gain_low, gain_high : positions in order for each one shuffled: for each game the geometric mean over moves,
        of these the geometric mean with Student's 95% interval of their logarithms. Above 1 shuffling helps.
    total, total_low, total_high : the same by sums over all moves, on which the largest searches weigh most, with the
        percentile bootstrap interval over games.
    p, p_holm : Wilcoxon's signed-rank test that the games' logarithms are symmetric around 0, and corrected over all
        rows (Holm).
    """
    rows: list[dict[str, Any]] = []
    logs = np.log(traces["in_order"]) - np.log(traces["nodes"])
    for treatment, depth, own in _by_depth(traces.assign(log=logs)):
        games = own.groupby(GAME, observed=True).agg({"nodes": "sum", "in_order": "sum", "log": "mean"})
        rows.append(
            {
                **_counted(treatment, depth, own),
                **_signs(own["in_order"] - own["nodes"], ("better", "equal", "worse")),
                **{name: math.exp(value) for name, value in mean_interval("gain", games["log"]).items()},
                **_ratios(games, {"total": ("in_order", "nodes")}, resamples, stream("shuffling", treatment, depth)),
                "p": _wilcoxon_p(games["log"]),
            }
        )
    table = pd.DataFrame(rows)
    return table.assign(p_holm=holm(table["p"]))


def _by_depth(traces: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Iterate over treatment, depth and moves: each depth of a treatment, all of its depths, all treatments."""
    for treatment, own in traces.groupby("treatment", sort=False, observed=True):
        for depth, moves in own.groupby("depth"):
            yield str(treatment), str(depth), moves
        yield str(treatment), ALL, own
    yield ALL_TREATMENTS, ALL, traces


def _counted(treatment: str, depth: str, own: pd.DataFrame) -> dict[str, str | int]:
    games = len(own[GAME].drop_duplicates())
    return {"treatment": treatment, "depth": depth, "games": games, "moves": len(own)}


def _signs(differences: "pd.Series[int]", names: tuple[str, str, str]) -> dict[str, int]:
    """Numbers of differences above 0, of 0, and below."""
    signs = np.sign(differences)
    return {name: int((signs == sign).sum()) for name, sign in zip(names, (1, 0, -1), strict=True)}


def _wilcoxon_p(logs: "pd.Series[float]") -> float:
    """Two-sided p-value of Wilcoxon's signed-rank test; logarithms that differ by rounding alone are tied, or 0."""
    return or_nan(lambda: (scipy.stats.wilcoxon(logs.round(LOG_DECIMALS)).pvalue,), count=1)[0]


def _ratios(
    games: pd.DataFrame, ratios: dict[str, tuple[str, str]], resamples: int, rng: np.random.Generator
) -> Columns:
    """Ratios of the sums of two columns, see `bootstrap_interval`; without intervals of a single game.

    Parameters
    ----------
    games : a row per game; games are resampled with replacement.
    ratios : numerator and denominator, by name of the ratio.
    """
    counts, count = games.to_numpy(np.float64), len(games)
    redrawn = np.array([counts[rng.integers(count, size=count)].sum(axis=0) for _ in range(resamples)])
    sums = counts.sum(axis=0)
    found: Columns = {}
    for name, columns in ratios.items():
        above, below = (games.columns.get_loc(column) for column in columns)
        again = redrawn[:, above] / redrawn[:, below] if count > 1 else np.empty(0)
        found |= bootstrap_interval(name, sums[above] / sums[below], again, observations=count)
    return found
