"""Rank the groups of players of 3x3, with bootstrap intervals and tests of their differences.

A *score* is the mean of points per game (1 for a win, 1/2 for a draw) of a group's players against each group
of opponents, averaged over these groups, so that every group of opponents counts once, whatever its size. Since moving
first is an advantage, groups are ranked in each seat against the same opponents, and groups of both seats also over
both.
"""

from itertools import combinations

import numpy as np
import pandas as pd
import scikit_posthocs as posthocs
from numpy.typing import NDArray
from scipy import stats

from tttcore.games.seats import SEATS
from tttcore.league.matches import DIGITS, RoundRobin, group_means
from tttcore.stats.bootstrap import percentile_interval, redrawn_counts
from tttcore.stats.safe_tests import or_nan

Floats = NDArray[np.float64]

RESAMPLES = 2000
LEVEL = 0.05
"""Significance level of the critical difference."""
BOTH = "both"


def player_scores(played: RoundRobin) -> pd.DataFrame:
    """Score and rank of each player in each seat: columns agent, seat, score, rank.

    Tied players share the better rank.
    """
    first, second = _groups(played)
    sides = (
        ("first", played.first, group_means(played.scores, [each.agent for each in played.first], second).mean(axis=1)),
        (
            "second",
            played.second,
            1 - group_means(played.scores, first, [each.agent for each in played.second]).mean(axis=0),
        ),
    )
    scored = [
        pd.DataFrame({"agent": [each.agent for each in players], "seat": seat, "score": scores, "rank": _rank(scores)})
        for seat, players, scores in sides
    ]
    return pd.concat(scored, ignore_index=True)


def ranking(played: RoundRobin, rng: np.random.Generator) -> pd.DataFrame:
    """Rank the groups of each seat by score, a row each, the best first; seat `BOTH` has the groups of both seats.

    Percentile bootstrap intervals (Efron and Tibshirani 1993, chapter 13) from `RESAMPLES` leagues whose players are
    drawn with replacement from each group. The players of a group are taken as a sample of all that its treatment can
    produce. Intervals are too narrow for small groups: the spread of five players is a tenth too small. For a group of
    one player only the opponents vary.

    Returns
    -------
    seat, group, players, score, score_low, score_high : points per game.
    mean_rank : rank among the groups, from 1, averaged over groups of opponents.
    rank : rank by score; tied groups share the better one.
    """
    sizes = pd.Series({group: len(own) for group, own in _members(played).items()})
    drawn = _by_seat(_resampled(played, rng), played)
    tables = [
        _ranked(table, drawn[seat], sizes[table.index]).assign(seat=seat) for seat, table in blocks(played).items()
    ]
    return pd.concat(tables, ignore_index=True)[_RANKING]


def blocks(played: RoundRobin) -> dict[str, pd.DataFrame]:
    """Scores of groups (rows) against each group of opponents (columns) by seat; `BOTH` has opponents of both seats."""
    first, second = (list(dict.fromkeys(groups)) for groups in _groups(played))
    labels = {"first": (first, second), "second": (second, first), BOTH: (_both(played), [*second, *first])}
    scores = _by_seat(group_means(played.scores, *_groups(played)), played)
    return {seat: pd.DataFrame(scores[seat], *labels[seat]) for seat in labels}


def friedman(played: RoundRobin) -> pd.DataFrame:
    """Friedman's test in each seat that all groups are equally good, with groups of opponents as blocks.

    Assumes independent blocks. Here opponents are players as well, and some are much alike, so that p rather measures
    how far they agree than how likely that is by chance.

    Returns
    -------
    seat, groups, opponents, statistic, df, p : chi-squared with groups - 1 degrees of freedom, NaN where undefined.
    agreement : Kendall's W, 0 if opponents rank the groups at random and 1 if all rank them alike.
    critical_difference : difference of mean ranks that is significant at `LEVEL` by Nemenyi's test,
        ``q / sqrt(2) sqrt(k (k + 1) / (6 n))`` for k groups and n opponents (Demšar 2006).
    """
    return pd.DataFrame([{"seat": seat, **_omnibus(table)} for seat, table in blocks(played).items()])


def differences(played: RoundRobin) -> pd.DataFrame:
    """Compare every two groups of each seat by Nemenyi's post-hoc test, under the assumption of `friedman`.

    Returns
    -------
    seat, a, b : the groups.
    score : score of a minus score of b.
    mean_rank : mean rank of b minus mean rank of a, so that positive differences favour a as well.
    p : p-value of no difference, corrected for all pairs of the seat by the studentised range distribution with
        infinitely many degrees of freedom.
    """
    return pd.concat([_pairs(table).assign(seat=seat) for seat, table in blocks(played).items()], ignore_index=True)[
        ["seat", "a", "b", "score", "mean_rank", "p"]
    ]


