"""League of entered players: exact results of every pair in both seats, ranking with ties, and cycles.

Players of a folder are entered side by side, and those that can't be are told. A *game* stands
for all lines of play of two players in their seats, each weighted with its chance. A player's score is its mean points
per game over all other players and the seats that both have. Where games can come to positions in which one of both was
not asked often enough, or chances are estimated, a result has an interval: from what it is if these games are lost to
what it is if they are won, and beyond by the 95% interval of the chances. One player beats another if its mean points
against it, with all of their interval, are above 1/2.
"""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import breadth_first_order, connected_components

from tttcore.classroom.advice import advice
from tttcore.classroom.class_asking import ask_class
from tttcore.classroom.class_folder import ALLOWED, Skipped, players_in
from tttcore.classroom.entrant import Entrant
from tttcore.classroom.evaluation import FORMAT, evaluate, interval, with_interval
from tttcore.classroom.field import Field, rank_among
from tttcore.classroom.playing import Floats, meet, point_gradient, sampling_variance
from tttcore.classroom.reading import AS_IT_IS, Reading
from tttcore.games.position import RESULTS
from tttcore.processes.limits import Limits
from tttcore.stats.round_robin import DIGITS

Row = dict[str, Any]
ENDS = ("", "_low", "_high")
"""Endings of the names of a value and of the ends of its interval."""


class Games(NamedTuple):
    """Results of n players.

    Attributes
    ----------
    ends : (3, n, n) chances that the row's player, moving first, wins, draws and loses; NaN where there is no game.
    variances : (2, n, n) variance of its points from estimating the chances of the first player, and of the second.
    own : (n,) variance of each player's score from estimating its own chances.
    points : (3, n, n) points of the row's player, moving first, and the least and greatest that they may be.
    """

    ends: Floats
    variances: Floats
    own: Floats
    points: Floats

    @property
    def points_second(self) -> Floats:
        """(3, n, n) the same of the row's player, moving second."""
        return np.asarray(1 - self.points[[0, 2, 1]].swapaxes(1, 2))


def play_class(entrants: Sequence[Entrant]) -> Row:
    """Play every two players in both seats, and return an object that JSON can hold.

    Returns
    -------
    players : in the order of ranks, ties by name: rank, rank_low, rank_high, player, kind, notes, estimated, unasked
        (number of positions), seats, games, won, drawn, lost, score, score_low, score_high. The ends of an interval are
        the value itself where it is exact.
    matrix : (n, n) lists of points of the row's player, moving first, in this order; None where there is no game.
    pairs : (n, n) mean points of the row's player against the column's over both seats.
    matrix_low, matrix_high, pairs_low, pairs_high : (n, n) ends of their intervals.
    beats : (n, n) whether all of the pair's interval is above 1/2.
    cycles : lists of names, each of whom beats the next, and the last the first; see `cycles`.

    Raises
    ------
    ValueError
        If no two players have seats in which they can meet.
    """
    games = _played(entrants)
    if np.isnan(games.points).all():  # else everybody meets one of two who can meet
        raise ValueError("no two players can meet; allowed: at least one for each seat")
    rows = [_row(entrants, games, place) for place in range(len(entrants))]
    _rank(rows)
    order = sorted(range(len(rows)), key=lambda place: (rows[place]["rank"], rows[place]["player"]))
    matrix = [games.points[0], *interval(games.points[1:], games.variances.sum(axis=0))]
    pairs = _pairs(games)
    beats = np.round(pairs[1], DIGITS)[np.ix_(order, order)] > 0.5
    names = [entrants[place].name for place in order]
    return {
        "players": [rows[place] for place in order],
        **{
            f"{name}{end}": _listed(values[np.ix_(order, order)])
            for name, all_values in (("matrix", matrix), ("pairs", pairs))
            for end, values in zip(ENDS, all_values, strict=True)
        },
        "beats": beats.tolist(),
        "cycles": [[names[place] for place in cycle] for cycle in cycles(beats)],
    }


def _rank(rows: Sequence[Row]) -> None:
    """Add ranks, and the ends of their intervals: those that it has if intervals of scores leave the order open."""
    scores, lows, highs = (np.array([row[f"score{end}"] for row in rows]) for end in ENDS)
    for place, row in enumerate(rows):
        row["rank"] = rank_among(scores[place], scores)
        row["rank_low"] = rank_among(highs[place], np.delete(lows, place))
        row["rank_high"] = rank_among(lows[place], np.delete(highs, place))


def _played(entrants: Sequence[Entrant]) -> Games:
    count = len(entrants)
    ends, variances = np.full((3, count, count), np.nan), np.zeros((2, count, count))
    points = np.full((3, count, count), np.nan)
    gradients = [np.zeros_like(each.policy) if each.is_estimated else None for each in entrants]
    for first, one in enumerate(entrants):
        for second, other in enumerate(entrants):
            if first == second or 0 not in one.seats or 1 not in other.seats:
                continue
            met = meet(one, other)
            ends[:, first, second], points[:, first, second] = met.ends, [met.points(0), *met.bounds(0)]
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
    return Games(ends, variances, np.array(own), points)


def _number_of_games(ends: Floats, place: int) -> int:
    return int(np.count_nonzero(~np.isnan(ends[0, place])) + np.count_nonzero(~np.isnan(ends[0, :, place])))


