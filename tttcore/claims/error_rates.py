"""Error rates of each assertion: simulated studies and documents with known truth, judged by the rules of verdicts."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.claims.assertions import ASSERTIONS, REPORT, Terms
from tttcore.claims.corrections import pairs_that_err, rate_of_error, rate_of_rule, widened
from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNLIKELY
from tttcore.claims.reports import PredictiveCheck
from tttcore.claims.selectors import ClaimValue
from tttcore.pipeline.code_digests import code_digest
from tttcore.pipeline.rng import stream
from tttcore.stats import reports
from tttcore.stats.comparison import Sample
from tttcore.stats.intervals import (
    COVERAGE,
    bootstrap_interval,
    error_of_means,
    mean_interval,
    median_difference,
    median_interval,
    redrawn_counts,
    share_difference,
    share_interval,
)
from tttcore.stats.pairwise import welch_interval
from tttcore.stats.predictions import chances_of_counts, from_urn, place_of_number, place_of_outcome, place_of_run
from tttcore.stats.runtimes import spreads

Values = NDArray[np.float64]
STORED = Path(__file__).parent / "assets" / "error_rates.csv"
"""Table that `make error-rates` renews; its JSON file has the seed, the number of simulations and the rules' digest."""


@dataclass(frozen=True, eq=False)
class Lengths:
    """Distribution of run lengths, whole numbers in ascending order, and their probabilities.

    Attributes
    ----------
    far : probability of runs that are far from all others.
    """

    values: Values
    chances: Values
    far: float = 1.0

    @classmethod
    def of(cls, weights: Mapping[int, float], far: float = 1.0) -> "Lengths":
        """Distribution with such weights."""
        chances = np.array([*weights.values()])
        return cls(np.array([*weights], float), chances / chances.sum(), far)

    def draw(self, rng: np.random.Generator, runs: int) -> Values:
        """(runs,) independent lengths."""
        return self.values[self.chances.cumsum()[:-1].searchsorted(rng.random(runs), side="right")]

    @property
    def mean(self) -> float:
        """Mean length."""
        return float(self.values @ self.chances)

    def quantile(self, share: float) -> float:
        """Quantile: the least length that this proportion of the runs doesn't exceed."""
        return float(self.values[self.chances.cumsum().searchsorted(share - 1e-12)])


def _poisson(mean: float) -> dict[int, float]:
    return {length: math.exp(length * math.log(mean) - mean - math.lgamma(length + 1)) for length in range(1, 501)}


def _rarely_long() -> Lengths:
    """Poisson with mean 7, but four runs in a thousand far longer: like generations until a player that never loses."""
    weights = _poisson(7)
    far = {length: length**-2.1 for length in range(12, 501)}
    total = sum(far.values())
    return Lengths.of({length: weights[length] + 0.004 * far.get(length, 0) / total for length in weights}, far=0.004)


LENGTHS = {
    "normal": Lengths.of({length: math.exp(-(((length - 100) / 15) ** 2) / 2) for length in range(40, 161)}),
    "skewed": Lengths.of({length: math.exp(-length / 50) for length in range(1, 501)}),
    "rare long runs": _rarely_long(),
    "one run in 1,000 takes 500": Lengths.of(_poisson(7) | {500: 0.001}, far=0.001),
    "three values": Lengths.of({6: 0.2, 7: 0.65, 8: 0.15}),
    "two values, as often": Lengths.of({7: 0.5, 8: 0.5}),
}
"""Distributions of run lengths."""
SESSIONS = {
    "normal": LENGTHS["normal"],
    "skewed": LENGTHS["skewed"],
    "one session in ten is far": Lengths.of(
        {length: math.exp(-(((length - 100) / 15) ** 2) / 2) for length in range(40, 161)} | {250: 4.18}
    ),
}
"""Distributions of the values of few sessions; the far ones differ by ten standard deviations."""
SHARES = {"share 1/2": 0.5, "share 1/20": 0.05, "share 1/100": 0.01}
"""True proportions of successes."""
RUNS, MANY_RUNS, FEW_RUNS = (100, 1000, 10_000), (1000, 10_000), (6, 10, 40)
"""Our runs in simulated studies, where tables only rest on many, and where on few sessions."""
RESAMPLES = 250
"""Bootstrap resamples of a simulated study."""


