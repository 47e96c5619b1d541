"""Parts that pages share, in a browser: folds, searches, prints, and figures that pan where they are too wide."""

import page_checks as checks
import pandas as pd
import pytest
from jinja2 import Environment, FunctionLoader
from pages import add_assets
from PIL import Image
from selenium.webdriver.common.keys import Keys

from tttcore.exact.facts import facts, solution
from tttcore.report.facts import facts_context
from tttcore.report.images import Picture
from tttcore.report.listing import LONG, listed
from tttcore.report.site import prose, template_source, write_page

PAGE = """{% extends "base.html.j2" %}{% from "listing.html.j2" import listings %}
{% from "figure.html.j2" import figure, gallery %}{% from "verdicts.html.j2" import qualified %}
{% block body %}{% for each in figures %}{{ figure(each) }}{% endfor %}{{ gallery(in_gallery) }}
<p>{{ qualified(found) }}</p><p style="height: 3000px">Far above</p>
<details><summary>Mixed</summary><p id="S0-C32a">One</p><p id="S0-C32b">Other</p></details>
<details><summary>More</summary>
<details><summary>Inside</summary><p id="place">Here
<img src="dot.png" loading="lazy" alt=""></p></details></details>{{ listings(tables) }}{% endblock %}"""
NAMES = [f"row {number}" for number in range(LONG + 1)]
SIZES = {"usual": (840, 780), "broad": (1080, 780), "wide": (1485, 840), "narrow": (360, 900), "folded": (840, 780)}
*OPEN, CLOSED = SIZES
"""Figures of the page, and one of its gallery."""
PHONE = 390 + 15
"""Pixels of a phone, and of a scroll bar, which takes none of a phone's."""
LEGIBLE = 0.4
"""Least part of its size at which a figure's letters can be read."""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts")
    add_assets(folder)
    figures = []
    for name, size in (SIZES | {"dot": (1, 1)}).items():
        Image.new("RGB", size, "white").save(folder / f"{name}.png")
        figures.append(Picture(name, f"A {name} figure", "Drawn.", (), f"{name}.png", *size, {"png": f"{name}.png"}))
    tables = [
        listed(pd.DataFrame({"name": names}), {"name": "Name"}, caption=f"{len(names)} names", address="names.csv")
        for names in (NAMES, NAMES[:LONG])
    ]
    environment = Environment(loader=FunctionLoader(template_source), autoescape=True)
    environment.filters |= {"prose": prose, "number": str}
    found = {"claim": "S0-C32b", "sentence_verdict": "mixed", "disagreeing": 0}
    shown = {"figures": figures[:4], "in_gallery": figures[4:5], "tables": tables, "found": found}
    text = environment.from_string(PAGE).render(**shown, here="", navigation={})
    (folder / "page.html").write_text(text, encoding="utf-8")
    return folder / "page.html"


def test_links_open_what_they_lead_to(page):
    """One that leads nowhere opens nothing."""
    for address in ("%", "%E0%A4", "nowhere"):
        page.go_to(address)
        page.wait()
        assert not page.one("#place").is_displayed()
    page.go_to("place")
    page.wait()
    assert is_in_sight(page, page.one("#place"))
    assert [table.is_displayed() for table in page.all("table")] == [False, False]
    row = page.one("#S0-C32b")
    assert not row.is_displayed()
    (link,) = [link for link in page.all("p a") if link.text == "one part"]
    link.click()
    page.wait()
    assert is_in_sight(page, row)


def is_in_sight(page, element):
    where = "const {top} = arguments[0].getBoundingClientRect(); return top >= 0 && top < innerHeight"
    return element.is_displayed() and page.run(where, element)


def test_print_shows_all(page):
    """With images that weren't scrolled to."""
    image = page.one("#place img")
    assert image.get_attribute("loading") == "lazy"
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert all(table.is_displayed() for table in page.all("table"))
    assert image.get_attribute("loading") == "eager"


def test_long_tables_can_be_searched(page):
    for summary in page.all("details.fold:not(.gallery *) > summary"):
        summary.click()
    page.one("input[type=search]").send_keys(" ROW 20")
    rows = [row.text for row in page.all("tbody tr") if row.is_displayed()]
    assert rows == ["row 20", *NAMES[:LONG]], "a short table has no search"


def test_figures_are_legible_at_any_width(browser, path):
    """What is too wide for that pans, by keys too, and says so; the page fits its window."""
    pans = "return arguments[0].scrollWidth > arguments[0].clientWidth"
    try:
        for width, panning in ((1280, []), (540, ["wide"]), (PHONE, ["broad", "wide"])):
            checks.set_window(browser, width, "light")
            browser.open(path)
            assert checks.wider(browser) == []
            assert [name for name in OPEN if browser.one(f"#{name} .hint").size["height"] > 10] == panning
            for name in OPEN:
                part = browser.one(f"#{name} img").size["width"] / SIZES[name][0]
                assert LEGIBLE < part <= 1, "a small figure isn't blown up"
                assert browser.run(pans, browser.one(f"#{name} .pan")) == (name in panning)
        wide = browser.one("#wide .pan")
        wide.send_keys(Keys.ARROW_RIGHT)
        browser.wait_until(lambda: browser.run("return arguments[0].scrollLeft", wide))
        browser.run("document.querySelector('.gallery details').open = true")
        usual = browser.one(f"#{CLOSED} .pan")
        browser.wait_until(lambda: usual.size["height"] > 100)
        assert not browser.run(pans, usual), "the usual figure is seen whole on a phone"
        assert browser.errors() == []
    finally:
        checks.unset_window(browser)


def test_a_search_of_facts_opens_the_sections_that_have_it(browser, tmp_path, tables):
    """All others are hidden; without a search all sections are there again, folded, until a link opens one."""
    add_assets(tmp_path)
    context = facts_context(facts=facts(tables, strategies=False), solution=solution(tables), verdicts=[], studies={})
    write_page(tmp_path / "facts.html", "facts.html.j2", studies={}, **context)
    browser.open(tmp_path / "facts.html")

    def seen():
        found = [one for one in browser.all("details.fold h3, tr[id]") if one.is_displayed()]
        return [one.text if one.tag_name == "h3" else one.get_attribute("id") for one in found]

    every = seen()
    assert len(every) == 5
    field = browser.one("input[type=search]")
    field.send_keys("Menace")
    boxes = [f"boxes_at_{marks}" for marks in (0, 2, 4, 6)]
    assert seen() == ["States, and boxes of MENACE (Michie 1963)", *boxes, "boxes"]
    assert browser.one("details.fold:not([hidden]) summary").text.endswith("5 of 18")
    assert not browser.one(".none").is_displayed()
    field.send_keys(" and more")
    assert (seen(), browser.one(".none").text) == ([], "No fact fits.")
    field.clear()
    field.send_keys(" ")
    assert seen() == every
    browser.go_to("states")
    browser.wait()
    assert browser.one("#states").is_displayed()
    assert browser.errors() == []
