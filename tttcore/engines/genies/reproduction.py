"""Death and birth of Genies: choose who dies and who breeds, cross and mutate genes; compiled, with chance by words."""

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.genies.operators import KernelParameters
from tttcore.engines.genies.recipe import STORED_GENE
from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import below, fraction

WORST, BEST = 1.0, 201.0
"""Ends of the range of lifeScores."""
NOBODY = -1
"""In place of a slot."""


def mutate_copies(parameters: KernelParameters, copies: int, genes: int, rng: np.random.Generator) -> NDArray[np.int16]:
    """Mutate (copies, genes) genes that are all 0."""
    children = np.zeros((copies, genes), STORED_GENE)
    state = rng.bit_generator.random_raw(1)
    for child in children:
        mutate(child, parameters, state)
    return children


@kernel
def select(scores, parameters, state):
    """Slots of the Genie that dies, of the parent and of the mate, which is the parent without crossover."""
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
        slot, parent = family + below(state, size), family + below(state, size)
        mate = parent
        if crossed:
            mate = family + below(state, size - 1)
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
    """A Genie from slot `start` on, one excluded, drawn with a chance in proportion to its sector of the wheel."""
    total = 0.0
    for genie in range(start, scores.size):
        if genie != excluded:
            total += _sector(scores[genie], inverted)
    left = fraction(state) * total  # from the wheel's beginning to the place drawn
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
    """Write a child's genes, each the parent's or, with the crossover rate, the mate's."""
    for gene in range(child.size):
        child[gene] = parent[gene]
        # Without crossover no word is drawn, so that the words go to mutation alone.
        if parameters.crossover_rate > 0 and fraction(state) < parameters.crossover_rate:
            child[gene] = mate[gene]


@kernel
def mutate(child, parameters, state):
    """Mutate a child's genes in place."""
    for gene in range(child.size):
        if fraction(state) < parameters.mutation_rate:
            if parameters.reset:
                child[gene] = parameters.reset_low + below(state, parameters.reset_high - parameters.reset_low + 1)
            else:
                # -1, 0 or 1, equally likely.
                child[gene] += below(state, 3) - 1
