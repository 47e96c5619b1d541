"""Compare all groups at once: summaries, analysis of variance, omnibus tests, effect sizes."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy
from numpy.typing import ArrayLike, NDArray

from tttcore.stats.columns import OneOf, hidden, with_interval
from tttcore.stats.hypothesis_tests import holm, or_nan


@dataclass(frozen=True, eq=False)
class Sample:
    """Run lengths of one group, right-censored at the cap.

    Attributes
    ----------
    values : (n,) generations until success; for a run without success, the generation at which it was stopped.
    censored : (n,) True for a run that was stopped at the cap without success.

    Raises
    ------
    ValueError
        If there are no runs, the arrays differ in shape or a value is not finite.

    Examples
    --------
    >>> from tttcore.stats import Sample
    >>> Sample.of([12, 40, 50], censored=[False, False, True]).ranked.tolist()
    [12.0, 40.0, 51.0]
    """

    values: NDArray[np.float64]
    censored: NDArray[np.bool_]

    def __post_init__(self) -> None:
        if self.values.ndim != 1 or self.values.size == 0:
            raise ValueError(f"a sample needs one row of at least one value, not shape {self.values.shape}")
        if self.censored.shape != self.values.shape:
            raise ValueError(f"{self.values.size} values but {self.censored.size} marks of censoring")
        if not np.isfinite(self.values).all():
            raise ValueError("a sample holds a value that is not finite")

    @classmethod
    def of(cls, values: ArrayLike, censored: ArrayLike | None = None) -> "Sample":
        """Sample from any sequence of numbers; without `censored` no run counts as censored."""
        numbers = np.asarray(values, float)
        return cls(numbers, np.zeros(numbers.shape, bool) if censored is None else np.asarray(censored, bool))

    @property
    def ranked(self) -> NDArray[np.float64]:
        """(n,) values for rank tests: a run stopped at the cap ranks after one that succeeded there."""
        return self.values + self.censored


MOST_CENSORED = 0.05
"""Largest proportion of a group's runs without success with which their variance means something; beyond it analyses of
variance and what follows from them are NaN, and log-rank tests, ranks and restricted means take their place."""

Groups = Mapping[str, Sample]
"""Samples by label, in the order of display."""


def long_table(groups: Groups) -> pd.DataFrame:
    """One row per run: `group` (its number, so that libraries that sort keep the order of display) and `value`."""
    sizes = [sample.values.size for sample in groups.values()]
    values = [sample.values for sample in groups.values()]
    return pd.DataFrame({"group": np.repeat(np.arange(len(sizes)), sizes), "value": np.concatenate(values)})


def mostly_censored(samples: Iterable[Sample]) -> bool:
    """True if more than `MOST_CENSORED` of the runs of one of the samples are censored."""
    return any(sample.censored.mean() > MOST_CENSORED for sample in samples)


SUMMARIES = {
    "set": "Set",
    "group": "Group",
    "n": "Runs",
    "censored": "Censored",
    **with_interval("mean", "Mean"),
    "sd": "SD",
    "median": "Median",
    "iqr": "IQR",
    "minimum": "Min",
    "maximum": "Max",
    **hidden("sem", "q1", "q3", "notch_low", "notch_high"),
}
"""Columns of `summaries`."""


def summaries(groups: Groups) -> pd.DataFrame:
    """Mean, standard deviation, quartiles and their intervals, one row per group.

    Censored runs count with the generation at which they were stopped, so means are then lower bounds.
    `mean_low` and `mean_high` bound the 95% t interval. Quartiles interpolate linearly (numpy's default, R's
    type 7). Notches are ``median -/+ 1.58 IQR / sqrt(n)`` (McGill, Tukey and Larsen 1978); R's `boxplot` takes
    hinges for the quartiles there, which can differ slightly. NaN where one run is too few.

    Examples
    --------
    >>> from tttcore.stats import Sample, summaries
    >>> summaries({"control": Sample.of([12, 15, 9, 20, 14])})[["group", "n", "mean", "median"]]
         group  n  mean  median
    0  control  5  14.0    14.0
    """
    return pd.DataFrame([{"group": group, **_summary(sample)} for group, sample in groups.items()])


def _summary(sample: Sample) -> dict[str, float]:
    values = sample.values
    n = values.size
    (sd,) = or_nan(lambda: (values.std(ddof=1),), count=1)
    sem = sd / np.sqrt(n)
    mean = values.mean()
    reach = sem * scipy.stats.t.ppf(0.975, n - 1)
    q1, median, q3 = np.quantile(values, (0.25, 0.5, 0.75))
    notch = 1.58 * (q3 - q1) / np.sqrt(n)
    return {
        "n": n,
        "censored": int(sample.censored.sum()),
        "mean": mean,
        "sd": sd,
        "sem": sem,
        "mean_low": mean - reach,
        "mean_high": mean + reach,
        "minimum": values.min(),
        "q1": q1,
        "median": median,
        "q3": q3,
        "maximum": values.max(),
        "iqr": q3 - q1,
        "notch_low": median - notch,
        "notch_high": median + notch,
    }


ANOVA = {
    "set": "Set",
    "source": OneOf("Source", ("treatments", "residuals")),
    "df": "df",
    "sum_of_squares": "Sum of squares",
    "mean_square": "Mean square",
    "F": "F",
    "p": "p",
    "eta_squared": "η²",
}
"""Columns of `anova`."""


def anova(groups: Groups) -> pd.DataFrame:
    """One-way analysis of variance: a row for the treatments and one for the residuals.

    ``F = MS_treatments / MS_residuals``, ``eta_squared = SS_treatments / SS_total``; assumes independent runs,
    normal residuals and equal variances. Computed by `pingouin.anova`; where F is undefined (one group, one run
    each, nothing varies within the groups, or one is `mostly_censored`) all but the degrees of freedom are NaN.

    Examples
    --------
    >>> from tttcore.stats import Sample, anova
    >>> groups = {"control": Sample.of([12, 15, 9, 20, 14]), "umg": Sample.of([22, 25, 19, 30, 24])}
    >>> anova(groups)[["source", "df", "F", "p"]].round(3)
           source  df       F      p
    0  treatments   1  15.152  0.005
    1   residuals   8     NaN    NaN
    """
    between, within = _degrees(groups)

    def compute() -> list[float]:
        import pingouin as pg

        if mostly_censored(groups.values()):
            raise ValueError("variances of censored runs mean nothing")
        rows = pg.anova(long_table(groups), dv="value", between="group", detailed=True, effsize="n2")
        if "F" not in rows:  # pingouin leaves out a column of nothing but NaN
            raise ValueError("F is undefined")
        return [*rows["SS"], *rows["MS"], *rows.loc[0, ["F", "p_unc", "n2"]]]

    ss_between, ss_within, ms_between, ms_within, f, p, eta_squared = or_nan(compute, count=7)
    return pd.DataFrame(
        {
            "source": ["treatments", "residuals"],
            "df": [between, within],
            "sum_of_squares": [ss_between, ss_within],
            "mean_square": [ms_between, ms_within],
            "F": [f, np.nan],
            "p": [p, np.nan],
            "eta_squared": [eta_squared, np.nan],
        }
    )


OMNIBUS = {
    "set": "Set",
    "test": OneOf(
        "Test", ("bartlett", "brown_forsythe", "fligner", "anova", "welch_anova", "kruskal_wallis", "logrank")
    ),
    "question": "Question",
    "statistic": "Statistic",
    "df1": "df",
    "df2": "df",
    "p": "p",
    "p_holm": "p, Holm",
}
"""Columns of `omnibus`."""


def omnibus(groups: Groups) -> pd.DataFrame:
    """Omnibus tests of a difference among the groups, one row per test.

    `question` names what is equal under the null hypothesis:

    - equal variances: Bartlett (assumes normal values), Brown-Forsythe (Levene about medians), Fligner-Killeen;
    - equal means: analysis of variance (assumes equal variances), Welch's analysis of variance (does not);
    - equal distributions: Kruskal-Wallis, tie-corrected, a censored run ranking just after its cap;
    - equal survival: log-rank, which takes a censored run as still unsolved when it was stopped.

    `df2` is NaN for statistics that follow chi-squared under the null hypothesis. `p_holm` corrects two families, the
    tests of variances and the others. A test that is undefined for the groups gives NaN; so do those of variances and
    means if one group is `mostly_censored`.

    Examples
    --------
    >>> from tttcore.stats import Sample, omnibus
    >>> groups = {"control": Sample.of([12, 15, 9, 20, 14]), "umg": Sample.of([22, 25, 19, 30, 24])}
    >>> omnibus(groups)[["test", "question", "p_holm"]].round(3)
                 test             question  p_holm
    0        bartlett      equal variances   1.000
    1  brown_forsythe      equal variances   1.000
    2         fligner      equal variances   1.000
    3           anova          equal means   0.018
    4     welch_anova          equal means   0.018
    5  kruskal_wallis  equal distributions   0.018
    6         logrank       equal survival   0.018
    """
    censored = mostly_censored(groups.values())
    values = [sample.values for sample in groups.values()]
    between, within = _degrees(groups)
    chi_squared, f = (between, np.nan), (between, within)
    *welch, welch_df1, welch_df2 = or_nan(lambda: _welch_anova(groups), count=4) if not censored else (np.nan,) * 4
    table = pd.DataFrame(
        [
            _test("bartlett", "equal variances", chi_squared, lambda: scipy.stats.bartlett(*values)),
            _test("brown_forsythe", "equal variances", f, lambda: scipy.stats.levene(*values, center="median")),
            _test("fligner", "equal variances", chi_squared, lambda: scipy.stats.fligner(*values, center="median")),
            _test("anova", "equal means", f, lambda: anova(groups)[["F", "p"]].iloc[0]),
            _test("welch_anova", "equal means", (welch_df1, welch_df2), lambda: welch),
            _test("kruskal_wallis", "equal distributions", chi_squared, lambda: _kruskal(groups)),
            _test("logrank", "equal survival", chi_squared, lambda: logrank(groups.values())),
        ]
    )
    about_variances = table["question"] == "equal variances"
    if censored:
        table.loc[about_variances, ["statistic", "p"]] = np.nan
    for family in (about_variances, ~about_variances):
        table.loc[family, "p_holm"] = holm(table.loc[family, "p"])
    return table


EFFECT_SIZES = {
    "set": "Set",
    "effect": OneOf("Effect", ("eta_squared", "omega_squared", "cohen_f")),
    "value": "Value",
}
"""Columns of `effect_sizes`."""


def effect_sizes(groups: Groups) -> pd.DataFrame:
    """Proportion of the variance that the groups explain, one row per effect size.

    ``eta_squared = SS_treatments / SS_total``;
    ``omega_squared = (SS_treatments - df_treatments MS_residuals) / (SS_total + MS_residuals)``, nearly unbiased
    and so below zero when F < 1; Cohen's ``f = sqrt(eta_squared / (1 - eta_squared))``. NaN where F is undefined.
    """
    table = anova(groups)
    between, within = table["sum_of_squares"]
    noise = table["mean_square"][1]
    eta_squared = table["eta_squared"][0]
    effects = {
        "eta_squared": eta_squared,
        "omega_squared": (between - table["df"][0] * noise) / (between + within + noise),
        "cohen_f": cohen_f(eta_squared),
    }
    return pd.DataFrame({"effect": list(effects), "value": list(effects.values())})


def cohen_f(eta_squared: float) -> float:
    """Cohen's f of groups that explain a proportion of the variance."""
    return float(np.sqrt(eta_squared / (1 - eta_squared)))


