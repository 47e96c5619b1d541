"""The page to watch, steered; scripts that make runs alone on a page, and runs by them and by the package."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from helpers.project import ROOT
from pages import Browser, Match
from selenium.webdriver.remote.webelement import WebElement

from tttcore.classroom.assets import MODEL_SCRIPTS, asset
from tttcore.engines.engine import engine, read_study
from tttcore.engines.genetic_algorithm.live import live_recipe
from tttcore.engines.replicates import build_recipe, run_replicates
from tttcore.games.classic import StateTables


def recipes_of(*studies: str) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Recipes of every treatment of some studies, of the published size, by study and treatment."""
    return {
        (study, name): treatment.recipe
        for study in studies
        for name, treatment in read_study(ROOT / "config" / "studies" / f"{study}.yaml").treatments.items()
    }


RECIPES = recipes_of("ancheta2020", "hemingroth2025")
SEED = 2020
FASTEST = "speed=fastest"
VERDICT, NOTICE, NOW = ".learn-verdict", ".learn-notice", ".learn-now"
RUN = """
  const [recipe, seed, path] = arguments;
  globalThis.prepared ??= new Map();
  const key = JSON.stringify(recipe);
  if (!prepared.has(key)) prepared.set(key, TTT.evolution.prepare(recipe));
  const run = new TTT.evolution.Run(prepared.get(key), new TTT.streams.Stream(seed, path));
  const made = [run.begin()];
  while (!made.at(-1).ended) made.push(run.next());
  const column = (name) => made.map((one) => one[name]);
  return JSON.stringify({
    generations: run.generation, best: column("best"), mean: column("mean"), distinct: column("distinct"),
    champion: run.champion(),
  });
"""
"""Texts hold every bit of a number; what a browser's driver returns need not."""


def scripts_alone(folder: Path, further: Sequence[str] = ()) -> Path:
    """A page with the scripts that make runs, and some others behind them."""
    path = folder / "scripts.html"
    held = "".join(f"<script>{text}</script>" for text in (*map(asset, MODEL_SCRIPTS), *further))
    path.write_text(f'<!DOCTYPE html><meta charset="utf-8"><title>Scripts</title>{held}', encoding="utf-8")
    return path


def full_recipe(config: Mapping[str, Any], treatment: str) -> dict[str, Any]:
    """Recipe of the genetic algorithm as the page has it."""
    return live_recipe(build_recipe(engine("genetic_algorithm"), config, treatment))


def page_run(browser: Browser, config: Mapping[str, Any], study: str, treatment: str, number: int) -> dict[str, Any]:
    """A run as the page makes it."""
    return json.loads(browser.run(RUN, full_recipe(config, treatment), SEED, [study, treatment, number]))


def package_run(
    tables: StateTables, config: Mapping[str, Any], study: str, treatment: str, number: int
) -> dict[str, Any]:
    """The same run as the package makes it."""
    made_by = engine("genetic_algorithm")
    (row,) = run_replicates(made_by, study, treatment, config, tables, seed=SEED, replicates=[number])
    lists = {name: row[name].tolist() for name in ("best", "mean", "distinct")}
    return {**lists, "generations": row["generations"], "champion": row["champion"]}


def go(live: Match, fragment: str) -> None:
    """Follow a link on the page, and wait for the first step of what it asks for."""
    live.run("document.querySelector('.learn-now').textContent = ''")
    live.go_to(fragment)
    live.wait_until(lambda: live.texts(NOW)[0])


def button(live: Match, text: str) -> WebElement:
    """The button that says this."""
    return next(one for one in live.all(".match-actions button") if one.text == text)


def at(place: str, more: str) -> str:
    """An address with further settings."""
    return f"{place}{'&' if '?' in place else '?'}{more}"


def generation(live: Match) -> int:
    """Number of the generation that is shown."""
    return int(re.findall(r"Generation (\d+)", live.texts(NOW)[0])[0])


def finish(live: Match, fragment: str) -> str:
    """Run what an address asks for to its end, and say what comes of it."""
    go(live, at(fragment, FASTEST))
    button(live, "Run").click()
    live.wait_until(lambda: live.texts(VERDICT)[0])
    return live.texts(VERDICT)[0]
