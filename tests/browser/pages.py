"""Pages in a browser: what they say, small ones with scripts alone, and a game on a page as a person plays it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from tttcore.classroom.assets import SCRIPTS, asset
from tttcore.report.site import shared_files

PATIENCE, PAUSE = 20, 0.02
"""Seconds that a page has for what it does by itself, and between two looks at it."""


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

    @property
    def focused(self) -> WebElement:
        """What keys go to."""
        return self.driver.switch_to.active_element

    def go_to(self, fragment: str) -> None:
        """Follow a link within the page."""
        self.run("location.hash = arguments[0]", f"#{fragment}")

    def wait(self, milliseconds: int = 50) -> None:
        """Let the page do what it does by itself."""
        self.run("return new Promise((done) => setTimeout(done, arguments[0]))", milliseconds)

    def wait_until(self, is_so: Callable[[], Any]) -> None:
        """Go on as soon as something is so."""
        WebDriverWait(self.driver, PATIENCE, PAUSE).until(lambda _: is_so())


@dataclass(frozen=True)
class Match(Browser):
    """A game on a page: what is in its panel, a CSS selector, and what a person does there."""

    panel: str = "body"

    def all(self, selector: str) -> list[WebElement]:
        return super().all(f"{self.panel} {selector}")

    def texts(self, selector: str) -> list[str]:
        return super().texts(f"{self.panel} {selector}")

    def place(self, move: int) -> WebElement:
        """The button of a move."""
        return self.all(".place")[move]

    def signs(self) -> list[str]:
        """What stands at each place."""
        return self.texts(".place")

    def free(self) -> list[int]:
        """Moves that the person may make."""
        return self._numbers(".place[aria-disabled='false']")

    def line(self) -> list[int]:
        """Places of the line that ended the game."""
        return self._numbers(".place.line")

    def _numbers(self, selector: str) -> list[int]:
        places = self.all(".place")
        return [places.index(place) for place in self.all(selector)]

    def tally(self) -> str:
        """How games have ended, in words."""
        return self.one(".match-tally").text

    def choice(self, label: str) -> Select:
        """The list with a label."""
        return Select(self.field(label))

    def field(self, label: str) -> WebElement:
        """The list, slider or box with a label; the first of several that begin alike, as a second player's do."""
        fields = zip(self.texts("label"), self.all("label :is(select, input)"), strict=True)
        return next(field for text, field in fields if text.strip().startswith(label))

    def mark(self, move: int) -> None:
        """Click a place, and wait for the answer."""
        self.place(move).click()
        self.wait_for("person")

    def wait_for(self, *turns: str) -> str:
        """Go on as soon as it is one of these turns, and say which."""
        match = self.one(".match")
        self.wait_until(lambda: match.get_attribute("data-turn") in turns)
        return match.get_attribute("data-turn")

    def wait_for_hints(self, number: int) -> None:
        """Go on as soon as so many places have a hint."""
        self.wait_until(lambda: len(self.all("[data-hint]")) == number)


def page_of(folder: Path, *scripts: str, body: str = "") -> Path:
    """A page with scripts of ``assets/play/`` within it, after a `body`."""
    held = "".join(f"<script>{asset(f'play/{name}')}</script>" for name in scripts)
    path = folder / "page.html"
    path.write_text(f'<!DOCTYPE html><meta charset="utf-8"><title>Scripts</title>{body}{held}', encoding="utf-8")
    return path


ONE_BOARD = ("engine.js", "nine_board.js", "lattice.js", "notice.js", "play.js")
"""Scripts of the rules of games, and of the page as a whole."""
MATCH = tuple(
    name
    for name in (script.removeprefix("play/") for script in SCRIPTS)
    if (name not in ONE_BOARD and not name.startswith(("classic_", "beads_")) and not name.endswith("_view.js"))
    or name == "match_view.js"
)
"""Scripts of a game that any board has, in the order of their dependencies."""


def mounted(browser: Browser, folder: Path, *scripts: str, mount: str, data: dict[str, Any]) -> Match:
    """A game on a page of scripts, one function of which shows it, as a person first sees it."""
    browser.open(page_of(folder, *scripts, body='<div id="here"></div>'))
    browser.run(f"TTT.{mount}(document.getElementById('here'), arguments[0])", data)
    return Match(browser.driver)


def add_assets(folder: Path) -> None:
    """The files that pages of the site share, beside a page."""
    (folder / "assets").mkdir()
    for name, content in shared_files().items():
        (folder / "assets" / name).write_bytes(content)


RIVALS = {
    "classic": ("house/minimax-first", "house/minimax-random"),
    "nine_board": ("h1-d2", "h2-d1"),
    "lattice": ("house/Wins or blocks where it can", "house/Marks the first free cell"),
}
"""Two engines of each board, as addresses name them."""


def opened(page: Browser, name: str, **values: str) -> Match:
    """The board of an address that names a game and its values."""
    page.go_to(f"{name}?" + "&".join(f"{key}={value}" for key, value in values.items()))
    page.wait_until(lambda: page.one(f"#{name}").is_displayed())
    page.wait()
    return Match(page.driver, f"#{name}")
