"""Kinds of figures of tabular learning: shares of games, table growth, policy quality, results against baselines.

In all of them `treatments` are named by `labels`, if there are any.
"""

# ruff: noqa: PLC0415 - see `figure`

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, get_args

import pandas as pd

from tttcore.engines.tabular.stats.draw_counting import Counting, When
from tttcore.plots.evidence import Evidence
from tttcore.plots.table_checks import check_published, grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Shares = Sequence[float]


def learning_curves(
    evidence: Evidence,
    *,
    title: str,
    treatments: Sequence[str],
    labels: Sequence[str] = (),
    counting: Sequence[Literal[Counting, "drawn"]] = ("apart", "decided", "drawn"),
    published: Shares = (),
) -> "Figure":
    """Shares of games in each window of training, a line per treatment.

    Parameters
    ----------
    counting : readings of draws, a panel each; ``drawn`` for the share of drawn games.
    published : the first player's shares in the document.
    """
    from tttcore.engines.tabular.plots import learning
    from tttcore.engines.tabular.stats.learning_curves import share_curves

    curves = share_curves(_windows(evidence, treatments, labels), counting)
    looks = evidence.looks.labelled(treatments, labels)
    return learning.learning_curves(curves, looks=looks, published=published, title=title)


def table_growth(
    evidence: Evidence, *, title: str, treatments: Sequence[str], labels: Sequence[str] = (), positions: bool = False
) -> "Figure":
    """Stored values by games of training, a line per treatment; `positions` marks the number of all those of 3x3."""
    from tttcore.engines.tabular.plots import learning
    from tttcore.engines.tabular.stats.learning_curves import mean_curve

    curve = mean_curve(_windows(evidence, treatments, labels).rename(columns={"entries": "value"}))
    reachable = len(evidence.states.positions) - 1 if positions else None
    looks = evidence.looks.labelled(treatments, labels)
    return learning.table_growth(curve, looks=looks, positions=reachable, title=title)


def policy_quality(
    evidence: Evidence,
    *,
    title: str,
    treatments: Sequence[str],
    labels: Sequence[str] = (),
    measures: Sequence[Literal["random", "careful", "perfect", "beatable", "mistakes"]] = (
        "random", "careful", "perfect", "beatable",
    ),
) -> "Figure":  # fmt: skip
    """Rates of failure of policies by games of training, a line per treatment.

    Parameters
    ----------
    measures : games lost to an opponent, policies that can be beaten, or mistakes; a row of panels each.
    """
    from tttcore.engines.tabular.plots import learning
    from tttcore.engines.tabular.stats.learning_curves import failure_columns, failure_curves

    windows = _windows(evidence, treatments, labels, *failure_columns(measures))
    looks = evidence.looks.labelled(treatments, labels)
    return learning.policy_quality(failure_curves(windows, measures), looks=looks, title=title)


def shares_forest(
    evidence: Evidence,
    *,
    title: str,
    treatments: Sequence[str],
    labels: Sequence[str] = (),
    table: str = "shares",
    counting: Sequence[Counting] = get_args(Counting),
    when: Sequence[When] = get_args(When),
    published: Shares = (),
) -> "Figure":
    """The first player's share of games, a row for each treatment.

    Parameters
    ----------
    counting : readings of draws, a panel each.
    when : games of ``all`` training, of its ``last`` tenth, or with exploration ``off``.
    published : shares in the document.
    """
    from tttcore.engines.tabular.plots import shares

    shown = grouped(evidence.statistics(table), treatments, evidence.looks.called(treatments, labels))
    return shares.shares_forest(shown, countings=counting, when=when, published=published, title=title)


def _shares_by_label(treatments: Sequence[str], labels: Sequence[str], published: Mapping) -> None:
    check_published(
        published, labels or treatments, lambda share: isinstance(share, int | float) and 0 <= share <= 1,
        "a number from 0 to 1",
    )  # fmt: skip


def first_advantage(
    evidence: Evidence,
    *,
    title: str,
    treatments: Sequence[str],
    labels: Sequence[str] = (),
    table: str = "first_advantage",
    when: Sequence[When] = get_args(When),
    published: Mapping = {},
) -> "Figure":
    """The first player's share of decided games beside the result of best play, a row for each treatment.

    Parameters
    ----------
    when : see `shares_forest`.
    published : shares in the document, by label.
    """
    from tttcore.engines.tabular.plots import shares

    called = evidence.looks.called(treatments, labels)
    shown = grouped(evidence.statistics(table), treatments, called)
    of_document = {
        name: published[key] for key, name in zip(labels or treatments, called, strict=True) if key in published
    }
    return shares.first_advantage(shown, when=when, published=of_document, title=title)


def versus(
    evidence: Evidence,
    *,
    title: str,
    treatments: Sequence[str],
    labels: Sequence[str] = (),
    table: str = "policies",
    opponents: Sequence[Literal["random", "careful", "perfect"]] = ("random", "careful"),
) -> "Figure":
    """Results of greedy policies against baselines, a row of panels each, with a bar for each treatment."""
    from tttcore.engines.tabular.plots import versus

    shown = grouped(evidence.statistics(table), treatments, evidence.looks.called(treatments, labels))
    return versus.versus(shown, opponents=opponents, title=title)


def _windows(evidence: Evidence, treatments: Sequence[str], labels: Sequence[str], *columns: str) -> pd.DataFrame:
    """Windows of the treatments' sessions in which `columns` are known, with their groups."""
    traces = pd.concat([evidence.traces_of(treatment) for treatment in treatments])
    return grouped(traces.dropna(subset=[*columns]), treatments, evidence.looks.called(treatments, labels))
