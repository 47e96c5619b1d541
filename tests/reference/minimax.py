"""Minimax in plain Python, with a memory of positions and as Post compares it."""

from tttcore.engines.genies.reference import cell_value, opponent_of

THREES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def result(field):
    """-2 while the game is not over, 1 or -1 if X or O has three in a row, 0 for a draw."""
    for a, b, c in THREES:
        if field[a] == field[b] == field[c] != -1:
            return 1 if field[a] == 1 else -1
    return -2 if -1 in field else 0


def state(board):
    """Ten numbers of a board whose cells are 0 empty, 1 X, 2 O."""
    field = [[-1, 1, 0][mark] for mark in board]
    return [*field, result(field)]


class Twin:
    """One game's tree and how often the two procedures of section 1.2 were used."""

    def __init__(self):
        self.made = 0
        self.runs = 0

    def node(self, numbers):
        self.made += 1
        free = [cell for cell in range(9) if numbers[cell] == -1] if numbers[9] == -2 else []
        return {"state": numbers, "next": dict.fromkeys(free), "utility": dict.fromkeys(free)}

    def go(self, node, cell):
        if node["next"][cell] is None:
            field = node["state"][:9]
            field[cell] = 1 if is_max(node) else 0
            node["next"][cell] = self.node([*field, result(field)])
        return node["next"][cell]

    def initial_search(self, node):
        if node["state"][9] != -2:
            return node["state"][9]
        for cell in node["utility"]:
            if winning(node) in known(node):
                break
            if node["utility"][cell] is None:
                node["utility"][cell] = self.initial_search(self.go(node, cell))
        return max(known(node)) if is_max(node) else min(known(node))

    def possible_move(self, node):
        """The first move with the best utility of those that are known once enough of them are."""
        if winning(node) not in known(node) and len(known(node)) < len(node["utility"]):
            self.runs += 1
            self.initial_search(node)
        best = max(known(node)) if is_max(node) else min(known(node))
        return [cell for cell, utility in node["utility"].items() if utility == best]


def is_max(node):
    field = node["state"][:9]
    return field.count(1) == field.count(0)


def winning(node):
    return 1 if is_max(node) else -1


def known(node):
    return [utility for utility in node["utility"].values() if utility is not None]


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
