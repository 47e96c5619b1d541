"""What the page's scripts draw and count: random numbers as the package's, word for word, and shares of alleles."""

import json

import numpy as np
import pytest
from learn_pages import RECIPES, page_recipe, scripts_alone

from tttcore.pipeline.registry import merge
from tttcore.pipeline.rng import binomials, pick, random_uint64, stream

NAMES = [("ancheta2020", "control-listed", 17), ("naïve – ß", "x" * 200, 0), ("a", 2**31)]
"""One is longer than a block of the digest."""
BINOMIALS = [(627, 0.001), (627, 0.05), (2000, 0.9), (50, 0.7), (100_000, 0.3), (9, 0.0)]
"""Trials and chances: by inversion, by rejection, by their rarer result."""
DRAWS = 400
CHANCES = np.linspace(0, 1, 301)
CODINGS = {
    "cells": {"name": "cells"},
    "situations": {"name": "situations", "taken": "never"},
    "several alleles for a cell": {"name": "situations", "taken": "modulo"},
}
CELLS = 9
ASKED = """
  const prepared = TTT.evolution.prepare(arguments[0]);
  const run = new TTT.evolution.Run(prepared, new TTT.streams.Stream(0, ["alleles"]));
  run.begin();
  const {coding, decided, population, first, recipe: {population: size}} = run;
  const {stride, marks, width} = coding;
  const genes = population.genes.subarray(first * stride, (first + size) * stride);
  const shares = TTT.generation.shares(population, first, size, coding, decided);
  return JSON.stringify({stride, width, ...Object.fromEntries(
    Object.entries({genes, shares, marks, decided}).map(([name, numbers]) => [name, [...numbers]]))});
"""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    browser.open(scripts_alone(tmp_path_factory.mktemp("streams")))
    return browser


def ask(page, script, *arguments):
    """What a script finds on a stream, the first argument being its seed and path."""
    begin = "const stream = new TTT.streams.Stream(...arguments[0]); const given = arguments;"
    return json.loads(page.run(f"{begin} return JSON.stringify({script})", *arguments))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [0, 2020, 10**12])
def test_a_named_stream_has_the_words_of_the_package(page, name, seed):
    found = ask(page, "[Array.from(stream.words(1001, 1)), stream.random()]", [seed, list(name)])
    rng = stream(seed, *name)
    assert np.array(found[0], np.uint32).view(np.uint64).tolist() == random_uint64(rng, 1001, per_word=1).tolist()
    assert found[1] == rng.random()


@pytest.mark.parametrize("choices", [1, 9, 765, 4095])
def test_picks_are_those_of_the_package(page, choices):
    script = "Array.from({length: 300}, () => { const word = stream.words(1, 1);" \
        " return [TTT.streams.pick(word, 0, given[1]), ...word]; })"  # fmt: skip
    found = ask(page, script, [0, ["picks", choices]], choices)
    drawn = random_uint64(stream(0, "picks", choices), 300, per_word=1)
    for (picked, low, high), word in zip(found, drawn, strict=True):
        wanted, left = pick(word, np.uint64(choices))
        assert (picked, low + (high << 32)) == (int(wanted), int(left))


@pytest.mark.parametrize(("trials", "chance"), BINOMIALS)
def test_binomial_numbers_are_those_of_numpy(page, trials, chance):
    script = f"Array.from({{length: {DRAWS}}}, () => TTT.binomials.binomial(stream, given[1], given[2]))"
    found = ask(page, script, [1, ["binomial"]], trials, chance)
    assert found == stream(1, "binomial").binomial(trials, chance, size=DRAWS).tolist()


@pytest.mark.parametrize("chances", [(0.05, 0.9, 0.0, 0.05), (0.0, 0.0, 1.0, 0.0), (0.25, 0.5, 0.0, 0.25)])
def test_multinomial_numbers_are_those_of_numpy(page, chances):
    script = "Array.from({length: 100}, () => TTT.binomials.multinomial(stream, 2000, given[1]))"
    rng = stream(1, "multinomial")
    assert ask(page, script, [1, ["multinomial"]], chances) == [
        rng.multinomial(2000, chances).tolist() for _ in range(100)
    ]


@pytest.mark.parametrize("trials", [0, 1, 299, 300, 1000])
def test_numbers_of_lost_games_are_those_of_the_package(page, trials):
    found = ask(
        page, "Array.from(TTT.binomials.binomials(stream, given[1], given[2]))", [1, ["lost"]], trials, CHANCES.tolist()
    )
    assert found == binomials(stream(1, "lost"), trials, CHANCES).tolist()


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize(("population", "seat"), [(4, "first"), (128, "second"), (300, "both")])
def test_shares_of_alleles_are_those_of_a_plain_count(page, coding, population, seat):
    """Organisms are counted 128 at a time."""
    change = {"coding": CODINGS[coding], "population": population, "seat": seat}
    recipe = page_recipe("genetic_algorithm", merge(RECIPES["ancheta2020", "control-listed"], change))
    found = json.loads(page.run(ASKED, recipe))
    genes = np.array(found["genes"]).reshape(population, found["stride"])
    marks = np.array(found["marks"]).reshape(found["width"], -1)
    counts = np.array([np.bincount(marks[locus, genes[:, locus]], minlength=CELLS) for locus in found["decided"]])
    assert found["shares"] == np.floor(255 * counts / population + 0.5).astype(int).ravel().tolist()
