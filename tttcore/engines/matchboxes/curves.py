"""Learning curves of machines: means over runs at each point of training, in a table and a figure."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.engines.matchboxes.engine import BEADS, COUNTS
from tttcore.plots.evidence import Evidence
from tttcore.plots.table_checks import grouped
from tttcore.stats.intervals import mean_interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AT_ONCE = "resigns_at_once"
"""Measure of machines whose box of the empty board is empty, so that they resign at once."""


def machine_curves(
    evidence: Evidence,
    *,
    title: str,
    treatments: Sequence[str],
    measures: Sequence[str],
    styled_as: Sequence[str] = (),
    published: Sequence[int] = (),
    written: tuple[str, int] | None = None,
    allowed: float | None = None,
) -> "Figure":
    """Learning curves of machines, a panel for each measure, a line for each treatment.

    Parameters
    ----------
    measures : see `curves`.
    styled_as : treatments whose names and styles the lines have, by default their own.
    published : numbers of games that a document names.
    written : treatment and number of games whose value is written into the first panel.
    allowed : value to mark in the first panel, see `plots.learning_curves`.
    """
    from tttcore.plots.learning_curves import learning_curves

    called = evidence.styles.called(styled_as or treatments)
    styles = evidence.styles.labelled(styled_as or treatments, called)
    place = (evidence.names.treatment(written[0]), written[1]) if written else None
    shown = curves(_traces(evidence, treatments, measures, called), measures)
    return learning_curves(shown, styles=styles, published=published, written=place, allowed=allowed, title=title)


def machines_by_rule(evidence: Evidence, *, title: str, measure: str, reported: Mapping[str, str]) -> "Figure":
    """Learning curves of machines with other rules, a panel each, beside those with the reported rules.

    Parameters
    ----------
    measure : see `curves`.
    reported : treatment with the reported rules, by the treatment with other rules.
    """
    from tttcore.plots.learning_curves import beside_reported

    treatments = [*dict.fromkeys([*reported.values(), *reported])]
    named = {evidence.names.treatment(one): evidence.names.treatment(base) for one, base in reported.items()}
    return beside_reported(
        curves(_traces(evidence, treatments, [measure], evidence.styles.called(treatments)), [measure]),
        reported=named,
        styles=evidence.styles.labelled(treatments),
        title=title,
    )


def _traces(
    evidence: Evidence, treatments: Sequence[str], measures: Sequence[str], called: Sequence[str]
) -> pd.DataFrame:
    """Traces of treatments with what the measures need, with their names as ``group``."""
    columns = columns_of(measures)
    traces = pd.concat([evidence.traces_of(name, "treatment", *columns) for name in treatments])
    return grouped(traces, treatments, called)


def curves(traces: pd.DataFrame, measures: Sequence[str]) -> pd.DataFrame:
    """Means of some measures at each point, groups in the order of their first rows.

    Parameters
    ----------
    traces : rows of ``matchbox_traces`` with a column ``group`` for the line that they belong to.
    measures : ``won``, ``drawn``, ``lost`` or ``resigned``: proportions of the games since the point before;
        ``points``: points per game, 1 for a win and half for a draw;
        ``corner``, ``side`` or ``centre``: proportions of the beads of the first mark, where any are left;
        ``resigns_at_once``: whether none are; ``unbeatable``; a column of exact probabilities.

    Returns
    -------
    DataFrame[measure, group, games, value, value_low, value_high].
    """
    parts = []
    for measure in measures:
        values = traces.assign(value=_values(traces, measure))
        parts += [
            {"measure": measure, "group": group, "games": games, **mean_interval("value", own.dropna())}
            for group, of_group in values.groupby("group", sort=False)
            for games, own in of_group.groupby("games")["value"]
        ]
    return pd.DataFrame(parts)


def columns_of(measures: Sequence[str]) -> list[str]:
    """Columns of the traces that some measures need."""
    needed = {measure: _columns(measure) for measure in measures}
    return [*dict.fromkeys(["replicate", "games", *(name for names in needed.values() for name in names)])]


def _columns(measure: str) -> list[str]:
    if measure == "points":
        return ["won", "drawn", "lost"]
    if measure in COUNTS:
        return ["won", "drawn", "lost", measure]
    if measure == AT_ONCE or f"beads_{measure}" in BEADS:
        return [*BEADS]
    return ["random_lost" if measure == "unbeatable" else measure]


def _values(traces: pd.DataFrame, measure: str) -> "pd.Series[float]":
    if measure == "points":
        return _values(traces, "won") + _values(traces, "drawn") / 2
    if measure in COUNTS:
        return traces[measure] / traces[["won", "drawn", "lost"]].sum(axis=1)
    if measure == AT_ONCE:
        return (traces[[*BEADS]] == 0).all(axis=1).astype(float)
    if f"beads_{measure}" in BEADS:
        held = traces[[*BEADS]].where(traces[[*BEADS]] >= 0)
        return held[f"beads_{measure}"] / held.sum(axis=1).where(lambda total: total > 0)
    return (traces["random_lost"] == 0).astype(float) if measure == "unbeatable" else traces[measure]
