"""Plots of average lifeScores by generation, a panel per run."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tttcore.plots.palette import BLUE, GREEN, VERMILLION, published_line
from tttcore.plots.style import legend_below, panels, styled, whole_numbers
from tttcore.plots.table_checks import in_order, require

TOP = 205
"""End of the y axis; lifeScores go from 1 to 201."""
TAIL = 0.025
FAMILIES = (
    ("evolving", BLUE, 2.2, "evolving Genies, this run"),
    ("static", VERMILLION, 2.1, "static Genies, which never change, this run"),
)
"""Column, colour, place in front of others and label of each family."""
SCORE = "Average lifeScore\n(1: all lost, 201: all won)"
SUCCESS, PUBLISHED_SUCCESS = "the evolving Genies succeed", "they did in the document, about here"


def spread(traces: pd.DataFrame) -> pd.DataFrame:
    """Median and 95% range over runs of the evolving family's average lifeScore, by generation.

    Parameters
    ----------
    traces : DataFrame[replicate, generation, evolving], in which all runs have the same generations.

    Returns
    -------
    DataFrame[generation, low, median, high].
    """
    require(traces, "replicate", "generation", "evolving")
    averages = traces.pivot(index="generation", columns="replicate", values="evolving")
    low, median, high = np.quantile(averages, [TAIL, 0.5, 1 - TAIL], axis=1)
    return pd.DataFrame({"generation": averages.index, "low": low, "median": median, "high": high})


@styled()
def score_traces(
    traces: pd.DataFrame,
    *,
    bands: pd.DataFrame,
    successes: Mapping[str, int],
    published: Mapping[str, int],
    ceiling: float,
    title: str = "",
) -> Figure:
    """Draw the average lifeScore of both families by generation, a panel per run.

    Parameters
    ----------
    traces : DataFrame[run, generation, evolving, static]; `run` is the panel's title.
    bands : DataFrame[generation, low, median, high] of all runs, drawn behind each, see `spread`.
    successes : generation in which a run succeeds, by `run`.
    published : generation in which the document's run of a panel does, by `run`.
    ceiling : the document's highest average.

    Source: Post 1999, Figures 3 to 8.
    """
    require(traces, "run", "generation", "evolving", "static")
    runs = in_order(traces["run"])
    figure, grid = panels(7.2, 1.8 + 2.3 * len(runs), len(runs), 1, sharex=True, sharey=True)
    for axes, run in zip(grid.flat, runs, strict=True):
        _families(axes, traces[traces["run"] == run])
        if run in successes:
            axes.axvline(successes[run], color=GREEN, linewidth=1.6, zorder=2.5, label=SUCCESS)
        if run in published:
            axes.axvline(published[run], label=PUBLISHED_SUCCESS, **published_line(zorder=3))
        label = f"highest average in the document, about {ceiling:g}"
        axes.axhline(ceiling, label=label, **published_line(zorder=3, linestyle=":"))
        _band(axes, bands)
        axes.set_title(run)
    axes.set(xlim=(0, traces["generation"].max()), ylim=(0, TOP), xlabel="Generation")
    whole_numbers(axes)
    if len(runs) == 1:
        axes.set_ylabel(SCORE)
    else:
        figure.supylabel(SCORE, fontsize="medium")
    figure.suptitle(title)
    legend_below(figure, columns=2)
    return figure


def _band(axes: Axes, bands: pd.DataFrame) -> None:
    """Draw the median and 95% range of all runs."""
    axes.fill_between(bands["generation"], bands["low"], bands["high"], color="#DDDDDD", linewidth=0, zorder=1,
                      label="evolving Genies, 95% of all our runs")  # fmt: skip
    axes.plot(bands["generation"], bands["median"], color="#888888", linewidth=0.8, zorder=1.5,
              label="evolving Genies, median of all our runs")  # fmt: skip


def _families(axes: Axes, own: pd.DataFrame) -> None:
    """Draw the average lifeScores of both families of a run."""
    for family, colour, zorder, which in FAMILIES:
        axes.plot(own["generation"], own[family], color=colour, linewidth=0.6, zorder=zorder, label=which)
