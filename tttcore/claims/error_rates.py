"""Error rates of each assertion: simulated studies and documents with known truth, judged by the rules of verdicts."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.claims.assertions import ASSERTIONS, REPORT, Terms
from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNLIKELY
from tttcore.claims.reports import PredictiveCheck
from tttcore.claims.selectors import ClaimValue
from tttcore.pipeline.rng import stream
from tttcore.stats import reports
from tttcore.stats.comparison import Sample
from tttcore.stats.intervals import (
    COVERAGE,
    mean_interval,
    percentile_interval,
    redrawn_counts,
    share_difference,
    share_interval,
)
from tttcore.stats.pairwise import ERROR_BY_RARE_RUNS, bootstrap_a12, welch_interval
from tttcore.stats.predictions import chances_of_counts, from_urn, place_of_number, place_of_outcome
from tttcore.stats.runtimes import spreads

Values = NDArray[np.float64]
Found = tuple[float, float, float]
"""Estimate, and the ends of its interval."""


@dataclass(frozen=True, eq=False)
class Lengths:
    """Distribution of run lengths, whole numbers in ascending order, and their probabilities."""

    values: Values
    chances: Values

    @classmethod
    def of(cls, weights: Mapping[int, float]) -> "Lengths":
        """Distribution with such weights."""
        chances = np.array([*weights.values()])
        return cls(np.array([*weights], float), chances / chances.sum())

    def draw(self, rng: np.random.Generator, runs: int) -> Values:
        """(runs,) independent lengths."""
        return rng.choice(self.values, runs, p=self.chances)

    @property
    def mean(self) -> float:
        """Mean length."""
        return float(self.values @ self.chances)

    def quantile(self, share: float) -> float:
        """Quantile: the least length that this proportion of the runs doesn't exceed."""
        return float(self.values[self.chances.cumsum().searchsorted(share)])


def _rarely_long() -> Lengths:
    """Poisson with mean 7, but four runs in a thousand far longer: like generations until a player that never loses."""
    weights = {length: math.exp(length * math.log(7) - 7 - math.lgamma(length + 1)) for length in range(1, 501)}
    far = {length: length**-2.1 for length in range(12, 501)}
    return Lengths.of({length: weights[length] + 0.004 * far.get(length, 0) / sum(far.values()) for length in weights})


RARE = "rare long runs"
LENGTHS = {
    "normal": Lengths.of({length: math.exp(-(((length - 100) / 15) ** 2) / 2) for length in range(40, 161)}),
    RARE: _rarely_long(),
    "three values": Lengths.of({6: 0.2, 7: 0.65, 8: 0.15}),
}
"""Distributions of run lengths."""
SHARES = {"share 1/2": 0.5, "share 1/20": 0.05, "share 1/100": 0.01}
"""True proportions of successes."""
RUNS, MANY_RUNS = (30, 1000, 10_000), (1000, 10_000)
"""Our runs in simulated studies, and where tables only rest on many."""
RESAMPLES = 250
"""Bootstrap resamples of a simulated study."""


def _mean(lengths: Lengths, runs: int, rng: np.random.Generator) -> Found:
    return _found(mean_interval("", lengths.draw(rng, runs)))


def _spread(quantity: str) -> Callable[[Lengths, int, np.random.Generator], Found]:
    def study(lengths: Lengths, runs: int, rng: np.random.Generator) -> Found:
        (row,) = spreads({"": Sample.of(lengths.draw(rng, runs))}).to_dict("records")
        return row[quantity], row[f"{quantity}_low"], row[f"{quantity}_high"]

    return study


def _quartile_range(lengths: Lengths) -> float:
    return lengths.quantile(0.75) - lengths.quantile(0.25)


def _two(lengths: Lengths, runs: int, rng: np.random.Generator) -> tuple[Sample, Sample]:
    return Sample.of(lengths.draw(rng, runs)), Sample.of(lengths.draw(rng, runs))


def _difference(lengths: Lengths, runs: int, rng: np.random.Generator) -> Found:
    one, other = _two(lengths, runs, rng)
    low, high = welch_interval(one, other, confidence=COVERAGE)
    return float(one.values.mean() - other.values.mean()), low, high


def _a12(lengths: Lengths, runs: int, rng: np.random.Generator) -> Found:
    redrawn = bootstrap_a12(*_two(lengths, runs, rng), resamples=RESAMPLES, rng=rng)
    low, high = percentile_interval(redrawn)
    return float(np.median(redrawn)), float(low), float(high)


