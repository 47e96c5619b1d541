"""Figures of tabular learning: shares of games, table growth, policy quality, results against baselines."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.engines.tabular.stats.draw_counting import COUNTINGS
from tttcore.plots.evidence import Evidence
from tttcore.plots.looks import Look
from tttcore.plots.table_checks import grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Treatments = Sequence[str] | Mapping[str, str]
"""Treatments that a figure calls by their names for people, or what it calls each."""


def learning_curves(
    evidence: Evidence,
    *,
    title: str,
    treatments: Treatments,
    curves: Sequence[str],
    published: Sequence[float] = (),
) -> "Figure":
    """Shares of games in each window of training, a line per treatment.

    Parameters
    ----------
    curves : panels: the first player's share with draws ``apart`` or of ``decided`` games, and that of ``drawn`` ones.
    published : the first player's shares in the document.
    """
    from tttcore.engines.tabular.plots import learning
    from tttcore.engines.tabular.stats.learning_curves import share_curves

    shares = share_curves(_windows(evidence, treatments), curves)
    return learning.learning_curves(shares, looks=_looks(evidence, treatments), published=published, title=title)


def table_growth(evidence: Evidence, *, title: str, treatments: Treatments) -> "Figure":
    """Stored values by games of training, a line per treatment, beside the number of positions of 3x3."""
    from tttcore.engines.tabular.plots import learning
    from tttcore.engines.tabular.stats.learning_curves import mean_curve

    curve = mean_curve(_windows(evidence, treatments).rename(columns={"entries": "value"}))
    positions = len(evidence.states.positions) - 1
    return learning.table_growth(curve, looks=_looks(evidence, treatments), positions=positions, title=title)


def policy_quality(
    evidence: Evidence,
    *,
    title: str,
    treatments: Treatments,
    measures: Sequence[str],
) -> "Figure":
    """Rates of failure of policies by games of training, a line per treatment.

    Parameters
    ----------
    measures : rows of panels: games lost to ``random``, ``careful`` or ``perfect`` moves, and ``beatable`` policies.
    """
    from tttcore.engines.tabular.plots import learning
    from tttcore.engines.tabular.stats.learning_curves import failure_columns, failure_curves

    windows = _windows(evidence, treatments, *failure_columns(measures))
    curves = failure_curves(windows, measures)
    return learning.policy_quality(curves, looks=_looks(evidence, treatments), title=title)


def shares_forest(
    evidence: Evidence,
    *,
    title: str,
    treatments: Treatments,
    countings: Sequence[str] = tuple(COUNTINGS),
    when: Sequence[str],
    published: float,
) -> "Figure":
    """The first player's share of games, a row for each treatment, from the table ``shares``.

    Parameters
    ----------
    countings : readings of draws, a panel each, see `draw_counting.COUNTINGS`.
    when : games of ``all`` training, of its ``last`` tenth, or with exploration ``off``.
    published : share in the document.
    """
    from tttcore.engines.tabular.plots import shares

    shown = _rows(evidence, "shares", treatments)
    return shares.shares_forest(shown, countings=countings, when=when, published=published, title=title)


def first_advantage(
    evidence: Evidence, *, title: str, treatments: Treatments, published: Mapping[str, float]
) -> "Figure":
    """The first player's share of decided games beside the result of best play, a row for each treatment.

    From the table ``first_advantage``.

    Parameters
    ----------
    published : shares in the document, by treatment.
    """
    from tttcore.engines.tabular.plots import shares

    called = _called(evidence, treatments)
    of_document = {called[name]: share for name, share in published.items()}
    return shares.first_advantage(_rows(evidence, "first_advantage", treatments), published=of_document, title=title)


def versus(evidence: Evidence, *, title: str, treatments: Treatments) -> "Figure":
    """Results of greedy policies against baselines, a row of panels each, with a bar for each treatment.

    From the table ``policies``.
    """
    from tttcore.engines.tabular.plots import versus

    return versus.versus(_rows(evidence, "policies", treatments), title=title)


def _called(evidence: Evidence, treatments: Treatments) -> Mapping[str, str]:
    """What the figure calls each treatment."""
    if isinstance(treatments, Mapping):
        return treatments
    return {name: evidence.names.treatment(name) for name in treatments}


def _looks(evidence: Evidence, treatments: Treatments) -> dict[str, Look]:
    """Looks of treatments by what the figure calls them."""
    called = _called(evidence, treatments)
    return evidence.looks.labelled([*called], [*called.values()])


def _rows(evidence: Evidence, table: str, treatments: Treatments) -> pd.DataFrame:
    """Rows of a table of statistics about the treatments, with what the figure calls these as their groups."""
    called = _called(evidence, treatments)
    return grouped(evidence.statistics(table), [*called], [*called.values()])


def _windows(evidence: Evidence, treatments: Treatments, *columns: str) -> pd.DataFrame:
    """Windows of the treatments' sessions in which `columns` are known, with their groups."""
    called = _called(evidence, treatments)
    traces = pd.concat([evidence.traces_of(name) for name in called])
    return grouped(traces.dropna(subset=[*columns]), [*called], [*called.values()])
