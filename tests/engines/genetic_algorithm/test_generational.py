"""Generational loop: every step against the twin, and whole runs against whole naive runs."""

import random
from dataclasses import dataclass
from dataclasses import replace as changed

import numpy as np
import oracles
import pytest
from scipy import stats

from tttcore.engines.genetic_algorithm import generational
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.operators.breeding import InSequence
from tttcore.engines.genetic_algorithm.operators.criteria import Fitness, Losses
from tttcore.engines.genetic_algorithm.operators.crossover import NPoint
from tttcore.engines.genetic_algorithm.operators.mutation import RandomReset
from tttcore.engines.genetic_algorithm.operators.replacement import ControlledElite
from tttcore.engines.genetic_algorithm.operators.selection import StochasticUniversalSampling
from tttcore.engines.genetic_algorithm.players.coding import Cells
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.opponents import (
    LossChances,
    Opponent,
    RandomMoveGenerator,
    UnbeatableMoveGenerator,
)
from tttcore.engines.genetic_algorithm.recipe import Recipe
from tttcore.pipeline.rng import stream

DESCRIBED = Recipe(
    seat="first",
    coding=Cells(),
    population=10,
    select=StochasticUniversalSampling(niching="per_fitness"),
    cross=NPoint(sites=50),
    mutate=RandomReset(slope=250, base=10),
    breed=InSequence(),
    pool=("parents", "unmutated", "mutated"),
    replace=ControlledElite(),
    first_generation=0,
    generations=4,
)
LISTED = changed(
    DESCRIBED, select=StochasticUniversalSampling(niching="constant"), pool=("parents", "mutated", "mutated")
)
RECIPES = {
    "control-described": DESCRIBED,
    "control-listed": LISTED,
    "rmg-described": changed(DESCRIBED, replace=ControlledElite(by=Losses(RandomMoveGenerator()))),
    "umg-listed": changed(
        LISTED, replace=ControlledElite(by=Losses(UnbeatableMoveGenerator(centre="anyone", counter="running")))
    ),
    "fewer-parents": changed(DESCRIBED, breed=InSequence(share=0.4)),
    "odd-population": changed(LISTED, population=11, breed=InSequence(share=0.4)),
    "every-parent": changed(DESCRIBED, population=7, breed=InSequence(share=1.0), pool=("mutated", "parents")),
    "second-seat": changed(DESCRIBED, seat="second"),
    "both-seats": changed(LISTED, seat="both"),
    "rmg-everywhere": changed(
        DESCRIBED,
        select=StochasticUniversalSampling(by=Losses(RandomMoveGenerator())),
        replace=ControlledElite(by=Losses(RandomMoveGenerator())),
    ),
}

SIZES = {"fewer-parents": (10, 4), "odd-population": (11, 4), "every-parent": (7, 7)}
"""Population and parents where they are not 10 and 5."""


def run_bytes(run):
    return [part.tobytes() for part in (run.best, run.mean, run.distinct, run.champion)] + [run.generations, run.solved]


class Spy:
    """Wrapper of an operator that records its arguments and results."""

    def __init__(self, operator):
        self.operator, self.calls = operator, []

    def __getattr__(self, name):
        return getattr(self.operator, name)

    def __call__(self, *given, out=None):
        kept = [part.copy() if isinstance(part, np.ndarray) else part for part in given]
        result = self.operator(*given) if out is None else self.operator(*given, out=out)
        self.calls.append((kept, (out if result is None else result).copy()))
        return result


