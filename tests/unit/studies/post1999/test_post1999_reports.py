"""Simulated replications: every draw of tiny samples one by one, tests of another package, selection."""

import math
import warnings
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.texts import message
from scipy import stats

from tttcore.pipeline.rng import stream
from tttcore.studies.post1999 import reports as module
from tttcore.studies.post1999.genes import combined_genes, gene_labels

pytestmark = pytest.mark.filterwarnings("error")

LABELS = gene_labels(4)
RECIPES = {"cube": {"generations": 600}, "drift": {"generations": 600}}


def runs(n=7):
    """Runs of which every third has no success."""
    at = np.arange(n)
    genes = stream(0, "tests", "documents").normal([1, 0, 1, 5, 0, -1, 0, 3], 2, (n, 8))
    table = pd.DataFrame({"treatment": "cube", "replicate": at, "censored": at % 3 == 2, "held": at % 2 == 0})
    scores = {"static": np.where(at < 3, 1.0, 35.0), "evolving": 110 + 3.3 * at}
    return table.assign(generations=np.where(at % 3 == 2, 600, 210 + 40 * at), genes=list(genes), **scores)


def documents(reports, made=None, also=MappingProxyType({})):
    made = runs() if made is None else made
    evidence = SimpleNamespace(runs=made, recipes=RECIPES, published_replicates=5, stream=partial(stream, 0))
    return module.genie_documents(evidence, reports=reports, also=also).set_index("report")


BEYOND = object()


def every_draw(own, few):
    """All equally likely documents from an urn to which each run returns with another like it; one is beyond ours."""
    drawn = [((), (*own, BEYOND))]
    for _ in range(few):
        drawn = [((*runs, run), (*urn, run)) for runs, urn in drawn for run in urn]
    return [runs for runs, _ in drawn]


def outcome(own, few, report, reported):
    """Chance of a report that isn't a number; outcomes as frequent or less are no likelier."""
    draws = every_draw(own, few)
    known = [report(runs) for runs in draws if not any(run is BEYOND for run in runs)]
    counts = {each: known.count(each) for each in {*known}}
    rare = sum(number for number in counts.values() if number <= counts.get(reported, 0))
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


REPORTS = {
    "held": module.count("cube", "held", runs=3, published=3),
    "beaten": module.count("cube", "static_beaten", runs=4, published=4),
    "defensive": module.count("cube", "defensive", runs=2, published=2),
    "mean": replace(module.mean("cube", published=118), runs=3),
    "of successful": replace(module.mean("cube", published=118, successful=True), runs=3),
    "first": module.ranked("cube", rank=1, runs=2, published=300, to=100),
    "second": module.ranked("cube", rank=2, runs=2, published=500, to=100),
    "greatest": module.greatest_genes("cube", ["+3"], runs=3),
    "two greatest": module.greatest_genes("cube", ["+3", "-3"], runs=3),
    "significant": replace(module.significant_genes("cube", ["+3"]), runs=3),
}


def rounds(value, to):
    return math.floor(value / to + 0.5) * to


