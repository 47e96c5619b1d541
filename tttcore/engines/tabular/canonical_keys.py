"""Keys that positions share if they are equal up to symmetry and, without an edge, up to where they lie; compiled."""

import numpy as np

from tttcore.pipeline.jit import kernel

LARGEST = np.uint64(2**64 - 1)


@kernel
def canonical_key(made, plies, cell, words, size_word, side, moved):
    """Least key of a position's eight images, see `keys.key_of`.

    Parameters
    ----------
    made, plies, cell : the marks made in turn, how many, and one more.
    words : of marks; `size_word` of their number and the seat.
    side : of the window; with `moved` an image's least coordinates become 0.
    """
    radius = side // 2
    left, right, low, high = side, -side, side, -side
    for i in range(plies + 1):
        number = made[i] if i < plies else cell
        x, y = number // side - radius, number % side - radius
        left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
    least = LARGEST
    for image in range(8):
        across, along = 1 - (image & 2), 1 - ((image & 1) << 1)
        from_x = (left if across > 0 else -right) if moved else 0
        from_y = (low if along > 0 else -high) if moved else 0
        key = size_word
        for i in range(plies + 1):
            number = made[i] if i < plies else cell
            x = across * (number // side - radius) - from_x
            y = along * (number % side - radius) - from_y
            if image & 4:
                x, y = y, x
            key ^= words[(i & 1) * side * side + (x + radius) * side + y + radius]
        least = min(least, key)
    return least
