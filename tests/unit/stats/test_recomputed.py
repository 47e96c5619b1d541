"""Values of the project's tables, each computed again by a package that the code under test doesn't use for it.

All pairs of uneven groups are compared with such packages in `test_comparison`.
"""

import math
from functools import cache

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from helpers.project import ROOT
from scipy import stats
from statsmodels.api import OLS, add_constant
from statsmodels.duration.survfunc import SurvfuncRight
from statsmodels.stats import oneway
from statsmodels.stats.contingency_tables import Table
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import FTestAnovaPower
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from tttcore.claims.selectors import claim_value
from tttcore.stats.comparison import Sample, anova, effect_sizes, omnibus, summaries
from tttcore.stats.evidence import published_sample
from tttcore.stats.intervals import mean_interval, median_interval, share_difference
from tttcore.stats.pairwise import pairwise
from tttcore.stats.predictions import chances_of_counts
from tttcore.stats.published_design import design_table
from tttcore.stats.runtimes import ecdf, exceedances, spreads, survival
from tttcore.studies.osipa2017.outcomes import opening_classes, openings
from tttcore.studies.post1999.growth import growth_laws

TABLE6 = published_sample(ROOT / "config" / "published" / "ancheta2020_table6.csv")
C, R, U = (sample.values for sample in TABLE6.values())
EACH = [C, R, U]
LOG = pd.read_csv(ROOT / "config" / "published" / "hemingroth2025_log.csv")
CAP, RESAMPLES = 30, 20_000


def drawn(seed):
    return np.random.default_rng(seed)


def stopped(mean, seed):
    """Sixty runs of a geometric length, stopped at the cap."""
    lengths = drawn(seed).geometric(1 / mean, 60)
    return Sample.of(np.minimum(lengths, CAP), lengths > CAP)


STOPPED = {"quick": stopped(8, 1), "slow": stopped(14, 2)}
QUICK, SLOW = STOPPED.values()


@cache
def opened():
    """Games of nine boards that X wins more often after some first moves."""
    opening = np.tile(np.arange(81), 40)
    wins = drawn(4).random(opening.size) < 0.4 + 0.2 * (opening % 9 == 4)
    winner = np.where(wins, 1, 2).astype("int8")
    return pd.DataFrame({"treatment": "drawn", "opening": opening.astype("int8"), "winner": winner})


@cache
def tables():
    """Our tables, by name."""
    both = {"table 6": TABLE6, "stopped": STOPPED}

    def of_each(make):
        return pd.concat([make(groups).assign(set=name) for name, groups in both.items()])

    intervals = {
        "median of umg": median_interval("value", U),
        "mean of log's best": mean_interval("value", LOG["best"]),
        "over eight, control less rmg": share_difference("value", *((int((x > 8).sum()), 30) for x in (C, R))),
    }
    return {
        "summaries": of_each(summaries),
        "anova": of_each(anova),
        "omnibus": of_each(omnibus),
        "effects": effect_sizes(TABLE6),
        "pairwise": of_each(lambda groups: pairwise(groups, resamples=RESAMPLES, rng=drawn(5))),
        "spreads": spreads(TABLE6),
        "survival": survival(STOPPED),
        "ecdf": ecdf(STOPPED, CAP),
        "exceedances": exceedances(TABLE6, thresholds=[10]),
        "power": design_table(groups=3, per_group=30, f=0.1, alphas=[0.05, 0.1], power=0.8),
        "strong": design_table(groups=3, per_group=30, f=0.3, alphas=[0.05], power=0.8),
        "intervals": pd.DataFrame([{"name": name, **found} for name, found in intervals.items()]),
        "openings": openings(opened()),
        "laws": growth_laws(LOG.assign(series="log", x=LOG["gen"]), "time_s"),
        "counts": pd.DataFrame({"chance": chances_of_counts(30, successes=25, runs=100), "count": range(31)}),
    }


EXACT = 1e-9
"""Both sides compute the same formula."""
STORED = 1e-6
"""One side is found by search, or by integration, to about as many digits."""


def ours(selector):
    return claim_value(selector, tables()).value


