"""Learning curves by games on a logarithmic axis, a panel for each seat, with a label beside each line."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from numpy.typing import NDArray

from tttcore.plots.line_styles import Style
from tttcore.plots.style import panels, percents, styled
from tttcore.plots.table_checks import require

SEATS = {"first": "Playing X, first", "second": "Playing O, second"}
"""Titles of the panels."""
NARROW = 4.6
"""Width in inches of a figure for narrow screens, on which only every third decade has a label."""
UNITS = "games played; for genetic algorithms, lines of play in which organisms were judged"
"""Label of the axis of games where learners are compared that count them otherwise."""
ZERO = 0.3
"""Number of games at which the logarithmic axis shows 0."""
_LETTER, _HEIGHT, _MARGIN = 0.079, 0.068, 0.8
"""Width of a letter of a label in inches; height of a line as part of a panel; inches beside a panel."""
_ALONE, _LONELY = 0.1, 300
"""Distance from other lines, as part of a panel, at which a line has its label; points covered that it outweighs."""
_DARKER = 0.75
"""Brightness of labels, of which that of lines is 1, so that they can be read on white."""
_LABEL, _SHORT = 18, 13
"""Letters in a line of a label, and of one of a narrow figure."""
Box = tuple[float, float, float, float]
"""Left, bottom, right and top of a label, as parts of a panel."""


class Line(NamedTuple):
    """A learner of the figure."""

    study: str
    treatment: str
    name: str
    style: Style


@styled()
def learning_figure(
    table: pd.DataFrame,
    lines: Sequence[Line],
    *,
    measure: str,
    label: str,
    unit: str,
    width: float = 9.2,
    titles: Mapping[str, str] = SEATS,
) -> Figure:
    """Draw curves by games, from 0 on a logarithmic axis, a panel for each seat that is learnt.

    Parameters
    ----------
    table : see `games_needed.curves`.
    measure : column of the table, with its 95% interval in ``{measure}_low`` and ``{measure}_high``; its `label`.
    unit : label of the axis of games.
    width : in inches.
    titles : of panels, by seat.
    """
    require(table, "study", "treatment", "seat", "games", "n", measure, f"{measure}_low", f"{measure}_high")
    drawn = {(line.study, line.treatment) for line in lines}
    table = table[[pair in drawn for pair in zip(table["study"], table["treatment"], strict=True)]]
    seats = [seat for seat in titles if (table["seat"] == seat).any()]
    figure, grid = panels(width, 0.9 + 2.9 * len(seats), len(seats), 1, sharex=True, sharey=True)
    for seat, axes in zip(seats, grid[:, 0], strict=True):
        axes.set_title(titles[seat], loc="left")
        axes.set(xscale="log", xlim=(0.75 * ZERO, 1.6 * table["games"].max()), ylim=(-0.04, 1.06))
        axes.grid(visible=False, axis="x")
        _draw(axes, table[table["seat"] == seat], lines, measure, width)
        axes.tick_params(labelbottom=True)
        percents(axes.yaxis)
    decades = np.arange(0, int(np.log10(table["games"].max())) + 1, 1 if width > NARROW else 3)
    grid[-1, 0].set_xticks([ZERO, *(10.0**decades)], ["0", *(_number(int(decade)) for decade in decades)])
    grid[-1, 0].minorticks_off()
    grid[-1, 0].set_xlabel(unit)
    figure.supylabel(label, fontsize=10)
    return figure


def _draw(axes: Axes, table: pd.DataFrame, lines: Sequence[Line], measure: str, width: float) -> None:
    """Draw the lines of a panel, then a label where it covers least."""
    drawn: list[tuple[Line, str, NDArray[np.float64]]] = []
    for line in lines:
        own = table[(table["study"] == line.study) & (table["treatment"] == line.treatment)]
        if own.empty:
            continue
        games = own["games"].clip(lower=ZERO)
        style = line.style.line(len(own), size=4)
        if own[measure].any():
            axes.fill_between(
                games, own[f"{measure}_low"], own[f"{measure}_high"], color=style["color"], alpha=0.13, linewidth=0
            )
        axes.plot(games, own[measure], **style | {"markevery": [len(own) - 1]}, clip_on=False)
        text = _text(line, own, measure, _LABEL if width > NARROW else _SHORT)
        points = axes.transData.transform(np.column_stack([games, own[measure]]))
        drawn.append((line, text, axes.transAxes.inverted().transform(points)))
    letter = _LETTER / (width - _MARGIN)
    dense = np.concatenate([_dense(points) for *_, points in drawn])
    placed: list[Box] = []
    for place, (line, text, points) in enumerate(drawn):
        others = np.concatenate(
            [_dense(each) for at, (*_, each) in enumerate(drawn) if at != place] or [np.empty((0, 2))]
        )
        along = _dense(points)[::4]
        near = [max(0, _ALONE - np.abs(others - point).sum(axis=1).min(initial=_ALONE)) for point in along]
        found = [(box, near[at]) for at in range(len(along)) for box in _candidates(along[at : at + 1], text, letter)]
        box, _ = min(
            found, key=lambda each: _covered(each[0], dense, placed) + _LONELY * each[1]
        )  # the first of equals
        placed.append(box)
        dark = tuple(_DARKER * part for part in to_rgb(line.style.colour))
        axes.text(*box[:2], text, transform=axes.transAxes, color=dark, fontsize=9, fontweight="bold")


def _text(line: Line, own: pd.DataFrame, measure: str, letters: int) -> str:
    """Label of a line: the learner's name, and if it is never unbeatable the number of runs of which none is."""
    never = measure == "unbeaten" and not own[measure].any()
    told = f"{line.name}: 0\xa0of\xa0{own['n'].iloc[0]}" if never else line.name
    return textwrap.fill(told, letters, break_long_words=False)


def _candidates(points: NDArray[np.float64], text: str, letter: float) -> list[Box]:
    """Boxes of a label beside the points of a line: above, below, left and right."""
    lines = text.split("\n")
    width, height = letter * max(map(len, lines)), _HEIGHT * len(lines)
    places = [
        (x + dx, y + dy)
        for x, y in points
        for dx in (-width / 2, 0.012, -width - 0.012)
        for dy in (0.035, 0.12, -height - 0.02, -height - 0.1, -height / 2)
    ]
    return [(left, bottom, left + width, bottom + height) for left, bottom in places]


def _covered(box: Box, points: NDArray[np.float64], placed: Sequence[Box]) -> float:
    """Points of lines, labels and borders that a label covers, from few to many."""
    left, bottom, right, top = box
    inside = (points > (left - 0.01, bottom - 0.02)).all(axis=1) & (points < (right + 0.01, top)).all(axis=1)
    labels = sum(
        left - 0.01 < other[2] and other[0] < right and bottom < other[3] and other[1] < top for other in placed
    )
    is_outside = min(left, bottom - 0.04, 1 - right, 1 - top) < 0
    return float(np.count_nonzero(inside) + 1000 * (labels + is_outside))


def _dense(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points along a line through (n, 2) points, twenty between every two."""
    steps = np.linspace(0, len(points) - 1, 20 * (len(points) - 1) + 1)
    return np.column_stack([np.interp(steps, np.arange(len(points)), points[:, axis]) for axis in (0, 1)])


def _number(decade: int) -> str:
    """A power of ten as people read it."""
    if decade < 6:
        return f"{10**decade:,}"
    return f"{10 ** (decade % 3):,} {('million', 'billion', 'trillion')[decade // 3 - 2]}"
