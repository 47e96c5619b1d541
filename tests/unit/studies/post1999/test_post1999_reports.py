"""Simulated replications: every draw of tiny samples one by one, tests of another package, selection."""

import math
import warnings
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from itertools import combinations
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999.genes import combined_genes, final_genes, gene_labels
from tttcore.studies.post1999.reports import (
    GENIE_DOCUMENTS,
    check_reports,
    count,
    differs_from_zero,
    genie_documents,
    greatest_genes,
    mean,
    ranked,
    significant_genes,
)

pytestmark = pytest.mark.filterwarnings("error")

LABELS = gene_labels(4)
RECIPES = {"cube": {"generations": 600}, "drift": {"generations": 600}}


def runs(n=7):
    """Runs of which every third has no success."""
    rng = stream(0, "tests", "documents")
    rows = [
        {
            "treatment": "cube",
            "replicate": replicate,
            "generations": 600 if replicate % 3 == 2 else 210 + 40 * replicate,
            "censored": replicate % 3 == 2,
            "held": replicate % 2 == 0,
            "static": 1.0 if replicate < 3 else 35.0,
            "evolving": 110 + 3.3 * replicate,
            "genes": rng.normal([1, 0, 1, 5, 0, -1, 0, 3], 2),
        }
        for replicate in range(n)
    ]
    return pd.DataFrame(rows)


def documents(reports, made=None, also=MappingProxyType({})):
    made = runs() if made is None else made
    evidence = SimpleNamespace(runs=made, recipes=RECIPES, published_replicates=5, stream=partial(stream, 0))
    table = genie_documents(evidence, reports=reports, also=also)
    assert {*GENIE_DOCUMENTS} == {*table}
    return table.set_index("report")


BEYOND = object()
"""A run beyond all of ours."""


def every_draw(own, few):
    """All equally likely documents from an urn to which each run returns with another like it."""
    drawn = [((), (*own, BEYOND))]
    for _ in range(few):
        drawn = [((*runs, run), (*urn, run)) for runs, urn in drawn for run in urn]
    return [runs for runs, _ in drawn]


def outcome(own, few, report, reported):
    """Chance of a report that isn't a number; outcomes up to twice as frequent are no likelier."""
    draws = every_draw(own, few)
    known = [report(runs) for runs in draws if not any(run is BEYOND for run in runs)]
    counts = {each: known.count(each) for each in {*known}}
    rare = sum(count for count in counts.values() if count <= 2 * counts.get(reported, 0))
    return (len(draws) - len(known) + rare) / len(draws)


def number(own, few, report, reported, ends):
    """Chance of a report of a number, from the least and the greatest that each document can have."""
    least, greatest = (
        [report([end if run is BEYOND else run for run in runs]) for runs in every_draw(own, few)] for end in ends
    )
    at_most, at_least = sum(each <= reported for each in least), sum(each >= reported for each in greatest)
    return min(1, 2 * min(at_most, at_least) / len(least))


def fisher(own, few, reported):
    """Chance of a number of runs: of all choices of as many of both samples, those with a number no likelier."""
    both = [*own, *([True] * reported), *([False] * (few - reported))]
    found = [sum(chosen) for chosen in combinations(both, few)]
    return sum(found.count(each) for each in {*found} if found.count(each) <= found.count(reported)) / len(found)


def of_three(report):
    return replace(report, runs=3)


REPORTS = {
    "held": count("cube", "held", runs=3, published=3),
    "beaten": count("cube", "static_beaten", runs=4, published=4),
    "defensive": count("cube", "defensive", runs=2, published=2),
    "mean": of_three(mean("cube", published=118)),
    "of successful": of_three(mean("cube", published=118, successful=True)),
    "first": ranked("cube", rank=1, runs=2, published=300, to=100),
    "second": ranked("cube", rank=2, runs=2, published=500, to=100),
    "greatest": greatest_genes("cube", ["+3"], runs=3),
    "two greatest": greatest_genes("cube", ["+3", "-3"], runs=3),
    "significant": of_three(significant_genes("cube", ["+3"])),
}


def rounds(value, to):
    return math.floor(value / to + 0.5) * to


def second(name, made):
    """Chance of a report from all draws, each reported on by itself."""
    report = REPORTS[name]
    few, published = report.runs, report.published
    rows = made[made["held"]] if name in ("of successful", "first", "second") else made
    own = rows.to_dict("records")
    genes = [dict(zip(LABELS, values, strict=True)) for values in combined_genes(rows["genes"])]

    def mean_gene(drawn, label):
        return np.mean([each[label] for each in drawn])

    def significant(drawn, label):
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return stats.ttest_1samp([each[label] for each in drawn], 0).pvalue < 0.05

    def best(drawn, number):
        return ", ".join(sorted(LABELS, key=lambda label: -mean_gene(drawn, label))[:number])

    def blocks(each):
        return sum(each[label] for label in LABELS[:3]) > sum(each[label] for label in LABELS[4:])

    match name:
        case "held":
            return fisher([run["held"] for run in own], few, published)
        case "beaten":
            return fisher([run["static"] == 1 for run in own], few, published)
        case "defensive":
            return fisher([blocks(each) for each in genes], few, published)
        case "mean" | "of successful":
            scores = [run["evolving"] for run in own]
            return number(scores, few, lambda drawn: rounds(np.mean(drawn), 1), published, (1, 201))
        case "first" | "second":
            place = ["first", "second"].index(name)
            taken = [run["generations"] for run in own]
            return number(taken, few, lambda drawn: rounds(sorted(drawn)[place], 100), published, (100, 600))
        case "greatest":
            return outcome(genes, few, lambda drawn: best(drawn, 1), "+3")
        case "two greatest":
            return outcome(genes, few, lambda drawn: best(drawn, 2), "+3, -3")
        case "significant":
            return outcome(
                genes, few, lambda drawn: ", ".join(gene for gene in LABELS if significant(drawn, gene)) or "none", "+3"
            )
    raise AssertionError(name)


