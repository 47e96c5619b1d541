"""Round robin of players in groups: results of every pair, sums over groups, and ranks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.games.position import RESULTS

Floats = NDArray[np.float64]

DIGITS = 12
"""Decimals to which scores are compared, so that equal scores tie in whatever order they were summed."""
RESAMPLES = 2000
"""Round robins with resampled players from which intervals are taken."""


@dataclass(frozen=True, eq=False)
class Side:
    """Players in the rows or in the columns of a round robin, and the group of each, by name.

    The players of a group are next to each other.
    """

    players: Sequence[str]
    group_of: Sequence[str]

    @cached_property
    def groups(self) -> list[str]:
        """Names of the groups."""
        return [*dict.fromkeys(self.group_of)]

    @cached_property
    def numbers(self) -> NDArray[np.intp]:
        """(players,) number of each player's group, from 0."""
        return pd.factorize(np.array(self.group_of))[0]

    @cached_property
    def sizes(self) -> NDArray[np.intp]:
        """(groups,) number of players."""
        return np.bincount(self.numbers)

    def sums(self, values: NDArray[Any], *, axis: int) -> NDArray[Any]:
        """Sums over the players of each group, along an axis of players, in the same order on every machine."""
        return np.add.reduceat(values, np.cumsum(self.sizes) - self.sizes, axis=axis)


@dataclass(frozen=True, eq=False)
class RoundRobin:
    """Results of all players in the rows against all in the columns.

    Attributes
    ----------
    ends : (3, rows, columns) proportion of games, or probability, that the row's player wins, draws and loses.
    """

    rows: Side
    columns: Side
    ends: Floats

    @cached_property
    def scores(self) -> Floats:
        """(rows, columns) points of the row's player for a game: 1 for a win, 1/2 for a draw."""
        return np.round(self.ends[0] + self.ends[1] / 2, DIGITS)


def pair_table(ends: Floats, **names: Sequence[str]) -> pd.DataFrame:
    """A row for each pair: its names, and (3, rows, columns) proportions won, drawn and lost.

    Parameters
    ----------
    names : names of the rows and of the columns, by the two columns of the table that have them.
    """
    pairs = pd.MultiIndex.from_product([*names.values()], names=[*names]).to_frame(index=False)
    return pairs.assign(**dict(zip(RESULTS, ends.reshape(len(RESULTS), -1), strict=True)))


def ranks(scores: Floats) -> NDArray[np.int64]:
    """(..., groups) ranks, 1 for the highest score; scores that are equal up to rounding share the best rank."""
    return scipy.stats.rankdata(-np.round(scores, DIGITS), method="min", axis=-1).astype(np.int64)
