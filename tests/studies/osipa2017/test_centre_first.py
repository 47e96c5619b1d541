"""Centre-first strategy: its proof counted and replayed by the oracle, and positions without a move of it."""

import random

import oracles_super as twin
import pytest

from tttcore.games.position import CROSS_WINS
from tttcore.games.super_board import SuperBoard
from tttcore.studies.osipa2017 import centre_first
from tttcore.studies.osipa2017.centre_first import GameCounts, verify


@pytest.fixture(scope="module")
def verified():
    return verify()


def test_it_wins_every_game_within_43_marks(verified):
    found = verified.games
    assert found.wins == found.games
    assert found.unanswered == 0
    assert found.longest == 43


def test_the_twin_counts_the_same(verified):
    """O fills the centre board in 8! orders; only the last of its marks there matters, and whether that is a corner."""
    shortest, longest, games, positions = [], [], 0, 0
    for last in (0, 1):
        known, game = {}, twin.Game("open")
        for cell in [*{0, 1, 2, 3, 5, 6, 7, 8} - {last}, last]:
            game = game.after(twin.centre_first(game)).after((4, cell))
        found = twin.every_reply(game, known)
        games, positions = games + found[0], positions + len(known)
        shortest.append(found[1])
        longest.append(found[2])
    assert verified.games == GameCounts(4 * 5040 * games, 4 * 5040 * games, 0, min(shortest), max(longest))
    before = 1 + 8 * (2**7 - 1)  # the first; then by X's board, O's last cell, and which others O has marked
    assert verified.positions == before + 4 * positions


def test_random_games_are_won_on_the_twins_boards(several):
    for seed in range(several(100, without_jit=30)):
        chance, game, position = random.Random(seed), twin.Game("open"), SuperBoard()
        while game.result is None:
            own = centre_first.move(position)
            assert divmod(own, 9) == twin.centre_first(game)
            game, position = game.after(divmod(own, 9)), position.after(own)
            if game.result is None:
                reply = chance.choice(game.options())
                game, position = game.after(reply), position.after(9 * reply[0] + reply[1])
        assert (game.result, position.winner) == ("X", CROSS_WINS)
        assert len(game.history) <= 43


def test_with_closed_boards_it_falls_silent_when_the_centre_board_is_lost():
    found = verify("closed").games
    assert found.wins == 0
    assert found.unanswered == found.games
    assert (found.shortest, found.longest) == (6, 14)
    known = _silent(twin.Game("closed"))
    assert known == found.games


def _silent(game):
    """Games until O owns the centre board, counted by the twin."""
    if game.owners[4] == "O":
        return 1
    moved = game.after(twin.centre_first(game))
    return sum(_silent(moved.after(reply)) for reply in moved.options())


@pytest.mark.parametrize(
    ("rule", "moves"),
    [("open", [40]), ("open", [40, 36, 1, 13]), ("closed", [40, 36, 4, 37, 13, 38])],
    ids=["O moves", "X left the centres and is sent to one that is taken", "O has just closed the centre board"],
)
def test_where_it_says_nothing(rule, moves):
    position = SuperBoard(rule=rule)
    for move in moves:
        position = position.after(move)
    with pytest.raises(ValueError, match=f"says nothing about this position after {len(moves)} marks$"):
        centre_first.move(position)


def test_it_goes_on_under_the_same_marks_where_boards_stay_open():
    position = SuperBoard()
    for move in [40, 36, 4, 37, 13, 38]:
        position = position.after(move)
    assert centre_first.move(position) == 22