def test_chances_are_those_of_all_draws():
    made = runs()
    table = documents(REPORTS, made)
    for name in REPORTS:
        assert table.loc[name, "chance"] == pytest.approx(second(name, made), abs=0.02), name
    told = [name for name in REPORTS if table.loc[name, "low"] == table.loc[name, "low"]]
    assert (table.loc[told, "documents"] == 20_000).all()
    share = 1 - math.comb(7 + 3 - 1, 3) / math.comb(7 + 3, 3)  # of three runs one is beyond seven of ours
    assert table.loc["greatest", "documents"] / 20_000 == pytest.approx(1 - share, abs=0.02)
    assert table["n"].to_dict() == {name: report.runs for name, report in REPORTS.items()}
    assert (table["wrong"] < 0.06).all()


def test_a_report_that_no_document_has_differs_though_all_agree():
    made = runs().assign(held=True)
    table = documents({"all": count("cube", "held", published=5), "none": count("cube", "held", published=0)}, made)
    none = 1 / math.comb(7 + 5, 5)  # of twelve runs just these five
    assert table["chance"].to_dict() == pytest.approx({"all": 1, "none": none})
    assert table["chance_least"].tolist() == pytest.approx([none, none])
    assert (table["n"] == 5).all()
    always = made.assign(genes=[np.array([0, 0, 0, 9.0, 0, 0, 0, 4]) + run / 10 for run in range(len(made))])
    table = documents({"genes": greatest_genes("cube", ["+3", "-3"])}, always)
    assert table.loc["genes", ["chance", "chance_least"]].tolist() == [1, pytest.approx(5 / 12, abs=0.02)]


def test_the_least_chance_is_that_of_the_least_or_the_greatest_number():
    made = runs().assign(generations=[600, 100, 600, 100, 350, 600, 100], held=True)
    units = {"tens": 10, "hundreds": 100}
    asked = {name: ranked("cube", rank=1, runs=1, published=600, to=unit) for name, unit in units.items()}
    table = documents(asked, made)
    assert table["chance_least"].to_dict() == {
        "tens": pytest.approx(2 / 8, abs=0.02),
        "hundreds": pytest.approx(1, abs=0.02),
    }


def test_documents_agree_with_the_table_of_first_runs():
    """Each document's test of each gene is that of `final_genes` on as many runs."""
    genes = stream(0, "tests", "five runs").normal([2, 0, 1, 5, 0, -1, 0, 3], 2, (30, 5, 8))
    found = differs_from_zero(np.array([combined_genes(own) for own in genes]))
    for own, differs in zip(genes, found, strict=True):
        made = pd.DataFrame({"treatment": "cube", "replicate": range(5), "genes": list(own)})
        assert differs.tolist() == (final_genes(made, 5)["p"] < 0.05).tolist()


def test_nothing_to_draw():
    table = documents({"mean": REPORTS["of successful"]}, runs().assign(held=False))
    assert table.loc["mean", "documents"] == 0
    assert math.isnan(table.loc["mean", "chance"])


def test_reports_have_the_same_documents_whatever_is_asked_beside_them():
    alone = documents({"mean": REPORTS["mean"]})
    pd.testing.assert_series_equal(documents(REPORTS).loc["mean"], alone.loc["mean"])


def test_reports_on_a_treatment_can_be_asked_of_others_too():
    both = pd.concat([runs(), runs(5).assign(treatment="drift")])
    asked = {"held": REPORTS["held"], "elsewhere": replace(REPORTS["held"], treatment="drift")}
    table = documents(asked, both, also={"cube": ["drift"]}).reset_index()
    assert table[["report", "treatment"]].to_numpy().tolist() == [
        ["held", "cube"], ["held", "drift"], ["elsewhere", "drift"]
    ]  # fmt: skip
    assert table.iloc[1].drop("report").equals(table.iloc[2].drop("report"))


@pytest.mark.parametrize(
    ("report", "message"),
    [
        (greatest_genes("cube", ["+3", "+4"]), r"^treatments\.cube: report 'asked': unknown gene '\+4'"),
        (significant_genes("cube", ["+4"]), r"^treatments\.cube: report 'asked': unknown gene '\+4'"),
        (count("cube", "held", published=4), r"^published\.replicates: 3 is below 4, as report 'asked' needs$"),
        (count("cube", "held", runs=2, published=2), None),
    ],
)
def test_what_cannot_be_reported(report, message):
    """It is told before anything runs."""
    study = SimpleNamespace(
        config={"published": {"replicates": 3}}, recipes={"cube": {"edge": 4}, "drift": {"edge": 4}}
    )
    with pytest.raises(ConfigError, match=message) if message else nullcontext():
        check_reports(study, {"asked": report}, {"cube": ["drift"]})


def test_significant_genes_are_reported_from_most_of_the_opponents_marks():
    assert significant_genes("cube", ["+3", "0", "-3"]).published == "-3, 0, +3"
    assert significant_genes("cube", []).published == "none"