def _ratio(lengths: Lengths, runs: int, rng: np.random.Generator) -> Found:
    """Ratio of what two of our players need, summed over the games of both."""
    sums = np.stack([lengths.draw(rng, runs), lengths.draw(rng, runs)], axis=1)
    above, below = (redrawn_counts(runs, RESAMPLES, rng) @ sums).T
    low, high = percentile_interval(above / below)
    return float(sums[:, 0].sum() / sums[:, 1].sum()), float(low), float(high)


_interval_of_share, _interval_of_difference = cache(share_interval), cache(share_difference)
"""Cached, since the same proportions occur in many studies."""


def _share(share: float, runs: int, rng: np.random.Generator) -> Found:
    return _found(_interval_of_share("", int(rng.binomial(runs, share)), runs))


def _newcombe(share: float, runs: int, rng: np.random.Generator) -> Found:
    one, other = rng.binomial(runs, share, 2).tolist()
    return _found(_interval_of_difference("", (one, runs), (other, runs)))


def _found(columns: Mapping[str, float]) -> Found:
    value, low, high = columns.values()
    return value, low, high


@dataclass(frozen=True)
class Estimate:
    """A value that tables estimate from runs.

    Attributes
    ----------
    study : its value and interval in a simulated study, from a distribution, the number of runs and a generator.
    truth : its true value for a distribution.
    distributions : by name.
    runs : numbers of runs.
    times : simulations of it for each of an estimate that takes long.
    rare : rate of error that is printed for distributions like `RARE`, where that of the assertion isn't true.
    """

    study: Callable[[Any, int, np.random.Generator], Found]
    truth: Callable[[Any], float]
    distributions: Mapping[str, Any]
    runs: tuple[int, ...] = RUNS
    times: int = 1
    rare: float = 0.0


ESTIMATES = {
    "mean (Student)": Estimate(_mean, lambda lengths: lengths.mean, LENGTHS, times=8, rare=ERROR_BY_RARE_RUNS),
    "difference of means (Welch)": Estimate(_difference, lambda _: 0.0, LENGTHS, times=2, rare=ERROR_BY_RARE_RUNS),
    "median (order statistics)": Estimate(_spread("median"), lambda lengths: lengths.quantile(0.5), LENGTHS, times=4),
    "quartile range (order statistics)": Estimate(_spread("iqr"), _quartile_range, LENGTHS, times=4),
    "ratio of sums (bootstrap)": Estimate(_ratio, lambda _: 1.0, LENGTHS, (1000,)),
    "A12 (bootstrap)": Estimate(_a12, lambda _: 0.5, LENGTHS, MANY_RUNS),
    "share (Clopper and Pearson)": Estimate(_share, lambda share: share, SHARES, times=8),
    "difference of shares (Newcombe)": Estimate(_newcombe, lambda _: 0.0, SHARES, times=8),
}
"""Estimates of tables, and how they get their intervals."""
ORDERED = ("mean (Student)", "quartile range (order statistics)")
"""Estimates by which tables put groups in order."""


@dataclass(frozen=True)
class Sizes:
    """Numbers of runs of a simulated study and of the document that it is compared with."""

    runs: int
    document: int


KNOWN = (Sizes(46, 90), Sizes(100, 5), Sizes(10_000, 30))
UNKNOWN = (Sizes(46, 2), Sizes(100, 5), Sizes(1000, 5))
"""Sizes of documents whose runs are known, and of documents that give only a report."""
REPLICATIONS = 199
"""Simulated replications of each: as many as estimate p-values below 5% exactly."""
GROUPS = ("a", "b", "c")
GENES = 4
"""Numbers per run in simulated documents that report the greatest."""


OF_KNOWN = {
    "mean": reports.pooled("mean", ["a"]),
    "standard deviation": reports.pooled("sd", ["a"]),
    "maximum": reports.pooled("maximum"),
    "three medians": reports.each("median"),
    "F": reports.statistic("anova"),
    "Bartlett's statistic": reports.statistic("bartlett"),
}
"""Reports of documents whose runs are known."""


