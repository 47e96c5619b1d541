"""Generational loop: every step against the text, and whole runs against those of the reference."""

import random
from dataclasses import dataclass
from dataclasses import replace as changed

import numpy as np
import pytest
from reference import classic as oracles
from reference import hemingroth as scenarios
from scipy import stats

from tttcore.engines.genetic_algorithm import generational, reference
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.operators.breeding import Exclusive, Independent, InSequence, Normalised
from tttcore.engines.genetic_algorithm.operators.criteria import Fitness, Losses
from tttcore.engines.genetic_algorithm.operators.crossover import NPoint, Switching
from tttcore.engines.genetic_algorithm.operators.mutation import PerGeneReset, RandomReset
from tttcore.engines.genetic_algorithm.operators.replacement import ControlledElite, Generational
from tttcore.engines.genetic_algorithm.operators.selection import StochasticUniversalSampling, Tournament
from tttcore.engines.genetic_algorithm.players.coding import Cells, Situations
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

BY_CHILD = Recipe(
    seat="both",
    coding=Situations(),
    population=10,
    select=Tournament(size=3, distinct=True),
    cross=Switching(0.1),
    mutate=PerGeneReset(0.1),
    breed=Exclusive(mutate=0.3, replicate=0.2),
    pool=("children",),
    replace=Generational(),
    first_generation=1,
    generations=4,
)

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
        (parents, mated, mates, n_genes, _), children = cross
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
        assert n_genes == len(tables.states)
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


@pytest.mark.parametrize("name", [*RECIPES, "by child"])
def test_a_run_depends_on_its_stream_alone(tables, several, name):
    """The last replicate gives the same bytes alone, after others, and on a second algorithm object."""
    recipe = RECIPES.get(name, BY_CHILD)
    one, other = GeneticAlgorithm(recipe, tables), GeneticAlgorithm(recipe, tables)
    last = several(5, without_jit=2)
    runs = [one.run(stream(7, "tests", name, replicate)) for replicate in range(last + 1)]
    in_sequence = [*map(run_bytes, runs)]
    assert run_bytes(other.run(stream(7, "tests", name, last))) == in_sequence[last]
    assert run_bytes(other.run(stream(7, "tests", name, 0))) == in_sequence[0]
    assert len({repr(run) for run in in_sequence}) == last + 1
    assert [*map(run_bytes, runs)] == in_sequence, "later runs change nothing"


@pytest.mark.parametrize("recipe", [DESCRIBED, BY_CHILD])
def test_cap_censors(tables, recipe):
    run = GeneticAlgorithm(changed(recipe, generations=2), tables).run(stream(0, "tests", "cap"))
    assert (run.generations, run.solved) == (2, False)
    assert len(run.best) == len(run.mean) == len(run.distinct) == 3 - recipe.first_generation
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


@pytest.mark.parametrize("recipe", [DESCRIBED, BY_CHILD])
def test_a_perfect_founder(tables, monkeypatch, recipe):
    """An initial population with number 0 isn't checked, and its champion survives; one with number 1 ends the run."""

    def with_perfect_founder(genes, alleles, rng):
        fill(genes, alleles, rng)
        genes[3] = perfect_genes(algorithm.coding, tables)

    algorithm, fill = GeneticAlgorithm(recipe, tables), generational.fill_randomly
    monkeypatch.setattr(generational, "fill_randomly", with_perfect_founder)
    called = []
    run = algorithm.run(stream(0, "tests", "founder"), lambda generation, row, _: called.append((generation, row.best)))
    assert called == [(generation, 0.0) for generation in range(recipe.first_generation, 2)]
    assert run.best.tolist() == [best for _, best in called]
    assert (run.generations, run.solved) == (1, True)


