"""The audit page in a browser: what filters show, where links lead, and what the sliders say."""

import re

import page_checks
import pytest
from helpers.pages import GRID, written
from helpers.tables import verdict_row, verdict_table
from pages import add_assets
from PIL import Image
from selenium.webdriver.common.keys import Keys

ROWS = [
    {"ident": "S0-C01", "asserts": "identity", "verdict": "reproduced", "statement": "There are 765 states"},
    {"ident": "S0-C02a", "basis": "rerun", "asserts": "range", "verdict": "differs", "statement": "Nine can be filled"},
    {"ident": "S0-C02b", "basis": "rerun", "asserts": "report", "verdict": "differs", "statement": "Nine were filled"},
    {"ident": "S0-C03", "asserts": "range", "verdict": "differs", "statement": "A board has 19,683 configurations"},
    {"ident": "S0-C04", "basis": "rerun", "asserts": "range", "verdict": "undecided", "statement": "It is faster"},
    {"ident": "S0-C05", "asserts": "range", "verdict": "differs", "statement": "So", "same_as": "S0-C03", "counted": 0},
    {"ident": "S0-M01", "kind": "choice", "asserts": "range", "verdict": "taken", "statement": "Us", "counted": 0},
]  # fmt: skip
"""The last is a choice."""
IDS = [*(row["ident"] for row in ROWS[:-1]), "S0-C14a"]
FIGURE = "figures/ancheta2020/ecdf-all.webp"
"""The picture of each statement that has evidence."""
DOINGS = [
    "section.statements > details > summary", "#filter summary", ("text", "Rule"), ".none button",
    ("asserts", "report"), "#filter [type=reset]", ("asserts", "range"), "details.fold:has(#S0-M01) > summary",
    "change", ("reproduction", "computed without"), ("text", " BOARD "), ("text", "less"), ".none button",
]  # fmt: skip
"""What is clicked, typed or chosen by what an option says, as a person does by keyboard."""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """The page with the site's files."""
    folder = tmp_path_factory.mktemp("audit")
    verdicts = verdict_table(
        *(verdict_row(measure="pairwise.p", rule="> 2", **row | {"counted": "counted" not in row}) for row in ROWS)
    )
    add_assets(folder)
    (folder / FIGURE).parent.mkdir(parents=True)
    Image.new("RGB", (40, 30), "white").save(folder / FIGURE)
    return written(folder / "audit.html", verdicts)


@pytest.fixture
def audit(page):
    yield page
    page_checks.unset_window(page)


def choose(browser, name, text):
    """Type what an option says, as a person does by keyboard."""
    field = browser.one(f"[name={name}]")
    if not field.is_displayed():
        browser.one("#filter summary").click()
    field.send_keys(text)


def shown(browser):
    rows = browser.all("section.statements details[data-study]")
    return [row.get_attribute("id") for row in rows if row.is_displayed()]


def told(browser):
    """Statements and headings of sentences that are shown, and what is said of them."""
    heads = [row.text for row in browser.all("p.sentence, .none") if row.is_displayed()]
    return [*shown(browser), *heads, browser.one("#filter output").text]


