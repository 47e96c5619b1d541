"""Slow oracles of what is computed for entered players, written from the rules in plain Python."""

from collections import defaultdict
from fractions import Fraction

from tttcore.games.classic import CROSS, CROSS_WON, DRAWN, NOUGHT_WON, OPEN, START, free_cells, marked, outcome, to_move

POINTS = {CROSS_WON: Fraction(1), DRAWN: Fraction(1, 2), NOUGHT_WON: Fraction(0)}


def chances(first, second):
    """Exact chances that X wins, draws and loses, of two functions from a board to chances of cells.

    What is missing to 1 in the chances of a board is forfeited.
    """

    def results(board):
        ended = outcome(board)
        if ended != OPEN:
            return [Fraction(ended == kind) for kind in (CROSS_WON, DRAWN, NOUGHT_WON)]
        is_first = to_move(board) == CROSS
        moves = (first if is_first else second)(board)
        total = [Fraction(0)] * 3
        total[2 if is_first else 0] = 1 - sum(moves.values(), Fraction(0))
        for cell, chance in moves.items():
            total = [own + chance * more for own, more in zip(total, results(marked(board, cell)), strict=True)]
        return total

    return results(START)


def reached(first, second):
    """Exact chances that a game comes to a board, by board, of two functions from a board to chances of cells."""
    found = defaultdict(Fraction)

    def visit(board, chance):
        found[board] += chance
        if outcome(board) == OPEN:
            for cell, more in (first if to_move(board) == CROSS else second)(board).items():
                visit(marked(board, cell), chance * more)

    visit(START, Fraction(1))
    return found


def best_reply(player, seat):
    """Exact expected result of a best reply, from -1 to 1, to a function from a board to chances of cells."""

    def value(board):
        ended = outcome(board)
        if ended != OPEN:
            return (2 * POINTS[ended] - 1) * (-1 if seat == 0 else 1)
        if (to_move(board) == CROSS) != (seat == 0):
            return max(value(marked(board, cell)) for cell in free_cells(board))
        moves = player(board)
        forfeit = 1 - sum(moves.values(), Fraction(0))
        return forfeit + sum((chance * value(marked(board, cell)) for cell, chance in moves.items()), Fraction(0))

    return value(START)


def met(player, seat):
    """Boards on which a player of a seat can be to move, whatever its opponent does."""
    found = set()

    def visit(board):
        if outcome(board) != OPEN:
            return
        own = (to_move(board) == CROSS) == (seat == 0)
        if own:
            if board in found:
                return
            found.add(board)
        for cell in player(board) if own else free_cells(board):
            visit(marked(board, cell))

    visit(START)
    return found


def three_cycles(beats):
    """All cycles of three, from their lowest number."""
    count = range(len(beats))
    return sorted(
        (a, b, c) for a in count for b in count for c in count if a < b and a < c and b != c
        if beats[a][b] and beats[b][c] and beats[c][a]
    )  # fmt: skip
