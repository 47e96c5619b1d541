"""The page of facts in a browser: a search over all sections."""

import pytest
from pages import add_assets

from tttcore.exact.facts import facts, solution
from tttcore.report.facts import facts_context
from tttcore.report.site import write_page


@pytest.fixture
def page(browser, tmp_path, tables):
    """The page of all facts that are quickly counted."""
    add_assets(tmp_path)
    found = facts(tables, strategies=False)
    context = facts_context(facts=found, solution=solution(tables), verdicts=[], studies={})
    write_page(tmp_path / "facts.html", "facts.html.j2", studies={}, **context)
    browser.open(tmp_path / "facts.html")
    yield browser
    assert browser.errors() == []


def headings(page):
    return [heading.text for heading in page.all("details.fold h3") if heading.is_displayed()]


def rows(page):
    return [row.get_attribute("id") for row in page.all("tr[id]") if row.is_displayed()]


def test_a_search_opens_the_sections_that_have_it(page):
    """All others are hidden; without a search all sections are there again, folded."""
    every = headings(page)
    assert (len(every), rows(page)) == (5, [])
    field = page.one("input[type=search]")
    field.send_keys("Menace")
    assert headings(page) == ["States, and boxes of MENACE (Michie 1963)"]
    assert rows(page) == ["boxes_at_0", "boxes_at_2", "boxes_at_4", "boxes_at_6", "boxes"]
    heading = page.one("details.fold:not([hidden]) summary")
    assert heading.text.endswith("5 of 18")
    assert not page.one(".none").is_displayed()
    field.send_keys(" and more")
    assert (headings(page), page.one(".none").text) == ([], "No fact fits.")
    field.clear()
    field.send_keys(" ")
    assert (headings(page), rows(page)) == (every, [])


def test_a_link_opens_the_section_of_a_fact(page):
    page.go_to("states")
    page.wait()
    assert page.one("#states").is_displayed()
