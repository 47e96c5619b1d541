"""Reports of pretended documents, each against plain Python on single documents; the table and its declaration."""

import math
import re
import statistics
import time
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from project import ROOT
from scipy import stats

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.stats.comparison import Sample, long_table
from tttcore.stats.documents import documents, draw_documents
from tttcore.stats.predictions import COLUMNS
from tttcore.stats.reports import Drawn, reports
from tttcore.stats.samples import published_sample
from tttcore.studies.tables import build, check

DATA = str(ROOT / "config" / "published" / "ancheta2020_table6.csv")
LABELS = ("control", "rmg", "umg")


def pooled(document):
    return [value for values, _ in document.values() for value in values]


def quartile_range(values):
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return high - low


PLAIN = {
    "mean": statistics.mean,
    "sd": statistics.stdev,
    "median": statistics.median,
    "iqr": quartile_range,
    "minimum": min,
    "maximum": max,
}


def of_each(quantity, document):
    return {label: round(PLAIN[quantity](values), 10) for label, (values, _) in document.items()}


def order(document):
    found = of_each("iqr", document)
    ranks = sorted(set(found.values()))
    return " < ".join(" = ".join(label for label in found if found[label] == rank) for rank in ranks)


def greatest(document):
    found = of_each("maximum", document)
    return " = ".join(label for label in found if found[label] == max(found.values()))


def significant(document):
    p = stats.f_oneway(*(values for values, _ in document.values())).pvalue
    return "significant" if p < 0.2 else "not significant"


ORACLES = {
    "pooled": ({"of": "sd"}, lambda document: statistics.stdev(pooled(document))),
    "difference": (
        {"of": "mean", "groups": ["rmg", "umg"]},
        lambda document: statistics.mean(document["rmg"][0]) - statistics.mean(document["umg"][0]),
    ),
    "longer": (
        {"than": 9},
        lambda document: sum(
            value > 9 or cut for values, cuts in document.values() for value, cut in zip(values, cuts, strict=True)
        ),
    ),
    "test": (
        {"test": "bartlett", "gives": "p"},
        lambda document: stats.bartlett(*(values for values, _ in document.values())).pvalue,
    ),
    "significant": ({"test": "anova", "level": 0.2}, significant),
    "within": (
        {"of": "median", "low": 6, "high": 8},
        lambda document: (
            "within" if all(6 <= value <= 8 for value in of_each("median", document).values()) else "not within"
        ),
    ),
    "each": (
        {"of": "median"},
        lambda document: ", ".join(f"{value:g}" for value in of_each("median", document).values()),
    ),
    "order": ({"by": "iqr"}, order),
    "greatest": ({"by": "maximum"}, greatest),
}


@pytest.fixture(scope="module")
def groups():
    rng = np.random.default_rng(4)
    return {label: Sample.of(rng.poisson(7, 60) + 1, rng.random(60) < 0.1) for label in LABELS}


@pytest.fixture(scope="module")
def pretended(groups):
    return draw_documents(groups, documents=300, runs=8, successful=False, rng=np.random.default_rng(5))


def report(name, **options):
    return reports.build({"name": name, "set": "same", **options}, "reports.asked")


def made(groups, asked, *, reference=None, seed=1, **options):
    evidence = SimpleNamespace(
        sets=groups if "same" in groups else {"same": groups},
        reference=reference or {},
        published_replicates=30,
        stream=lambda *names: stream(seed, "made-up", "statistics", *names),
    )
    return documents(evidence, reports=asked, **options).set_index("report")


@pytest.mark.parametrize("name", reports.names())
def test_reports_of_many_documents_are_those_of_each(name, pretended):
    options, oracle = ORACLES[name]
    asked = report(name, **options)
    labels = asked.groups or LABELS
    found = asked.reported({label: pretended[label] for label in labels})
    expected = [
        oracle({label: (pretended[label].values[k].tolist(), pretended[label].censored[k]) for label in LABELS})
        for k in range(300)
    ]
    if isinstance(expected[0], str):
        assert found.tolist() == expected
        assert all(asked.fits(outcome, labels) for outcome in expected)
    else:
        assert found.tolist() == pytest.approx(expected)


@pytest.mark.parametrize("quantity", [*PLAIN, "successes"])
def test_every_quantity(quantity, pretended):
    drawn = pretended["rmg"]
    plain = PLAIN.get(quantity)
    rows = zip(drawn.values.tolist(), drawn.censored, strict=True)
    expected = [plain(row) if plain else int((~cut).sum()) for row, cut in rows]
    assert report("pooled", of=quantity).reported({"rmg": drawn}).tolist() == pytest.approx(expected)


