"""Value table: an open-addressing hash table of the values of afterstates, behind a Bloom filter; compiled.

The table is one array of 128-bit slots, so that a key and its value share a cache line:

    word:   0     1       2     3       4     5
          +-----+-------+-----+-------+-----+-------+--
          | key | value | key | value |  0  |       |      a key of 0 is a free slot
          +-----+-------+-----+-------+-----+-------+--
            slot 0        slot 1        slot 2

`keys` and `values` are two views of these same bytes, as integers and as floating-point numbers: slot i has its key in
``keys[2 i]`` and its value in ``values[2 i + 1]``. The number of slots is a power of two, so that "modulo slots" is a
bit mask. A key's home slot is given by its low bits but the lowest, which is the seat; collisions go to the next slot
(linear probing, Knuth volume 3, section 6.4). Nothing is ever deleted.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.pipeline.jit import inlined, kernel
from tttcore.pipeline.rng import Words

MIN_SLOTS = 2**14
MAX_LOAD = 3, 4
"""Numerator and denominator of the largest proportion of slots that may be taken."""

BLOOM_ROWS, BLOOM_BITS = 64, 2**19
"""Rows of a Bloom filter, and bits of each; a row of 64 KiB fits into a cache that the table doesn't fit into."""

_ONE = np.uint64(1)
# 24 bits are left above the shift, of which a row uses 19; home slots begin with bit 1 and stay below bit 40.
_BLOOM_SHIFT = np.uint64(40)
"""The filter takes a key's upper bits, which are independent of the lower ones that give the home slot."""


class ValueTable(NamedTuple):
    """Values of both players' afterstates."""

    keys: Words  # (2 slots,) keys at even places, 0 for a free slot; the lowest bit of a key is the seat
    values: NDArray[np.float64]  # the same memory as floating-point numbers; values at odd places
    checks: Words  # (slots,) keys by a second salt, which tell a collision of keys; of length 1 if they aren't counted
    used: NDArray[np.int64]  # (3,) values of the first and second player, look-ups that met another position's value
    bloom: Words
    """(BLOOM_ROWS, BLOOM_BITS / 64) Bloom filter with one hash function and a row for each number of marks, the last
    one for all larger numbers. An unset bit proves that a key isn't stored, which saves a look into a table much larger
    than the cache. Without rows every key is looked up: where most are stored, or all fit the cache."""


def empty_bloom(*, rows: bool) -> Words:
    """Empty Bloom filter, or one without rows, which excludes no key."""
    return np.zeros((BLOOM_ROWS if rows else 0, BLOOM_BITS // 64), np.uint64)


def empty_table(slots: int = MIN_SLOTS, *, count_collisions: bool, bloom: Words) -> ValueTable:
    """Empty value table; `slots` is a power of two."""
    keys = np.zeros(2 * slots, np.uint64)
    checks = np.zeros(slots if count_collisions else 1, np.uint64)
    return ValueTable(keys, keys.view(np.float64), checks, np.zeros(3, np.int64), bloom)


def doubled(table: ValueTable) -> ValueTable:
    """Value table with the same entries and twice the slots."""
    larger = empty_table(table.keys.size, count_collisions=table.checks.size > 1, bloom=table.bloom)
    larger.used[2] = table.used[2]
    insert(larger, *entries_of(table))
    return larger


def table_of(keys: Words, values: NDArray[np.float64], checks: Words, *, count_collisions: bool) -> ValueTable:
    """Value table of given entries, as large as they need; without Bloom filter, whose rows keys don't tell."""
    slots = MIN_SLOTS
    while keys.size * MAX_LOAD[1] > slots * MAX_LOAD[0]:
        slots *= 2
    table = empty_table(slots, count_collisions=count_collisions, bloom=empty_bloom(rows=False))
    insert(table, keys, values, checks)
    return table


def entries_of(table: ValueTable) -> tuple[Words, NDArray[np.float64], Words]:
    """Keys, values and checks of all taken slots, in slot order; no checks if collisions aren't counted."""
    taken = np.flatnonzero(table.keys[::2])
    checks = table.checks[taken] if table.checks.size > 1 else table.checks[:0]
    return table.keys[::2][taken], table.values[1::2][taken], checks


@inlined
def home_slot(key, mask):
    """Slot at which the search for a key begins; `mask` is the number of slots less 1."""
    # With the seat among these bits, each player's keys would crowd on every other slot. After the shift the sign is
    # clear, so that the cast keeps the number.
    return np.int64(key >> _ONE) & mask


@inlined
def find_slot(keys, key, mask):
    """Slot that holds a key, or the free one that it would be stored in."""
    slot = home_slot(key, mask)
    # A key lies behind its home slot without a gap, so that a free slot ends the search: a table is never full.
    while keys[2 * slot] != key and keys[2 * slot] != 0:
        slot = (slot + 1) & mask
    return slot


@inlined
def bloom_bit(key):
    """Number of a key's bit in a row of the filter: bit & 63 of word bit >> 6."""
    return np.int64(key >> _BLOOM_SHIFT) & (BLOOM_BITS - 1)


@inlined
def in_bloom(bloom, row, key):
    """True if the bit of a key is set; if not, the key isn't stored."""
    bit = bloom_bit(key)
    return (bloom[row, bit >> 6] >> np.uint64(bit & 63)) & _ONE != 0


@inlined
def add_to_bloom(bloom, row, key):
    """Set the bit of a key."""
    bit = bloom_bit(key)
    bloom[row, bit >> 6] |= _ONE << np.uint64(bit & 63)


@inlined
def store(table, slot, key, value, check):
    """Fill a free slot."""
    table.keys[2 * slot] = key
    table.values[2 * slot + 1] = value
    table.used[np.int64(key & _ONE)] += 1
    if table.checks.size > 1:
        table.checks[slot] = check


@kernel
def insert(table, keys, values, checks):
    """Store entries with new keys in a table that has room for them."""
    mask = table.keys.size // 2 - 1
    # Entries that collide get their slots in this order. Their keys are new, so that each search ends at a free slot.
    for i in range(keys.size):
        slot = find_slot(table.keys, keys[i], mask)
        store(table, slot, keys[i], values[i], checks[i] if checks.size else np.uint64(0))


@kernel
def look_up(table, keys, values):
    """Replace `values` by the stored ones of `keys`, where there are any."""
    mask = table.keys.size // 2 - 1
    for i in range(keys.size):
        slot = find_slot(table.keys, keys[i], mask)
        if table.keys[2 * slot] == keys[i]:
            values[i] = table.values[2 * slot + 1]
