"""Values of the project's tables, each computed again by a package that the code under test doesn't use for it."""

import math
from functools import cache

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from helpers.project import ROOT
from scipy import stats
from sklearn.metrics import roc_auc_score
from statsmodels.api import OLS, add_constant
from statsmodels.duration.survfunc import SurvfuncRight
from statsmodels.stats import oneway
from statsmodels.stats.contingency_tables import Table
from statsmodels.stats.multicomp import pairwise_tukeyhsd
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import FTestAnovaPower
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW, ttost_ind

from tttcore.claims.selectors import claim_value
from tttcore.stats.comparison import Sample, anova, effect_sizes, omnibus, summaries
from tttcore.stats.evidence import published_sample
from tttcore.stats.intervals import mean_interval, median_interval, share_difference
from tttcore.stats.pairwise import Margin, equivalence, pairwise
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

    margins = [Margin("two", 2.0, "generations")]
    intervals = {
        "median of umg": median_interval("value", U),
        "mean of log's best": mean_interval("value", LOG["best"]),
        "over eight, control less rmg": share_difference(
            "value", (int((C > 8).sum()), C.size), (int((R > 8).sum()), R.size)
        ),
    }
    return {
        "summaries": of_each(summaries),
        "anova": of_each(anova),
        "omnibus": of_each(omnibus),
        "effects": effect_sizes(TABLE6),
        "pairwise": of_each(lambda groups: pairwise(groups, resamples=RESAMPLES, rng=drawn(5))),
        "equivalence": equivalence(TABLE6, margins=margins),
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


def redrawn(statistic, *samples):
    """Percentile interval by SciPy's bootstrap."""
    made = stats.bootstrap(samples, statistic, method="percentile", n_resamples=RESAMPLES, rng=drawn(7))
    return made.confidence_interval


def longer(one, other, axis=-1):
    """A12 of samples along the last axis."""
    return (np.sign(one[..., :, None] - other[..., None, :]).mean(axis=(-2, -1)) + 1) / 2


def tukey(one, other):
    groups = np.repeat(["a", "b", "c"], 30)
    return pairwise_tukeyhsd(np.concatenate(EACH), groups).pvalues[{(0, 1): 0, (0, 2): 1, (1, 2): 2}[one, other]]


def welch(one, other):
    return CompareMeans(DescrStatsW(one), DescrStatsW(other))


def pooled_d(one, other):
    return welch(one, other).ttest_ind()[0] * math.sqrt(1 / one.size + 1 / other.size)


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


def alive(sample, generation):
    return curve(sample).surv_prob[np.searchsorted(curve(sample).surv_times, generation, side="right") - 1]


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


def share_of(successes, trials, method, end):
    return proportion_confint(successes, trials, method=method)[end]


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


POWER = FTestAnovaPower()
F = math.sqrt(stats.f_oneway(*EACH).statistic * 2 / 87)
ANOVA = oneway.anova_oneway(EACH, use_var="equal")
WELCH = oneway.anova_oneway(EACH, use_var="unequal")
LEVENE = oneway.test_scale_oneway(EACH, method="equal", center="median", transform="abs")
TOTAL = np.concatenate(EACH)
WITHIN = OLS(TOTAL, np.repeat(np.eye(3), 30, axis=0)).fit()
OPENED = "treatment=drawn; opening=all"
UNEQUAL = {"usevar": "unequal"}

ROWS = [
    # where ours is found; the other package's; relative tolerance, or absolute if it is marked so
    ("summaries.mean_low[set=table 6; group=control]", lambda: DescrStatsW(C).tconfint_mean()[0], EXACT),
    ("summaries.mean_high[set=table 6; group=control]", lambda: DescrStatsW(C).tconfint_mean()[1], EXACT),
    ("summaries.mean_low[set=table 6; group=umg]", lambda: DescrStatsW(U).tconfint_mean()[0], EXACT),
    ("summaries.sem[set=table 6; group=rmg]", lambda: stats.sem(R), EXACT),
    ("summaries.sd[set=table 6; group=umg]", lambda: DescrStatsW(U, ddof=1).std, EXACT),
    ("summaries.iqr[set=table 6; group=control]", lambda: stats.iqr(C), EXACT),
    ("summaries.mean[set=stopped; group=slow]", lambda: restricted_mean(SLOW), EXACT),
    ("intervals.value_low[name=median of umg]", lambda: quantile(U).low, EXACT),
    ("intervals.value_high[name=median of umg]", lambda: quantile(U).high, EXACT),
    ("intervals.value_low[name=mean of log's best]", lambda: DescrStatsW(LOG["best"]).tconfint_mean()[0], EXACT),
    ("anova.sum_of_squares[set=table 6; source=residuals]", lambda: WITHIN.ssr, EXACT),
    ("anova.sum_of_squares[set=table 6; source=treatments]", lambda: WITHIN.centered_tss - WITHIN.ssr, EXACT),
    ("anova.mean_square[set=table 6; source=residuals]", lambda: WITHIN.mse_resid, EXACT),
    ("anova.F[set=table 6; source=treatments]", lambda: ANOVA.statistic, EXACT),
    ("anova.p[set=table 6; source=treatments]", lambda: ANOVA.pvalue, EXACT),
    ("effects.value[effect=eta_squared]", lambda: WITHIN.rsquared, EXACT),
    (
        "effects.value[effect=omega_squared]",
        lambda: (ANOVA.statistic - 1) * 2 / ((ANOVA.statistic - 1) * 2 + 90),
        EXACT,
    ),
    ("effects.value[effect=cohen_f]", lambda: F, EXACT),
    ("omnibus.statistic[set=table 6; test=brown_forsythe]", lambda: LEVENE.statistic, EXACT),
    ("omnibus.p[set=table 6; test=brown_forsythe]", lambda: LEVENE.pvalue, EXACT),
    ("omnibus.statistic[set=table 6; test=welch_anova]", lambda: WELCH.statistic, EXACT),
    ("omnibus.df2[set=table 6; test=welch_anova]", lambda: WELCH.df_denom, EXACT),
    ("omnibus.p[set=table 6; test=welch_anova]", lambda: WELCH.pvalue, EXACT),
    ("omnibus.statistic[set=table 6; test=kruskal_wallis]", lambda: kruskal("H"), EXACT),
    ("omnibus.p[set=table 6; test=kruskal_wallis]", lambda: kruskal("p_unc"), EXACT),
    ("omnibus.statistic[set=table 6; test=anova]", lambda: stats.f_oneway(*EACH).statistic, EXACT),
    ("omnibus.df1[set=table 6; test=welch_anova]", lambda: WELCH.df_num, EXACT),
    ("omnibus.statistic[set=table 6; test=logrank]", lambda: logrank("table 6")[0], EXACT),
    ("omnibus.p[set=table 6; test=logrank]", lambda: logrank("table 6")[1], EXACT),
    ("omnibus.statistic[set=stopped; test=logrank]", lambda: logrank("stopped")[0], EXACT),
    ("pairwise.difference_low[set=table 6; a=control; b=umg]", lambda: welch(C, U).tconfint_diff(**UNEQUAL)[0], EXACT),
    ("pairwise.difference_high[set=table 6; a=rmg; b=umg]", lambda: welch(R, U).tconfint_diff(**UNEQUAL)[1], EXACT),
    ("pairwise.difference_low[set=stopped; a=quick; b=slow]", lambda: stopped_difference(0), EXACT),
    ("pairwise.tukey_p[set=table 6; a=control; b=rmg]", lambda: tukey(0, 1), STORED),
    ("pairwise.tukey_p[set=table 6; a=control; b=umg]", lambda: tukey(0, 2), STORED),
    ("pairwise.tukey_p[set=table 6; a=rmg; b=umg]", lambda: tukey(1, 2), STORED),
    ("pairwise.games_howell_p[set=table 6; a=control; b=rmg]", lambda: games_howell()[0, 1], STORED),
    ("pairwise.games_howell_p[set=table 6; a=rmg; b=umg]", lambda: games_howell()[1, 2], STORED),
    ("pairwise.logrank_p[set=stopped; a=quick; b=slow]", lambda: logrank("stopped")[1], STORED),
    ("pairwise.mann_whitney_p[set=table 6; a=control; b=umg]", lambda: pg.mwu(C, U)["p_val"].iloc[0], EXACT),
    ("pairwise.mann_whitney_p_holm[set=table 6; a=rmg; b=umg]", lambda: holm("mann_whitney_p", 2), EXACT),
    ("pairwise.logrank_p_holm[set=table 6; a=control; b=rmg]", lambda: holm("logrank_p", 0), EXACT),
    ("pairwise.cohen_d[set=table 6; a=control; b=umg]", lambda: pooled_d(C, U), EXACT),
    ("pairwise.a12[set=table 6; a=control; b=umg]", lambda: roc_auc_score(np.repeat([1, 0], 30), [*C, *U]), EXACT),
    ("equivalence.tost_p[a=control; b=umg]", lambda: ttost_ind(C, U, -2, 2, usevar="unequal")[0], EXACT),
    ("equivalence.tost_p[a=rmg; b=umg]", lambda: ttost_ind(R, U, -2, 2, usevar="unequal")[0], EXACT),
    (
        "equivalence.difference_high[a=control; b=rmg]",
        lambda: welch(C, R).tconfint_diff(alpha=0.1, **UNEQUAL)[1],
        EXACT,
    ),
    ("survival.survival[group=quick; generation=7]", lambda: alive(QUICK, 7), EXACT),
    ("survival.survival[group=slow; generation=21]", lambda: alive(SLOW, 21), EXACT),
    ("survival.low[group=slow; generation=21]", lambda: band(SLOW, 21, -1), EXACT),
    ("survival.high[group=slow; generation=21]", lambda: band(SLOW, 21, 1), EXACT),
    ("ecdf.fraction_low[group=quick; generation=7]", lambda: share_of((QUICK.values <= 7).sum(), 60, "beta", 0), EXACT),
    ("ecdf.fraction_high[group=slow; generation=30]", lambda: share_of((~SLOW.censored).sum(), 60, "beta", 1), EXACT),
    ("exceedances.share_low[group=umg]", lambda: share_of((U > 10).sum(), 30, "beta", 0), EXACT),
    ("exceedances.share_high[group=rmg]", lambda: share_of((R > 10).sum(), 30, "beta", 1), EXACT),
    ("intervals.value_low[name=over eight, control less rmg]", lambda: newcombe(0), EXACT),
    ("intervals.value_high[name=over eight, control less rmg]", lambda: newcombe(1), EXACT),
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
    ("spreads.median_low[group=umg]", lambda: quantile_ends(U, 0.5, 0.95).low, EXACT),
    ("spreads.iqr_low[group=umg]", lambda: quartile(U, 0.75).low - quartile(U, 0.25).high, EXACT),
    ("spreads.iqr_high[group=control]", lambda: quartile(C, 0.75).high - quartile(C, 0.25).low, EXACT),
    ("counts.chance[count=12]", lambda: no_likelier(12), EXACT),
    # bootstrap intervals: each side has an error of resampling, of some 1% of the width of the interval
    ("pairwise.a12_low[set=table 6; a=control; b=umg]", lambda: redrawn(longer, C, U).low, 0.02),
    ("pairwise.a12_high[set=table 6; a=control; b=umg]", lambda: redrawn(longer, C, U).high, 0.02),
]


def kruskal(column):
    table = pd.DataFrame({"value": TOTAL, "group": np.repeat(["a", "b", "c"], 30)})
    return pg.kruskal(table, dv="value", between="group")[column].iloc[0]


def restricted_mean(sample):
    """Area below the curve of survival up to the cap."""
    of = curve(sample)
    return np.diff([0, *of.surv_times, CAP]) @ [1, *of.surv_prob]


def quantile(values):
    """Distribution-free interval of the median."""
    return stats.quantile_test(values, q=np.median(values), p=0.5).confidence_interval(0.95)


def stopped_difference(end):
    return welch(QUICK.values, SLOW.values).tconfint_diff(**UNEQUAL)[end]


def games_howell():
    return stats.tukey_hsd(*EACH, equal_var=False).pvalue


def newcombe(end):
    return confint_proportions_2indep((C > 8).sum(), 30, (R > 8).sum(), 30, method="newcomb")[end]


def quantile_ends(values, share, level):
    """Order statistics around a quantile by SciPy's test of it."""
    return stats.quantile_test(values, p=share).confidence_interval(level)


def quartile(values, share):
    return quantile_ends(values, share, 0.975)


@pytest.mark.parametrize(("selector", "theirs", "tolerance"), ROWS, ids=[selector for selector, *_ in ROWS])
def test_another_package_comes_to_the_same_value(selector, theirs, tolerance):
    assert ours(selector) == pytest.approx(theirs(), rel=tolerance, abs=0)


def test_forty_values_or_more_are_computed_again_and_all_are_different():
    """Another number than ours is noticed: no two rows have the same value, up to the widest tolerance."""
    exact = {round(ours(selector), 9) for selector, _, tolerance in ROWS if tolerance <= STORED}
    assert len(exact) >= 60
