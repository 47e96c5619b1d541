"""Figures of the league of n^d boards: ranking with intervals, and matrices of results between groups."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.engines.genies.league import FIGURES
from tttcore.plots.heat import score_matrix
from tttcore.plots.line_styles import BLUE, PUBLISHED
from tttcore.plots.names import UNNAMED, PlayerNames
from tttcore.plots.style import percents, styled
from tttcore.plots.table_checks import require

_BOARD = ["edge", "dimensions"]
_ROW = 0.2
"""Height of a group in the ranking, in inches."""
_ROOM = 6
"""Rows that a board takes in addition to its groups, for its title and its axis."""
_LEGIBLE = 16
"""Most groups of a matrix, so that points can be written in it."""


class _Board(NamedTuple):
    """Tables of a board: its groups, the strongest first, and every ordered pair of them."""

    name: str
    groups: pd.DataFrame
    pairs: pd.DataFrame


def _ranking(boards: Sequence[_Board]) -> Figure:
    """Ranking of the largest board on the left, those of all others on the right, one below the other."""
    largest = _largest(boards)
    others = [board for board in boards if board is not largest]
    heights = [len(board.groups) + _ROOM for board in others]
    figure = Figure(figsize=(9.8, _ROW * max(len(largest.groups) + _ROOM, sum(heights))))
    if not others:
        _draw_ranking(figure.subplots(), largest)
        return figure
    left, right = figure.subfigures(1, 2, squeeze=False, width_ratios=(1.15, 1))[0]
    stacked = right.subplots(len(others), squeeze=False, height_ratios=heights)
    for axes, board in zip([left.subplots(), *stacked.ravel()], [largest, *others], strict=True):
        _draw_ranking(axes, board)
    return figure


def _matrix(boards: Sequence[_Board]) -> Figure:
    """Matrix of the strongest groups of the largest board, so many that points can be written."""
    largest = _largest(boards)
    board = largest._replace(groups=largest.groups.head(_LEGIBLE))
    side = 3.4 + 0.26 * len(board.groups)
    figure = Figure(figsize=(side, side - 0.2))
    _draw_matrix(figure, figure.subplots(), board)
    return figure


def _matrices(boards: Sequence[_Board]) -> Figure:
    few = [board for board in boards if len(board.groups) <= _LEGIBLE] or boards
    rows, side = math.ceil(len(few) / 2), 2.4 + 0.24 * len(_largest(few).groups)
    figure = Figure(figsize=(2 * side + 0.8, rows * side))
    panels = figure.subplots(rows, 2, squeeze=False).ravel()
    for axes, board in zip(panels, few, strict=False):
        _draw_matrix(figure, axes, board)
    for axes in panels[len(few) :]:
        axes.set_visible(False)
    return figure


_DRAWN = {"lattice-ranking": _ranking, "lattice-matrix": _matrix, "lattice-matrices": _matrices}


@styled()
def draw(name: str, tables: Mapping[str, pd.DataFrame], names: PlayerNames = UNNAMED) -> Figure:
    """Draw a figure of `FIGURES` from the tables of the league, see `engines.genies.league.league_tables`."""
    ranking, pairs = tables["ranking"], tables["pairs"]
    require(ranking, *_BOARD, "group", "evolved", "score", "score_low", "score_high")
    require(pairs, *_BOARD, "group", "opponent", "score")
    ranking = ranking.assign(group=ranking["group"].map(names.group))
    pairs = pairs.assign(**{side: pairs[side].map(names.group) for side in ("group", "opponent")})
    groups, pair_rows = (table.groupby(_BOARD, sort=False) for table in (ranking, pairs))
    boards = [_Board("{1}-D, edge {0}".format(*board), own, pair_rows.get_group(board)) for board, own in groups]
    figure = _DRAWN[name](boards)
    figure.suptitle(FIGURES[name]["title"])
    return figure


def _largest(boards: Sequence[_Board]) -> _Board:
    """The board with the most groups."""
    return max(boards, key=lambda board: len(board.groups))


def _draw_ranking(axes: Axes, board: _Board) -> None:
    """Draw the points of groups with their intervals, the best on top."""
    own = board.groups
    at, colours = np.arange(len(own)), np.where(own["evolved"], BLUE, PUBLISHED).tolist()
    axes.hlines(at, own["score_low"], own["score_high"], color=colours, linewidth=1.4)
    axes.scatter(own["score"], at, color=colours, s=18, zorder=3)
    axes.set_yticks(at, own["group"], fontsize=8)
    axes.set(title=board.name, xlim=(-0.02, 1.02), ylim=(len(own) - 0.4, -0.6), xlabel="Points")
    percents(axes.xaxis, ticks=5)
    axes.tick_params(axis="y", length=0)


def _draw_matrix(figure: Figure, axes: Axes, board: _Board) -> None:
    """Draw the matrix of points of every group against every other, in the order of the ranking."""
    names = board.groups["group"].tolist()
    scores = board.pairs.pivot(index="group", columns="opponent", values="score").reindex(index=names, columns=names)
    score_matrix(figure, axes, scores, label="Points", printed=len(names) <= _LEGIBLE)
    axes.set_title(board.name)