def _row(entrants: Sequence[Entrant], games: Games, place: int) -> Row:
    """Row of a player, without its rank."""
    entrant = entrants[place]
    ends = np.concatenate([games.ends[:, place], games.ends[::-1, :, place]], axis=1)
    ends = ends[:, ~np.isnan(ends[0])]
    number = ends.shape[1]
    variance = games.own[place] + (games.variances[1, place].sum() + games.variances[0, :, place].sum()) / number**2
    shares = ends.mean(axis=1)
    both = np.concatenate([games.points[:, place], games.points_second[:, place]], axis=1)
    score, low, high = np.round(np.asarray(np.nanmean(both, axis=1)), DIGITS).tolist()
    return {
        "player": entrant.name,
        "kind": entrant.kind,
        "notes": list(entrant.notes),
        "seats": list(entrant.seats),
        "estimated": entrant.is_estimated,
        "unasked": entrant.unasked(*entrant.seats),
        "games": number,
        **dict(zip(RESULTS, shares.tolist(), strict=True)),
        **with_interval(score, float(variance), (low, high)),
    }


def _pairs(games: Games) -> Floats:
    """(3, n, n) mean points of the row's player over both seats, and the ends of their intervals."""
    both = np.stack([games.points, games.points_second])
    number = (~np.isnan(both)).sum(axis=0)
    means = np.where(number > 0, np.nansum(both, axis=0) / np.maximum(number, 1), np.nan)
    spread = games.variances.sum(axis=0)
    variances = (spread + spread.T) / np.maximum(number[0], 1) ** 2
    return np.stack([means[0], *interval(means[1:], variances)])


def _listed(values: Floats) -> list[list[float | None]]:
    """Lists of numbers; None for NaN."""
    return [[None if np.isnan(value) else round(float(value), DIGITS) for value in row] for row in values]


def cycles(beats: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """All cycles of three players, and one of the shortest of each group that has only longer ones.

    A group is of players each of whom is beaten, directly or by way of others, by all others of the group (a strongly
    connected component), so that every cycle lies within one. Cycles begin with their lowest number and are in rising
    order.

    Parameters
    ----------
    beats : (n, n) True where the row's player beats the column's.
    """
    wins = [np.flatnonzero(row).tolist() for row in beats]
    found: list[tuple[int, ...]] = [
        (a, b, c) for a, others in enumerate(wins) for b in others if b > a for c in wins[b] if c > a and beats[c, a]
    ]
    of_three = {place for cycle in found for place in cycle}
    _, groups = connected_components(beats, directed=True, connection="strong")
    for group in range(groups.max() + 1):
        members = np.flatnonzero(groups == group).tolist()
        if len(members) > 1 and not of_three & set(members):
            found.append(min((_shortest(beats, start) for start in members), key=lambda cycle: (len(cycle), cycle)))
    return sorted(found)


def _shortest(beats: NDArray[np.bool_], start: int) -> tuple[int, ...]:
    """Shortest cycle through a player of a group, from its lowest number; of equal ones the first by breadth."""
    order, came_from = breadth_first_order(beats, start)
    path = [next(place for place in order.tolist() if beats[place, start])]
    while path[0] != start:
        path.insert(0, int(came_from[path[0]]))
    lowest = path.index(min(path))
    return (*path[lowest:], *path[:lowest])


def enter_folder(
    folder: Path, limits: Limits, *, reading: Reading = AS_IT_IS, tell: Callable[[str], None] = lambda _: None
) -> tuple[list[Entrant], list[Skipped]]:
    """Enter the players of a folder in the order of their names, each with both seats or those that its file tells.

    Parameters
    ----------
    limits : ``all_seconds`` is the time for all players together, see `class_asking`.
    tell : gets lines about progress; before the first move is asked for, how long it takes at most.

    Returns
    -------
    Players, and files that are none or whose players can't be entered, with the reason.

    Raises
    ------
    ValueError
        If fewer than two players are entered.
    """
    files, left_out = players_in(folder)
    _check_number(folder, files, left_out)
    told = f"{len(files)} players. They are asked for their moves within {limits.all_seconds:g} s"
    tell(f"{told}; results follow after {limits.all_seconds + judging_seconds(len(files)):.0f} s at most.")
    entrants, skipped = ask_class(files, limits, reading=reading, tell=tell)
    left_out = sorted([*left_out, *skipped], key=lambda each: each.file)
    _check_number(folder, entrants, left_out)
    return entrants, left_out


def _check_number(folder: Path, players: Collection[object], left_out: Sequence[Skipped]) -> None:
    if len(players) < 2:
        told = "".join(f"; {each.file}: {each.reason}" for each in left_out)
        raise ValueError(f"{folder}: players: {len(players)}; allowed: two or more, as {ALLOWED}{told}")


def judging_seconds(players: int) -> float:
    """Seconds that suffice to evaluate so many players and let all pairs meet; several times what it usually takes."""
    return 10 + players / 4 + players**2 / 200


def class_report(title: str, entrants: Sequence[Entrant], skipped: Sequence[Skipped], field: Field) -> dict[str, Any]:
    """Play a league and evaluate its players.

    Returns
    -------
    format, title : `evaluation.FORMAT`, and the name of the league.
    players, matrix, pairs, beats, cycles and ends of intervals : see `play_class`; each player also has its
        ``evaluation``, and a sentence on what to look at first (``advice``).
    skipped : file and reason of what was not entered.
    """
    evaluations = {each.name: evaluate(each, field) for each in entrants}
    league = play_class(entrants)
    for row in league["players"]:
        row["evaluation"] = evaluations[row["player"]]
        row["advice"] = advice(row["evaluation"])
    return {"format": FORMAT, "title": title, **league, "skipped": [vars(each) for each in skipped]}