@pytest.mark.parametrize("name", RECIPES)
def test_every_step_of_a_run(tables, name):
    """What the operators are handed, generation by generation, is what the text says."""
    recipe = RECIPES[name]
    size, parents_wanted = SIZES.get(name, (10, 5))
    spies = {role: Spy(getattr(recipe, role)) for role in ("select", "cross", "mutate", "replace")}
    run = GeneticAlgorithm(changed(recipe, **spies), tables).run(stream(0, "tests", "steps", name))
    steps = zip(*(spies[role].calls for role in ("select", "cross", "mutate", "replace")), strict=True)
    survivors = None
    for generation, (select, cross, mutate, replace) in enumerate(steps):
        (costs, count, _), chosen = select
        (parents, mated, mates, loci, _), children = cross
        (unmutated, best, _, _), mutants = mutate
        (pool_costs, fitness, population), kept = replace
        if survivors is not None:
            np.testing.assert_array_equal(parents, survivors)
        scores = {
            group: np.array([oracles.fitness(genome, recipe.seat) for genome in genes.tolist()])
            for group, genes in (("parents", parents), ("unmutated", children), ("mutated", mutants))
        }
        assert run.best[generation] == scores["parents"].min()
        assert run.mean[generation] == pytest.approx(scores["parents"].mean(), rel=1e-14)
        assert run.distinct[generation] == len(np.unique(parents, axis=0))
        if isinstance(recipe.select.by, Fitness):
            assert costs.tolist() == scores["parents"].tolist()
        assert count == parents_wanted
        assert population == len(parents) == size
        assert len(children) == len(mutants) == 2 * parents_wanted
        assert mated.tolist() == chosen.tolist()
        assert mates.tolist() == np.roll(chosen, -1).tolist()
        assert loci == len(tables.states)
        np.testing.assert_array_equal(unmutated, children)
        assert best == scores["unmutated"].min()
        pool_scores = np.concatenate([scores[group] for group in recipe.pool])
        assert fitness.tolist() == pool_scores.tolist()
        if isinstance(recipe.replace.by, Fitness):
            assert pool_costs.tolist() == pool_scores.tolist()
        groups = {"parents": parents, "unmutated": children, "mutated": mutants}
        survivors = np.concatenate([groups[group] for group in recipe.pool])[kept]
    assert len(spies["replace"].calls) == run.generations
    last = [oracles.fitness(genome, recipe.seat) for genome in survivors.tolist()]
    assert run.best[-1] == min(last)
    assert run.champion.tolist() == survivors[int(np.argmin(last))].tolist()
    assert run.solved == (min(last) == 0)


@dataclass(frozen=True)
class ValidatingOpponent(Opponent):
    """Opponent that asserts that it is given genomes only."""

    seats = ("first",)

    def prepare(self, tables, seat, coding):
        return ValidatingChances()


class ValidatingChances(LossChances):
    def per_game(self, genes, tallies, rows):
        assert genes[rows].max() <= 9
        return np.zeros(len(rows))


@pytest.mark.parametrize("name", ["control-described", *SIZES])
def test_costs_are_computed_for_organisms_only(tables, monkeypatch, name):
    """Rows of the table that hold no organism yet are whatever memory held; kernels trust what they get."""
    full = np.full
    monkeypatch.setattr(np, "full", lambda shape, value, dtype=None: full(shape, 200, dtype))
    recipe = changed(RECIPES[name], replace=ControlledElite(by=Losses(ValidatingOpponent())))
    algorithm = GeneticAlgorithm(recipe, tables)
    monkeypatch.undo()
    algorithm.run(stream(0, "tests", "watchful"))


@pytest.mark.parametrize("name", RECIPES)
def test_a_run_depends_on_its_stream_alone(tables, several, name):
    """The last replicate gives the same bytes alone, after others, and on a second algorithm object."""
    one, other = GeneticAlgorithm(RECIPES[name], tables), GeneticAlgorithm(RECIPES[name], tables)
    last = several(5, without_jit=2)
    in_sequence = [run_bytes(one.run(stream(7, "tests", name, replicate))) for replicate in range(last + 1)]
    assert run_bytes(other.run(stream(7, "tests", name, last))) == in_sequence[last]
    assert run_bytes(other.run(stream(7, "tests", name, 0))) == in_sequence[0]
    assert len({repr(run) for run in in_sequence}) == last + 1


def test_a_run_is_not_changed_by_the_next(tables):
    algorithm = GeneticAlgorithm(DESCRIBED, tables)
    run = algorithm.run(stream(0, "tests", "kept"))
    before = run_bytes(run)
    algorithm.run(stream(0, "tests", "another"))
    assert run_bytes(run) == before


def test_cap_censors(tables):
    run = GeneticAlgorithm(changed(DESCRIBED, generations=2), tables).run(stream(0, "tests", "cap"))
    assert (run.generations, run.solved) == (2, False)
    assert len(run.best) == len(run.mean) == len(run.distinct) == 3
    assert run.best[-1] > 0


