"""Tables that any study can have, computed from a study's evidence alone."""

import pandas as pd

from tttcore.pipeline.study import ALL
from tttcore.stats import comparison, runtimes
from tttcore.stats import pairwise as pairs
from tttcore.stats.columns import columns
from tttcore.stats.comparison import ANOVA, EFFECT_SIZES, OMNIBUS, SUMMARIES
from tttcore.stats.evidence import Evidence
from tttcore.stats.pairwise import PAIRWISE
from tttcore.stats.runtimes import ECDF, SPREADS, SURVIVAL


@columns(SUMMARIES)
def summaries(evidence: Evidence) -> pd.DataFrame:
    """Mean, spread and quartiles of the run lengths of each group of each set, see `comparison.summaries`."""
    return evidence.per_set(comparison.summaries)


@columns(SPREADS)
def spreads(evidence: Evidence) -> pd.DataFrame:
    """Medians and quartile ranges of each group of each set, see `runtimes.spreads`."""
    return evidence.per_set(runtimes.spreads)


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
    """Proportion of variance that the groups of each set explain, see `comparison.effect_sizes`."""
    return evidence.per_set(comparison.effect_sizes)


@columns(PAIRWISE)
def pairwise(evidence: Evidence, *, resamples: int = 2000, overall: bool = True) -> pd.DataFrame:
    """Differences, tests and effect sizes of each pair of groups of each set, see `pairwise.pairwise`.

    Parameters
    ----------
    resamples : bootstrap resamples of each pair.
    overall : whether to compare the set of all treatments too, which can have very many pairs.
    """
    return pd.concat(
        [
            pairs.pairwise(groups, resamples=resamples, rng=evidence.stream("pairwise", name)).assign(set=name)
            for name, groups in evidence.sets.items()
            if overall or name != ALL
        ]
    )


@columns(SURVIVAL)
def survival(evidence: Evidence) -> pd.DataFrame:
    """Proportion of runs not yet solved, with censoring, see `runtimes.survival`."""
    return evidence.per_set(runtimes.survival)


@columns(ECDF)
def ecdf(evidence: Evidence) -> pd.DataFrame:
    """Proportion of runs solved by each generation, see `runtimes.ecdf`."""
    return evidence.per_set(lambda groups: runtimes.ecdf(groups, evidence.cap))
