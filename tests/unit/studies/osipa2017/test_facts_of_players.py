"""Facts of the 3x3 player and the centre-first strategy of Super tic-tac-toe, against plain recursion and oracles."""

import random
from functools import cache, reduce
from itertools import product

import numpy as np
import pytest
from helpers.rows import agrees
from helpers.texts import message
from reference import classic as oracles
from reference import super_board as twin
from reference.minimax import Twin, state

from tttcore.games.classic import free_cells
from tttcore.games.position import CROSS_WON, NOUGHT_WON
from tttcore.games.super_board import SuperBoard
from tttcore.players.memoised_minimax import TIES
from tttcore.studies.osipa2017 import centre_first, method
from tttcore.studies.osipa2017.centre_first import NEVER, GameCounts, Refutation, continuations, marks_needed, refute
from tttcore.studies.osipa2017.facts_3x3 import best_cells, facts_3x3
from tttcore.studies.osipa2017.timings import first_move, first_reply, later_move


@pytest.fixture(scope="module")
def facts(tables):
    rows = list(facts_3x3(tables))
    found = {name: (value, "".join(text)) for name, value, _, *text in rows}
    assert len(found) == len(rows)
    assert all(how for _, _, how, *_ in rows)
    return found


def value(facts, *names):
    return [facts[name][0] for name in names]


@cache
def best(board):
    result = oracles.best_result(board)
    return [cell for cell in oracles.free_cells(board) if oracles.best_result(oracles.put(board, cell)) == result]


def drawn_from(board, ties):
    """Cells that the player draws from: where it can win it knows one win, elsewhere all moves are explored."""
    wins = oracles.best_result(board) == (1 if board.count(0) % 2 else -1)
    return best(board)[:1] if ties == "first" or (ties == "random" and wins) else best(board)


@cache
def ends(board, first, second):
    """Games of X won, drawn and of O won when the sides mark as said, `any` or by `ties`."""
    if oracles.winner(board):
        return tuple(int(oracles.winner(board) == end) for end in (oracles.X_WINS, oracles.DRAW, oracles.O_WINS))
    side = first if board.count(0) % 2 else second
    cells = oracles.free_cells(board) if side == "any" else drawn_from(board, side)
    return tuple(map(sum, zip(*(ends(oracles.put(board, cell), first, second) for cell in cells), strict=True)))


@cache
def plain_nodes(board):
    cells = () if oracles.winner(board) else oracles.free_cells(board)
    return 1 + sum(plain_nodes(oracles.put(board, cell)) for cell in cells)


def cut_nodes(board, low, high):
    """Alpha-beta seen from whoever moves: value, nodes."""
    if oracles.winner(board):
        return (0 if oracles.winner(board) == oracles.DRAW else -1), 1
    found, nodes = -np.inf, 1
    for cell in oracles.free_cells(board):
        theirs, below = cut_nodes(oracles.put(board, cell), -high, -max(low, found))
        found, nodes = max(found, -theirs), nodes + below
        if found >= high:
            break
    return found, nodes


def twins_nodes(*moves):
    board = reduce(oracles.put, moves, oracles.BLANK)
    twin = Twin()
    twin.possible_move(twin.node(state(board)))
    return twin.made


@pytest.mark.slow
def test_nodes_are_the_twins(facts):
    replies = [twins_nodes(cell) for cell in range(9)]
    cut = [cut_nodes(oracles.BLANK, *bounds)[1] for bounds in ((-1, 1), (-np.inf, np.inf))]
    assert value(facts, "alpha_beta", "alpha_beta_open") == cut
    three = {"reply_to_corner": replies[0], "reply_to_side": replies[1], "reply_to_centre": replies[4]}
    exact = {"tree": plain_nodes(oracles.BLANK), "first_move": twins_nodes(), **three}
    assert value(facts, *exact, "unique_first_move") == [*exact.values(), 1 + sum(three.values())]
    pairs = product((0, 2, 6, 8), (1, 3, 5, 7))
    gains = [94_978 / (1 + replies[corner] + replies[side] + replies[4]) for corner, side in pairs]
    assert value(facts, "unique_gain_least", "unique_gain_most") == [min(gains), max(gains)]
    assert value(facts, "first_to_reply", "unique_gain") == pytest.approx([94_978 / 3763, 94_978 / 24_386])
    ratios = [94_978 / nodes for nodes in replies]
    assert facts["first_to_reply_least"] == (pytest.approx(min(ratios)), ", ".join(f"{each:.2f}" for each in ratios))
    assert facts["replies"] == (pytest.approx(sum(replies) / 9), ", ".join(map(str, replies)))


