"""Plot fitness and diversity by generation, over the runs that are still going.

Means are taken over the runs that reach a generation, as in ancheta2020, Figures 6 to 8, so that a panel below shows
how many these are.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from numpy.typing import NDArray

from tttcore.plots.line_styles import DASHES, Style, by_place
from tttcore.plots.style import legend_below, panels, percents, styled, whole_numbers
from tttcore.plots.table_checks import require

SHARE_SHOWN = 0.01
"""The x axis ends where less than this share of the runs is still going."""
FEWEST_RUNS = 3
"""Least number of runs still going at which a mean is drawn; all runs if there are fewer."""
STANDARD_ERRORS = 1.96
_FEWEST_TO_SMOOTH = 5


def mean_by_generation(traces: pd.DataFrame, column: str) -> pd.DataFrame:
    """Mean of a column of the traces over the runs that reach each generation.

    Returns
    -------
    DataFrame[generation, going, mean, error]: number of runs, their mean, and its standard error (NaN for one run).
    """
    require(traces, "replicate", "generation", column)
    return traces.groupby("generation")[column].agg(going="count", mean="mean", error="sem").reset_index()


def smoothed(generations: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Smooth means by local linear regression (lowess without reweighting).

    The window is a quarter of the points, at least five; fewer than five points are returned unchanged.
    """
    if means.size < _FEWEST_TO_SMOOTH:
        return means
    window = max(_FEWEST_TO_SMOOTH, means.size // 4)
    from statsmodels.nonparametric.smoothers_lowess import lowess  # noqa: PLC0415 (slow, seldom needed)

    return lowess(means, generations, frac=window / means.size, it=0, return_sorted=False)


@styled()
def best_fitness(
    traces: Mapping[str, pd.DataFrame], *, tints: Mapping[str, str], lines: int = 30, title: str = ""
) -> Figure:
    """Plot the population-best fitness by generation, a panel for each source of runs, one below the other.

    The first `lines` runs are thin lines, the mean over the runs still going are points, and the smoothed mean is in a
    band of 1.96 standard errors of the mean on either side. The lowest panel has the share of runs still going.

    Parameters
    ----------
    traces : DataFrame[replicate, generation, best] by panel title.
    tints : colour of each panel.
    lines : number of single runs to draw, by replicate number.
    """
    rows = len(traces) + 1
    heights = [*[4] * len(traces), 2]
    figure, grid = panels(5.6, 2 + 1.8 * len(traces), rows, 1, title=title, sharex=True, height_ratios=heights)
    *uppers, lower = grid.flat
    summaries = {name: mean_by_generation(own, "best") for name, own in traces.items()}
    for place, (upper, (name, means)) in enumerate(zip(uppers, summaries.items(), strict=True)):
        upper.sharey(uppers[0])
        _thin_lines(upper, traces[name], lines)
        _mean_in_band(upper, means, tints[name])
        upper.set_title(f"{name} (n = {means['going'].iloc[0]:,})")
        share = means["going"] / means["going"].iloc[0]
        lower.step(means["generation"], share, where="mid", color=tints[name],
                   linestyle=DASHES[place], label=name)  # fmt: skip
    uppers[0].set_ylim(bottom=0)
    uppers[len(uppers) // 2].set_ylabel("Population-best fitness\n(games lost / games played; 0 is best)")
    lower.set(ylim=(0, 1.05), ylabel="Runs not\nended")
    percents(lower.yaxis)
    _end_generations(lower, last=_last_shown([*summaries.values()]), longest=_longest(summaries))
    parts = [axes.get_legend_handles_labels()[0] for axes in uppers]
    legend_below(figure, *(tuple(same) for same in zip(*parts, strict=True)), columns=2)
    return figure


@styled()
def diversity(
    traces: Mapping[str, pd.DataFrame], *, styles: Mapping[str, Style] | None = None, population: int, title: str = ""
) -> Figure:
    """Plot the mean share of distinct genomes by generation, one line per treatment, in bands.

    Markers of different lines are at different generations, so that lines on top of each other can be told apart.

    Parameters
    ----------
    traces : DataFrame[replicate, generation, distinct] by treatment, `distinct` a count.
    styles : style of each treatment; by place without any.
    population : organisms per generation.
    """
    figure, grid = panels(5.6, 5.2, 2, 1, sharex=True, height_ratios=[4, 1])
    upper, lower = grid.flat
    summaries = {name: mean_by_generation(own, "distinct") for name, own in traces.items()}
    drawn = styles or by_place(list(traces))
    for place, (name, means) in enumerate(summaries.items()):
        shown = _enough_runs(means)
        share, error = shown["mean"] / population, STANDARD_ERRORS * shown["error"] / population
        style = drawn[name].line(len(shown), size=5.5)
        step = max(len(traces), style["markevery"])
        apart = {"markevery": (place * step // len(traces), step)}
        upper.plot(shown["generation"], share, label=name, **style | apart)
        upper.fill_between(
            shown["generation"], share - error, share + error, color=style["color"], alpha=0.2, linewidth=0
        )
        plain = {"color": style["color"], "linestyle": style["linestyle"]}
        lower.step(means["generation"], means["going"] / means["going"].iloc[0], where="mid", **plain)
    percents(upper.yaxis)
    percents(lower.yaxis)
    upper.set(title=title, ylabel="Distinct genomes\nin the population")
    lower.set(ylim=(0, 1.05), ylabel="Runs not\nended")
    _end_generations(lower, last=_last_shown([*summaries.values()]), longest=_longest(summaries))
    legend_below(figure, upper, columns=2)
    return figure


def _thin_lines(axes: Axes, traces: pd.DataFrame, lines: int) -> None:
    shown = traces[traces["replicate"].isin(np.sort(traces["replicate"].unique())[:lines])]
    runs = shown.sort_values(["replicate", "generation"]).groupby("replicate")
    paths = [run[["generation", "best"]].to_numpy(float) for _, run in runs]
    label = f"single runs (the first {len(paths)})"
    axes.add_collection(LineCollection(paths, colors="#777777", linewidths=0.6, alpha=0.6, label=label))
    axes.autoscale_view()


def _mean_in_band(axes: Axes, means: pd.DataFrame, colour: str) -> None:
    shown = _enough_runs(means)
    generations, mean = shown["generation"].to_numpy(float), shown["mean"].to_numpy(float)
    error = STANDARD_ERRORS * shown["error"].to_numpy(float)
    smooth = smoothed(generations, mean)
    axes.plot(generations, mean, linestyle="", marker="o", markersize=4.5, color=colour, markeredgecolor="black",
              markeredgewidth=0.5, zorder=3, label="mean of the runs that have not ended")  # fmt: skip
    axes.plot(generations, smooth, color=colour, linewidth=2, label="that mean, smoothed")
    axes.fill_between(generations, np.maximum(smooth - error, 0), smooth + error, color=colour, alpha=0.3,
                      linewidth=0, zorder=1.9, label=f"±{STANDARD_ERRORS} standard errors of the mean")  # fmt: skip


def _enough_runs(means: pd.DataFrame) -> pd.DataFrame:
    """Rows of the generations that enough runs reach."""
    most = means["going"].max()
    return means[means["going"] >= max(min(FEWEST_RUNS, most), SHARE_SHOWN * most)]


def _last_shown(summaries: Sequence[pd.DataFrame]) -> int:
    """Last generation in which enough runs of any treatment are still going."""
    enough = [means[means["going"] >= SHARE_SHOWN * means["going"].max()] for means in summaries]
    return max(means["generation"].max() for means in enough)


def _longest(summaries: Mapping[str, pd.DataFrame]) -> int:
    """Last generation of any run."""
    return max(means["generation"].max() for means in summaries.values())


def _end_generations(axes: Axes, *, last: int, longest: int) -> None:
    """Limit the x axis to `last`, with a note in its label if longer runs are cut."""
    cut = f"\n(shown while {SHARE_SHOWN:.0%} of runs are going; longest run: {longest})"
    axes.set_xlabel("Generation" + (cut if longest > last else ""))
    axes.set_xlim(-0.5, last + 0.5)
    whole_numbers(axes)
