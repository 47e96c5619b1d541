"""Add up choices whose weight depends on the union of what they lead to.

Rows are met or not. A row that is met makes one of its choices, each of which meets some later
rows; a row that nothing meets counts with its idle weight. A row that is met on two ways chooses
once. Wanted is the sum over all choices of the product of weights.

Rows are taken one after another. A table holds, for every set of rows met so far that still
matters, the sum over the choices that meet exactly these. Its size depends on the order: next is
always a row after which least is open, see `_next_row`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tttcore.pipeline.jit import inlined, kernel

DIGIT_BITS = 32
"""Sums are numbers of many digits, least first, each digit in a word of twice its width."""
WORD_BITS = 64
_NONE = -1
OWN = -1


@dataclass(frozen=True, eq=False)
class Choices:
    """Choices of n rows, none of which leads to an earlier row.

    Attributes
    ----------
    meets : (n, c, m) rows that each choice meets, filled up with -1.
    ways : (n, c) weight of each choice, filled up with 0.
    sizes : (n,) how many choices.
    idle : (n,) weight of a row that is not met.
    counts : (n, n) how many choices of a row meet another.
    """

    meets: NDArray[np.int64]
    ways: NDArray[np.int64]
    sizes: NDArray[np.int64]
    idle: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Sequence[Mapping[frozenset[int], int]], idle: Sequence[int]) -> Self:
        """Choices from a mapping for each row: from the rows that a choice meets to its weight."""
        most = max((len(row) for row in rows), default=0)
        widest = max((len(met) for row in rows for met in row), default=0)
        meets = np.full((len(rows), most, widest + 1), _NONE)
        ways = np.zeros((len(rows), most), np.int64)
        counts = np.zeros((len(rows), len(rows)), np.int64)
        for row, choices in enumerate(rows):
            for choice, (met, weight) in enumerate(choices.items()):
                meets[row, choice, : len(met)] = sorted(met)
                ways[row, choice] = weight
                counts[row, sorted(met)] += 1
        sizes = np.array([len(row) for row in rows], np.int64)
        return cls(meets, ways, sizes, np.array(idle, np.int64), counts)


def weigh_union(start: NDArray[np.bool_], choices: Choices) -> tuple[int, NDArray[np.bool_]]:
    """Sum of products of weights over the rows that can be met, and which these are.

    Parameters
    ----------
    start : (n,) rows that are met for certain.
    """
    possible = np.zeros(start.size, np.bool_)
    digits = _weigh(start, choices.meets, choices.ways, choices.sizes, choices.idle, choices.counts, possible)
    return sum(digit << (DIGIT_BITS * place) for place, digit in enumerate(digits.tolist())), possible


@kernel
def _weigh(start, meets, ways, sizes, idle, counts, possible):
    """Digits of the sum; marks the rows that are `possible`."""
    rows = start.size
    certain = start.copy()
    chance = np.zeros(rows)
    waiting = np.zeros(rows, np.int64)
    _explore(start, sizes, counts, possible, certain, chance, waiting)
    masks = _masks(meets, sizes, possible & ~certain)
    final = possible & (counts.sum(axis=1) == 0)
    keys = np.zeros((1, masks.shape[2]), np.uint64)
    values = np.zeros((1, _digits_needed(possible, ways, idle)), np.uint64)
    values[0, 0] = 1
    for row in range(rows):
        if final[row] and certain[row]:
            _multiply(values[0], ways[row].sum())
    missed = np.ones(rows)
    done = ~possible | final
    settled = np.empty(rows, np.int64)
    while not done.all():
        row = _next_row(done, certain, final, sizes, counts, chance, waiting, missed)
        done[row] = True
        missed[row] = 1.0
        settling = 0
        for later in range(rows):
            if counts[row, later] > 0:
                waiting[later] -= 1
                missed[later] *= 1.0 - chance[row] * counts[row, later] / sizes[row]
                if waiting[later] == 0 and final[later] and not certain[later]:
                    settled[settling] = later
                    settling += 1
        keys, values = _decide(row, settled[:settling], certain, keys, values, masks, ways, sizes, idle)
    return values[0]


@kernel
def _explore(start, sizes, counts, possible, certain, chance, waiting):
    """Find out which rows can be met, which are `certain`, the rough `chance` of each, and its `waiting` givers."""
    missed = np.ones(start.size)
    possible[:] = start
    for row in range(start.size):
        if not possible[row]:
            continue
        chance[row] = 1.0 if certain[row] else 1.0 - missed[row]
        for later in range(row + 1, start.size):
            if counts[row, later] > 0:
                possible[later] = True
                certain[later] |= certain[row] and counts[row, later] == sizes[row]
                missed[later] *= 1.0 - chance[row] * counts[row, later] / sizes[row]
                waiting[later] += 1


@kernel
def _masks(meets, sizes, uncertain):
    """(n, c + 1, words) bits of the uncertain rows that each choice meets, and in the end the row's own."""
    bits = np.cumsum(uncertain) - 1
    words = (np.count_nonzero(uncertain) + WORD_BITS - 1) // WORD_BITS
    masks = np.zeros((meets.shape[0], meets.shape[1] + 1, words), np.uint64)
    for row in range(meets.shape[0]):
        if uncertain[row]:
            _set_bit(masks[row, -1], bits[row])
        for choice in range(sizes[row]):
            for later in meets[row, choice]:
                if later != _NONE and uncertain[later]:
                    _set_bit(masks[row, choice], bits[later])
    return masks


