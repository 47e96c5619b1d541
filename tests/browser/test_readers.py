"""Three readers find the answer to their question before they scroll, see docs/readers.md."""

import page_checks as checks
import pytest
from project import ROOT

WIDE = max(checks.WIDTHS)
ANSWERS = {
    "index.html": "dl.answers dd",
    "ancheta2020.html": "#found ~ .lead",
    "post1999.html": "#found ~ .lead",
    "league.html": "#answer ~ ul.findings li",
}
"""What answers, by page; the first of it is looked at."""


@pytest.fixture
def opened(browser, finished):
    """`opened(page)`: a page of the finished report in a window of 1280 by 900 pixels."""

    def open_page(name):
        checks.set_window(browser, WIDE, "light")
        browser.open(finished.folder / "results" / "report" / name)
        return browser

    yield open_page
    checks.unset_window(browser)


def bottom(element):
    return element.rect["y"] + element.rect["height"]


@pytest.mark.parametrize("page", ANSWERS)
def test_an_answer_is_seen_before_scrolling(opened, page):
    answer = opened(page).all(ANSWERS[page])[0]
    assert answer.is_displayed()
    assert len(answer.text) > 60
    assert bottom(answer) <= checks.TALL


@pytest.mark.parametrize("page", ["ancheta2020.html", "post1999.html"])
def test_a_verdict_beside_the_answer_links_to_its_evidence(opened, page):
    browser = opened(page)
    link = browser.all("#found ~ .lead a.verdict")[0]
    assert bottom(link) <= checks.TALL
    claim = link.get_attribute("href").partition("audit.html#")[2]
    link.click()
    assert browser.all(f'[id="{claim}"]')


def test_all_seats_of_the_league_are_answered(opened):
    answers = opened("league.html").all("#answer ~ ul.findings:first-of-type li")
    assert [text.text.split(",")[0] for text in answers] == ["Moving first", "Moving second", "In both seats"]
    assert bottom(answers[-1]) <= checks.TALL


def test_the_front_page_names_the_strongest_learner(opened):
    browser = opened("index.html")
    asked = browser.all("dl.answers dt")[-1]
    assert asked.text.startswith("League")
    assert "leads with" in browser.all("dl.answers dd")[-1].text


def test_the_table_of_questions_names_the_pages_that_are_looked_at():
    text = (ROOT / "docs" / "readers.md").read_text(encoding="utf-8")
    assert text.count("\n| ") == 1 + 3
