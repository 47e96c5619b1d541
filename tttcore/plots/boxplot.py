"""Box plots of run lengths by treatment, one box per source, those of few runs with notches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import boxplot_stats
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike, NDArray

from tttcore.plots.line_styles import HATCH, PUBLISHED
from tttcore.plots.style import STEPS, categories, entry, legend_below, one_panel, styled, swatch

NOTCH = 1.58
"""Half a notch in IQR / sqrt(n): an approximate 95% interval of the median (McGill, Tukey and Larsen 1978; as R)."""
POINTS_UP_TO = 60
"""Largest sample whose values and notch are drawn; of larger ones only the outliers are: a notch would be too small."""
_MOST_OUTLIERS = 200
_GROUP = 0.84
_OPACITY = 0.6
_MEAN: dict[str, Any] = {"marker": "D", "markersize": 5, "color": "white", "markeredgecolor": "black"}


@dataclass(frozen=True)
class Source:
    """One source of data: a publication, or a set of our runs.

    Attributes
    ----------
    label : name in the legend.
    values : values of each treatment, in the figure's unit; a treatment may be missing.
    colour : colour of its boxes; None for published values.
    """

    label: str
    values: Mapping[str, ArrayLike]
    colour: str | None = None


def box_statistics(values: ArrayLike) -> dict[str, Any]:
    """Box, notches, whiskers and outliers of a sample for `Axes.bxp`: matplotlib's, with R's notches.

    Quartiles interpolate linearly (R's type 7). Whiskers reach the last value within 1.5 IQR of the box.
    """
    sample = np.asarray(values, dtype=float)
    if not sample.size:
        raise ValueError("a box needs at least one value")
    (box,) = boxplot_stats(sample)
    notch = NOTCH * box["iqr"] / np.sqrt(sample.size)
    return {**box, "cilo": box["med"] - notch, "cihi": box["med"] + notch}


@styled()
def notched(sources: Sequence[Source], *, top: float, title: str = "") -> Figure:
    """Draw boxes grouped by treatment, in each group one per source, with diamonds at means, of few runs with notches.

    Parameters
    ----------
    sources : in the order of boxes and legend; treatments are in the order of first mention.
    top : end of the y axis, with the number of values beyond written above it.

    Raises
    ------
    ValueError
        If there is nothing to draw or a sample is empty.
    """
    treatments = list(dict.fromkeys(treatment for source in sources for treatment in source.values))
    if not treatments:
        raise ValueError("no treatment to draw")
    slot = _GROUP / len(sources)
    figure, axes = one_panel(5.6, 4.6)
    for place, source in enumerate(sources):
        for group, treatment in enumerate(treatments):
            if treatment in source.values:
                centre = group + (place - (len(sources) - 1) / 2) * slot
                values = np.asarray(source.values[treatment], dtype=float)
                _box(axes, source, values, centre, 0.84 * slot)
                if values.max() > top:
                    _annotate_beyond(axes, values[values > top], centre)
    axes.yaxis.set_major_locator(MaxNLocator(steps=STEPS))
    axes.set_ylim(bottom=min(0.0, axes.dataLim.ymin), top=top)
    categories(axes.xaxis, treatments)
    for boundary in range(1, len(treatments)):
        axes.axvline(boundary - 0.5, color="#CCCCCC", linewidth=0.8)
    axes.set(xlabel="Treatment", ylabel="Generations to a no-loss player")
    axes.set_title(title, pad=28)
    swatches = [swatch(source.label, colour=source.colour, alpha=_OPACITY) for source in sources]
    middles = [entry("median", color="black", linewidth=2.5), entry("mean", linestyle="", **_MEAN)]
    legend_below(figure, *swatches, *middles, columns=2)
    return figure


def _box(axes: Axes, source: Source, values: NDArray[np.float64], centre: float, width: float) -> None:
    """Draw one box with its points."""
    colour, is_small = source.colour, values.size <= POINTS_UP_TO
    edge = colour or PUBLISHED
    artists = axes.bxp(
        [box_statistics(values)],
        positions=[centre],
        widths=width,
        shownotches=is_small,
        showfliers=False,
        patch_artist=True,
        manage_ticks=False,
        boxprops={"edgecolor": edge, "linewidth": 1.3, "label": source.label},
        medianprops={"color": "black", "linewidth": 2.5, "zorder": 5},
        whiskerprops={"color": edge},
        capprops={"color": edge},
    )
    box = artists["boxes"][0]
    if colour is None:
        box.set(facecolor="white", hatch=HATCH)
    else:
        box.set(facecolor=(colour, _OPACITY))
    shown, at = _swarm(values, centre, width=width) if is_small else _outliers(values, centre)
    axes.plot(at, shown, linestyle="", marker="o", markersize=3, markerfacecolor=colour or "white",
              markeredgecolor="black", markeredgewidth=0.4, zorder=4)  # fmt: skip
    axes.plot(centre, values.mean(), **_MEAN, zorder=6)


def _annotate_beyond(axes: Axes, values: NDArray[np.float64], centre: float) -> None:
    """Write above the axes the number of values beyond them, and the greatest."""
    axes.annotate(
        f"+{values.size},\nto {values.max():g}",
        (centre, 1),
        (0, 2),
        xycoords=axes.get_xaxis_transform(),
        textcoords="offset points",
        ha="center",
        fontsize=8,
        annotation_clip=False,
    )


def _swarm(values: NDArray[np.float64], centre: float, *, width: float) -> tuple[NDArray[np.float64], ...]:
    """Spread equal values evenly about `centre`: values and their places."""
    distinct, ties = np.unique(values, return_counts=True)
    step = 0.9 * width / max(ties.max(), 6)
    offsets = np.concatenate([(np.arange(tie) - (tie - 1) / 2) * step for tie in ties])
    return np.repeat(distinct, ties), centre + offsets


def _outliers(values: NDArray[np.float64], centre: float) -> tuple[NDArray[np.float64], ...]:
    """Distinct outliers and their places, thinned evenly to `_MOST_OUTLIERS` with both extremes."""
    distinct = np.unique(box_statistics(values)["fliers"])
    if distinct.size > _MOST_OUTLIERS:
        distinct = distinct[np.linspace(0, distinct.size - 1, _MOST_OUTLIERS).round().astype(int)]
    return distinct, np.full(distinct.size, centre)
