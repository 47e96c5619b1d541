"""Runs in the page: every one as the package makes it, to the last bit, in a real browser."""

import json
import os
from typing import get_args

import numpy as np
import pytest
from helpers.learners import RECIPES as RULES
from learn_pages import RECIPES, page_recipe, recipes_of, scripts_alone

from tttcore.classroom.assets import asset
from tttcore.engines.engine import engine
from tttcore.engines.genetic_algorithm.live import OPERATORS
from tttcore.engines.matchboxes.engine import EXACT
from tttcore.engines.replicates import Replicate, build_recipe, run_replicates
from tttcore.engines.tabular.engine import untrained
from tttcore.engines.tabular.keys import position_key
from tttcore.engines.tabular.policy_evaluation import afterstate_values
from tttcore.engines.tabular.recipe import Key
from tttcore.engines.tabular.schemas import RESULTS
from tttcore.pipeline.registry import merge

ALL_RUNS = "TTT_LIVE_RUNS" in os.environ
"""Environment variable: set where several whole runs are made of every treatment, which takes minutes; otherwise one of
every third treatment, and two of those of Ancheta and others."""
SEED = 2020
GENES, BOXES, LEARNERS = "genetic_algorithm", "matchboxes", "tabular"
OF_BOXES, OF_LEARNERS = recipes_of("michie1963", "gardner1962"), recipes_of("mrugala2020")
OFFERED = {key: recipe for key, recipe in OF_LEARNERS.items() if page_recipe(LEARNERS, recipe) is not None}
LONGEST = 500_000
"""Most games of the whole sessions that are played."""
CONTROL = RECIPES["ancheta2020", "control-listed"]
BOTH = RECIPES["hemingroth2025", "exclusive"] | {"population": 60}
UMG = {"name": "losses", "opponent": {"name": "umg"}, "games": 300}
FEW, SHORT = {"generations": 6}, {"games": 400, "curve": {"start": 50, "per_decade": 3}}
CHANGED = {
    "odd population": (CONTROL, {"population": 37}),
    "least population": (CONTROL, {"population": 4}),
    "no sites": (CONTROL, {"cross": {"sites": 0}}),
    "a site everywhere": (CONTROL, {"cross": {"sites": 765}}),
    "no mutation": (CONTROL, {"mutate": {"slope": 0, "base": 0}}),
    "much mutation": (CONTROL, {"mutate": {"slope": 665, "base": 100}}),
    "without niching": (CONTROL, {"select": {"niching": "none"}}),
    "tournament": (CONTROL, {"select": {"name": "tournament", "size": 2}}),
    "truncated parents": (CONTROL, {"select": {"name": "truncation"}}),
    "truncated pool": (CONTROL, {"replace": {"name": "truncation", "by": UMG}}),
    "random second player": (CONTROL, {"seat": "second", "replace": {"by": {**UMG, "opponent": {"name": "rmg"}}}}),
    "random selects": (CONTROL, {"select": {"by": {**UMG, "opponent": {"name": "rmg"}}}}),
    "by situations": (CONTROL, {"coding": {"name": "situations"}, "cross": {"sites": 627}, "replace": {"by": UMG}}),
    "by both seats": (CONTROL, {"seat": "both"}),
    "crossed everywhere": (BOTH, {"cross": {"rate": 1.0}}),
    "never crossed": (BOTH, {"cross": {"rate": 0.0}}),
    "all copied": (BOTH, {"breed": {"name": "exclusive", "mutate": 0.0, "replicate": 1.0}}),
    "elite of children": (BOTH, {"replace": {"name": "controlled_elite"}, "pool": ["parents", "children"]}),
    "sites and one child": (BOTH, {"cross": {"name": "n_point", "sites": 20}}),
}
"""Recipes of evolution with what people can change on the page, and with what no study uses."""
CASES = [
    *((GENES, *key, recipe | FEW, [1]) for key, recipe in RECIPES.items()),
    *((GENES, "changed", name, merge(recipe, change | FEW), [0]) for name, (recipe, change) in CHANGED.items()),
    *((BOXES, "rules", name, recipe, range(5)) for name, recipe in RULES.items()),
    *(
        (BOXES, *key, page_recipe(BOXES, recipe) | {"games": 40, "every": 15}, range(5))
        for key, recipe in OF_BOXES.items()
    ),
    *((BOXES, *key, recipe, [0]) for key, recipe in OF_BOXES.items()),
    *((LEARNERS, *key, recipe | SHORT, range(5)) for key, recipe in OFFERED.items()),
]
"""Engines, studies, treatments, recipes and numbers of runs."""
SERIES = range(4) if ALL_RUNS else [0]
WHOLE = [
    *(
        (GENES, *key, recipe, range(2) if "ancheta2020" in key and not ALL_RUNS else SERIES)
        for key, recipe in RECIPES.items()
    ),
    *((LEARNERS, *key, recipe, SERIES) for key, recipe in OFFERED.items() if recipe["games"] <= LONGEST),
]
CHANGES_OF_BOXES = [
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
"""Of treatments of both studies in turn, as people can make them on the page."""
CHANGES_OF_LEARNERS = [
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
RUN = """
  const [engine, recipe, seed, paths] = arguments, NONE = 9;
  const model = engine === "genetic_algorithm" ? TTT.evolution : TTT.models[engine], prepared = model.prepare(recipe);
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const firstCell = (policy, at) => policy.subarray(9 * at, 9 * at + 9).findIndex((chance) => chance > 0);
  const told = {
    genetic_algorithm: (run, made) => ({
      generations: run.generation, champion: run.champion(), best: made.map(({ best }) => best),
      mean: made.map(({ mean }) => mean), distinct: made.map(({ distinct }) => distinct),
    }),
    matchboxes(run, made) {
      const points = made.slice(1).filter(({ isPoint }) => isPoint);
      return {
        results: made.map(({ result }) => result).join(""), games: points.map(({ game }) => game),
        empty: points.map(({ empty }) => empty), exact: points.map(({ exact }) => exact),
        champion: hex(TTT.blake2b.digest(new Uint8Array(run.beads.buffer), 8)),
      };
    },
    tabular(run, made) {
      const points = made.filter(({ isPoint }) => isPoint), policy = TTT.tabularResults.policy(run);
      return {
        games: points.map(({ games }) => games), first: points.map(({ window: [won] }) => won),
        second: points.map(({ window: [, won] }) => won), drawn: points.map(({ window: [, , drawn] }) => drawn),
        entries: points.map(({ entries }) => entries), results: points.map(({ ends }) => ends.flat()),
        collisions: run.collisions, marks: run.total[3],
        champion: Array.from(run.standing, (how, at) => (how === -1 ? firstCell(policy, at) : NONE)).join(""),
        estimates: Array.from(run.standing, (_, position) => run.estimate(position)).slice(1),
      };
    },
  }[engine];
  return JSON.stringify(paths.map((path) => {
    const run = new model.Run(prepared, new TTT.streams.Stream(seed, path));
    const made = [run.begin()];
    while (!made.at(-1).ended) made.push(run.next());
    return told(run, made);
  }));
"""
"""Texts hold every bit of a number; what a browser's driver returns need not."""
COLUMNS = {
    GENES: ("generations", "champion", "best", "mean", "distinct"),
    BOXES: ("results", "games", "empty", "champion"),
    LEARNERS: ("games", "first", "second", "drawn", "entries", "collisions", "marks", "champion"),
}
"""What the page tells of a run as it stands in the package's row."""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    names = ("play/words", "learn/setting", "learn/matchboxes_changes", "learn/tabular_changes")
    browser.open(scripts_alone(tmp_path_factory.mktemp("runs"), [asset(f"{name}.js") for name in names]))
    return browser


def check(page, tables, kind, study, treatment, recipe, numbers):
    """Page and package make the same runs of a recipe."""
    paths = [[study, treatment, number] for number in numbers]
    found = json.loads(page.run(RUN, kind, page_recipe(kind, recipe), SEED, paths))
    rows = run_replicates(engine(kind), study, treatment, recipe, tables, seed=SEED, replicates=numbers)
    for own, row in zip(found, rows, strict=True):
        wanted = {name: np.asarray(row[name]).tolist() for name in COLUMNS[kind]}
        if kind == BOXES:
            wanted["exact"] = np.array([row[name] for name in EXACT]).T.tolist()
        if kind == LEARNERS:  # estimates are those of the same players trained once more
            made = build_recipe(engine(kind), recipe, treatment)
            learner = untrained(made, Replicate(SEED, study, treatment, row["replicate"]))
            learner.train(made.games)
            wanted["results"] = np.array([row[name] for name in RESULTS]).T.tolist()
            wanted["estimates"] = afterstate_values(learner)[1:].tolist()
        assert own == wanted, row["replicate"]


def named(case):
    return "-".join(case[:3])


@pytest.mark.parametrize("case", CASES, ids=named)
def test_runs_are_those_of_the_package(page, tables, case):
    check(page, tables, *case)


@pytest.mark.parametrize("case", WHOLE if ALL_RUNS else WHOLE[::3], ids=named)
def test_whole_runs_are_those_of_the_package(page, tables, case):
    check(page, tables, *case)


@pytest.mark.parametrize(("kind", "changes"), [(BOXES, CHANGES_OF_BOXES), (LEARNERS, CHANGES_OF_LEARNERS)])
def test_runs_that_people_change_are_those_of_the_package(page, tables, kind, changes):
    for number, (treatment, change) in enumerate(changes):
        study = ("michie1963", "gardner1962")[number % 2] if kind == BOXES else "mrugala2020"
        held = page_recipe(kind, (OF_BOXES if kind == BOXES else OF_LEARNERS)[study, treatment])
        few = {} if kind == BOXES else {"games": 3000}
        recipe = page.run(f"return TTT.{kind}Changes.changed(...arguments)", held, few | change)
        assert page_recipe(kind, recipe) == recipe
        assert recipe | {name: held[name] for name in few} != held
        check(page, tables, kind, study, f"changed {treatment}", recipe, [0])


def test_every_operator_has_its_script(page):
    for module, registry in OPERATORS.items():
        assert sorted(page.run(f"return TTT.{module}.names")) == registry.names()


def test_all_treatments_of_3x3_are_offered():
    assert [*OFFERED] == [key for key in OF_LEARNERS if key[1].startswith("3x3")]


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
