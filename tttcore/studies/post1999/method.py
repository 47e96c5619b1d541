"""Facts about the method of Post (1999), measured on its parts: board, players, lifeScores, evolution, ceilings."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import scipy

from tttcore.engines.genies.operators import Uniform, starts
from tttcore.engines.genies.players.linear import (
    EVALUATE,
    FIRST_FREE,
    RANDOM,
    WIN_OR_BLOCK,
    Game,
    Player,
    play,
    random_players,
)
from tttcore.engines.genies.players.naive_evaluator import count_work
from tttcore.engines.genies.players.naive_evaluator import play as play_naively
from tttcore.engines.genies.recipe import STORED_GENE, Recipe, build_recipe
from tttcore.engines.genies.steady_state import SteadyState, life_score, mutate
from tttcore.engines.genies.summary import lineage
from tttcore.games.classic import StateTables
from tttcore.games.hypercube import Hypercube, all_lines
from tttcore.pipeline.needs import needs
from tttcore.pipeline.rng import stream
from tttcore.studies.method import Fact, fact_table
from tttcore.studies.post1999.brute_force import centre, count_by_combinations, wins_from
from tttcore.studies.post1999.method_tables import CAPTIONS, method_tables, no_draw_expectation

__all__ = ["CAPTIONS", "method_facts", "method_tables"]

NAME = "post1999"
DEFAULT, EQUAL, INTEGER = "cube", "equal", "cube-integer"
RARE, DRAW = "cube-mutation10", "cube-draw"
CONFIRMED = tuple(Hypercube(edge, dimensions) for dimensions in (2, 3, 4) for edge in (2, 3, 4))
"""Boards on which the document confirmed its formula for the number of lines."""
SEARCHED = (Hypercube(3, 3), Hypercube(3, 4))
"""Boards of more than two dimensions that are searched to the end."""
GAMES = 200
OPENINGS = 6400
BIRTHS = 50_000


@needs(treatments=[DEFAULT, EQUAL, INTEGER, RARE, DRAW])
@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts about the method, as opposed to results of runs; parameters as in `studies.method.method_tables`."""
    built = {name: build_recipe(recipe, name) for name, recipe in recipes.items()}
    yield from _board()
    yield from _players(stream(seed, NAME, "player facts"))
    winning = min(_winning_margin(recipe.board) for recipe in built.values())
    yield "winning_margin", winning, "least value of a winning cell beyond any other's for strategy 3, on all boards"
    yield from _scores(built)
    yield from _evolution(built, stream(seed, NAME, "evolution facts"))
    yield from _ceilings(built)
    yield from _searches()


def _board() -> Iterable[Fact]:
    lost = sum(board.cell(board.coordinates(cell)) != cell for board in CONFIRMED for cell in range(board.cells))
    yield "round_trips_lost", lost, "cells whose coordinates lead elsewhere, on nine boards"
    counted = [count_by_combinations(board) for board in CONFIRMED]
    differing = sum(lines != board.line_count for (lines, _), board in zip(counted, CONFIRMED, strict=True))
    text = ", ".join(str(lines) for lines, _ in counted)
    yield "lines_differing", differing, "boards where all combinations of cells give another number of lines", text
    yield "combinations", max(tried for _, tried in counted), "of four cells that were tried on 4 dimensions"
    cube = Hypercube(4, 3)
    yield "corner_lines", cube.lines_through(0).size, "lines through a corner of three dimensions"
    shown = cube.show([0] * cube.cells).splitlines()
    yield "planes_across", shown[0].count("   ") + 1, "planes of three dimensions side by side in the display"


