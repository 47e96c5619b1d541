"""The audit page in a browser: what filters show, where links lead, and what the sliders say."""

import re

import pytest
from audit_page import GRID, written
from pages import add_assets
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from verdict_rows import verdict_row, verdict_table

ROWS = [
    {"ident": "S0-C01", "asserts": "identity", "verdict": "reproduced", "statement": "There are 765 states"},
    {"ident": "S0-C02", "basis": "rerun", "asserts": "bound", "verdict": "differs", "statement": "Nine can be filled"},
    {"ident": "S0-C03", "asserts": "bound", "verdict": "differs", "statement": "A board has 19,683 configurations"},
    {"ident": "S0-C04", "basis": "rerun", "asserts": "bound", "verdict": "undecided", "statement": "It is faster"},
]
IDS = [*(row["ident"] for row in ROWS), "S0-C14a"]


@pytest.fixture
def audit(browser, tmp_path):
    """The page with the site's files, open in the browser."""
    verdicts = verdict_table(*(verdict_row(measure="pairwise.p", rule="> 2", **row) for row in ROWS))
    add_assets(tmp_path)
    browser.open(written(tmp_path / "audit.html", verdicts))
    yield browser
    assert browser.errors() == []


def choose(browser, name, text):
    """Type what an option says, as a person does by keyboard."""
    browser.one(f"[name={name}]").send_keys(text)


def shown(browser):
    return [row.get_attribute("id") for row in browser.all("tr[data-study]") if row.is_displayed()]


def test_all_is_folded_at_first(audit):
    assert shown(audit) == []
    audit.one("section.statements > details > summary").click()
    assert shown(audit) == IDS
    assert audit.one("#filter output").text == "5 of 5 statements"


def test_filters_combine_and_are_taken_back(audit):
    choose(audit, "asserts", "bound")
    assert shown(audit) == IDS[1:4]
    choose(audit, "verdict", "differs")
    assert shown(audit) == IDS[1:3]
    choose(audit, "reproduction", "exact")
    assert shown(audit) == IDS[2:3]
    audit.one("[name=text]").send_keys(" BOARD ")
    assert shown(audit) == ["S0-C03"]
    assert audit.one("#filter output").text == "1 of 5 statements"
    audit.one("[name=text]").send_keys("less")
    assert not audit.one("section.statements").is_displayed()
    audit.one("[type=reset]").click()
    audit.wait()
    assert shown(audit) == IDS


def test_a_link_opens_what_is_hidden(audit):
    choose(audit, "verdict", "reproduced")
    assert shown(audit) == IDS[:1]
    audit.go_to("S0-C02")
    audit.wait()
    assert shown(audit) == IDS
    opened = [row.find_element(By.TAG_NAME, "details").get_attribute("open") for row in audit.all("tr[data-study]")]
    assert opened == [None, "true", None, None, None]


def test_a_link_to_a_kind_of_assertion_leads_to_its_rule(audit):
    assert audit.one("#S0-C02 td[data-label=Rule] a").get_attribute("hash") == "#asserts-bound"
    assert not audit.one("#asserts-bound").is_displayed()
    audit.go_to("asserts-bound")
    audit.wait_until(audit.one("#asserts-bound").is_displayed)


def test_parts_of_bars_differ_by_more_than_colour(audit):
    patterns = audit.run(
        "return [...document.querySelectorAll('.bar span')].map((one) => [one.className, getComputedStyle(one)"
        ".backgroundImage.replace(/rgba?\\([^)]*\\)/g, '')])"
    )
    assert len({*map(tuple, patterns)}) == len(dict(patterns)) == len({*dict(patterns).values()}) == 3


def test_sliders_say_the_power_of_the_grid(audit):
    """By keyboard alone: every stop says what the grid does."""
    audit.one("details:has(> form.power) > summary").click()
    runs, effect, said = audit.one("[name=per_group]"), audit.one("[name=f]"), audit.one("form.power output")
    runs.send_keys(Keys.HOME)
    effect.send_keys(Keys.HOME)
    for size in (10, 30, 100):
        for f in (0.0, 0.2, 0.4):
            (row,) = GRID[(GRID["alpha"] == 0.05) & (GRID["per_group"] == size) & (GRID["f"] == f)].itertuples()
            found = re.match(
                r"(\d+) runs .* f = ([\d.]+) with a chance of ([\d.]+)%\. .* then ([\d.]+) generations", said.text
            )
            assert [float(part) for part in found.groups()] == pytest.approx(
                [size, f, 100 * row.power, row.difference], abs=0.06
            )
            effect.send_keys(Keys.ARROW_RIGHT)
        effect.send_keys(Keys.HOME)
        runs.send_keys(Keys.ARROW_RIGHT)
    choose(audit, "alpha", "0.1")
    assert "10.0%" in said.text
