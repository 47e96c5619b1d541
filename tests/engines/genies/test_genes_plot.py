"""Bars of genes: what is drawn is what the table says, and boards with other genes have panels of their own."""

import numpy as np
import pandas as pd
import pytest

from tttcore.engines.genies.plots.genes import gene_bars
from tttcore.plots.palette import PALETTE


def _genes(group, edge, shift=0.0):
    marks = np.arange(1 - edge, edge)
    mean = 0.5 * marks + shift
    return pd.DataFrame(
        {
            "group": group, "gene": [f"{mark:+}" if mark else "0" for mark in marks], "place": range(marks.size),
            "mean": mean, "mean_low": mean - 1, "mean_high": mean + 2, "first_mean": mean - 0.25,
        }
    )  # fmt: skip


@pytest.fixture
def table():
    parts = [_genes("random", 4), _genes("zeros", 4, shift=1), _genes("long", 6)]
    return (
        pd.concat(parts).sample(frac=1, random_state=1).sort_values("group", key=lambda names: names.map(ORDER.index))
    )


ORDER = ["random", "zeros", "long"]


def _of(table, group):
    return table[table["group"] == group].sort_values("place")


def _bars(axes, group):
    (bars,) = [bars for bars in axes.containers if bars.get_label() == group]
    return list(bars)


def test_a_panel_for_each_set_of_genes(table):
    figure = gene_bars(table, first_label="first", title="T")
    assert figure.get_suptitle() == "T"
    labels = [[label.get_text() for label in axes.get_xticklabels()] for axes in figure.axes]
    assert labels == [["-3", "-2", "-1", "0", "+1", "+2", "+3"], [f"{m:+}" if m else "0" for m in range(-5, 6)]]
    assert [len(axes.patches) for axes in figure.axes] == [14, 11]


def test_bars_and_first_runs_are_the_means(table):
    upper, lower = gene_bars(table, first_label="first").axes
    for group, axes, colour in (("random", upper, 0), ("zeros", upper, 1), ("long", lower, 2)):
        own, bars = _of(table, group), _bars(axes, group)
        assert [bar.get_height() for bar in bars] == pytest.approx(own["mean"].tolist())
        centres = [bar.get_x() + bar.get_width() / 2 for bar in bars]
        assert np.abs(np.array(centres) - np.arange(len(own))).max() < 0.5
        assert bars[0].get_facecolor()[:3] == pytest.approx(
            [int(PALETTE[colour][k : k + 2], 16) / 255 for k in (1, 3, 5)]
        )
        (markers,) = [line for line in axes.lines if line.get_marker() == "o" and line.get_xdata()[0] == centres[0]]
        assert markers.get_xdata() == pytest.approx(centres)
        assert markers.get_ydata() == pytest.approx(own["first_mean"].to_numpy())
        assert markers.get_markerfacecolor() == "white"


def test_error_bars_are_the_intervals(table):
    _, lower = gene_bars(table, first_label="first").axes
    (interval,) = lower.collections
    own = _of(table, "long")
    ends = np.array(interval.get_segments())[:, :, 1]
    assert ends == pytest.approx(own[["mean_low", "mean_high"]].to_numpy())


def test_bars_of_a_gene_stand_beside_each_other(table):
    upper, _ = gene_bars(table, first_label="first").axes
    for one, other in zip(_bars(upper, "random"), _bars(upper, "zeros"), strict=True):
        assert one.get_x() + one.get_width() == pytest.approx(other.get_x())


def test_the_legend_names_the_first_runs_where_there_are_any(table):
    def entries(table):
        (legend,) = gene_bars(table, first_label="first 5").legends
        return [text.get_text() for text in legend.get_texts()]

    assert entries(table) == [*ORDER, "first 5"]
    assert entries(table.assign(first_mean=np.nan)) == ORDER


def test_a_single_run_has_no_interval(table):
    gene_bars(table.assign(mean_low=np.nan, mean_high=np.nan), first_label="first").draw_without_rendering()


def test_missing_columns_are_named(table):
    with pytest.raises(ValueError, match="missing first_mean; the table has group, gene"):
        gene_bars(table.drop(columns="first_mean"), first_label="first")
    with pytest.raises(ValueError, match="no rows"):
        gene_bars(table.iloc[:0], first_label="first")
