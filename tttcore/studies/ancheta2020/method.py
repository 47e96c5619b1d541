"""Measured facts of the study's method: representation, evaluation, operators and opponents."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import scipy

from tttcore.engines.genetic_algorithm.operators.replacement import elite_ranks
from tttcore.engines.genetic_algorithm.players.coding import Alleles, Genes, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.players.opponents import RandomMoveGenerator, game_tree, loss_chances
from tttcore.engines.genetic_algorithm.recipe import Recipe, build_recipe
from tttcore.engines.genetic_algorithm.reference import play_out
from tttcore.games.classic import (
    CELLS,
    CROSS,
    EMPTY,
    LINES,
    NOUGHT,
    SYMMETRIES,
    StateTables,
    free_cells,
    to_move,
)
from tttcore.pipeline.needs import needs
from tttcore.pipeline.rng import stream
from tttcore.pipeline.rounding import rounded
from tttcore.players.umg_rules import barrat_choices, completing_cell, turn_of
from tttcore.studies.method import Fact, fact_table

NAME = "ancheta2020"
LOOKED_AT = ("control-described", "control-listed")
"""Treatments whose operators are measured: the described and the listed protocol."""


@needs(treatments=LOOKED_AT)
@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of the method, as opposed to results of runs; parameters as in `studies.method.method_tables`."""
    described, listed = (build_recipe(recipes[name], name) for name in LOOKED_AT)
    rng = stream(seed, NAME, "method facts")
    genes = np.empty((2000, len(tables.states)), np.uint8)
    fill_randomly(genes, Alleles.of(tables), rng)
    yield from _representation(genes, tables)
    yield from _evaluation(genes, tables)
    yield from _selection(described, listed, rng)
    yield from _crossover(described, len(tables.states), rng)
    yield from _mutation(described, genes, tables, rng)
    yield from _elite(described, listed)
    yield from _opponents(tables)
    yield "population", described.population, "organisms per generation, from the configuration"
    yield "generations", described.generations, "cap, from the configuration"
    methods = {str(recipe["replace"]) for name, recipe in recipes.items() if name.endswith("-described")}
    yield "treatments", len(methods), "elite preservation methods"


def _representation(genes: Genes, tables: StateTables) -> Iterable[Fact]:
    """Facts of genomes and of random alleles."""
    open_loci = np.flatnonzero(tables.open)
    chi_square, degrees = 0.0, 0
    for state in open_loci:
        free = np.flatnonzero(tables.states[state] == EMPTY)
        chi_square += scipy.stats.chisquare([np.count_nonzero(genes[:, state] == cell) for cell in free]).statistic
        degrees += free.size - 1
    dimension = int(np.sqrt(CELLS))
    seen = np.take_along_axis(tables.states[tables.state_of], SYMMETRIES[tables.symmetry_of], axis=1)
    mistaken = ((seen == EMPTY) != (tables.positions == EMPTY)).any(axis=1)
    yield "board", None, "rows, columns, marks in a line", f"{dimension},{dimension},{LINES.shape[1]}"
    yield "genome_length", genes.shape[1], "genes per organism"
    yield "placeholders", np.count_nonzero(genes[0] == CELLS), "genes that hold 9, where the game is over"
    how = "positions on which a free cell of the state is looked up as a taken one, or the other way round"
    yield "mistaken_lookups", np.count_nonzero(mistaken), how
    how = "chi-square test of 2,000 random organisms' alleles, statistic and degrees added up over open states"
    yield "allele_uniformity_p", scipy.stats.chi2.sf(chi_square, degrees), how


def _evaluation(genes: Genes, tables: StateTables) -> Iterable[Fact]:
    """Facts of the fitness of random organisms, checked by playing out every game."""
    sample = genes[:50]
    evaluation = Evaluator(tables, "first")(sample)
    counted = np.stack([*evaluation.counts().values()], axis=1)
    played = np.array([play_out(row.tolist(), "first", tables) for row in sample])
    tree = game_tree(tables, free_cells)
    rmg = RandomMoveGenerator().prepare(tables, "first").per_game(sample, evaluation.tallies, np.arange(len(sample)))
    apart = rounded(rmg) - rounded(loss_chances(sample, np.arange(len(sample)), tree))
    how = "of 50 random organisms, those whose wins, losses or draws differ from playing every game out"
    yield "evaluation_mismatches", np.count_nonzero((counted != played).any(axis=1)), how
    shares = counted / counted.sum(axis=1, keepdims=True)
    (same,) = np.flatnonzero(np.isclose(shares, evaluation.fitness[:, None]).all(axis=0))
    how = "games whose share of all is the fitness, of 50 random organisms"
    yield "fitness_counts", None, how, [*evaluation.counts()][same]
    how = "largest difference between the chance of losing to the RMG by tally and by following all its moves"
    yield "rmg_difference", np.abs(apart).max(), how
    yield "random_fitness", Evaluator(tables, "first")(genes).fitness.mean(), "mean of 2,000 random organisms"