def test_analysis_of_variance_agrees_with_pingouin():
    table6 = published_sample(DATA)
    only = {label: Drawn(sample.values[None], sample.censored[None]) for label, sample in table6.items()}
    rows = pg.anova(long_table(table6), dv="value", between="group")
    assert report("test", test="anova").reported(only)[0] == pytest.approx(rows.loc[0, "F"])
    assert report("test", test="anova", gives="p").reported(only)[0] == pytest.approx(rows.loc[0, "p_unc"])


def test_draws_are_with_replacement_from_what_is_eligible(groups):
    rng = np.random.default_rng(6)
    drawn = draw_documents(groups, documents=20_000, runs=5, successful=True, rng=rng)["umg"]
    eligible = groups["umg"].values[~groups["umg"].censored]
    assert drawn.values.shape == (20_000, 5)
    assert not drawn.censored.any()
    values, counts = np.unique(drawn.values, return_counts=True)
    assert values.tolist() == np.unique(eligible).tolist()
    assert counts / counts.sum() == pytest.approx(np.unique(eligible, return_counts=True)[1] / eligible.size, abs=0.01)
    distinct = {len(set(row)) for row in draw_documents(
        {"one": Sample.of(np.arange(6))}, documents=50, runs=6, successful=False, rng=rng
    )["one"].values.tolist()}  # fmt: skip
    assert min(distinct) < 6


def test_a_row_says_where_the_report_lies(groups):
    asked = {
        "middle": report("pooled", of="mean", groups=["rmg"], runs=5, published=7.9),
        "far": report("pooled", of="mean", groups=["rmg"], runs=5, published=30),
        "middles": report("each", of="median", published="8, 8, 8"),
    }
    table = made(groups, asked)
    assert table.columns.tolist() == [
        "set", "group", "what", "n", "documents", "published", "expected", *COLUMNS
    ]  # fmt: skip
    middle = table.loc["middle"]
    assert (middle["group"], middle["n"], middle["documents"], middle["published"]) == ("rmg", 5, 20_000, "7.9")
    spread = groups["rmg"].values.std() / math.sqrt(5)
    assert middle["high"] - middle["low"] == pytest.approx(2 * 1.96 * spread, rel=0.05)
    assert middle["chance"] > 0.5 > table.loc["far", "chance"] == 0
    assert middle["finds"] == pytest.approx((1.96 + 0.84) * spread, rel=0.08)
    assert (table.loc["middles", "group"], table.loc["middles", "n"]) == ("", 30)
    assert np.isnan(table.loc["middles", "low"])


def test_reports_are_computed_from_the_documents_own_runs_where_they_are_not_given(groups):
    table = made(groups, {"F": report("test", test="anova"), "medians": report("each", of="median")},
                 reference=published_sample(DATA))  # fmt: skip
    assert table["published"].tolist() == ["0.26416", "7, 7, 7"]


def test_reports_of_the_same_documents_agree_and_streams_are_seeded(groups):
    rmg = {"low": report("pooled", of="mean", groups=["rmg"], published=1)}
    umg = report("pooled", of="mean", groups=["umg"], published=1)
    one, both = made(groups, rmg), made(groups, {"other": umg, **rmg})
    assert one.loc["low"].equals(both.loc["low"])
    assert not one.equals(made(groups, rmg, seed=2))
    difference = made(groups, {"apart": report("difference", of="mean", groups=["rmg", "umg"], published=0)})
    assert float(difference.loc["apart", "expected"]) == pytest.approx(
        float(both.loc["low", "expected"]) - float(both.loc["other", "expected"]), abs=0.06
    )


DECIDED = {
    "pooled": ({"of": "successes", "groups": ["a"], "runs": 1, "published": 1}, {"of": "mean", "published": 5}),
    "longer": ({"than": 5, "groups": ["a"], "runs": 1, "published": 1}, {"than": 5, "groups": ["a"], "published": 1}),
    "significant": ({"test": "anova", "level": 0.2, "published": "significant"},
                    {"test": "anova", "level": 0.001, "published": "significant"}),
    "within": ({"of": "mean", "high": 5, "groups": ["a"], "runs": 1, "published": "within"},
               {"of": "mean", "published": "within"}),
    "order": ({"by": "mean", "runs": 1, "published": "a < b"}, {"by": "mean", "published": "a < b"}),
    "greatest": ({"by": "mean", "runs": 1, "published": "a"}, {"by": "minimum", "runs": 20, "published": "a"}),
    "each": (None, {"of": "mean", "runs": 1, "published": "5, 5"}),
    "difference": (None, {"of": "mean", "runs": 1, "published": 0}),
    "test": (None, {"test": "anova", "published": 1}),
}  # fmt: skip
"""Of every report one for which all that can be reported is likely, if there is such, and another."""


