"""Tables that studies share, computed from a study's evidence."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from tttcore.stats import comparison, fit_to_published, published_design, runtimes
from tttcore.stats import pairwise as pairs
from tttcore.stats.columns import columns
from tttcore.stats.comparison import ANOVA, EFFECT_SIZES, OMNIBUS, SUMMARIES
from tttcore.stats.documents import DOCUMENTS, documents  # noqa: F401 - options alone make them a table
from tttcore.stats.evidence import Evidence
from tttcore.stats.fit_to_published import AGAINST_PUBLISHED, LIKELIHOOD
from tttcore.stats.pairwise import EQUIVALENCE, PAIRWISE
from tttcore.stats.published_design import POWER, POWER_CURVES, POWER_GRID
from tttcore.stats.runtimes import ECDF, EXCEEDANCES, FIXED_TARGETS, SURVIVAL
from tttcore.stats.spreads import SPREADS, spreads_of_sets


@columns(SUMMARIES)
def summaries(evidence: Evidence) -> pd.DataFrame:
    """Mean, spread and quartiles of the run lengths of each group of each set, see `comparison.summaries`."""
    return evidence.per_set(comparison.summaries)


@columns(SPREADS)
def spreads(evidence: Evidence, *, resamples: int = 2000) -> pd.DataFrame:
    """Medians and spreads with bootstrap intervals, see `spreads.spreads`."""
    return spreads_of_sets(evidence.sets, evidence.stream, resamples=resamples)


@columns(ANOVA)
def anova(evidence: Evidence) -> pd.DataFrame:
    """One-way analysis of variance of each set, see `comparison.anova`."""
    return evidence.per_set(comparison.anova)


@columns(OMNIBUS)
def omnibus(evidence: Evidence) -> pd.DataFrame:
    """Tests of a difference among the groups of each set, see `comparison.omnibus`."""
    return evidence.per_set(comparison.omnibus)


@columns(EFFECT_SIZES)
def effect_sizes(evidence: Evidence) -> pd.DataFrame:
    """Share of variance that the groups of each set explain, see `comparison.effect_sizes`."""
    return evidence.per_set(comparison.effect_sizes)


@columns(PAIRWISE)
def pairwise(evidence: Evidence, *, resamples: int = 2000, overall: bool = True) -> pd.DataFrame:
    """Differences, tests and effect sizes of each pair of groups, see `pairwise.pairwise_of_sets`."""
    return pairs.pairwise_of_sets(evidence.sets, evidence.stream, resamples=resamples, overall=overall)


@columns(EQUIVALENCE)
def equivalence(evidence: Evidence, *, margins: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """Tests that two means differ by less than a margin, see `pairwise.equivalence`."""
    return evidence.per_set(lambda groups: pairs.equivalence(groups, margins=margins))


@columns(POWER)
def power(evidence: Evidence, *, alphas: Sequence[float], power: float = 0.8) -> pd.DataFrame:
    """Power of the document's design, see `published_design.power`."""
    return published_design.power(evidence.reference, alphas=alphas, power=power)


@columns(POWER_CURVES)
def power_curves(evidence: Evidence, *, alpha: float = 0.05) -> pd.DataFrame:
    """Power of designs like the document's by effect and runs per group, see `published_design.power_curves`."""
    return published_design.power_curves(evidence.reference, alpha=alpha)


@columns(POWER_GRID)
def power_grid(
    evidence: Evidence, *, alphas: Sequence[float], per_group: Sequence[int], largest: float, steps: int
) -> pd.DataFrame:
    """Power at each stop of a page's sliders, see `published_design.power_of_sliders`."""
    return published_design.power_of_sliders(
        evidence.reference, alphas=alphas, per_group=per_group, largest=largest, steps=steps
    )


@columns(AGAINST_PUBLISHED)
def against_published(evidence: Evidence) -> pd.DataFrame:
    """Tests of the document's runs against ours, see `fit_to_published.compare_with_reference`."""
    return evidence.against_published


@columns(LIKELIHOOD)
def likelihood(evidence: Evidence) -> pd.DataFrame:
    """Likelihood of the document's runs under each protocol, see `fit_to_published.likelihood_ratio`."""
    return fit_to_published.likelihood_ratio(evidence.against_published)


@columns(SURVIVAL)
def survival(evidence: Evidence) -> pd.DataFrame:
    """Share of runs not yet solved, with censoring, see `runtimes.survival`."""
    return evidence.per_set(runtimes.survival)


@columns(ECDF)
def ecdf(evidence: Evidence) -> pd.DataFrame:
    """Share of runs solved by each generation, see `runtimes.ecdf`."""
    return evidence.per_set(lambda groups: runtimes.ecdf(groups, evidence.cap))


@columns(FIXED_TARGETS)
def fixed_targets(evidence: Evidence, *, targets: Sequence[float]) -> pd.DataFrame:
    """Share of runs that have reached each fitness, see `runtimes.fixed_target`."""
    return runtimes.fixed_targets_of_sets(evidence.trace_rows, evidence.cap, evidence.comparisons, targets=targets)


@columns(EXCEEDANCES)
def exceedances(evidence: Evidence, *, thresholds: Sequence[int]) -> pd.DataFrame:
    """Number and share of runs longer than each threshold, see `runtimes.exceedances`."""
    return evidence.per_set(lambda groups: runtimes.exceedances(groups, thresholds=thresholds))
