"""Centre-first strategy: its proof counted and replayed by the oracle, where it says nothing, and O's forced win."""

import random

import pytest
from reference import super_board as twin

from tttcore.games.position import CROSS_WON, NOUGHT_WON
from tttcore.games.super_board import SuperBoard
from tttcore.studies.osipa2017 import centre_first
from tttcore.studies.osipa2017.centre_first import (
    FIRST,
    NEVER,
    GameCounts,
    Refutation,
    continuations,
    marks_needed,
    refute,
    verify,
)


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
            game = game.apply(twin.centre_first(game)).apply((4, cell))
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
            game, position = game.apply(divmod(own, 9)), position.apply(own)
            if game.result is None:
                reply = chance.choice(game.options())
                game, position = game.apply(reply), position.apply(9 * reply[0] + reply[1])
        assert (game.result, position.winner) == ("X", CROSS_WON)
        assert len(game.history) <= 43


def test_with_closed_boards_it_falls_silent_when_the_centre_board_is_lost():
    found = verify("closed").games
    assert found.wins == 0
    assert found.unanswered == found.games
    assert (found.shortest, found.longest) == (6, 14)
    known = _silent(twin.Game("closed"))
    assert known == found.games


def _silent(game):
    """Games until O owns the centre board, counted by the oracle."""
    if game.owners[4] == "O":
        return 1
    moved = game.apply(twin.centre_first(game))
    return sum(_silent(moved.apply(reply)) for reply in moved.options())


@pytest.mark.parametrize(
    ("rule", "moves"),
    [("open", [40]), ("open", [40, 36, 1, 13]), ("closed", [40, 36, 4, 37, 13, 38])],
    ids=["O moves", "X left the centres and is sent to one that is taken", "O has just closed the centre board"],
)
def test_where_it_says_nothing(rule, moves):
    position = SuperBoard(rule=rule)
    for move in moves:
        position = position.apply(move)
    with pytest.raises(ValueError, match=f"says nothing about this position after {len(moves)} marks$"):
        centre_first.move(position)


def test_it_goes_on_under_the_same_marks_where_boards_stay_open():
    position = SuperBoard()
    for move in [40, 36, 4, 37, 13, 38]:
        position = position.apply(move)
    assert centre_first.move(position) == 22


def position_of(game):
    position = SuperBoard(rule=game.rule)
    for board, cell in game.history:
        position = position.apply(9 * board + cell)
    return position


@pytest.fixture(scope="module")
def refuted():
    return refute()


def test_continuations_are_the_twins():
    bound = 0
    for seed in range(100):
        game = random_game(seed)
        if game is not None:
            before_cross = game.apply(random.Random(seed).choice(game.options()))
            expected = [9 * board + cell for board, cell in twin.may_go_on(before_cross)]
            assert continuations(position_of(before_cross)) == expected
            bound += expected != position_of(before_cross).legal_moves()
    assert bound > 0


def test_the_line_is_a_game_that_nought_wins(refuted):
    position = SuperBoard(rule="closed")
    for ply, move in enumerate(refuted.line):
        assert ply == 0 or ply % 2 or move in continuations(position)
        position = position.apply(move)
    assert position.winner == NOUGHT_WON
    assert len(refuted.line) == 20


def test_nought_wins_against_every_choice_of_cross(refuted):
    """The whole tree on the oracle's boards, O's moves from the search and X's from the oracle."""
    search, lengths = Refutation(), []

    def play(game):
        marks = len(refuted.line) // 2 - len(game.history) // 2
        move = search.reply(position_of(game), marks)
        moved = game.apply(divmod(move, 9))
        if moved.result is not None:
            assert moved.result == "O"
            lengths.append(len(moved.history))
            return
        for reply in twin.may_go_on(moved):
            play(moved.apply(reply))

    play(twin.Game("closed", [(4, 4)]))
    assert max(lengths) == len(refuted.line)
    assert len(lengths) > 1


def test_no_win_is_forced_with_fewer_marks():
    assert Refutation().reply(SuperBoard(rule="closed").apply(FIRST), 9) is None


def test_late_wins_are_those_that_trying_everything_finds(several):
    """O's moves at random, X's within its choices, then up to two marks of O ahead."""
    found = []
    for seed in range(several(150, without_jit=40)):
        game = random_game(seed)
        if game is None:
            continue
        for marks in (1, 2):
            expected = twin.nought_forces(game, marks)
            move = Refutation().reply(position_of(game), marks)
            assert (move is not None) == expected
            found.append((marks, expected))
    assert set(found) == {(marks, expected) for marks in (1, 2) for expected in (False, True)}


def random_game(seed):
    """A game before O, four marks or fewer before its random end; None if X wins or nobody does."""
    chance, games = random.Random(seed), [twin.Game("closed", [(4, 4)])]
    while games[-1].result is None:
        moved = games[-1].apply(chance.choice(games[-1].options()))
        if moved.result is None:
            moved = moved.apply(chance.choice(twin.may_go_on(moved)))
        games.append(moved)
    return games[-chance.choice([2, 3])] if games[-1].result == "O" else None


def test_marks_needed():
    """Nine at first; fewer by O's marks in one line of boards; no number will do when X owns a board of each line."""
    assert marks_needed(SuperBoard()) == 9
    assert marks_needed(SuperBoard(noughts=(3, *[0] * 8))) == 7
    assert marks_needed(SuperBoard(noughts=(3, *[0] * 7, 7), won=(0, 256))) == 4
    assert marks_needed(SuperBoard(crosses=(4, *[0] * 8), noughts=(3, *[0] * 8))) == 8
    assert marks_needed(SuperBoard(won=(0b000010100, 0))) == 9
    assert marks_needed(SuperBoard(won=(0b001010100, 0))) >= NEVER
