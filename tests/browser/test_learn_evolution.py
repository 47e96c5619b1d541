"""Evolution in the page: every run as the package makes it, to the last bit, in a real browser."""

import os

import pytest
from learn_pages import RECIPES, package_run, page_run, scripts_alone

from tttcore.engines.genetic_algorithm.live import OPERATORS
from tttcore.pipeline.registry import merge

FEW = 6
"""Generations of the runs that are quickly made."""
SERIES = 4
"""Whole runs of a treatment."""
ALL_RUNS = "TTT_LIVE_RUNS" in os.environ
"""Environment variable: set where so many runs are made of every treatment, which takes minutes; otherwise one of those
whose runs can be long."""
SHORT = 50_000
"""Most organisms, in all generations up to the cap, of runs that are short enough to be made several times."""
CONTROL = RECIPES["ancheta2020", "control-listed"]
BOTH = RECIPES["hemingroth2025", "exclusive"] | {"population": 60}
UMG = {"name": "losses", "opponent": {"name": "umg"}, "games": 300}
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
"""Recipes with what people can change on the page, and with what no study uses."""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    browser.open(scripts_alone(tmp_path_factory.mktemp("evolution")))
    return browser


def same(page, tables, config, study, treatment, number):
    """True if page and package make the same run."""
    found = page_run(page, config, study, treatment, number)
    return found == package_run(tables, config, study, treatment, number)


def test_every_operator_has_its_script(page):
    for module, registry in OPERATORS.items():
        assert sorted(page.run(f"return TTT.{module}.names")) == registry.names()


@pytest.mark.parametrize(("study", "treatment"), RECIPES)
def test_the_first_generations_of_every_treatment_are_the_packages(page, tables, study, treatment):
    config = RECIPES[study, treatment] | {"generations": FEW}
    assert same(page, tables, config, study, treatment, 1)


@pytest.mark.parametrize("name", CHANGED)
def test_changed_recipes_evolve_alike(page, tables, name):
    config, change = CHANGED[name]
    assert same(page, tables, merge(config, {**change, "generations": FEW}), "changed", name, 0)


@pytest.mark.parametrize(("study", "treatment"), RECIPES)
def test_whole_runs_of_every_treatment_are_the_packages(page, tables, study, treatment):
    config = RECIPES[study, treatment]
    runs = SERIES if ALL_RUNS or config["population"] * config["generations"] <= SHORT else 1
    differing = [number for number in range(runs) if not same(page, tables, config, study, treatment, number)]
    assert differing == []
