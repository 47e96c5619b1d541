"""Slow reference of the league of 3x3: best responses and strategies on boards of `classic`.

A player is a function from a board to the cells that it draws from, all as likely, as in `quality`.
"""

from fractions import Fraction
from functools import cache

from reference.classic import BLANK, DRAW, O_WINS, X_WINS, base_case, free_cells, game_base, move, put, winner

RESULTS = {X_WINS: 1, DRAW: 0, O_WINS: -1}


def best_response_value(player, seat, *, lost_alone=False):
    """Highest expected result of an opponent of a player, or chance that it wins, as a fraction."""
    sign = -1 if seat == "first" else 1

    @cache
    def value(board):
        if winner(board):
            worth = sign * RESULTS[winner(board)]
            return Fraction(max(0, worth) if lost_alone else worth)
        own = (board.count(0) % 2 == 1) == (seat == "first")
        found = [value(put(board, cell)) for cell in (player(board) if own else free_cells(board))]
        return sum(found) / len(found) if own else max(found)

    return value(BLANK)


def strategy(genome, seat):
    """Successors that a genome chooses on each class of boards that its seat reaches, by representative."""
    moves, todo = {}, [BLANK] if seat == "first" else [put(BLANK, cell) for cell in range(9)]
    while todo:
        board = base_case(todo.pop())
        if board not in moves:
            after = put(board, move(genome, board))
            moves[board] = base_case(after)
            if not winner(after):
                todo += [reply for reply in (put(after, cell) for cell in free_cells(after)) if not winner(reply)]
    return moves


def choices(strategies):
    """Decisions of a strategy on boards with more than one mark up to symmetry."""
    return {board: after for board, after in strategies.items()
            if len({base_case(put(board, cell)) for cell in free_cells(board)}) > 1}  # fmt: skip


def genome_of(moves):
    """Genome that plays a given strategy, and marks the first free cell elsewhere."""
    genome = []
    for board in game_base():
        cells = [] if winner(board) else free_cells(board)
        wanted = [cell for cell in cells if base_case(put(board, cell)) == moves.get(board)]
        genome.append((wanted or cells or [9])[0])
    return genome
