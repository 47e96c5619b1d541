"""Steady-state evolution of Genies: per generation some games, one death and one birth (Post 1999, Methods, Results).

A whole run is one kernel, `evolve`, whose steps are the functions below it:

    each generation:
        halve the counts of results                         (unless they count for a lifetime)
        play games between random pairs                     _play_game, _add_result
        score everyone                                      life_score
        now and then, play the random player                _unofficial_share
        choose the one that dies, its parent and its mate   select
        make the child, which takes the place               cross, mutate

Two deterministic players play the same game whenever they meet in the same order, and one Genie changes in a
generation. So the winner of each ordered pair is stored, and a child with the very genes of its parent inherits the
winners (`_update_outcomes`). Games of such players draw no random words, so that nothing else depends on the storage.
"""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.players.incremental import play_game
from tttcore.engines.genies.players.linear import RANDOM
from tttcore.engines.genies.players.workspace import empty_workspace
from tttcore.engines.genies.recipe import STORED_GENE, Recipe
from tttcore.games.position import CROSS_WON, DRAWN
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import randint, uniform

NEUTRAL = 101.0
"""lifeScore of a Genie that has not played."""
WORST, BEST = 1.0, 201.0
"""Ends of the range of lifeScores."""
NOBODY = -1
"""Marker for no Genie where a slot is expected."""
UNKNOWN = -1
"""Marker for the unknown winner of a pair that has not met."""
WIN, LOSS, DRAW = 0, 1, 2
"""Columns of the counts of results."""


class History(NamedTuple):
    """Complete record of a run of G generations with n Genies, f of them static."""

    scores: NDArray[np.float32]  # (G, n) lifeScores after each generation's games
    died: NDArray[np.int16]  # (G,) slot of the one that then died
    parent: NDArray[np.int16]  # (G,) slot of the one whose child took its place
    mate: NDArray[np.int16]  # (G,) slot of the other parent; without crossover `parent`
    genes: NDArray[np.int16]
    """(n - f + G, 2 edge) genes of the first evolving Genies and of each generation's child, as weights of lines with
    marks and of empty lines."""
    unofficial: NDArray[np.float32]
    """(G // every,) proportion of their games against the random player that the evolving Genies won."""


