"""League of entered players: exact results of every pair in both seats, ranking with ties, and cycles.

Players of a folder are entered side by side; one that is broken is told and doesn't stop the others. A *game* stands
for all lines of play of two players in their seats, each weighted with its chance. A player's score is its mean points
per game over all other players and the seats that both have; one beats another if its mean points against it are above
1/2.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import breadth_first_order, connected_components

from tttcore.classroom.entrant import Clock, Entrant, Limits, printable
from tttcore.classroom.evaluation import FORMAT, evaluate, with_interval
from tttcore.classroom.field import Field, rank_among
from tttcore.classroom.files import COMMAND, PYTHON, SUFFIXES, enter_file, players_in
from tttcore.classroom.playing import Floats, meet, point_gradient, sampling_variance
from tttcore.stats.round_robin import DIGITS, RESULTS

Row = dict[str, Any]
MORE = 2
"""Times as much as before that late players must have, to be asked anew."""


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
        score, score_low, score_high.
    matrix : (n, n) lists of points of the row's player, moving first, in this order; None where there is no game.
    pairs : (n, n) mean points of the row's player against the column's over both seats.
    beats : (n, n) whether they are above 1/2, and with estimated chances their 95% interval as well.
    cycles : lists of names, each of whom beats the next, and the last the first; see `cycles`.

    Raises
    ------
    ValueError
        If there are fewer than two players, or no two have seats in which they can meet.
    """
    if len(entrants) < 2:
        raise ValueError(f"a league of {len(entrants)} players that work; allowed: two or more")
    games = _played(entrants)
    if np.isnan(games.points).all():  # else everybody meets one of two who can meet
        raise ValueError("no two players can meet: all play in the same seat")
    rows = [_row(entrants, games, place) for place in range(len(entrants))]
    scores = np.array([row["score"] for row in rows])
    for row in rows:
        row["rank"] = rank_among(row["score"], scores)
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
            met = meet(one, other)
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
    variance = games.own[place] + (games.variances[1, place].sum() + games.variances[0, :, place].sum()) / number**2
    shares = ends.mean(axis=1)
    return {
        "player": entrant.name,
        "kind": entrant.kind,
        "notes": list(entrant.notes),
        "seats": list(entrant.seats),
        "estimated": entrant.is_estimated,
        "games": number,
        **dict(zip(RESULTS, shares.tolist(), strict=True)),
        **with_interval(float(np.round(shares[0] + shares[1] / 2, DIGITS)), float(variance)),
    }


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


@dataclass(frozen=True)
class Broken:
    """File whose player can't be entered, and the reason."""

    file: str
    reason: str


def enter_folder(folder: Path, limits: Limits, *, count_from: int = 1) -> tuple[list[Entrant], list[Broken]]:
    """Enter the players of a folder in the order of their names, each with both seats or those that its file tells.

    Parameters
    ----------
    limits : ``all_seconds`` is the time for all players together. Each that computes has the same part of it, and for
        a move or to start no more. What is left goes in equal parts to those that were late, who are asked anew, if
        that is `MORE` times as much.

    Raises
    ------
    ValueError
        If the folder holds no players, or two of one name.
    """
    files = [*players_in(folder)]
    if not files:
        raise ValueError(f"{folder}: no players; allowed: files that end in {', '.join(SUFFIXES)}")
    _check_names(folder, files)
    clock, together = Clock(limits.all_seconds), os.cpu_count() or 1
    computing = [file for file in files if file.suffix.lower() in (PYTHON, COMMAND)]
    found = _entered(files, _part(limits, clock.seconds, len(computing), together), together, count_from)
    late = [file for file in computing if isinstance(one := found[file], Entrant) and one.unasked]
    more = _part(limits, clock.left, len(late), together)
    if late and more.all_seconds > MORE * limits.all_seconds * together / len(computing):
        found |= _entered(late, more, together, count_from)
    return (
        [one for one in found.values() if isinstance(one, Entrant)],
        [one for one in found.values() if isinstance(one, Broken)],
    )


def _part(limits: Limits, seconds: float, players: int, together: int) -> Limits:
    """Limits of each of some players that have so many seconds together."""
    part = seconds * min(together, max(players, 1)) / max(players, 1)
    times = {name: min(getattr(limits, name), part) for name in ("seconds", "start_seconds")}
    return replace(limits, all_seconds=part, **times)


def _entered(files: Sequence[Path], limits: Limits, together: int, count_from: int) -> dict[Path, Entrant | Broken]:
    def entered(file: Path) -> Entrant | Broken:
        try:
            return enter_file(file, limits, count_from=count_from)
        except (ValueError, OSError) as error:
            return Broken(printable(file.name), printable(str(error).removeprefix(str(file)).lstrip(":, ")))

    with ThreadPoolExecutor(together) as pool:
        return dict(zip(files, pool.map(entered, files), strict=True))


def _check_names(folder: Path, files: Sequence[Path]) -> None:
    """Refuse two players of one name; capital letters make no other name."""
    seen: dict[str, Path] = {}
    for file in files:
        other = seen.setdefault(printable(file.stem).casefold(), file)
        if other is not file:
            told = " and ".join(printable(each.name) for each in (other, file))
            raise ValueError(
                f"{folder}: two players are called {printable(file.stem)!r}: {told}; allowed: one of a name"
            )


def class_report(title: str, entrants: Sequence[Entrant], broken: Sequence[Broken], field: Field) -> dict[str, Any]:
    """Play a league and evaluate its players.

    Returns
    -------
    format, title : `evaluation.FORMAT`, and the name of the league.
    players, matrix, pairs, beats, cycles : see `play_class`; each player also has its ``evaluation``.
    broken : file and reason of players that could not be entered.
    """
    evaluations = {each.name: evaluate(each, field) for each in entrants}
    league = play_class(entrants)
    for row in league["players"]:
        row["evaluation"] = evaluations[row["player"]]
    return {"format": FORMAT, "title": title, **league, "broken": [vars(each) for each in broken]}
