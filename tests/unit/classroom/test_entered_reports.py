"""Texts with whole names, pages in one file, complete and escaped, advice on the costliest kind of blunder, and
blunders that are alike by symmetry, which stand once."""

import re
from dataclasses import replace

import numpy as np
import pytest
from helpers.entrants import made_up, pages, small_field
from helpers.hostile import harmless, hostile
from helpers.pages import Page, check, check_alone

from tttcore.classroom.advice import BLOCK, FORFEIT, FORK, WIN, WON, advice, kind_of
from tttcore.classroom.board_games import Played, evaluate_games
from tttcore.classroom.class_league import Skipped, class_report
from tttcore.classroom.entrant import NOT_ASKED, exact_entrant, positions_to_meet
from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.reports import class_page, class_text, games_text, player_page, player_text
from tttcore.classroom.symmetric import up_to_symmetry
from tttcore.games.board_text import board_texts
from tttcore.games.classic import CELLS, LINES, free_cells
from tttcore.games.position import CROSS_WON, OPEN, SEATS
from tttcore.pipeline.rng import stream
from tttcore.players.policy import cells_of_rule, game, uniform_policy
from tttcore.plots.names import PlayerNames

LONG = "a name with which nobody has reckoned, longer than every column of a table that is printed on a terminal"


def test_texts(snapshot):
    """Names are whole, numbers below their headings; first comes what to improve, then what else is to be said."""
    rng = stream(1, "entered", "texts")
    players = [made_up(LONG, rng), made_up("b", rng, seats=(1,))]
    names = PlayerNames(treatments={"rules": {"first": LONG}})
    own = evaluate(made_up("own", stream(2, "entered", "texts"), seats=(0,)), small_field())
    assert f"<strong>{advice(own)}</strong>" in player_page(own)
    texts = [
        class_text(class_report("league", players, [Skipped("file", "reason")], small_field())),
        player_text(own, names),
        games_text(evaluate_games("own", "3x3x3", [Played(LONG, 0, CROSS_WON, (), None)] * 2, 2)),
    ]
    assert "\n----\n".join(texts) == snapshot


def test_a_league_tells_whose_time_was_over(snapshot):
    """No result is told as exact that isn't, neither in text nor on the page."""
    rng = stream(4, "entered", "texts")
    player = made_up("a", rng, cells=1)
    unasked = dict.fromkeys(range(len(player.policy)), NOT_ASKED)
    never = replace(exact_entrant("never", "Python file", (0, 1), 0 * player.policy, unasked), time_over=True)
    report = class_report("league", [player, never], [], small_field())
    text, page = class_text(report), class_page(report)
    alone = evaluate(never, small_field())
    assert f"{text}\n----\n{player_text(alone)}" == snapshot
    assert "every pair in both seats; results have intervals, since these were not asked often enough: never" in page
    assert "Too slow: it was not asked often enough in " in page
    assert not any(told in page for told in ("exactly", "<td data-tenths"))
    assert "&gt; 99.9%" not in player_page(alone)


@pytest.mark.parametrize("fault", ["says nothing", NOT_ASKED])
def test_who_makes_no_legal_move_is_compared_with_nobody(fault, snapshot):
    found = evaluate(exact_entrant("own", "table", (0,), np.zeros((5478, 9)), {0: fault}), small_field())
    assert player_text(found) == snapshot
    like = "<dt>Decides most like</dt><dd>nobody: no legal move of it with a choice is known</dd>"
    assert (like in player_page(found)) == ("Decides most like" in player_page(found)) == (fault == NOT_ASKED)


