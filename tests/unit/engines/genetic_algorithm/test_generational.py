"""The generational loop and breeding: every step against the text, chances of operators, whole runs, and recipes."""

import random
from dataclasses import replace as changed
from functools import reduce
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.texts import message
from reference import classic as oracles
from reference import hemingroth as scenarios
from scipy import stats

from tttcore.engines.genetic_algorithm import generational, reference
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.operators import breeding as breeders
from tttcore.engines.genetic_algorithm.operators.breeding import Exclusive, Independent, Normalised
from tttcore.engines.genetic_algorithm.operators.criteria import Fitness
from tttcore.engines.genetic_algorithm.operators.selection import Tournament
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.population import Population, trace_row
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.games.position import SEATS
from tttcore.pipeline.registry import merge
from tttcore.pipeline.rng import stream

CONFIG = {
    "seat": "first", "coding": {"name": "cells"}, "population": 100,
    "select": {"name": "sus", "niching": "per_fitness"}, "cross": {"name": "n_point", "sites": 50},
    "mutate": {"name": "random_reset", "slope": 250, "base": 10}, "breed": {"name": "in_sequence"},
    "pool": ["parents", "unmutated", "mutated"], "replace": {"name": "controlled_elite"},
    "first_generation": 0, "generations": 500,
}  # fmt: skip
SMALL = {"population": 10, "generations": 4}
LISTED = {"select": {"niching": "constant"}, "pool": ["parents", "mutated", "mutated"]}
AT_RANDOM = {"by": {"name": "losses", "opponent": {"name": "rmg"}}}
PLAYED = 10
RULES = {"name": "umg", "centre": "anyone", "counter": "running"}
BY_RULES = {"by": {"name": "losses", "opponent": RULES, "games": PLAYED}}
RECIPES = {
    "control-described": {},
    "control-listed": LISTED,
    "rmg-described": {"replace": AT_RANDOM},
    "umg-listed": LISTED | {"replace": BY_RULES},
    "fewer-parents": {"breed": {"share": 0.4}},
    "odd-population": LISTED | {"population": 11, "breed": {"share": 0.4}},
    "every-parent": {"population": 7, "breed": {"share": 1.0}, "pool": ["mutated", "parents"]},
    "second-seat": {"seat": "second"},
    "both-seats": LISTED | {"seat": "both"},
    "rmg-everywhere": {"select": {"niching": "none"} | AT_RANDOM, "replace": AT_RANDOM},
}
SIZES = {"fewer-parents": (10, 4), "odd-population": (11, 4), "every-parent": (7, 7)}
"""Population and parents where they are not 10 and 5."""
BY_CHILD = {
    "seat": "both", "coding": {"name": "situations"}, "select": {"name": "tournament", "size": 3, "distinct": True},
    "cross": {"name": "switching", "rate": 0.1}, "mutate": {"name": "per_gene_reset", "rate": 0.1},
    "breed": {"name": "exclusive", "mutate": 0.3, "replicate": 0.2}, "pool": ["children"],
    "replace": {"name": "generational"}, "first_generation": 1,
}  # fmt: skip


def recipe_of(*changes):
    return build_recipe(reduce(merge, (SMALL, *changes), CONFIG), "here")


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
    recipe = recipe_of(RECIPES[name])
    size, parents_wanted = SIZES.get(name, (10, 5))
    spies = {role: Spy(getattr(recipe, role)) for role in ("select", "cross", "mutate", "replace")}
    run = GeneticAlgorithm(changed(recipe, **spies), tables).run(stream(0, "tests", "steps", name))
    survivors = None
    for generation, calls in enumerate(zip(*(spy.calls for spy in spies.values()), strict=True)):
        (costs, count, _), chosen = calls[0]
        (parents, mated, mates, n_genes, _), children = calls[1]
        (unmutated, best, _, _), mutants = calls[2]
        (pool_costs, fitness, population), kept = calls[3]
        groups = {"parents": parents, "unmutated": children, "mutated": mutants}
        scores = {
            group: np.array([oracles.fitness(genome, recipe.seat) for genome in genes.tolist()])
            for group, genes in groups.items()
        }
        if survivors is not None:
            np.testing.assert_array_equal(parents, survivors)
        assert run.best[generation] == scores["parents"].min()
        assert run.mean[generation] == pytest.approx(scores["parents"].mean(), rel=1e-14)
        assert run.distinct[generation] == len(np.unique(parents, axis=0))
        if isinstance(recipe.select.by, Fitness):
            assert costs.tolist() == scores["parents"].tolist()
        assert (count, population, len(parents), n_genes) == (parents_wanted, size, size, len(tables.states))
        assert len(children) == len(mutants) == 2 * parents_wanted
        assert (mated.tolist(), mates.tolist()) == (chosen.tolist(), np.roll(chosen, -1).tolist())
        np.testing.assert_array_equal(unmutated, children)
        assert best == scores["unmutated"].min()
        pool_scores = np.concatenate([scores[group] for group in recipe.pool])
        assert fitness.tolist() == pool_scores.tolist()
        if isinstance(recipe.replace.by, Fitness):
            assert pool_costs.tolist() == pool_scores.tolist()
        survivors = np.concatenate([groups[group] for group in recipe.pool])[kept]
    assert len(spies["replace"].calls) == run.generations
    last = [oracles.fitness(genome, recipe.seat) for genome in survivors.tolist()]
    assert (run.best[-1], run.solved) == (min(last), min(last) == 0)
    assert run.champion.tolist() == survivors[int(np.argmin(last))].tolist()


