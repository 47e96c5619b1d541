"""Expected results of an entered player against baselines, every treatment and the whole field, with its rank."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy

from tttcore.entered.entrant import Entrant
from tttcore.entered.field import Field, rank_among, side_of
from tttcore.entered.playing import Floats, Meeting, Side, meet, never, point_gradient, sampling_variance, side
from tttcore.players.policy import game
from tttcore.stats.intervals import COVERAGE
from tttcore.stats.round_robin import RESULTS

OPPONENTS = ("random", "careful", "perfect")
Row = dict[str, Any]


def against_baselines(entrant: Entrant, seat: int) -> list[Row]:
    """A row for each of `OPPONENTS`: opponent, won, drawn, lost (chances), score and its interval."""
    opponents = game(dead=False).opponents
    meetings = {name: [_met(entrant, seat, Side(opponents[name], never()))] for name in OPPONENTS}
    return [
        {"opponent": name, **_result(entrant, seat, met, point_gradient(met, seat), _unasked(entrant, met))}
        for name, met in meetings.items()
    ]


def against_field(entrant: Entrant, seat: int, field: Field) -> tuple[Row, list[Row]]:
    """Score and rank among the players of its seat, and a row for each treatment in the other seat.

    The score is the mean over treatments of the mean points against their players, as in the league of 3x3, so that
    each treatment counts once. Other players have theirs against the same opponents, which include themselves.

    Returns
    -------
    rank, rank_low, rank_high, players (number with this one), score, score_low, score_high : the ends are those of
        95% intervals where chances are estimated, else the values themselves.
    opponent (group), players, won, drawn, lost, score, score_low, score_high : of each treatment.
    """
    groups = field.groups(1 - seat)
    rows, unasked = [], list[float]()
    gradient = np.zeros_like(entrant.policy)  # and so it stays without estimates
    for group, players in groups.items():
        meetings = [_met(entrant, seat, side_of(each)) for each in players]
        own = point_gradient(meetings, seat) if entrant.is_estimated else gradient
        unasked.append(_unasked(entrant, meetings))
        result = _result(entrant, seat, meetings, own, unasked[-1])
        rows.append({"opponent": group, "players": len(players), **result})
        if entrant.is_estimated:
            gradient += own / len(groups)
    score = float(np.mean([row["score"] for row in rows]))
    others = field.points[seat]
    total = with_interval(score, sampling_variance(entrant, gradient), float(np.mean(unasked)))
    ends = {"rank": "score", "rank_low": "score_high", "rank_high": "score_low"}
    return {
        **{rank: rank_among(total[end], others) for rank, end in ends.items()},
        "players": len(others) + 1,
        **total,
    }, rows


def with_interval(score: float, variance: float, unasked: float = 0.0) -> dict[str, float]:
    """Score with the normal 95% interval, within 0 and 1; its ends are the score where nothing is estimated.

    Parameters
    ----------
    unasked : chance of games that are lost since the player was not asked in time; they might have been won.
    """
    reach = float(scipy.special.ndtri((1 + COVERAGE) / 2)) * variance**0.5
    return {"score": score, "score_low": max(score - reach, 0.0), "score_high": min(score + reach + unasked, 1.0)}


def _met(entrant: Entrant, seat: int, other: Side) -> Meeting:
    own = side(entrant)
    return meet(own, other) if seat == 0 else meet(other, own)


def _result(entrant: Entrant, seat: int, meetings: Sequence[Meeting], gradient: Floats, unasked: float) -> Row:
    """Chances won, drawn and lost, and the score, means over meetings with this gradient; `unasked` as `_unasked`."""
    ends = np.mean([met.ends if seat == 0 else met.ends[::-1] for met in meetings], axis=0)
    score = float(np.mean([met.points(seat) for met in meetings]))
    return {
        **dict(zip(RESULTS, ends.tolist(), strict=True)),
        **with_interval(score, sampling_variance(entrant, gradient), unasked),
    }


def _unasked(entrant: Entrant, meetings: Sequence[Meeting]) -> float:
    """Chance, mean over meetings, that a game comes to a position in which the player was not asked in time."""
    return float(np.mean([met.reached[entrant.unasked].sum() for met in meetings]))
