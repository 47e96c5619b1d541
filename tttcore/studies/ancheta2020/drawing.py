"""Drawing of the differences between treatments, with their margin."""

from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from tttcore.plots.line_styles import PALE, PUBLISHED
from tttcore.plots.style import entry, legend_below, one_panel, styled
from tttcore.plots.table_checks import in_order, require


@styled()
def differences(table: pd.DataFrame, *, margin: float, title: str = "") -> Figure:
    """Forest plot of differences of means, a colour for each source and the margin to both sides of 0 shaded.

    Parameters
    ----------
    table : DataFrame[label, source, colour, difference, low, high] from the top; an empty colour for published values.
    margin : largest difference that is called no effect.
    """
    require(table, "label", "source", "colour", "difference", "low", "high")
    figure, axes = one_panel(4.8, 1.9 + 0.36 * len(table), title=title)
    axes.axvspan(-margin, margin, color=PALE, linewidth=0, zorder=0)
    axes.axvline(0, color="#777777", linewidth=0.8)
    labels = in_order(table["label"])
    sources = in_order(table["source"])
    entries: dict[str, dict[str, Any]] = {}
    for row in table.to_dict("records"):
        place = labels.index(row["label"]) + 0.26 * (sources.index(row["source"]) - (len(sources) - 1) / 2)
        face = {"color": row["colour"] or PUBLISHED, "markerfacecolor": row["colour"] or "white"}
        entries[row["source"]] = {"marker": "o", "linewidth": 2, "markersize": 6, **face}
        axes.plot([row["low"], row["high"]], [place, place], **{**entries[row["source"]], "marker": "|"})
        axes.plot(row["difference"], place, **entries[row["source"]])
        axes.annotate(f"{row['difference']:+.2f}".replace("-", "−"), (1.02, place), va="center", fontsize=9,
                      xycoords=axes.get_yaxis_transform(), annotation_clip=False)  # fmt: skip
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("Generations longer than without an opponent\n(difference of means; 95% interval)")
    shaded = Patch(facecolor=PALE, label=f"margin: ±{margin:g} generation")
    legend_below(figure, *(entry(source, **style) for source, style in entries.items()), shaded, columns=2)
    return figure
