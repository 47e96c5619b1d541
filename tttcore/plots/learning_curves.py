"""Draw learning curves of machines: means over runs by games of training, in 95% bands."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tttcore.plots.line_styles import OTHERS, PUBLISHED, Style, by_place, published_line
from tttcore.plots.numbers import percent
from tttcore.plots.style import STEPS, entry, hide_spare, legend_below, panels, percents, styled
from tttcore.plots.table_checks import in_order, require

MEASURES = {
    "points": "Points per game of training (a draw is 50%)",
    "won": "Games of training won",
    "drawn": "Games of training drawn",
    "lost": "Games of training lost",
    "resigned": "Games of training resigned",
    "corner": "Beads for a corner as first mark",
    "side": "Beads for a side as first mark",
    "centre": "Beads for the centre as first mark",
    "resigns_at_once": "Machines that resign at once",
    "unbeatable": "Unbeatable machines",
    "random_won": "Chance to win against random moves",
    "random_lost": "Chance to lose to random moves",
    "careful_lost": "Chance to lose to careful moves",
    "perfect_won": "Chance to win against perfect play",
    "perfect_drawn": "Chance to draw with perfect play",
    "perfect_lost": "Chance to lose to perfect play",
}
"""Titles of the panels of measures."""
GAMES = "Games of training"
_HIGH, _LOW = 3.1, 2.0
"""Inches of a panel that stands alone or is enlarged, and of others."""
_LINE = 0.045
"""Height of a line of text beside an enlarged panel, as a part of the panel's."""
_COLUMNS = ("measure", "group", "games", "value", "value_low", "value_high")


@styled()
def learning_curves(
    curves: pd.DataFrame,
    *,
    styles: Mapping[str, Style] | None = None,
    published: Sequence[int] = (),
    written: tuple[str, int] | None = None,
    allowed: float | None = None,
    title: str = "",
) -> Figure:
    """Means by games of training, a panel for each measure of `MEASURES`, a line for each group.

    Parameters
    ----------
    curves : DataFrame[measure, group, games, value, value_low, value_high].
    styles : style of each group; by place without any.
    published : numbers of games to mark by a line.
    written : group and games whose value is written into the first panel.
    allowed : value to mark by a line in an enlarged second panel of the first measure, which is higher, ends at twice
        this, begins where a curve comes below that, and names each curve at its end, with its last value.
    """
    require(curves, *_COLUMNS)
    measures, drawn = in_order(curves["measure"]), styles or by_place(in_order(curves["group"]))
    shown_in = [measures[0], *measures] if allowed else measures
    heights = [_LOW] * len(shown_in)
    if allowed or written or len(measures) == 1:
        heights[1 if allowed else 0] = _HIGH
    figure, grid = panels(
        5.4, 1.4 + sum(heights), len(shown_in), 1, title=title, sharex=not allowed, height_ratios=heights
    )
    for axes, measure in zip(grid.flat, shown_in, strict=True):
        shown = curves[curves["measure"] == measure]
        for group, own in shown.groupby("group", sort=False):
            _line(axes, own, label=group, **drawn[str(group)].line(len(own)))
        for games in published:
            axes.axvline(games, **published_line())
        if measure == "points":
            axes.axhline(0.5, color=PUBLISHED, linewidth=0.8)
        _name(axes, MEASURES[measure])
        axes.set_xlim(left=0)
    if written:
        _write(grid[0, 0], curves[curves["measure"] == measures[0]], *written)
    if allowed:
        for axes in grid.flat:
            axes.set_xlim(right=curves["games"].max())
        _enlarge(grid[1, 0], curves[curves["measure"] == measures[0]], drawn, allowed)
        _name(grid[1, 0], f"{MEASURES[measures[0]]}, enlarged")
    grid[-1, 0].set_xlabel(GAMES)
    legend_below(figure, columns=3, title="Trained against")
    return figure


