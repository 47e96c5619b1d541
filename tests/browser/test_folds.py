"""Folded parts of pages in a browser: links open them, print shows all, and long tables can be searched."""

import pandas as pd
import pytest
from jinja2 import Environment, FunctionLoader
from pages import add_assets
from PIL import Image

from tttcore.report.listing import LONG, listed
from tttcore.report.site import template_source

PAGE = """{% extends "base.html.j2" %}{% from "listing.html.j2" import listings %}
{% from "verdicts.html.j2" import qualified %}
{% block body %}<p>{{ qualified(found) }}</p><p style="height: 3000px">Far above</p>
<details><summary>Mixed</summary><p id="S0-C32a">One</p><p id="S0-C32b">Other</p></details>
<details><summary>More</summary>
<details><summary>Inside</summary><p id="place">Here
<img src="dot.png" loading="lazy" alt=""></p></details></details>{{ listings(tables) }}{% endblock %}"""
NAMES = [f"row {number}" for number in range(LONG + 1)]


@pytest.fixture
def page(browser, tmp_path):
    add_assets(tmp_path)
    Image.new("RGB", (1, 1)).save(tmp_path / "dot.png")
    path = tmp_path / "page.html"
    columns = {"name": "Name"}
    tables = [
        listed(pd.DataFrame({"name": names}), columns, caption=f"{len(names)} names", address="names.csv")
        for names in (NAMES, NAMES[:LONG])
    ]
    environment = Environment(loader=FunctionLoader(template_source), autoescape=True)
    environment.filters["number"] = str
    found = {"claim": "S0-C32b", "sentence_verdict": "mixed", "disagreeing": 0}
    text = environment.from_string(PAGE).render(tables=tables, found=found, here="", navigation={})
    path.write_text(text, encoding="utf-8")
    browser.open(path)
    yield browser
    assert browser.errors() == []


def test_a_link_opens_what_it_leads_to(page):
    assert not page.one("#place").is_displayed()
    page.go_to("place")
    page.wait()
    assert page.one("#place").is_displayed()
    assert page.run("return arguments[0].getBoundingClientRect().top < innerHeight", page.one("#place"))
    assert [table.is_displayed() for table in page.all("table")] == [False, False]


def test_a_note_on_one_part_of_a_sentence_leads_to_it(page):
    row = page.one("#S0-C32b")
    assert not row.is_displayed()
    (link,) = [link for link in page.all("p a") if link.text == "one part"]
    link.click()
    page.wait()
    assert row.is_displayed()
    assert page.run("const {top} = arguments[0].getBoundingClientRect(); return top >= 0 && top < innerHeight", row)


def test_a_link_that_leads_nowhere_opens_nothing(page):
    """The fixture looks for errors of scripts."""
    for address in ("%", "%E0%A4", "nowhere"):
        page.go_to(address)
        page.wait()
        assert not page.one("#place").is_displayed()


def test_print_shows_all(page):
    """With images that weren't scrolled to."""
    assert page.one("img").get_attribute("loading") == "lazy"
    page.run("dispatchEvent(new Event('beforeprint'))")
    assert all(table.is_displayed() for table in page.all("table"))
    assert page.one("img").get_attribute("loading") == "eager"


def test_long_tables_can_be_searched(page):
    for summary in page.all("details.fold > summary"):
        summary.click()
    page.one("input[type=search]").send_keys(" ROW 20")
    shown = [row.text for row in page.all("tbody tr") if row.is_displayed()]
    assert shown == ["row 20", *NAMES[:LONG]], "a short table has no search"