def _players(rng: np.random.Generator) -> Iterable[Fact]:
    cube = Hypercube(4, 3)
    pairs = [random_players(cube, rng) for _ in range(GAMES)]
    games = [play(cube, *pair) for pair in pairs]
    naive = [play_naively(cube, *pair) for pair in pairs]
    differing = sum(not np.array_equal(a.moves, b.moves) for a, b in zip(games, naive, strict=True))
    yield "moves_differing", differing, f"of {GAMES} games, those that counting anew before each move plays otherwise"
    matter = sum(_changes_a_game(gene, pairs, games) for gene in range(len(pairs[0][0].genes)))
    yield "genes", matter, "of a Genie on edge 4 that change the course of a game"
    merged = [play(cube, _empty_lines_once(first), _empty_lines_once(second)) for first, second in pairs]
    differing = sum(not np.array_equal(a.moves, b.moves) for a, b in zip(games, merged, strict=True))
    yield "empty_differing", differing, "of them, those that change when both genes of empty lines become one"
    first = play(cube, Player(FIRST_FREE), Player(FIRST_FREE)).moves
    yield "first_free_skipped", (first != np.arange(first.size)).sum(), "moves of strategy 2 past a free cell"
    yield "urgent_missed", _missed_moves(cube, rng), "moves of strategy 3 that neither win nor block but could"
    opened = np.bincount(
        [play(cube, Player(RANDOM), Player(FIRST_FREE), rng).moves[0] for _ in range(OPENINGS)], minlength=cube.cells
    )
    yield (
        "random_uniformity_p",
        scipy.stats.chisquare(opened).pvalue,
        f"chi-square of {OPENINGS:,} first moves of strategy 1",
    )
    counted = [count_work(cube, game.moves) for game in games]
    saved = sum(each.looked for each in counted) / sum(each.touched for each in counted)
    yield "looks_saved", saved, "times as many lines looked at by counting anew as by keeping counts, in these games"
    ended = [play(cube, *pair, to_the_end=True) for pair in pairs]
    differing = sum(a.winner != b.winner for a, b in zip(games, ended, strict=True))
    yield "ends_differing", differing, "of the games, those that end otherwise when played on to a full board"


def _winning_margin(board: Hypercube) -> int:
    """Least difference between strategy 3's values of a winning cell and of one that doesn't win.

    A cell that wins has one line or more that lacks one own mark; another one blocks as many lines as go through it at
    most. Other lines count nothing.
    """
    genes = Player(WIN_OR_BLOCK).weights(board)
    own, theirs = np.split(genes, 2)
    return int(own[-1] - board.largest_degree * theirs[-1] - np.abs(own[:-1]).sum() - np.abs(theirs[:-1]).sum())


def _changes_a_game(gene: int, pairs: Sequence[tuple[Player, Player]], games: Sequence[Game]) -> bool:
    """True if any game goes another way when a gene of the first player is increased by 1."""
    for (first, second), game in zip(pairs, games, strict=True):
        changed = [weight + (place == gene) for place, weight in enumerate(first.genes)]
        if not np.array_equal(play(Hypercube(4, 3), Player(EVALUATE, changed), second).moves, game.moves):
            return True
    return False


def _empty_lines_once(player: Player) -> Player:
    """Copy of a player with both weights of empty lines added up in one gene."""
    genes = list(player.genes)
    half = len(genes) // 2
    return Player(EVALUATE, [genes[0] + genes[half], *genes[1:half], 0, *genes[half + 1 :]])


