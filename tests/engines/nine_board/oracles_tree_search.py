"""Naive oracle of Monte-Carlo tree search: positions are objects, a tree is a dictionary, a playout is a walk.

Source: Kocsis and Szepesvári 2006; the order of draws is that of `tttcore.engines.nine_board.montecarlo`.
"""

import math
from fractions import Fraction


class Node:
    def __init__(self, position):
        self.position = position
        self.visits = 0
        self.points = [0, 0]
        self.children = {}


def grow(position, playouts, exploration, below):
    """The root of the tree after all playouts; `below(n)` draws one of n numbers."""
    root = Node(position)
    for _ in range(playouts):
        path = [root]
        while path[-1].position.winner is None:
            node = path[-1]
            missing = [move for move in node.position.moves() if move not in node.children]
            if missing:
                move = missing[below(len(missing))]
                node.children[move] = Node(node.position.after(move))
                path.append(node.children[move])
                break
            path.append(max(node.children.values(), key=lambda child: bound(node, child, exploration)))
        winner = finish(path[-1].position, below)
        for node in path:
            node.visits += 1
            for seat in range(2):
                node.points[seat] += points(winner, seat)
    return root


def bound(node, child, exploration):
    mean = child.points[node.position.mover] / child.visits
    return mean + exploration * math.sqrt(math.log(node.visits) / child.visits)


def finish(position, below):
    while position.winner is None:
        moves = position.moves()
        position = position.after(moves[below(len(moves))])
    return position.winner


def points(winner, seat):
    return Fraction(1, 2) if winner == 0 else Fraction(int(winner == seat + 1))


def expected(position, seat):
    """Mean points of a player over all ways to play on with random moves."""
    if position.winner is not None:
        return points(position.winner, seat)
    moves = position.moves()
    return sum(expected(position.after(move), seat) for move in moves) / len(moves)
