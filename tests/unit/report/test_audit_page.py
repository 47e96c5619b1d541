"""The audit page: every statement under its id with all its evidence, counts at the top, and a null result."""

import json
import re

import pandas as pd
import pytest
from helpers.pages import ERROR_RATES, STUDY, audit_of, check, written

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.outcomes import CHOICE_OUTCOMES
from tttcore.claims.sentences import SENTENCE_OUTCOMES
from tttcore.plots.names import Names
from tttcore.report import audit
from tttcore.report.audit import null_answers, rates_kept, slider
from tttcore.stats.published_design import design_grid


@pytest.fixture
def page(tmp_path, verdicts):
    one, two = (written(tmp_path / name / "audit.html", verdicts) for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    return one.read_text(encoding="utf-8")


def row(text, ident):
    (found,) = re.findall(rf'<details class="statement" id="{ident}".*?</p>\n</div>', text, flags=re.DOTALL)
    return found


def words(text):
    """Words between tags, in a line."""
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_the_page_can_be_read_by_everybody(page):
    check(page)


def test_a_trial_has_no_simulated_rates_and_no_figures_of_times(tmp_path, verdicts, monkeypatch):
    monkeypatch.setitem(STUDY, "benchmarks", {"differences": {}})
    pages = [written(tmp_path / "audit.html", verdicts, trial=trial).read_text(encoding="utf-8") for trial in (0, 1)]
    assert ["We simulated studies" in page for page in pages] == [True, False]
    assert ['<a href="timings.html#differences">' in page for page in pages] == [True, False]
    assert "Generations added by an opponent, not made at the scale quick" in row(pages[1], "S0-C19a")
    check(pages[1])


def test_every_statement_has_its_place(page, verdicts):
    for ident in audit_of(verdicts)["id"]:
        assert f'<a class="here" href="#{ident}">' in row(page, ident)
    assert not re.search(r"\b(Undefined|undefined|nan|None|NaN)\b|\{\{|\{%", page)
    for tag in ("table", "tr", "td", "dl", "details", "section", "form", "label"):
        assert len(re.findall(rf"<{tag}\b", page)) == page.count(f"</{tag}>") > 0, tag


def test_a_statement_shows_its_evidence(page):
    found = row(page, "S0-C19a")
    for part in (
        '<a href="#asserts-range">range</a>',
        "control, the authors&#39; program; UMG, the authors&#39; program",
        "<code>pairwise.mean_difference</code>",
        '<a href="../ancheta2020/tables/pairwise.csv">results/ancheta2020/tables/pairwise.csv</a>',
        '<a href="../../config/studies/ancheta2020.yaml">config/studies/ancheta2020.yaml</a>',
        "<code>tables.pairwise</code>",
        "code of the table <code>0123abcd</code>, seed 2020</dd>",
        '<a href="ancheta2020.html#differences">Generations added by an opponent</a>',
        'data-sentence="S0-C19" data-sentence_verdict="mixed" data-study="ancheta2020" data-reproduction="statistical" '
        'data-asserts="range" data-kind="claim"',
    ):
        assert part in found
    assert "States &amp; &lt;symmetries&gt;" in row(page, "S0-C01")
    for place in ("../../config/claims/ancheta2020.csv", "provenance.html#ancheta2020"):
        assert f'<a href="{place}">' in page


def test_a_statement_shows_how_it_was_judged(page):
    """Where it stands, its interval, for all parts of its sentence too; rule, reason, errors and what it finds."""
    found = words(row(page, "S0-C19a").split("<details>")[0])
    assert found == (
        "S0-C19a Not sooner undecided Where Results, paragraph 2 (claim) Published no "
        "Ours, 95% interval 0.123 −0.311 to 0.556 −0.400 to 0.650 for 2 parts Control minus UMG, generations "
        "Rule < 0 a sign Verdict undecided The interval has both signs. "
        f"Figure: {STUDY['figures']['ecdf-all']['title']}"
    ).replace("< 0", "&lt; 0")
    evidence = words(row(page, "S0-C19a"))
    assert "Nominal false rejection rate at most 2.5% Minimum detectable effect 0.612" in evidence
    assert "Runs needed to decide 7.6 times as many" in evidence
    assert "Parts of the sentence that share the false rejection rate 2" in evidence


def test_a_sentence_of_several_parts_has_a_heading_with_its_verdict(page):
    """It is the head of its own group of rows, which holds all parts and nothing else."""
    groups = page.split('<div class="parts">')[1:]
    headed = [group for group in groups if '<p class="sentence">' in group]
    assert len(headed) == 1
    assert headed[0].strip().startswith('<p class="sentence">')
    assert re.findall(r'<details class="statement" id="(.*?)"', headed[0]) == ["S0-C19a", "S0-C19b"]
    heading = re.search(r'<p class="sentence">.*?</p>', headed[0])[0]
    assert words(heading) == "S0-C19, a sentence of 2 parts: mixed"
    assert '<span class="verdict mixed">mixed</span>' in heading


def test_a_statement_shows_its_first_figure(page):
    found = row(page, "S0-C19a")
    assert re.findall('src="(.*?)"', found) == ["figures/ancheta2020/ecdf-all.webp"]
    assert '<a href="ancheta2020.html#ecdf-all"><img' in found
    assert "<img" not in row(page, "S0-G02")


def test_what_the_document_could_have_seen(page):
    found = words(row(page, "S0-C19b"))
    assert "Predictive check: p &lt; 0.001, times 2 parts p &lt; 0.001" in found
    assert "Ours &lt; 0.001 Predictive" in found, "a p-value is never 0"
    assert "Predictive check reports.chance Table" in found
    assert "95% of simulated replications: −5.2 to 7.1" in words(row(page, "S0-C21"))


def test_what_is_said_again_leads_to_what_is_counted(page):
    found = row(page, "S0-C22")
    assert 'repeats <a href="#S0-C21">S0-C21</a>' in found
    assert "data-sentence=" not in found
    assert 'data-sentence_verdict=""' in found
    assert "Published 7.567 Ours (exact) 7.567 Verdict reproduced" in words(found), "as many decimals as printed"


def test_numbers_within_texts_are_rounded(page):
    assert " a &lt; b a: 0.500 (0.250 to 0.750) b c: 1 Which is less Verdict measured" in words(row(page, "S0-G01"))
    assert (
        "Published 0 Ours (recomputed from the document&#39;s values) 5.25 to 12.1 Rule &lt; 1 Outcome ruled out"
    ) in words(row(page, "S0-X20"))


def test_what_has_no_measure_says_why_and_no_more(page):
    found = row(page, "S0-G02")
    assert found.count("No published value") == 1
    assert not re.search(
        "<dt>(Judged by the rule|Reading|Value|Predictive check|Table|Made with|Figures|Parts.*)</dt>", found
    )


COUNTS = [
    ("reproduced", "1"), ("differs", "1"), ("mixed", "1"), ("undecided", "0"), ("measured", "1"), ("not-testable", "1"),
]  # fmt: skip


def test_the_counts_come_before_the_filters(page):
    assert page.index('<ul class="counts">') < page.index("What the verdicts mean") < page.index('<form id="filter"')


def test_a_null_result_comes_last(page):
    places = [page.index(f'id="{place}"') for place in ("counts", "choices", "rules", "null-ancheta2020")]
    assert places == sorted(places)


def test_counts_are_of_sentences(page):
    cells = re.search(r'<th scope="row"><a href="ancheta2020.html">.*?</th>(.*)</tr>', page)[1]
    assert re.findall(r'class="n ([a-z-]+)" data-label="[a-z ]+">(?:<a .*?>)?(\d+)<', cells) == COUNTS
    assert 'href="audit.html?study=ancheta2020&amp;sentence_verdict=not%20testable">1</a>' in cells
    assert re.findall(r'<li class="verdict ([a-z-]+)"><strong>(\d+)</strong>', page) == COUNTS
    assert f'<summary><h2>{STUDY["title"]}</h2> <span class="quiet">5</span>' in page
    assert len({*re.findall(r'data-sentence="(.*?)"', page)}) == 5
    for outcome, meaning in SENTENCE_OUTCOMES.items():
        assert f"{outcome}</dt><dd>{meaning}</dd>" in page


def test_choices_stand_apart_and_are_not_counted(page):
    """Below all statements, with their own words and without a place in the filter's counts."""
    start = page.index('<h2 id="choices">')
    assert max(page.index(f'<details class="statement" id="{name}"') for name in ("S0-C01", "S0-C22", "S0-G02")) < start
    assert min(page.index(f'<details class="statement" id="{name}"') for name in ("S0-X20", "S0-M01")) > start
    assert page[:start].count("<section") == page[:start].count("</section>"), "filters look at statements alone"
    assert '<section class="statements"' not in page[start:]
    assert "Published 300 Ours 300 as printed Outcome taken" in words(row(page, "S0-M01"))
    assert not re.search("data-sentence=", row(page, "S0-X20") + row(page, "S0-M01"))
    for outcome, meaning in CHOICE_OUTCOMES.items():
        assert f"<dt>{outcome}</dt><dd>{meaning}</dd>" in page[start:], "without the mark of a verdict"
    for kind in ("csv", "json", "parquet"):
        assert f'href="../audit/choices.{kind}"' in page[start:]
        assert f'href="../audit/audit.{kind}"' in page[:start]


def test_every_assertion_is_explained_with_its_errors(page):
    for kind, assertion in ASSERTIONS.items():
        found = words(re.search(rf'<tr id="asserts-{kind.replace(" ", "-")}">.*?</tr>', page)[0])
        wanted = f"{100 * assertion.false_rejection_rate:g}%" if assertion.false_rejection_rate else "never"
        assert re.fullmatch(rf"{kind} \S.* {wanted} \d+", found), found


def test_errors_to_expect_are_told(page):
    """A sentence of two parts, of which one differs, and another that differs."""
    found = words(page)
    assert "Verdicts on 2 sentences are estimated from runs." in found
    assert "would reject at most 0.1 of them on average; in fact 2 have a part that differs." in found


def test_filters_offer_what_is_there_in_order(page):
    offered = {
        name: re.findall(r'<option value="([^"]+)"', choices)
        for name, choices in re.findall(r'<select name="(\w+)">(.*?)</select>', page)
    }
    wanted = [outcome for outcome in SENTENCE_OUTCOMES if outcome != "undecided"]
    assert offered["sentence_verdict"] == wanted, "no sentence as a whole is undecided"
    assert offered["reproduction"] == ["exact", "statistical"]
    assert offered["asserts"] == ["identity", "equals", "range", "report"]
    assert offered["kind"] == ["claim", "suggestion"]


def test_the_null_result(page):
    found = page[page.index('<section id="null-ancheta2020">') :]
    assert '<a href="#S0-C14a">S0-C14a</a>: Nothing' in found
    assert (
        "one generation (in generations: 1) and a fifth of a standard deviation (in pooled standard deviations: 0.2)"
        in found
    )
    grid = json.loads(re.search(r'<script type="application/json">(.*?)</script>', found, flags=re.DOTALL)[1])
    assert (grid["per_group"], grid["start"]) == ([10, 30, 100], {"per_group": 1, "f": 2})
    shown = set(re.findall(r"<td>(published|the authors&#39; program(?:, first 30)?|listed|seat)</td>", found))
    assert shown == {"published", "the authors&#39; program", "the authors&#39; program, first 30"}


def test_nothing_is_fetched_from_elsewhere(page):
    assert not re.search(r"https?:|//[a-z]|@import|url\(", page.replace("application/json", ""))
    assert re.findall(r'<script src="(.*?)"', page) == ["assets/audit.js", "assets/power.js", "assets/folds.js"]


SIZES, EFFECTS, LEVELS = [10, 30, 100], [0.0, 0.1, 0.3, 0.5], [0.05, 0.1]


@pytest.fixture(scope="module")
def grid():
    return design_grid(groups=3, per_group=SIZES, f=EFFECTS, alphas=LEVELS, spread=2.0)


def test_every_stop_is_a_row_of_the_grid(grid):
    found = slider(grid, per_group=30)
    assert (found["alphas"], found["per_group"], found["f"]) == (LEVELS, SIZES, EFFECTS)
    for row in grid.itertuples():
        level, size, effect = LEVELS.index(row.alpha), SIZES.index(row.per_group), EFFECTS.index(row.f)
        assert found["power"][level][size][effect] == pytest.approx(row.power, abs=5e-5)
        assert found["difference"][effect] == pytest.approx(row.difference, abs=1e-6)
    assert json.loads(json.dumps(found, allow_nan=False)) == found


@pytest.mark.parametrize(("per_group", "start"), [(30, (1, 3)), (90, (2, 2)), (12, (0, 3))])
def test_it_begins_where_the_design_is_likely_to_find_something(grid, per_group, start):
    """Power of 0.8 is first had at f = 0.5, 0.3 and, with ten runs, at none of the stops."""
    found = slider(grid, per_group=per_group)
    assert (found["start"]["per_group"], found["start"]["f"]) == start


def test_rates_that_simulations_exclude_are_counted():
    """Six of 80 exclude 2.5%, by Clopper and Pearson's interval; two of 80 don't."""
    assert rates_kept(ERROR_RATES).startswith("Yes: in none of 1 cases")
    row = ERROR_RATES.iloc[0].to_dict() | {"simulations": 80, "measured": 0.075, "estimate": "A12"}
    rates = pd.DataFrame([row, row | {"measured": 0.025, "estimate": "other"}])
    assert rates_kept(rates) == (
        "Not everywhere: in 1 of 2 cases the 95% interval of the measured rate lies above the printed one; if all "
        "rates were as printed, chance alone would do this in at most 2.5% of cases. The farthest is A12 under the "
        "rule range: 7.5% of 80 simulations (2.8% to 15.6%), 2.5% printed."
    )


def test_a_null_result_is_answered_from_its_tables(monkeypatch):
    monkeypatch.setattr(audit, "WANTED_POWER", 0.9)
    tables = {
        "power": pd.DataFrame({"alpha": [0.05, 0.1], "per_group": [30, 30], "detectable_f": [0.333, 0.297]}),
        "anova": pd.DataFrame(
            [("published", "treatments", 0.5, 0.2), ("all", "treatments", 0.2, 0.04), ("all", "residuals", 0.0, 0.0)],
            columns=["set", "source", "eta_squared", "p"],
        ),
        "equivalence": pd.DataFrame(
            [("all", "one generation", 0.01), ("all", "one generation", 0.2), ("published", "one generation", 0.01)],
            columns=["set", "margin_name", "tost_p_holm"],
        ),
    }
    assert null_answers(tables, ["published", "all", "absent"], Names()) == [
        "30 runs of each treatment detect an effect of f = 0.33 or more with a power of 90% (level 5%).",
        "All our runs, all: f is 0.500 (p = 0.04); 1 of 2 pairs are equivalent within one generation.",
    ]
