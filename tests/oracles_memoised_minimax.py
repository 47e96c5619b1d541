"""Naive oracle of memoised minimax on 3x3, written from the document's text: lists and dicts, nothing shared.

Source: osipa2017, sections 1.1 to 1.3.
"""

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
