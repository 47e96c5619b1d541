"""A person plays 3x3 on the page: marks, replies, undo, keys and exact hints."""

import re

import pytest
from classic_page import PANEL, choose, digits, finish, is_reply
from pages import Match
from selenium.webdriver.common.keys import Keys

from tttcore.games.classic import CELLS, OPEN, solve
from tttcore.games.tables import to_digits

HINTS = {1: "good", 0: "even", -1: "bad"}


@pytest.fixture(scope="module")
def path(play_page):
    return play_page


@pytest.fixture
def board(page):
    """The game of 3x3 on it."""
    return Match(page.driver, PANEL)


def test_replies_are_the_agents(board, players):
    """Every mark of the page's is one that the agent draws from."""
    choose(board, "house", "careful", seat="o")
    _, cells = players["house/careful", 0]
    for _ in range(3):
        board.one(".match-new").click()
        finish(board)
        assert is_reply(board, cells)
        before = board.texts(".perfect .cell")
        assert before.count("X") == board.signs().count("X") - 1, "the last reply is shown"
    assert board.one(".match-status").text.endswith(("You have lost.", "A draw.", "You have won."))
    assert sum(map(int, re.findall(r"(?:won|drew|lost) ([0-9]+)", board.tally()))) == 3
    board.one(".match-undo").click()
    assert board.wait_for("person")


def test_it_draws_from_all_of_its_cells(board):
    """By the numbers that the browser draws."""
    for drawn, cell in ((0, 0), (0.5, 4), (0.999, 8)):
        board.run(f"Math.random = () => {drawn}")
        choose(board, "house", "random", seat="o")
        board.one(".match-new").click()
        board.wait_for("person")
        assert board.signs()[cell] == "X"


def test_a_reply_to_a_game_that_was_left_is_dropped(board):
    choose(board, "house", "minimax-first")
    board.run("arguments[0].click(); arguments[1].click()", board.place(0), board.one(".match-new"))
    board.wait(100)
    assert board.signs() == [""] * CELLS


def test_a_win_shows_its_line(board):
    choose(board, "house", "random")
    board.run("Math.random = () => 0.999")
    finish(board)
    line = board.line()
    assert line in [[0, 1, 2], [6, 7, 8]], board.signs()
    colours = board.run(
        "return [...document.querySelectorAll('#classic .place')].map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert {colours[cell] for cell in line}.isdisjoint(colours[cell] for cell in range(CELLS) if cell not in line)


def test_undo(board):
    choose(board, "house", "perfect", seat="o")
    undo = board.one(".match-undo")
    assert not undo.is_enabled()
    opened = board.signs()
    assert opened.count("X") == 1
    board.mark(board.free()[0])
    undo.send_keys(Keys.ENTER)
    assert board.signs() == opened
    assert not undo.is_enabled()
    assert board.focused in board.all(".place")


def test_a_game_by_keyboard(board):
    """The tab key reaches one cell, arrows walk round the edges, Enter marks."""
    choose(board, "house", "minimax-first")
    assert [place.get_attribute("tabindex") for place in board.all(".place")].count("0") == 1
    board.all(".place[tabindex='0']")[0].send_keys(Keys.ARROW_UP)
    for keys, cell in ((Keys.ARROW_LEFT, 8), (Keys.ARROW_RIGHT, 6), (Keys.ARROW_DOWN, 0), (Keys.ARROW_RIGHT, 1)):
        board.focused.send_keys(keys)
        assert board.focused == board.place(cell)
    board.focused.send_keys(Keys.ENTER)
    board.wait_for("person")
    assert board.signs()[1] == "X"
    assert board.focused == board.place(1)


def test_hints_are_exact(board, tables):
    choose(board, "house", "random")
    hints = board.field("Hints")
    assert board.all("[data-hint]") == []
    hints.click()
    values = solve(tables).values[tables.state_of]
    index = {marks: number for number, marks in enumerate(to_digits(tables.positions))}
    for _ in range(2):
        position = index[digits([sign if sign in ("X", "O") else "" for sign in board.signs()])]
        board.wait_for_hints(len(board.free()))
        for cell, place in enumerate(board.all(".place")):
            after = tables.next_position[position, cell]
            if after < 0:
                assert place.get_attribute("data-hint") is None
                continue
            assert place.get_attribute("data-hint") == HINTS[values[after]]
            assert place.text == outcome(tables, values, after, player=0)
            assert f"free, {place.text} " in place.accessible_name
        board.mark(board.free()[0])
    hints.click()
    assert board.all("[data-hint]") == []


def outcome(tables, values, after, *, player):
    """What a mark that led to a position comes to, in words, by going through all play that keeps its value."""
    value = int(values[after]) * (1 if player == 0 else -1)
    if value == 0:
        return "draws"
    plies = 1 + plies_left(tables, values, after)
    if value < 0:
        return f"loses in {plies // 2}"
    return "wins now" if plies == 1 else f"wins in {(plies + 1) // 2}"


def plies_left(tables, values, position):
    """To the end, if who wins hurries and who loses delays."""
    if tables.outcomes[tables.state_of[position]] != OPEN:
        return 0
    successors = [each for each in tables.next_position[position] if each >= 0]
    kept = [1 + plies_left(tables, values, each) for each in successors if values[each] == values[position]]
    to_move = CELLS - len(successors)
    return (min if values[position] == (1, -1)[to_move % 2] else max)(kept)