@styled()
def beside_reported(
    curves: pd.DataFrame, *, reported: Mapping[str, str], styles: Mapping[str, Style], title: str = ""
) -> Figure:
    """Means of one measure with other rules, a panel each, before a grey line with the reported rules.

    Parameters
    ----------
    curves : see `learning_curves`.
    reported : group with the reported rules, by the group with other rules.
    styles : style of each group with the reported rules, of which the other one has the colour.
    """
    require(curves, *_COLUMNS)
    rows = -(-len(reported) // 2)
    figure, grid = panels(5.4, 0.9 + 1.9 * rows, rows, 2, title=title, sharex=True, sharey=True)
    for axes, (group, base) in zip(grid.flat, reported.items(), strict=False):
        _line(axes, curves[curves["group"] == base], color=OTHERS, linewidth=2.5)
        _line(axes, curves[curves["group"] == group], color=styles[base].colour)
    for axes, (group, base) in zip(grid.flat, reported.items(), strict=False):
        _name(axes, group.removeprefix(f"{base}, "))
    for axes in grid[-1]:
        axes.set_xlabel(GAMES)
    figure.supylabel(MEASURES[curves["measure"].iloc[0]], fontsize="medium")
    grid[0, 0].set_xlim(left=0)
    hide_spare(grid)
    bases = [*dict.fromkeys(reported.values())]
    others = [entry(f"this rule, trained against {base}", color=styles[base].colour) for base in bases]
    legend_below(figure, *others, entry("reported rules", color=OTHERS, linewidth=2.5), columns=2)
    return figure


def _line(axes: Axes, own: pd.DataFrame, **style: Any) -> None:
    """Draw a curve in its band; on the axis it is seen, too."""
    low, high = own["value_low"].clip(0, 1), own["value_high"].clip(0, 1)
    axes.fill_between(own["games"], low, high, color=style["color"], alpha=0.18, linewidth=0)
    axes.plot(own["games"], own["value"], clip_on=False, zorder=3, **style)


def _write(axes: Axes, shown: pd.DataFrame, group: str, games: int) -> None:
    """Write the value of a group after some games below its curve."""
    (value,) = shown.loc[(shown["group"] == group) & (shown["games"] == games), "value"].tolist()
    axes.plot(games, value, "o", markersize=10, markerfacecolor="none", markeredgecolor=PUBLISHED, zorder=6)
    axes.annotate(f"{percent(value)} after {games} games\nagainst {group}", (games, value), (18, -28),
                  textcoords="offset points", va="top", color=PUBLISHED, zorder=6,
                  arrowprops={"arrowstyle": "-", "color": PUBLISHED, "shrinkB": 5})  # fmt: skip


def _enlarge(axes: Axes, shown: pd.DataFrame, styles: Mapping[str, Style], allowed: float) -> None:
    """Enlarge the panel around an allowed value, which a line marks, and write each group and its last value beside."""
    last = shown["games"].max()
    ends = shown[shown["games"] == last]
    axes.set_ylim(0, max(2 * allowed, 1.1 * ends["value"].max()))
    first = shown.loc[shown["value"] <= axes.get_ylim()[1], "games"].min()
    ticks = MaxNLocator(4, steps=STEPS).tick_values(first, last)
    axes.set_xlim(ticks[0], last)
    axes.set_xticks(ticks[ticks <= last])
    axes.axhline(allowed, color=PUBLISHED, linewidth=0.8)
    axes.annotate(f"we allow {percent(allowed)}", (ticks[0], allowed), (4, 3), textcoords="offset points",
                  color=PUBLISHED)  # fmt: skip
    for line in axes.lines:
        line.set_clip_on(True)
    place = -1.0
    for end in ends.sort_values(["value", "group"]).to_dict("records"):
        group = end["group"]
        place = max(end["value"], place + _LINE * axes.get_ylim()[1])  # so that none covers another
        axes.annotate(f"{percent(end['value'])} {group}", (last, place), (8, 0), textcoords="offset points",
                      va="center", fontsize=9, color=styles[group].colour)  # fmt: skip


def _name(axes: Axes, title: str) -> None:
    """Put the title over a panel of shares that begins at 0."""
    axes.set_title(title, loc="left", fontsize="medium", fontweight="normal")
    axes.set_ylim(bottom=0)
    percents(axes.yaxis, ticks=5)
