"""What estimates are stored by: 64-bit keys of positions.

A position's key is the exclusive or of a word for each of its marks and one for their number (Zobrist 1970), so that
a mark changes it by one operation. Kinds differ in the words:

owned : of cell and owner, drawn from a salt.
unowned : of the cell alone: only the set of moves counts (mrugala2020, section 2.1).
python, python-unowned : those that CPython combines into the hash of a frozenset of ((x, y), player), players 1 and 2,
    or of (x, y). It hashes -1 as it does -2, so that such cells are mistaken for each other.
canonical : owned; least over the eight symmetries and, on a board without an edge, moved to one corner.

The lowest bit says who moved last: 0 the first player, 1 the second. A key of 0 stands for none.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tttcore.engines.tabular.recipe import Key
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words, next_word

SALT = 0x7474745F6B657973
"""Words of keys are drawn from it."""

_MASK = 2**64 - 1
_EVEN = np.uint64(_MASK - 1)
_SIZE = 1927868237
_MODULUS = 2**61 - 1
_PRIMES = (11400714785074694791, 14029467366897019727, 2870177450012600261)


def words_of(kind: Key, radius: int, salt: int = SALT) -> Words:
    """(2, s, s) words of marks by owner and coordinates from -`radius` to `radius`, s = 2 radius + 1."""
    span = range(-radius, radius + 1)
    if kind.startswith("python"):
        table = [[[_python_word(kind, owner, x, y) for y in span] for x in span] for owner in (1, 2)]
        return np.array(table, np.uint64) & _EVEN
    drawn = np.empty((2, 2 * radius + 1, 2 * radius + 1), np.uint64)
    _draw(radius, np.uint64(salt), drawn)
    if kind == "unowned":
        drawn[1] = drawn[0]
    return drawn


@kernel
def _draw(radius, salt, drawn):
    """A word of each cell's own, whatever the radius."""
    state = np.empty(1, np.uint64)
    for owner in range(2):
        for x in range(-radius, radius + 1):
            for y in range(-radius, radius + 1):
                place = (np.int64(owner) << 62) ^ (np.int64(x + 0x10000000) << 31) ^ np.int64(y + 0x10000000)
                state[0] = salt ^ np.uint64(place)
                state[0] = next_word(state) ^ salt
                drawn[owner, x + radius, y + radius] = next_word(state) & ~np.uint64(1)


def size_words(marks: int) -> Words:
    """(marks + 1,) words of the number of marks, from 0 on."""
    return np.array([(number + 1) * _SIZE & _MASK for number in range(marks + 1)], np.uint64) & _EVEN


def key_of(kind: Key, marks: Sequence[tuple[int, int]], *, finite: bool, salt: int = SALT) -> int:
    """Key of the position that the players' `marks` in turn lead to.

    Parameters
    ----------
    marks : at least one.
    finite : whether the board has an edge.
    """
    radius = max(max(abs(x), abs(y)) for x, y in marks)
    if kind == "canonical":
        return min(_key("owned", image, radius * 2, salt) for image in images(marks, moved=not finite))
    return _key(kind, marks, radius, salt)


@lru_cache(maxsize=32)
def _known_words(kind: Key, radius: int, salt: int) -> list[list[list[int]]]:
    return words_of(kind, radius, salt).tolist()


def _key(kind: Key, marks: Sequence[tuple[int, int]], radius: int, salt: int) -> int:
    words = _known_words(kind, radius, salt)
    key = int(size_words(len(marks))[-1]) ^ (len(marks) - 1) % 2
    for turn, (x, y) in enumerate(marks):
        key ^= words[turn % 2][x + radius][y + radius]
    return key


def images(marks: Sequence[tuple[int, int]], *, moved: bool) -> list[list[tuple[int, int]]]:
    """`marks` seen through the eight symmetries of the square; `moved` so that their least coordinates are 0."""
    seen = []
    for swap in (False, True):
        for sign_x in (1, -1):
            for sign_y in (1, -1):
                turned = [(sign_x * y, sign_y * x) if swap else (sign_x * x, sign_y * y) for x, y in marks]
                left, low = (min(x for x, _ in turned), min(y for _, y in turned)) if moved else (0, 0)
                seen.append([(x - left, y - low) for x, y in turned])
    return seen


def python_hash(marks: Sequence[tuple[int, int]], *, owned: bool) -> int:
    """What CPython (3.8 and later, 64 bits) hashes the frozenset of `marks` to; players mark in turn."""
    kind: Key = "python" if owned else "python-unowned"
    mixed = (len(marks) + 1) * _SIZE & _MASK
    for turn, (x, y) in enumerate(marks):
        mixed ^= _python_word(kind, turn % 2 + 1, x, y)
    mixed ^= (mixed >> 11) ^ (mixed >> 25)
    mixed = (mixed * 69069 + 907133923) & _MASK
    return _signed(590923713 if mixed == _MASK else mixed)


def _python_word(kind: Key, owner: int, x: int, y: int) -> int:
    """The part of a frozenset's hash that one mark has."""
    cell = _tuple_hash([_int_hash(x), _int_hash(y)])
    return _shuffled(cell if kind == "python-unowned" else _tuple_hash([cell, _int_hash(owner)]))


def _int_hash(number: int) -> int:
    """-1 is kept for errors and hashed as -2."""
    hashed = abs(number) % _MODULUS * (1 if number >= 0 else -1)
    return (-2 if hashed == -1 else hashed) & _MASK


def _tuple_hash(lanes: Sequence[int]) -> int:
    """Collet's xxHash as CPython uses it."""
    first, second, fifth = _PRIMES
    mixed = fifth
    for lane in lanes:
        mixed = (mixed + lane * second) & _MASK
        mixed = (mixed << 31 | mixed >> 33) & _MASK
        mixed = mixed * first & _MASK
    mixed = (mixed + (len(lanes) ^ fifth ^ 3527539)) & _MASK
    return 1546275796 if mixed == _MASK else mixed


def _shuffled(hashed: int) -> int:
    return ((hashed ^ 89869747) ^ (hashed << 16 & _MASK)) * 3644798167 & _MASK


def _signed(word: int) -> int:
    return word - 2**64 if word >= 2**63 else word
