"""Slow twin of MinMax: every move of every reply is looked at, on the boards of `oracles_genies`.

What a position is worth is a pair that is compared from the left: when a line is completed, the earlier the more (0 if
none is), and what the cells on the way were worth.

Source: post1999, Discussion and Appendix A suggest it; the definition is that of `engines.genies.players.lookahead`.
"""

from oracles_genies import FIRST, Board, first_best, opponent_of, value

NOTHING = (0, 0)


def choice(board, player, genes, depth):
    """The first of the best cells."""
    known = {}
    return first_best(board.free(), lambda cell: after(board, cell, player, genes, depth, known))


def after(board, cell, player, genes, depth, known):
    """What marking a cell is worth; `known` are the positions that were met before, with what they are worth."""
    if completes(board, cell, player):
        return depth, 0
    ends, sums = worth(marked(board, cell, player), opponent_of(player), genes, depth - 1, known)
    return -ends, value(board, cell, player, genes) - sums


def worth(board, player, genes, depth, known):
    """What a position is worth to who is to move."""
    if depth == 0 or not board.free() or not any(alive(board)):
        return NOTHING
    met = (tuple(board.marks), depth)
    if met not in known:
        known[met] = max(after(board, cell, player, genes, depth, known) for cell in board.free())
    return known[met]


def marked(board, cell, player):
    return Board(board.edge, board.dimensions, [*board.marks[:cell], player, *board.marks[cell + 1 :]])


def completes(board, cell, player):
    return any(mine == board.edge - 1 for mine, _ in board.counts(cell, player))


def alive(board):
    """For each free cell, whether a line through it lacks marks of one of the two."""
    return (0 in counts for cell in board.free() for counts in board.counts(cell, FIRST))


def weighed(board, player, genes, depth):
    """How many positions are weighed if each position's cells are tried from the highest worth on, with alpha-beta."""
    limit = (depth + 1, 0)
    return alpha_beta(board, player, genes, depth, minus(limit), limit, root=True)[1]


def alpha_beta(board, player, genes, depth, low, high, *, root=False):
    """What a position is worth, as far as that is between `low` and `high`, and how many were weighed.

    At the root a cell before the best so far is looked into as long as it can be as good.
    """
    free = board.free()
    if not free:
        return NOTHING, 1
    if any(completes(board, cell, player) for cell in free):
        return (depth, 0), 1
    sums = {cell: value(board, cell, player, genes) for cell in free}
    if depth == 1:
        return (0, max(sums.values())), 1
    nodes, best = 1, -1
    for cell in sorted(free, key=lambda cell: (-sums[cell], cell)):
        if low >= high:
            break
        own, equal = (0, sums[cell]), (0, int(root and cell < best))
        reply = marked(board, cell, player), opponent_of(player), genes, depth - 1
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
