"""Every page of the small project's report in a browser: wide and narrow, light and dark; answers come first."""

from pathlib import Path

import page_checks as checks
import pytest
from helpers.project import SHRINK
from pages import Match

from tttcore.report.site import FIRST, LAST

PAGES = [*FIRST, *(f"{study}.html" for study in SHRINK), *LAST]
GAMES = {
    "classic": "opponent=house/perfect&moves=5,1",
    "nine_board": "moves=1.1,1.5",
    "lattice": "moves=1.1,2.6",
}
"""Games on the play page, by tab: parts of their addresses."""
ANSWERS = {
    "index.html": ("dl.answers dd", 0),
    "ancheta2020.html": ("#found ~ .lead", 0),
    "post1999.html": ("#found ~ .lead a.verdict", 0),
    "league.html": ("[aria-label^='Points of the best'] tbody tr", -1),
}
"""What answers, by page, and which of it must be in sight."""
FAULTY = """<!DOCTYPE html><html><head><style>
  html { color-scheme: light dark; } p { width: 2000px; color: light-dark(black, #222); height: 12001px; }
</style></head><body><h2>Second</h2><h4>Fourth</h4><p id="here">Here <a href="#lost">lost</a>
<a href="none.html">none</a> <a href="#here">found</a> <img src="none.png"></p></body></html>"""


@pytest.fixture(scope="module")
def report(finished):
    """The folder of the finished pages."""
    return finished.folder / "results" / "report"


@pytest.fixture
def emulated(browser):
    """The browser, which emulates nothing afterwards."""
    yield browser
    checks.unset_window(browser)


def test_all_pages_are_looked_at(report):
    assert {file.name for file in report.glob("*.html")} == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_its_window_and_can_be_read(emulated, report, name):
    """As it opens and unfolded; by all rules of axe-core where it is widest, since few hang on the width.

    On a laptop the navigation is on one line; where the window is narrower a button shows all of it.
    """
    for width in sorted(checks.WIDTHS):
        checks.set_window(emulated, width, "light")
        emulated.open(report / name)
        assert checks.height(emulated) <= checks.TALLEST
        assert checks.wider(emulated) == []
        assert emulated.one("header").size["height"] < 60
        assert out_of_sight(emulated, width) == []
        checks.unfold(emulated)
        assert checks.wider(emulated) == []
        assert width == max(checks.WIDTHS) or checks.violations(emulated, [checks.SCROLLED]) == []
    assert checks.missing_images(emulated) == []
    assert checks.skipping(emulated) == []
    checks.drop_rows_alike(emulated)
    assert checks.violations(emulated) == []
    checks.set_window(emulated, width, "dark")
    assert checks.violations(emulated, [checks.CONTRAST]) == []
    assert emulated.errors() == []


def out_of_sight(browser, width):
    """Entries of the navigation that can't be seen, once its button is pressed where there is one."""
    button = browser.one("header button")
    if button.is_displayed():
        button.click()
    links = browser.all("header nav a")
    found = [link.text for link in links if not _is_in_sight(link, width)]
    if button.is_displayed():
        button.click()
    return found


def _is_in_sight(link, width):
    place = link.rect
    inside = 0 <= place["x"] < place["x"] + place["width"] <= width and place["y"] + place["height"] <= checks.TALL
    return inside and link.is_displayed()


def test_the_first_page_is_short_on_a_phone(emulated, report):
    """What can be done stands in the first window."""
    checks.set_window(emulated, min(checks.WIDTHS), "light")
    emulated.open(report / "index.html")
    assert checks.height(emulated) < 3000
    play = emulated.one(".cards a[href='play.html']").rect
    assert play["y"] + play["height"] < checks.TALL


@pytest.mark.parametrize("page", ANSWERS)
def test_an_answer_is_seen_before_scrolling(emulated, report, page):
    """In a window of 1280 by 900 pixels; a verdict beside it leads to its evidence."""
    selector, number = ANSWERS[page]
    checks.set_window(emulated, max(checks.WIDTHS), "light")
    emulated.open(report / page)
    answer = emulated.all(selector)[number]
    assert answer.is_displayed()
    assert answer.rect["y"] + answer.rect["height"] <= checks.TALL
    if "verdict" in selector:
        claim = answer.get_attribute("href").partition("audit.html#")[2]
        answer.click()
        assert emulated.all(f'[id="{claim}"]')
    else:
        assert len(answer.text) > 60


def test_the_front_page_names_the_strongest_learner_and_the_league_answers_for_each_seat(browser, report):
    """In print, too."""
    browser.open(report / "index.html")
    try:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        assert all(answer.is_displayed() for answer in browser.all("dl.answers dd"))
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
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


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_games_with_hints_can_be_read(emulated, report, width, scheme):
    checks.set_window(emulated, width, scheme)
    for tab, game in GAMES.items():
        emulated.open(report / "play.html")
        emulated.go_to(f"{tab}?{game}&seat=x")
        board = Match(emulated.driver, f"#{tab}")
        board.wait_for("person")
        board.field("Hints").click()
        emulated.wait_until(lambda board=board: board.one(".match-best").text)
        assert emulated.one(".play-notice").text == ""
        assert checks.wider(emulated) == []
        assert checks.violations(emulated) == []
        assert emulated.errors() == []


def test_all_links_are_alive(browser, report):
    """Those that scripts have made, too."""
    found = {}
    for name in PAGES:
        browser.open(report / name)
        found[report / name] = checks.addresses(browser)
    assert checks.dead(found) == []


def test_faults_are_found(emulated, tmp_path):
    """Each check fails where it should."""
    path = tmp_path / "faulty.html"
    path.write_text(FAULTY, encoding="utf-8")
    checks.set_window(emulated, 1280, "light")
    emulated.open(path)
    assert [Path(address).name for address in checks.missing_images(emulated)] == ["none.png"]
    assert checks.height(emulated) > checks.TALLEST
    assert [element[:13] for element in checks.wider(emulated)] == ['<p id="here">']
    assert checks.skipping(emulated) == ["Second", "Fourth"]
    found = {violation.split(":")[0] for violation in checks.violations(emulated)}
    assert {"html-has-lang", "image-alt", "heading-order"} <= found
    assert checks.CONTRAST not in found
    checks.set_window(emulated, 1280, "dark")
    assert checks.violations(emulated, [checks.CONTRAST])
    lost = ["faulty.html#lost", "none.html", "none.png"]
    assert [Path(each).name for each in checks.dead({path: checks.addresses(emulated)})] == lost
    assert emulated.errors()
