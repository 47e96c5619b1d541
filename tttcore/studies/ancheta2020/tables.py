"""Tables of V. P. B. Ancheta, D. S. R. Pascua, R. V. S. Togueño (2020), each a function of the name that its page and statements use."""

import pandas as pd

from tttcore.engines.genetic_algorithm import stats
from tttcore.stats import tables as shared
from tttcore.stats.columns import columns
from tttcore.stats.evidence import Evidence
from tttcore.stats.reports import difference, each, greatest, longer, order, pooled, significant, statistic, within
from tttcore.stats.tables import against_published, anova, ecdf, effect_sizes, likelihood, omnibus, summaries, survival
from tttcore.studies.ancheta2020 import stats as own

LISTED = "listed"
"""Comparison of the document's three groups as the authors' program has them."""
REPORTS = {
    "medians": each("median"),
    "notches": within("median", 6, 8),
    "order of spreads": order("sd"),
    "largest spread": greatest("sd"),
    "Bartlett's statistic": statistic("bartlett"),
    "Bartlett at 0.05": significant("bartlett", 0.05),
    "Bartlett at 0.10": significant("bartlett", 0.1),
    "F": statistic("anova"),
    "no significant difference": significant("anova", 0.05),
    "mean of control": pooled("mean", ["control"]),
    "mean of rmg": pooled("mean", ["rmg"]),
    "mean of umg": pooled("mean", ["umg"]),
    "difference of control and umg": difference("mean", "control", "umg"),
    "longest of ninety": pooled("maximum"),
    "runs over ten": longer(10),
}
"""What the document reports of its ninety runs."""

__all__ = [
    "against_published",
    "anova",
    "behaviour",
    "champion_contrasts",
    "champions",
    "course_reports",
    "courses",
    "ecdf",
    "effect_sizes",
    "equivalence",
    "exceedances",
    "fixed_targets",
    "likelihood",
    "omnibus",
    "pairwise",
    "power",
    "power_curves",
    "power_grid",
    "reports",
    "spreads",
    "summaries",
    "survival",
]


@columns(shared.SPREADS)
def spreads(evidence: Evidence) -> pd.DataFrame:
    """Median, standard deviation and quartile range of each group of each set, with bootstrap intervals."""
    return shared.spreads(evidence, resamples=2000)


@columns(shared.DOCUMENTS)
def reports(evidence: Evidence) -> pd.DataFrame:
    """Could thirty runs like ours have shown what the document reports of its thirty? In every reading of it."""
    labels = [*evidence.reference]
    readings = [name for name, members in evidence.comparisons.items() if [*members] == labels and name != LISTED]
    return shared.documents(evidence, reports=REPORTS, sets=[LISTED, *readings])


@columns(own.COURSES)
def courses(evidence: Evidence) -> pd.DataFrame:
    """Spread between runs and rises of the best fitness, a row per treatment of the document and of its repetitions."""
    return own.courses(evidence, data="figures_6_8")


@columns(own.COURSE_REPORTS)
def course_reports(evidence: Evidence) -> pd.DataFrame:
    """Chance of what the document's Figures 6 to 8 show if its runs were drawn from ours, a row per report."""
    return own.course_reports(evidence, data="figures_6_8", set="listed")


@columns(shared.PAIRWISE)
def pairwise(evidence: Evidence) -> pd.DataFrame:
    """Differences, tests and effect sizes of each pair of groups of each set."""
    return shared.pairwise(evidence, resamples=2000)


@columns(shared.EQUIVALENCE)
def equivalence(evidence: Evidence) -> pd.DataFrame:
    """Two one-sided Welch tests that two means differ by less than a margin, one row per pair and margin."""
    return shared.equivalence(
        evidence,
        margins=[
            {"name": "one generation", "generations": 1.0},
            {"name": "a fifth of a standard deviation", "sd": 0.2},
        ],
    )


@columns(shared.POWER)
def power(evidence: Evidence) -> pd.DataFrame:
    """Detectable effect and power of the document's design, a row per level of significance."""
    return shared.power(evidence, alphas=[0.05, 0.1], power=0.8)


@columns(shared.POWER_CURVES)
def power_curves(evidence: Evidence) -> pd.DataFrame:
    """Power of designs like the document's by effect and runs per group, at a level of significance."""
    return shared.power_curves(evidence, alpha=0.05)


@columns(shared.POWER_GRID)
def power_grid(evidence: Evidence) -> pd.DataFrame:
    """Power of designs like the document's at each stop of a page's sliders."""
    return shared.power_grid(
        evidence,
        alphas=[0.05, 0.1],
        per_group=[
            5,
            10,
            15,
            20,
            30,
            40,
            50,
            75,
            100,
            150,
            200,
            300,
            500,
            750,
            1000,
            1500,
            2000,
            3000,
            5000,
            7500,
            10000,
        ],
        largest=0.6,
        steps=60,
    )


@columns(stats.BEHAVIOUR)
def behaviour(evidence: Evidence) -> pd.DataFrame:
    """Initial fitness, rises of the best fitness and diversity, a row per treatment."""
    return stats.behaviour_of_runs(evidence.trace_rows, evidence.recipes)


@columns(stats.CHAMPIONS)
def champions(evidence: Evidence) -> pd.DataFrame:
    """Diversity and strength of the champions of solved runs, a row per treatment; NaN where there are none."""
    return stats.champions(evidence.run_rows, evidence.states)


@columns(stats.CHAMPION_CONTRASTS)
def champion_contrasts(evidence: Evidence) -> pd.DataFrame:
    """Differences between the shares of champions that can beat the Unbeatable Move Generator, a row per pair."""
    return stats.champion_contrasts(
        evidence.run_rows, evidence.states, pairs={"umg-listed": "control-listed", "umg-described": "control-described"}
    )


@columns(shared.FIXED_TARGETS)
def fixed_targets(evidence: Evidence) -> pd.DataFrame:
    """Fixed-target curves of the treatments of each comparison."""
    return shared.fixed_targets(evidence, targets=[0.1, 0.05, 0.02, 0.01, 0.0])


@columns(shared.EXCEEDANCES)
def exceedances(evidence: Evidence) -> pd.DataFrame:
    """Number and share of runs longer than each threshold, with exact 95% intervals, a row per group and threshold."""
    return shared.exceedances(evidence, thresholds=[10, 15, 499])