@cache
def redrawn():
    """Percentile interval of A12 by SciPy's bootstrap, with as many resamples."""

    def a12(one, other, axis=-1):
        return (np.sign(one[..., :, None] - other[..., None, :]).mean(axis=(-2, -1)) + 1) / 2

    return stats.bootstrap((C, U), a12, method="percentile", n_resamples=RESAMPLES, rng=drawn(7)).confidence_interval


def logrank(which):
    """Of the stopped runs by SciPy, which knows two samples; of Table 6 by hand: successes less those expected."""
    if which == "stopped":
        found = stats.logrank(*(censored(sample) for sample in STOPPED.values()))
        return found.statistic**2, found.pvalue
    lengths = np.array(EACH)
    excess, variance = np.zeros(3), np.zeros((3, 3))
    for at in np.unique(lengths):
        share = (lengths >= at).mean(axis=1) / (lengths >= at).mean(axis=1).sum()
        ended, left = (lengths == at).sum(), (lengths >= at).sum()
        excess += (lengths == at).sum(axis=1) - ended * share
        variance += ended * (left - ended) / max(left - 1, 1) * (np.diag(share) - np.outer(share, share))
    statistic = excess[1:] @ np.linalg.solve(variance[1:, 1:], excess[1:])
    return statistic, stats.chi2.sf(statistic, 2)


def censored(sample):
    return stats.CensoredData(sample.values[~sample.censored], right=sample.values[sample.censored])


def curve(sample):
    return SurvfuncRight(sample.values, ~sample.censored)


def band(sample, generation, sign):
    """End of the exponential Greenwood interval: of log(-log(survival)), whose error is that of survival by delta."""
    of = curve(sample)
    at = np.searchsorted(of.surv_times, generation, side="right") - 1
    share, error = of.surv_prob[at], of.surv_prob_se[at]
    return share ** math.exp(sign * stats.norm.ppf(0.975) * error / (share * math.log(share)))


def no_likelier(count):
    """Fisher's p-value: the chances of all numbers that are no likelier if 130 runs with 25 + count successes mix."""
    chances = stats.hypergeom(130, 25 + count, 30).pmf(np.arange(31))
    return chances[chances <= chances[count] * (1 + 1e-7)].sum()


def share_of(successes, trials, end):
    return proportion_confint(successes, trials, method="beta")[end]


def holm(column, place):
    found = tables()["pairwise"]
    return multipletests(found.loc[found["set"] == "table 6", column], method="holm")[1][place]


def fit(law):
    scale = {"power": np.log, "exponential": np.asarray}[law]
    return OLS(np.log(LOG["time_s"].to_numpy(float)), add_constant(scale(LOG["gen"].to_numpy(float)))).fit()


def contingency(by):
    which = opened()["opening"].to_numpy(int)
    groups = which if by == "opening" else opening_classes()[which]
    return Table(pd.crosstab(groups, opened()["winner"]), shift_zeros=False).test_nominal_association()


LONG = pd.DataFrame({"value": np.concatenate(EACH), "group": np.repeat([*"abc"], 30)})
POWER = FTestAnovaPower()
F = math.sqrt(stats.f_oneway(*EACH).statistic * 2 / 87)
ANOVA = oneway.anova_oneway(EACH, use_var="equal")
EXCESS = (ANOVA.statistic - 1) * 2
WELCH = oneway.anova_oneway(EACH, use_var="unequal")
KRUSKAL = pg.kruskal(LONG, dv="value", between="group").iloc[0]
NEWCOMBE = confint_proportions_2indep((C > 8).sum(), 30, (R > 8).sum(), 30, method="newcomb")
LEVENE = oneway.test_scale_oneway(EACH, method="equal", center="median", transform="abs")
WITHIN = OLS(LONG["value"], np.repeat(np.eye(3), 30, axis=0)).fit()
OPENED = "treatment=drawn; opening=all"
STOPPED_MEANS = CompareMeans.from_data(QUICK.values, SLOW.values)

