"""Centre-first strategy of Super tic-tac-toe: its proof, its silence and O's forced win, by the oracle's game."""

import random

import pytest
from helpers.texts import message
from reference import super_board as twin

from tttcore.games.position import CROSS_WON, NOUGHT_WON
from tttcore.games.super_board import SuperBoard
from tttcore.studies.osipa2017 import centre_first, method
from tttcore.studies.osipa2017.centre_first import (
    FIRST,
    NEVER,
    GameCounts,
    Refutation,
    continuations,
    marks_needed,
    refute,
)

RULES = {"rule": "free", "pairs": "self", "openings": "chosen", "measured": False, "prove": 0}
PLAYER = {"name": "scheduled", "heuristic": 1, "until": [0, 30], "depths": [1, 3, 4]}


@pytest.fixture(scope="module")
def proofs():
    """Both take seconds and are made once, also for the facts."""
    made = {rule: centre_first.verify(rule) for rule in ("open", "closed")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(method, "verify", made.get)
        yield made


def after(moves, rule="open"):
    position = SuperBoard(rule=rule)
    for move in moves:
        position = position.apply(move)
    return position


def position_of(game):
    return after([9 * board + cell for board, cell in game.history], game.rule)


def test_it_wins_every_game_as_the_twin_counts(proofs):
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
    assert proofs["open"].games == GameCounts(4 * 5040 * games, 4 * 5040 * games, 0, min(shortest), max(longest))
    assert proofs["open"].games.longest == 43
    before = 1 + 8 * (2**7 - 1)  # the first; then by X's board, O's last cell, and which others O has marked
    assert proofs["open"].positions == before + 4 * positions


def test_random_games_are_won_on_the_twins_boards():
    for seed in range(20):
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


def _silent(game):
    """Games until O owns the centre board, counted by the oracle."""
    if game.owners[4] == "O":
        return 1
    moved = game.apply(twin.centre_first(game))
    return sum(_silent(moved.apply(reply)) for reply in moved.options())


def test_with_closed_boards_it_falls_silent_when_the_centre_board_is_lost(proofs):
    games = _silent(twin.Game("closed"))
    assert proofs["closed"].games == GameCounts(games, 0, games, 6, 14)


def test_where_it_says_nothing():
    """Where O moves; where X left the centres and is sent to one that is taken; where O has just closed the centre
    board, though it goes on under the same marks where boards stay open."""
    lost = [40, 36, 4, 37, 13, 38]
    for rule, moves in (("open", [40]), ("open", [40, 36, 1, 13]), ("closed", lost)):
        said = message(centre_first.move, after(moves, rule))
        assert said.endswith(f"says nothing about this position after {len(moves)} marks")
    assert centre_first.move(after(lost)) == 22


def random_game(seed):
    """A game before O, four marks or fewer before its random end; None if X wins or nobody does."""
    chance, games = random.Random(seed), [twin.Game("closed", [(4, 4)])]
    while games[-1].result is None:
        moved = games[-1].apply(chance.choice(games[-1].options()))
        if moved.result is None:
            moved = moved.apply(chance.choice(twin.may_go_on(moved)))
        games.append(moved)
    return games[-chance.choice([2, 3])] if games[-1].result == "O" else None


def test_continuations_and_late_wins_are_the_twins():
    """O's moves at random, X's within its choices, then up to two marks of O ahead, by trying everything."""
    bound, found = 0, set()
    for seed in range(60):
        game = random_game(seed)
        if game is None:
            continue
        before_cross = game.apply(random.Random(seed).choice(game.options()))
        expected = [9 * board + cell for board, cell in twin.may_go_on(before_cross)]
        assert continuations(position_of(before_cross)) == expected
        bound += expected != position_of(before_cross).legal_moves()
        for marks in (1, 2):
            forced = twin.nought_forces(game, marks)
            assert (Refutation().reply(position_of(game), marks) is not None) == forced
            found.add((marks, forced))
    assert bound > 0
    assert found == {(marks, forced) for marks in (1, 2) for forced in (False, True)}


def test_nought_wins_against_every_choice_of_cross():
    """The line is such a game; then the whole tree on the oracle's boards, O's moves from the search and X's from the
    oracle. No win is forced with fewer marks."""
    line = refute().line
    for ply in range(2, 20, 2):
        assert line[ply] in continuations(after(line[:ply], "closed"))
    assert after(line, "closed").winner == NOUGHT_WON
    assert len(line) == 20
    search, lengths = Refutation(), []

    def play(game):
        move = search.reply(position_of(game), 10 - len(game.history) // 2)
        moved = game.apply(divmod(move, 9))
        if moved.result is not None:
            assert moved.result == "O"
            lengths.append(len(moved.history))
            return
        for reply in twin.may_go_on(moved):
            play(moved.apply(reply))

    play(twin.Game("closed", [(4, 4)]))
    assert max(lengths) == 20
    assert len(lengths) > 1


@pytest.mark.slow
def test_no_win_is_forced_with_fewer_marks():
    assert Refutation().reply(SuperBoard(rule="closed").apply(FIRST), 9) is None


def test_marks_needed():
    """Nine at first; fewer by O's marks in one line of boards; no number will do when X owns a board of each line."""
    rest, cross = [0] * 8, 0b001010100
    assert marks_needed(SuperBoard()) == marks_needed(SuperBoard(won=(0b000010100, 0))) == 9
    assert marks_needed(SuperBoard(noughts=(3, *rest))) == 7
    assert marks_needed(SuperBoard(noughts=(3, *rest[1:], 7), won=(0, 256))) == 4
    assert marks_needed(SuperBoard(crosses=(4, *rest), noughts=(3, *rest))) == 8
    assert marks_needed(SuperBoard(won=(cross, 0))) >= NEVER


def test_facts_and_the_table_of_the_refutation(tables, proofs):
    rows = list(method.super_facts(tables))
    assert len({fact for fact, *_ in rows}) == len({how for _, _, how, *_ in rows}) == len(rows)
    facts = {fact: value for fact, value, *_ in rows}
    assert (facts["super_not_won"], facts["super_longest"]) == (0, 43)
    assert (facts["super_closed_won"], facts["super_closed_first"]) == (0, 6)
    assert facts["super_closed_silent"] == facts["super_closed_games"] == proofs["closed"].games.games
    assert facts["super_closed_lost"] == 20
    assert facts["super_variability"] == facts["super_positions"] / 5478 > 1
    recipes = {"described": RULES | {"players": {"document": PLAYER}}}
    table, game = method.method_tables(recipes, tables, seed=0)["refutation"], twin.Game("closed")
    for row in table.itertuples():
        assert row.player == game.turn
        game = game.apply((row.board - 1, row.cell - 1))
        assert row.ply == len(game.history)
    assert game.result == "O"
    text = next(row[3] for row in rows if row[0] == "super_closed_lost")
    assert text.split() == [f"{board}-{cell}" for board, cell in zip(table["board"], table["cell"], strict=True)]
