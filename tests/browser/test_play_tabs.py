"""The play page as a whole: one file, its content policy, tabs, addresses of agents, names and a phone."""

import pytest
from classic_page import PANEL
from pages import Match
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tttcore.games.classic import CELLS


@pytest.fixture(scope="module")
def path(play_page):
    return play_page


@pytest.fixture
def board(page):
    """The game of 3x3 on it."""
    return Match(page.driver, PANEL)


def test_the_page_needs_nothing_else_and_runs_no_other_script(browser, path):
    browser.open(path)
    assert browser.run("return performance.getEntriesByType('resource').length") == 0
    browser.run("""
        const script = document.createElement("script");
        script.text = "window.foreign = true";
        document.body.append(script);
    """)
    assert browser.run("return window.foreign === undefined")
    assert any("Content Security Policy" in error for error in browser.errors())


def test_an_address_opens_an_agent(page, board):
    lattice = Match(page.driver, "#lattice")
    page.go_to("mrugala2020/3x3-dead-ties/1")
    page.wait_until(lambda: "M 2020: learner with ties, run 1" in board.tally())
    page.go_to("lattice")
    page.wait_until(lambda: page.one("#lattice").is_displayed())
    for nothing in ("nobody/knows/this", "content", "%"):
        page.go_to(nothing)
        page.wait()
        assert page.one("#lattice").is_displayed()
    page.go_to("mrugala2020/3x3/1")
    page.wait_until(lambda: "M 2020: learner, run 1" in board.tally())
    page.go_to("post1999/cube/1")
    page.wait_until(lambda: "P: Genie, run 1" in lattice.tally())


def test_tabs(page):
    tabs = page.all("[role=tab]")
    for tab in tabs:
        tab.click()
        panel = page.one(f"#{tab.get_attribute('aria-controls')}")
        assert [each.is_displayed() for each in page.all("[role=tabpanel]")].count(True) == 1
        assert panel.is_displayed()
        assert len(panel.find_elements(By.CSS_SELECTOR, ".place")) in (CELLS, 81, 64)
    tabs[-1].send_keys(Keys.ARROW_RIGHT)
    assert page.focused == tabs[0]
    assert page.one(PANEL).is_displayed()


def test_everything_has_a_name(page):
    """For those who listen to the page."""
    for tab in page.all("[role=tab]"):
        tab.click()
        fields = page.all("[role=tabpanel]:not([hidden]) :is(button, select, input, [role=img], [role=group])")
        assert len(fields) > CELLS
        assert [field for field in fields if field.is_displayed() and not field.accessible_name] == []
