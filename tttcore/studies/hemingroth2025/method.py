"""Measured facts of the study's method: its listing, operators and evaluation."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

import numpy as np

from tttcore.engines.genetic_algorithm.operators.breeding import ChildByChild
from tttcore.engines.genetic_algorithm.operators.crossover import Switching
from tttcore.engines.genetic_algorithm.operators.selection import Tournament
from tttcore.engines.genetic_algorithm.players.coding import Coding, base_case, base_key, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.recipe import Recipe, build_recipe
from tttcore.games.classic import CELLS, StateTables
from tttcore.pipeline.needs import needs
from tttcore.pipeline.rng import stream
from tttcore.studies.hemingroth2025.listing import (
    CONVENTIONS,
    LISTING,
    SHORT_SIXTH,
    Reductions,
    base,
    base_cases,
    is_undone,
    keys,
    lost_share,
    play_out,
    random_alleles,
    scenarios_of,
    variants,
)
from tttcore.studies.method import Fact, fact_table

NAME = "hemingroth2025"
DEFAULT = "exclusive"
"""Treatment whose recipe is measured."""
TOURNAMENTS = 20_000
"""Tournaments whose winners are counted."""
PLAYED_OUT = 200
"""Random players whose games are also played out by the listing."""


@needs(treatments=[DEFAULT])
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
    yield "genome_length", coding.alleles.n_genes, "genes of an organism"
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
    after, alleles = reductions.boards(), genes[:, : coding.alleles.n_genes].astype(np.intp)
    played = np.array([play_out(after, choices, tables) for choices in reductions.choices(alleles)])
    mismatches = (played != np.stack([*counted.values()], axis=1)).any(axis=1)
    how = f"of {PLAYED_OUT} random players, those whose results differ from playing out every game by the listing"
    yield "evaluation_mismatches", mismatches.sum(), how
    yield "games_low", played.sum(axis=1).min(), f"fewest games of {PLAYED_OUT} random players, both seats"
    yield "games_high", played.sum(axis=1).max(), f"most games of {PLAYED_OUT} random players, both seats"


PLAYERS = 20
"""Random players on which the effect of a misprint in the listing is measured."""


def listing_facts(tables: StateTables, rng: np.random.Generator) -> Iterable[Fact]:
    """Facts of the listing, and of a hypothetical misprint in it."""
    printed = Reductions.by(LISTING, tables)
    yield from _representation(printed, tables)
    yield from _inverses(printed)
    yield from _misprint(printed, tables, rng)


def _representation(printed: Reductions, tables: StateTables) -> Iterable[Fact]:
    """Facts of base cases, variants and keys."""
    everything = list(product((-1, 0, 1), repeat=CELLS))
    scenarios = [tuple(cells) for cells in scenarios_of(tables)[printed.positions].tolist()]
    states = tables.state_of[printed.positions]
    base_keys = keys(printed.bases)
    pairs = len(set(zip(states.tolist(), base_keys.tolist(), strict=True)))
    own = [base_key(board[base_case(board)]) for board in tables.positions[printed.positions]]
    moved = sum(base(variant) != base(cells) for cells in scenarios for variant in variants(cells))
    # JavaScript's default sort compares arrays as texts
    as_text = sum(base(cells) != min(variants(cells), key=lambda s: ",".join(map(str, s))) for cells in scenarios)
    found = [Reductions.by(LISTING, tables, convention).bases for convention in CONVENTIONS]
    orbits = Counter(tables.orbits[tables.open].tolist())
    alternating = sum(0 <= board.count(1) - board.count(-1) <= 1 for board in everything)
    yield "configurations", len(everything), "boards of nine cells with three values each"
    how = "configurations with numbers of marks that turns could make, if the game hadn't been over before"
    yield "over_before", alternating - len(tables.positions), how
    yield "kept", len(base_cases()) / len(everything), "base cases of open scenarios, as a share of all configurations"
    yield "base_cases", len(base_cases()), "different base cases of open scenarios, by playing on from each"
    yield "variants", len(set(variants(tuple(range(CELLS))))), "different variants of a scenario of nine values"
    yield "bases_moved", moved, "pairs of an open position and a variant of it with another base case"
    yield "bases_as_text", as_text, "open positions whose base case is another one when sorted as text"
    how = "open positions whose base case depends on the axis of the flip or the sense of the rotation"
    yield "convention_bases", sum((bases != printed.bases).any(axis=1).sum() for bases in found), how
    yield "keys", np.unique(keys(everything)).size, "different keys of all configurations"
    yield "digits", len(str(keys((0,) * CELLS))), "digits of the key of the empty board"
    how = "pairs of a base case and an open position beyond one for each"
    yield "class_mismatches", pairs - len(set(base_keys.tolist())) + pairs - np.count_nonzero(tables.open), how
    how = "open positions whose key differs from that of the coding in use"
    yield "key_mismatches", (base_keys != own).sum(), how
    yield "eight_images", orbits[len(LISTING)], "base cases with eight different variants"
    fewer = sum(count for size, count in orbits.items() if size < len(LISTING))
    yield "fewer_images", fewer, "base cases with fewer, which are symmetric themselves"
    how = "base cases by their number of different variants"
    yield "images", None, how, ", ".join(f"{count} with {size}" for size, count in sorted(orbits.items(), reverse=True))


def _inverses(printed: Reductions) -> Iterable[Fact]:
    right = sum(all(is_undone(row, convention) for row in LISTING) for convention in CONVENTIONS)
    yield "wrong_inverses", sum(not is_undone(row) for row in LISTING), "printed inverses that don't undo their variant"
    how = f"of {len(CONVENTIONS)} choices of axis and sense, those with which every printed inverse is right"
    yield "convention_inverses", right, how
    yield "open_positions", len(printed.positions), "boards on which the game goes on"
    yield "touched", printed.touched.sum(), "of them, those that the printed inverse doesn't restore"
    yield "occupied", printed.occupied().sum(), "of them, those on which it takes some move to a taken cell"


def _misprint(printed: Reductions, tables: StateTables, rng: np.random.Generator) -> Iterable[Fact]:
    misprinted = Reductions.by(SHORT_SIXTH, tables)
    wrong = [str(place) for place, row in enumerate(SHORT_SIXTH, start=1) if not is_undone(row)]
    players = printed.choices(random_alleles(PLAYERS, tables, rng))
    right, turned, misplaced = (
        np.array([play_out(after, choices, tables) for choices in players])
        for after in (printed.boards(), misprinted.boards(), misprinted.moves())
    )
    change = lost_share(misplaced) - lost_share(right)
    slip = "with a rotation too few in the sixth inverse"
    yield "slip_wrong", None, f"{slip}, the inverses that don't undo their variant", ", ".join(wrong)
    yield "slip_touched", misprinted.touched.sum(), f"{slip}, open positions that are not restored"
    how = f"{slip}, open positions on which it takes some move to a taken cell"
    yield "slip_occupied", misprinted.occupied().sum(), how
    whose = f"of {PLAYERS} random players whose"
    how = f"{slip}, greatest change in games won, lost or drawn {whose} whole board is mapped back"
    yield "slip_board_change", np.abs(turned - right).max(), how
    how = f"{slip}, mean change in the share of games lost {whose} move alone is mapped back and loses on a taken cell"
    yield "slip_move_change", change.mean(), how
