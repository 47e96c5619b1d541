"""Hexapawn against plain Python from its text, and games as graphs with perfect play."""

from functools import cache

import numpy as np
import pytest

from tttcore.games.classic import SYMMETRIES, ClassicPosition, solve
from tttcore.games.game_graph import classic_graph, enumerate_graph, hexapawn_graph
from tttcore.games.hexapawn import Hexapawn
from tttcore.games.position import NOUGHT_WON, OPEN
from tttcore.players.policy import game

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


def games(rows, player, depth):
    """Number of games of so many moves."""
    if depth == 0:
        return 1
    if winner(rows, player):
        return 0
    other = SECOND if player == FIRST else FIRST
    return sum(games(after, other, depth - 1) for after in moves(rows, player))


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


SIGNS = ".XO"


def rows(board):
    text = "".join(SIGNS[cell] for cell in board)
    return text[:3], text[3:6], text[6:]


def perft(position, depth):
    return 1 if depth == 0 else sum(perft(position.apply(move), depth - 1) for move in position.legal_moves())


@pytest.mark.parametrize("depth", range(9))
def test_perft(depth):
    assert perft(Hexapawn(), depth) == games(START, FIRST, depth)


@pytest.mark.parametrize("merged", [False, True])
def test_positions_and_values(merged):
    graph = hexapawn_graph(merged=merged)
    for board, seat, result, value in zip(graph.boards, graph.seat, graph.results, graph.values, strict=True):
        player, other = (FIRST, SECOND)[seat], (SECOND, FIRST)[seat]
        assert (winner(rows(board), player) == "") == (result == OPEN)
        assert value == (1 if (player if wins(rows(board), player) else other) == FIRST else -1)
    faced = (graph.seat == 1) & (graph.results == OPEN)
    counted = {ply: int((faced & (graph.plies == ply)).sum()) for ply in range(1, 8, 2)}
    assert counted == boxes(merged)
    assert sum(counted.values()) == (19 if merged else 37)


def test_a_blocked_player_loses():
    position = Hexapawn((0, 2, 0, 0, 1, 0, 0, 0, 0), 0)
    assert position.winner == NOUGHT_WON
    assert position.legal_moves() == []


def test_mirrored_twice_is_the_same():
    position = Hexapawn().apply(Hexapawn().legal_moves()[0])
    assert position.mirrored() != position == position.mirrored().mirrored()


@pytest.mark.parametrize("move", [-1, 0, 18, 20, 27, "1"])
def test_illegal_moves(move):
    with pytest.raises(ValueError, match="is no legal move"):
        Hexapawn().apply(move)


def images(position):
    return [ClassicPosition(tuple(position.board[cell] for cell in symmetry)) for symmetry in SYMMETRIES.tolist()]


@pytest.mark.parametrize("merged", [False, True])
def test_both_ways_to_enumerate_3x3_agree(merged):
    """Up to the order of nodes, which differs with the representatives of states."""
    made, known = (
        enumerate_graph(ClassicPosition(), images if merged else lambda position: [position]),
        classic_graph(merged=merged),
    )
    for graph in (made, known):
        assert all(after > node for node, row in enumerate(graph.successors) for after in row[row >= 0])
    for name in ("plies", "results", "counts", "values"):
        assert sorted(getattr(made, name).tolist()) == sorted(getattr(known, name).tolist())
    np.testing.assert_array_equal(np.sort((made.distinct >= 0).sum(axis=1)), np.sort((known.distinct >= 0).sum(axis=1)))


def test_values_and_moves_are_those_of_minimax(tables):
    np.testing.assert_array_equal(classic_graph(merged=True).values, solve(tables).values)
    whole, played = classic_graph(merged=False), game(dead=False)
    open_ = played.results == OPEN
    np.testing.assert_array_equal(whole.keeping.sum(axis=1)[open_], played.best.sum(axis=1)[open_])
    np.testing.assert_array_equal(whole.results, played.results)


@pytest.mark.parametrize("graph", [hexapawn_graph(merged=True), classic_graph(merged=True)], ids=["hexapawn", "3x3"])
def test_some_move_keeps_the_value(graph):
    np.testing.assert_array_equal(graph.keeping.any(axis=1), graph.results == OPEN)
    assert (graph.winning <= graph.keeping).all()
