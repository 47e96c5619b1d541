"""Breeding: operators and parents of each child, and their probabilities."""

from dataclasses import replace as changed
from typing import Annotated, Any

import numpy as np
import pytest
from helpers.project import ROOT
from scipy import stats

from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.operators.breeding import (
    Exclusive,
    Independent,
    InSequence,
    InSequenceByParents,
    Normalised,
    Toolbox,
    breedings,
)
from tttcore.engines.genetic_algorithm.operators.crossover import Switching
from tttcore.engines.genetic_algorithm.operators.mutation import PerGeneReset
from tttcore.engines.genetic_algorithm.operators.replacement import Generational
from tttcore.engines.genetic_algorithm.operators.selection import Tournament
from tttcore.engines.genetic_algorithm.players.coding import Situations
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.population import Population
from tttcore.engines.genetic_algorithm.recipe import Recipe, build_recipe
from tttcore.pipeline.declaration import build
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream

RECIPE = Recipe(
    seat="both",
    coding=Situations(),
    population=40,
    select=Tournament(size=10, distinct=True),
    cross=Switching(0.1),
    mutate=PerGeneReset(0.001),
    breed=Exclusive(mutate=0.05, replicate=0.05),
    pool=("children",),
    replace=Generational(),
    first_generation=1,
    generations=6,
)
PARENTS = 400
CHILD_BY_CHILD = {
    "exclusive": (Exclusive(mutate=0.2, replicate=0.3), (0.3, 0.5, 0.0, 0.2)),
    "normalised": (Normalised(mutate=0.05, replicate=0.05, cross=0.1), (0.25, 0.5, 0.0, 0.25)),
    "independent": (Independent(mutate=0.4, cross=0.3), (0.42, 0.18, 0.12, 0.28)),
    "crossed and mutated": (Independent(mutate=1.0, cross=1.0), (0.0, 0.0, 1.0, 0.0)),
}


class MarkingOperators:
    """Operators that mark genes: genes 0 and 1 hold the parent's row, 2 and 3 how often each operator worked."""

    def __init__(self):
        self.crossed, self.mutated = self.cross, self.mutate

    def cross(self, genes, parents, mates, n_genes, rng, *, out):
        out[:] = genes[parents]
        out[:, 2] += 1

    def mutate(self, genes, best, alleles, rng, *, out):
        out[:] = genes
        out[:, 3] += 1


@pytest.fixture
def bred(tables):
    """Children of marked parents, whose fitness is their row: (P,) parent, times crossed, times mutated."""

    def breed(breeding, *name):
        coding = Situations().apply(tables)
        table = Population.empty(2 * PARENTS, coding.alleles.width)
        parents, children = table[:PARENTS], table[PARENTS:]
        for organisms in (parents, children):
            organisms.genes[:] = 0
        parents.genes[:, 0], parents.genes[:, 1] = np.divmod(np.arange(PARENTS), 256)
        parents.fitness[:] = np.arange(PARENTS) / PARENTS
        operators = MarkingOperators()
        no_evaluator = type("NoEvaluator", (), {"evaluate_into": lambda *_: None})()
        toolbox = Toolbox(Tournament(size=3), operators.cross, operators.mutate, coding.alleles, no_evaluator)
        breeding(parents, parents.fitness, toolbox, stream(0, "tests", *name), out={"children": children})
        genes = children.genes.astype(int)
        return genes[:, 0] * 256 + genes[:, 1], genes[:, 2], genes[:, 3]

    return breed


@pytest.mark.parametrize("name", CHILD_BY_CHILD)
def test_operators_come_with_their_chances(bred, name):
    breeding, chances = CHILD_BY_CHILD[name]
    assert breeding.chances == pytest.approx(chances)
    kinds = np.zeros(4)
    totals = []
    for row in range(50):
        _, crossed, mutated = bred(breeding, name, row)
        assert crossed.max() <= 1
        assert mutated.max() <= 1
        found = [((crossed == c) & (mutated == m)).sum() for c, m in ((0, 0), (1, 0), (1, 1), (0, 1))]
        kinds += found
        totals.append(found[0])
    expected = 50 * PARENTS * np.array(chances)
    assert (kinds[expected == 0] == 0).all()
    if (expected > 0).sum() > 1:
        assert stats.chisquare(kinds[expected > 0], expected[expected > 0]).pvalue > 1e-4
        assert len(set(totals)) > 1, "numbers of each kind vary from generation to generation"


