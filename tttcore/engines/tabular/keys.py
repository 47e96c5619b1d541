"""64-bit keys of positions, under which a value table stores its values (Zobrist hashing).

A position's key is the exclusive or of a word for each of its marks and one for their number (Zobrist 1970), so that a
mark changes it by one operation. Kinds of keys differ in the words:

owned : of cell and owner, drawn from a salt.
unowned : of the cell alone: only the set of moves counts (mrugala2020, section 2.1).
python, python-unowned : those that CPython combines into the hash of a frozenset of ((x, y), player), players 1 and 2,
    or of (x, y). CPython hashes -1 as it does -2, so that such cells collide.
canonical : owned; the least over the eight symmetries and, on a board without an edge, moved to one corner.

The lowest bit says who moved last: 0 the first player, 1 the second. A key of 0 stands for a free slot.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tttcore.engines.tabular.recipe import Key
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words, next_word

SALT = 0x7474745F6B657973
"""Default salt, from which the words of keys are drawn."""

_MASK = 2**64 - 1
_MAX_KEY = np.uint64(_MASK)
_EVEN = np.uint64(_MASK - 1)
"""All bits but the lowest, which is kept for the seat."""
_COUNT_FACTOR = 1927868237
"""Factor of a set's size plus 1 in CPython's ``frozenset_hash`` (Objects/setobject.c)."""
_MODULUS = 2**61 - 1
"""CPython hashes a whole number by its remainder by this Mersenne prime (``_PyHASH_MODULUS``)."""
_PRIMES = (11400714785074694791, 14029467366897019727, 2870177450012600261)
"""First, second and fifth prime of xxHash, which CPython hashes tuples with (Objects/tupleobject.c)."""


def zobrist_words(kind: Key, radius: int, salt: int = SALT) -> Words:
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
    """Fill `drawn` with words that depend on salt, owner and coordinates alone, not on the radius.

    Owner, x and y are packed into one number, which is mixed with the salt twice; coordinates are moved to be positive:

        bit  62       31..61         0..30
             owner    x + 2^28       y + 2^28
    """
    state = np.empty(1, np.uint64)
    for owner in range(2):
        for x in range(-radius, radius + 1):
            for y in range(-radius, radius + 1):
                place = (np.int64(owner) << 62) ^ (np.int64(x + 0x10000000) << 31) ^ np.int64(y + 0x10000000)
                # Mixed once, words would depend on salt ^ place alone: another salt would only permute them.
                state[0] = salt ^ np.uint64(place)
                state[0] = next_word(state) ^ salt
                drawn[owner, x + radius, y + radius] = next_word(state) & ~np.uint64(1)


def count_words(marks: int) -> Words:
    """(marks + 1,) words of numbers of marks, from 0 on."""
    return np.array([(number + 1) * _COUNT_FACTOR & _MASK for number in range(marks + 1)], np.uint64) & _EVEN


def position_key(kind: Key, marks: Sequence[tuple[int, int]], *, finite: bool, salt: int = SALT) -> int:
    """Key of the position with the players' `marks`, made in turn.

    Parameters
    ----------
    marks : coordinates, at least one pair.
    finite : whether the board has an edge; else positions may be translated.
    """
    radius = max(max(abs(x), abs(y)) for x, y in marks)
    if kind == "canonical":
        return min(_key("owned", image, radius * 2, salt) for image in images(marks, translated=not finite))
    return _key(kind, marks, radius, salt)


@lru_cache(maxsize=32)
def _cached_words(kind: Key, radius: int, salt: int) -> list[list[list[int]]]:
    """Words of marks as lists, which are faster to index one by one."""
    return zobrist_words(kind, radius, salt).tolist()


def _key(kind: Key, marks: Sequence[tuple[int, int]], radius: int, salt: int) -> int:
    """Exclusive or of the words of marks and of their number; the lowest bit is the last mover's seat."""
    words = _cached_words(kind, radius, salt)
    key = int(count_words(len(marks))[-1]) ^ (len(marks) - 1) % 2
    for turn, (x, y) in enumerate(marks):
        key ^= words[turn % 2][x + radius][y + radius]
    return key