def _selection(described: Recipe, listed: Recipe, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts of the mating pool, with and without niching."""
    costs = np.array([0.2, 0.2, 0.5])
    pool = np.bincount(described.select(costs, 13, rng), minlength=3)
    on_wheel = [np.bincount(recipe.select(costs, 13_000_000, rng), minlength=3) / 1e6 for recipe in (described, listed)]
    example = "copies in a pool of 13 of three organisms of fitness 0.2, 0.2 and 0.5"
    yield "parents", described.breed.n_parents(described.population), "organisms in the mating pool"
    yield "niched_copies", None, f"{example}; shares 4 : 4 : 5 with niching", ", ".join(map(str, pool))
    how = f"largest difference between the protocols in expected {example}, to two decimals"
    yield "niching_shift", round(float(np.abs(on_wheel[0] - on_wheel[1]).max()), 2), how


def _crossover(recipe: Recipe, n_genes: int, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts of crossover sites, on pairs of a genome of zeros and one of ones."""
    pairs = 20_000
    constant = np.array([np.zeros(n_genes), np.ones(n_genes)], np.uint8)
    children = np.empty((2 * pairs, n_genes), np.uint8)
    chosen = np.arange(pairs) % 2
    recipe.cross(constant, chosen, 1 - chosen, n_genes, rng, out=children)
    switches = np.count_nonzero(np.diff(children[::2].astype(np.int8), axis=1), axis=1)
    how = "children of the mating pool, two of each organism and its neighbour"
    yield "children", recipe.breed.n_children(recipe.population), how
    sites: int = recipe.cross.sites  # type: ignore[attr-defined]
    yield "most_switches", switches.max(), f"most changes of the giving parent in {pairs:,} pairs"
    how = "chance that one of the distinct sites lies behind the last gene, so that nothing switches there"
    yield "silent_last_site", sites / n_genes, how
    yield "complementary", (children[::2] != children[1::2]).all(), "1 if twins always differ where parents do"


def _mutation(recipe: Recipe, genes: Genes, tables: StateTables, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts of the numbers of genes that mutation redraws and changes."""
    alleles = Alleles.of(tables)
    counts = [recipe.mutate.count(best) for best in (0.0, 0.1, 1.0)]  # type: ignore[attr-defined]
    mutants = np.empty_like(genes)
    recipe.mutate(genes, 0.1, alleles, rng, out=mutants)
    changed = np.count_nonzero(mutants != genes, axis=1)
    touched_finished = np.count_nonzero((mutants != genes)[:, ~tables.open])
    expected_new = 1.0 - (1.0 / alleles.allowed[tables.open, 0]).mean()
    redrawn = _expected_redrawn(counts[1], int(tables.open.sum()), len(tables.open))
    yield "mutations", None, "genes redrawn at best fitness 0, 0.1 and 1", ", ".join(map(str, counts))
    yield "most_changed", changed.max(), f"most genes changed in 2,000 organisms with {counts[1]} redrawn"
    how = f"expected genes changed with {counts[1]} redrawn, some of them twice, of free cells and the old one alike"
    yield "expected_changed", redrawn * expected_new, how
    yield "redraws_that_change", expected_new, "expected share of redraws of an open state that change the allele"
    yield "finished_changed", touched_finished, "changes at states where the game is over"


def _expected_redrawn(count: int, open_loci: int, n_genes: int) -> float:
    """Expected number of different open genes that mutation redraws.

    Of `count` different genes, those of finished states are hypergeometric; each has a gene of an open state redrawn in
    its place, any with equal probability.
    """
    finished = np.arange(count + 1)
    chances = scipy.stats.hypergeom.pmf(finished, n_genes, n_genes - open_loci, count)
    missed = (1 - (count - finished) / open_loci) * (1 - 1 / open_loci) ** finished
    return float(open_loci * (1 - chances @ missed))


def _elite(described: Recipe, listed: Recipe) -> Iterable[Fact]:
    """Facts of the ranks that controlled elite preservation keeps."""
    population = described.population
    ranks = elite_ranks(population, described.pool_size) + 1
    i = np.arange(1, population + 1)
    nearest = np.rint(i + 2 * population * (i - 1) * (i - 2) / ((population - 1) * (population - 2)))
    different = [len(set(recipe.pool)) * population for recipe in (described, listed)]
    tied = described.replace(np.zeros(3 * population), np.zeros(3 * population), population) + 1
    yield "elite_ranks", None, "j(1), j(2) and j(N)", f"{ranks[0]}, {ranks[1]}, {ranks[-1]}"
    yield "elite_different", len(set(ranks.tolist())), "different organisms kept"
    yield "elite_rounding", np.count_nonzero(nearest != ranks), "ranks that rounding would change"
    yield "elite_ties", (tied == ranks).all(), "1 if organisms of equal fitness keep the pool's order"
    yield "pool", described.pool_size, "organisms that survivors are chosen from"
    yield "pool_different", None, "different ones as described and as listed", ", ".join(map(str, different))


def _opponents(tables: StateTables) -> Iterable[Fact]:
    boards = [tuple(board) for board in tables.positions[tables.open[tables.state_of]].tolist()]
    passed_over = 0
    for board in (board for board in boards if to_move(board) == NOUGHT and turn_of(board) > 1):
        wins, blocks = completing_cell(board, NOUGHT), completing_cell(board, CROSS)
        wanted = wins if wins is not None else blocks
        passed_over += wanted is not None and barrat_choices(board, turn=turn_of(board)) != (wanted,)
    yield "umg_passes_over", passed_over, "boards on which the UMG neither wins nor blocks though it could"