@pytest.mark.parametrize("change", [{}, BY_CHILD])
def test_a_perfect_founder(tables, monkeypatch, change):
    """An initial population with number 0 isn't checked, and its champion survives; one with number 1 ends the run."""

    def with_perfect_founder(genes, alleles, rng):
        fill(genes, alleles, rng)
        genes[3] = perfect_genes(algorithm.coding, tables)

    recipe, fill, called = recipe_of(change), generational.fill_randomly, []
    algorithm = GeneticAlgorithm(recipe, tables)
    monkeypatch.setattr(generational, "fill_randomly", with_perfect_founder)
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
    algorithm = GeneticAlgorithm(recipe_of(LISTED, {"population": 100, "generations": 500}), tables)
    runs = [algorithm.run(stream(0, "tests", "published", row)) for row in range(several(150, without_jit=1))]
    for run in runs:
        assert run.solved
        assert (np.diff(run.best) <= 0).all()
        assert len(run.best) == run.generations + 1
        assert (run.best[1:-1] > 0).all(), "a run stops at the first no-loss survivor"
        assert oracles.outcomes(run.champion.tolist(), "first")[oracles.O_WINS] == 0
    if len(runs) > 1:
        assert 6 < np.mean([run.generations for run in runs]) < 9


NAIVE = {
    "described": {"population": 14},
    "umg as listed": LISTED | {"population": 8, "generations": 3, "replace": BY_RULES},
    "exclusive": BY_CHILD,
    "normalised": BY_CHILD | {"breed": {"name": "normalised", "mutate": 0.05, "replicate": 0.05, "cross": 0.1}},
    "independent": BY_CHILD | {"breed": {"name": "independent", "mutate": 0.5, "cross": 0.5}},
}
SLOW = ("normalised", "independent")


@pytest.mark.needs_jit
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in NAIVE])
def test_whole_runs_equal_naive_ones(tables, name):
    """Best and mean fitness and diversity have the same distribution in every generation."""
    recipe, rng = recipe_of(NAIVE[name]), random.Random(name)
    algorithm = GeneticAlgorithm(recipe, tables)
    naive_trace, trials = (trace_by_child, 6) if recipe.first_generation else (trace_in_sequence, 10)
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
    """Rows of the reference's run as first player, on the oracle's boards and against its rules."""
    organisms = [oracles.random_genome(rng) for _ in range(recipe.population)]
    choices = [[] if oracles.winner(board) else oracles.free_cells(board) for board in oracles.game_base()]
    scores = [oracles.fitness(genome, "first") for genome in organisms]
    yield row_of(organisms, scores)
    for _ in range(recipe.generations):
        rules = oracles.UnbeatableGenerator(rng, centre_holder=(oracles.X, oracles.O), reset=False)
        organisms, scores = reference.next_generation(
            organisms, scores, choices, lambda genome: oracles.fitness(genome, "first"), rng, sites=50,
            as_listed="unmutated" not in recipe.pool,
            judge=None if isinstance(recipe.replace.by, Fitness)
            else lambda genome, rules=rules: oracles.losses(genome, rules, PLAYED),
        )  # fmt: skip
        yield row_of(organisms, scores)
        if min(scores) == 0:
            return


def trace_by_child(recipe, rng):
    """Rows of the reference's run, on the scenarios of the listing's twin."""
    organisms = [[*scenarios.random_genome(rng, "modulo").values()] for _ in range(recipe.population)]
    for _ in range(recipe.generations):
        genomes = [dict(zip(scenarios.situations(), genome, strict=True)) for genome in organisms]
        scores = [scenarios.lost_share(genome, "modulo") for genome in genomes]
        yield row_of(organisms, scores)
        organisms = reference.make_children(
            organisms, scores, [range(9)] * 627, rng, reading=type(recipe.breed).__name__.lower(),
            chances=vars(recipe.breed), size=3, rate=0.1, switches=0.1,
        )  # fmt: skip


