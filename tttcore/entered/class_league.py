"""League of entered players: exact results of every pair in both seats, ranking with ties, and cycles.

A *game* stands for all lines of play of two players in their seats, each weighted with its chance. A player's score is
its mean points per game over all other players and the seats that both have; one beats another if its mean points
against it are above 1/2.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tttcore.entered.cycles import cycles
from tttcore.entered.entrant import Entrant
from tttcore.entered.field import rank_among
from tttcore.entered.playing import Floats, meet, point_gradient, sampling_variance, side
from tttcore.entered.results import with_interval
from tttcore.stats.round_robin import DIGITS, RESULTS

Row = dict[str, Any]


class Games(NamedTuple):
    """Results of n players.

    Attributes
    ----------
    ends : (3, n, n) chances that the row's player, moving first, wins, draws and loses; NaN where there is no game.
    variances : (2, n, n) variance of its points from estimating the chances of the first player, and of the second.
    own : (n,) variance of each player's score from estimating its own chances.
    """

    ends: Floats
    variances: Floats
    own: Floats

    @property
    def points(self) -> Floats:
        """(n, n) points of the row's player, moving first."""
        return np.asarray(self.ends[0] + self.ends[1] / 2)


def play_class(entrants: Sequence[Entrant]) -> Row:
    """Play every two players in both seats, and return an object that JSON can hold.

    Returns
    -------
    players : in the order of ranks, ties by name: rank, player, kind, notes, estimated, seats, games, won, drawn, lost,
        score, score_low, score_high; NaN is None.
    matrix : (n, n) lists of points of the row's player, moving first, in this order; None where there is no game.
    pairs : (n, n) mean points of the row's player against the column's over both seats.
    beats : (n, n) whether they are above 1/2, and with estimated chances their 95% interval as well.
    cycles : lists of names, each of whom beats the next, and the last the first; see `cycles.cycles`.

    Raises
    ------
    ValueError
        If there are fewer than two players, or no two have seats in which they can meet.
    """
    if len(entrants) < 2:
        raise ValueError(f"a league of {len(entrants)} players that work; allowed: two or more")
    games = _played(entrants)
    if np.isnan(games.points).all():
        raise ValueError("no two players can meet: all play in the same seat")
    rows = [_row(entrants, games, place) for place in range(len(entrants))]
    scores = np.array([-1.0 if row["score"] is None else row["score"] for row in rows])
    for row, score in zip(rows, scores.tolist(), strict=True):
        row["rank"] = rank_among(score, scores)
    order = sorted(range(len(rows)), key=lambda place: (rows[place]["rank"], rows[place]["player"]))
    pairs, beats = _pairs(games)
    names = [entrants[place].name for place in order]
    return {
        "players": [rows[place] for place in order],
        "matrix": _listed(games.points[np.ix_(order, order)]),
        "pairs": _listed(pairs[np.ix_(order, order)]),
        "beats": beats[np.ix_(order, order)].tolist(),
        "cycles": [[names[place] for place in cycle] for cycle in cycles(beats[np.ix_(order, order)])],
    }


def _played(entrants: Sequence[Entrant]) -> Games:
    count = len(entrants)
    ends, variances = np.full((3, count, count), np.nan), np.zeros((2, count, count))
    gradients = [np.zeros_like(each.policy) if each.is_estimated else None for each in entrants]
    for first, one in enumerate(entrants):
        for second, other in enumerate(entrants):
            if first == second or 0 not in one.seats or 1 not in other.seats:
                continue
            met = meet(side(one), side(other))
            ends[:, first, second] = met.ends
            for seat, place in enumerate((first, second)):
                total = gradients[place]
                if total is not None:
                    gradient = point_gradient([met], seat)
                    total += gradient
                    variances[seat, first, second] = sampling_variance(entrants[place], gradient)
    own = [
        0.0 if total is None else sampling_variance(each, total / max(_number_of_games(ends, place), 1))
        for place, (each, total) in enumerate(zip(entrants, gradients, strict=True))
    ]
    return Games(ends, variances, np.array(own))


def _number_of_games(ends: Floats, place: int) -> int:
    return int(np.count_nonzero(~np.isnan(ends[0, place])) + np.count_nonzero(~np.isnan(ends[0, :, place])))


def _row(entrants: Sequence[Entrant], games: Games, place: int) -> Row:
    """Row of a player, without its rank."""
    entrant = entrants[place]
    ends = np.concatenate([games.ends[:, place], games.ends[::-1, :, place]], axis=1)
    ends = ends[:, ~np.isnan(ends[0])]
    number = ends.shape[1]
    about: Row = {
        "player": entrant.name,
        "kind": entrant.kind,
        "notes": list(entrant.notes),
        "seats": list(entrant.seats),
        "estimated": entrant.is_estimated,
        "games": number,
    }
    if number == 0:
        return about | dict.fromkeys((*RESULTS, "score", "score_low", "score_high"))
    variance = games.own[place] + (games.variances[1, place].sum() + games.variances[0, :, place].sum()) / number**2
    shares = ends.mean(axis=1)
    score = with_interval(float(np.round(shares[0] + shares[1] / 2, DIGITS)), float(variance))
    return about | dict(zip(RESULTS, shares.tolist(), strict=True)) | score


def _pairs(games: Games) -> tuple[Floats, np.ndarray]:
    """(n, n) mean points of the row's player over both seats, and whether they are above 1/2 beyond doubt."""
    both = np.stack([games.points, 1 - games.points.T])
    played = ~np.isnan(both)
    number = played.sum(axis=0)
    means = np.where(number > 0, np.nansum(both, axis=0) / np.maximum(number, 1), np.nan)
    spread = games.variances.sum(axis=0)
    variances = (spread + spread.T) / np.maximum(number, 1) ** 2
    lows = np.reshape(
        [with_interval(*pair)["score_low"] for pair in zip(means.flat, variances.flat, strict=True)], means.shape
    )
    return means, np.round(lows, DIGITS) > 0.5


def _listed(values: Floats) -> list[list[float | None]]:
    """Lists of numbers; None for NaN."""
    return [[None if np.isnan(value) else round(float(value), DIGITS) for value in row] for row in values]
