"""Exact sums of products of choice weights over all reachable decisions, by variable elimination.

A decision is reached or not. A reached decision takes one of its choices, which has a weight and reaches some later
decisions; an unreached decision contributes its idle weight. A decision that is reached in several ways chooses once.
The quantity computed is the sum, over all combinations of choices, of the product of these weights.

Decisions are eliminated one after another. A memo table holds, for every set of open decisions (possibly reached, not
yet eliminated), the sum over all choices so far that reach exactly this set. Its size depends on the elimination order,
which is chosen greedily, see `_next_decision`. Reference for the method: Dechter (1999), Bucket elimination.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tttcore.pipeline.jit import inlined, kernel

DIGIT_BITS = 32
"""Sums are numbers of many digits, least significant first, each digit in a word of twice its width."""
WORD_BITS = 64
OWN = -1
"""Index of a decision's own bit among its masks, see `_masks`."""
_NONE = -1
_DIGIT = np.uint64((1 << DIGIT_BITS) - 1)
_LARGE = 1 << 15
"""Weights are smaller. A product of weights that has reached it is multiplied out, so that it always fits a digit."""


class Factors(NamedTuple):
    """Choices and weights of n decisions, none of which reaches an earlier decision.

    Attributes
    ----------
    reaches : (n, c, m) decisions that each choice reaches, padded with -1.
    weights : (n, c) weight of each choice, padded with 0.
    sizes : (n,) number of choices.
    idle : (n,) weight of a decision that is not reached.
    counts : (n, n) number of choices of a decision that reach another one.
    """

    reaches: NDArray[np.int64]
    weights: NDArray[np.int64]
    sizes: NDArray[np.int64]
    idle: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, decisions: Sequence[Mapping[frozenset[int], int]], idle: Sequence[int]) -> Self:
        """Factors from a mapping for each decision: from the decisions that a choice reaches to its weight."""
        most = max((len(choices) for choices in decisions), default=0)
        widest = max((len(reached) for choices in decisions for reached in choices), default=0)
        reaches = np.full((len(decisions), most, widest + 1), _NONE)
        weights = np.zeros((len(decisions), most), np.int64)
        counts = np.zeros((len(decisions), len(decisions)), np.int64)
        for decision, choices in enumerate(decisions):
            for choice, (reached, weight) in enumerate(choices.items()):
                reaches[decision, choice, : len(reached)] = sorted(reached)
                weights[decision, choice] = weight
                counts[decision, sorted(reached)] += 1
        sizes = np.array([len(choices) for choices in decisions], np.int64)
        return cls(reaches, weights, sizes, np.array(idle, np.int64), counts)


def eliminate(start: NDArray[np.bool_], factors: Factors) -> tuple[int, NDArray[np.bool_]]:
    """Sum of products of weights over the decisions that can be reached, and a mask of these decisions.

    Parameters
    ----------
    start : (n,) decisions that are certainly reached.
    """
    digits, possible = _eliminate_all(start, factors)
    return sum(digit << (DIGIT_BITS * place) for place, digit in enumerate(digits.tolist())), possible


@kernel
def _eliminate_all(start, factors):
    """Digits of the sum, and a mask of the decisions that are possible, that is, can be reached."""
    weights, sizes, counts = factors.weights, factors.sizes, factors.counts
    decisions = start.size
    possible, certain = start.copy(), start.copy()
    chance = np.zeros(decisions)
    waiting = np.zeros(decisions, np.int64)
    _analyse(factors, possible, certain, chance, waiting)
    # Only uncertain decisions need a bit in the keys of the memo table.
    masks = _masks(factors, possible & ~certain)
    leaf = possible & (counts.sum(axis=1) == 0)
    keys = np.zeros((1, masks.shape[2]), np.uint64)
    values = np.zeros((1, _digits_needed(possible, factors)), np.uint64)
    values[0, 0] = 1
    # A leaf reaches nothing. If it is certainly reached, the sum of its weights is a constant factor.
    for decision in range(decisions):
        if leaf[decision] and certain[decision]:
            _multiply(values[0], weights[decision].sum())
    missed = np.ones(decisions)
    done = ~possible | leaf
    settled = np.empty(decisions, np.int64)
    # From here on `missed` is the estimated probability that none of the eliminated predecessors reaches a decision,
    # and `waiting` counts the predecessors that are left.
    while not done.all():
        decision = _next_decision(done, certain, leaf, chance, waiting, missed, factors)
        done[decision] = True
        missed[decision] = 1.0
        settling = 0
        for later in range(decisions):
            if counts[decision, later] > 0:
                waiting[later] -= 1
                missed[later] *= 1.0 - chance[decision] * counts[decision, later] / sizes[decision]
                # A leaf that nothing else can reach is settled: its weight is multiplied in and its bit dropped.
                if waiting[later] == 0 and leaf[later] and not certain[later]:
                    settled[settling] = later
                    settling += 1
        keys, values = _eliminate(decision, settled[:settling], certain, keys, values, masks, factors)
    return values[0], possible


