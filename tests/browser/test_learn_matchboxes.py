"""Matchboxes in the page: every session as the package makes it, to the last bit and bead, in a real browser."""

import json
from typing import Any

import pytest
from helpers.learners import RECIPES
from learn_pages import SEED, recipes_of, scripts_alone

from tttcore.classroom.assets import asset
from tttcore.engines.engine import engine
from tttcore.engines.matchboxes.engine import EXACT
from tttcore.engines.matchboxes.live import live_recipe
from tttcore.engines.replicates import build_recipe, run_replicates

MATCHBOXES = engine("matchboxes")
SERIES = 5
"""Sessions of every treatment."""
SHORT = {"games": 40, "every": 15}
TREATMENTS = recipes_of("michie1963", "gardner1962")
RUN = """
  const [recipe, seed, paths] = arguments;
  const model = TTT.models.matchboxes, prepared = model.prepare(recipe);
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return JSON.stringify(paths.map((path) => {
    const run = new model.Run(prepared, new TTT.streams.Stream(seed, path));
    const made = [run.begin()];
    while (!made.at(-1).ended) made.push(run.next());
    const points = made.slice(1).filter(({ isPoint }) => isPoint);
    return {
      results: made.map(({ result }) => result).join(""),
      games: points.map(({ game }) => game),
      empty: points.map(({ empty }) => empty),
      exact: points.map(({ exact }) => exact),
      champion: hex(TTT.blake2b.digest(new Uint8Array(run.beads.buffer), 8)),
    };
  }));
"""
"""Texts hold every bit of a number; what a browser's driver returns need not."""
CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("person", {"games": 33}),
    ("person", {"random": 0.35}),
    ("person", {"careful": 0.9}),
    ("random", {"careful": 0.3}),
    ("perfect", {"random": 0.7, "careful": 0.3}),
    ("random", {"mixed": "move", "careful": 0.5}),
    ("person", {"start": "1", "empty": "refilled"}),
    ("random", {"start": "steep", "win": 0, "draw": 0, "loss": 3}),
    ("careful", {"learns": "last", "win": 20, "draw": 7, "loss": 0}),
    ("person", {"symmetry": "boxes"}),
    ("person", {"symmetry": "separate"}),
]
"""Of treatments of both studies, as people can make them on the page."""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    changes = [asset(f"{name}.js") for name in ("play/words", "learn/setting", "learn/matchboxes_changes")]
    browser.open(scripts_alone(tmp_path_factory.mktemp("matchboxes"), changes))
    return browser


def differing(page, tables, recipe, study, treatment, count):
    """Numbers of the sessions of a recipe, as the page holds it, that page and package don't make alike."""
    paths = [[study, treatment, number] for number in range(count)]
    found = json.loads(page.run(RUN, recipe, SEED, paths))
    rows = run_replicates(MATCHBOXES, study, treatment, recipe, tables, seed=SEED, replicates=range(count))
    return [number for number, (own, row) in enumerate(zip(found, rows, strict=True)) if own != record(row)]


def record(row):
    """What the page tells of a session, from the package's row."""
    exact = [list(chances) for chances in zip(*(row[name] for name in EXACT), strict=True)]
    return {name: row[name] for name in ("results", "games", "empty", "champion")} | {"exact": exact}


def spelt_out(config):
    return live_recipe(build_recipe(MATCHBOXES, config, "recipe"))


@pytest.mark.parametrize("name", RECIPES)
def test_every_rule_is_the_packages(page, tables, name):
    assert differing(page, tables, spelt_out(RECIPES[name]), "rules", name, 5) == []


@pytest.mark.parametrize(("study", "treatment"), TREATMENTS)
def test_sessions_of_every_treatment_are_the_packages(page, tables, study, treatment):
    recipe = spelt_out(TREATMENTS[study, treatment])
    assert differing(page, tables, recipe | SHORT, study, treatment, SERIES) == []
    assert differing(page, tables, recipe, study, treatment, 1) == []


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_changed_recipes_are_the_packages(page, tables, number):
    """Of one study and the other in turn."""
    study, (treatment, changes) = ("michie1963", "gardner1962")[number % 2], CHANGES[number]
    held = spelt_out(TREATMENTS[study, treatment])
    recipe = page.run("return TTT.matchboxesChanges.changed(...arguments)", held, changes)
    assert recipe != held
    assert spelt_out(recipe) == recipe
    assert differing(page, tables, recipe, study, f"changed {treatment}", 1) == []
