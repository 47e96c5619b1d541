"""Pretended documents: every draw of tiny samples one by one, tests of another package, selection, messages."""

import math
import re
import warnings
from functools import partial
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tttcore.engines.genies.stats.final_genes import combined_genes, final_genes, gene_labels
from tttcore.engines.genies.stats.gene_reports import differs_from_zero
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.studies.tables import kinds

LABELS = gene_labels(4)
RECIPES = {"cube": {"generations": 600, "success": {"score": 110, "window": 1}}}


@pytest.fixture(autouse=True)
def _without_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


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


def traces(made):
    """Each run stays half way for ten generations more than the one before."""
    rows = []
    for run in made.itertuples():
        for generation in range(1, 601):
            paused = 100 <= generation < 110 + 10 * run.replicate
            average = 120 if generation >= run.generations else 105 if paused else 90
            rows.append(("cube", run.replicate, generation, float(average), 1.0))
    return pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "evolving", "static"])


def documents(reports, made=None, number=20_000):
    made = runs() if made is None else made
    kind = kinds.build({"name": "genie_documents", "reports": reports, "documents": number}, "asked")
    table = kind.compute(made, traces(made), RECIPES, 5, partial(stream, 0))
    assert {*kind.columns, *kind.further} == {*table}
    return table.set_index("report")


def every_draw(own, few, report):
    """What each of all equally likely draws with replacement reports."""
    return [report([own[place] for place in drawn]) for drawn in product(range(len(own)), repeat=few)]


def no_likelier(drawn, reported):
    counts = {each: drawn.count(each) for each in drawn}
    return sum(count for count in counts.values() if count <= counts.get(reported, 0)) / len(drawn)


def two_sided(drawn, reported):
    at_most, at_least = (sum(each <= reported for each in drawn), sum(each >= reported for each in drawn))
    return min(1, 2 * min(at_most, at_least) / len(drawn))


REPORTS = {
    "succeed": {"name": "count", "of": "solved", "runs": 3, "published": 1},
    "held": {"name": "count", "of": "held", "runs": 3, "published": 3},
    "beaten": {"name": "count", "of": "static_beaten", "runs": 4, "published": 4},
    "defensive": {"name": "count", "of": "defensive", "runs": 2, "published": 2},
    "mean": {"name": "mean", "of": "evolving", "runs": 3, "published": 118},
    "of successful": {"name": "mean", "of": "evolving", "runs": 3, "published": 118, "successful": True},
    "first": {
        "name": "ranked",
        "of": "generations",
        "rank": 1,
        "runs": 2,
        "successful": True,
        "published": 300,
        "to": 100,
    },
    "second": {
        "name": "ranked",
        "of": "generations",
        "rank": 2,
        "runs": 2,
        "successful": True,
        "published": 500,
        "to": 100,
    },
    "pause": {"name": "ranked", "of": "pause", "rank": 2, "runs": 2, "published": 40},
    "greatest": {"name": "greatest_genes", "runs": 3, "published": "+3"},
    "two greatest": {"name": "greatest_genes", "runs": 3, "published": "+3, -3"},
    "significant": {"name": "significant_genes", "runs": 3, "published": "+3"},
    "one gene": {"name": "gene_differs", "gene": "+3", "runs": 3, "published": "differs"},
}
for each in REPORTS.values():
    each["treatment"] = "cube"


def rounds(value, to):
    return math.floor(value / to + 0.5) * to


def second(name, made):
    """Chance of a report from all draws, each reported on by itself."""
    report = REPORTS[name]
    few, published = report["runs"], report["published"]
    rows = made[~made["censored"]] if report.get("successful") else made
    own = rows.to_dict("records")
    genes = [dict(zip(LABELS, values, strict=True)) for values in combined_genes(rows["genes"])]

    def mean_gene(drawn, label):
        return np.mean([each[label] for each in drawn])

    def significant(drawn, label):
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return stats.ttest_1samp([each[label] for each in drawn], 0).pvalue < 0.05

    def best(drawn):
        return sorted(LABELS, key=lambda label: -mean_gene(drawn, label))

    match report["name"], report.get("of"):
        case "count", event:
            true = {
                "solved": [not run["censored"] for run in own],
                "held": [run["held"] for run in own],
                "static_beaten": [run["static"] == 1 for run in own],
                "defensive": [
                    sum(each[label] for label in LABELS[:3]) > sum(each[label] for label in LABELS[4:])
                    for each in genes
                ],
            }[event]
            return no_likelier(every_draw(true, few, sum), published)
        case "mean", _:
            means = every_draw(own, few, lambda drawn: rounds(np.mean([run["evolving"] for run in drawn]), 1))
            return two_sided(means, published)
        case "ranked", "generations":
            ranked = every_draw(own, few, lambda drawn: sorted(run["generations"] for run in drawn)[report["rank"] - 1])
            return two_sided([rounds(each, 100) for each in ranked], published)
        case "ranked", "pause":
            pauses = [10 + 10 * run["replicate"] for run in own if not run["censored"]]
            return two_sided(every_draw(pauses, few, max), published)
        case "greatest_genes", _:
            named = len(published.split(", "))
            return no_likelier(every_draw(genes, few, lambda drawn: ", ".join(best(drawn)[:named])), published)
        case "significant_genes", _:
            sets = every_draw(
                genes, few, lambda drawn: ", ".join(label for label in LABELS if significant(drawn, label)) or "none"
            )
            return no_likelier(sets, published)
        case "gene_differs", _:
            return no_likelier(every_draw(genes, few, lambda drawn: significant(drawn, report["gene"])), True)
    raise AssertionError(report)