@kernel
def _analyse(factors, possible, certain, chance, waiting):
    """Find the decisions that are `possible`, and those that are `certain`, from those that are reached at first.

    Also a rough `chance` of reaching each, as if its predecessors were independent, and how many predecessors each is
    `waiting` for. One pass is enough, since no decision reaches an earlier one.
    """
    sizes, counts = factors.sizes, factors.counts
    missed = np.ones(possible.size)
    for decision in range(possible.size):
        if not possible[decision]:
            continue
        chance[decision] = 1.0 if certain[decision] else 1.0 - missed[decision]
        for later in range(decision + 1, possible.size):
            if counts[decision, later] > 0:
                possible[later] = True
                certain[later] |= certain[decision] and counts[decision, later] == sizes[decision]
                missed[later] *= 1.0 - chance[decision] * counts[decision, later] / sizes[decision]
                waiting[later] += 1


@kernel
def _masks(factors, uncertain):
    """(n, c + 1, words) bits of the uncertain decisions that each choice reaches, and last the decision's own bit."""
    reaches = factors.reaches
    bits = np.cumsum(uncertain) - 1
    words = (np.count_nonzero(uncertain) + WORD_BITS - 1) // WORD_BITS
    masks = np.zeros((reaches.shape[0], reaches.shape[1] + 1, words), np.uint64)
    for decision in range(reaches.shape[0]):
        if uncertain[decision]:
            _set_bit(masks[decision, OWN], bits[decision])
        for choice in range(factors.sizes[decision]):
            for later in reaches[decision, choice]:
                if later != _NONE and uncertain[later]:
                    _set_bit(masks[decision, choice], bits[later])
    return masks