PARENTS = 400
CHILD_BY_CHILD = {
    "exclusive": (Exclusive(mutate=0.2, replicate=0.3), (0.3, 0.5, 0.0, 0.2)),
    "normalised": (Normalised(mutate=0.05, replicate=0.05, cross=0.1), (0.25, 0.5, 0.0, 0.25)),
    "independent": (Independent(mutate=0.4, cross=0.3), (0.42, 0.18, 0.12, 0.28)),
    "crossed and mutated": (Independent(mutate=1.0, cross=1.0), (0.0, 0.0, 1.0, 0.0)),
}


@pytest.mark.parametrize("name", CHILD_BY_CHILD)
def test_operators_come_with_their_chances_and_selected_parents(alleles, name):
    """The best of three of P has the same distribution whatever is done with it.

    Genes 0 and 1 hold the parent's row, which is its fitness, 2 and 3 how often each operator worked.
    """

    def cross(genes, parents, mates, n_genes, rng, *, out):
        out[:] = genes[parents]
        out[:, 2] += 1

    def mutate(genes, best, alleles, rng, *, out):
        out[:] = genes
        out[:, 3] += 1

    breeding, chances = CHILD_BY_CHILD[name]
    assert breeding.chances == pytest.approx(chances)
    no_evaluator, table = SimpleNamespace(evaluate_into=lambda *_: None), Population.empty(2 * PARENTS, alleles.width)
    toolbox = breeders.Toolbox(Tournament(size=3), cross, mutate, alleles, no_evaluator)
    parents, children = table[:PARENTS], table[PARENTS:]
    found = np.empty((50, PARENTS, 4), int)
    for number in range(50):
        table.genes[:] = 0
        parents.genes[:, 0], parents.genes[:, 1] = np.divmod(np.arange(PARENTS), 256)
        parents.fitness[:] = np.arange(PARENTS) / PARENTS
        breeding(parents, parents.fitness, toolbox, stream(0, "tests", name, number), out={"children": children})
        found[number] = children.genes[:, :4]
    rows, crossed, mutated = found[..., 0] * 256 + found[..., 1], found[..., 2], found[..., 3]
    assert max(crossed.max(), mutated.max()) <= 1
    done = [(crossed == c) & (mutated == m) for c, m in ((0, 0), (1, 0), (1, 1), (0, 1))]
    kinds, expected = np.array([these.sum() for these in done]), rows.size * np.array(chances)
    assert (kinds[expected == 0] == 0).all()
    if (expected > 0).sum() > 1:
        assert stats.chisquare(kinds[expected > 0], expected[expected > 0]).pvalue > 1e-4
        assert len(set(done[0].sum(axis=1).tolist())) > 1, "numbers of each kind vary from generation to generation"
    for these in done:
        if these.any():
            assert stats.kstest(rows[these] / PARENTS, lambda x: 1 - (1 - x) ** 3).pvalue > 1e-4


@pytest.mark.parametrize("name", breeders.breedings.names())
def test_children_of_every_breeding_are_evaluated(tables, name):
    """No child is left as it was found, and the fitness is its own."""
    change = {"population": 40, "mutate": {"rate": 0.001}, "generations": 6}
    change |= {"pool": ["mutated"], "breed": {"name": name}}
    if name in CHILD_BY_CHILD:
        change |= {"pool": ["children"], "breed": {"name": name} | vars(CHILD_BY_CHILD[name][0])}
    algorithm = GeneticAlgorithm(recipe_of(BY_CHILD, {"select": {"size": 10}}, change), tables)
    run = algorithm.run(stream(0, "tests", name))
    assert (run.generations, len(run.best), run.solved) == (6, 6, False)
    groups, breeding = algorithm.layouts[0].groups, algorithm.recipe.breed
    for group in breeding.groups:
        own = Evaluator(tables, "both", algorithm.coding)(groups[group].genes.copy())
        np.testing.assert_array_equal(groups[group].fitness, own.fitness)
        assert len(groups[group].genes) == breeding.n_children(40)


@pytest.mark.parametrize("name", ["in_sequence", "in_sequence_by_parents"])
def test_mutation_by_parents_redraws_as_many_genes_as_their_best_asks_for(tables, name):
    recipe = recipe_of(LISTED, {"breed": {"name": name}})
    spy = Spy(recipe.mutate)
    run = GeneticAlgorithm(changed(recipe, mutate=spy), tables).run(stream(0, "tests", "by parents"))
    asked = [best for (_, best, _, _), _ in spy.calls]
    assert (asked == run.best[:-1].tolist()) == (name == "in_sequence_by_parents")


