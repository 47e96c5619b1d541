"""Three kinds of readers find the answer to their question on a page before they scroll."""

import page_checks as checks
import pytest

WIDE = max(checks.WIDTHS)
ANSWERS = {
    "index.html": ("dl.answers dd", 0),
    "ancheta2020.html": ("#found ~ .lead", 0),
    "post1999.html": ("#found ~ .lead a.verdict", 0),
    "league.html": ("[aria-label^='Points of the best'] tbody tr", -1),
}
"""What answers, by page, and which of it must be in sight."""


@pytest.mark.parametrize("page", ANSWERS)
def test_an_answer_is_seen_before_scrolling(browser, finished, page):
    """In a window of 1280 by 900 pixels; a verdict beside it leads to its evidence."""
    selector, number = ANSWERS[page]
    try:
        checks.set_window(browser, WIDE, "light")
        browser.open(finished.folder / "results" / "report" / page)
        answer = browser.all(selector)[number]
        assert answer.is_displayed()
        assert answer.rect["y"] + answer.rect["height"] <= checks.TALL
        if "verdict" in selector:
            claim = answer.get_attribute("href").partition("audit.html#")[2]
            answer.click()
            assert browser.all(f'[id="{claim}"]')
        else:
            assert len(answer.text) > 60
    finally:
        checks.unset_window(browser)


def test_a_print_of_the_front_page_has_its_answers(browser, finished):
    browser.open(finished.folder / "results" / "report" / "index.html")
    try:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        assert all(answer.is_displayed() for answer in browser.all("dl.answers dd"))
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_the_front_page_names_the_strongest_learner_and_the_league_answers_for_each_seat(browser, finished):
    report = finished.folder / "results" / "report"
    browser.open(report / "index.html")
    assert browser.all("dl.answers dt")[-1].text.endswith("League")
    sentence = browser.all("dl.answers dd")[-1].text
    assert " leads moving " in sentence
    browser.open(report / "league.html")
    assert browser.one("#answer + p").text == sentence
    table = "[aria-label^='Points of the best']"
    heads = browser.all(f"{table} th[scope=col]")
    assert [head.text for head in heads] == ["Way of learning", "Moving first", "Moving second", "In both seats"]
    assert len(browser.all(f"{table} td > strong")) == 3
    assert browser.all(f"{table} tbody th")[-1].text == "perfect player, for comparison"