def test_facts(facts, snapshot):
    """Turns are wrong with signs alone; no game is lost, and in a hurry no win is slow or missed."""
    assert "\n".join(f"{name}: {value:.10g} {text}".rstrip() for name, (value, text) in facts.items()) == snapshot


@pytest.mark.parametrize("ties", TIES)
def test_all_games_are_counted(facts, ties):
    for seat, sides in (("first", (ties, "any")), ("second", ("any", ties))):
        won, drawn, lost = ends(oracles.BLANK, *sides)[:: 1 if seat == "first" else -1]
        assert value(facts, *(f"{end}_{ties}_{seat}" for end in ("won", "drawn", "lost"))) == [won, drawn, lost]
    assert value(facts, f"self_play_{ties}") == [sum(ends(oracles.BLANK, ties, ties))]


def test_perfect_players_may_mark_every_best_cell(tables):
    cells = best_cells(tables)
    assert len(cells) == len(tables.positions)
    assert all(cells[board] == ([] if oracles.winner(board) else best(board)) for board in cells)


def length(board):
    """Marks until the end when the winner hurries and the loser delays."""
    if oracles.winner(board):
        return 0
    wins = oracles.best_result(board) == (1 if board.count(0) % 2 else -1)
    return 1 + (min if wins else max)(length(oracles.put(board, cell)) for cell in best(board))


def test_wins_that_take_longer(facts, tables):
    """A player that takes the first best cell is slow on as many boards."""
    lengths = cache(length)
    counts = dict.fromkeys(["won_boards", "lost_boards", "slow_wins", "wins_in_one_missed", "quick_losses"], 0)
    for board in map(tuple, tables.positions.tolist()):
        result = 0 if oracles.winner(board) else oracles.best_result(board)
        if not result:
            continue
        wins = result == (1 if board.count(0) % 2 else -1)
        excess = 1 + lengths(oracles.put(board, best(board)[0])) - lengths(board)
        counts["won_boards" if wins else "lost_boards"] += 1
        counts["slow_wins"] += excess > 0
        counts["wins_in_one_missed"] += excess > 0 and lengths(board) == 1
        counts["quick_losses"] += excess < 0
    assert value(facts, *counts) == list(counts.values())


def test_moves_to_be_timed():
    assert [work() for work in (first_move(), first_reply())] == [0, 4]
    again = later_move()
    assert again() == again() in free_cells((1, 0, 0, 0, 2, 0, 0, 0, 0))


RULES = {"rule": "free", "pairs": "self", "openings": "chosen", "measured": False}
PLAYER = {"name": "scheduled", "heuristic": 1, "until": [0, 30], "depths": [1, 3, 4]}


@pytest.fixture(scope="module")
def proofs():
    """Both take seconds and are made once, also for the facts."""
    made = {rule: centre_first.verify(rule) for rule in ("open", "closed")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(method, "verify", made.get)
        yield made


def after(moves, rule="open"):
    return reduce(SuperBoard.apply, moves, SuperBoard(rule=rule))


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
    assert all(line[ply] in continuations(after(line[:ply], "closed")) for ply in range(2, 20, 2))
    assert (after(line, "closed").winner, len(line)) == (NOUGHT_WON, 20)
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
    assert Refutation().reply(SuperBoard(rule="closed").apply(centre_first.FIRST), 9) is None


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
    facts, games = {fact.removeprefix("super_"): value for fact, value, *_ in rows}, proofs["closed"].games.games
    agrees(facts, not_won=0, longest=43, closed_won=0, closed_first=6, closed_lost=20)
    agrees(facts, closed_silent=games, closed_games=games, variability=facts["positions"] / 5478)
    assert facts["variability"] > 1
    recipes = {"described": RULES | {"players": {"document": PLAYER}}}
    table, game = method.method_tables(recipes, tables, seed=0)["refutation"], twin.Game("closed")
    for row in table.itertuples():
        assert row.player == game.turn
        game = game.apply((row.board - 1, row.cell - 1))
        assert row.ply == len(game.history)
    assert game.result == "O"
    text = next(row[3] for row in rows if row[0] == "super_closed_lost")
    assert text.split() == [f"{board}-{cell}" for board, cell in zip(table["board"], table["cell"], strict=True)]
