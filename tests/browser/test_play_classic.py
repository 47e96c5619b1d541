"""A person plays 3x3 on the page: marks, replies, undo, keys and exact hints."""

import re

import numpy as np
import pytest
from pages import opened

from tttcore.games.classic import CELLS, OPEN, solve
from tttcore.games.tables import to_digits
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.policy import unpacked

HINTS = {1: "good", 0: "even", -1: "bad"}


@pytest.fixture(scope="module")
def path(bare_page):
    return bare_page


def test_replies_are_the_agents(page):
    """Every mark of the page's is one that the agent draws from; the panel beside the board shows the last one."""
    board = opened(page, "classic", opponent="house/careful", seat="o")
    (held,) = baseline_agents().set_index("agent").loc[["house/careful"], "cells"]
    cells = unpacked(np.asarray(held, np.uint16))
    for _ in range(3):
        board.one(".match-new").click()
        board.finish()
        before = [sign if sign in ("X", "O") else "" for sign in board.texts(".perfect .cell")]
        position = board.run("return TTT.classic.tables.boards.indexOf(arguments[0])", digits(before))
        assert cells[position, board.all(".perfect .cell").index(board.one(".perfect .chosen"))]
        assert before.count("X") == board.signs().count("X") - 1, "the last reply is shown"
    assert board.one(".match-status").text.endswith(("You have lost.", "A draw.", "You have won."))
    assert sum(map(int, re.findall(r"(?:won|drew|lost) ([0-9]+)", board.tally()))) == 3
    board.one(".match-undo").click()
    assert board.wait_for("person")


def digits(signs):
    """The board as digits, from what stands in its cells."""
    return "".join({"": "0", "X": "1", "O": "2"}[sign] for sign in signs)


def test_it_draws_from_all_of_its_cells_by_the_numbers_that_the_browser_draws(page):
    for drawn, cell in ((0, 0), (0.5, 4), (0.999, 8)):
        page.run(f"Math.random = () => {drawn}")
        board = opened(page, "classic", opponent="house/random", seat="o")
        board.one(".match-new").click()
        board.wait_for("person")
        assert board.signs()[cell] == "X"
    board.choose("house/random")
    board.finish()
    line = board.line()
    assert line in [[0, 1, 2], [6, 7, 8]], board.signs()
    colours = board.run(
        "return [...document.querySelectorAll('#classic .place')].map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert {colours[cell] for cell in line}.isdisjoint(colours[cell] for cell in range(CELLS) if cell not in line)


def test_games_by_clicks_and_keys(page, snapshot):
    """A reply to a game that was left is dropped; undo leads to the board; arrows walk round its edges, Enter marks."""
    board = opened(page, "classic", opponent="house/minimax-first", seat="x")
    keys = "ARROW_UP", "ARROW_UP", "ARROW_LEFT", "ARROW_RIGHT", "ARROW_DOWN", "ARROW_RIGHT", "ENTER"
    assert board.story(*keys, ".match-undo", 8, 1) == snapshot
    assert [place.get_attribute("tabindex") for place in board.all(".place")].count("0") == 1
    board.choose("house/minimax-first", "o")
    opening = board.signs()
    board.run("arguments[0].click(); arguments[1].click()", board.place(board.free()[0]), board.one(".match-new"))
    board.wait_for("person")
    assert board.signs() == opening


def test_hints_are_exact(page, tables):
    board = opened(page, "classic", opponent="house/random", seat="x")
    assert board.all("[data-hint]") == []
    board.field("Hints").click()
    values = solve(tables).values[tables.state_of]
    index = {marks: number for number, marks in enumerate(to_digits(tables.positions))}
    for _ in range(2):
        position = index[digits([sign if sign in ("X", "O") else "" for sign in board.signs()])]
        board.wait_for_hints(len(board.free()))
        for cell, place in enumerate(board.all(".place")):
            after = tables.next_position[position, cell]
            hint = None if after < 0 else HINTS[values[after]]
            assert place.get_attribute("data-hint") == hint
            if hint:
                assert place.text == outcome(tables, values, after, player=0)
                assert f"free, {place.text} " in place.accessible_name
        board.mark(board.free()[0])
    board.field("Hints").click()
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
