"""Every page of the small project's report in a browser, wide and narrow, light and dark; answers come first. The
demonstration of all studies, made in an empty folder: every kind of player plays, and runs end as they did.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import page_checks as checks
import pytest
from helpers.project import ROOT, SHRINK, made_once
from learn_pages import finish
from pages import Match
from selenium.webdriver.common.keys import Keys

from tttcore.classroom.demo import PLAY, WATCH
from tttcore.report.site import FIRST, LAST

PAGES = [*FIRST, *(f"{study}.html" for study in SHRINK), *LAST]
GAMES = {"classic": "opponent=house/perfect&moves=5,1", "nine_board": "moves=1.1,1.5", "lattice": "moves=1.1,2.6"}
"""Games on the play page, by tab: parts of their addresses."""
ANSWERS = {
    "index.html": ("#machines ~ .lead", 0),
    "ancheta2020.html": ("#found ~ .lead", 0),
    "post1999.html": ("#found ~ .lead a.verdict", 0),
    "league.html": ("[aria-label^='Points of the best'] tbody tr", -1),
}
"""What answers, by page, and which of it must be in sight."""


@pytest.fixture(scope="module")
def report(finished):
    """The folder of the finished pages."""
    return finished.folder / "results" / "report"


@pytest.fixture
def emulated(browser):
    """The browser, which emulates nothing afterwards."""
    yield browser
    checks.unset_window(browser)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_its_window_and_can_be_read(emulated, report, name):
    """As it opens and unfolded; by all rules of axe-core where it is widest, since few hang on the width.

    On a laptop the navigation is on one line; where the window is narrower a button shows all of it.
    """
    for width in sorted(checks.WIDTHS):
        checks.set_window(emulated, width, "light")
        emulated.open(report / name)
        slides = len(emulated.all(".slide"))  # each fills a window
        assert checks.height(emulated) <= (checks.TALL * (slides + 1) if slides else checks.TALLEST)
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
    """Entries of the navigation that can't be seen, once the button of all, or that of documents, is pressed."""
    button = next(one for one in browser.all("header button") if one.is_displayed())
    button.click()
    links = [(link, link.rect) for link in browser.all("header nav a")]
    seen = [
        link.is_displayed() and 0 <= at["x"] < at["x"] + at["width"] <= width and at["y"] + at["height"] <= checks.TALL
        for link, at in links
    ]
    found = [link.text for (link, _), is_seen in zip(links, seen, strict=True) if not is_seen]
    button.click()
    return found


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


def test_the_front_page_is_short_on_a_phone_and_has_the_leagues_answer_in_print_too(emulated, report):
    """What can be done stands in the first window; a third of the page is the answer about machines."""
    checks.set_window(emulated, min(checks.WIDTHS), "light")
    emulated.open(report / "index.html")
    assert checks.height(emulated) < 3800
    play = emulated.one(".cards a[href='play.html']").rect
    assert play["y"] + play["height"] < checks.TALL
    emulated.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert all(answer.is_displayed() for answer in emulated.all("dl.answers dd"))
    sentence = emulated.all("dl.answers dd")[-1].text
    assert " leads moving " in sentence
    emulated.open(report / "league.html")
    assert emulated.one("#answer + p").text == sentence


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
    assert {file.name for file in report.glob("*.html")} == {*PAGES}
    found = {}
    for name in PAGES:
        browser.open(report / name)
        found[report / name] = checks.addresses(browser)
    assert checks.dead(found) == []


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """Folder of both pages, and nothing else."""

    def make(folder):
        folder.mkdir()
        command, env = [sys.executable, "-m", "tttcore", "demo", "-o", "mailed"], os.environ | {"PYTHONPATH": str(ROOT)}
        made = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True, env=env)
        assert made.returncode == 0, made.stderr
        assert [path.name for path in folder.iterdir()] == ["mailed"]

    return made_once(tmp_path_factory, "demo", make) / "mailed"


@pytest.fixture
def path(request, demo, tmp_path):
    """A page that was mailed by itself."""
    return Path(shutil.copy2(demo / request.param, tmp_path))


@pytest.mark.parametrize("path", [PLAY], indirect=True)
def test_people_play_against_players_of_every_study(page):
    """Machines can be met untrained, with the first beads of the document in their first box."""
    board = Match(page.driver, "#classic")
    for opponent, seat in (
        ("ancheta2020/umg-described", "o"),
        ("hemingroth2025/exclusive", "x"),
        ("michie1963/person", "o"),
        ("house/careful", "x"),
    ):
        board.choose(opponent, seat)
        board.finish()
        assert board.signs().count("") < 9
    for treatment in ("random", "person"):
        board.choose(f"michie1963/{treatment}", "o")
        board.field("Training").send_keys(Keys.HOME)
        assert "after 0 games (untrained)" in board.tally()
        board.wait_for("person")
        assert board.texts(".beads .box:first-of-type .note") == ["4"] * 3
    assert page.run("return performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize("path", [WATCH], indirect=True)
def test_a_run_of_every_study_ends_as_it_did(live):
    for run in ("ancheta2020/second-seat", "hemingroth2025/exclusive", "michie1963/person", "gardner1962/random"):
        assert finish(live, run).startswith("✓ ")