def images(marks: Sequence[tuple[int, int]], *, translated: bool) -> list[list[tuple[int, int]]]:
    """Images of `marks` under the eight symmetries of the square; `translated` so that the least coordinates are 0."""
    found = []
    for swap in (False, True):
        for sign_x in (1, -1):
            for sign_y in (1, -1):
                turned = [(sign_x * y, sign_y * x) if swap else (sign_x * x, sign_y * y) for x, y in marks]
                left, low = (min(x for x, _ in turned), min(y for _, y in turned)) if translated else (0, 0)
                found.append([(x - left, y - low) for x, y in turned])
    return found


@kernel
def canonical_key(moves, plies, cell, zobrist, count_word, side, translated):
    """Fast form of `position_key` for canonical keys: the least key among a position's eight images.

    Parameters
    ----------
    moves, plies, cell : cells of the marks made in turn, their number, and the cell of one more mark.
    zobrist : words of marks; `count_word` of their number and the seat.
    side : of the window.
    translated : whether an image is moved so that its least coordinates are 0.

    Notes
    -----
    The bits of `image` are the dihedral group of the square: 1 negates y, 2 negates x, 4 swaps both afterwards. If x is
    negated, the image's least x is minus the largest one.
    """
    radius = side // 2
    # The position's extent: least and largest x and y.
    left, right, low, high = side, -side, side, -side
    for i in range(plies + 1):
        number = moves[i] if i < plies else cell
        x, y = number // side - radius, number % side - radius
        left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
    least = _MAX_KEY
    for image in range(8):
        # Signs of x and y, and the least x and y of the image, which are moved to 0.
        # 1 - (image & 2) is 1 or -1 as it is; the lowest bit has to be shifted up to 2 for that.
        across, along = 1 - (image & 2), 1 - ((image & 1) << 1)
        from_x = (left if across > 0 else -right) if translated else 0
        from_y = (low if along > 0 else -high) if translated else 0
        key = count_word
        for i in range(plies + 1):
            number = moves[i] if i < plies else cell
            x = across * (number // side - radius) - from_x
            y = along * (number % side - radius) - from_y
            if image & 4:
                x, y = y, x
            # Marks alternate, so that the lowest bit of i is the seat.
            key ^= zobrist[(i & 1) * side * side + (x + radius) * side + y + radius]
        # The least of a set doesn't depend on which of the eight images the game happened to play.
        least = min(least, key)
    return least


def python_hash(marks: Sequence[tuple[int, int]], *, owned: bool) -> int:
    """Hash of the frozenset of `marks`, made in turn, in CPython (3.8 and later, 64 bits)."""
    kind: Key = "python" if owned else "python-unowned"
    mixed = (len(marks) + 1) * _COUNT_FACTOR & _MASK
    for turn, (x, y) in enumerate(marks):
        mixed ^= _python_word(kind, turn % 2 + 1, x, y)
    mixed ^= (mixed >> 11) ^ (mixed >> 25)
    mixed = (mixed * 69069 + 907133923) & _MASK
    hashed = 590923713 if mixed == _MASK else mixed
    return hashed - 2**64 if hashed >> 63 else hashed  # as a two's complement number


def _python_word(kind: Key, owner: int, x: int, y: int) -> int:
    """Contribution of one mark to a frozenset's hash."""
    cell = _tuple_hash([_int_hash(x), _int_hash(y)])
    return _shuffled(cell if kind == "python-unowned" else _tuple_hash([cell, _int_hash(owner)]))


def _int_hash(number: int) -> int:
    """Hash of a whole number; CPython keeps -1 for errors and hashes it as -2."""
    hashed = abs(number) % _MODULUS * (1 if number >= 0 else -1)
    return (-2 if hashed == -1 else hashed) & _MASK


def _tuple_hash(lanes: Sequence[int]) -> int:
    """Hash of a tuple of hashes: Collet's xxHash as CPython uses it."""
    first, second, fifth = _PRIMES
    mixed = fifth
    for lane in lanes:
        mixed = (mixed + lane * second) & _MASK
        mixed = (mixed << 31 | mixed >> 33) & _MASK
        mixed = mixed * first & _MASK
    mixed = (mixed + (len(lanes) ^ fifth ^ 3527539)) & _MASK
    return 1546275796 if mixed == _MASK else mixed


def _shuffled(hashed: int) -> int:
    """Hash of a set's element with its bits dispersed, so that nearby hashes don't cancel."""
    return ((hashed ^ 89869747) ^ (hashed << 16 & _MASK)) * 3644798167 & _MASK
