"""The generational loop and breeding: every step against the text, chances of operators, whole runs, and recipes."""

import random
from dataclasses import dataclass
from dataclasses import replace as changed
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.project import ROOT
from helpers.texts import message
from reference import classic as oracles
from reference import hemingroth as scenarios
from scipy import stats

from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm import generational, reference
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.operators import breeding as breeders
from tttcore.engines.genetic_algorithm.operators.breeding import Exclusive, Independent, InSequence, Normalised
from tttcore.engines.genetic_algorithm.operators.criteria import Fitness, Losses
from tttcore.engines.genetic_algorithm.operators.crossover import NPoint, Switching
from tttcore.engines.genetic_algorithm.operators.mutation import PerGeneReset, RandomReset
from tttcore.engines.genetic_algorithm.operators.replacement import ControlledElite, Generational
from tttcore.engines.genetic_algorithm.operators.selection import StochasticUniversalSampling, Tournament
from tttcore.engines.genetic_algorithm.players import opponents
from tttcore.engines.genetic_algorithm.players.coding import Cells, Situations
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator, UnbeatableMoveGenerator
from tttcore.engines.genetic_algorithm.population import Population, trace_row
from tttcore.engines.genetic_algorithm.recipe import Recipe, build_recipe
from tttcore.pipeline.registry import merge
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
RULES = UnbeatableMoveGenerator(centre="anyone", counter="running")
AT_RANDOM = Losses(RandomMoveGenerator())
RECIPES = {
    "control-described": DESCRIBED,
    "control-listed": LISTED,
    "rmg-described": changed(DESCRIBED, replace=ControlledElite(by=AT_RANDOM)),
    "umg-listed": changed(LISTED, replace=ControlledElite(by=Losses(RULES))),
    "fewer-parents": changed(DESCRIBED, breed=InSequence(share=0.4)),
    "odd-population": changed(LISTED, population=11, breed=InSequence(share=0.4)),
    "every-parent": changed(DESCRIBED, population=7, breed=InSequence(share=1.0), pool=("mutated", "parents")),
    "second-seat": changed(DESCRIBED, seat="second"),
    "both-seats": changed(LISTED, seat="both"),
    "rmg-everywhere": changed(
        DESCRIBED, select=StochasticUniversalSampling(by=AT_RANDOM), replace=ControlledElite(by=AT_RANDOM)
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
class ValidatingOpponent(opponents.Opponent):
    """opponents.Opponent that asserts that it is given genomes only."""

    seats = ("first",)

    def prepare(self, tables, seat, coding):
        def per_game(_, genes, tallies, rows):
            assert genes[rows].max() <= 9
            return np.zeros(len(rows))

        return type("ValidatingChances", (opponents.LossChances,), {"per_game": per_game})()


@pytest.mark.parametrize("name", ["control-described", *SIZES])
def test_costs_are_computed_for_organisms_only(tables, monkeypatch, name):
    """Rows of the table that hold no organism yet are whatever memory held; kernels trust what they get."""
    full = np.full
    monkeypatch.setattr(np, "full", lambda shape, value, dtype=None: full(shape, 200, dtype))
    recipe = changed(RECIPES[name], replace=ControlledElite(by=Losses(ValidatingOpponent())))
    algorithm = GeneticAlgorithm(recipe, tables)
    monkeypatch.undo()
    algorithm.run(stream(0, "tests", "watchful"))


@pytest.mark.parametrize("recipe", [DESCRIBED, BY_CHILD])
def test_cap_censors(tables, recipe):
    run = GeneticAlgorithm(changed(recipe, generations=2), tables).run(stream(0, "tests", "cap"))
    assert (run.generations, run.solved) == (2, False)
    assert len(run.best) == len(run.mean) == len(run.distinct) == 3 - recipe.first_generation
    assert run.best[-1] > 0


def test_a_run_stops_at_the_first_no_loss_survivor(tables, several):
    algorithm = GeneticAlgorithm(changed(DESCRIBED, population=60, generations=500), tables)
    for replicate in range(several(10, without_jit=1)):
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


def test_a_first_player_is_found_within_the_cap(tables, several):
    """The published runs need some 7 generations of 100 organisms, at most 14; under control none gets worse."""
    algorithm = GeneticAlgorithm(changed(LISTED, population=100, generations=500), tables)
    runs = [algorithm.run(stream(0, "tests", "published", row)) for row in range(several(150, without_jit=1))]
    assert all(run.solved and (np.diff(run.best) <= 0).all() for run in runs)
    if len(runs) > 1:
        assert 6 < np.mean([run.generations for run in runs]) < 9


PLAYED = 10
NAIVE = {
    "described": changed(DESCRIBED, population=14),
    "umg as listed": changed(
        LISTED, population=8, generations=3, replace=ControlledElite(by=Losses(RULES, games=PLAYED))
    ),
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
    naive_trace, trials = (trace_by_child, 6) if recipe.breed.groups == ("children",) else (trace_in_sequence, 10)
    runs = [algorithm.run(stream(0, "tests", "fast", name, row)) for row in range(700)]
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


BREEDING = changed(
    BY_CHILD,
    population=40,
    select=Tournament(size=10, distinct=True),
    mutate=PerGeneReset(0.001),
    breed=Exclusive(mutate=0.05, replicate=0.05),
    generations=6,
)
PARENTS = 400
CHILD_BY_CHILD = {
    "exclusive": (Exclusive(mutate=0.2, replicate=0.3), (0.3, 0.5, 0.0, 0.2)),
    "normalised": (Normalised(mutate=0.05, replicate=0.05, cross=0.1), (0.25, 0.5, 0.0, 0.25)),
    "independent": (Independent(mutate=0.4, cross=0.3), (0.42, 0.18, 0.12, 0.28)),
    "crossed and mutated": (Independent(mutate=1.0, cross=1.0), (0.0, 0.0, 1.0, 0.0)),
}


@pytest.fixture(scope="module")
def bred(tables):
    """Children of marked parents, whose fitness is their row: (P,) parent, times crossed, times mutated.

    Genes 0 and 1 hold the parent's row, 2 and 3 how often each operator worked.
    """
    alleles = Situations().apply(tables).alleles

    def cross(genes, parents, mates, n_genes, rng, *, out):
        out[:] = genes[parents]
        out[:, 2] += 1

    def mutate(genes, best, alleles, rng, *, out):
        out[:] = genes
        out[:, 3] += 1

    def breed(breeding, *name):
        table = Population.empty(2 * PARENTS, alleles.width)
        table.genes[:] = 0
        parents, children = table[:PARENTS], table[PARENTS:]
        parents.genes[:, 0], parents.genes[:, 1] = np.divmod(np.arange(PARENTS), 256)
        parents.fitness[:] = np.arange(PARENTS) / PARENTS
        no_evaluator = SimpleNamespace(evaluate_into=lambda *_: None)
        toolbox = breeders.Toolbox(Tournament(size=3), cross, mutate, alleles, no_evaluator)
        breeding(parents, parents.fitness, toolbox, stream(0, "tests", *name), out={"children": children})
        genes = children.genes.astype(int)
        return genes[:, 0] * 256 + genes[:, 1], genes[:, 2], genes[:, 3]

    return breed


@pytest.mark.parametrize("name", CHILD_BY_CHILD)
def test_operators_come_with_their_chances_and_selected_parents(bred, name):
    """The best of three of P has the same distribution whatever is done with it."""
    breeding, chances = CHILD_BY_CHILD[name]
    assert breeding.chances == pytest.approx(chances)
    found = [bred(breeding, name, row) for row in range(50)]
    rows, crossed, mutated = (np.array(part) for part in zip(*found, strict=True))
    assert max(crossed.max(), mutated.max()) <= 1
    done = [(crossed == c) & (mutated == m) for c, m in ((0, 0), (1, 0), (1, 1), (0, 1))]
    kinds, expected = np.array([found.sum() for found in done]), rows.size * np.array(chances)
    assert (kinds[expected == 0] == 0).all()
    if (expected > 0).sum() > 1:
        assert stats.chisquare(kinds[expected > 0], expected[expected > 0]).pvalue > 1e-4
        assert len(set(done[0].sum(axis=1).tolist())) > 1, "numbers of each kind vary from generation to generation"
    for found in done:
        if found.any():
            assert stats.kstest(rows[found] / PARENTS, lambda x: 1 - (1 - x) ** 3).pvalue > 1e-4


@pytest.mark.parametrize("name", breeders.breedings.names())
def test_children_of_every_breeding_are_evaluated(tables, name):
    """No child is left as it was found, and the fitness is its own."""
    breeding = {
        "in_sequence": InSequence(),
        "in_sequence_by_parents": breeders.InSequenceByParents(),
        **{type(entry).__name__.lower(): entry for entry, _ in list(CHILD_BY_CHILD.values())[:3]},
    }[name]
    recipe = changed(BREEDING, breed=breeding, pool=(breeding.groups[-1],))
    algorithm = GeneticAlgorithm(recipe, tables)
    run = algorithm.run(stream(0, "tests", name))
    assert run.generations == 6
    groups = algorithm.layouts[0].groups
    for group in breeding.groups:
        own = Evaluator(tables, "both", algorithm.coding)(groups[group].genes.copy())
        np.testing.assert_array_equal(groups[group].fitness, own.fitness)
        assert len(groups[group].genes) == breeding.n_children(recipe.population)


@pytest.mark.needs_jit
def test_mutation_by_parents_redraws_as_many_genes_as_their_best_asks_for(tables, monkeypatch):
    study = read_study(ROOT / "config" / "studies" / "ancheta2020.yaml")
    asked = []
    for treatment in ("umg-listed", "umg-by-parents"):
        recipe = build_recipe(study.treatments[treatment].recipe, treatment)
        plain = type(recipe.mutate).__call__

        def noted(self, genes, best, *rest, plain=plain, **named):
            asked.append(best)
            return plain(self, genes, best, *rest, **named)

        asked.clear()
        with monkeypatch.context() as patch:
            patch.setattr(type(recipe.mutate), "__call__", noted)
            bests = GeneticAlgorithm(recipe, tables).run(stream(0, "tests", "by parents")).best.tolist()
        assert (asked == bests[:-1]) == (treatment == "umg-by-parents")


CONFIG = {
    "seat": "first",
    "coding": {"name": "cells"},
    "population": 100,
    "select": {"name": "sus", "niching": "per_fitness"},
    "cross": {"name": "n_point", "sites": 50},
    "mutate": {"name": "random_reset", "slope": 250, "base": 10},
    "breed": {"name": "in_sequence"},
    "pool": ["parents", "unmutated", "mutated"],
    "replace": {"name": "controlled_elite"},
    "first_generation": 0,
    "generations": 500,
}
AGAINST_RULES = {"by": {"name": "losses", "opponent": {"name": "umg", "counter": "running"}}}


@pytest.mark.parametrize(
    ("share", "population", "parents", "pool"),
    [(0.5, 100, 50, 300), (0.4, 100, 40, 260), (0.5, 7, 3, 19), (1.0, 9, 9, 45)],
)
def test_pool_of_groups_that_differ_in_size(share, population, parents, pool):
    """Twice as many children as parents, whatever the share; as described the pool holds all three groups."""
    recipe = build_recipe(merge(CONFIG, {"breed": {"share": share}, "population": population}), "here")
    assert recipe.breed.n_parents(population) == parents
    assert recipe.pool_size == pool


def test_recipes_that_can_not_be(snapshot):
    changes = [
        {"select": {"name": "suss"}},
        {"cross": {"sites": 800}},
        {"cross": {"sites": -1}},
        {"mutate": {"base": 600}},
        {"breed": {"share": 0.4}, "pool": ["mutated"]},
        {"pool": []},
        {"seat": "second", "replace": AGAINST_RULES},
        {"seat": "both", "select": AGAINST_RULES},
        {"breed": {"share": 0.01}},
        {"select": {"name": "tournament", "size": 101}},
        {"breed": {"name": "exclusive", "mutate": 0.6, "replicate": 0.5}},
        {"breed": {"name": "exclusive", "mutate": 1.5, "replicate": 0}},
        {"breed": {"name": "independent", "mutate": -0.1, "cross": 0}},
        {"breed": {"name": "normalised", "mutate": 0, "replicate": 0, "cross": 0}},
        {"breed": {"name": "exclusiv", "mutate": 0, "replicate": 0}},
        {"breed": {"name": "exclusive", "mutate": 0.1}},
    ]
    found = [merge(CONFIG, change) for change in changes]
    found += [{name: value for name, value in CONFIG.items() if name != key} for key in CONFIG]
    assert "\n".join(message(build_recipe, config, "here") for config in found) == snapshot


def population(genes, fitness=None):
    size = len(genes)
    return Population(genes, np.zeros((size, 2), np.int64), np.linspace(0.2, 0.8, size) if fitness is None else fitness)


def test_one_gene_is_a_difference(random_genes, several):
    """Wherever it lies, even where the sampled hash doesn't look."""
    genome = random_genes(1, "one gene")
    for locus in range(0, 765, several(1, without_jit=40)):
        genes = np.repeat(genome, 3, axis=0)
        genes[1, locus] += 1
        assert trace_row(population(genes)).distinct == 2


def test_a_trace_is_numpys(random_genes):
    for different in (1, 2, 17, 60):
        rows = np.random.default_rng(different).integers(0, different, 60)
        genes = random_genes(different, "distinct")[rows]
        assert trace_row(population(genes)).distinct == len(np.unique(genes, axis=0))
    genes = np.repeat(random_genes(1, "equal hash"), 40, axis=0)
    genes[:, 1], genes[:, 763] = np.arange(40) % 13, np.arange(40) % 3
    assert trace_row(population(genes)).distinct == len(np.unique(genes, axis=0))
    fitness = np.array([0.5, 0.125, 0.25, 0.125])
    assert trace_row(population(random_genes(4, "fitness"), fitness))[:2] == (0.125, 0.25)
