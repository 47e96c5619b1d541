"""Figures of an article: which are shown, and of which statements their captions tell."""

import pytest
from helpers.project import ROOT

from tttcore.claims.claims_file import read_claims
from tttcore.claims.findings import read_findings
from tttcore.exchange.article_documents import Figure, chosen_figures, define_finding
from tttcore.exchange.article_numbers import AUDIT, Numbers, Tables
from tttcore.pipeline.config import read_yaml
from tttcore.project import checked_studies

ROWS = {name: {"measure": "" if name == "E" else f"table.{name}"} for name in "ABCDE"}


def figure(*claims):
    return {"title": "Title", "caption": "Caption", "claims": list(claims)}


def shown(name, found="", valued="", named=""):
    return Figure("a2020", name, "Title", "Caption", tuple(found), tuple(valued), tuple(named))


def test_a_finding_is_told_by_the_first_figure_that_bears_on_it():
    study = {
        "study": "a2020",
        "cover": "cover",
        "figures": {
            "first": figure("A", "C", "X"),
            "again": figure("A"),
            "other": figure("C"),
            "cover": figure("E", "C", "D"),
            "both": figure("A", "B"),
        },
    }
    assert [*chosen_figures(study, findings=["A", "B"], listed=ROWS)] == [
        shown("first", found="A", named="C"),
        shown("cover", valued="CD", named="E"),
        shown("both", found="B"),
    ]


def test_every_finding_of_the_documents_that_has_a_figure_is_in_a_caption():
    for name, study in checked_studies(read_yaml(ROOT / "config/config.yaml"), folder=ROOT / "config").items():
        claims = read_claims(ROOT / f"config/claims/{name}.csv").set_index("id")
        findings = [*read_findings(ROOT / f"config/findings/{name}.csv", claims.reset_index())["claim"]]
        figures = [*chosen_figures(study.config, findings=findings, listed=claims.to_dict("index"))]
        cited = {claim for each in study.config["figures"].values() for claim in each.get("claims", [])}
        assert sorted(claim for each in figures for claim in each.found) == sorted(set(findings) & cited)
        assert all(each.found or each.valued for each in figures)
        assert study.config["cover"] in [each.name for each in figures]


@pytest.mark.parametrize(
    ("found", "agreeing", "said"),
    [
        ("It is so.", 3, "It is so."),
        ("It is so.", 1, "It is so. Of 3 other ways to read the document, 1 gives the same verdict."),
        ("It is so under {agreeing} of {readings}.", 1, "It is so under 1 of 3."),
    ],
)
def test_a_finding_says_once_if_other_readings_have_another_verdict(found, agreeing, said):
    numbers, line = Numbers({AUDIT: "id,readings,agreeing\n"}), {"id": "A", "verdict": "differs", "ours": "", "line": 2}
    row = line | {"agreeing": agreeing, "readings": 3}
    used = define_finding(numbers, row, {"differs": found}, Tables({}, {}))
    assert numbers.expanded(used) == said