def test_filters_combine_and_are_taken_back(audit, snapshot):
    """All is folded at first; cards aren't looked through; a heading stays as long as any part of its sentence, and
    choices stay; what is said again has no verdict."""
    assert shown(audit) == []
    assert not audit.one("[name=asserts]").is_displayed()
    lines, number = [], audit.one("section.statements summary .quiet")
    for doing in DOINGS:
        if isinstance(doing, tuple):
            choose(audit, *doing)
        elif doing == "change":  # alone, as some browsers and tools report a choice
            audit.run(
                "const select = document.querySelector('[name=sentence_verdict]'); select.value = 'differs';"
                "select.dispatchEvent(new Event('change', {bubbles: true}))"
            )
        else:
            audit.one(doing).click()
            audit.wait()
        said = [f"statements {number.text}"] * number.is_displayed() + ["choice"] * audit.one("#S0-M01").is_displayed()
        lines.append(" | ".join([" ".join(doing) if isinstance(doing, tuple) else doing, *told(audit), *said]))
    assert "\n".join(lines) == snapshot
    assert "Rule" in audit.all("details.statement .card")[0].get_attribute("textContent")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_window_shows_filters_and_the_statement_that_it_opens_at(audit, path, width):
    """Meanings of filters are shown where these stay in sight."""
    page_checks.set_window(audit, width, "light")
    audit.open(path)
    assert audit.one("#meanings dl").is_displayed() == (width == 1280)
    filters = audit.one("#filter").rect
    assert filters["y"] + filters["height"] < page_checks.TALL
    audit.driver.get(f"{path.as_uri()}#meanings")
    audit.driver.refresh()
    assert audit.one("#meanings dl").is_displayed()
    audit.driver.get(f"{path.as_uri()}?asserts=report")
    assert audit.one("[name=asserts]").is_displayed(), "an address opens the filters that it chooses"
    audit.driver.get(f"{path.as_uri()}?sentence_verdict=reproduced#S0-C04")
    audit.wait()
    card = audit.one("#S0-C04 .card")
    assert card.is_displayed()
    assert 0 < audit.run("return arguments[0].getBoundingClientRect().top", card) < page_checks.TALL / 2
    audit.go_to("S0-C02b")
    audit.wait()
    link = audit.one("#S0-C02b .card p a:has(img)")
    assert audit.one("#S0-C02b .card p a img").is_displayed() == (width == 1280)
    assert width == 1280 or link.text.startswith("Figure: ")


@pytest.mark.parametrize("ident", ["S0-C02b", "S0-M01"])
def test_a_link_opens_what_is_hidden(audit, ident):
    choose(audit, "sentence_verdict", "reproduced")
    assert shown(audit) == IDS[:1]
    audit.go_to(ident)
    audit.wait()
    assert shown(audit) == (IDS[:1] if ident == "S0-M01" else IDS)
    assert [row.get_attribute("id") for row in audit.all("details.statement[open]")] == [ident]
    card = audit.one(f"#{ident} .card")
    assert card.is_displayed()
    assert card.find_element("tag name", "img").rect["width"] > 0


def test_the_address_holds_what_is_chosen(audit):
    """A copy of it shows the same; a number in the table of counts leads to what it counts."""
    choose(audit, "sentence_verdict", "differs")
    audit.one("[name=text]").send_keys("nine ca")
    address = audit.driver.current_url
    assert address.endswith("audit.html?sentence_verdict=differs&text=nine+ca")
    audit.driver.get(address)
    assert told(audit) == ["S0-C02a", "S0-C02, a sentence of 2 parts: differs", "1 of 4 sentences"]
    audit.one("#filter [type=reset]").click()
    audit.wait_until(lambda: audit.driver.current_url.endswith("audit.html"))
    audit.all("td.undecided a")[0].click()
    assert shown(audit) == ["S0-C04"]
    audit.driver.get(f"{address}#S0-C04")
    assert "S0-C04" in shown(audit), "a statement that is linked to is shown"


def test_kinds_of_assertions_lead_to_their_rules_and_bars_differ_by_more_than_colour(audit):
    assert audit.one("#S0-C02a .card > dl a[href^='#asserts']").get_attribute("hash") == "#asserts-range"
    assert not audit.one("#asserts-range").is_displayed()
    audit.go_to("asserts-range")
    audit.wait_until(audit.one("#asserts-range").is_displayed)
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
    words = r"(\d+) runs .* f = ([\d.]+) with a chance of ([\d.]+)%\. .* then ([\d.]+) generations"
    for size in (10, 30, 100):
        for f in (0.0, 0.2, 0.4):
            (row,) = GRID[(GRID["alpha"] == 0.05) & (GRID["per_group"] == size) & (GRID["f"] == f)].itertuples()
            found = [float(part) for part in re.match(words, said.text).groups()]
            assert found == pytest.approx([size, f, 100 * row.power, row.difference], abs=0.06)
            effect.send_keys(Keys.ARROW_RIGHT)
        effect.send_keys(Keys.HOME)
        runs.send_keys(Keys.ARROW_RIGHT)
    choose(audit, "alpha", "0.1")
    assert "10.0%" in said.text
