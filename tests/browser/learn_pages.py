"""The page to watch, steered; and scripts that make runs alone on a page."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from helpers.project import ROOT
from pages import Match
from selenium.webdriver.remote.webelement import WebElement

from tttcore.classroom.assets import MODEL_SCRIPTS, asset
from tttcore.engines.engine import engine
from tttcore.engines.replicates import build_recipe
from tttcore.engines.study_files import read_study
from tttcore.pipeline.modules import ENGINES, optional_module


def recipes_of(*studies: str) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Recipes of every treatment of some studies, of the published size, by study and treatment."""
    return {
        (study, name): treatment.recipe
        for study in studies
        for name, treatment in read_study(ROOT / "config" / "studies" / f"{study}.yaml").treatments.items()
    }


RECIPES = recipes_of("ancheta2020", "hemingroth2025")
VERDICT, NOTICE, NOW = ".learn-verdict", ".learn-notice", ".learn-now"


def scripts_alone(folder: Path, further: Sequence[str] = ()) -> Path:
    """A page with the scripts that make runs, and some others behind them."""
    path = folder / "scripts.html"
    held = "".join(f"<script>{text}</script>" for text in (*map(asset, MODEL_SCRIPTS), *further))
    path.write_text(f'<!DOCTYPE html><meta charset="utf-8"><title>Scripts</title>{held}', encoding="utf-8")
    return path


def page_recipe(kind: str, config: Mapping[str, Any]) -> dict[str, Any]:
    """Recipe of an engine as the page has it; None if it can't make its runs."""
    return optional_module(ENGINES, kind, "live").live_recipe(build_recipe(engine(kind), config, "recipe"))


def go(live: Match, fragment: str) -> None:
    """Follow a link on the page, and wait for the first step of what it asks for."""
    live.run("document.querySelector('.learn-now').textContent = ''")
    live.go_to(fragment)
    live.wait_until(lambda: live.texts(NOW)[0])


def button(live: Match, text: str) -> WebElement:
    """The button that says this."""
    return next(one for one in live.all(".match-actions button") if one.text == text)


def generation(live: Match) -> int:
    """Number of the generation that is shown."""
    return int(re.findall(r"Generation (\d+)", live.texts(NOW)[0])[0])


def finish(live: Match, fragment: str) -> str:
    """Run what an address asks for to its end, and say what comes of it."""
    go(live, f"{fragment}{'&' if '?' in fragment else '?'}speed=fastest")
    button(live, "Run").click()
    live.wait_until(lambda: live.texts(VERDICT)[0])
    return live.texts(VERDICT)[0]


def told(live: Match) -> list[str]:
    """The line about the step that is shown, and what the lines of the picture are, each behind its samples."""
    return live.run("""
      const all = (name, within = document) => [...within.querySelectorAll(`.learn-${name}`)];
      const samples = (one) => all("line", one).map(({ classList }) => [...classList].slice(1).join(" ")).join(", ");
      const texts = ["now", "verdict"].flatMap((name) => all(name)).map((one) => one.textContent);
      return [...texts, ...all("key li").map((one) => `${samples(one)}: ${one.textContent}`)];
    """)
