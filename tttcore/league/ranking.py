"""How groups of players of 3x3 rank, how sure that is, and which of them can be told apart.

A *score* is what a group's players make of a game, in points (1 for a win, half of it for a draw), against each group
of opponents in the mean, and over these groups in the mean, so that a group counts once, however many players it has.
Who moves first has it easier, so that groups are ranked in each seat against the same opponents, and those that know
both seats over both.
"""

from itertools import combinations

import numpy as np
import pandas as pd
import scikit_posthocs as posthocs
from numpy.typing import NDArray
from scipy import stats

from tttcore.games.seats import SEATS
from tttcore.league.matches import DIGITS, RoundRobin, group_means
from tttcore.stats.intervals import COVERAGE
from tttcore.stats.safe_tests import or_nan

Floats = NDArray[np.float64]

RESAMPLES = 2000
LEVEL = 0.05
"""At which the critical difference is given."""
BOTH = "both"


def player_scores(met: RoundRobin) -> pd.DataFrame:
    """agent, seat, score, rank: points of each player against the groups of opponents in the mean, and its place.

    Equal players share the better place.
    """
    first, second = _groups(met)
    sides = (
        ("first", met.first, group_means(met.scores, [each.agent for each in met.first], second).mean(axis=1)),
        ("second", met.second, 1 - group_means(met.scores, first, [each.agent for each in met.second]).mean(axis=0)),
    )
    scored = [
        pd.DataFrame({"agent": [each.agent for each in players], "seat": seat, "score": scores, "rank": _rank(scores)})
        for seat, players, scores in sides
    ]
    return pd.concat(scored, ignore_index=True)


def ranking(met: RoundRobin, rng: np.random.Generator) -> pd.DataFrame:
    """A row for each seat and group that plays in it, the best first; `BOTH` are those that play in either.

    Percentile intervals (Efron and Tibshirani 1993, chapter 13) from `RESAMPLES` leagues whose players are drawn with
    replacement from each group. They take the players of a group as a sample of all that its treatment could end with,
    and are too narrow where these are few: five players spread by a tenth less than what they stand for. Of a player
    that is alone only the opponents vary.

    Returns
    -------
    seat, group, players, score, score_low, score_high : points for a game.
    mean_rank : place among the groups, from 1, in the mean over groups of opponents.
    rank : place by score; equal groups share the better one.
    """
    sizes = pd.Series({group: len(own) for group, own in _members(met).items()})
    drawn = _by_seat(_resampled(met, rng), met)
    tables = [_ranked(table, drawn[seat], sizes[table.index]).assign(seat=seat) for seat, table in blocks(met).items()]
    return pd.concat(tables, ignore_index=True)[_RANKING]


def blocks(met: RoundRobin) -> dict[str, pd.DataFrame]:
    """By seat, what groups (rows) score against each group of opponents (columns), of both seats in the last."""
    first, second = (list(dict.fromkeys(groups)) for groups in _groups(met))
    labels = {"first": (first, second), "second": (second, first), BOTH: (_both(met), [*second, *first])}
    scores = _by_seat(group_means(met.scores, *_groups(met)), met)
    return {seat: pd.DataFrame(scores[seat], *labels[seat]) for seat in labels}


def friedman(met: RoundRobin) -> pd.DataFrame:
    """Friedman's test in each seat that all groups are as good, the groups of opponents being the blocks.

    Assumes that what one opponent tells of the groups is independent of what another does. Here opponents are players
    as well, and some much alike, so that p rather measures how far they agree than how likely that is by chance.

    Returns
    -------
    seat, groups, opponents, statistic, df, p : chi-squared with groups - 1 degrees of freedom, NaN where undefined.
    agreement : Kendall's W, 0 if opponents rank the groups at random and 1 if all rank them alike.
    critical_difference : mean ranks that are farther apart differ at `LEVEL` by Nemenyi's test,
        ``q / sqrt(2) sqrt(k (k + 1) / (6 n))`` for k groups and n opponents (Demšar 2006).
    """
    return pd.DataFrame([{"seat": seat, **_omnibus(table)} for seat, table in blocks(met).items()])


def differences(met: RoundRobin) -> pd.DataFrame:
    """Every two groups in each seat by Nemenyi's test after Friedman's, with the assumption of `friedman`.

    Returns
    -------
    seat, a, b : the groups.
    score : that of a minus that of b.
    mean_rank : that of b minus that of a, so that more is better for a here as well.
    p : that they are equal, corrected for all pairs of the seat: of the studentised range with infinitely many degrees
        of freedom.
    """
    return pd.concat([_pairs(table).assign(seat=seat) for seat, table in blocks(met).items()], ignore_index=True)[
        ["seat", "a", "b", "score", "mean_rank", "p"]
    ]


_RANKING = ["seat", "group", "players", "score", "score_low", "score_high", "mean_rank", "rank"]


def _groups(met: RoundRobin) -> tuple[list[str], list[str]]:
    """Group of each player, of those who play first and of those who play second."""
    first, second = ([each.group for each in side] for side in (met.first, met.second))
    return first, second


def _members(met: RoundRobin) -> dict[str, list[str]]:
    """Players of each group."""
    members: dict[str, list[str]] = {}
    for agent, group in {each.agent: each.group for each in (*met.first, *met.second)}.items():
        members.setdefault(group, []).append(agent)
    return members


def _both(met: RoundRobin) -> list[str]:
    first, second = map(dict.fromkeys, _groups(met))
    return [group for group in first if group in second]


def _by_seat(scores: Floats, met: RoundRobin) -> dict[str, Floats]:
    """(..., groups, opponents) by seat from (..., first groups, second groups) scores of the first."""
    first, second = (list(dict.fromkeys(groups)) for groups in _groups(met))
    seen = {"first": np.round(scores, DIGITS), "second": np.round(1 - np.swapaxes(scores, -1, -2), DIGITS)}
    rows = [[groups.index(group) for group in _both(met)] for groups in (first, second)]
    both = [seen[seat][..., own, :] for seat, own in zip(SEATS, rows, strict=True)]
    return seen | {BOTH: np.concatenate(both, axis=-1)}


def _resampled(met: RoundRobin, rng: np.random.Generator) -> Floats:
    """(resamples, first groups, second groups) scores of leagues whose players are drawn from each group."""
    members = _members(met).values()
    parts = [rng.multinomial(len(own), np.full(len(own), 1 / len(own)), RESAMPLES) / len(own) for own in members]
    shares = pd.DataFrame(np.hstack(parts), columns=[agent for own in members for agent in own])
    first, second = (shares[[each.agent for each in side]].to_numpy() for side in (met.first, met.second))
    return np.stack([group_means(met.scores, *_groups(met), pair) for pair in zip(first, second, strict=True)])


def _ranked(table: pd.DataFrame, drawn: Floats, sizes: "pd.Series[int]") -> pd.DataFrame:
    scores = table.mean(axis=1).to_numpy()
    low, high = np.quantile(drawn.mean(axis=-1), [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2], axis=0)
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
    """(groups,) mean over opponents of the place that each gives to each group; equal ones share the middle place."""
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
