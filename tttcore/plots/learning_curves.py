"""Draw learning curves of machines: means over sessions by games of training, in 95% bands."""

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.figure import Figure

from tttcore.plots.line_styles import Style, by_place, published_line
from tttcore.plots.style import legend_below, panels, percents, styled
from tttcore.plots.table_checks import in_order, require

MEASURES = {
    "won": "Games won",
    "drawn": "Games drawn",
    "lost": "Games lost",
    "resigned": "Games resigned",
    "corner": "Beads for a corner\nas first mark",
    "side": "Beads for a side\nas first mark",
    "centre": "Beads for the centre\nas first mark",
    "resigns_at_once": "Machines that\nresign at once",
    "unbeatable": "Machines that\nno reply beats",
    "random_won": "Chance to win against\nrandom moves",
    "random_lost": "Chance to lose to\nrandom moves",
    "careful_lost": "Chance to lose to\ncareful moves",
    "perfect_won": "Chance to win against\nperfect play",
    "perfect_drawn": "Chance to draw with\nperfect play",
    "perfect_lost": "Chance to lose to\nperfect play",
}
"""Labels of measures."""


@styled()
def learning_curves(
    curves: pd.DataFrame, *, styles: Mapping[str, Style] | None = None, published: Sequence[int] = (), title: str = ""
) -> Figure:
    """Means by games of training, a panel for each measure of `MEASURES`, a line for each group.

    Parameters
    ----------
    curves : DataFrame[measure, group, games, value, value_low, value_high].
    styles : style of each group; by place without any.
    published : numbers of games to mark by a line.
    """
    require(curves, "measure", "group", "games", "value", "value_low", "value_high")
    measures, drawn = in_order(curves["measure"]), styles or by_place(in_order(curves["group"]))
    figure, grid = panels(7.2, 1.4 + 2.1 * len(measures), len(measures), 1, title=title, sharex=True)
    for axes, measure in zip(grid.flat, measures, strict=True):
        for group, own in curves[curves["measure"] == measure].groupby("group", sort=False):
            style = drawn[str(group)].line(len(own))
            low, high = own["value_low"].clip(0, 1), own["value_high"].clip(0, 1)
            axes.fill_between(own["games"], low, high, color=style["color"], alpha=0.18, linewidth=0)
            axes.plot(own["games"], own["value"], label=group, **style)
        for games in published:
            axes.axvline(games, **published_line())
        axes.set(ylabel=MEASURES[measure], ylim=(0, None))
        percents(axes.yaxis, ticks=5)
    grid[-1, 0].set_xlabel("Games of training")
    grid[-1, 0].set_xlim(left=0)
    legend_below(figure, columns=3)
    return figure
