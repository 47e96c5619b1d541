"""The loop of the Genies: in each generation some games, then one dies and one is born (Post 1999, Methods, Results).

The whole run is one kernel. Two players without chance play the same game whenever they meet in the same order, and one
Genie changes in a generation, so the winner of each ordered pair is remembered; a child with the very genes of its
parent inherits what is known. Games draw no random words then, so that remembering changes nothing else.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.operators import Plan
from tttcore.engines.genies.players.linear import RANDOM, empty_space, play_game
from tttcore.engines.genies.recipe import STORED_GENE, Recipe
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import below, fraction

NEUTRAL = 101.0
"""lifeScore of a Genie that has not played."""
WORST, BEST = 1.0, 201.0
"""Ends of the range of lifeScores."""
UNKNOWN = -1
WIN, LOSS, DRAW = 0, 1, 2


@dataclass(frozen=True)
class History:
    """All that happened in a run of G generations with n Genies, f of them fixed.

    Attributes
    ----------
    scores : (G, n) lifeScores after each generation's games.
    died, parent, mate : (G,) who then died, and whose child took the place; without crossing `mate` is `parent`.
    genes : (n - f + G, 2 edge) of the first evolving Genies and of each generation's child.
    unofficial : (G // every,) share of their games against the random player that the evolving Genies won.
    """

    scores: NDArray[np.float32]
    died: NDArray[np.int16]
    parent: NDArray[np.int16]
    mate: NDArray[np.int16]
    genes: NDArray[np.int16]
    unofficial: NDArray[np.float32]


class SteadyState:
    """Runs a recipe."""

    def __init__(self, recipe: Recipe, *, remember: bool = True) -> None:
        self.recipe = recipe
        self.plan = recipe.plan(remember=remember)
        self.space = empty_space(recipe.lattice, recipe.largest_gene)

    def run(self, rng: np.random.Generator) -> History:
        """One run; it depends on the recipe and on two words of `rng` alone."""
        recipe, plan = self.recipe, self.plan
        official, unofficial = rng.bit_generator.random_raw(2)
        state = np.array([official], np.uint64)
        weights = recipe.static.player.weights(recipe.lattice)
        founders = recipe.start.genes(recipe.lattice, lambda choices: draw(state, choices), recipe.evolving)
        genes = np.concatenate([np.tile(weights, (plan.static, 1)), founders])
        generations, width = recipe.generations, genes.shape[1]
        history = History(
            scores=np.empty((generations, recipe.population), np.float32),
            died=np.empty(generations, np.int16),
            parent=np.empty(generations, np.int16),
            mate=np.empty(generations, np.int16),
            genes=np.empty((recipe.evolving + generations, width), STORED_GENE),
            unofficial=np.empty(generations // plan.every, np.float32),
        )
        history.genes[: recipe.evolving] = founders
        evolve(
            self.space,
            plan,
            genes,
            recipe.static.strategy == RANDOM,
            state,
            np.array([unofficial], np.uint64),
            history.scores,
            history.died,
            history.parent,
            history.mate,
            history.genes[recipe.evolving :],
            history.unofficial,
        )
        return history


@kernel
def draw(state, choices):
    """Uniform whole number below `choices`, for use from Python."""
    return below(state, choices)


@kernel
def evolve(space, plan, genes, chance, state, unofficial, scores, died, parents, mates, born, shares):
    """Run all generations on (n, 2 edge) `genes`, fixed Genies first, and write what happens, see `History`.

    `chance` says whether the fixed Genies play at random; `state` and `unofficial` are words that official and
    unofficial games and all else draw from.
    """
    population = genes.shape[0]
    counts = np.zeros((population, 3), np.int64)
    ages = np.zeros(population, np.int64)
    outcomes = np.full((population, population), UNKNOWN, np.int8)
    current = np.zeros(population)
    weights = np.zeros((2, genes.shape[1]), np.int64)
    random = np.zeros(2, np.bool_)
    for generation in range(plan.generations):
        if not plan.lifetime:
            counts //= 2
        for _ in range(plan.games):
            first = below(state, population)
            second = below(state, population - 1)
            second += second >= first
            winner = outcomes[first, second]
            if winner == UNKNOWN:
                random[0], random[1] = chance and first < plan.static, chance and second < plan.static
                winner = _meet(space, genes[first], genes[second], weights, random, state)
                if plan.remember and not (random[0] or random[1]):
                    outcomes[first, second] = winner
            _count(counts, first, second, winner)
        for genie in range(population):
            current[genie] = life_score(counts[genie], ages[genie], plan)
            scores[generation, genie] = current[genie]
        if (generation + 1) % plan.every == 0:
            shares[generation // plan.every] = _play_unofficially(space, plan, genes, weights, random, unofficial)
        slot, parent, mate = _choose(current, plan, state)
        died[generation], parents[generation], mates[generation] = slot, parent, mate
        child = born[generation]
        _inherit(genes[parent], genes[mate], child, plan, state)
        _mutate(child, plan, state)
        _forget(outcomes, slot, parent, _same(child, genes[parent]))
        genes[slot] = child
        ages[plan.static :] += 1
        ages[slot] = 0
        counts[slot] = 0


@inlined
def _meet(space, first, second, weights, random, state):
    """Winner of a game, see `players.linear.Game`; with chance it goes to the end, so that it draws all its words."""
    weights[0] = first
    weights[1] = second
    space.lines[:] = 0
    return play_game(space, weights, random, state, random[0] or random[1])[0]


@inlined
def _count(counts, first, second, winner):
    """Book a game."""
    if winner == 0:
        counts[first, DRAW] += 1
        counts[second, DRAW] += 1
    else:
        counts[first, WIN if winner == 1 else LOSS] += 1
        counts[second, LOSS if winner == 1 else WIN] += 1


@kernel
def life_score(counts, age, plan):
    """100 (2 wins - 2 losses - draws) / (2 wins + 2 losses + draws) + 101, from 1 to 201 (Post 1999, Results).

    With draws for a goal wins and draws change places. Without games it is neutral.
    """
    wins, losses, draws = counts[WIN], counts[LOSS], counts[DRAW]
    if plan.draws_win:
        wins, draws = draws, wins
    most = 2 * wins + 2 * losses + draws
    score = NEUTRAL
    if most > 0:
        gained = 100 * (2 * wins - 2 * losses - draws)
        share = gained / most
        score += np.trunc(share) if plan.whole else share
    return score - plan.ageing * age


@kernel
def _play_unofficially(space, plan, genes, weights, random, state):
    """Share of games that the evolving Genies win against the random player, moving first in every other one."""
    won = 0
    nobody = np.zeros(genes.shape[1], np.int64)
    for genie in range(plan.static, genes.shape[0]):
        for game in range(plan.unofficial_games):
            second = game % 2 == 1
            random[0], random[1] = second, not second
            if second:
                won += _meet(space, nobody, genes[genie], weights, random, state) == 2
            else:
                won += _meet(space, genes[genie], nobody, weights, random, state) == 1
    return won / ((genes.shape[0] - plan.static) * plan.unofficial_games)


@kernel
def _choose(scores, plan, state):
    """Who dies, who passes on genes, and who does so with it."""
    if plan.roulette:
        slot = _spin(scores, plan.static, -1, True, state)
        parent = _spin(scores, plan.static, -1, False, state)
        mate = _spin(scores, plan.static, parent, False, state) if plan.crossed > 0 else parent
        return slot, parent, mate
    slot = plan.static + np.argmin(scores[plan.static :])
    start = 0 if plan.everyone else plan.static
    parent = _highest(scores, start, -1)
    mate = _highest(scores, start, parent) if plan.crossed > 0 else parent
    return slot, parent, mate


@kernel
def _highest(scores, start, without):
    """The first of the best from `start` on, `without` one."""
    best = UNKNOWN
    for genie in range(start, scores.size):
        if genie != without and (best == UNKNOWN or scores[genie] > scores[best]):
            best = genie
    return best


@kernel
def _spin(scores, start, without, low, state):
    """One drawn in proportion to its score, or with `low` to 202 less the score, `without` one."""
    total = 0.0
    for genie in range(start, scores.size):
        if genie != without:
            total += _sector(scores[genie], low)
    left = fraction(state) * total
    last = UNKNOWN
    for genie in range(start, scores.size):
        if genie != without:
            last = genie
            left -= _sector(scores[genie], low)
            if left < 0:
                break
    return last


@inlined
def _sector(score, low):
    """Size of a Genie's sector of the wheel."""
    kept = min(max(score, WORST), BEST)
    return BEST + WORST - kept if low else kept


@kernel
def _inherit(parent, mate, child, plan, state):
    """Give a child its genes."""
    for gene in range(child.size):
        child[gene] = parent[gene]
        if plan.crossed > 0 and fraction(state) < plan.crossed:
            child[gene] = mate[gene]


@kernel
def _mutate(child, plan, state):
    """Change a child's genes."""
    for gene in range(child.size):
        if fraction(state) < plan.mutated:
            if plan.reset:
                child[gene] = plan.low + below(state, plan.high - plan.low + 1)
            else:
                child[gene] += below(state, 3) - 1


def mutate_copies(plan: Plan, copies: int, genes: int, rng: np.random.Generator) -> NDArray[np.int16]:
    """(copies, genes) what mutation makes of genes that are all 0."""
    children = np.zeros((copies, genes), STORED_GENE)
    state = rng.bit_generator.random_raw(1)
    for child in children:
        _mutate(child, plan, state)
    return children


@kernel
def _same(child, parent):
    return np.all(child == parent)


@kernel
def _forget(outcomes, slot, parent, same):
    """Forget the outcomes of the one that dies, and give a child those of a parent that plays the same."""
    for other in range(outcomes.shape[0]):
        known = same and other not in (slot, parent)
        outcomes[slot, other] = outcomes[parent, other] if known else UNKNOWN
        outcomes[other, slot] = outcomes[other, parent] if known else UNKNOWN