def test_recipes_that_can_not_be(snapshot):
    changes = [
        {"select": {"name": "suss"}},
        {"cross": {"sites": 765}},
        {"cross": {"sites": 766}},
        {"cross": {"sites": -1}},
        {"mutate": {"base": 515}},
        {"mutate": {"base": 516}},
        {"breed": {"share": 0.4}, "pool": ["mutated"]},
        {"pool": []},
        {"pool": ["children"]},
        {"replace": {"name": "generational"}},
        {"first_generation": 1, "generations": 1},
        {"seat": "second", "replace": BY_RULES},
        {"seat": "both", "select": BY_RULES},
        {"breed": {"share": 0.01}},
        {"select": {"name": "tournament", "size": 101}},
        {"breed": {"name": "exclusive", "mutate": 0.6, "replicate": 0.5}},
        {"breed": {"name": "independent", "mutate": -0.1, "cross": 0}},
        {"breed": {"name": "normalised", "mutate": 0, "replicate": 0, "cross": 0}},
        {"breed": {"name": "exclusive", "mutate": 0.1}},
    ]
    found = [*(merge(CONFIG, change) for change in changes), {}]
    assert "\n".join(message(build_recipe, config, "here") for config in found) == snapshot


def population(genes, fitness=None):
    size = len(genes)
    return Population(genes, np.zeros((size, 2), np.int64), np.linspace(0.2, 0.8, size) if fitness is None else fitness)


def test_a_trace_is_numpys(random_genes, several):
    """One gene is a difference wherever it lies, even where the sampled hash doesn't look."""
    one = random_genes(1, "equal hash")
    for locus in range(0, 765, several(1, without_jit=40)):
        genes = np.repeat(one, 3, axis=0)
        genes[1, locus] += 1
        assert trace_row(population(genes)).distinct == 2
    drawn = [
        random_genes(different, "distinct")[np.random.default_rng(different).integers(0, different, 60)]
        for different in (1, 2, 17, 60)
    ]
    genes = np.repeat(one, 40, axis=0)
    genes[:, 1], genes[:, 763] = np.arange(40) % 13, np.arange(40) % 3
    for each in (*drawn, genes):
        assert trace_row(population(each)).distinct == len(np.unique(each, axis=0))
    fitness = np.array([0.5, 0.125, 0.25, 0.125])
    assert trace_row(population(random_genes(4, "fitness"), fitness))[:2] == (0.125, 0.25)


@pytest.mark.parametrize("recipe", [recipe_of(), recipe_of(LISTED, {"seat": "both"}), recipe_of(BY_CHILD)])
def test_lines_of_play_are_those_of_all_organisms_that_are_judged(recipe, tables):
    algorithm = GeneticAlgorithm(recipe, tables)
    alone = {seat: Evaluator(tables, seat, algorithm.coding) for seat in SEATS if recipe.seat in (seat, "both")}
    wanted = []

    def count(generation, _, population):
        groups = algorithm.layouts[(len(wanted) - 1) % 2].groups.values() if wanted else [population]
        counts = {seat: [sum(map(np.sum, own(each.genes).counts().values())) for each in groups]
                  for seat, own in alone.items()}  # fmt: skip
        wanted.append([sum(counts.get(seat, [0])) for seat in SEATS])

    assert algorithm.run(stream(1, "lines"), count).lines.tolist() == wanted


def test_a_run_goes_on_beyond_success_with_the_same_generations(tables):
    """The cap of generations stays."""
    recipe = recipe_of({"population": 50, "generations": 30})
    short, long = ((GeneticAlgorithm(recipe, tables).run(stream(5, "on"), beyond=more)) for more in (0, 4))
    assert (short.solved, long.solved, long.generations) == (True, True, short.generations + 4)
    assert long.best[: len(short.best)].tolist() == short.best.tolist()
    assert GeneticAlgorithm(recipe, tables).run(stream(5, "on"), beyond=100).generations == 30


@pytest.mark.parametrize(("changes", "games"), [
    ({}, 0), ({"replace": BY_RULES}, PLAYED * 30), ({"replace": BY_RULES} | LISTED, PLAYED * 30),
    ({"replace": BY_RULES | {"by": BY_RULES["by"] | {"name": "losses_once"}}} | LISTED, PLAYED * 20),
    ({"select": BY_RULES}, PLAYED * 10),
])  # fmt: skip
def test_games_against_opponents_are_those_of_all_that_play_them(changes, games):
    assert recipe_of(changes).opponent_games == games
