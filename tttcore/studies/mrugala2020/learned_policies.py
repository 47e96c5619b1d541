"""Evaluate learned policies: results against opponents and best responses, improvement, differences of treatments.

Policies are evaluated without exploration. A row of ``tabular_runs`` is a session with its final policies, one of
``tabular_traces`` a recorded point of a session; intervals are over sessions. Quantities that aren't known for a board
are NaN there, and have no rows.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd

from tttcore.engines.tabular.schemas import MATCHES, OPPONENTS, QUALITY
from tttcore.games.position import SEATS
from tttcore.stats.columns import OneOf, hidden, with_interval
from tttcore.stats.intervals import LEVEL, Columns, median, median_difference, median_interval, share_interval
from tttcore.stats.predictions import CONTRARY_SHARE

BOTH = "both"
"""Label of the rows about the policies of both seats together."""
MET = ("itself", *OPPONENTS)
"""Opponents of policies, the other one of its session first."""
RESULTS = ("won", "drawn", "lost")
UNIT = 1000
"""Games that rates are per."""


POLICIES = {
    "treatment": "Treatment",
    "seat": OneOf("Moves", SEATS),
    "opponent": OneOf("Against", MET),
    "n": "Sessions",
    **with_interval("won", "Won", tells="fixed"),
    **with_interval("drawn", "Drawn", tells="fixed"),
    **with_interval("lost", "Lost", tells="fixed"),
}
"""Columns of `policies`."""


def policies(runs: pd.DataFrame) -> pd.DataFrame:
    """Results of final policies, a row per treatment, seat and opponent.

    Returns
    -------
    treatment, seat, opponent, n : opponent of the policy in that seat, ``itself`` (both policies, seen by the first),
        ``random``, ``careful`` or ``perfect``; number of sessions.
    won, drawn, lost, each with `_low`, `_high` and `_fixed` : median proportions of games, see `median_interval`.
    """
    rows = []
    for treatment, match, own in known_matches(runs):
        row = {"treatment": treatment, **seat_and_opponent(match), "n": len(own)}
        for result in RESULTS:
            row |= median_interval(result, own[f"{match}_{result}"], tells_fixed=True)
        rows.append(row)
    return pd.DataFrame(rows, columns=[*POLICIES])


UNBEATABLE = {
    "treatment": "Treatment",
    "seat": OneOf("Moves", (*SEATS, BOTH)),
    "n": "Sessions",
    **with_interval("unbeatable", "Unbeatable at the end"),
    **with_interval("ever", "at any point"),
    **with_interval("games", "Median games to it"),
    **with_interval("mistakes", "Mistakes"),
    "chance": "Beatable: p",
    **hidden("chance_least", "contrary", "power", "alternative"),
}
"""Columns of `unbeatable`."""


def unbeatable(traces: pd.DataFrame) -> pd.DataFrame:
    """Proportion of sessions with unbeatable policies, and games of training until then, a row per treatment and seat.

    Parameters
    ----------
    traces : table of ``tabular_traces``.

    Returns
    -------
    treatment, seat, n : `BOTH` for both policies of a session; number of sessions.
    unbeatable, unbeatable_low, unbeatable_high : proportion of sessions whose final policies no reply beats, with
        Clopper and Pearson's 95% interval.
    ever, ever_low, ever_high : proportion of sessions with such policies at any point, likewise.
    games, games_low, games_high : median of the games to the first such point, infinite where fewer than half get
        there, with the order statistics that enclose it with 95% confidence or more.
    mistakes, mistakes_low, mistakes_high : proportion of the decisions that the final policy can reach in which it
        loses value, likewise.
    chance : probability of the report that the final policies of one further session can be beaten: of that session and
        these, the proportion with an outcome that is no more frequent. If they are alike, reports with a probability
        below 5% are made in less than 5% of cases.
    chance_least : least probability of either outcome.
    contrary : whether the interval of the proportion that can be beaten lies below one half.
    power : probability that a report of the rarer outcome is called unlikely under the `alternative`.
    """
    rows = []
    rated = traces.dropna(subset=[*QUALITY])
    for treatment, own in rated.groupby("treatment", sort=False, observed=True):
        for seat in (*SEATS, BOTH):
            seats = SEATS if seat == BOTH else (seat,)
            safe = (own[[f"{one}_worst" for one in seats]] >= 0).all(axis=1)
            after = own["games"].astype(float).where(safe, np.inf).groupby(own["replicate"]).min()
            last = own.loc[own.groupby("replicate")["games"].idxmax()]
            mistakes, decisions = (
                last[[f"{one}_{what}" for one in seats]].sum(axis=1) for what in ("mistakes", "decisions")
            )
            unbeatable_at_end = _exact("unbeatable", safe[last.index])
            unbeaten = int(safe[last.index].sum())
            beatable = len(last) - unbeaten
            chance = _chance_of_outcome(beatable, unbeaten)
            rows.append(
                {
                    "treatment": treatment,
                    "seat": seat,
                    "n": len(last),
                    **unbeatable_at_end,
                    **_exact("ever", after < np.inf),
                    **median_interval("games", after),
                    **median_interval("mistakes", mistakes / decisions),
                    "chance": chance,
                    "chance_least": min(chance, _chance_of_outcome(unbeaten, beatable)),
                    "contrary": unbeatable_at_end["unbeatable_low"] > 1 / 2,
                    "power": _power(unbeatable_at_end["unbeatable"], len(last)),
                    "alternative": CONTRARY_SHARE,
                }
            )
    return pd.DataFrame(rows, columns=[*UNBEATABLE])


def _chance_of_outcome(sessions: int, others: int) -> float:
    """P-value of a further session with the outcome of these `sessions`, see `unbeatable`."""
    return 1.0 if sessions + 1 >= others else (sessions + 1) / (sessions + 1 + others)


def _power(share: float, sessions: int) -> float:
    """Power of a report on one session, see `unbeatable`: none where even the rarer outcome isn't unlikely."""
    rarer = min(share, 1 - share)
    return 1 - rarer if (rarer * sessions + 1) / (sessions + 1) < LEVEL else 0.0


