"""Exact round robin of all players of 3x3, and its tables.

Players that move first are in the rows, those that move second in the columns. A player of both seats also plays
against itself, so that all players of a seat have the same opponents.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tttcore.league.players import Player
from tttcore.players.policy import game
from tttcore.stats.round_robin import Floats, RoundRobin, Side, pair_table


def play_round_robin(players: Sequence[Player]) -> RoundRobin:
    """Compute the probabilities of the results of all pairs; each takes microseconds."""
    first, second = ([each for each in players if seat in each.seats] for seat in (0, 1))
    propagate = game(dead=False).propagate
    ends = [[propagate(one.policy, other.policy)[1] for other in second] for one in first]
    rows, columns = (Side([each.agent for each in side], [each.group for each in side]) for side in (first, second))
    return RoundRobin(rows, columns, np.moveaxis(np.array(ends), -1, 0))


def matches(played: RoundRobin) -> pd.DataFrame:
    """A row for each pair of players: first, second, and the first player's probabilities won, drawn, lost."""
    return pair_table(played.ends, first=played.rows.players, second=played.columns.players)


def matrix(played: RoundRobin) -> pd.DataFrame:
    """A row for each pair of groups: first, second, won, drawn, lost, score; means over players."""
    ends = np.stack([group_means(end, played.rows, played.columns) for end in played.ends])
    table = pair_table(ends, first=played.rows.groups, second=played.columns.groups)
    return table.assign(score=table["won"] + table["drawn"] / 2)


def group_means(values: Floats, rows: Side, columns: Side, shares: tuple[Floats, Floats] | None = None) -> Floats:
    """(row groups, column groups) means of (rows, columns) values over the players of each group.

    Parameters
    ----------
    shares : weight of each player within its group; equal weights by default.
    """
    ours, theirs = shares or (equal_shares(rows), equal_shares(columns))
    return columns.sums(rows.sums(values * ours[:, None], axis=0) * theirs, axis=1)


def equal_shares(side: Side) -> Floats:
    """(players,) equal weight of each player within its group."""
    return 1 / side.sizes[side.numbers]
