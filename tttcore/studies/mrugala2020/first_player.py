"""The first player's proportion of games: by counting of draws, early and late, against one half, and as published.

The document prints two proportions for each test, in whole percents that add up to 100, and states neither which games
they cover nor how draws are counted (Mrugała et al. 2020, 3.2 to 3.4).

A row of ``tabular_runs`` is a training session, one of ``tabular_traces`` a window of its games. The games of a session
depend on each other and sessions don't, so that intervals are over sessions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import scipy

from tttcore.games.position import SEATS
from tttcore.stats.columns import OneOf, hidden, with_interval
from tttcore.stats.hypothesis_tests import holm
from tttcore.stats.intervals import Columns, median, median_interval, share_interval

RESULTS = ["first", "drawn", "second"]
"""Columns of numbers of games by outcome."""
WHEN: Mapping[str, list[str]] = {
    "all": RESULTS,
    "last": [f"last_{result}" for result in RESULTS],
    "off": [f"itself_{result}" for result in ("won", "drawn", "lost")],
}
"""Columns of ``tabular_runs``: games of all training, of its last tenth, or of both policies without exploration."""


class Draw(NamedTuple):
    """Weights of a drawn game: as a win of the first player, as a win of the second, and in the number of games."""

    first: float
    second: float
    game: float


COUNTINGS: Mapping[str, Draw] = {
    "apart": Draw(0, 0, 1),
    "decided": Draw(0, 0, 0),
    "first": Draw(1, 0, 1),
    "half": Draw(0.5, 0.5, 1),
}
"""Draws counted apart, left out, for the first player (Mrugała et al. 2020, 2.1, `train`), or half for each."""


def results(sessions: pd.DataFrame, when: str) -> pd.DataFrame:
    """Columns `RESULTS` of the games named by `when`, see `WHEN`; a row per session."""
    return sessions[WHEN[when]].set_axis(RESULTS, axis=1)


def counted(games: pd.DataFrame, counting: str) -> pd.DataFrame:
    """Proportion of games that counts for each of `games.position.SEATS`; NaN where no game counts.

    Parameters
    ----------
    games : numbers or proportions of games, with the columns `RESULTS`.
    counting : one of `COUNTINGS`.
    """
    draw = COUNTINGS[counting]._asdict()
    total = games["first"] + games["second"] + draw["game"] * games["drawn"]
    return pd.DataFrame({seat: (games[seat] + draw[seat] * games["drawn"]) / total for seat in SEATS})


def last_sessions(
    runs: pd.DataFrame, traces: pd.DataFrame, chains: Mapping[str, int]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Runs and windows, of a chain of sessions those of its last session, counted from the start of that.

    A session that starts with the policies of the one before and learns by the same parameters (Mrugała et al. 2020,
    2.1) plays on as if both were one session; only its results are counted anew.

    Parameters
    ----------
    runs, traces : tables of ``tabular_runs`` and ``tabular_traces``.
    chains : number of sessions, all of the same length, by treatment whose runs are chains.

    Returns
    -------
    The runs, with the games of all training (`WHEN`) of the last session; and the windows that end in it, with the
    number of its games by then.
    """
    ends = runs.groupby("treatment", observed=True)["games"].max().to_dict()
    begun = {name: ends[name] - ends[name] // sessions for name, sessions in chains.items() if name in ends}
    windows = traces.assign(games=traces["games"] - traces["treatment"].astype(str).map(begun).fillna(0).astype(int))
    windows = windows[windows["games"] > 0]
    keys, chained = ["treatment", "replicate"], runs["treatment"].isin([*begun])
    won = windows[windows["treatment"].isin([*begun])].astype({"treatment": str}).groupby(keys)[RESULTS].sum()
    own = runs.copy()
    of_runs = pd.MultiIndex.from_frame(runs.loc[chained, keys].astype({"treatment": str}))
    own.loc[chained, RESULTS] = won.reindex(of_runs).to_numpy()
    return own, windows


SHARES = {
    "treatment": "Treatment",
    "counting": OneOf("Draws", COUNTINGS),
    "when": OneOf("Games", WHEN),
    "n": "Sessions",
    **with_interval("share", "First player", tells="fixed"),
    **with_interval("drawn", "Drawn"),
}
"""Columns of `shares`."""


def shares(runs: pd.DataFrame) -> pd.DataFrame:
    """The first player's proportion of games, a row per treatment, counting and games.

    Returns
    -------
    treatment, counting, when : see `COUNTINGS` and `WHEN`.
    n : sessions with games that count.
    share, share_low, share_high, share_fixed : median of these, see `median_interval`.
    drawn, drawn_low, drawn_high : proportion of drawn games, likewise.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        for when in WHEN:
            games = results(own, when)
            drawn = median_interval("drawn", (games["drawn"] / games.sum(axis=1)).dropna())
            for counting in COUNTINGS:
                share = counted(games, counting)["first"].dropna()
                about = {"treatment": treatment, "counting": counting, "when": when, "n": len(share)}
                rows.append({**about, **median_interval("share", share, tells_fixed=True), **drawn})
    return pd.DataFrame(rows)


TREND = {
    "treatment": "Treatment",
    "counting": OneOf("Draws", COUNTINGS),
    "n": "Sessions",
    "games": "Early games end with",
    **with_interval("early", "In early games", tells="fixed"),
    **with_interval("last", "Last tenth", tells="fixed"),
    **with_interval("difference", "Difference", tells="fixed"),
}
"""Columns of `trend`."""


def trend(runs: pd.DataFrame, traces: pd.DataFrame, *, early: int, since: int = 0) -> pd.DataFrame:
    """Change of the first player's proportion from a stretch of training to its last tenth, paired by session.

    Parameters
    ----------
    traces : table of ``tabular_traces``.
    early, since : the stretch is all windows that end after more than `since` games, and after `early` at most.

    Returns
    -------
    treatment, counting : see `COUNTINGS`.
    n : sessions; 0 where all are too short for the stretch, without values then.
    games : games with which the stretch ends.
    early, last, difference, each with `_low`, `_high` and `_fixed` : medians of the proportions, and of last less
        early, see `median_interval`.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        stretch = windows_of_stretch(traces, str(treatment), early=early, since=since)
        for counting in COUNTINGS:
            won = early_and_last(own, stretch, counting)
            rows.append(
                {
                    "treatment": treatment,
                    "counting": counting,
                    "n": len(won),
                    "games": stretch["games"].max(),
                    **median_interval("early", won["early"], tells_fixed=True),
                    **median_interval("last", won["last"], tells_fixed=True),
                    **median_interval("difference", won["last"] - won["early"], tells_fixed=True),
                }
            )
    return pd.DataFrame(rows)


def windows_of_stretch(traces: pd.DataFrame, treatment: str, *, early: int, since: int = 0) -> pd.DataFrame:
    """Windows of a treatment that end after more than `since` and at most `early` games."""
    return traces[(traces["treatment"] == treatment) & (traces["games"] > since) & (traces["games"] <= early)]


def early_and_last(runs: pd.DataFrame, stretch: pd.DataFrame, counting: str) -> pd.DataFrame:
    """The first player's proportions in some windows (``early``) and the ``last`` tenth; a row per session with both.

    Parameters
    ----------
    runs, stretch : runs of a treatment, and windows of their sessions.
    counting : see `COUNTINGS`.
    """
    games = {
        "early": stretch.groupby("replicate")[RESULTS].sum(),
        "last": results(runs.set_index("replicate"), "last"),
    }
    return pd.DataFrame({when: counted(played, counting)["first"] for when, played in games.items()}).dropna()


FIRST_ADVANTAGE = {
    "treatment": "Treatment",
    "when": OneOf("Games", WHEN),
    "n": "Sessions",
    "share": "First player",
    **with_interval("excess", "above ½", tells="fixed"),
    "ahead": "Ahead",
    "behind": "Behind",
    **with_interval("ahead_share", "Proportion ahead"),
    "p": "Sign test p",
    "p_holm": "p, Holm",
    "theory": "Best play",
}
"""Columns of `first_advantage`."""


def first_advantage(runs: pd.DataFrame, *, theory: Mapping[str, str]) -> pd.DataFrame:
    """The first player's proportion of decided games against one half, a row per treatment and choice of games.

    Parameters
    ----------
    theory : result of best play where it is known, ``draw`` or ``first`` (wins), by treatment.

    Returns
    -------
    treatment, when, n : see `WHEN`; sessions with decided games.
    share : the first player's proportion of these, median of the sessions.
    excess, excess_low, excess_high, excess_fixed : the same less one half, see `median_interval`.
    ahead, behind : sessions in which the first player wins more than half, and fewer.
    ahead_share, ahead_share_low, ahead_share_high : proportion of sessions in which it wins more than half, with
        Clopper and Pearson's 95% interval.
    p, p_holm : sign test, the exact binomial test that these are equally likely, and corrected by Holm's method over
        all rows.
    theory : as given, else ``unknown``.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        for when in WHEN:
            excess = counted(results(own, when), "decided")["first"].dropna() - 0.5
            rows.append(
                {
                    "treatment": treatment,
                    "when": when,
                    "n": len(excess),
                    "share": median(excess) + 0.5,
                    **median_interval("excess", excess, tells_fixed=True),
                    **_signs(excess),
                    "theory": theory.get(str(treatment), "unknown"),
                }
            )
    table = pd.DataFrame(rows)
    return table.assign(p_holm=holm(table["p"]))


def _signs(excess: "pd.Series[float]") -> Columns:
    """Numbers of sessions on each side, and the sign test."""
    ahead, behind = int((excess > 0).sum()), int((excess < 0).sum())
    p = scipy.stats.binomtest(ahead, ahead + behind).pvalue if ahead + behind else np.nan
    led = share_interval("ahead_share", ahead, len(excess), method="exact")
    return {"ahead": ahead, "behind": behind, **led, "p": float(p)}


@dataclass(frozen=True)
class Shares:
    """Printed proportions of games of the first and of the second player."""

    first: float
    second: float


PUBLISHED_RESULTS = {
    "treatment": "Treatment",
    "board": "Board",
    "games": "Games",
    "need": "In a row",
    "limiter": "Limiter",
    "step": "Learning rate",
    "exploration": "Exploration rate",
    "published_first": "Published first",
    "published_second": "second",
    "counting": "Draws",
    "n": "Sessions",
    **with_interval("all_first", "All: first"),
    "all_second": "second",
    **with_interval("last_first", "Last tenth: first"),
    "last_second": "second",
    **with_interval("off_first", "Without exploration: first"),
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
    """Parameters and proportions of the document's tests beside our proportions, a row per treatment and counting.

    Parameters
    ----------
    recipes : the treatments' parameters.
    rows : the document's proportions, by the treatment that stands for its test.
    countings : readings of draws in their order, see `COUNTINGS`.

    Returns
    -------
    treatment, board, games, need, limiter, step, exploration : the parameters.
    counting, n : reading of draws; number of sessions.
    published_first, published_second : the document's shares.
    all_first, all_second, last_first, last_second, off_first, off_second : proportions, medians of the sessions, see
        `WHEN`, each with `_low` and `_high`, see `median_interval`.
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
                    row |= median_interval(f"{when}_{seat}", won[seat].dropna())
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