class SteadyState:
    """Evolution by a recipe, which can be run any number of times.

    Parameters
    ----------
    cache_outcomes : whether the winner of a pair is stored, or every game is played; the results are the same.
    """

    def __init__(self, recipe: Recipe, *, cache_outcomes: bool = True) -> None:
        self.recipe = recipe
        self.parameters = recipe.kernel_parameters._replace(cache_outcomes=cache_outcomes)
        self.workspace = empty_workspace(recipe.board, recipe.largest_gene)

    def run(self, rng: np.random.Generator) -> History:
        """Run once; the history depends on the recipe and on two words of `rng` alone."""
        recipe, parameters = self.recipe, self.parameters
        official, unofficial = rng.bit_generator.random_raw(2)
        state = np.array([official], np.uint64)
        weights = recipe.static.player.weights(recipe.board)
        founders = recipe.start.genes(recipe.board, partial(randint, state), recipe.evolving)
        genes = np.concatenate([np.tile(weights, (parameters.static_count, 1)), founders])
        generations, width = recipe.generations, genes.shape[1]
        history = History(
            scores=np.empty((generations, recipe.population), np.float32),
            died=np.empty(generations, np.int16),
            parent=np.empty(generations, np.int16),
            mate=np.empty(generations, np.int16),
            genes=np.empty((recipe.evolving + generations, width), STORED_GENE),
            unofficial=np.empty(generations // parameters.unofficial_every, np.float32),
        )
        history.genes[: recipe.evolving] = founders
        static_random = recipe.static.strategy == RANDOM
        evolve(self.workspace, parameters, genes, static_random, state, np.array([unofficial], np.uint64), history)
        if parameters.unmarked_by_one:
            _count_lines_unmarked_by_one(history.genes)
        return history


@kernel
def evolve(workspace, parameters, genes, static_random, state, unofficial, history):
    """Fast form of `reference.run`: all generations of (n, 2 edge) `genes`, static Genies first; writes the history.

    Parameters
    ----------
    static_random : whether the static Genies mark at random.
    state, unofficial : (1,) states of the random words of everything but unofficial games, and of these games.
    history : its arrays to fill, the genes of the first Genies already there.
    """
    population = genes.shape[0]
    counts = np.zeros((population, 3), np.int64)
    ages = np.zeros(population, np.int64)
    outcomes = np.full((population, population), UNKNOWN, np.int8)
    current = np.zeros(population)  # scores in full precision; those of the history are rounded
    weights = np.zeros((2, genes.shape[1]), np.int64)
    random = np.zeros(2, np.bool_)
    for generation in range(parameters.generations):
        if not parameters.lifetime:
            counts //= 2  # rounded down
        for _ in range(parameters.games):
            # Words are drawn in this order: for each game a pair and whatever the game needs, then selection, crossover
            # and mutation. Another order would be another history.
            first = randint(state, population)
            second = randint(state, population - 1)
            second += second >= first  # skips the first player: uniform over all others
            if parameters.static_opens and second < parameters.static_count <= first:
                first, second = second, first
            winner = outcomes[first, second]
            if winner == UNKNOWN:
                random[0] = static_random and first < parameters.static_count
                random[1] = static_random and second < parameters.static_count
                winner = _play_game(workspace, parameters, genes[first], genes[second], weights, random, state)
                # A game with a random player would go otherwise next time.
                if parameters.cache_outcomes and not (random[0] or random[1]):
                    outcomes[first, second] = winner
            _add_result(counts, first, second, winner)
        for genie in range(population):
            # Selection compares scores in full precision, so that no tie comes from the rounding of the history.
            current[genie] = life_score(counts[genie], ages[genie], parameters)
            history.scores[generation, genie] = current[genie]
        if (generation + 1) % parameters.unofficial_every == 0:
            # These games draw words of their own: how often they are played changes nothing in the evolution.
            history.unofficial[generation // parameters.unofficial_every] = _unofficial_share(
                workspace, parameters, genes, weights, random, unofficial
            )
        slot, parent, mate = select(current, parameters, state)
        history.died[generation], history.parent[generation], history.mate[generation] = slot, parent, mate
        # The child is made in the history, a view, and copied over the dead one last, since that may be its own parent.
        child = history.genes[population - parameters.static_count + generation]
        cross(genes[parent], genes[mate], child, parameters, state)
        mutate(child, parameters, state)
        _update_outcomes(outcomes, slot, parent, np.all(child == genes[parent]))
        genes[slot] = child
        # Static Genies neither age nor die: selection of who dies begins behind them.
        ages[parameters.static_count :] += 1
        ages[slot] = 0
        # The others keep the results that they had against the one that died.
        counts[slot] = 0


@inlined
def _play_game(workspace, parameters, first, second, weights, random, state):
    """Winner of a game, see `linear.Game`; with a random player it goes to the end, to draw all its words."""
    weights[0] = first
    weights[1] = second
    if parameters.unmarked_by_one:
        _count_lines_unmarked_by_one(weights)
    workspace.lines[:] = 0
    return play_game(workspace, weights, random, state, random[0] or random[1])[0]


@inlined
def _count_lines_unmarked_by_one(genes):
    """Change (n, 2E) genes into the weights that play alike with empty lines alone.

    A line with k marks of the opponent and no own ones counts for their gene k and for the own gene 0, one with k own
    marks for the own gene k and for their gene 0 (Post 1999, Methods, read to the letter).
    """
    edge = genes.shape[1] // 2
    for genie in range(genes.shape[0]):
        for marks in range(1, edge):
            genes[genie, marks] += genes[genie, edge]
            genes[genie, edge + marks] += genes[genie, 0]


@inlined
def _add_result(counts, first, second, winner):
    """Add the result of a game to the counts of both players."""
    if winner == DRAWN:
        counts[first, DRAW] += 1
        counts[second, DRAW] += 1
    else:
        counts[first, WIN if winner == CROSS_WON else LOSS] += 1
        counts[second, LOSS if winner == CROSS_WON else WIN] += 1


@kernel
def life_score(counts, age, parameters):
    """Fast form of `reference.life_score`, which is the following, from 1 to 201 (Post 1999, Results).

    100 (2 wins - 2 losses - draws) / (2 wins + 2 losses + draws) + 101

    With draws for a goal, wins and draws change places. Without games it is neutral.
    """
    wins, losses, draws = counts[WIN], counts[LOSS], counts[DRAW]
    if parameters.draws_win:
        wins, draws = draws, wins
    most = 2 * wins + 2 * losses + draws
    score = NEUTRAL
    if most > 0:
        gained = 100 * (2 * wins - 2 * losses - draws)
        share = gained / most
        # Whole numbers divide towards 0 in the document's C++; // would round negative quotients downwards.
        score += np.trunc(share) if parameters.integer_division else share
    return score - parameters.ageing_penalty * age


@kernel
def _unofficial_share(workspace, parameters, genes, weights, random, state):
    """Fast form of `reference.unofficial_share`: proportion of games won against the random player."""
    won = 0
    no_genes = np.zeros(genes.shape[1], np.int64)
    for genie in range(parameters.static_count, genes.shape[0]):
        for game in range(parameters.unofficial_games):
            second = game % 2 == 1
            random[0], random[1] = second, not second
            if second:
                won += _play_game(workspace, parameters, no_genes, genes[genie], weights, random, state) == 2
            else:
                won += _play_game(workspace, parameters, genes[genie], no_genes, weights, random, state) == 1
    return won / ((genes.shape[0] - parameters.static_count) * parameters.unofficial_games)


@kernel
def _update_outcomes(outcomes, slot, parent, identical):
    """Remove the outcomes of the Genie that dies; a child that is identical to its parent gets those of the parent.

    Games of the child with its parent, and with itself, stay unknown.
    """
    for other in range(outcomes.shape[0]):
        # The parent's games with `slot` were against the one that dies, and against itself it never plays.
        known = identical and other not in (slot, parent)
        outcomes[slot, other] = outcomes[parent, other] if known else UNKNOWN
        outcomes[other, slot] = outcomes[other, parent] if known else UNKNOWN


@kernel
def select(scores, parameters, state):
    """Fast form of `reference.choose`: slots of the Genie that dies, of the parent and of the mate."""
    crossed, family = parameters.crossover_rate > 0, parameters.static_count
    if parameters.roulette:
        # One word for each spin, in this order. All three are drawn while the one that dies is still there.
        slot = _spin_wheel(scores, family, NOBODY, True, state)
        parent = _spin_wheel(scores, family, NOBODY, False, state)
        mate = _spin_wheel(scores, family, parent, False, state) if crossed else parent
        return slot, parent, mate
    if parameters.neutral:
        # A word for each draw, in the same order.
        size = scores.size - family
        slot, parent = family + randint(state, size), family + randint(state, size)
        mate = parent
        if crossed:
            mate = family + randint(state, size - 1)
            mate += mate >= parent
        return slot, parent, mate
    # The worst may also be the best, where all scores are equal: it then dies in favour of its own child.
    slot = family + np.argmin(scores[family:])
    start = 0 if parameters.breed_from_all else family
    parent = _best(scores, start, NOBODY)
    mate = _best(scores, start, parent) if crossed else parent
    return slot, parent, mate


@kernel
def _best(scores, start, excluded):
    """The first of the Genies of highest score from slot `start` on, one excluded."""
    best = NOBODY
    for genie in range(start, scores.size):
        if genie != excluded and (best == NOBODY or scores[genie] > scores[best]):
            best = genie
    return best


@kernel
def _spin_wheel(scores, start, excluded, inverted, state):
    """Fast form of `reference.spin_wheel`: a Genie from slot `start` on, one excluded."""
    total = 0.0
    for genie in range(start, scores.size):
        if genie != excluded:
            total += _sector(scores[genie], inverted)
    left = uniform(state) * total  # from the wheel's beginning to the place drawn
    last = NOBODY  # rounding may leave a little at the end of the wheel, which is the last one's
    for genie in range(start, scores.size):
        if genie != excluded:
            last = genie
            left -= _sector(scores[genie], inverted)
            if left < 0:
                break
    return last


@inlined
def _sector(score, inverted):
    """Size of a Genie's sector of the wheel: its clipped score, or if inverted 202 less that."""
    kept = min(max(score, WORST), BEST)
    # Ageing can push a score below the range; clipped, no sector is empty or negative.
    return BEST + WORST - kept if inverted else kept


@kernel
def cross(parent, mate, child, parameters, state):
    """Fast form of `reference.cross`: write a child's genes, each drawn from the parent or the mate."""
    for gene in range(child.size):
        child[gene] = parent[gene]
        # Without crossover no word is drawn, so that the words go to mutation alone.
        if parameters.crossover_rate > 0 and uniform(state) < parameters.crossover_rate:
            child[gene] = mate[gene]


@kernel
def mutate(child, parameters, state):
    """Fast form of `reference.mutate`: mutate a child's genes in place."""
    for gene in range(child.size):
        if uniform(state) < parameters.mutation_rate:
            if parameters.reset:
                child[gene] = parameters.reset_low + randint(state, parameters.reset_high - parameters.reset_low + 1)
            else:
                # -1, 0 or 1, equally likely.
                child[gene] += randint(state, 3) - 1