@pytest.mark.parametrize("name", CHILD_BY_CHILD)
def test_every_kind_of_child_has_selected_parents(bred, name):
    """The best of three of P has the same distribution whatever is done with it."""
    breeding, _ = CHILD_BY_CHILD[name]
    rows, kinds = [], []
    for repeat in range(40):
        parent, crossed, mutated = bred(breeding, "parents", name, repeat)
        rows.append(parent)
        kinds.append(2 * crossed + mutated)
    rows, kinds = np.concatenate(rows), np.concatenate(kinds)
    for kind in np.unique(kinds):
        below = rows[kinds == kind] / PARENTS
        assert stats.kstest(below, lambda x: 1 - (1 - x) ** 3).pvalue > 1e-4


@pytest.mark.parametrize("name", breedings.names())
def test_children_of_every_breeding_are_evaluated(tables, name):
    """No child is left as it was found, and the fitness is its own."""
    breeding = {
        "in_sequence": InSequence(),
        "in_sequence_by_parents": InSequenceByParents(),
        **{type(entry).__name__.lower(): entry for entry, _ in list(CHILD_BY_CHILD.values())[:3]},
    }[name]
    recipe = changed(RECIPE, breed=breeding, pool=(breeding.groups[-1],))
    algorithm = GeneticAlgorithm(recipe, tables)
    run = algorithm.run(stream(0, "tests", name))
    assert run.generations == 6
    groups = algorithm.layouts[0].groups
    for group in breeding.groups:
        own = Evaluator(tables, "both", algorithm.coding)(groups[group].genes.copy())
        np.testing.assert_array_equal(groups[group].fitness, own.fitness)
        assert len(groups[group].genes) == breeding.n_children(recipe.population)


@pytest.mark.parametrize(
    ("breed", "message"),
    [
        ({"name": "exclusive", "mutate": 0.6, "replicate": 0.5}, r"mutate, replicate: 0\.6 and 0\.5 add up to more"),
        ({"name": "exclusive", "mutate": 1.5, "replicate": 0}, r"mutate: 1\.5 is out of range; allowed: from 0 to 1"),
        ({"name": "independent", "mutate": -0.1, "cross": 0}, r"mutate: -0\.1 is out of range"),
        ({"name": "normalised", "mutate": 0, "replicate": 0, "cross": 0}, "all are 0"),
        ({"name": "exclusiv", "mutate": 0, "replicate": 0}, r"unknown breeding 'exclusiv' \(did you mean 'exclusive'"),
        ({"name": "exclusive", "mutate": 0.1}, "replicate: needs a value"),
    ],
)
def test_chances_that_can_not_be(breed, message):
    with pytest.raises(ConfigError, match=message):
        build(Annotated[Any, breedings], breed, "here")


@pytest.mark.needs_jit
def test_mutation_by_parents_redraws_as_many_genes_as_their_best_asks_for(tables, monkeypatch):
    study = read_study(ROOT / "config" / "studies" / "ancheta2020.yaml")
    asked, bests = [], []
    for treatment in ("umg-listed", "umg-by-parents"):
        recipe = build_recipe(study.treatments[treatment].recipe, treatment)
        algorithm = GeneticAlgorithm(recipe, tables)
        kind = type(recipe.mutate)
        plain = kind.__call__

        def noted(self, genes, best, *rest, plain=plain, **named):
            asked.append(best)
            return plain(self, genes, best, *rest, **named)

        monkeypatch.setattr(kind, "__call__", noted)
        asked.clear()
        bests = algorithm.run(stream(0, "tests", "by parents")).best.tolist()
        monkeypatch.undo()
        assert (asked == bests[:-1]) == (treatment == "umg-by-parents")