def test_pages_are_files_that_everybody_can_read_and_that_may_do_nothing():
    """With hostile texts they have the same tags with the same names of attributes, and show every text as it is; every
    blunder is drawn."""
    whole = pages(harmless)
    for name, text in pages(hostile).items():
        assert not check(whole[name]).of("script")
        assert "script-src 'none';" in check_alone(whole[name])
        page, expected = Page.read(text), Page.read(whole[name])
        assert [(tag, [*each]) for tag, each in page.tags] == [(tag, [*each]) for tag, each in expected.tags]
        places = {*re.findall("⟦(.*?)⟧", " ".join(expected.words))}
        assert places
        assert [place for place in places if hostile(place) not in " ".join(page.words)] == []
    page = Page.read(whole["player"])
    told, shown = re.search(r"<p>([\d,]+) moves give away.*?which leaves ([\d,]+)\.", whole["player"]).groups()
    alike = re.findall(r"with (\d+) rotated or mirrored board", whole["player"])
    boards = [attributes for attributes in page.of("figure") if attributes["class"] == "board drawn"]
    moves = re.search(r'class="boards line">(.*?)</div>', whole["player"], re.DOTALL)[1].count("<figure")
    assert len(boards) - moves == int(shown) == int(told) - sum(map(int, alike)) > 24


def told(policy, faults=None, **changes):
    return advice(evaluate(replace(exact_entrant("own", "x", (0, 1), policy, faults), **changes), small_field()))


PLACES = {board_texts()[place]: place for place in range(len(game(dead=False).results))}


def open_positions():
    """Boards on which the game goes on."""
    return [board for board, place in PLACES.items() if game(dead=False).results[place] == OPEN]


def has_blunder(board):
    """Tell whether a free cell gives away what perfect play would keep."""
    best = game(dead=False).best[PLACES[board]]
    return any(not best[cell] for cell in range(9) if board[cell] == ".")


def to_move(board):
    return board, "O" if board.count("X") > board.count("O") else "X"


def cells_that_win(board, sign, free="."):
    """Free cells that give a sign three in a row."""
    lines = [[cell for cell in line if board[cell] != sign] for line in LINES.tolist()]
    return {line[0] for line in lines if len(line) == 1 and board[line[0]] == free}


@pytest.mark.parametrize(("board", "cell", "sign", "before", "after", "kind"), [
    ("XX.OO....", 8, "X", "won", "lost", WIN),
    ("XX.O.....", 8, "O", "drawn", "lost", BLOCK),
    ("X...O...X", 2, "O", "drawn", "lost", FORK),
    ("X..O.....", 8, "X", "won", "drawn", WON),
])  # fmt: skip
def test_kinds(board, cell, sign, before, after, kind):
    one = {"board": board, "cell": cell, "fault": None, "before": before, "after": after}
    assert kind_of(one, sign) == kind
    assert kind_of(one | {"cell": None, "fault": "gives up"}, sign) == FORFEIT


def test_advice_by_what_costs_most(snapshot):
    """Perfect play, forfeits, time that was over, no legal move at all, and cells that are counted from 1."""
    best, nothing = uniform_policy(game(dead=False).best), np.zeros((5478, 9))
    silent, once, faults = best.copy(), nothing.copy(), dict.fromkeys(range(len(nothing)), "raises NameError in line 3")
    silent[0], once[0, 4] = 0, 1
    sentences = [told(silent, {0: fault}) for fault in ("raises KeyError: 4", "the table has no entry", NOT_ASKED)]
    sentences += [told(silent, {0: NOT_ASKED}, time_over=True), told(nothing, faults), told(once, faults)]
    assert "\n".join([told(best), *sentences, told(best, counts_from_1=True)]) == snapshot


def test_positions_are_counted_once_and_a_missed_win_names_the_cells_that_win():
    """Random marks miss a win in every position that has one, unless all other cells win in the end."""
    sentence = told(uniform_policy(cells_of_rule(free_cells)))
    number, sign, board, cells = re.fullmatch(
        rf"{WIN} in ([\d,]+) positions: as (.) on (.{{11}}) it marks \d instead of (.*) \(cells 0 to 8\)\.", sentence
    ).groups()
    wins = {(each, who): cells_that_win(each, who) for each, who in map(to_move, open_positions())}
    blunders = [each for each, who in wins if wins[each, who] and has_blunder(each)]
    assert int(number.replace(",", "")) == len(blunders)
    assert {*map(int, cells.split(" or "))} == wins[board.replace("/", ""), sign]