def _mean(lengths: Lengths, runs: int, rng: np.random.Generator) -> ClaimValue:
    return _found(mean_interval("", lengths.draw(rng, runs), tells_error=True))


def _spread(quantity: str) -> Callable[[Lengths, int, np.random.Generator], ClaimValue]:
    def study(lengths: Lengths, runs: int, rng: np.random.Generator) -> ClaimValue:
        (row,) = spreads({"": Sample.of(lengths.draw(rng, runs))}).to_dict("records")
        return ClaimValue(row[quantity], row[f"{quantity}_low"], row[f"{quantity}_high"], fixed=True)

    return study


def _quartile_range(lengths: Lengths) -> float:
    return lengths.quantile(0.75) - lengths.quantile(0.25)


def _two(lengths: Lengths, runs: int, rng: np.random.Generator) -> tuple[Sample, Sample]:
    return Sample.of(lengths.draw(rng, runs)), Sample.of(lengths.draw(rng, runs))


def _difference(lengths: Lengths, runs: int, rng: np.random.Generator) -> ClaimValue:
    one, other = _two(lengths, runs, rng)
    low, high = welch_interval(one, other, confidence=COVERAGE)
    errors = error_of_means("", one.values, other.values)
    return _found({"": float(one.values.mean() - other.values.mean()), "_low": low, "_high": high} | errors)


def _of_sessions(lengths: Lengths, runs: int, rng: np.random.Generator) -> ClaimValue:
    return _found(median_interval("", lengths.draw(rng, runs), tells_fixed=True))


def _difference_of_sessions(lengths: Lengths, runs: int, rng: np.random.Generator) -> ClaimValue:
    return _found(median_difference("", lengths.draw(rng, runs), lengths.draw(rng, runs), tells_fixed=True))


def _ratio(lengths: Lengths, runs: int, rng: np.random.Generator) -> ClaimValue:
    """Ratio of what two of our players need, summed over the games of both."""
    sums = np.stack([lengths.draw(rng, runs), lengths.draw(rng, runs)], axis=1)
    above, below = (redrawn_counts(runs, RESAMPLES, rng) @ sums).T
    value = float(sums[:, 0].sum() / sums[:, 1].sum())
    return _found(bootstrap_interval("", value, above / below, observations=runs))


_interval_of_share, _interval_of_difference = cache(share_interval), cache(share_difference)
"""Cached, since the same proportions occur in many studies."""


def _share(share: float, runs: int, rng: np.random.Generator) -> ClaimValue:
    return _found(_interval_of_share("", int(rng.binomial(runs, share)), runs, tells_trials=True))


def _newcombe(share: float, runs: int, rng: np.random.Generator) -> ClaimValue:
    one, other = rng.binomial(runs, share, 2).tolist()
    return _found(_interval_of_difference("", (one, runs), (other, runs)))


