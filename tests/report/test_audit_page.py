"""The audit page: every statement under its id with all its evidence, counts at the top, and a null result."""

import json
import re

import pytest
from audit_page import audit_of, written

from tttcore.claims.verdicts import RULES


@pytest.fixture
def page(tmp_path, verdicts):
    one, two = (written(tmp_path / name / "audit.html", verdicts) for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    return one.read_text(encoding="utf-8")


def row(text, ident):
    (found,) = re.findall(rf'<tr id="{ident}".*?</tr>', text, flags=re.DOTALL)
    return found


def test_every_statement_has_its_place(page, verdicts):
    for ident in audit_of(verdicts)["id"]:
        assert f'<a href="#{ident}">{ident}</a>' in row(page, ident)
    assert not re.search(r"\b(Undefined|undefined|nan|None|NaN)\b|\{\{|\{%", page)
    assert re.findall(r'<th scope="row"><a href="#ancheta2020">.*?</tr>', page, flags=re.DOTALL)
    for tag in ("table", "tr", "td", "dl", "details", "section", "form", "label"):
        assert len(re.findall(rf"<{tag}\b", page)) == page.count(f"</{tag}>") > 0, tag


def test_a_statement_shows_its_evidence(page):
    found = row(page, "S0-C19")
    for part in (
        "Not sooner",
        "0.1235",
        "-0.3112 to 0.5555",
        '<span class="differs">differs</span><br><span class="quiet">Control minus UMG</span>',
        '<a href="#rule-interval_not_above"><code>interval_not_above 0</code></a>',
        "control-listed, umg-listed",
        "<code>pairwise.mean_difference</code>",
        '<a href="../ancheta2020/tables/pairwise.csv">results/ancheta2020/tables/pairwise.csv</a>',
        '<a href="../../config/studies/ancheta2020.yaml">config/studies/ancheta2020.yaml</a>',
        "<code>tables.pairwise</code>",
        'code <code>0123abcd</code>, seed 2020; <a href="provenance.html#ancheta2020">',
        '<a href="ancheta2020.html#equivalence">equivalence</a>',
        'data-verdict="differs" data-reproduction="statistical" data-kind="claim"',
    ):
        assert part in found
    assert "States &amp; &lt;symmetries&gt;" in row(page, "S0-C01")
    assert "5.25 to 12.12</td>" in row(page, "S0-X20")


def test_what_has_no_measure_says_why_and_no_more(page):
    found = row(page, "S0-G02")
    assert "No published value" in found
    assert not re.search("<dt>(Rule|Reading|Value|Table|Made with|Figures)</dt>", found)


def test_counts_leave_sides_of_contradictions_out(page):
    assert re.search(r'<th scope="row"><a href="#ancheta2020">.*?</th>(.*)</tr>', page)[1] == (
        '<td class="n reproduced">1</td><td class="n differs">2</td><td class="n not-testable">1</td>'
    )
    assert "there are 1 sides of contradictions" in page
    assert re.search(r'<th scope="row">reanalysis</th>.*?<td class="n differs">1</td>', page, flags=re.DOTALL)


def test_every_rule_is_explained(page):
    for name in RULES:
        assert re.search(rf'<dt id="rule-{name}"><code>{name}</code></dt><dd>\S', page)


def test_the_null_result(page):
    found = page[page.index('<section id="null-ancheta2020">') :]
    assert '<a href="#S0-C14a">S0-C14a</a>: Nothing' in found
    assert (
        "one generation (in generations: 1) and a fifth of a standard deviation (in pooled standard deviations: 0.2)"
        in found
    )
    grid = json.loads(re.search(r'<script type="application/json">(.*?)</script>', found, flags=re.DOTALL)[1])
    assert (grid["per_group"], grid["start"]) == ([10, 30, 100], {"per_group": 1, "f": 2})
    shown = set(re.findall(r"<td>(published|listed|listed, first 30|seat)</td>", found))
    assert shown == {"published", "listed", "listed, first 30"}


def test_nothing_is_fetched_from_elsewhere(page):
    assert not re.search(r"https?:|//[a-z]|@import|url\(", page.replace("application/json", ""))
    assert re.findall(r'<script src="(.*?)"', page) == ["assets/audit.js", "assets/power.js"]