@inlined
def _set_bit(words, bit):
    words[bit // WORD_BITS] |= np.uint64(1) << np.uint64(bit % WORD_BITS)


@kernel
def _digits_needed(possible, ways, idle):
    """So many that no sum overflows."""
    bits = 0.0
    for row in range(possible.size):
        if possible[row]:
            bits += np.log2(max(ways[row].sum(), idle[row], 1))
    return int(bits / DIGIT_BITS) + 2


@kernel
def _next_row(done, certain, final, sizes, counts, chance, waiting, missed):
    """The row that adds least uncertainty about what is met, for each doubling of the choices.

    Uncertainty is the sum of entropies of the rows that are open: met perhaps, not yet decided.
    """
    best, least = _NONE, np.inf
    for row in range(done.size):
        if done[row] or waiting[row] > 0:
            continue
        added = 0.0 if certain[row] else -_entropy(missed[row])
        for later in range(row + 1, done.size):
            if counts[row, later] > 0 and not certain[later]:
                added -= _entropy(missed[later])
                if waiting[later] > 1 or not final[later]:
                    added += _entropy(missed[later] * (1.0 - chance[row] * counts[row, later] / sizes[row]))
        added /= np.log2(sizes[row] + (0.001 if certain[row] else 1.0)) ** 1.5
        if added < least:
            best, least = row, added
    return best


@inlined
def _entropy(chance):
    """Of a row that is missed with this chance, in bits."""
    if chance <= 0.0 or chance >= 1.0:
        return 0.0
    return -chance * np.log2(chance) - (1.0 - chance) * np.log2(1.0 - chance)


@kernel
def _decide(row, settled, certain, keys, values, masks, ways, sizes, idle):
    """The table after a row has chosen and the `settled` rows, which no other row can meet, have been weighed."""
    words, digits = keys.shape[1], values.shape[1]
    room = len(keys) * sizes[row]
    places = np.zeros(_power_of_two(2 * room), np.int32)
    new_keys = np.empty((room, words), np.uint64)
    new_values = np.empty((room, digits), np.uint64)
    key = np.empty(words, np.uint64)
    value = np.empty(digits, np.uint64)
    used = 0
    for entry in range(len(keys)):
        met = certain[row] or _shared(keys, entry, masks, row, OWN)
        for choice in range(sizes[row] if met else 1):
            factor = ways[row, choice] if met else idle[row]
            for digit in range(digits):
                value[digit] = values[entry, digit]
            for word in range(words):
                key[word] = keys[entry, word] & ~masks[row, OWN, word]
                if met:
                    key[word] |= masks[row, choice, word]
            for later in settled:
                if factor >= _LARGE:
                    _multiply(value, factor)
                    factor = 1
                reached = False
                for word in range(words):
                    own = masks[later, OWN, word]
                    reached |= (key[word] & own) != 0
                    key[word] &= ~own
                factor *= ways[later, 0] if reached else idle[later]
            place = _place(key, new_keys, places)
            if places[place] == 0:
                for word in range(words):
                    new_keys[used, word] = key[word]
                for digit in range(digits):
                    new_values[used, digit] = 0
                used += 1
                places[place] = used
            _add_product(new_values, places[place] - 1, value, factor)
    return new_keys[:used].copy(), new_values[:used].copy()


_LARGE = 1 << 15
"""Weights are below; a product that has reached it is multiplied out, so that it never leaves a digit."""


@inlined
def _shared(keys, entry, masks, row, choice):
    """Whether a key and a mask have a bit in common."""
    found = False
    for word in range(keys.shape[1]):
        found |= (keys[entry, word] & masks[row, choice, word]) != 0
    return found


@inlined
def _place(key, keys, places):
    """Where in the hash table `places` the key is, or is to be put; places are counted from 1, 0 is free."""
    scrambled = np.uint64(0)
    for word in range(key.size):
        scrambled = (scrambled ^ key[word]) * np.uint64(0x9E3779B97F4A7C15)
        scrambled ^= scrambled >> np.uint64(32)
    place = np.int64(scrambled & np.uint64(places.size - 1))
    while places[place] > 0:
        same = True
        for word in range(key.size):
            same &= keys[places[place] - 1, word] == key[word]
        if same:
            break
        place = (place + 1) & (places.size - 1)
    return place


@kernel
def _power_of_two(least):
    power = 1
    while power < least:
        power *= 2
    return power


@kernel
def _multiply(value, factor):
    carry = np.uint64(0)
    for place in range(value.size):
        carry += value[place] * np.uint64(factor)
        value[place] = carry & _DIGIT
        carry >>= np.uint64(DIGIT_BITS)


@inlined
def _add_product(totals, row, value, factor):
    carry = np.uint64(0)
    for place in range(value.size):
        carry += totals[row, place] + value[place] * np.uint64(factor)
        totals[row, place] = carry & _DIGIT
        carry >>= np.uint64(DIGIT_BITS)


_DIGIT = np.uint64((1 << DIGIT_BITS) - 1)
