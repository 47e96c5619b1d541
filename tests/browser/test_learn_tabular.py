"""Tabular learners in the page: every session as the package plays it, to the last bit of each estimate."""

import json
from typing import Any, get_args

import numpy as np
import pytest
from learn_pages import SEED, recipes_of, scripts_alone

from tttcore.classroom.assets import asset
from tttcore.engines.engine import engine
from tttcore.engines.replicates import Replicate, build_recipe, run_replicates
from tttcore.engines.tabular.engine import untrained
from tttcore.engines.tabular.keys import position_key
from tttcore.engines.tabular.live import live_recipe
from tttcore.engines.tabular.policy_evaluation import afterstate_values
from tttcore.engines.tabular.recipe import Key
from tttcore.engines.tabular.schemas import RESULTS

TABULAR = engine("tabular")
STUDY = "mrugala2020"
SERIES = 5
"""Sessions of every treatment."""
SHORT = {"games": 400, "curve": {"start": 50, "per_decade": 3}}
LONGEST = 500_000
"""Most games of the whole sessions that are played."""


def spelt_out(config):
    return live_recipe(build_recipe(TABULAR, config, "recipe"))


TREATMENTS = {name: recipe for (_, name), recipe in recipes_of(STUDY).items() if spelt_out(recipe) is not None}
RUN = """
  const [recipe, seed, paths] = arguments;
  const model = TTT.models.tabular, prepared = model.prepare(recipe);
  const NONE = 9;
  const firstCell = (policy, at) => policy.subarray(9 * at, 9 * at + 9).findIndex((chance) => chance > 0);
  return JSON.stringify(paths.map((path) => {
    const run = new model.Run(prepared, new TTT.streams.Stream(seed, path));
    const made = [run.begin()];
    while (!made.at(-1).ended) made.push(run.next());
    const points = made.filter(({ isPoint }) => isPoint);
    const policy = TTT.tabularResults.policy(run);
    return {
      games: points.map(({ games }) => games),
      first: points.map(({ window: [won] }) => won),
      second: points.map(({ window: [, won] }) => won),
      drawn: points.map(({ window: [, , drawn] }) => drawn),
      entries: points.map(({ entries }) => entries),
      results: points.map(({ ends }) => ends.flat()),
      collisions: run.collisions,
      marks: run.total[3],
      champion: Array.from(run.standing, (how, at) => (how === -1 ? firstCell(policy, at) : NONE)).join(""),
      estimates: Array.from(run.standing, (_, position) => run.estimate(position)).slice(1),
    };
  }));
"""
"""Texts hold every bit of a number; what a browser's driver returns need not."""
COLUMNS = ("games", "first", "second", "drawn", "entries", "collisions", "marks", "champion")
CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("3x3", {"step": 0.37}),
    ("3x3", {"step": 1, "draw": 0.45}),
    ("3x3", {"exploration": 0}),
    ("3x3", {"exploration": 1, "explored": "forgets"}),
    ("3x3", {"ties": "random", "target": "fixed"}),
    ("3x3-unowned", {"exploration": 0.15, "ties": "random"}),
    ("3x3-hash", {"step": 0.02, "explored": "forgets"}),
    ("3x3-canonical", {"ties": "random", "draw": 1}),
    ("3x3-dead-ties", {"exploration": 0.05, "target": "fixed"}),
]
"""As people can make them on the page."""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    changes = [asset(f"learn/{name}.js") for name in ("setting", "tabular_changes")]
    browser.open(scripts_alone(tmp_path_factory.mktemp("tabular"), changes))
    return browser


def differing(page, tables, recipe, treatment, count):
    """Numbers of the sessions of a recipe, as the page holds it, that page and package don't play alike."""
    found = json.loads(page.run(RUN, recipe, SEED, [[STUDY, treatment, number] for number in range(count)]))
    rows = run_replicates(TABULAR, STUDY, treatment, recipe, tables, seed=SEED, replicates=range(count))
    return [number for number, own in enumerate(found) if own != record(rows[number], recipe, treatment)]


def record(row, recipe, treatment):
    """What the page tells of a session: the package's row, and estimates of the same players trained once more."""
    learner = untrained(build_recipe(TABULAR, recipe, treatment), Replicate(SEED, STUDY, treatment, row["replicate"]))
    learner.train(learner.recipe.games)
    results = np.array([row[name] for name in RESULTS]).T.tolist()
    return {name: row[name] for name in COLUMNS} | {
        "results": results,
        "estimates": afterstate_values(learner)[1:].tolist(),
    }


def test_all_treatments_of_3x3_are_offered():
    assert sorted(TREATMENTS) == sorted(name for _, name in recipes_of(STUDY) if name.startswith("3x3"))


@pytest.mark.parametrize("kind", get_args(Key))
def test_positions_share_estimates_that_share_keys(page, tables, kind):
    """A position's entry is that of the first position with its key."""
    marks = [[(cell // 3 - 1, cell % 3 - 1) for cell in in_turn(board)] for board in tables.positions[1:].tolist()]
    keys = [position_key(kind, each, finite=True) for each in marks]
    entries = page.run("return [...TTT.tabularKeys(arguments[0])].slice(1)", kind)
    assert len({*zip(keys, entries, strict=True)}) == len({*keys}) == len({*entries})


def in_turn(board):
    """Cells of the marks on a board, X and O in turn."""
    seats = [[cell for cell, mark in enumerate(board) if mark == own] for own in (1, 2)]
    return [seats[turn % 2][turn // 2] for turn in range(sum(map(len, seats)))]


@pytest.mark.parametrize("treatment", TREATMENTS)
def test_sessions_of_every_treatment_are_the_packages(page, tables, treatment):
    assert differing(page, tables, spelt_out(TREATMENTS[treatment] | SHORT), treatment, SERIES) == []


@pytest.mark.parametrize("treatment", [name for name in TREATMENTS if TREATMENTS[name]["games"] <= LONGEST])
def test_whole_sessions_are_the_packages(page, tables, treatment):
    assert differing(page, tables, spelt_out(TREATMENTS[treatment]), treatment, 1) == []


@pytest.mark.parametrize(("treatment", "changes"), CHANGES)
def test_changed_recipes_are_the_packages(page, tables, treatment, changes):
    held = spelt_out(TREATMENTS[treatment])
    recipe = page.run("return TTT.tabularChanges.changed(...arguments)", held, {"games": 3000, **changes})
    assert spelt_out(recipe) == recipe
    assert {**recipe, "games": held["games"]} != held
    assert differing(page, tables, recipe, f"changed {treatment}", 1) == []
