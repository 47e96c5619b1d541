"""Canonical keys, which positions share that are equal up to symmetry and, without an edge, translation; compiled."""

import numpy as np

from tttcore.pipeline.jit import kernel

MAX_KEY = np.uint64(2**64 - 1)


@kernel
def canonical_key(moves, plies, cell, zobrist, count_word, side, translated):
    """Least key among a position's eight images, see `keys.position_key`.

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
    left, right, low, high = side, -side, side, -side
    for i in range(plies + 1):
        number = moves[i] if i < plies else cell
        x, y = number // side - radius, number % side - radius
        left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
    least = MAX_KEY
    for image in range(8):
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
        least = min(least, key)
    return least