def significant(drawn):
    """Labels of genes that differ from zero."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        p = stats.ttest_1samp(drawn, 0).pvalue
    return ", ".join(label for label, each in zip(LABELS, p, strict=True) if each < 0.05) or "none"


def best(drawn, number):
    means = dict(zip(LABELS, np.mean(drawn, axis=0), strict=True))
    return ", ".join(sorted(LABELS, key=lambda label: -means[label])[:number])


def second_chances(made):
    """Chances of the reports from all draws, each reported on by itself."""
    held, genes = made[made["held"]], [tuple(each) for each in combined_genes(made["genes"])]
    defensive = [sum(each[:3]) > sum(each[4:]) for each in genes]
    taken, score = held["generations"].tolist(), lambda drawn: rounds(np.mean(drawn), 1)
    return {
        "held": fisher(made["held"], 3, 3),
        "beaten": fisher(made["static"] == 1, 4, 4),
        "defensive": fisher(defensive, 2, 2),
        "mean": number(made["evolving"], 3, score, 118, (1, 201)),
        "of successful": number(held["evolving"], 3, score, 118, (1, 201)),
        "first": number(taken, 2, lambda drawn: rounds(min(drawn), 100), 300, (100, 600)),
        "second": number(taken, 2, lambda drawn: rounds(max(drawn), 100), 500, (100, 600)),
        "greatest": outcome(genes, 3, lambda drawn: best(drawn, 1), "+3"),
        "two greatest": outcome(genes, 3, lambda drawn: best(drawn, 2), "+3, -3"),
        "significant": outcome(genes, 3, significant, "+3"),
    }


def test_a_difference_is_placed_among_those_of_all_pairs_of_draws():
    """The least is that of the first treatment less the greatest of the other."""
    one, other = runs(4), runs(5).assign(treatment="drift", evolving=lambda made: 100 + 2.1 * made["replicate"])
    report = replace(module.mean("cube", less="drift", published=25), runs=2)
    found = documents({"apart": report}, pd.concat([one, other])).loc["apart"]
    ends = [
        [
            [
                np.mean([end if run is BEYOND else run for run in drawn])
                for drawn in every_draw(own["evolving"].tolist(), 2)
            ]
            for end in (1, 201)
        ]
        for own in (one, other)
    ]
    (least, greatest), (other_least, other_greatest) = ends
    lows = [rounds(a - b, 1) for a, b in product(least, other_greatest)]
    highs = [rounds(a - b, 1) for a, b in product(greatest, other_least)]
    tails = np.mean(np.array(lows) <= 25), np.mean(np.array(highs) >= 25)
    assert found["chance"] == pytest.approx(min(1, 2 * min(tails)), abs=0.02)
    assert found["what"] == "mean final lifeScore of the evolving family, less that of drift"
    none = documents({"apart": replace(report, successful=True)}, pd.concat([one, other.assign(held=False)])).loc[
        "apart"
    ]
    assert (none["documents"], none["contrary"]) == (0, False)


def test_power_is_that_of_draws_under_the_alternative():
    """Weights in reverse order, and the contrary proportion; numbers have theirs against a shift."""
    made = runs(100)
    asked = ("greatest", "two greatest", "mean", "defensive")
    table = documents({name: replace(REPORTS[name], runs=2) for name in asked}, made)
    genes = combined_genes(made["genes"])
    order = sorted(range(len(LABELS)), key=lambda at: genes[:, at].mean())
    swapped = genes.copy()
    for at, place in enumerate(order):
        swapped[:, place] = genes[:, order[-1 - at]]
    rng, free = stream(0, "tests", "power"), 1 - 100 * 101 / (101 * 102)
    draws = [(first, int(rng.choice([*range(100), first]))) for first in rng.integers(0, 100, 20_000).tolist()]
    for name in ("greatest", "two greatest"):
        most = name.count("two") + 1
        texts = Counter(best(genes[[*drawn]], most) for drawn in draws)
        rarer = {count: sum(other for other in texts.values() if other <= count) for count in texts.values()}
        rare = {text for text, count in texts.items() if free + (1 - free) * rarer[count] / 20_000 < 0.05}
        other = [best(swapped[[*drawn]], most) for drawn in draws]
        power = sum(text in rare or text not in texts for text in other) / 20_000
        assert table.loc[name, "power"] == pytest.approx(power, abs=0.05)
        assert table.loc[name, "alternative"] == "the weights in reverse order"
    assert table.loc["greatest", "power"] > 0.1
    assert table.loc["defensive", "alternative"] == "successes and failures swapped"
    assert math.isnan(table.loc["mean", "power"])
    assert table.loc["mean", "alternative"] == ""


def test_chances_are_those_of_all_draws():
    table = documents(REPORTS)
    assert table["chance"].to_dict() == pytest.approx(second_chances(runs()), abs=0.02)
    assert (table.loc[table["low"].notna(), "documents"] == 20_000).all()
    share = 1 - math.comb(7 + 3 - 1, 3) / math.comb(7 + 3, 3)  # of three runs one is beyond seven of ours
    assert table.loc["greatest", "documents"] / 20_000 == pytest.approx(1 - share, abs=0.02)
    assert table["n"].to_dict() == {name: report.runs for name, report in REPORTS.items()}
    assert (table["wrong"] < 0.06).all()
    pd.testing.assert_series_equal(table.loc["mean"], documents({"mean": REPORTS["mean"]}).loc["mean"])


def test_a_report_that_no_document_has_differs_though_all_agree():
    made = runs().assign(held=True)
    asked = {name: module.count("cube", "held", published=number) for name, number in (("all", 5), ("none", 0))}
    table = documents(asked, made)
    none = 1 / math.comb(7 + 5, 5)  # of twelve runs just these five
    assert table["chance"].to_dict() == pytest.approx({"all": 1, "none": none})
    assert table["chance_least"].tolist() == pytest.approx([none, none])
    assert (table["n"] == 5).all()
    always = made.assign(genes=[np.array([0, 0, 0, 9.0, 0, 0, 0, 4]) + run / 10 for run in range(len(made))])
    table = documents({"genes": module.greatest_genes("cube", ["+3", "-3"])}, always)
    assert table.loc["genes", ["chance", "chance_least"]].tolist() == [1, pytest.approx(5 / 12, abs=0.02)]


def test_the_least_chance_is_that_of_the_least_or_the_greatest_number():
    made = runs().assign(generations=[600, 100, 600, 100, 350, 600, 100], held=True)
    asked = {unit: module.ranked("cube", rank=1, runs=1, published=600, to=unit) for unit in (10, 100)}
    assert documents(asked, made)["chance_least"].to_dict() == pytest.approx({10: 2 / 8, 100: 1}, abs=0.02)


def test_nothing_to_draw():
    table = documents({"mean": REPORTS["of successful"]}, runs().assign(held=False))
    assert table.loc["mean", ["documents", "chance"]].tolist() == pytest.approx([0, math.nan], nan_ok=True)


def test_reports_on_a_treatment_can_be_asked_of_others_too():
    both = pd.concat([runs(), runs(5).assign(treatment="drift")])
    asked = {"held": REPORTS["held"], "elsewhere": replace(REPORTS["held"], treatment="drift")}
    table = documents(asked, both, also={"cube": ["drift"]}).reset_index()
    pairs = [("held", "cube"), ("held", "drift"), ("elsewhere", "drift")]
    assert list(zip(table["report"], table["treatment"], strict=True)) == pairs
    assert table.iloc[1].drop("report").equals(table.iloc[2].drop("report"))


def test_what_cannot_be_reported_is_told_before_anything_runs(snapshot):
    recipes = {"cube": {"edge": 4}, "drift": {"edge": 4}}
    study = SimpleNamespace(config={"published": {"replicates": 3}}, recipes=recipes)
    reports = [
        module.greatest_genes("cube", ["+3", "+4"]),
        module.significant_genes("cube", ["+4"]),
        module.count("cube", "held", published=4),
        module.count("cube", "held", runs=2, published=2),
    ]
    told = [message(module.check_reports, study, {"asked": each}, {"cube": ["drift"]}) for each in reports]
    assert "\n".join(told) == snapshot


def test_significant_genes_are_reported_from_most_of_the_opponents_marks():
    assert module.significant_genes("cube", ["+3", "0", "-3"]).published == "-3, 0, +3"
    assert module.significant_genes("cube", []).published == "none"
