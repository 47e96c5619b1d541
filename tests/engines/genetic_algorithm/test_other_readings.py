"""Operators of other readings of ancheta2020, against plain Python and against the operators that they vary."""

from typing import Annotated, Any

import numpy as np
import pytest
from project import ROOT
from scipy import stats

from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.operators.criteria import criteria
from tttcore.engines.genetic_algorithm.operators.replacement import elite_ranks, replacements
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.population import Members, Population
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.pipeline.declaration import build
from tttcore.pipeline.rng import stream

BY = {"name": "losses", "opponent": {"name": "rmg"}, "games": 300}


def built(name):
    return build(Annotated[Any, replacements], {"name": name, "by": BY}, "test")


@pytest.fixture
def pool():
    """Thirty organisms, many with equally many losses."""
    rng = stream(0, "tests", "readings")
    return rng.integers(0, 4, 30) / 300, rng.integers(1, 200, 30) / 400


def test_ties_are_broken_by_place(pool):
    losses, fitness = pool
    ranked = sorted(range(30), key=lambda row: (losses[row], row))
    kept = [ranked[rank] for rank in elite_ranks(10, 30)]
    expected = sorted(kept, key=lambda row: fitness[row])
    found = built("controlled_elite_by_place")(losses, fitness, 10).tolist()
    assert found == expected
    assert found != built("controlled_elite")(losses, fitness, 10).tolist()


def test_success_in_the_pool_is_kept(pool):
    losses, fitness = pool
    plain, kept = built("controlled_elite"), built("controlled_elite_with_success")
    assert kept(losses, fitness, 10).tolist() == plain(losses, fitness, 10).tolist()
    for row in range(30):
        solved = fitness.copy()
        solved[row] = 0.0
        survivors, usual = (each(losses, solved, 10).tolist() for each in (kept, plain))
        assert survivors[0] == row
        assert len(set(survivors)) == 10
        assert survivors == (usual if row in usual else [row, *usual[:-1]])


def test_copies_play_once(tables, random_genes):
    organisms = Population.empty(4, 765)
    organisms.genes[:] = random_genes(4, "copies")
    organisms.evaluate(Evaluator(tables, "first"))
    members = Members.of(np.array([2, 0, 2, 1, 2]))
    draws = {
        name: np.array(
            [
                build(Annotated[Any, criteria], BY | {"name": name}, "test").prepare(tables, "first")(
                    organisms, members, stream(0, "tests", name, replicate)
                )
                for replicate in range(300)
            ]
        )
        for name in ("losses", "losses_once")
    }
    assert (np.ptp(draws["losses_once"][:, [0, 2, 4]], axis=1) == 0).all()
    assert (np.ptp(draws["losses"][:, [0, 2, 4]], axis=1) > 0).any()
    for column in range(5):
        assert stats.ks_2samp(draws["losses"][:, column], draws["losses_once"][:, column]).pvalue > 1e-4


def test_games_not_lost_are_what_losses_leave(tables, random_genes):
    organisms = Population.empty(4, 765)
    organisms.genes[:] = random_genes(4, "turned round")
    organisms.evaluate(Evaluator(tables, "first"))
    lost, kept = (
        build(Annotated[Any, criteria], BY | {"name": name}, "test").prepare(tables, "first")(
            organisms, Members.of(np.array([2, 0, 3, 1])), stream(0, "tests", "turned round")
        )
        for name in ("losses", "games_not_lost")
    )
    assert np.ptp(lost) > 0
    assert kept == pytest.approx(1 - lost)


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