@pytest.mark.parametrize("name", reports.names())
def test_the_least_chance_is_that_of_anything_that_could_be_reported(name):
    """Drawn or not: only where all that could be is likely, no report can differ."""
    certain, open_ended = DECIDED[name]
    groups = {"a": Sample.of([5, 6], [False, True]), "b": Sample.of([4, 7])}
    asked = {"certain": report(name, **certain)} if certain else {}
    table = made(groups, asked | {"open": report(name, **open_ended)}, documents=4000)
    assert table.loc["open", "chance_least"] < 0.05
    if certain:
        assert table.loc["certain", "chance_least"] > 0.1


def test_nothing_can_be_drawn_where_no_run_succeeds():
    groups = {"a": Sample.of([5, 6]), "b": Sample.of([9, 9], [True, True])}
    asked = {
        "number": report("pooled", of="mean", successful=True, published=7),
        "outcome": report("greatest", by="mean", successful=True, published="a"),
    }
    table = made(groups, asked)
    assert table[[*COLUMNS]].isna().all(axis=None)
    assert table["documents"].tolist() == [0, 0]


def test_spread_of_a_single_run_is_unknown(groups):
    table = made(groups, {"spread": report("order", by="sd", runs=1, published="rmg < umg < control")})
    assert table.loc["spread", "documents"] == 0


def test_ten_reports_of_ninety_runs_take_seconds():
    rng = np.random.default_rng(7)
    groups = {label: Sample.of(rng.poisson(7, 10_000) + 1) for label in LABELS}
    asked = {f"report {k}": report("order", by="sd", published="rmg < umg < control") for k in range(10)}
    begin = time.perf_counter()
    made(groups, asked)
    assert time.perf_counter() - begin < 5


GIVEN = {"data": DATA, "repeated_by": ["same"], "replicates": 30, "tables": {}}


def planned(asked, published=GIVEN, **options):
    """Check a study's settings that ask for reports, as before a run."""
    members = dict(zip(LABELS, LABELS, strict=True))
    comparisons = {"same": members, "two": {"one": "rmg", "other": "umg"}}
    config = {
        "study": "made-up", "engine": "genetic_algorithm", "treatments": members, "comparisons": comparisons,
        "published": published, "tables": {"chances": {"name": "documents", "reports": {"asked": asked}, **options}},
    }  # fmt: skip
    study = SimpleNamespace(config=config, comparisons=comparisons, file="study.yaml")
    check(build(config, "study.yaml"), study)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"name": "each", "of": "median", "set": "sme"}, ": unknown comparison 'sme' (did you mean 'same'?); known"),
        (
            {"name": "each", "of": "median", "set": "same", "groups": ["rng"]},
            ": reports.asked.groups: unknown label 'rng' (did you mean 'rmg'?); known: control, rmg, umg",
        ),
        (
            {"name": "pooled", "of": "mean", "set": "two"},
            ": reports.asked.published: needs a value, since published.data has no runs of its groups",
        ),
        (
            {"name": "pooled", "of": "mean", "set": "same", "published": "seven"},
            ": reports.asked.published: 'seven' is not a number",
        ),
        (
            {"name": "order", "by": "sd", "set": "two", "published": "one < two"},
            ": reports.asked.published: 'one < two' can't be reported of one, other",
        ),
        ({"name": "difference", "of": "sd", "set": "same"}, ": reports.asked.groups: control, rmg, umg; allowed: two"),
        ({"name": "median", "set": "same"}, ".reports.asked.name: unknown report 'median'; known: difference, each"),
    ],
)
def test_mistakes_are_named(asked, message):
    with pytest.raises(ConfigError, match=re.escape(f"study.yaml: tables.chances{message}")):
        planned(asked)


def test_the_number_of_runs_must_come_from_somewhere():
    given = {key: value for key, value in GIVEN.items() if key != "replicates"}
    asked = {"name": "each", "of": "median", "set": "same"}
    with pytest.raises(ConfigError, match=r"reports\.asked\.runs: needs a value where published\.replicates has none"):
        planned(asked, given)
    planned(asked | {"runs": 3}, given)
    planned(asked)


def test_reports_on_a_set_can_be_asked_of_others_too(groups):
    asked = {"mean": report("pooled", of="mean", groups=["rmg"], published=8)}
    other = {label: Sample.of(sample.values + 5, sample.censored) for label, sample in groups.items()}
    table = made({"same": groups, "other": other}, asked, also={"same": ["other"]}).reset_index()
    assert table[["report", "set"]].to_numpy().tolist() == [["mean", "same"], ["mean", "other"]]
    same, other = (float(value) for value in table["expected"])
    assert other - same == pytest.approx(5, abs=0.1)
    pd.testing.assert_series_equal(table.set_index("report").loc["mean"].iloc[0], made(groups, asked).loc["mean"])


def test_other_sets_have_the_same_labels():
    asked = {"name": "each", "of": "median", "set": "same"}
    with pytest.raises(ConfigError, match=re.escape("chances: also.same: 'two' has other labels; allowed: control")):
        planned(asked, also={"same": ["two"]})
