"""Figures of the league of n^d boards: points with intervals, and matrices of results between groups, by board."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.engines.genies.league import FIGURES, SHOWN, board_name
from tttcore.plots.heat import score_matrix
from tttcore.plots.line_styles import BLUE, PUBLISHED
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.plots.style import axis_on_top, categories, percents, styled
from tttcore.plots.table_checks import require

_BOARD = ["edge", "dimensions"]
_WIDTH, _ROW, _FIELD = 5.6, 0.21, 0.27
"""Width of a figure, and heights of a group's row without and with fields, in inches."""
_ROOM = 3.4
"""Rows that a board takes in addition to its groups, for its title and its axis."""
_POINTS = 8
"""Size of the names."""


class _Board(NamedTuple):
    """Tables of a board: the groups that are shown, the strongest first, and all ordered pairs."""

    name: str
    groups: pd.DataFrame
    pairs: pd.DataFrame


@styled()
def draw(name: str, tables: Mapping[str, pd.DataFrame], names: PlayerNames = UNNAMED) -> Figure:
    """Draw a figure of `FIGURES` from the tables of the league, see `engines.genies.league.league_tables`.

    Each board has the groups without evolution, and its `SHOWN` best ones.
    """
    ranking, pairs = tables["ranking"], tables["pairs"]
    require(ranking, *_BOARD, "group", "evolved", "score", "score_low", "score_high")
    require(pairs, *_BOARD, "group", "opponent", "score")
    ranking = ranking.assign(group=ranking["group"].map(names.group))
    pairs = pairs.assign(**{side: pairs[side].map(names.group) for side in ("group", "opponent")})
    groups, pair_rows = (table.groupby(_BOARD, sort=False) for table in (ranking, pairs))
    boards = [
        _Board(board_name(*own[_BOARD].iloc[0]), _shown(own), pair_rows.get_group(board)) for board, own in groups
    ]
    figure = _matrices(boards) if name == "lattice-matrices" else _rankings(boards)
    figure.suptitle(FIGURES[name]["title"])
    return figure


def _shown(groups: pd.DataFrame) -> pd.DataFrame:
    return groups[~groups["evolved"] | (np.arange(len(groups)) < SHOWN)]


def _rankings(boards: Sequence[_Board]) -> Figure:
    """Points of groups with their intervals, the best on top, with the axis above."""
    figure, grid = _panels(boards, _ROW)
    for board, axes in zip(boards, grid, strict=True):
        own = board.groups
        colours = np.where(own["evolved"], BLUE, PUBLISHED).tolist()
        axes.hlines(range(len(own)), own["score_low"], own["score_high"], color=colours, linewidth=1.4)
        axes.scatter(own["score"], range(len(own)), color=colours, s=18, zorder=3)
        categories(axes.yaxis, own["group"].tolist())
        axes.tick_params(axis="y", labelsize=_POINTS)
        axis_on_top(axes)
        axes.set(xlim=(-0.02, 1.02), xlabel="Points")
        percents(axes.xaxis, ticks=5)
    return figure


def _matrices(boards: Sequence[_Board]) -> Figure:
    """Matrix of the points of every group against every other, in the order of the ranking; columns are numbered."""
    figure, grid = _panels(boards, _FIELD)
    for board, axes in zip(boards, grid, strict=True):
        shown = board.groups["group"].tolist()
        scores = board.pairs.pivot(index="group", columns="opponent", values="score").reindex(shown, columns=shown)
        numbers = range(1, len(shown) + 1)
        numbered = [f"{name}  {number}" for name, number in zip(shown, numbers, strict=True)]
        score_matrix(figure, axes, scores.set_axis(numbered).set_axis([*numbers], axis="columns"))
        axes.xaxis.tick_top()
        axes.tick_params(axis="x", length=0, rotation=0)
        axes.set_anchor("W")
    return figure


def _panels(boards: Sequence[_Board], row: float) -> tuple[Figure, Iterable[Axes]]:
    """Figure with a panel for each board, one below the other, with rows of so many inches."""
    heights = [len(board.groups) + _ROOM for board in boards]
    figure = Figure(figsize=(_WIDTH, row * (sum(heights) + 2)))
    grid = figure.subplots(len(boards), 1, squeeze=False, height_ratios=heights).ravel()
    for board, axes in zip(boards, grid, strict=True):
        axes.set_title(board.name)
    return figure, grid
