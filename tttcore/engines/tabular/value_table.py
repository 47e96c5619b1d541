"""The table of estimates, compiled: open addressing, keys and values side by side."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words

SMALLEST = 2**14
FULLEST = 3, 4
"""Of so many slots so many are used at most."""

ROWS, ROW = 64, 2**19
"""Of `Book.seen`, with room for so many bits each."""


class Book(NamedTuple):
    """Estimates of both players; a slot is two words, a key, 0 where there is none, and a value.

    Attributes
    ----------
    keys : (2 slots,) keys at even places; the lowest bit says whose estimate it is.
    values : the same memory as floating-point numbers; values at odd places.
    checks : (slots,) keys by another salt, of length 1 if nothing is audited.
    used : (3,) estimates of the first and second player, look-ups that met another position's.
    seen : (ROWS, ROW / 64) a row of bits for each number of marks, the last one for all from there on. A position whose
        bit isn't set has no estimate, which saves a look into a table that is much larger than the cache; no rows
        where most positions that are thought of have one, or all fit into it.
    """

    keys: Words
    values: NDArray[np.float64]
    checks: Words
    used: NDArray[np.int64]
    seen: Words


def none_seen(*, rows: bool) -> Words:
    """`Book.seen` of nothing, with rows or without."""
    return np.zeros((ROWS if rows else 0, ROW // 64), np.uint64)


def empty_book(slots: int = SMALLEST, *, audited: bool, seen: Words) -> Book:
    """Book without estimates; `slots` is a power of two."""
    keys = np.zeros(2 * slots, np.uint64)
    checks = np.zeros(slots if audited else 1, np.uint64)
    return Book(keys, keys.view(np.float64), checks, np.zeros(3, np.int64), seen)


def larger(book: Book) -> Book:
    """The same estimates with twice the room."""
    grown = empty_book(book.keys.size, audited=book.checks.size > 1, seen=book.seen)
    grown.used[2] = book.used[2]
    put(grown, *entries_of(book))
    return grown


def book_of(keys: Words, values: NDArray[np.float64], checks: Words, *, audited: bool) -> Book:
    """Book of known estimates, as large as it takes. The number of their marks isn't known, so all is looked up."""
    slots = SMALLEST
    while keys.size * FULLEST[1] > slots * FULLEST[0]:
        slots *= 2
    book = empty_book(slots, audited=audited, seen=none_seen(rows=False))
    put(book, keys, values, checks)
    return book


def entries_of(book: Book) -> tuple[Words, NDArray[np.float64], Words]:
    """Keys, values and checks of all estimates, in no special order."""
    taken = np.flatnonzero(book.keys[::2])
    checks = book.checks[taken] if book.checks.size > 1 else book.checks[:0]
    return book.keys[::2][taken], book.values[1::2][taken], checks


@kernel
def put(book, keys, values, checks):
    """Write estimates into a book that has room and doesn't know them."""
    table, estimates, known = book.keys, book.values, book.checks
    mask = table.size // 2 - 1
    for i in range(keys.size):
        slot = np.int64(keys[i] >> np.uint64(1)) & mask
        while table[2 * slot] != 0:
            slot = (slot + 1) & mask
        table[2 * slot] = keys[i]
        estimates[2 * slot + 1] = values[i]
        if known.size > 1:
            known[slot] = checks[i]
        book.used[np.int64(keys[i] & np.uint64(1))] += 1


@kernel
def get(book, keys, values):
    """Replace `values` by the estimates of `keys` where there are any."""
    table, estimates = book.keys, book.values
    mask = table.size // 2 - 1
    for i in range(keys.size):
        slot = np.int64(keys[i] >> np.uint64(1)) & mask
        while table[2 * slot] != 0 and table[2 * slot] != keys[i]:
            slot = (slot + 1) & mask
        if table[2 * slot] == keys[i]:
            values[i] = estimates[2 * slot + 1]