ROWS = [
    # where ours is found; the other package's; relative tolerance, or absolute if it is marked so
    ("summaries.mean_low[set=table 6; group=control]", lambda: DescrStatsW(C).tconfint_mean()[0], EXACT),
    ("summaries.mean_high[set=table 6; group=control]", lambda: DescrStatsW(C).tconfint_mean()[1], EXACT),
    ("summaries.mean_low[set=table 6; group=umg]", lambda: DescrStatsW(U).tconfint_mean()[0], EXACT),
    ("summaries.sem[set=table 6; group=rmg]", lambda: stats.sem(R), EXACT),
    ("summaries.sd[set=table 6; group=umg]", lambda: DescrStatsW(U, ddof=1).std, EXACT),
    ("summaries.iqr[set=table 6; group=control]", lambda: stats.iqr(C), EXACT),
    ("summaries.mean[set=stopped; group=slow]", lambda: restricted_mean(SLOW), EXACT),
    ("intervals.value_low[name=median of umg]", lambda: around(U, 0.5, 0.95).low, EXACT),
    ("intervals.value_high[name=median of umg]", lambda: around(U, 0.5, 0.95).high, EXACT),
    ("intervals.value_low[name=mean of log's best]", lambda: DescrStatsW(LOG["best"]).tconfint_mean()[0], EXACT),
    ("anova.sum_of_squares[set=table 6; source=residuals]", lambda: WITHIN.ssr, EXACT),
    ("anova.sum_of_squares[set=table 6; source=treatments]", lambda: WITHIN.centered_tss - WITHIN.ssr, EXACT),
    ("anova.mean_square[set=table 6; source=residuals]", lambda: WITHIN.mse_resid, EXACT),
    ("anova.F[set=table 6; source=treatments]", lambda: ANOVA.statistic, EXACT),
    ("anova.p[set=table 6; source=treatments]", lambda: ANOVA.pvalue, EXACT),
    ("effects.value[effect=eta_squared]", lambda: WITHIN.rsquared, EXACT),
    ("effects.value[effect=omega_squared]", lambda: EXCESS / (EXCESS + 90), EXACT),
    ("effects.value[effect=cohen_f]", lambda: F, EXACT),
    ("omnibus.statistic[set=table 6; test=brown_forsythe]", lambda: LEVENE.statistic, EXACT),
    ("omnibus.p[set=table 6; test=brown_forsythe]", lambda: LEVENE.pvalue, EXACT),
    ("omnibus.statistic[set=table 6; test=welch_anova]", lambda: WELCH.statistic, EXACT),
    ("omnibus.df2[set=table 6; test=welch_anova]", lambda: WELCH.df_denom, EXACT),
    ("omnibus.p[set=table 6; test=welch_anova]", lambda: WELCH.pvalue, EXACT),
    ("omnibus.statistic[set=table 6; test=kruskal_wallis]", lambda: KRUSKAL["H"], EXACT),
    ("omnibus.p[set=table 6; test=kruskal_wallis]", lambda: KRUSKAL["p_unc"], EXACT),
    ("omnibus.statistic[set=table 6; test=anova]", lambda: stats.f_oneway(*EACH).statistic, EXACT),
    ("omnibus.df1[set=table 6; test=welch_anova]", lambda: WELCH.df_num, EXACT),
    ("omnibus.statistic[set=table 6; test=logrank]", lambda: logrank("table 6")[0], EXACT),
    ("omnibus.p[set=table 6; test=logrank]", lambda: logrank("table 6")[1], EXACT),
    ("omnibus.statistic[set=stopped; test=logrank]", lambda: logrank("stopped")[0], EXACT),
    (
        "pairwise.difference_low[set=stopped; a=quick; b=slow]",
        lambda: STOPPED_MEANS.tconfint_diff(usevar="unequal")[0],
        EXACT,
    ),
    ("pairwise.logrank_p[set=stopped; a=quick; b=slow]", lambda: logrank("stopped")[1], STORED),
    ("pairwise.mann_whitney_p_holm[set=table 6; a=rmg; b=umg]", lambda: holm("mann_whitney_p", 2), EXACT),
    ("pairwise.logrank_p_holm[set=table 6; a=control; b=rmg]", lambda: holm("logrank_p", 0), EXACT),
    ("survival.low[group=slow; generation=21]", lambda: band(SLOW, 21, -1), EXACT),
    ("survival.high[group=slow; generation=21]", lambda: band(SLOW, 21, 1), EXACT),
    ("ecdf.fraction_low[group=quick; generation=7]", lambda: share_of((QUICK.values <= 7).sum(), 60, 0), EXACT),
    ("ecdf.fraction_high[group=slow; generation=30]", lambda: share_of((~SLOW.censored).sum(), 60, 1), EXACT),
    ("exceedances.share_low[group=umg]", lambda: share_of((U > 10).sum(), 30, 0), EXACT),
    ("exceedances.share_high[group=rmg]", lambda: share_of((R > 10).sum(), 30, 1), EXACT),
    ("intervals.value_low[name=over eight, control less rmg]", lambda: NEWCOMBE[0], EXACT),
    ("intervals.value_high[name=over eight, control less rmg]", lambda: NEWCOMBE[1], EXACT),
    ("power.power[alpha=0.05]", lambda: POWER.power(0.1, 90, 0.05, 3), STORED),
    ("power.power[alpha=0.1]", lambda: POWER.power(0.1, 90, 0.1, 3), STORED),
    ("power.detectable_f[alpha=0.05]", lambda: POWER.solve_power(None, 90, 0.05, 0.8, 3), STORED),
    ("strong.needed_per_group", lambda: math.ceil(POWER.solve_power(0.3, None, 0.05, 0.8, 3) / 3), EXACT),
    ("openings.statistic[by=opening; " + OPENED + "]", lambda: contingency("opening").statistic, EXACT),
    ("openings.p[by=opening; " + OPENED + "]", lambda: contingency("opening").pvalue, STORED),
    ("openings.statistic[by=class; " + OPENED + "]", lambda: contingency("class").statistic, EXACT),
    ("laws.slope[law=power]", lambda: fit("power").params[1], EXACT),
    ("laws.slope_low[law=power]", lambda: fit("power").conf_int()[1][0], EXACT),
    ("laws.slope_high[law=exponential]", lambda: fit("exponential").conf_int()[1][1], EXACT),
    ("laws.r2[law=exponential]", lambda: fit("exponential").rsquared, EXACT),
    ("spreads.median_low[group=umg]", lambda: around(U, 0.5, 0.95).low, EXACT),
    ("spreads.iqr_low[group=umg]", lambda: around(U, 0.75).low - around(U, 0.25).high, EXACT),
    ("spreads.iqr_high[group=control]", lambda: around(C, 0.75).high - around(C, 0.25).low, EXACT),
    ("counts.chance[count=12]", lambda: no_likelier(12), EXACT),
    # bootstrap intervals: each side has an error of resampling, of some 1% of the width of the interval
    ("pairwise.a12_low[set=table 6; a=control; b=umg]", lambda: redrawn().low, 0.02),
    ("pairwise.a12_high[set=table 6; a=control; b=umg]", lambda: redrawn().high, 0.02),
]


def restricted_mean(sample):
    """Area below the curve of survival up to the cap."""
    of = curve(sample)
    return np.diff([0, *of.surv_times, CAP]) @ [1, *of.surv_prob]


def around(values, share, level=0.975):
    """Order statistics around a quantile by SciPy's test of it."""
    return stats.quantile_test(values, p=share).confidence_interval(level)


@pytest.mark.parametrize(("selector", "theirs", "tolerance"), ROWS, ids=[selector for selector, *_ in ROWS])
def test_another_package_comes_to_the_same_value(selector, theirs, tolerance):
    assert ours(selector) == pytest.approx(theirs(), rel=tolerance, abs=0)


def test_forty_values_or_more_are_computed_again_and_all_are_different():
    """Another number than ours is noticed: no two rows have the same value, up to the widest tolerance."""
    exact = {round(ours(selector), 9) for selector, _, tolerance in ROWS if tolerance <= STORED}
    assert len(exact) >= 50
