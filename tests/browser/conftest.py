"""A real browser, and pages for it. Tests skip loudly where there is none, and fail there if one is required."""

import os
import shutil
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

REQUIRED = "TTT_BROWSER_REQUIRED"
"""Environment variable: set where a missing browser is a failure."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRIVER = "chromedriver"
PATIENCE, PAUSE = 20, 0.02
"""Seconds that a page has for what it does by itself, and between two looks at it."""
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1300,1000",
)


@dataclass(frozen=True)
class Browser:
    """A page in a browser and what it says."""

    driver: webdriver.Chrome

    def open(self, path: Path) -> None:
        """Load a file; messages of earlier pages are forgotten."""
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(path.as_uri())

    def run(self, script: str, *arguments: Any) -> Any:
        """What JavaScript returns."""
        return self.driver.execute_script(script, *arguments)

    def errors(self) -> list[str]:
        """Errors and warnings on the console since the page was opened."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] != "INFO"]

    def all(self, selector: str) -> list[WebElement]:
        """Elements by CSS selector."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        """The only element of a CSS selector."""
        (found,) = self.all(selector)
        return found

    def texts(self, selector: str) -> list[str]:
        """What elements say, hidden or not, in one call: one for each of many elements takes long."""
        return self.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", selector)

    def wait_until(self, is_so: Callable[[], Any]) -> None:
        """Go on as soon as something is so."""
        WebDriverWait(self.driver, PATIENCE, PAUSE).until(lambda _: is_so())


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


def _missing(reason):
    if os.environ.get(REQUIRED):
        pytest.fail(f"{reason}, and {REQUIRED} is set")
    warnings.warn(reason, stacklevel=1)
    pytest.skip(reason)