def _found(columns: Mapping[str, Any]) -> ClaimValue:
    """Value of columns whose names begin with an underscore, the first of them without a name."""
    value, *_ = columns.values()
    return ClaimValue(value, **{name.removeprefix("_"): columns[name] for name in [*columns][1:]})


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
    """

    study: Callable[[Any, int, np.random.Generator], ClaimValue]
    truth: Callable[[Any], float]
    distributions: Mapping[str, Any]
    runs: tuple[int, ...] = RUNS
    times: int = 8


MEAN, SHARE = "mean (Student)", "share (Clopper and Pearson)"
MEDIAN, SPREAD = "median (order statistics)", "quartile range (order statistics)"
ESTIMATES = {
    MEAN: Estimate(_mean, lambda lengths: lengths.mean, LENGTHS),
    "difference of means (Welch)": Estimate(_difference, lambda _: 0.0, LENGTHS),
    MEDIAN: Estimate(_spread("median"), lambda lengths: lengths.quantile(0.5), LENGTHS),
    SPREAD: Estimate(_spread("iqr"), _quartile_range, LENGTHS),
    "median of few sessions": Estimate(_of_sessions, lambda lengths: lengths.quantile(0.5), SESSIONS, FEW_RUNS),
    "difference of two medians": Estimate(_difference_of_sessions, lambda _: 0.0, SESSIONS, (7, 10, 40)),
    "ratio of sums (bootstrap)": Estimate(_ratio, lambda _: 1.0, LENGTHS, (1000,), times=2),
    SHARE: Estimate(_share, lambda share: share, SHARES),
    "difference of shares (Newcombe)": Estimate(_newcombe, lambda _: 0.0, SHARES),
}
"""Estimates of tables, and how they get their intervals."""
ORDERED, IN_PARTS = (MEAN, SPREAD), (MEAN, MEDIAN, SHARE)
"""Estimates by which tables put groups in order, and of which simulated sentences have several."""
PARTS = 6
"""Parts of a simulated sentence."""


@dataclass(frozen=True)
class Sizes:
    """Numbers of runs of a simulated study and of the document that it is compared with."""

    runs: int
    document: int


KNOWN = (Sizes(46, 90), Sizes(100, 5), Sizes(10_000, 30))
UNKNOWN = (Sizes(46, 2), Sizes(100, 5), Sizes(1000, 5))
"""Sizes of documents whose runs are known, and of documents that give only a report."""
SINGLE = (Sizes(20, 1), Sizes(40, 1))
"""Sizes of documents of a single session."""
REPLICATIONS = 199
"""Simulated replications of each: as many as estimate p-values below 5% exactly."""
GROUPS = tuple("abcdefg")
ORDERS = {3: "a < b < c", 7: "a < ..."}
"""Simulated orders, by their number of groups."""
GENES = 7
"""Numbers per run in simulated documents that report the greatest of the first four, or which are large."""


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
    texts, text = (genes[..., :4].mean(axis=1).argmax(axis=1).astype(str) for genes in (ours[inside], own[None]))
    place = place_of_outcome(texts, str(text[0]), unseen=False, anything=1 - len(inside) / REPLICATIONS)
    yield "greatest of four (runs unknown)", place["chance"]
    texts, text = (_flags(genes.mean(axis=1) > lengths.mean) for genes in (ours[inside], own[None]))
    place = place_of_outcome(texts, str(text[0]), unseen=True, anything=1 - len(inside) / REPLICATIONS)
    yield "which of seven are large (runs unknown)", place["chance"]
    bound = lengths.quantile(0.9)
    successes, observed = int((ours[:, 0] > bound).sum()), int((own[:, 0] > bound).sum())
    yield "successes", float(chances_of_counts(size.document, successes=successes, runs=size.runs)[observed])


def _flags(large: NDArray[np.bool_]) -> NDArray[np.str_]:
    """(n,) texts of (n, GENES) marks."""
    return np.array(["".join(map(str, row)) for row in large.astype(int)])


def _reports_of_single(lengths: Lengths, size: Sizes, rng: np.random.Generator) -> Iterator[tuple[str, float]]:
    """Yield the p-value of a report of a document with a single session."""
    ours, own = lengths.draw(rng, size.runs), float(lengths.draw(rng, size.document)[0])
    yield "value of one session", place_of_run(ours, low=own, high=own)["chance"]


def simulated_error_rates(seed: int, *, simulations: int) -> pd.DataFrame:
    """Error rates of verdicts in simulated studies and documents.

    Of each estimate the true value lies at the `border` of what is asserted: the statement is only just true, and the
    rate is that of *differs*, or only just false, and it is that of *reproduced*; the greater of both, for statements
    of either direction. Half an interval `inside`, only *differs* is an error, as far `outside` only *reproduced*.
    Sentences of `PARTS` parts, all only just true, err if one differs. Orders are of groups that are alike, where
    either verdict errs; reports are of documents that are like our runs, where only *unlikely* errs.

    Parameters
    ----------
    seed : of the project.
    simulations : studies, or documents, of each kind; some times as many of estimates that are quick.

    Returns
    -------
    assertion, estimate, distribution : what is judged, and of what runs.
    runs, of : our runs, and for reports those of the document, else 0.
    truth : where the true value lies.
    printed : rate that rows of verdicts print, on average; NaN where they say that it can be higher, since our runs
        may not show the ones that are far from the others.
    measured, simulations, error : measured rate, number of simulations, and the rate's standard error.
    rates : number of rates of which the measured one is the greatest.

    Of *equals*, and of values inside or outside, only the worst distribution and number of runs has a row.
    """
    makers = (_of_estimates, _of_sentences, _of_orders, _of_reports)
    table = pd.DataFrame(chain.from_iterable(make(seed, simulations) for make in makers), columns=[*COLUMNS][:-1])
    table["error"] = np.sqrt(table["measured"] * (1 - table["measured"]) / table["simulations"])
    whole = ((table["truth"] == BORDER) & (table["assertion"] != "equals")) | (table["assertion"] == REPORT)
    others = table[~whole].assign(beyond=table["measured"] - table["printed"]).sort_values("beyond", kind="stable")
    worst = others.dropna(subset="beyond").groupby(["assertion", "estimate", "truth"], sort=False).tail(1)
    return pd.concat([table[whole], worst.drop(columns="beyond")]).sort_index(ignore_index=True)


COLUMNS = {
    "assertion": "Assertion",
    "estimate": "Estimate",
    "distribution": "Distribution",
    "runs": "Our runs",
    "of": "The document's",
    "truth": "True value",
    "printed": "Printed",
    "measured": "Measured",
    "simulations": "Simulations",
    "rates": "Greatest of",
    "error": "Standard error",
}
"""Columns of `simulated_error_rates`."""
INSIDE, BORDER, OUTSIDE = "inside", "border", "outside"
"""Regions in which a true value can lie."""


def _of_estimates(seed: int, simulations: int) -> Iterator[tuple[Any, ...]]:
    for name, estimate in ESTIMATES.items():
        for (kind, drawn), runs in product(estimate.distributions.items(), estimate.runs):
            rng, number = stream(seed, "error rates", name, kind, str(runs)), simulations * estimate.times
            studies = [estimate.study(drawn, runs, rng) for _ in range(number)]
            for assertion, truth, cases in _cases(estimate.truth(drawn), studies):
                measured = max(_rate(assertion, target, studies, error) for target, error in cases)
                printed = _printed(assertion, drawn, studies)
                yield assertion, name, kind, runs, 0, truth, printed, measured, number, len(cases)


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


def _of_sentences(seed: int, simulations: int) -> Iterator[tuple[Any, ...]]:
    for name, estimate in ((name, ESTIMATES[name]) for name in IN_PARTS):
        for (kind, drawn), runs in product(estimate.distributions.items(), estimate.runs):
            rng, truth = stream(seed, "error rates of sentences", name, kind, str(runs)), estimate.truth(drawn)
            parts = [[estimate.study(drawn, runs, rng) for _ in range(simulations)] for _ in range(PARTS)]
            wider = [[widened(found, PARTS) for found in studies] for studies in parts]
            differ = np.array([_are(studies, "range", f">= {truth!r}", DIFFERS) for studies in wider])
            above = np.array([_are(studies, "range", f"<= {truth!r}", DIFFERS) for studies in wider])
            measured = max(each.any(axis=0).mean() for each in (differ, above))
            printed = _printed("range", drawn, parts[0], PARTS)
            yield "range", f"{name}, {PARTS} parts", kind, runs, 0, BORDER, printed, measured, simulations, 2


def _of_orders(seed: int, simulations: int) -> Iterator[tuple[Any, ...]]:
    for name, kind, runs, (groups, target) in product(ORDERED, LENGTHS, MANY_RUNS, ORDERS.items()):
        estimate = ESTIMATES[name]
        rng = stream(seed, "error rates of orders", name, kind, str(runs), str(groups))
        studies = []
        for _ in range(simulations):
            rows = {group: estimate.study(LENGTHS[kind], runs, rng) for group in GROUPS[:groups]}
            ends = {group: (found.value, found.low, found.high) for group, found in rows.items()}
            found = ClaimValue(math.nan, rows=ends, fixed=name == SPREAD)
            studies.append(widened(found, pairs_that_err(found, target)))
        measured = max(_rate("order", target, studies, error) for error in (DIFFERS, REPRODUCED))
        printed = rate_of_rule(ASSERTIONS["order"], None, studies[0], pairs_that_err(studies[0], target))
        yield "order", f"{name}, {groups} groups", kind, runs, 0, BORDER, printed, measured, simulations, 2


def _of_reports(seed: int, simulations: int) -> Iterator[tuple[Any, ...]]:
    # The names of these functions are parts of names of random streams.
    makers = ((_reports_of_known, KNOWN), (_reports_of_unknown, UNKNOWN), (_reports_of_single, SINGLE))
    for report_chances, sizes in makers:
        drawn = SESSIONS if sizes == SINGLE else LENGTHS
        times = 20 if sizes == SINGLE else 4
        for size, (kind, lengths) in product(sizes, drawn.items()):
            names = (seed, "error rates of reports", report_chances.__name__, kind, f"{size.document} of {size.runs}")
            rng, number = stream(*names), times * simulations
            differ: dict[str, list[bool]] = {}
            for name, chance in chain.from_iterable(report_chances(lengths, size, rng) for _ in range(number)):
                differ.setdefault(name, []).append(PredictiveCheck(chance).judged(1) == UNLIKELY)
            for name, each in differ.items():
                printed = ASSERTIONS[REPORT].false_rejection_rate
                measured = float(np.mean(each))
                yield REPORT, name, kind, size.runs, size.document, INSIDE, printed, measured, len(each), 1


def _rate(assertion: str, target: str, studies: list[ClaimValue], error: str) -> float:
    return float(np.mean(_are(studies, assertion, target, error)))


def _are(studies: list[ClaimValue], assertion: str, target: str, outcome: str) -> list[bool]:
    """Marks of the studies with an outcome; one without an interval decides nothing."""
    judge, terms = ASSERTIONS[assertion].judge, Terms(target, chance=True)
    assert judge is not None
    return [bool(each.rows or not math.isnan(each.low)) and judge(each, terms) == outcome for each in studies]


def _printed(assertion: str, drawn: Any, studies: list[ClaimValue], parts: int = 1) -> float:
    """Mean of the rates that verdicts of studies print, of ranges with one end; NaN if they say it can be higher."""
    if getattr(drawn, "far", 1.0) < studies[0].unseen:
        return math.nan
    sides = 1 if assertion == "range" else 2
    return float(np.mean([rate_of_error(found, sides=sides, parts=parts) for found in studies]))


if __name__ == "__main__":
    SEED, SIMULATIONS = 20261130, 250
    simulated_error_rates(SEED, simulations=SIMULATIONS).to_csv(STORED, index=False, float_format="%.6g")
    about = {"seed": SEED, "simulations": SIMULATIONS, "rules": code_digest("tttcore.claims.error_rates")}
    STORED.with_suffix(".json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
