"""Hexapawn in plain Python from its text: strings of pawns, moves as from and to; shares no code with the package."""

from functools import cache

FIRST, SECOND = "X", "O"
START = ("OOO", "...", "XXX")


def moves(rows, player):
    """Boards after every move of a player."""
    step, other = (-1, SECOND) if player == FIRST else (1, FIRST)
    for row in range(3):
        for column in range(3):
            if rows[row][column] != player or not 0 <= row + step < 3:
                continue
            for to in range(max(column - 1, 0), min(column + 2, 3)):
                if rows[row + step][to] == ("." if to == column else other):
                    cells = [list(line) for line in rows]
                    cells[row][column], cells[row + step][to] = ".", player
                    yield tuple("".join(line) for line in cells)


def winner(rows, player):
    """Who has won before `player` moves; empty while the game goes on."""
    if FIRST in rows[0]:
        return FIRST
    if SECOND in rows[2]:
        return SECOND
    return "" if any(True for _ in moves(rows, player)) else (SECOND if player == FIRST else FIRST)


def perft(rows, player, depth):
    """Number of games of so many moves."""
    if depth == 0:
        return 1
    if winner(rows, player):
        return 0
    other = SECOND if player == FIRST else FIRST
    return sum(perft(after, other, depth - 1) for after in moves(rows, player))


@cache
def wins(rows, player):
    """True if the player to move wins with perfect play."""
    if winner(rows, player):
        return winner(rows, player) == player
    other = SECOND if player == FIRST else FIRST
    return any(not wins(after, other) for after in moves(rows, player))


def boxes(merged):
    """Positions that face the second player, by the number of moves made; with mirror images as one if `merged`."""
    level, player, found = {START}, FIRST, {}
    for ply in range(8):
        going_on = [rows for rows in level if not winner(rows, player)]
        if player == SECOND:
            alike = {min(rows, tuple(line[::-1] for line in rows)) if merged else rows for rows in going_on}
            found[ply] = len(alike)
        level = {after for rows in going_on for after in moves(rows, player)}
        player = SECOND if player == FIRST else FIRST
    return found