def test_chances_are_those_of_all_draws():
    made = runs()
    table = documents(REPORTS, made)
    for name in REPORTS:
        assert table.loc[name, "chance"] == pytest.approx(second(name, made), abs=0.02), name
    assert (table["documents"] == 20_000).all()
    assert table["n"].to_dict() == {name: report["runs"] for name, report in REPORTS.items()}
    assert (table["wrong"] < 0.06).all()


def test_a_report_that_no_document_has_differs_though_all_agree():
    made = runs().assign(held=True)
    table = documents(
        {
            "all": {"name": "count", "treatment": "cube", "of": "held", "published": 5},
            "none": {"name": "count", "treatment": "cube", "of": "held", "published": 0},
        },
        made,
    )
    assert table["chance"].to_dict() == {"all": 1, "none": 0}
    assert (table["chance_least"] == 0).all()
    assert (table["n"] == 5).all()
    always = made.assign(genes=[np.array([0, 0, 0, 9.0, 0, 0, 0, 4]) + run / 10 for run in range(len(made))])
    asked = {"genes": {"name": "greatest_genes", "treatment": "cube", "published": "+3, -3"}}
    assert documents(asked, always).loc["genes", ["chance", "chance_least"]].tolist() == [1, 0]


def test_a_number_that_could_be_reported_and_never_is_drawn_has_no_chance():
    made = runs().assign(generations=[600, 100, 600, 100, 350, 600, 100], censored=False)
    asked = {"name": "ranked", "treatment": "cube", "of": "generations", "rank": 1, "runs": 1, "published": 600}
    table = documents({"tens": asked | {"to": 10}, "hundreds": asked | {"to": 100}}, made)
    assert table["chance_least"].to_dict() == {"tens": 0, "hundreds": pytest.approx(2 * 3 / 7, abs=0.02)}


def test_documents_agree_with_the_table_of_first_runs():
    """Each document's test of each gene is that of `final_genes` on as many runs."""
    genes = stream(0, "tests", "five runs").normal([2, 0, 1, 5, 0, -1, 0, 3], 2, (30, 5, 8))
    found = differs_from_zero(np.array([combined_genes(own) for own in genes]))
    for own, differs in zip(genes, found, strict=True):
        made = pd.DataFrame({"treatment": "cube", "replicate": range(5), "genes": list(own)})
        assert differs.tolist() == (final_genes(made, 5)["p"] < 0.05).tolist()


def test_nothing_to_draw():
    table = documents({"mean": REPORTS["of successful"]}, runs().assign(censored=True))
    assert table.loc["mean", "documents"] == 0
    assert math.isnan(table.loc["mean", "chance"])


def test_reports_have_the_same_documents_whatever_is_asked_beside_them():
    alone = documents({"mean": REPORTS["mean"]})
    pd.testing.assert_series_equal(documents(REPORTS).loc["mean"], alone.loc["mean"])


def test_reports_on_a_treatment_can_be_asked_of_others_too():
    both = pd.concat([runs(), runs(5).assign(treatment="drift")])
    asked = {"succeed": REPORTS["succeed"], "elsewhere": REPORTS["succeed"] | {"treatment": "drift"}}
    kind = kinds.build({"name": "genie_documents", "reports": asked, "also": {"cube": ["drift"]}}, "asked")
    table = kind.compute(both, traces(both), RECIPES, 5, partial(stream, 0))
    assert table[["report", "treatment"]].to_numpy().tolist() == [
        ["succeed", "cube"], ["succeed", "drift"], ["elsewhere", "drift"]
    ]  # fmt: skip
    assert table.iloc[1].drop("report").equals(table.iloc[2].drop("report"))


@pytest.mark.parametrize(
    ("report", "published"),
    [
        ("greatest_genes", "+4"),
        ("greatest_genes", "+3, +3"),
        ("significant_genes", "+3, -3"),
        ("significant_genes", ""),
    ],
)
def test_what_cannot_be_reported(report, published):
    labels = ", ".join(LABELS)
    with pytest.raises(ConfigError, match=re.escape(f"cube: {published!r} can't be reported of {labels}")):
        documents({"asked": {"name": report, "treatment": "cube", "published": published}})
