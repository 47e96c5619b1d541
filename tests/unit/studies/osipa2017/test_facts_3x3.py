"""Facts and enumerated games of the 3x3 player against plain recursion over boards and the oracle."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from reference import classic as oracles
from reference.minimax import Twin, state

from tttcore.games.classic import START, free_cells
from tttcore.players.memoised_minimax import TIES, MemoisedMinimax
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
    return 1 + sum(
        plain_nodes(oracles.put(board, cell)) for cell in oracles.free_cells(board) if not oracles.winner(board)
    )


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
    board = oracles.BLANK
    for cell in moves:
        board = oracles.put(board, cell)
    twin = Twin()
    twin.possible_move(twin.node(state(board)))
    return twin.made


@pytest.mark.slow
def test_nodes_are_the_twins(facts):
    replies = [twins_nodes(cell) for cell in range(9)]
    assert value(facts, "tree", "first_move") == [plain_nodes(oracles.BLANK), twins_nodes()]
    cut = [cut_nodes(oracles.BLANK, *bounds)[1] for bounds in ((-1, 1), (-np.inf, np.inf))]
    assert value(facts, "alpha_beta", "alpha_beta_open") == cut
    assert value(facts, "reply_to_corner", "reply_to_side", "reply_to_centre") == [replies[k] for k in (0, 1, 4)]
    assert facts["replies"] == (pytest.approx(sum(replies) / 9), ", ".join(map(str, replies)))
    assert value(facts, "unique_first_move") == [1 + sum(replies[k] for k in (0, 1, 4))]
    pairs = product((0, 2, 6, 8), (1, 3, 5, 7))
    gains = [94_978 / (1 + replies[corner] + replies[side] + replies[4]) for corner, side in pairs]
    assert value(facts, "unique_gain_least", "unique_gain_most") == [min(gains), max(gains)]
    assert value(facts, "first_to_reply", "unique_gain") == pytest.approx([94_978 / 3763, 94_978 / 24_386])
    ratios = [94_978 / nodes for nodes in replies]
    assert facts["first_to_reply_least"] == (pytest.approx(min(ratios)), ", ".join(f"{each:.2f}" for each in ratios))


def test_facts(facts, snapshot):
    """Turns are wrong with signs alone; no game is lost, and in a hurry no win is slow or missed."""
    assert "\n".join(f"{name}: {value:.10g} {text}".rstrip() for name, (value, text) in facts.items()) == snapshot


def test_positions_explored(facts):
    """Positions of the first tree, from the oracle's."""
    twin = Twin()
    root = twin.node(state(oracles.BLANK))
    twin.possible_move(root)
    todo, met = [root], set()
    for node in todo:
        met.add(tuple(node["state"]))
        todo += filter(None, node["next"].values())
    assert len(todo) == twin.made
    assert value(facts, "first_move_positions") == [len(met)]


@pytest.mark.parametrize("ties", TIES)
def test_all_games_are_counted(facts, ties):
    for seat, sides in (("first", (ties, "any")), ("second", ("any", ties))):
        won, drawn, lost = ends(oracles.BLANK, *sides)[:: 1 if seat == "first" else -1]
        assert value(facts, *(f"{end}_{ties}_{seat}" for end in ("won", "drawn", "lost"))) == [won, drawn, lost]
    assert value(facts, f"self_play_{ties}") == [sum(ends(oracles.BLANK, ties, ties))]


def test_players_search_no_more_than_the_facts_say(facts):
    """Games of the player itself, as O after an X that wins nothing by it and is beaten."""
    rng = np.random.default_rng(4)
    most = 0
    for seed in range(25):
        player, board = MemoisedMinimax("all_best", rng=np.random.default_rng(seed)), oracles.put(START, 0)
        while not oracles.winner(board):
            x_moves = board.count(0) % 2
            board = oracles.put(board, int(rng.choice(oracles.free_cells(board))) if x_moves else player.move(board))
        assert oracles.winner(board) != oracles.X_WINS
        most = max(most, sum(effort.searches for effort in player.costs))
    assert 1 < most <= value(facts, "searches_all_best_second")[0]


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
    """A player that takes the first best cell is slow on as many boards, and the board that is shown is one of them."""
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
    shown, marked, hurried = facts["slow_win"][1].replace(", in a hurry", ":").split(": ")
    board = tuple(".XO".index(sign) for sign in shown.replace(" ", ""))
    cells = [int(marked), int(hurried)]
    assert [MemoisedMinimax(hurry=hurry).move(board) for hurry in (False, True)] == cells
    quick, slow = sorted(lengths(oracles.put(board, cell)) for cell in cells)
    assert lengths(board) == 1 + quick
    assert facts["slow_win"][0] == slow - quick > 0


def test_moves_to_be_timed():
    assert [work() for work in (first_move(), first_reply())] == [0, 4]
    again = later_move()
    assert again() == again() in free_cells((1, 0, 0, 0, 2, 0, 0, 0, 0))