def _reports_of_known(lengths: Lengths, size: Sizes, rng: np.random.Generator) -> Iterator[tuple[str, float]]:
    """Yield the p-value of each report of a document whose runs are known and like ours."""
    ours, own = ({group: Sample.of(lengths.draw(rng, runs)) for group in GROUPS} for runs in (size.runs, size.document))
    replications = reports.draw_documents(ours, own, documents=REPLICATIONS, rng=rng)
    real = {group: sample.values[None] for group, sample in own.items()}
    for name, report in OF_KNOWN.items():
        drawn_of, own_of = ({group: runs[group] for group in report.groups or GROUPS} for runs in (replications, real))
        reported = report.reported(own_of)
        yield name, report.place(report.reported(drawn_of), reported[0], reported)["chance"]


def _reports_of_unknown(lengths: Lengths, size: Sizes, rng: np.random.Generator) -> Iterator[tuple[str, float]]:
    """Yield the p-value of each report of a document whose runs are like ours and not known."""
    ours, own = (lengths.draw(rng, runs * GENES).reshape(runs, GENES) for runs in (size.runs, size.document))
    chosen = from_urn(size.runs, size.document, documents=REPLICATIONS, rng=rng)
    ends = lengths.values[[0, -1]]
    drawn = np.array([np.append(ours[:, 0], end)[chosen] for end in ends])
    yield "mean (runs unknown)", place_of_number(drawn.mean(axis=2), float(own[:, 0].mean()))["chance"]
    yield "maximum (runs unknown)", place_of_number(drawn.max(axis=2), float(own[:, 0].max()))["chance"]
    inside = chosen[(chosen < size.runs).all(axis=1)]
    texts, text = (genes.mean(axis=1).argmax(axis=1).astype(str) for genes in (ours[inside], own[None]))
    place = place_of_outcome(texts, str(text[0]), unseen=False, anything=1 - len(inside) / REPLICATIONS)
    yield "greatest of four (runs unknown)", place["chance"]
    bound = lengths.quantile(0.9)
    successes, observed = int((ours[:, 0] > bound).sum()), int((own[:, 0] > bound).sum())
    yield "successes", float(chances_of_counts(size.document, successes=successes, runs=size.runs)[observed])


def simulated_error_rates(seed: int, *, simulations: int = 80) -> pd.DataFrame:
    """Error rates of verdicts in simulated studies and documents.

    Of each estimate the true value lies at the `border` of what is asserted: the statement is only just true, and the
    rate is that of *differs*, or only just false, and it is that of *reproduced*; the greater of both, for statements
    of either direction. Half an interval `inside`, only *differs* is an error, as far `outside` only *reproduced*.
    Orders are of three groups that are alike, where either verdict errs; reports are of documents that are like our
    runs, where only *unlikely* errs.

    Parameters
    ----------
    seed : of the project.
    simulations : studies, or documents, of each kind; some times as many of estimates that are quick.

    Returns
    -------
    assertion, estimate, distribution : what is judged, and of what runs.
    runs, of : our runs, and for reports those of the document, else 0.
    truth : where the true value lies.
    printed : greatest rate that a row of a verdict prints.
    measured, simulations, error : measured rate, number of simulations, and the rate's standard error.

    Of *equals*, and of values inside or outside, only the worst distribution and number of runs has a row.
    """
    rows = [*_of_estimates(seed, simulations), *_of_orders(seed, simulations), *_of_reports(seed, simulations)]
    table = pd.DataFrame(rows, columns=[*COLUMNS][:-1])
    table["error"] = np.sqrt(table["measured"] * (1 - table["measured"]) / table["simulations"])
    whole = ((table["truth"] == BORDER) & (table["assertion"] != "equals")) | (table["assertion"] == REPORT)
    others = table[~whole].assign(beyond=table["measured"] - table["printed"]).sort_values("beyond", kind="stable")
    worst = others.groupby(["assertion", "estimate", "truth"], sort=False).tail(1).drop(columns="beyond")
    return pd.concat([table[whole], worst]).sort_index(ignore_index=True)


COLUMNS = {
    "assertion": "Assertion",
    "estimate": "Estimate",
    "distribution": "Distribution",
    "runs": "Our runs",
    "of": "The document's",
    "truth": "True value",
    "printed": "Printed false rejection rate",
    "measured": "Measured",
    "simulations": "Simulations",
    "error": "Standard error",
}
"""Columns of `simulated_error_rates`."""
INSIDE, BORDER, OUTSIDE = "inside", "border", "outside"
"""Regions in which a true value can lie."""


