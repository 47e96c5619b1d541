"""Plain oracle of policy evaluation on 3x3: every line of play followed, in exact fractions.

A player is a function from a board of `oracles` to the cells that it draws from, all as likely.
"""

from fractions import Fraction
from functools import cache

from reference.classic import (
    BLANK,
    COLUMNS,
    DIAGONALS,
    DRAW,
    O_WINS,
    ROWS,
    X_WINS,
    O,
    X,
    best_result,
    free_cells,
    put,
    winner,
)

LINES = ROWS + COLUMNS + DIAGONALS


@cache
def ended(board, tie):
    """0 while the game goes on; else who won, or DRAW. With `tie` dead, drawn once no line can be completed."""
    nobody = all({X, O} <= {board[cell] for cell in line} for line in LINES)
    return winner(board) or (DRAW if tie == "dead" and nobody else 0)


def afterstates():
    """Boards of 3x3 that moves lead to, by playing every game."""
    found, todo = set(), {BLANK}
    while todo:
        after = {put(board, cell) for board in todo if not winner(board) for cell in free_cells(board)}
        todo = after - found
        found |= after
    return found


def marks_of(board):
    """Coordinates of an order of marks that leads to a board."""
    crosses, noughts = ([divmod(cell, 3) for cell in range(9) if board[cell] == mark] for mark in (X, O))
    turns = [(crosses if turn % 2 == 0 else noughts)[turn // 2] for turn in range(9 - board.count(0))]
    return [(row - 1, column - 1) for row, column in turns]


def anything(board):
    return free_cells(board)


def careful(board):
    """Win, else prevent the other's win, else anything; as somebody would look for it: by trying."""
    me = X if board.count(0) % 2 else O
    for mark in (me, X + O - me):
        found = [
            cell for cell in free_cells(board)
            if winner((*board[:cell], mark, *board[cell + 1 :])) == (X_WINS if mark == X else O_WINS)
        ]  # fmt: skip
        if found:
            return found
    return free_cells(board)


@cache
def perfect(board):
    return [cell for cell in free_cells(board) if best_result(put(board, cell)) == best_result(board)]


def chances(first, second, tie="full"):
    """Chances that the first player wins, of a draw, and that the second wins."""

    @cache
    def onward(board):
        if ended(board, tie):
            return tuple(Fraction(ended(board, tie) == end) for end in (X_WINS, DRAW, O_WINS))
        cells = (first if board.count(0) % 2 else second)(board)
        return tuple(
            sum(found) / len(cells) for found in zip(*(onward(put(board, cell)) for cell in cells), strict=True)
        )

    return onward(BLANK)


def against_best_reply(player, seat, tie="full"):
    """Value of a player against a best response, with the worst of its random choices."""

    @cache
    def onward(board):
        if ended(board, tie):
            return {X_WINS: 1, DRAW: 0, O_WINS: -1}[ended(board, tie)] * (1 if seat == "first" else -1)
        own = (board.count(0) % 2 == 1) == (seat == "first")
        return min(onward(put(board, cell)) for cell in (player(board) if own else free_cells(board)))

    return onward(BLANK)


def decisions(player, seat, tie="full"):
    """Boards with a choice that a player can reach, whatever the other marks."""
    met, todo = set(), [BLANK]
    while todo:
        board = todo.pop()
        if board not in met and not ended(board, tie):
            met.add(board)
            own = (board.count(0) % 2 == 1) == (seat == "first")
            todo += [put(board, cell) for cell in (player(board) if own else free_cells(board))]
    return {board for board in met if board.count(0) % 2 == (seat == "first") and board.count(0) > 1}


def mistakes(player, seat, tie="full"):
    """Decisions in which a player may lose value."""
    return {board for board in decisions(player, seat, tie) if not set(player(board)) <= set(perfect(board))}


def everything(player, tie="full"):
    """All columns by name."""
    found = {}
    others = {"random": anything, "careful": careful, "perfect": perfect}
    meetings = {
        "itself": chances(player, player, tie),
        **{f"first_{name}": chances(player, other, tie) for name, other in others.items()},
        **{f"second_{name}": chances(other, player, tie)[::-1] for name, other in others.items()},
    }
    for name, ends in meetings.items():
        found |= {f"{name}_{result}": end for result, end in zip(("won", "drawn", "lost"), ends, strict=True)}
    for seat in ("first", "second"):
        found[f"{seat}_worst"] = against_best_reply(player, seat, tie)
        found[f"{seat}_mistakes"] = len(mistakes(player, seat, tie))
        found[f"{seat}_decisions"] = len(decisions(player, seat, tie))
    return found