def perfect_genes(coding, tables):
    """Alleles that mark what perfect play may mark."""
    perfect = np.array(oracles.perfect_genome(), np.uint8)
    genes = np.full(coding.alleles.width, 9, np.uint8)
    for locus, state in enumerate(coding.states):
        genes[locus] = coding.marks[locus].tolist().index(perfect[state])
    return genes


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
BY_RULES = Losses(UnbeatableMoveGenerator(centre="anyone", counter="running"), games=PLAYED)
NAIVE = {
    "described": changed(DESCRIBED, population=14),
    "umg as listed": changed(LISTED, population=8, generations=3, replace=ControlledElite(by=BY_RULES)),
    "exclusive": BY_CHILD,
    "normalised": changed(BY_CHILD, breed=Normalised(mutate=0.05, replicate=0.05, cross=0.1)),
    "independent": changed(BY_CHILD, breed=Independent(mutate=0.5, cross=0.5)),
}
SLOW = ("normalised", "independent")


@pytest.mark.needs_jit
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in NAIVE])
def test_whole_runs_equal_naive_ones(tables, name):
    """Best and mean fitness and diversity have the same distribution in every generation."""
    recipe, rng = NAIVE[name], random.Random(name)
    algorithm = GeneticAlgorithm(recipe, tables)
    naive_trace, trials = (trace_by_child, 16) if recipe.breed.groups == ("children",) else (trace_in_sequence, 30)
    runs = [algorithm.run(stream(0, "tests", "fast", name, row)) for row in range(1500)]
    traces = [held(np.column_stack([run.best, run.mean, run.distinct]), recipe) for run in runs]
    naive = [held(np.array([*naive_trace(recipe, rng)]), recipe) for _ in range(trials)]
    for generation, measure in np.ndindex(traces[0].shape):
        one, other = (np.array(sample)[:, generation, measure] for sample in (traces, naive))
        assert stats.mannwhitneyu(one, other).pvalue > 1e-3 / 2, (generation, measure)


def held(trace, recipe):
    """(generations, 3), the last generation standing in for those after the end."""
    generations = recipe.generations + 1 - recipe.first_generation
    return np.vstack([trace, np.tile(trace[-1], (generations - len(trace), 1))])


def row_of(organisms, scores):
    return min(scores), np.mean(scores), len({tuple(genome) for genome in organisms})


def trace_in_sequence(recipe, rng):
    """Rows of the reference's run as first player, on the oracle's boards and against its opponent."""
    organisms = [oracles.random_genome(rng) for _ in range(recipe.population)]
    choices = [[] if oracles.winner(board) else oracles.free_cells(board) for board in oracles.game_base()]
    scores = [oracles.fitness(genome, "first") for genome in organisms]
    yield row_of(organisms, scores)
    for _ in range(recipe.generations):
        rules = oracles.UnbeatableGenerator(rng, centre_holder=(oracles.X, oracles.O), reset=False)
        organisms, scores = reference.next_generation(
            organisms, scores, choices, lambda genome: oracles.fitness(genome, "first"), rng, sites=50,
            as_listed="unmutated" not in recipe.pool,
            judge=(lambda genome, rules=rules: oracles.losses(genome, rules, PLAYED))
            if isinstance(recipe.replace.by, Losses)
            else None,
        )  # fmt: skip
        yield row_of(organisms, scores)
        if min(scores) == 0:
            return


def trace_by_child(recipe, rng):
    """Rows of the reference's run, on the scenarios of the listing's twin."""
    organisms = [[*scenarios.random_genome(rng, "modulo").values()] for _ in range(recipe.population)]
    chances = vars(recipe.breed)
    for _ in range(recipe.generations):
        genomes = [dict(zip(scenarios.situations(), genome, strict=True)) for genome in organisms]
        scores = [scenarios.lost_share(genome, "modulo") for genome in genomes]
        yield row_of(organisms, scores)
        organisms = reference.make_children(
            organisms, scores, [range(9)] * 627, rng, reading=type(recipe.breed).__name__.lower(), chances=chances,
            size=3, rate=0.1, switches=0.1,
        )  # fmt: skip
