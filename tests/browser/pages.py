"""Pages in a browser: what they say, and games on the play page as people play them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from tttcore.classroom.play_page import play_context
from tttcore.report.site import shared_files, write_page

PATIENCE, PAUSE = 200, 0.02
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
        self.wait_until(lambda: self.run("return document.readyState") == "complete")

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


_SEEN = """
  const [panel] = arguments, root = document.querySelector(`${panel} .match`);
  const all = (within, selector) => [...within.querySelectorAll(selector)];
  const texts = (selector) => all(root, selector).filter((one) => one.checkVisibility())
    .map((one) => one.innerText.replace(/\\s+/g, " ").trim()).filter((text) => text);
  const places = all(root, ".place"), focus = places.indexOf(document.activeElement);
  const hints = places.filter((one) => "hint" in one.dataset);
  const drawn = (one) => (one.matches(".chosen") ? "*" : "");
  const beads = (one) => `${one.dataset.cell}${drawn(one)}=${one.querySelector(".note").textContent}`;
  const box = (one) => [one.innerText.split("\\n")[0], ...all(one, "[data-cell]").map(beads)].join(" ");
  return [
    `${root.dataset.turn} ${places.map(({ dataset }) => dataset.sign || ".").join("")}`, focus < 0 ? "" : `at ${focus}`,
    ...["status", "why", "facts", "best", "tally"].map((name) => texts(`.match-${name}`).join()),
    texts(".match-keys kbd").join(" "), texts(".beads p:not(.match-note)").join(),
    all(root, ".beads .box").map(box).join("; "), texts(".worth td.n").join(" "),
    hints.map((one) => `${one.innerText} ${one.dataset.hint}${"best" in one.dataset ? "!" : ""}`).join(),
    texts(".match-stage > .match-actions button:enabled:not([aria-disabled=true])").join(), location.hash,
  ];
"""
_IS_AT_REST = """
  const [panel] = arguments, root = document.querySelector(`${panel} .match`), { turn } = root.dataset;
  const [best, pause] = [".match-best", ".match-pause"].map((name) => root.querySelector(name));
  const waits = turn !== "page" || pause.innerText === "Continue";
  return turn === "over" || (waits && Boolean(best.hidden || best.textContent));
"""


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
        script = "return arguments[0].flatMap((one, at) => one.matches(arguments[1]) ? [at] : [])"
        return self.run(script, self.all(".place"), selector)

    def tally(self) -> str:
        """How games have ended, in words."""
        return self.one(".match-tally").text

    def facts(self) -> dict[str, str]:
        """What is known of the last mark."""
        return dict(zip(self.texts(".match-facts dt"), self.texts(".match-facts dd"), strict=True))

    def values(self) -> dict[str, str]:
        """Those of the address."""
        return self.run("return TTT.address.parse(location.hash.slice(1)).values")

    def choice(self, label: str) -> Select:
        """The list with a label."""
        return Select(self.field(label))

    def chosen(self, label: str) -> str | None:
        """The value that is chosen in the list with a label."""
        return self.choice(label).first_selected_option.get_attribute("value")

    def offered(self, label: str) -> list[str | None]:
        """Values in the list with a label."""
        return [option.get_attribute("value") for option in self.choice(label).options]

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

    def choose(self, player: str, seat: str = "x") -> None:
        """Meet a player of a kind, from a seat."""
        self.choice("Player").select_by_value(player)
        self.choice("You play").select_by_value(seat)
        self.wait_for("person")

    def finish(self) -> None:
        """Mark the first free place until the game is over."""
        while self.wait_for("person", "over") == "person":
            self.place(self.free()[0]).click()

    def story(self, *doings: str | int) -> str:
        """What the game shows at first, and what else after each doing, once the page has done its part.

        A doing is a key, by its name if it is long, or a place, a selector or the label of a field to be clicked; lists
        and sliders, on which a click chooses something, get the focus. Addresses are followed, and ``finish`` marks the
        first free places.
        """
        act = "const [one] = arguments; one.focus(); if (!one.matches('select, [type=range]')) one.click()"
        told: list[str] = []
        held: list[str] = []
        for doing in ("first", *doings):
            if isinstance(doing, int):
                self.place(doing).click()
            elif doing == "finish":
                self.finish()
            elif doing.startswith("#"):
                self.go_to(doing[1:])
                self.wait()
            elif doing.startswith(".") and len(doing) > 1:
                self.run(act, self.one(doing))
            elif len(doing) == 1 or hasattr(Keys, doing):
                self.focused.send_keys(getattr(Keys, doing, doing))
            elif doing != "first":
                self.run(act, self.field(doing))
            self.wait_until(lambda: self.run(_IS_AT_REST, self.panel))
            seen = self.run(_SEEN, self.panel)
            changed = [
                text or "-" for text, before in zip(seen, held or [""] * len(seen), strict=True) if text != before
            ]
            parts = [f"place {doing}" if isinstance(doing, int) else doing, *(changed or [""])]
            told.append((" | " if sum(map(len, parts)) < 600 else "\n    ").join(parts))
            held = seen
        return "\n".join(told)


def add_assets(folder: Path) -> None:
    """The files that pages of the site share, beside a page."""
    (folder / "assets").mkdir()
    for name, content in shared_files().items():
        (folder / "assets" / name).write_bytes(content)


def opened(page: Browser, address: str, **values: str | int) -> Match:
    """The board of an address that names a game and its values."""
    name = address.partition("?")[0]
    page.go_to(address + "?" * bool(values) + "&".join(f"{key}={value}" for key, value in values.items()))
    page.wait_until(lambda: page.one(f"#{name}").is_displayed())
    page.wait()
    return Match(page.driver, f"#{name}")


STUDIES = {
    "ancheta2020": "A", "hemingroth2025": "H", "post1999": "P", "mrugala2020": "M 2020", "osipa2017": "O",
    "michie1963": "M 1963",
}  # fmt: skip
TREATMENTS = {"mrugala2020": {"3x3": "learner", "3x3-dead-ties": "learner with ties"}, "post1999": {"cube": "Genie"}}


def write_play_page(file: Path, agents: pd.DataFrame, **further: Any) -> Path:
    """Write the page of a table of agents."""
    abouts = {"mrugala2020": "Two learners play each other."}
    context = play_context(agents, names=STUDIES, treatments=TREATMENTS, abouts=abouts, **further)
    write_page(file, "play.html.j2", studies=STUDIES, **context)
    return file