@inlined
def _set_bit(words, bit):
    """Set a bit of a set that is stored in several words."""
    words[bit // WORD_BITS] |= np.uint64(1) << np.uint64(bit % WORD_BITS)


@kernel
def _digits_needed(possible, factors):
    """Number of digits with which no sum overflows."""
    bits = 0.0
    for decision in range(possible.size):
        if possible[decision]:
            bits += np.log2(max(factors.weights[decision].sum(), factors.idle[decision], 1))
    # One digit for the fraction that int cuts off, and one to spare, since the logarithms are rounded.
    return int(bits / DIGIT_BITS) + 2


@kernel
def _next_decision(done, certain, leaf, chance, waiting, missed, factors):
    """Decision to eliminate next: the one that adds least uncertainty, relative to the doublings of choices.

    Uncertainty, which estimates the size of the memo table, is the sum of the entropies of all open decisions. Only
    decisions whose predecessors are all eliminated are considered.
    """
    sizes, counts = factors.sizes, factors.counts
    best, least = _NONE, np.inf
    for decision in range(done.size):
        if done[decision] or waiting[decision] > 0:
            continue
        # The entropy of the decision itself goes; that of its successors changes, or goes where they are settled.
        added = 0.0 if certain[decision] else -_entropy(missed[decision])
        for later in range(decision + 1, done.size):
            if counts[decision, later] > 0 and not certain[later]:
                added -= _entropy(missed[later])
                if waiting[later] > 1 or not leaf[later]:
                    passed_by = 1.0 - chance[decision] * counts[decision, later] / sizes[decision]
                    added += _entropy(missed[later] * passed_by)
        # An unreached decision is one more way things can go, hence the 1. A certain one with a single choice would
        # divide by 0 without the 0.001.
        added /= np.log2(sizes[decision] + (0.001 if certain[decision] else 1.0)) ** 1.5
        if added < least:
            best, least = decision, added
    return best


@inlined
def _entropy(chance):
    """Entropy in bits of an event with this probability."""
    if chance <= 0.0 or chance >= 1.0:
        return 0.0
    return -chance * np.log2(chance) - (1.0 - chance) * np.log2(1.0 - chance)


@kernel
def _eliminate(decision, settled, certain, keys, values, masks, factors):
    """Memo table after a decision and the `settled` leaves, which no other decision can reach, are eliminated.

    `keys` are (entries, words) sets of open decisions that are reached, `values` (entries, digits) their sums.
    """
    weights, idle, choices = factors.weights, factors.idle, factors.sizes[decision]
    words, digits = keys.shape[1], values.shape[1]
    room = len(keys) * choices
    # Entries keep the order in which they are found, whatever their hashes are.
    slots = np.zeros(1 << int(np.ceil(np.log2(2 * room))), np.int32)  # a power of two, at most half of it taken
    new_keys = np.empty((room, words), np.uint64)
    new_values = np.empty((room, digits), np.uint64)
    key = np.empty(words, np.uint64)
    value = np.empty(digits, np.uint64)
    used = 0
    for entry in range(len(keys)):
        reached = certain[decision]
        for word in range(words):
            reached |= (keys[entry, word] & masks[decision, OWN, word]) != 0
        for choice in range(choices if reached else 1):
            factor = weights[decision, choice] if reached else idle[decision]
            for digit in range(digits):
                value[digit] = values[entry, digit]
            # The new key is the old one without this decision, with the decisions that the choice reaches.
            for word in range(words):
                key[word] = keys[entry, word] & ~masks[decision, OWN, word]
                if reached:
                    key[word] |= masks[decision, choice, word]
            for later in settled:
                # Below 2^15 the factor times another weight stays below 2^30, which fits a digit.
                if factor >= _LARGE:
                    _multiply(value, factor)
                    factor = 1
                later_reached = False
                for word in range(words):
                    own = masks[later, OWN, word]
                    later_reached |= (key[word] & own) != 0
                    # Nothing else can reach the leaf: keys needn't tell any more whether it was reached, and entries
                    # that differ in nothing else become one.
                    key[word] &= ~own
                factor *= weights[later, 0] if later_reached else idle[later]
            slot = _find_slot(key, new_keys, slots)
            if slots[slot] == 0:
                for word in range(words):
                    new_keys[used, word] = key[word]
                for digit in range(digits):
                    new_values[used, digit] = 0
                used += 1
                slots[slot] = used
            _add_product(new_values, slots[slot] - 1, value, factor)
    return new_keys[:used].copy(), new_values[:used].copy()


@inlined
def _find_slot(key, keys, slots):
    """Slot of a key in the open-addressing hash table `slots`, or the free slot for it.

    A slot holds the number of the key's entry in `keys`, counted from 1; 0 is free. The number of slots is a power of
    two, so that masking takes the remainder. The multiplier is 2^64 divided by the golden ratio (Knuth, TAOCP 3, 6.4).
    """
    scrambled = np.uint64(0)
    for word in range(key.size):
        scrambled = (scrambled ^ key[word]) * np.uint64(0x9E3779B97F4A7C15)
        scrambled ^= scrambled >> np.uint64(32)
    slot = np.int64(scrambled & np.uint64(slots.size - 1))
    while slots[slot] > 0:
        same = True
        for word in range(key.size):
            same &= keys[slots[slot] - 1, word] == key[word]
        if same:
            break
        slot = (slot + 1) & (slots.size - 1)
    return slot


@kernel
def _multiply(value, factor):
    """Multiply a number of many digits by a factor of one digit, in place."""
    carry = np.uint64(0)
    for place in range(value.size):
        carry += value[place] * np.uint64(factor)
        value[place] = carry & _DIGIT
        carry >>= np.uint64(DIGIT_BITS)


@inlined
def _add_product(totals, row, value, factor):
    """Add `value` times `factor` to one of the `totals`, digit by digit with a carry."""
    carry = np.uint64(0)
    for place in range(value.size):
        # With d = 2^32 - 1, the largest digit, d d + 2 d = 2^64 - 1: product, digit and carry together never overflow.
        carry += totals[row, place] + value[place] * np.uint64(factor)
        totals[row, place] = carry & _DIGIT
        carry >>= np.uint64(DIGIT_BITS)