_RANKING = ["seat", "group", "players", "score", "score_low", "score_high", "mean_rank", "rank"]


def _groups(played: RoundRobin) -> tuple[list[str], list[str]]:
    """Group of each player that moves first, and of each that moves second."""
    first, second = ([each.group for each in side] for side in (played.first, played.second))
    return first, second


def _members(played: RoundRobin) -> dict[str, list[str]]:
    """Ids of the players of each group."""
    members: dict[str, list[str]] = {}
    for agent, group in {each.agent: each.group for each in (*played.first, *played.second)}.items():
        members.setdefault(group, []).append(agent)
    return members


def _both(played: RoundRobin) -> list[str]:
    first, second = map(dict.fromkeys, _groups(played))
    return [group for group in first if group in second]


def _by_seat(scores: Floats, played: RoundRobin) -> dict[str, Floats]:
    """(..., groups, opponents) scores by seat, from (..., first groups, second groups) scores of the first."""
    first, second = (list(dict.fromkeys(groups)) for groups in _groups(played))
    by_seat = {"first": np.round(scores, DIGITS), "second": np.round(1 - np.swapaxes(scores, -1, -2), DIGITS)}
    rows = [[groups.index(group) for group in _both(played)] for groups in (first, second)]
    both = [by_seat[seat][..., own, :] for seat, own in zip(SEATS, rows, strict=True)]
    return by_seat | {BOTH: np.concatenate(both, axis=-1)}


def _resampled(played: RoundRobin, rng: np.random.Generator) -> Floats:
    """(resamples, first groups, second groups) scores of leagues with resampled players."""
    members = _members(played).values()
    parts = [redrawn_counts(len(own), RESAMPLES, rng) / len(own) for own in members]
    shares = pd.DataFrame(np.hstack(parts), columns=[agent for own in members for agent in own])
    first, second = (shares[[each.agent for each in side]].to_numpy() for side in (played.first, played.second))
    return np.stack([group_means(played.scores, *_groups(played), pair) for pair in zip(first, second, strict=True)])


def _ranked(table: pd.DataFrame, drawn: Floats, sizes: "pd.Series[int]") -> pd.DataFrame:
    scores = table.mean(axis=1).to_numpy()
    low, high = percentile_interval(drawn.mean(axis=-1), axis=0)
    ranked = pd.DataFrame(
        {
            "group": table.index,
            "players": sizes.to_numpy(),
            "score": scores,
            "score_low": low,
            "score_high": high,
            "mean_rank": _mean_ranks(table.to_numpy()),
            "rank": _rank(scores),
        }
    )
    return ranked.sort_values("rank", kind="stable")


def _mean_ranks(scores: Floats) -> Floats:
    """(groups,) mean over opponents of each group's rank; tied groups share the middle rank."""
    return stats.rankdata(-scores, axis=0).mean(axis=1)


def _rank(scores: Floats) -> NDArray[np.int64]:
    return stats.rankdata(-np.round(scores, DIGITS), method="min").astype(np.int64)


def _omnibus(table: pd.DataFrame) -> dict[str, float]:
    groups, opponents = table.shape
    statistic, p = or_nan(lambda: stats.friedmanchisquare(*table.to_numpy()), count=2)
    reach = stats.studentized_range.ppf(1 - LEVEL, groups, np.inf) / np.sqrt(2)
    return {
        "groups": groups,
        "opponents": opponents,
        "statistic": statistic,
        "df": groups - 1,
        "p": p,
        "agreement": statistic / (opponents * (groups - 1)),
        "critical_difference": float(reach * np.sqrt(groups * (groups + 1) / (6 * opponents))),
    }


def _pairs(table: pd.DataFrame) -> pd.DataFrame:
    p = posthocs.posthoc_nemenyi_friedman(table.T.reset_index(drop=True))
    score, mean_rank = table.mean(axis=1), pd.Series(_mean_ranks(table.to_numpy()), table.index)
    return pd.DataFrame(
        [
            {"a": a, "b": b, "score": score[a] - score[b], "mean_rank": mean_rank[b] - mean_rank[a], "p": p.loc[a, b]}
            for a, b in combinations(table.index, 2)
        ]
    )
