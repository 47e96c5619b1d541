"""Plot the power of designs."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from tttcore.plots.line_styles import PUBLISHED, by_place, published_line
from tttcore.plots.style import legend_below, logarithmic, one_panel, percents, styled
from tttcore.plots.table_checks import require

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
    figure, axes = one_panel(5.6, 5)
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
    legend_below(figure, columns=2)
    return figure
