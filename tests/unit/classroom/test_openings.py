"""Openings: drawn at random, repeated by the seed, and played."""

from collections import Counter

import pytest

from tttcore.classroom.openings import play_opening, random_openings
from tttcore.games.classic import ClassicPosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.notation import CellNotation
from tttcore.games.notation_boards import NineBoardNotation

GAMES = [(ClassicPosition(), CellNotation(), 7), (NineBoard(), NineBoardNotation(), 30)]


@pytest.mark.parametrize(("start", "notation", "plies"), GAMES)
def test_random_openings_leave_the_game_open(start, notation, plies):
    drawn = random_openings(start, notation, plies, 1)
    for number in range(20):
        position, moves = play_opening(start, notation, drawn(number))
        assert len(moves) == plies
        assert position.winner is None
        assert drawn(number).replace(",", " ") == " ".join(moves)
    again, other = random_openings(start, notation, plies, 1), random_openings(start, notation, plies, 2)
    assert [again(number) for number in range(9)] == [drawn(number) for number in range(9)]
    assert [other(number) for number in range(9)] != [drawn(number) for number in range(9)]


def test_first_plies_are_uniform():
    drawn = random_openings(ClassicPosition(), CellNotation(), 1, 0)
    counts = Counter(drawn(number) for number in range(9000))
    assert set(counts) == set("123456789")
    assert max(abs(count - 1000) for count in counts.values()) < 5 * 1000**0.5


def test_an_opening_of_no_moves():
    assert play_opening(ClassicPosition(), CellNotation(), "") == (ClassicPosition(), ())
