"""Ranking of the groups of players of 3x3, with bootstrap intervals and tests of differences.

A *score* is the mean of points per game (1 for a win, 1/2 for a draw) of a group's players against each group
of opponents, averaged over these groups, so that every group of opponents counts once, whatever its size. Since moving
first is an advantage, groups are ranked in each seat against the same opponents, and groups of both seats also over
both.
"""

from functools import partial

import numpy as np
import pandas as pd
import scipy

from tttcore.games.position import SEATS
from tttcore.league.matches import equal_shares, group_means
from tttcore.stats.hypothesis_tests import or_nan, studentised_range_p
from tttcore.stats.intervals import LEVEL, percentile_interval, redrawn_counts
from tttcore.stats.round_robin import DIGITS, RESAMPLES, Floats, RoundRobin, ranks

BOTH = "both"


def player_scores(played: RoundRobin) -> pd.DataFrame:
    """Score and rank of each player in each seat: columns agent, seat, score, rank.

    Tied players share the better rank.
    """
    tables = [
        pd.DataFrame({"agent": side.players, "seat": seat, "score": scores, "rank": ranks(scores)})
        for seat, side, scores in zip(SEATS, (played.rows, played.columns), seat_scores(played), strict=True)
    ]
    return pd.concat(tables, ignore_index=True)


def seat_scores(played: RoundRobin) -> tuple[Floats, Floats]:
    """Score of each player that moves first, and of each that moves second."""
    rows, columns = played.rows, played.columns
    first = columns.sums(played.scores * equal_shares(columns), axis=1).mean(axis=1)
    second = 1 - rows.sums(played.scores * equal_shares(rows)[:, None], axis=0).mean(axis=0)
    return first, second


def ranking(played: RoundRobin, rng: np.random.Generator) -> pd.DataFrame:
    """Rank the groups of each seat by score, a row each, the best first, ties by name.

    Seat `BOTH` has the groups of both seats.

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
    sizes = {group: len(players) for group, players in _members(played).items()}
    drawn = _by_seat(_resampled(played, rng), played)
    tables = []
    for seat, scores in blocks(played).items():
        score = _scores(scores)
        low, high = percentile_interval(drawn[seat].mean(axis=-1), axis=0)
        table = pd.DataFrame(
            {
                "seat": seat,
                "group": scores.index,
                "players": scores.index.map(sizes),
                "score": score,
                "score_low": low,
                "score_high": high,
                "mean_rank": _mean_ranks(scores),
                "rank": ranks(score),
            }
        )
        tables.append(table.sort_values(["rank", "group"]))
    return pd.concat(tables, ignore_index=True)


def blocks(played: RoundRobin) -> dict[str, pd.DataFrame]:
    """Scores of groups (rows) against each group of opponents (columns) by seat; `BOTH` has opponents of both seats."""
    first, second = played.rows.groups, played.columns.groups
    labels = {"first": (first, second), "second": (second, first), BOTH: (_both(played), [*second, *first])}
    scores = _by_seat(group_means(played.scores, played.rows, played.columns), played)
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
    rows = []
    for seat, scores in blocks(played).items():
        groups, opponents = scores.shape
        statistic, p = or_nan(partial(scipy.stats.friedmanchisquare, *scores.to_numpy()), count=2)
        q = scipy.stats.studentized_range.ppf(1 - LEVEL, groups, np.inf)
        rows.append(
            {
                "seat": seat,
                "groups": groups,
                "opponents": opponents,
                "statistic": statistic,
                "df": groups - 1,
                "p": p,
                "agreement": statistic / (opponents * (groups - 1)),
                "critical_difference": float(q / np.sqrt(2) * np.sqrt(groups * (groups + 1) / (6 * opponents))),
            }
        )
    return pd.DataFrame(rows)


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
    tables = []
    for seat, scores in blocks(played).items():
        groups, score, rank = scores.index, _scores(scores), _mean_ranks(scores)
        k, opponents = scores.shape
        a, b = np.triu_indices(k, k=1)
        ranges = np.abs(rank[a] - rank[b]) / np.sqrt(k * (k + 1) / (12 * opponents))  # in units of the statistic q
        p = studentised_range_p(scipy.stats.studentized_range.sf(ranges, k, np.inf))
        compared = {"score": score[a] - score[b], "mean_rank": rank[b] - rank[a], "p": p}
        tables.append(pd.DataFrame({"seat": seat, "a": groups[a], "b": groups[b], **compared}))
    return pd.concat(tables, ignore_index=True)


def _members(played: RoundRobin) -> dict[str, dict[str, None]]:
    """Players of each group in any seat, as keys."""
    members: dict[str, dict[str, None]] = {}
    for side in (played.rows, played.columns):
        for player, group in zip(side.players, side.group_of, strict=True):
            members.setdefault(group, {})[player] = None
    return members


def _both(played: RoundRobin) -> list[str]:
    return [group for group in played.rows.groups if group in played.columns.groups]


def _by_seat(scores: Floats, played: RoundRobin) -> dict[str, Floats]:
    """(..., groups, opponents) scores by seat, from (..., first groups, second groups) scores of the first."""
    by_seat = {"first": np.round(scores, DIGITS), "second": np.round(1 - np.swapaxes(scores, -1, -2), DIGITS)}
    places = ([side.groups.index(group) for group in _both(played)] for side in (played.rows, played.columns))
    both = [by_seat[seat][..., own, :] for seat, own in zip(SEATS, places, strict=True)]
    return by_seat | {BOTH: np.concatenate(both, axis=-1)}


def _resampled(played: RoundRobin, rng: np.random.Generator) -> Floats:
    """(resamples, first groups, second groups) scores of leagues with resampled players."""
    members = _members(played).values()
    parts = [redrawn_counts(len(own), RESAMPLES, rng) / len(own) for own in members]
    shares = pd.DataFrame(np.hstack(parts), columns=[player for own in members for player in own])
    first, second = (shares[side.players].to_numpy() for side in (played.rows, played.columns))
    pairs = zip(first, second, strict=True)
    return np.stack([group_means(played.scores, played.rows, played.columns, pair) for pair in pairs])


def _scores(against: pd.DataFrame) -> Floats:
    """(groups,) mean over opponents of each group's score; equal ones have a difference of 0."""
    return np.round(against.mean(axis=1).to_numpy(), DIGITS)


def _mean_ranks(scores: pd.DataFrame) -> Floats:
    """(groups,) mean over opponents of each group's rank; tied groups share the middle rank."""
    return scipy.stats.rankdata(-scores.to_numpy(), axis=0).mean(axis=1)
