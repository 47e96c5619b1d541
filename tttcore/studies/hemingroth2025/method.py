"""Measured facts of the study's method: its listing, operators and evaluation."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tttcore.engines.genetic_algorithm.generational import Recipe
from tttcore.engines.genetic_algorithm.operators.breeding import ChildByChild
from tttcore.engines.genetic_algorithm.operators.crossover import Switching
from tttcore.engines.genetic_algorithm.operators.selection import Tournament
from tttcore.engines.genetic_algorithm.players.coding import Coding, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.games.classic import StateTables
from tttcore.pipeline.rng import stream
from tttcore.studies.facts import Fact, fact_table
from tttcore.studies.hemingroth2025.listing import LISTING, Reductions, play_out
from tttcore.studies.hemingroth2025.listing_facts import listing_facts

NAME = "hemingroth2025"
DEFAULT = "exclusive"
"""Treatment whose recipe is measured."""
LOOKED_AT = (DEFAULT,)
TOURNAMENTS = 20_000
"""Tournaments whose winners are counted."""
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
    how = f"of {TOURNAMENTS:,} tournaments among 100, those won by one who can't be the fittest of a sample"
    yield "tournament_mistakes", tournament_mistakes(recipe.select, rng), how
    numbers = (recipe.population, recipe.select.size, mutated, copied, recipe.cross.rate)
    how = "population, tournament, mutation, replication and crossover, as the default reads them"
    yield "hyperparameters", None, how, "; ".join(f"{number:g}" for number in numbers)
    how = "chances of a child to be mutated, replicated, crossed, as the default reads them"
    yield "operators", None, how, f"{mutated:g}, {copied:g}, {crossed + both:g}"


def tournament_mistakes(select: Tournament, rng: np.random.Generator) -> int:
    """Tournaments won by one of the ``size - 1`` least fit, although a sample of as many as `size` has a fitter one."""
    among = 100
    winners = select(np.arange(among) / among, TOURNAMENTS, rng)
    return int(np.count_nonzero(winners > among - select.size))


def _evaluation(coding: Coding, tables: StateTables, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts of random players: results by the evaluator against those of playing out every game."""
    genes = np.empty((PLAYED_OUT, coding.alleles.width), np.uint8)
    fill_randomly(genes, coding.alleles, rng)
    counted = Evaluator(tables, "both", coding)(genes).counts()
    reductions = Reductions.by(LISTING, tables)
    after, alleles = reductions.boards(), genes[:, : coding.alleles.loci].astype(np.intp)
    played = np.array([play_out(after, choices, tables) for choices in reductions.choices(alleles)])
    mismatches = (played != np.stack([counted["wins"], counted["losses"], counted["draws"]], axis=1)).any(axis=1)
    how = f"of {PLAYED_OUT} random players, those whose results differ from playing out every game by the listing"
    yield "evaluation_mismatches", mismatches.sum(), how
    yield "games_low", played.sum(axis=1).min(), f"fewest games of {PLAYED_OUT} random players, both seats"
    yield "games_high", played.sum(axis=1).max(), f"most games of {PLAYED_OUT} random players, both seats"
