"""Measured facts of the study's method: its listing, operators and evaluation."""

from collections.abc import Iterable, Mapping
from math import comb
from typing import Any

import numpy as np
import scipy

from tttcore.engines.genetic_algorithm.generational import Recipe
from tttcore.engines.genetic_algorithm.operators.breeding import ChildByChild
from tttcore.engines.genetic_algorithm.operators.crossover import Switching
from tttcore.engines.genetic_algorithm.operators.selection import Tournament
from tttcore.engines.genetic_algorithm.players.coding import Coding, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.games.classic import StateTables
from tttcore.games.seats import SEAT_INDICES
from tttcore.pipeline.rng import stream
from tttcore.studies.facts import Fact, fact_table
from tttcore.studies.hemingroth2025.listing import LISTING, Reductions, lost_share, play_out, random_alleles
from tttcore.studies.hemingroth2025.listing_facts import listing_facts

NAME = "hemingroth2025"
DEFAULT = "exclusive"
"""Treatment whose recipe is measured."""
LOOKED_AT = (DEFAULT,)
PLAYERS = 20_000
"""Random players that are evaluated."""
PLAYED_OUT = 200
"""Random players whose games are also played out by the listing."""


@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of the method, as opposed to results of runs; parameters as in `studies.method.method_tables`."""
    recipe = build_recipe(recipes[DEFAULT], DEFAULT)
    coding = recipe.coding.apply(tables)
    yield from listing_facts(tables, stream(seed, NAME, "listing facts"))
    yield from _algorithm(recipe, coding, stream(seed, NAME, "algorithm facts"))
    yield from _evaluation(coding, tables, stream(seed, NAME, "evaluation facts"))


def _algorithm(recipe: Recipe, coding: Coding, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts of genome, hyperparameters and operators."""
    assert isinstance(recipe.breed, ChildByChild)
    assert isinstance(recipe.select, Tournament)
    assert isinstance(recipe.cross, Switching)
    copied, crossed, both, mutated = recipe.breed.chances
    values = coding.alleles.allowed[coding.alleles.open_loci, 0].max()
    yield "genome_length", coding.alleles.loci, "genes of an organism"
    yield "allele_values", values, "values that a gene can have"
    yield "population", recipe.population, "organisms per generation, from the configuration"
    yield "tournament", recipe.select.size, "organisms of a tournament, from the configuration"
    how = "chi-square test of the ranks that win 20,000 tournaments among 100 against their exact chances"
    yield "tournament_p", _tournament_p(recipe.select, rng), how
    numbers = (recipe.population, recipe.select.size, mutated, copied, recipe.cross.rate)
    how = "population, tournament, mutation, replication and crossover, as the default reads them"
    yield "hyperparameters", None, how, "; ".join(f"{number:g}" for number in numbers)
    how = "chances of a child to be mutated, replicated, crossed, as the default reads them"
    yield "operators", None, how, f"{mutated:g}, {copied:g}, {crossed + both:g}"


def _tournament_p(select: Tournament, rng: np.random.Generator) -> float:
    """Chi-square p-value of winners' ranks: the best of k of P has rank r with chance C(P - r - 1, k - 1) / C(P, k)."""
    among, size = 100, select.size
    chosen = select(np.arange(among) / among, PLAYERS, rng)
    chances = np.array([comb(among - rank - 1, size - 1) / comb(among, size) for rank in range(among)])
    counts, expected = np.bincount(chosen, minlength=among), PLAYERS * chances
    often = expected >= 5
    pooled = ([*values[often], values[~often].sum()] for values in (counts, expected))
    return float(scipy.stats.chisquare(*pooled).pvalue)


def _evaluation(coding: Coding, tables: StateTables, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts of random players: results by the evaluator and by playing out every game."""
    genes = np.empty((PLAYERS, coding.alleles.width), np.uint8)
    fill_randomly(genes, coding.alleles, rng)
    means = {seat: Evaluator(tables, seat, coding)(genes).fitness for seat in SEAT_INDICES}
    counted = Evaluator(tables, "both", coding)(genes[:PLAYED_OUT]).counts()
    reductions = Reductions.by(LISTING, tables)
    legal, after = reductions.moves(), reductions.boards()
    alleles = genes[:PLAYED_OUT, : coding.alleles.loci].astype(np.intp)
    played = np.array([play_out(after, choices, tables) for choices in reductions.choices(alleles)])
    mismatches = (played != np.stack([counted["wins"], counted["losses"], counted["draws"]], axis=1)).any(axis=1)
    raw = reductions.choices(random_alleles(PLAYED_OUT, tables, rng), modulo=False)
    forfeits = lost_share(np.array([play_out(legal, choices, tables) for choices in raw]))
    both = means["both"]
    how = f"of {PLAYED_OUT} random players, those whose results differ from playing out every game by the listing"
    yield "evaluation_mismatches", mismatches.sum(), how
    for seat, lost in means.items():
        how = f"mean share not lost of {PLAYERS:,} random players, {seat} seat{'s' if seat == 'both' else ''}"
        yield f"initial_{seat}", 1 - lost.mean(), how
    yield "initial_spread", both.std(), "standard deviation of the same, both seats"
    how = f"mean share not lost of {PLAYED_OUT} random players that lose when they mark a taken cell, both seats"
    yield "initial_forfeit", 1 - forfeits.mean(), how
    yield "games_low", played.sum(axis=1).min(), f"fewest games of {PLAYED_OUT} random players, both seats"
    yield "games_high", played.sum(axis=1).max(), f"most games of {PLAYED_OUT} random players, both seats"