GAINS = {
    "treatment": "Treatment",
    "quantity": "Quantity",
    "n": "Sessions",
    "before": "From games",
    "after": "to",
    "left": OneOf("", range(10)),
    "value": "Then",
    **with_interval("gain", "Change", tells="fixed"),
    **with_interval("rate", "per 1,000 games"),
    **with_interval("slowing", "Gain smaller by", tells="fixed"),
}
"""Columns of `gains`."""


def gains(traces: pd.DataFrame, *, quantities: Sequence[str]) -> pd.DataFrame:
    """Improvement of policies by ten times as much training, a row per treatment, quantity and step.

    A step leads from a recorded point to the last one with up to ten times its games, beginning with the first point.

    Parameters
    ----------
    traces : table of ``tabular_traces``.
    quantities : of `schemas.MATCHES` and `schemas.QUALITY`, see `measured`.

    Returns
    -------
    treatment, quantity, n : number of sessions.
    before, after, left : games of training, and steps that follow, 0 for the last.
    value : median of the quantity after these.
    gain, gain_low, gain_high : change of the quantity, median over sessions, see `median_interval`.
    rate, rate_low, rate_high : the same per `UNIT` games.
    slowing, slowing_low, slowing_high : rate of the first step less this one, likewise; NaN in the first step.
    gain_fixed, slowing_fixed : see `median_interval`.
    """
    rows = []
    for treatment, own in traces.groupby("treatment", sort=False, observed=True):
        for quantity in quantities:
            values = own.assign(value=measured(own, quantity)).pivot(index="replicate", columns="games", values="value")
            if values.isna().any(axis=None):
                continue
            first = pd.Series(np.nan, values.index)
            steps = [*pairwise(_tenfold(sorted(own["games"].unique().tolist())))]
            for left, (before, after) in zip(range(len(steps))[::-1], steps, strict=True):
                gain = values[after] - values[before]
                rate = gain * UNIT / (after - before)
                rows.append(
                    {
                        "treatment": treatment,
                        "quantity": quantity,
                        "n": len(values),
                        "before": before,
                        "after": after,
                        "left": left,
                        "value": median(values[after]),
                        **median_interval("gain", gain, tells_fixed=True),
                        **median_interval("rate", rate),
                        **median_interval("slowing", (first - rate).dropna(), tells_fixed=True),
                    }
                )
                first = first.fillna(rate)
    return pd.DataFrame(rows, columns=[*GAINS])


PACES = {
    "treatment": "Treatment",
    "seat": OneOf("Moves", SEATS),
    "opponent": OneOf("Against", MET),
    "n": "Sessions",
    **with_interval("reached", "Reach it"),
    **with_interval("games", "Median games"),
}
"""Columns of `paces`."""