def missed(rule, seat):
    """Boards of a seat that a player comes to where its mark gives something away, by whether it misses a win, a line
    of its opponent, or neither."""
    found = {WIN: set(), BLOCK: set(), "else": set()}
    met = positions_to_meet(uniform_policy(cells_of_rule(lambda board: [rule(board)])), seat)
    for board, sign in map(to_move, open_positions()):
        place = PLACES[board]
        cell = rule([".XO".index(mark) for mark in board])
        if met[place] and not game(dead=False).best[place][cell]:
            wins = cells_that_win(board, sign)
            blocks = cells_that_win(board, "XO".replace(sign, ""))
            found[WIN if wins else BLOCK if blocks - {cell} else "else"].add(board)
    return found


def test_wins_that_it_misses_come_before_lines_that_it_leaves_and_these_before_threats():
    """Only boards count to which it comes, and on which its mark costs something."""

    def first_free(board):
        return free_cells(board)[0]

    boards = [missed(first_free, seat) for seat in (0, 1)]
    wins, blocks = (sum(len(each[kind]) for each in boards) for kind in (WIN, BLOCK))
    assert blocks > wins == 27
    sentence = told(uniform_policy(cells_of_rule(lambda board: [first_free(board)])))
    assert sentence.startswith(f"{WIN} in {wins} positions: as X on XXO/X../.OO it marks 4 instead of 6 ")

    def with_wins(board):
        own = cells_that_win(board, 1 + (board.count(1) > board.count(2)), free=0)
        return min(own or free_cells(board))

    boards = [missed(with_wins, seat) for seat in (0, 1)]
    assert not boards[0][WIN] | boards[1][WIN]
    blocks = sum(len(each[BLOCK]) for each in boards)
    assert told(uniform_policy(cells_of_rule(lambda board: [with_wins(board)]))).startswith(f"{BLOCK} in {blocks} pos")


def test_the_example_is_the_costliest_blunder_with_its_rotations_and_mirror_images():
    """Three that are alike cost more than one that costs as much as each of them."""

    def rule(board):
        sign = 1 + (board.count(1) > board.count(2))
        for each in (sign, 3 - sign):
            if won := cells_that_win(board, each, free=0):
                return [min(won)]
        return [next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == 0)]

    player = uniform_policy(cells_of_rule(rule))
    evaluated = evaluate(exact_entrant("own", "x", (1,), player), small_field())
    costs = {one["board"]: one["cost"] for one in up_to_symmetry(evaluated["seats"]["second"]["blunders"])}
    board = re.search(r"as O on (.{11}) ", advice(evaluated)).group(1).replace("/", "")
    assert costs[board] == max(costs.values()) > max(one["cost"] for one in evaluated["seats"]["second"]["blunders"])


@pytest.mark.parametrize("rule", [lambda board: free_cells(board)[-1:], free_cells])
def test_each_blunder_belongs_to_one_that_is_shown(rule):
    """A player that takes the last free cell has blunders in most positions; one at random has all there are."""
    board = np.arange(CELLS).reshape(3, 3)
    symmetries = [np.rot90(each, turns).ravel().tolist() for each in (board, board.T) for turns in range(4)]
    found = evaluate(exact_entrant("own", "x", (0, 1), uniform_policy(cells_of_rule(rule))), small_field())
    for name in SEATS:
        rows = found["seats"][name]["blunders"]
        shown = up_to_symmetry(rows)
        images = {
            ("".join(row["board"][cells[cell]] for cell in range(CELLS)), cells.index(row["cell"])): place
            for place, row in enumerate(shown)
            for cells in symmetries
        }
        counted = [0] * len(shown)
        for row in rows:
            counted[images[row["board"], row["cell"]]] += 1
        assert counted == [1 + row["alike"] for row in shown]
        assert [row["cost"] for row in shown] == sorted((row["cost"] for row in shown), reverse=True)
        for column in ("cost", "often"):
            assert sum(row[column] for row in shown) == pytest.approx(sum(row[column] for row in rows))
        # All images of a board are met with the same chance.
        assert rule is not free_cells or {1 + row["alike"] for row in shown} <= {1, 2, 4, 8}