def _degrees(groups: Groups) -> tuple[int, int]:
    """Degrees of freedom between and within the groups."""
    return len(groups) - 1, sum(sample.values.size for sample in groups.values()) - len(groups)


def _test(
    name: str, question: str, df: tuple[float, float], compute: Callable[[], Iterable[float]]
) -> dict[str, str | float]:
    comparable = df[0] >= 1  # not with one group only
    statistic, p = or_nan(compute, count=2) if comparable else (np.nan, np.nan)
    return {"test": name, "question": question, "statistic": statistic, "df1": df[0], "df2": df[1], "p": p}


def _welch_anova(groups: Groups) -> Iterable[float]:
    import pingouin as pg

    return pg.welch_anova(long_table(groups), dv="value", between="group").loc[0, ["F", "p_unc", "ddof1", "ddof2"]]


def _kruskal(groups: Groups) -> Iterable[float]:
    return scipy.stats.kruskal(*(sample.ranked for sample in groups.values()))


def logrank(samples: Collection[Sample]) -> tuple[float, float]:
    """Statistic and p-value of the log-rank test that several samples have equal survival.

    A sample of which no run lasts until the first success of any adds nothing but a degree of freedom. The statistic is
    0 and the p-value 1 if no run ended while runs of another sample went on.
    """
    from statsmodels.duration.survfunc import survdiff

    first = min(sample.values[~sample.censored].min(initial=np.inf) for sample in samples)
    lasting = [sample for sample in samples if sample.values.max() >= first]
    statistic = 0.0
    if len(lasting) > 1:
        values = np.concatenate([sample.values for sample in lasting])
        ended = np.concatenate([~sample.censored for sample in lasting])
        group = np.repeat(np.arange(len(lasting)), [sample.values.size for sample in lasting])
        with suppress(np.linalg.LinAlgError):  # no run ended while those of another sample went on
            statistic, _ = survdiff(values, ended, group)
    return statistic, scipy.stats.chi2.sf(statistic, len(samples) - 1)  # that of survdiff is 0 below 1e-16
