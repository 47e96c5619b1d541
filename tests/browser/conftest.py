"""A real browser. Tests skip loudly where there is none, and fail there if one is required."""

import os
import shutil
import warnings

import numpy as np
import pandas as pd
import pytest
from helpers.agents import small_agents
from helpers.live import live_page
from helpers.project import made_once
from pages import Browser, Match, write_play_page
from selenium import webdriver

from tttcore.games.position import SEAT_INDICES
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.agent_table import AGENTS
from tttcore.players.policy import drawn_policy, unpacked

REQUIRED = "TTT_BROWSER_REQUIRED"
"""Environment variable: set where a missing browser is a failure."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRIVER = "chromedriver"
OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1300,1000",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """One for each file of tests, so that none is left when others count the processes of this one."""
    programs = [next(filter(None, map(shutil.which, BROWSERS)), None), shutil.which(DRIVER)]
    if None in programs:
        _missing(f"no browser: neither {', '.join(BROWSERS)} with {DRIVER} is on the path")
    options = webdriver.ChromeOptions()
    options.binary_location = programs[0]
    for option in (*OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=programs[1]))
    yield Browser(driver)
    driver.quit()


@pytest.fixture(scope="module")
def path(request):
    """The page of a file of tests, which names its fixture."""
    return request.getfixturevalue(request.module.PAGE)


@pytest.fixture
def page(browser, path):
    """The page at a module's `path`, first seen; whatever is done with it leaves no error on the console."""
    browser.open(path)
    yield browser
    assert browser.errors() == []


@pytest.fixture
def live(page):
    """The page to watch as a person first sees it."""
    page.wait_until(lambda: any(page.texts(".learn-now")))
    return Match(page.driver)


@pytest.fixture(scope="session")
def agents(tables):
    """Agents of small runs."""
    return small_agents(tables)


@pytest.fixture(scope="session")
def play_page(agents, tmp_path_factory):
    """File of the play page with these agents."""
    return write_play_page(tmp_path_factory.mktemp("play") / "play.html", agents)


@pytest.fixture(scope="session")
def bare_page(tmp_path_factory):
    """File of the play page without agents from runs."""
    return write_play_page(tmp_path_factory.mktemp("bare") / "play.html", AGENTS.empty())


@pytest.fixture(scope="session")
def learn_page(tmp_path_factory, tables):
    """File of the page to watch, with a few short runs of every engine that it runs."""

    def make(folder):
        folder.mkdir()
        live_page(folder, tables)

    return made_once(tmp_path_factory, "learn", make) / "learn.html"


@pytest.fixture(scope="session")
def players(agents):
    """Seats, cells and policies of all agents of 3x3, house players among them, by id and step."""
    known = pd.concat([agents[agents["game"] == "3x3"], baseline_agents()])
    return {
        (row.agent, row.step): (SEAT_INDICES[row.seat], unpacked(cells), drawn_policy(cells, row.beads))
        for row in known.itertuples()
        for cells in [np.asarray(row.cells, np.uint16)]
    }


def _missing(reason):
    if os.environ.get(REQUIRED):
        pytest.fail(f"{reason}, and {REQUIRED} is set")
    warnings.warn(reason, stacklevel=1)
    pytest.skip(reason)
