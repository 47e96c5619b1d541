"""Reports of simulated replications, each against plain Python on single documents; and their table."""

import math
import statistics
from collections import Counter
from itertools import chain
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from scipy import stats

from tttcore.pipeline.rng import stream
from tttcore.stats import reports
from tttcore.stats.comparison import Sample
from tttcore.stats.evidence import published_sample
from tttcore.stats.predictions import COLUMNS

TABLE6 = published_sample(ROOT / "config" / "published" / "ancheta2020_table6.csv")
LABELS = ("control", "rmg", "umg")
ORACLES = {
    "pooled": (reports.pooled("sd"), lambda *runs: statistics.stdev(chain(*runs))),
    "pooled groups": (reports.pooled("mean", ["rmg", "umg"]), lambda *runs: statistics.mean(chain(*runs))),
    "statistic": (reports.statistic("bartlett"), lambda *runs: stats.bartlett(*runs).statistic),
    "each": (reports.each("median"), lambda *runs: ", ".join(f"{statistics.median(each):g}" for each in runs)),
}
"""Reports, and the same of the runs of a document in plain Python."""


@pytest.fixture(scope="module")
def groups():
    rng = np.random.default_rng(4)
    return {label: Sample.of(rng.poisson(7, 60) + 1, rng.random(60) < 0.1) for label in LABELS}


@pytest.fixture(scope="module")
def replications(groups):
    own = {label: Sample.of(sample.values[:8]) for label, sample in groups.items()}
    return reports.draw_documents(groups, own, documents=300, rng=np.random.default_rng(5))


def made(groups, asked, *, reference=None, seed=1, runs=30):
    """Table of reports on some groups, or on several sets of groups; without a reference the document has ours."""
    sets = groups if "same" in groups else {"same": groups}
    first = {label: Sample.of(np.resize(sample.values, runs)) for label, sample in sets["same"].items()}
    evidence = SimpleNamespace(
        sets=sets,
        reference=reference or first,
        published_replicates=runs,
        stream=lambda *names: stream(seed, "made-up", "statistics", *names),
    )
    return reports.documents(evidence, reports=asked, sets=[*sets]).set_index("report")


@pytest.mark.parametrize("name", ORACLES)
def test_reports_of_many_documents_are_those_of_each(name, replications):
    asked, oracle = ORACLES[name]
    about = {label: replications[label] for label in asked.groups or LABELS}
    found = asked.reported(about).tolist()
    expected = [oracle(*(runs[k].tolist() for runs in about.values())) for k in range(300)]
    assert len(set(expected)) > 1
    assert found == (expected if isinstance(expected[0], str) else pytest.approx(expected))


def test_documents_draw_from_both_samples(groups):
    rng = np.random.default_rng(6)
    own = {label: Sample.of([90.0, 91, 92, 93, 94]) for label in LABELS}
    drawn = reports.draw_documents(groups, own, documents=20_000, rng=rng)["umg"]
    assert drawn.shape == (20_000, 5)
    together = np.append(groups["umg"].values, own["umg"].values)
    values, counts = np.unique(drawn, return_counts=True)
    known, known_counts = np.unique(together, return_counts=True)
    assert values.tolist() == known.tolist()
    assert counts / counts.sum() == pytest.approx(known_counts / known_counts.sum(), abs=0.01)


def test_a_row_says_where_the_report_lies(groups):
    asked = {"mean": reports.pooled("mean", ["rmg"]), "medians": reports.each("median")}
    table = made(groups, asked, runs=5, reference={label: Sample.of([8.0] * 5) for label in LABELS})
    assert [*table] == ["set", "group", "what", "n", "documents", "published", "expected", *COLUMNS, "alternative"]
    middle = table.loc["mean"]
    assert (middle["group"], middle["n"], middle["documents"], middle["published"]) == ("rmg", 5, 20_000, "8")
    together = np.append(groups["rmg"].values, [8.0] * 5)
    spread = together.std() * math.sqrt((1 - 5 / together.size) / 5)
    assert middle["high"] - middle["low"] == pytest.approx(2 * 1.96 * spread, rel=0.05)
    assert middle["finds"] == pytest.approx((1.96 + 0.84) * spread, rel=0.08)
    far = made(groups, asked, runs=5, reference={label: Sample.of([30.0] * 5) for label in LABELS}).loc["mean"]
    assert middle["chance"] > 0.5 > far["chance"] == 0
    assert (table.loc["medians", "group"], table.loc["medians", "published"]) == ("", "8, 8, 8")
    assert np.isnan(table.loc["medians", "low"])
    assert (middle["alternative"], table.loc["medians", "alternative"]) == ("", reports.LATER)
    assert np.isnan(middle["power"])
    assert table.loc["medians", "power"] == pytest.approx(_power_of_medians(groups), abs=0.02)


def _power_of_medians(groups):
    """Proportion of documents whose medians would be unlikely if each run were one generation longer, plainly."""
    rng = np.random.default_rng(8)
    own = {label: Sample.of([8.0] * 5) for label in LABELS}
    drawn = reports.draw_documents(groups, own, documents=20_000, rng=rng)
    texts = [
        ", ".join(f"{value:g}" for value in row)
        for row in zip(*(np.median(drawn[name], axis=1) for name in LABELS), strict=True)
    ]
    later = [", ".join(f"{float(value) + 1:g}" for value in text.split(", ")) for text in texts]
    counts = Counter(texts)
    rarer = {count: sum(other for other in counts.values() if other <= count + 1) for count in {0, *counts.values()}}
    return np.mean([(rarer[counts.get(text, 0)] + 1) / 20_001 < 0.05 for text in later])


def test_what_the_document_reports_is_computed_from_its_own_runs(groups):
    asked = {"F": reports.statistic("anova"), "medians": reports.each("median")}
    assert made(groups, asked, reference=TABLE6)["published"].tolist() == ["0.26416", "7, 7, 7"]


def test_reports_of_the_same_documents_agree_and_streams_are_seeded(groups):
    rmg = {"mean": reports.pooled("mean", ["rmg"])}
    one, both = made(groups, rmg), made(groups, {"other": reports.pooled("mean", ["umg"]), **rmg})
    assert one.loc["mean"].equals(both.loc["mean"])
    assert not one.equals(made(groups, rmg, seed=2))


def test_any_report_could_have_been_a_rare_one(groups):
    """The least chance is that of anything that could be reported, drawn or not."""
    asked = {"a": reports.each("median"), "b": reports.pooled("mean"), "c": reports.statistic("anova")}
    assert (made(groups, asked)["chance_least"] < 0.05).all()


def test_spread_of_a_single_run_is_unknown(groups):
    row = made(groups, {"spread": reports.each("sd")}, runs=1).loc["spread"]
    assert (row["documents"], row["expected"]) == (0, "")
    assert row[[*COLUMNS]].isna().all()


def test_reports_are_asked_of_every_set(groups):
    asked = {"mean": reports.pooled("mean", ["rmg"]), "longest": reports.pooled("maximum")}
    other = {label: Sample.of(sample.values + 5, sample.censored) for label, sample in groups.items()}
    table = made({"same": groups, "other": other}, asked).reset_index()
    assert table[["report", "set"]].to_numpy().tolist() == [
        [report, name] for report in asked for name in ("same", "other")
    ]
    same, other = (float(value) for value in table["expected"][:2])
    assert other - same == pytest.approx(5 * 60 / 90, abs=0.1)  # of 90 runs 30 are the document's
    pd.testing.assert_series_equal(table.set_index("report").loc["mean"].iloc[0], made(groups, asked).loc["mean"])
