"""Runs in the page: every one as the package makes it, to the last bit, in a real browser; random numbers as the
package's, word for word, and shares of alleles.
"""

import json
import os
from itertools import product
from typing import get_args

import numpy as np
import pytest
from helpers.learners import RECIPES as RULES
from learn_pages import RECIPES, page_recipe, recipes_of, scripts_alone

from tttcore.classroom.assets import asset
from tttcore.engines.engine import engine
from tttcore.engines.genetic_algorithm.live import OPERATORS
from tttcore.engines.genies.steady_state import NEUTRAL
from tttcore.engines.matchboxes.live import CHANCES
from tttcore.engines.replicates import Replicate, build_recipe, run_replicates
from tttcore.engines.tabular.engine import untrained
from tttcore.engines.tabular.keys import position_key
from tttcore.engines.tabular.policy_evaluation import afterstate_values
from tttcore.engines.tabular.recipe import Key
from tttcore.engines.tabular.schemas import RESULTS
from tttcore.pipeline.registry import merge
from tttcore.pipeline.rng import binomials, pick, random_uint64, stream

ALL_RUNS = "TTT_LIVE_RUNS" in os.environ
"""Environment variable: set where several whole runs are made of every treatment, which takes minutes; otherwise one of
every third treatment, and two of those of Ancheta and others."""
SEED = 2020
GENES, BOXES, LEARNERS, GENIES = "genetic_algorithm", "matchboxes", "tabular", "genies"
OF_BOXES, OF_LEARNERS = recipes_of("michie1963", "gardner1962"), recipes_of("mrugala2020")
OFFERED = {key: recipe for key, recipe in OF_LEARNERS.items() if page_recipe(LEARNERS, recipe) is not None}
OF_GENIES = {key: recipe for key, recipe in recipes_of("post1999").items() if page_recipe(GENIES, recipe) is not None}
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
    *((BOXES, *key, page_recipe(BOXES, held) | {"games": 40, "every": 15}, range(5)) for key, held in OF_BOXES.items()),
    *((BOXES, *key, recipe, [0]) for key, recipe in OF_BOXES.items()),
    *((LEARNERS, *key, recipe | SHORT, range(5)) for key, recipe in OFFERED.items()),
    *((GENIES, *key, recipe | {"generations": 150}, range(3)) for key, recipe in OF_GENIES.items()),
    *(
        (GENIES, *key, recipe, [0])
        for key, recipe in OF_GENIES.items()
        if key[1] in ("cube", "crossing", "square3-draw")
    ),
]
"""Engines, studies, treatments, recipes and numbers of runs."""
SERIES = range(4) if ALL_RUNS else [0]
FIRST = range(2) if not ALL_RUNS else SERIES
WHOLE = [
    *((GENES, *key, recipe, FIRST if "ancheta2020" in key else SERIES) for key, recipe in RECIPES.items()),
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
    genies: (run, made) => ({
      evolving: made.slice(1).map(({ evolving }) => evolving), fixed: made.slice(1).map(({ fixed }) => fixed),
      genes: run.family.map((slot) => run.genes[slot]), champion: made.at(-1).genes.join(" "),
    }),
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
    GENIES: (),
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
            wanted["exact"] = np.array([row[name] for name in CHANCES]).T.tolist()
        if kind == LEARNERS:  # estimates are those of the same players trained once more
            made = build_recipe(engine(kind), recipe, treatment)
            learner = untrained(made, Replicate(SEED, study, treatment, row["replicate"]))
            learner.train(made.games)
            wanted["results"] = np.array([row[name] for name in RESULTS]).T.tolist()
            wanted["estimates"] = afterstate_values(learner)[1:].tolist()
        if kind == GENIES:
            wanted = family(row | {"treatment": treatment}, build_recipe(engine(kind), recipe, treatment))
        assert own == wanted, row["replicate"]


def family(row, recipe):
    """Averages of a history of Genies by generation, as the package summarises them, and the last family's genes."""
    count, size = recipe.static.count, recipe.evolving
    scores = np.reshape(row["scores"], (recipe.generations, -1)).astype(np.float64)
    died, genes = np.asarray(row["died"]), np.reshape(row["genes"], (size + recipe.generations, -1))
    dying = scores[np.arange(len(died)), died]
    living = [*range(size)]
    for generation, slot in enumerate(died.tolist()):
        before, living[slot - count] = living[:], size + generation
    return {
        "evolving": ((scores[:, count:].sum(axis=1) - dying + NEUTRAL) / size).tolist(),
        "fixed": scores[:, :count].mean(axis=1).tolist(),
        "genes": genes[living].tolist(),
        "champion": " ".join(map(str, genes[before[scores[-1, count:].argmax()]].tolist())),
    }


@pytest.mark.parametrize("case", [*CASES, *(WHOLE if ALL_RUNS else WHOLE[::3])], ids=lambda case: "-".join(case[:3]))
def test_runs_are_those_of_the_package(page, tables, case):
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
    """A position's entry is that of the first position with its key, which knows who marked cells in turn."""
    keys = []
    for board in tables.positions[1:].tolist():
        seats = [[(cell // 3 - 1, cell % 3 - 1) for cell, mark in enumerate(board) if mark == own] for own in (1, 2)]
        keys.append(position_key(kind, [seats[turn % 2][turn // 2] for turn in range(9 - board.count(0))], finite=True))
    entries = page.run("return [...TTT.tabularKeys(arguments[0])].slice(1)", kind)
    assert len({*zip(keys, entries, strict=True)}) == len({*keys}) == len({*entries})


def drawn(page, script, seed, path, *given):
    """What a script finds on a stream."""
    begin = "const [seed, path, ...given] = arguments, stream = new TTT.streams.Stream(seed, path);"
    return json.loads(page.run(f"{begin} return JSON.stringify({script})", seed, path, *given))


def test_random_words_and_picks_are_those_of_the_package(page):
    """One name is longer than a block of the digest."""
    names = [("ancheta2020", "control-listed", 17), ("naïve – ß", "x" * 200, 0), ("a", 2**31)]
    for seed, name in product((0, 2020, 10**12), names):
        words, share = drawn(page, "[Array.from(stream.words(1001, 1)), stream.random()]", seed, name)
        rng = stream(seed, *name)
        assert np.array(words, np.uint32).view(np.uint64).tolist() == random_uint64(rng, 1001, per_word=1).tolist()
        assert share == rng.random()
    script = """Array.from({ length: 300 }, () => {
        const word = stream.words(1, 1);
        return [TTT.streams.pick(word, 0, given[0]), ...word];
    })"""
    for choices in (1, 9, 765, 4095):
        found = drawn(page, script, 0, ["picks", choices], choices)
        words = random_uint64(stream(0, "picks", choices), 300, per_word=1)
        for (picked, low, high), word in zip(found, words, strict=True):
            assert (picked, low + (high << 32)) == tuple(map(int, pick(word, np.uint64(choices))))


def test_binomial_and_multinomial_numbers_are_those_of_numpy(page):
    """By inversion, by rejection, by their rarer result; numbers of lost games are those of the package."""
    many = "Array.from({ length: 400 }, () => TTT.binomials.%s)"
    for trials, chance in [(627, 0.001), (627, 0.05), (2000, 0.9), (50, 0.7), (100_000, 0.3), (9, 0.0)]:
        found = drawn(page, many % "binomial(stream, ...given)", 1, ["binomial"], trials, chance)
        assert found == stream(1, "binomial").binomial(trials, chance, size=400).tolist()
    for chances in [(0.05, 0.9, 0.0, 0.05), (0.0, 0.0, 1.0, 0.0), (0.25, 0.5, 0.0, 0.25)]:
        found = drawn(page, many % "multinomial(stream, 2000, given[0])", 1, ["multinomial"], chances)
        assert found == stream(1, "multinomial").multinomial(2000, chances, size=400).tolist()
    shares = np.linspace(0, 1, 301)
    for trials in (0, 1, 299, 300, 1000):
        found = drawn(
            page, "Array.from(TTT.binomials.binomials(stream, ...given))", 1, ["lost"], trials, shares.tolist()
        )
        assert found == binomials(stream(1, "lost"), trials, shares).tolist()


SHARES = """
  const run = new TTT.evolution.Run(TTT.evolution.prepare(arguments[0]), new TTT.streams.Stream(0, ["alleles"]));
  run.begin();
  const { coding, decided, population, first, recipe: { population: size } } = run;
  const { stride, marks, width } = coding;
  const genes = population.genes.subarray(first * stride, (first + size) * stride);
  const shares = TTT.generation.shares(population, first, size, coding, decided);
  return [stride, width, ...[genes, shares, marks, decided].map((numbers) => [...numbers])];
"""


@pytest.mark.parametrize("coding", [
    {"name": "cells"}, {"name": "situations", "taken": "never"}, {"name": "situations", "taken": "modulo"},
])  # fmt: skip
@pytest.mark.parametrize(("population", "seat"), [(4, "first"), (128, "second"), (300, "both")])
def test_shares_of_alleles_are_those_of_a_plain_count(page, coding, population, seat):
    """Organisms are counted 128 at a time; the last coding has several alleles for a cell."""
    recipe = merge(CONTROL, {"coding": coding, "population": population, "seat": seat})
    stride, width, genes, shares, marks, decided = page.run(SHARES, page_recipe(GENES, recipe))
    genes, marks = np.array(genes).reshape(population, stride), np.array(marks).reshape(width, -1)
    counts = np.array([np.bincount(marks[locus, genes[:, locus]], minlength=9) for locus in decided])
    assert shares == np.floor(255 * counts / population + 0.5).astype(int).ravel().tolist()