def test_a_run_stops_at_the_first_no_loss_survivor(tables, several):
    algorithm = GeneticAlgorithm(changed(DESCRIBED, population=60, generations=500), tables)
    for replicate in range(several(20, without_jit=1)):
        run = algorithm.run(stream(0, "tests", "solved", replicate))
        assert run.solved
        assert run.best[-1] == 0
        assert (run.best[1:-1] > 0).all()
        assert len(run.best) == run.generations + 1
        assert oracles.outcomes(run.champion.tolist(), "first")[oracles.O_WINS] == 0


def test_the_initial_population_is_not_checked(tables, monkeypatch):
    """A perfect founder survives the first generation, which is the first to be checked."""

    def with_perfect_founder(genes, alleles, rng):
        fill(genes, alleles, rng)
        genes[3] = oracles.perfect_genome()

    fill = generational.fill_randomly
    monkeypatch.setattr(generational, "fill_randomly", with_perfect_founder)
    run = GeneticAlgorithm(DESCRIBED, tables).run(stream(0, "tests", "founder"))
    assert run.best.tolist() == [0.0, 0.0]
    assert (run.generations, run.solved) == (1, True)


def test_under_control_the_best_never_gets_worse(tables, several):
    algorithm = GeneticAlgorithm(changed(LISTED, generations=30), tables)
    for replicate in range(several(20, without_jit=1)):
        assert (np.diff(algorithm.run(stream(0, "tests", "elite", replicate)).best) <= 0).all()


def test_a_first_player_is_found_within_the_cap(tables, several):
    """The published runs need some 7 generations of 100 organisms, at most 14."""
    algorithm = GeneticAlgorithm(changed(LISTED, population=100, generations=500), tables)
    runs = [algorithm.run(stream(0, "tests", "published", row)) for row in range(several(300, without_jit=1))]
    assert all(run.solved for run in runs)
    if len(runs) > 1:
        assert 6 < np.mean([run.generations for run in runs]) < 9


PLAYED = 10
NAIVE = {
    "described": (changed(DESCRIBED, population=14, generations=4), {}),
    "umg as listed": (
        changed(
            LISTED,
            population=8,
            generations=3,
            replace=ControlledElite(
                by=Losses(UnbeatableMoveGenerator(centre="anyone", counter="running"), games=PLAYED)
            ),
        ),
        {"as_listed": True},
    ),
}


@pytest.mark.needs_jit
@pytest.mark.parametrize("name", NAIVE)
def test_whole_runs_equal_naive_ones(tables, name):
    """Best and mean fitness and diversity have the same distribution in every generation."""
    recipe, options = NAIVE[name]
    algorithm = GeneticAlgorithm(recipe, tables)
    traces = [trace_of(algorithm.run(stream(0, "tests", "fast", row)), recipe.generations) for row in range(1500)]
    rng = random.Random(name)
    naive = [naive_trace(recipe, rng, **options) for _ in range(30)]
    for generation in range(recipe.generations + 1):
        for measure in range(3):
            one, other = (np.array(sample)[:, generation, measure] for sample in (traces, naive))
            assert stats.mannwhitneyu(one, other).pvalue > 1e-3 / 2, (generation, measure)


def trace_of(run, generations):
    """(generations + 1, 3), the last generation standing in for those after the end."""
    trace = np.column_stack([run.best, run.mean, run.distinct])
    return np.vstack([trace, np.tile(trace[-1], (generations - run.generations, 1))])


def naive_trace(recipe, rng, *, as_listed=False):
    umg = isinstance(recipe.replace.by, Losses)
    holders = (oracles.X, oracles.O)
    trace = []
    for organisms, scores in oracles.evolve(
        rng, population=recipe.population, generations=recipe.generations, sites=50, as_listed=as_listed,
        generator=(lambda: oracles.UnbeatableGenerator(rng, centre_holder=holders, reset=False)) if umg else None,
        games=PLAYED,
    ):  # fmt: skip
        trace.append((min(scores), np.mean(scores), len({tuple(genome) for genome in organisms})))
        if len(trace) > 1 and min(scores) == 0:
            break
    return np.vstack([trace, np.tile(trace[-1], (recipe.generations + 1 - len(trace), 1))])


def test_fitness_of_random_genomes(tables, random_genes, several):
    """A third of a random first player's games is lost, over every line of play; more as second player."""
    number = several(4000, without_jit=200)
    first, second = (Evaluator(tables, seat)(random_genes(number, "mean")).fitness for seat in ("first", "second"))
    assert 0.28 < first.mean() < 0.38
    assert 0.5 < second.mean() < 0.66
