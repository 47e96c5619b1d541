"""Hexapawn against an oracle from the text: games counted move by move, positions, values, and illegal moves."""

import oracles_hexapawn as twin
import pytest

from tttcore.games.game_graph import hexapawn_graph
from tttcore.games.hexapawn import Hexapawn
from tttcore.games.position import NOUGHT_WON, OPEN

SIGNS = ".XO"


def rows(board):
    text = "".join(SIGNS[cell] for cell in board)
    return text[:3], text[3:6], text[6:]


def perft(position, depth):
    return 1 if depth == 0 else sum(perft(position.apply(move), depth - 1) for move in position.legal_moves())


@pytest.mark.parametrize("depth", range(9))
def test_perft(depth):
    assert perft(Hexapawn(), depth) == twin.perft(twin.START, twin.FIRST, depth)


@pytest.mark.parametrize("merged", [False, True])
def test_positions_and_values(merged):
    graph = hexapawn_graph(merged=merged)
    for board, seat, result, value in zip(graph.boards, graph.seat, graph.results, graph.values, strict=True):
        player, other = (twin.FIRST, twin.SECOND)[seat], (twin.SECOND, twin.FIRST)[seat]
        assert (twin.winner(rows(board), player) == "") == (result == OPEN)
        assert value == (1 if (player if twin.wins(rows(board), player) else other) == twin.FIRST else -1)
    faced = (graph.seat == 1) & (graph.results == OPEN)
    counted = {ply: int((faced & (graph.plies == ply)).sum()) for ply in range(1, 8, 2)}
    assert counted == twin.boxes(merged)
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
