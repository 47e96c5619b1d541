"""The audit page: every statement under its id with all its evidence, counts at the top, and a null result."""

import json
import re

import pandas as pd
import pytest
from helpers.pages import ERROR_RATES, STUDY, audit_of, check, outline, written

from tttcore.claims.assertions import ASSERTIONS
from tttcore.claims.outcomes import CHOICE_OUTCOMES
from tttcore.claims.sentences import SENTENCE_OUTCOMES
from tttcore.plots.names import Names
from tttcore.report import audit
from tttcore.report.audit import null_answers, rates_kept, slider
from tttcore.stats.published_design import design_grid


@pytest.fixture(scope="module")
def page(tmp_path_factory, verdicts):
    """Text of the page, which was written twice with the same bytes."""
    folder = tmp_path_factory.mktemp("audit")
    one, two = (written(folder / name / "audit.html", verdicts) for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    return one.read_text(encoding="utf-8")


def test_the_page_tells_all_evidence(page, snapshot):
    """Choices stand apart, below all statements; a null result comes last."""
    scripts = [script["src"] for script in check(page).of("script") if "src" in script]
    assert scripts == ["assets/audit.js", "assets/power.js", "assets/folds.js"]
    before, told, after = re.split("^(?=#rules|#null)", outline(page), flags=re.MULTILINE)
    assert (before + after).replace("audit.html?study=ancheta2020&sentence_verdict=", "VERDICT=") == snapshot
    assert "Verdicts on 2 sentences are estimated from runs." in told
    expected = "would reject at most 0.1 of them on average, by the rates that rows print; in fact 2 have a part that"
    assert f"{expected} differs or is unlikely." in told
    for kind, assertion in ASSERTIONS.items():
        rate = f"{100 * assertion.false_rejection_rate:g}%" if assertion.false_rejection_rate else "never"
        assert re.search(rf"^#asserts-{kind} \| {kind} \| \S.* \| .n {rate} \| .n \d+$", told, flags=re.MULTILINE)
    for outcome, meaning in (SENTENCE_OUTCOMES | CHOICE_OUTCOMES).items():
        assert f"{outcome}: {meaning}" in before


def test_what_filters_look_at(page, verdicts, snapshot):
    """Statements alone, each with its place; what is said again is in no sentence, and choices aren't either."""
    found = re.findall(r'<details class="statement" id="([^"]*)"([^>]*)>', page)
    offered = re.findall(r'<select name="(\w+)">(.*?)</select>', page)
    told = [f"{ident}: {' '.join(data.replace('data-', '').split())}" for ident, data in found]
    told += [f"{name}: {', '.join(re.findall(r'value=.([^>]+).>', choices))}" for name, choices in offered]
    assert "\n".join(told) == snapshot
    assert {ident for ident, _ in found} == {*audit_of(verdicts)["id"]}
    start = page.index('<h2 id="choices">')
    assert page[:start].count("<section") == page[:start].count("</section>")
    assert '<section class="statements"' not in page[start:]


def test_a_trial_has_no_figures_of_times(tmp_path, verdicts, monkeypatch):
    monkeypatch.setitem(STUDY, "benchmarks", {"differences": {}})
    pages = [written(tmp_path / "audit.html", verdicts, trial=trial).read_text(encoding="utf-8") for trial in (0, 1)]
    assert ['<a href="timings.html#differences">' in page for page in pages] == [True, False]
    assert outline(pages[1]).count("Generations added by an opponent, not made at the scale quick") == 8
    check(pages[1])


SIZES, EFFECTS, LEVELS = [10, 30, 100], [0.0, 0.1, 0.3, 0.5], [0.05, 0.1]


@pytest.fixture(scope="module")
def grid():
    return design_grid(groups=3, per_group=SIZES, f=EFFECTS, alphas=LEVELS, spread=2.0)


def test_every_stop_is_a_row_of_the_grid(grid, page):
    found = slider(grid, per_group=30)
    assert (found["alphas"], found["per_group"], found["f"]) == (LEVELS, SIZES, EFFECTS)
    for row in grid.itertuples():
        level, size, effect = LEVELS.index(row.alpha), SIZES.index(row.per_group), EFFECTS.index(row.f)
        assert found["power"][level][size][effect] == pytest.approx(row.power, abs=5e-5)
        assert found["difference"][effect] == pytest.approx(row.difference, abs=1e-6)
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    shown = json.loads(re.search(r'<script type="application/json">(.*?)</script>', page, flags=re.DOTALL)[1])
    assert (shown["per_group"], shown["start"]) == (SIZES, {"per_group": 1, "f": 2})


@pytest.mark.parametrize(("per_group", "start"), [(30, (1, 3)), (90, (2, 2)), (12, (0, 3))])
def test_it_begins_where_the_design_is_likely_to_find_something(grid, per_group, start):
    """Power of 0.8 is first had at f = 0.5, 0.3 and, with ten runs, at none of the stops."""
    found = slider(grid, per_group=per_group)
    assert (found["start"]["per_group"], found["start"]["f"]) == start


def test_rates_that_simulations_exclude_are_counted():
    """Nine of 80 exclude 2.5%, by Clopper and Pearson's interval for four rates; two of 80 don't."""
    assert rates_kept(ERROR_RATES).startswith("In none of 1 cases")
    row = ERROR_RATES.iloc[0].to_dict() | {"simulations": 80, "measured": 0.1125, "estimate": "A12"}
    rates = pd.DataFrame([row, row | {"measured": 0.025, "estimate": "other"}])
    assert rates_kept(rates) == (
        "Not everywhere: in 1 of 2 cases the interval of the measured rate lies above the printed one; if all rates "
        "were as printed, one table in twenty would have any such case. The farthest is A12 under the rule range: "
        "11.2% of 80 simulations (4.18% to 22.9%), 2.5% printed."
    )


def test_a_null_result_is_answered_from_its_tables(monkeypatch):
    monkeypatch.setattr(audit, "WANTED_POWER", 0.9)
    power = {"alpha": [0.05, 0.1], "per_group": [30, 30], "detectable_f": [0.333, 0.297]}
    anova = {
        "set": ["published", "all", "all"], "source": ["treatments", "treatments", "residuals"],
        "eta_squared": [0.5, 0.2, 0.0], "p": [0.2, 0.04, 0.0],
    }  # fmt: skip
    pairs = {"set": ["all", "all", "published"], "margin_name": "one generation", "tost_p_holm": [0.01, 0.2, 0.01]}
    tables = {"power": pd.DataFrame(power), "anova": pd.DataFrame(anova), "equivalence": pd.DataFrame(pairs)}
    assert null_answers(tables, ["published", "all", "absent"], Names()) == [
        "30 runs of each treatment detect an effect of f = 0.33 or more with a power of 90% (level 5%).",
        "All our runs, all: f is 0.500 (p = 0.04); 1 of 2 pairs are equivalent within one generation.",
    ]
