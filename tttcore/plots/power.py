"""Plot the power of designs and the intervals of equivalence tests."""

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from tttcore.plots.line_styles import BLUE, PALE, PUBLISHED, VERMILLION, by_place, published_line
from tttcore.plots.style import entry, legend_below, logarithmic, one_panel, panels, percents, styled
from tttcore.plots.table_checks import in_order, require

CONVENTIONAL_POWER = 0.8


def detectable_effect(curve: pd.DataFrame) -> float | None:
    """Effect size with a power of `CONVENTIONAL_POWER`, interpolated linearly; None if `curve` does not reach it.

    Parameters
    ----------
    curve : DataFrame[f, power] of one sample size.
    """
    ordered = curve.sort_values("f")
    if not ordered["power"].min() <= CONVENTIONAL_POWER <= ordered["power"].max():
        return None
    return float(np.interp(CONVENTIONAL_POWER, ordered["power"], ordered["f"]))


@styled()
def power_curves(curves: pd.DataFrame, *, small_f: float, published_per_group: int, title: str = "") -> Figure:
    """Plot power against effect size, one curve per sample size, with the published sample's limits.

    Parameters
    ----------
    curves : DataFrame[per_group, f, power]; f positive, power from 0 to 1.
    small_f : effect size that was fixed before any data as one that matters, which is marked.
    published_per_group : runs per treatment in the publication; its curve is drawn as published.
    """
    require(curves, "per_group", "f", "power")
    figure, axes = one_panel(7.6, 5.2)
    sizes = [int(size) for size in sorted(curves["per_group"].unique())]
    styles = by_place([str(size) for size in sizes if size != published_per_group])
    for size in sizes:
        ordered = curves[curves["per_group"] == size].sort_values("f")
        if size == published_per_group:
            style = published_line("o", markevery=max(1, len(ordered) // 12))
            label = f"{size:,} per treatment (published)"
        else:
            style, label = styles[str(size)].line(len(ordered)), f"{size:,} per treatment"
        axes.plot(ordered["f"], ordered["power"], label=label, **style)
    axes.axhline(CONVENTIONAL_POWER, color="#777777", linewidth=1, linestyle=":")
    axes.annotate(f"{CONVENTIONAL_POWER:.0%} power", (0.01, CONVENTIONAL_POWER), (0, 3), fontsize=9,
                  xycoords=axes.get_yaxis_transform(), textcoords="offset points", color="#555555")  # fmt: skip
    axes.axvline(small_f, color="black", linewidth=1.2)
    axes.annotate(f"small effect\nf = {small_f:g}", (small_f, 1.03), (0, 2), textcoords="offset points",
                  xycoords=axes.get_xaxis_transform(), fontsize=9, ha="center", annotation_clip=False)  # fmt: skip
    limit = detectable_effect(curves[curves["per_group"] == published_per_group])
    if limit is not None:
        axes.plot([limit, limit], [0, CONVENTIONAL_POWER], color=PUBLISHED, linewidth=1, linestyle="--")
        axes.annotate(f"detectable with\nn = {published_per_group}: f = {limit:.2f}", (limit, 0.04), (5, 0),
                      textcoords="offset points", fontsize=9, color=PUBLISHED)  # fmt: skip
    logarithmic(axes.xaxis)
    percents(axes.yaxis)
    axes.set(
        xlabel="True effect size (Cohen's f, logarithmic)", ylabel="Power of the test at level 0.05", ylim=(0, 1.03)
    )
    axes.set_title(title, pad=36)
    legend_below(figure, columns=3)
    return figure


@styled()
def equivalence(intervals: pd.DataFrame, *, title: str = "") -> Figure:
    """Forest plot of mean differences between treatments, one panel per margin with the margin shaded.

    Two treatments count as equivalent where the whole interval lies within the margins.

    Parameters
    ----------
    intervals : DataFrame[a, b, margin_name, margin, mean_difference, difference_low, difference_high, published],
        published True for a publication's data. Margins are in the unit of the differences, to both sides of 0.
    """
    ends = ("difference_low", "difference_high")
    require(intervals, "a", "b", "margin_name", "margin", "mean_difference", *ends, "published")
    table = intervals.assign(pair=intervals["a"] + " − " + intervals["b"])
    table["inside"] = (table["difference_low"] > -table["margin"]) & (table["difference_high"] < table["margin"])
    table["pair"] += np.where(table["published"], "\n(published)", "")
    pairs, names = in_order(table["pair"]), in_order(table["margin_name"])
    size = (2.6 + 3.2 * len(names), 2.2 + 0.5 * len(pairs))
    figure, grid = panels(*size, 1, len(names), title=title, sharex=True, sharey=True)
    for axes, name in zip(grid.flat, names, strict=True):
        for row in table[table["margin_name"] == name].to_dict("records"):
            _interval(axes, pairs.index(row["pair"]), row)
        axes.axvline(0, color="#777777", linewidth=0.8)
        axes.grid(visible=False, axis="y")
        axes.set(title=name, xlabel="Difference of means, first − second\n(generations)")
    grid[0, 0].set_yticks(range(len(pairs)), pairs)
    grid[0, 0].set_ylim(len(pairs) - 0.5, -0.5)
    used = set(zip(table["published"], table["inside"], strict=True))
    entries: list[Artist] = [Patch(facecolor=PALE, label="equivalence margins")]
    for published, inside in sorted(used, key=lambda style: (style[0], not style[1])):
        verdict = "within the margins: equivalent" if inside else "beyond a margin"
        label = f"90% confidence interval {verdict}{', published' if published else ''}"
        entries.append(entry(label, **_interval_style(inside=inside, published=published)))
    legend_below(figure, *entries, columns=1 if len(names) == 1 else 2)
    return figure


def _interval_style(*, inside: bool, published: bool) -> dict:
    """Keyword arguments of the line of an interval."""
    colour = PUBLISHED if published else BLUE if inside else VERMILLION
    face = "white" if published else colour
    return {"color": colour, "marker": "o" if inside else "D", "markerfacecolor": face, "markersize": 6, "linewidth": 2}


def _interval(axes: Axes, place: int, row: dict) -> None:
    """Draw one interval, with its margins shaded, at a height of the axes."""
    axes.fill_betweenx([place - 0.5, place + 0.5], -row["margin"], row["margin"], color=PALE, linewidth=0, zorder=0)
    style = _interval_style(inside=row["inside"], published=row["published"])
    axes.plot([row["difference_low"], row["difference_high"]], [place, place], **style | {"marker": "|"})
    axes.plot(row["mean_difference"], place, **style)