def paces(traces: pd.DataFrame, *, level: float) -> pd.DataFrame:
    """Games of training until policies first reach a score, a row per treatment, seat and opponent.

    Parameters
    ----------
    traces : table of ``tabular_traces``.
    level : the score, the proportion of games won and half of those drawn.

    Returns
    -------
    treatment, seat, opponent, n : see `policies`.
    reached, reached_low, reached_high : proportion of sessions that reach it, with the exact 95% interval.
    games, games_low, games_high : median of the games to the first point at which they do, infinite where fewer than
        half do, with the order statistics that enclose it with 95% confidence or more.
    """
    rows = []
    for treatment, match, own in known_matches(traces):
        there = measured(own, match) >= level
        after = own["games"].astype(float).where(there, np.inf).groupby(own["replicate"]).min()
        rows.append(
            {
                "treatment": treatment,
                **seat_and_opponent(match),
                "n": len(after),
                **share_interval("reached", int((after < np.inf).sum()), len(after)),
                **median_interval("games", after),
            }
        )
    return pd.DataFrame(rows, columns=[*PACES])


def measured(table: pd.DataFrame, quantity: str) -> "pd.Series[float]":
    """Values of a quality, or scores of a match: the proportion of games won and half of those drawn."""
    if quantity in QUALITY:
        return table[quantity]
    return table[f"{quantity}_won"] + table[f"{quantity}_drawn"] / 2


def known_matches(table: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Treatment, match and its rows, for each match with known results."""
    for treatment, own in table.groupby("treatment", sort=False, observed=True):
        for match in MATCHES:
            known = own.dropna(subset=[f"{match}_won"])
            if len(known):
                yield str(treatment), match, known


def seat_and_opponent(match: str) -> dict[str, str]:
    """Columns ``seat`` and ``opponent`` of a match."""
    seat, _, opponent = match.rpartition("_")
    return {"seat": seat or SEATS[0], "opponent": opponent}


def _tenfold(points: list[int]) -> list[int]:
    """The first of rising points, then each time the last one up to ten times as large, or else the next."""
    place, chosen = 0, points[:1]
    while place < len(points) - 1:
        place = max(bisect_right(points, 10 * points[place]) - 1, place + 1)
        chosen.append(points[place])
    return chosen


def _exact(name: str, which: "pd.Series[bool]") -> Columns:
    """Proportion of true values with Clopper and Pearson's interval."""
    return share_interval(name, int(which.sum()), len(which), method="exact")


@dataclass(frozen=True)
class Contrast:
    """Score ``of`` one treatment ``less`` that of another, each after a number of training games, or at the end.

    With ``since``, gains of the scores since that number of games.
    """

    of: str
    less: str
    games: int | None = None
    since: int | None = None


CONTRASTS = {
    "pair": "Pair",
    "games": "After games",
    "seat": OneOf("Moves", SEATS),
    "opponent": OneOf("Against", MET),
    "score_of": "Score",
    "score_less": "of the other",
    "n_of": "Sessions",
    "n_less": "of the other",
    **with_interval("difference", "Difference", tells="fixed"),
}
"""Columns of `contrasts`."""


def contrasts(traces: pd.DataFrame, *, pairs: Mapping[str, Contrast]) -> pd.DataFrame:
    """Differences of scores or gains (games won, half of those drawn), a row per pair, seat and opponent of both.

    Parameters
    ----------
    traces : table of ``tabular_traces``.
    pairs : contrasts by name.

    Returns
    -------
    pair, games, seat, opponent : games of training, NaN at the end of each.
    n_of, n_less : sessions recorded after that number of games, 0 where all are shorter.
    score_of, score_less : medians.
    difference, difference_low, difference_high, difference_fixed : of the medians, see `median_difference`; the ends
        are NaN with fewer than seven sessions of one.
    """
    rows = []
    for name, pair in pairs.items():
        of, less = (_scores(traces, treatment, pair) for treatment in (pair.of, pair.less))
        for match in (match for match in of if match in less):
            one, other = of[match], less[match]
            rows.append(
                {
                    "pair": name,
                    "games": pair.games,
                    **seat_and_opponent(match),
                    "n_of": len(one),
                    "n_less": len(other),
                    "score_of": median(one),
                    "score_less": median(other),
                    **median_difference("difference", one, other, tells_fixed=True),
                }
            )
    return pd.DataFrame(rows).astype({"games": float})


def _scores(traces: pd.DataFrame, treatment: str, pair: Contrast) -> "dict[str, pd.Series[float]]":
    """Scores of a treatment's sessions, or their gains, in each match with known results."""
    own = traces[traces["treatment"] == treatment].set_index("replicate")
    after = own["games"].max() if pair.games is None else pair.games
    scores = {}
    for _, match, known in known_matches(own):
        scores[match] = measured(known[known["games"] == after], match)
        if pair.since is not None:
            scores[match] -= measured(known[known["games"] == pair.since], match)
    return scores
