"""Plain alpha-beta of MinMax on the positions of the plain reference, which counts the positions that it evaluates.

The value of a position is a pair that is compared from the left: plies left when a line is completed (0 if none is),
and the sum of the values of the cells on the way.

Source: post1999, Discussion and Appendix A suggest it; the definition is that of `engines.genies.players.minmax`.
"""

from tttcore.engines.genies.reference import cell_value, opponent_of

NOTHING = (0, 0)


def count_nodes(position, player, genes, depth):
    """Number of positions that alpha-beta evaluates if cells are tried from the highest value on."""
    limit = (depth + 1, 0)
    return alpha_beta(position, player, genes, depth, minus(limit), limit, root=True)[1]


def alpha_beta(position, player, genes, depth, low, high, *, root=False):
    """Value of a position, as far as it is between `low` and `high`, and number of positions evaluated.

    At the root a cell before the best so far is searched as long as it can be equally good.
    """
    free = position.free()
    if not free:
        return NOTHING, 1
    if any(position.completes(cell, player) for cell in free):
        return (depth, 0), 1
    sums = {cell: cell_value(position, cell, player, genes) for cell in free}
    if depth == 1:
        return (0, max(sums.values())), 1
    nodes, best = 1, -1
    for cell in sorted(free, key=lambda cell: (-sums[cell], cell)):
        if low >= high:
            break
        own, equal = (0, sums[cell]), (0, int(root and cell < best))
        reply = position.marked(cell, player), opponent_of(player), genes, depth - 1
        found, more = alpha_beta(*reply, plus(own, minus(high)), plus(plus(own, minus(low)), equal))
        nodes += more
        score = plus(own, minus(found))
        if score > low or (score == low and cell < best):
            best, low = cell, score
    return low, nodes


def plus(one, other):
    return one[0] + other[0], one[1] + other[1]


def minus(pair):
    return -pair[0], -pair[1]
