"""The audit page in a browser: what filters show, where links lead, and what the sliders say."""

import math
import re

import pandas as pd
import pytest
from audit_page import GRID, written
from pages import add_assets
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROWS = [
    ("S0-C01", "exact", "reproduced", "There are 765 states"),
    ("S0-C02", "rerun", "differs", "Nine cells can be filled"),
    ("S0-C03", "exact", "differs", "A board has 19,683 configurations"),
]
IDS = [*(row[0] for row in ROWS), "S0-C14a"]


@pytest.fixture
def audit(browser, tmp_path):
    """The page with the site's files, open in the browser."""
    verdicts = pd.DataFrame(ROWS, columns=["id", "basis", "verdict", "statement"]).assign(
        section="1", kind="claim", published="2", measured="3", low=math.nan, high=math.nan,
        rule="equals 2", reason="", measure="pairwise.p",
    )  # fmt: skip
    add_assets(tmp_path)
    browser.open(written(tmp_path / "audit.html", verdicts))
    yield browser
    assert browser.errors() == []


def choose(browser, name, text):
    """Type what an option says, as a person does by keyboard."""
    browser.one(f"[name={name}]").send_keys(text)


def shown(browser):
    return [row.get_attribute("id") for row in browser.all("tr[data-study]") if row.is_displayed()]


def test_all_is_shown_at_first(audit):
    assert shown(audit) == IDS
    assert audit.one("#filter output").text == "4 of 4 statements"


def test_filters_combine_and_are_taken_back(audit):
    choose(audit, "verdict", "differs")
    assert shown(audit) == IDS[1:]
    choose(audit, "reproduction", "exact")
    assert shown(audit) == IDS[2:]
    audit.one("[name=text]").send_keys(" BOARD ")
    assert shown(audit) == ["S0-C03"]
    assert audit.one("#filter output").text == "1 of 4 statements"
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
    assert opened == [None, "true", None, None]


def test_sliders_say_the_power_of_the_grid(audit):
    """By keyboard alone: every stop says what the grid does."""
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
