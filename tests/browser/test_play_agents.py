"""Agents of 3x3 on the page: who can be met, how they learnt, what they are worth and what they looked at."""

from itertools import pairwise

import numpy as np
import pytest
from classic_page import PANEL, RESULTS, choose, is_reply
from pages import Match
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tttcore.games.classic import CELLS, solve

WORDS = {1: "win", 0: "draw", -1: "loss"}


@pytest.fixture(scope="module")
def path(play_page):
    return play_page


@pytest.fixture
def board(page):
    """The game of 3x3 on it."""
    return Match(page.driver, PANEL)


def test_alternatives_have_their_exact_worth(board, tables, players):
    """Beside the board, seen by the agent."""
    choose(board, "house", "minimax-first")
    board.mark(1)
    values = solve(tables).values[tables.state_of]
    position = tables.next_position[0, 1]
    for cell, shown in enumerate(board.all(".picture:not(.small) .cell")):
        after = tables.next_position[position, cell]
        assert shown.get_attribute("data-worth") == (WORDS[-values[after]] if after >= 0 else None)
    assert is_reply(board, players["house/minimax-first", 0][1])


def test_watching_it_learn(board, agents, arrived):
    """The slider goes over all snapshots; each is worth what the counts say."""
    steps = agents.loc[agents["agent"] == "mrugala2020/3x3/0", "step"].tolist()
    choose(board, "mrugala2020", "3x3")
    slider = board.field("After")
    assert len(board.all(".course .now")) == 2, "a strip per seat"
    for step in reversed(steps):
        assert board.texts(".match-settings output")[0] == f"{step:,} games"
        lines = arrived["mrugala2020/3x3/0", step]["counts"]["0"]["lines"]
        shown = [cell.text for cell in board.all(".worth tbody tr:first-child td.n")]
        assert shown == [f"{lines[result]:,}" for result in RESULTS]
        random = arrived["mrugala2020/3x3/0", step]["counts"]["0"]["random"]
        shown = [cell.text for cell in board.all(".worth tbody tr:nth-child(2) td.n")]
        assert shown == [f"{random[result]:.1%}" for result in RESULTS]
        column = board.all(".course .now")[0].find_elements(By.TAG_NAME, "span")
        heights = np.array([part.size["height"] for part in column])
        wanted = np.array([lines[result] for result in RESULTS])
        assert heights / heights.sum() == pytest.approx(wanted / wanted.sum(), abs=0.02)
        slider.send_keys(Keys.ARROW_LEFT)
    assert board.one(".thoughts p:first-of-type").text == "No mark yet."


@pytest.mark.parametrize("alike", [True, False])
def test_a_snapshot_goes_on_with_a_game_that_it_could_have_played(board, agents, players, tables, alike):
    """Else a new game begins."""
    steps = agents.loc[agents["agent"] == "mrugala2020/3x3/0", "step"].tolist()
    replies = [players["mrugala2020/3x3/0", step][1][tables.next_position[0]] for step in steps]
    changes = [
        (place, first)
        for place, (before, after) in enumerate(pairwise(replies))
        for first in range(CELLS)
        if (before[first] == after[first]).all() == alike
    ]
    place, first = changes[-1]
    choose(board, "mrugala2020", "3x3")
    slider = board.field("After")
    slider.send_keys(Keys.HOME, *[Keys.ARROW_RIGHT] * place)
    board.mark(first)
    signs = board.signs()
    assert signs.count("O") == 1
    slider.send_keys(Keys.ARROW_RIGHT)
    assert board.signs() == (signs if alike else [""] * CELLS)


def test_a_single_player_is_no_choice(board):
    for study, treatment, shown in (("house", "random", False), ("mrugala2020", "3x3", True)):
        choose(board, study, treatment)
        assert board.choice("Run").options[0].is_displayed() == shown
    board.choice("Run").select_by_value("mrugala2020/3x3/1")
    assert not board.field("After").is_displayed(), "it has no course"


def test_people_take_the_seat_that_is_left(board):
    for study, treatment, seats in (
        ("ancheta2020", "control-described", ["o", "watch-x"]),
        ("ancheta2020", "second-seat", ["x", "watch-o"]),
        ("post1999", "square3", ["x", "o", "watch-x", "watch-o"]),
        ("house", "umg", ["x", "watch-o"]),
    ):
        board.choice("Opponent").select_by_value(f"{study}/{treatment}")
        assert [option.get_attribute("value") for option in board.choice("You play").options] == seats


@pytest.mark.parametrize(
    ("study", "treatment", "seat", "said"),
    [
        ("post1999", "square3", "o", "Its genes value a line with 0, 1 or 2 of its own marks at"),
        ("mrugala2020", "3x3-random-ties", "o", "Each cell shows the agent's estimate"),
        ("house", "random", "o", "A fixed rule: any free cell. Where it draws one of several"),
    ],
)
def test_the_reason_for_its_mark(board, study, treatment, seat, said):
    choose(board, study, treatment, seat=seat)
    assert board.one(".thoughts p:first-of-type").text.startswith(said)
    assert board.one(".picture.small").is_displayed() == (study == "ancheta2020")


def test_estimates_stand_in_the_cells_they_are_of(board, agents, arrived, tables):
    choose(board, "mrugala2020", "3x3", seat="o")
    last = max(agents.loc[agents["agent"] == "mrugala2020/3x3/0", "step"])
    estimates = dict(arrived["mrugala2020/3x3/0", last]["estimates"])
    shown = board.texts(".picture:not(.small) .note")
    assert shown == [f"{estimates[after]:.3f}" for after in tables.next_position[0].tolist()]


def test_the_allele_is_marked_on_the_representative(board):
    choose(board, "ancheta2020", "control-described", seat="o")
    board.mark(board.free()[-1])
    assert f"names cell {board.one('.small .chosen .note').text} of this board" in board.one(".thoughts").text
