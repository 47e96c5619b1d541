"""How common alleles are in the page's populations, against a plain count."""

import json

import numpy as np
import pytest
from learn_pages import RECIPES, scripts_alone

from tttcore.engines.engine import engine
from tttcore.engines.genetic_algorithm.live import live_recipe
from tttcore.engines.replicates import build_recipe
from tttcore.pipeline.registry import merge

CONTROL = RECIPES["ancheta2020", "control-listed"]
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
    browser.open(scripts_alone(tmp_path_factory.mktemp("alleles")))
    return browser


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize(("population", "seat"), [(4, "first"), (128, "second"), (300, "both")])
def test_shares_of_alleles_are_those_of_a_plain_count(page, coding, population, seat):
    """Organisms are counted 128 at a time."""
    change = {"coding": CODINGS[coding], "population": population, "seat": seat}
    recipe = live_recipe(build_recipe(engine("genetic_algorithm"), merge(CONTROL, change), "control-listed"))
    found = json.loads(page.run(ASKED, recipe))
    genes = np.array(found["genes"]).reshape(population, found["stride"])
    marks = np.array(found["marks"]).reshape(found["width"], -1)
    counts = np.array([np.bincount(marks[locus, genes[:, locus]], minlength=CELLS) for locus in found["decided"]])
    assert found["shares"] == np.floor(255 * counts / population + 0.5).astype(int).ravel().tolist()