def _missed_moves(board: Hypercube, rng: np.random.Generator) -> int:
    """Number of moves of strategy 3 against random play that neither complete nor block a line although they could."""
    lines = all_lines(board)
    missed = 0
    for _ in range(GAMES // 10):
        marks = np.zeros(board.cells, np.int64)
        for turn, cell in enumerate(play(board, Player(WIN_OR_BLOCK), Player(RANDOM), rng).moves):
            own, other = turn % 2 + 1, 2 - turn % 2
            if own == 1:
                winning, blocking = (_completing(lines, marks, player) for player in (own, other))
                missed += bool(winning or blocking) and cell not in (winning or blocking)
            marks[cell] = own
    return missed


def _completing(lines: np.ndarray, marks: np.ndarray, player: int) -> set[int]:
    """Free cells that complete a line of a player."""
    held = marks[lines]
    lacking = (np.count_nonzero(held == player, axis=1) == lines.shape[1] - 1) & (held == 0).any(axis=1)
    return set(lines[lacking][held[lacking] == 0].tolist())


def _scores(built: Mapping[str, Recipe]) -> Iterable[Fact]:
    real, integer, swapped = (built[name].kernel_parameters for name in (DEFAULT, INTEGER, DRAW))
    counts = [np.array(count) for count in product(range(7), repeat=3)]  # wins, losses, draws
    scores = np.array([life_score(count, 0, real) for count in counts if count.any()])
    yield "lowest_score", scores.min(), "lifeScore of up to six wins, losses and draws each"
    yield "highest_score", scores.max(), "of them"
    truncated = np.array([life_score(count, 0, integer) for count in counts if count.any()])
    yield "whole_numbers_differ", (scores != truncated).mean(), "share of them that whole-number division changes"
    yield "score_of_draws", life_score(np.array([0, 0, 5]), 0, real), "lifeScore of draws alone"
    yield "score_of_even", life_score(np.array([3, 3, 0]), 0, real), "lifeScore of as many wins as losses"
    yield "score_of_nothing", life_score(np.array([0, 0, 0]), 0, real), "lifeScore without games, by our reading"
    changed = sum(life_score(count, 0, swapped) != life_score(count[[2, 1, 0]], 0, real) for count in counts)
    yield "goal_not_swapped", changed, "of them, where the draw goal is not the other with wins and draws exchanged"


def _evolution(built: Mapping[str, Recipe], rng: np.random.Generator) -> Iterable[Fact]:
    recipe = built[DEFAULT]
    yield "population", recipe.population, "Genies"
    families = sorted({(each.static.count, each.evolving) for name, each in built.items() if name in (DEFAULT, EQUAL)})
    yield "families", np.nan, "static and evolving", ", ".join(f"{static}+{evolving}" for static, evolving in families)
    yield "static_strategy", recipe.static.strategy, "strategy of the static family"
    yield "games", recipe.games, "in a generation"
    yield "games_each", 2 * recipe.games / recipe.population, "games of each Genie in a generation, on average"
    lengths = sorted({built[name].generations for name in (DEFAULT, EQUAL)})
    yield "lengths", np.nan, "generations of a run", ", ".join(map(str, lengths))
    begun = ", ".join(sorted({_start(each) for each in built.values()}))
    yield "starts", np.nan, "genes of the first evolving Genies", begun
    history = SteadyState(recipe).run(rng)
    static, scores = recipe.static.count, history.scores[:, recipe.static.count :]
    children = lineage(history.died, history.parent, population=recipe.population).iloc[recipe.population :]
    drift = np.abs(history.genes[children["number"] - static] - history.genes[children["parent"] - static])
    yield "farthest_child", drift.max(), "largest difference between a gene of a child and of its parent"
    chosen = (history.parent == scores.argmax(axis=1) + static) & (history.died == scores.argmin(axis=1) + static)
    yield "worst_by_best", chosen.mean(), "share of generations in which the worst dies and the best is the parent"
    for treatment, percent in ((DEFAULT, 20), (RARE, 10)):
        changes, state = np.zeros((BIRTHS, 2 * recipe.board.edge), STORED_GENE), rng.bit_generator.random_raw(1)
        for child in changes:
            mutate(child, built[treatment].kernel_parameters, state)
        share = float((changes != 0).mean())
        yield f"changed_share_{percent}", share, f"share of genes that change at {percent} percent"
    p = scipy.stats.binomtest(int((changes > 0).sum()), int((changes != 0).sum())).pvalue
    yield "up_and_down_p", p, "whether genes go up as often as down"


def _start(recipe: Recipe) -> str:
    """Name of the operator that draws the starting genes, with its range."""
    match recipe.start:
        case Uniform(low=low, high=high):
            return f"uniform {low}..{high}"
    return next(name for name in starts.names() if isinstance(recipe.start, starts[name]))


def _ceilings(built: Mapping[str, Recipe]) -> Iterable[Fact]:
    for name in (DEFAULT, EQUAL):
        recipe = built[name]
        families = f"{recipe.static.count}+{recipe.evolving}"
        expected = no_draw_expectation(recipe.static.count, recipe.evolving)
        how = f"lifeScore of {families} when the family always wins and never draws"
        yield f"ceiling_{recipe.evolving}", expected, how


def _searches() -> Iterable[Fact]:
    searched = {board: wins_from(board, centre(board)) for board in SEARCHED}
    text = ", ".join(f"{board.edge}^{board.dimensions}: {positions}" for board, (_, positions) in searched.items())
    decided = sum(wins for wins, _ in searched.values())
    yield "boards_won_by_search", decided, "boards on which exact search wins from the centre; positions", text