def _of_estimates(seed: int, simulations: int) -> Iterator[tuple[Any, ...]]:
    for name, estimate in ESTIMATES.items():
        for (kind, drawn), runs in product(estimate.distributions.items(), estimate.runs):
            rng, number = stream(seed, "error rates", name, kind, str(runs)), simulations * estimate.times
            studies = [ClaimValue(*estimate.study(drawn, runs, rng)) for _ in range(number)]
            for assertion, truth, cases in _cases(estimate.truth(drawn), studies):
                measured = max(_rate(assertion, target, studies, error) for target, error in cases)
                printed = max(estimate.rare if kind == RARE else 0.0, _printed(assertion))
                yield assertion, name, kind, runs, 0, truth, printed, measured, number


def _cases(truth: float, studies: list[ClaimValue]) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Yield targets beside a true value, with the outcome that is an error of each, by assertion and place of truth."""
    half = float(np.nanmedian([(found.high - found.low) / 2 for found in studies])) or 1.0
    just = 1e-9 * max(1.0, abs(truth))
    yield "range", INSIDE, [(f">= {truth - half!r}", DIFFERS), (f"<= {truth + half!r}", DIFFERS)]
    yield "range", OUTSIDE, [(f"> {truth + half!r}", REPRODUCED), (f"< {truth - half!r}", REPRODUCED)]
    true = [(f">= {truth!r}", DIFFERS), (f"<= {truth!r}", DIFFERS)]
    yield "range", BORDER, [*true, (f"> {truth!r}", REPRODUCED), (f"< {truth!r}", REPRODUCED)]
    narrow, wide = half / 4, 4 * half
    yield "equals", INSIDE, [(f"{truth!r} ± {narrow!r}", DIFFERS)]
    yield "equals", OUTSIDE, [(f"{truth + sign * (wide + half)!r} ± {wide!r}", REPRODUCED) for sign in (-1, 1)]
    true = [(f"{truth + sign * (narrow - just)!r} ± {narrow!r}", DIFFERS) for sign in (-1, 1)]
    yield "equals", BORDER, [
        *true, *((f"{truth + sign * (wide + just)!r} ± {wide!r}", REPRODUCED) for sign in (-1, 1))
    ]  # fmt: skip


def _of_orders(seed: int, simulations: int) -> Iterator[tuple[Any, ...]]:
    for name, kind, runs in product(ORDERED, LENGTHS, MANY_RUNS):
        estimate = ESTIMATES[name]
        rng = stream(seed, "error rates of orders", name, kind, str(runs))
        studies = [
            ClaimValue(math.nan, rows={group: estimate.study(LENGTHS[kind], runs, rng) for group in GROUPS})
            for _ in range(simulations)
        ]
        measured = max(_rate("order", "a < b < c", studies, error) for error in (DIFFERS, REPRODUCED))
        yield "order", name, kind, runs, 0, BORDER, _printed("order"), measured, simulations


def _of_reports(seed: int, simulations: int) -> Iterator[tuple[Any, ...]]:
    # The names of these functions are parts of names of random streams.
    for report_chances, sizes in ((_reports_of_known, KNOWN), (_reports_of_unknown, UNKNOWN)):
        for size in sizes:
            differ: dict[str, list[bool]] = {}
            for kind, lengths in LENGTHS.items():
                rng = stream(
                    seed, "error rates of reports", report_chances.__name__, kind, f"{size.document} of {size.runs}"
                )
                for name, chance in chain.from_iterable(report_chances(lengths, size, rng) for _ in range(simulations)):
                    differ.setdefault(name, []).append(PredictiveCheck(chance).judged(1) == UNLIKELY)
            for name, each in differ.items():
                measured = float(np.mean(each))
                yield REPORT, name, "all three", size.runs, size.document, INSIDE, _printed(REPORT), measured, len(each)


def _rate(assertion: str, target: str, studies: list[ClaimValue], error: str) -> float:
    """Proportion of studies with an outcome; one without an interval decides nothing."""
    judge, terms = ASSERTIONS[assertion].judge, Terms(target, chance=True)
    known = [found for found in studies if found.rows or not math.isnan(found.low)]
    return sum(judge is not None and judge(found, terms) == error for found in known) / len(studies)


def _printed(assertion: str) -> float:
    """Rate of error that verdicts print: half of it for ranges with one end."""
    return ASSERTIONS[assertion].false_rejection_rate / (2 if assertion == "range" else 1)
