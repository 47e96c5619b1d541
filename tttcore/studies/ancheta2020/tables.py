"""Tables of V. P. B. Ancheta, D. S. R. Pascua, R. V. S. Togueño (2020), each a function of the name that its page and statements use."""

import pandas as pd

from tttcore.engines.genetic_algorithm import stats
from tttcore.stats import tables as shared
from tttcore.stats.columns import columns
from tttcore.stats.evidence import Evidence
from tttcore.stats.number_reports import Difference, Longer, Pooled, TestResult
from tttcore.stats.outcome_reports import Each, Greatest, Order, Significant, Within
from tttcore.stats.tables import against_published, anova, ecdf, effect_sizes, likelihood, omnibus, summaries, survival
from tttcore.studies.ancheta2020 import stats as own

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
    """Chance of each of a document's reports if its runs were drawn from ours, a row per report and set."""
    return shared.documents(
        evidence,
        also={
            "listed": [
                "described",
                "best of the parents",
                "success in the pool",
                "ties by place",
                "copies play once",
                "most lost first",
                "made for every game",
            ]
        },
        reports={
            "medians": Each(of="median", set="listed"),
            "notches": Within(of="median", low=6, high=8, set="listed"),
            "order of spreads": Order(by="sd", set="listed"),
            "largest spread": Greatest(by="sd", set="listed"),
            "Bartlett's statistic": TestResult(test="bartlett", set="listed"),
            "Bartlett at 0.05": Significant(test="bartlett", level=0.05, set="listed"),
            "Bartlett at 0.10": Significant(test="bartlett", level=0.1, set="listed"),
            "F": TestResult(test="anova", set="listed"),
            "no significant difference": Significant(test="anova", level=0.05, set="listed"),
            "mean of control": Pooled(of="mean", set="listed", groups=["control"]),
            "mean of rmg": Pooled(of="mean", set="listed", groups=["rmg"]),
            "mean of umg": Pooled(of="mean", set="listed", groups=["umg"]),
            "difference of control and umg": Difference(of="mean", set="listed", groups=["control", "umg"]),
            "longest of ninety": Pooled(of="maximum", set="listed"),
            "runs over ten": Longer(than=10, set="listed"),
        },
    )


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
