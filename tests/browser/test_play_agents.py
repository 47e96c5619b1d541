"""Agents of 3x3 on the page: who can be met, how they learnt, what they are worth and what they looked at."""

import re
from itertools import pairwise

import numpy as np
import pytest
from classic_page import PANEL, RESULTS, choose
from pages import Match
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tttcore.classroom.levels import RULE, chosen_levels
from tttcore.games.classic import CELLS, solve

WORDS = {1: "win", 0: "draw", -1: "loss"}


@pytest.fixture(scope="module")
def path(play_page):
    return play_page


@pytest.fixture
def board(page):
    """The game of 3x3 on it."""
    return Match(page.driver, PANEL)


@pytest.mark.parametrize("player", ["house/minimax-first", "mrugala2020/3x3-random-ties"])
def test_perfect_play_has_a_picture_of_its_own(board, tables, player):
    """The result of each mark, which is no part of what the player looked at."""
    choose(board, *player.split("/"))
    board.mark(1)
    assert board.all(".thoughts [data-worth], .thoughts .word:not(:empty)") == []
    values = solve(tables).values[tables.state_of]
    position = tables.next_position[0, 1]
    for cell, shown in enumerate(board.all(".perfect .cell")):
        after = tables.next_position[position, cell]
        assert shown.get_attribute("data-worth") == (WORDS[-values[after]] if after >= 0 else None)
    assert board.texts(".perfect .note") == [""] * 8
    summary = board.one(".perfect summary")
    assert summary.text == "What each cell was worth to O before its last mark", "not to the person, whose turn it is"
    assert board.one(".perfect .picture").get_attribute("aria-label") == summary.text


def test_watching_it_learn(board, agents, arrived):
    """The slider goes over all snapshots; each is worth what the counts say."""
    steps = agents.loc[agents["agent"] == "mrugala2020/3x3/0", "step"].tolist()
    choose(board, "mrugala2020", "3x3")
    slider = board.field("Training")
    assert len(board.all(".course .now")) == 2, "a strip per seat"
    assert board.texts(".course .ends span") == 2 * [f"{steps[0]:,}", f"{steps[-1]:,}"]
    assert board.all(".worth h2")[0].text == "Strength: learner"
    for step in reversed(steps):
        assert board.texts("label:has([type=range]) output")[0] == f"{step:,} games{'' if step else ' (untrained)'}"
        lines = arrived["mrugala2020/3x3/0", step]["counts"]["0"]["lines"]
        shown = [cell.text for cell in board.all(".worth tbody tr:first-child td.n")]
        assert shown == [f"{lines[result] / sum(lines.values()):.1%}" for result in RESULTS]
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
    slider = board.field("Training")
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
    assert not board.field("Training").is_displayed(), "it has no course"


def test_people_take_the_seat_that_is_left(board):
    for study, treatment, seats in (
        ("ancheta2020", "control-described", ["o", "watch-x"]),
        ("ancheta2020", "second-seat", ["x", "watch-o"]),
        ("post1999", "square3", ["x", "o", "watch-x", "watch-o"]),
        ("house", "umg", ["x", "watch-o"]),
    ):
        board.choice("Player").select_by_value(f"{study}/{treatment}")
        reason = {"o": "This player only moves first.", "x": "This player only moves second."}
        assert ("" if len(seats) > 2 else reason[seats[0]]) in board.texts("label:has(select) output")
        assert [option.get_attribute("value") for option in board.choice("You play").options] == seats


@pytest.mark.parametrize(
    ("study", "treatment", "seat", "said"),
    [
        ("post1999", "square3", "o", "Its genes value a line with 0, 1 or 2 of its own marks at"),
        ("mrugala2020", "3x3-random-ties", "o", "Each cell shows the player's estimate"),
        ("ancheta2020", "control-described", "o", "Gene 1 of 765 decides this position"),
        ("house", "random", "o", "A fixed rule: any free cell. Where it draws one of several"),
    ],
)
def test_the_reason_for_its_mark(board, study, treatment, seat, said):
    choose(board, study, treatment, seat=seat)
    assert board.one(".thoughts p:first-of-type").text.startswith(said)


def test_estimates_stand_in_the_cells_they_are_of(board, agents, arrived, tables):
    choose(board, "mrugala2020", "3x3", seat="o")
    last = max(agents.loc[agents["agent"] == "mrugala2020/3x3/0", "step"])
    estimates = dict(arrived["mrugala2020/3x3/0", last]["estimates"])
    shown = board.texts(".thoughts .note")
    assert shown == [f"{estimates[after]:.3f}" for after in tables.next_position[0].tolist()]


def listed(board):
    """Keys of the players in the list."""
    return [option.get_attribute("value") for option in board.choice("Player").options]


def test_a_level_chooses_its_player(board, agents):
    """A fresh page begins with the easiest."""
    levels = chosen_levels(agents)
    buttons = board.all(".match-levels")[0].find_elements(By.TAG_NAME, "button")
    assert [button.text for button in buttons] == [*levels] == ["Easy", "Medium", "Hard", "Perfect"]
    assert buttons[0].get_attribute("aria-pressed") == "true"
    for button, agent in zip(buttons, levels.values(), strict=True):
        button.click()
        assert board.run("return TTT.address.parse(location.hash.slice(1)).values.opponent").split("@")[0] == agent
        pressed = [each.text for each in buttons if each.get_attribute("aria-pressed") == "true"]
        assert pressed == [button.text]
        (who, *_) = board.texts(".match-levels > p")
        assert who == f"{button.text}: {board.choice('Player').first_selected_option.text}."
    assert board.texts(".match-levels details p")[0] == RULE
    choose(board, "house", "umg-listed")
    assert board.all(".match-levels")[0].find_elements(By.CSS_SELECTOR, "[aria-pressed=true]") == [
        button for button, agent in zip(buttons, levels.values(), strict=True) if agent == "house/umg-listed"
    ]


def test_a_heading_spells_out_the_abbreviations_of_a_document(page):
    """Those that stand in parentheses after capitalised words."""
    data = {
        "agents": [{"id": "a/b/0", "study": "a", "treatment": "b", "name": "RMG", "replicate": 0}],
        "studies": {"a": "A 2020"},
        "abouts": {"a": "It meets the Random Move Generator (RMG), or nobody (which is rare)."},
    }
    heading = page.run(
        """const agents = arguments[0].agents.map((one) => ({ ...one, seat: "both", snapshots: [{}] }));
        const made = TTT.agentChoice({ ...arguments[0], agents }, () => {}, { about: () => "" });
        return made.settings[2].querySelector("optgroup").label""",
        data,
    )
    assert heading == "A 2020 (RMG: Random Move Generator)"


def test_a_search_shortens_the_list(board):
    """By all its words, in names of documents and players; the chosen player stays, and Enter takes the first."""
    choose(board, "house", "random")
    everyone = listed(board)
    board.field("Search").send_keys("m 2020 TIES")
    assert board.signs() == [""] * CELLS, "digits are its own"
    assert listed(board) == ["mrugala2020/3x3-dead-ties", "mrugala2020/3x3-random-ties", "house/random"]
    assert board.texts(".match-settings output")[0] == f"2 of {len(everyone)} players"
    assert board.choice("Player").first_selected_option.get_attribute("value") == "house/random"
    board.field("Search").send_keys(Keys.ENTER)
    assert board.choice("Player").first_selected_option.get_attribute("value") == "mrugala2020/3x3-dead-ties"
    assert listed(board) == everyone
    board.field("Search").send_keys("nobody")
    assert listed(board) == ["mrugala2020/3x3-dead-ties"]


def test_machines_are_called_players_by_all_that_the_page_says(page, board):
    choose(board, "mrugala2020", "3x3", seat="o")
    board.choice("You play").select_by_value("watch-x")
    for tab in page.all("[role=tab]"):
        tab.click()
    said = board.run("return document.querySelector('main').innerText + document.querySelector('main').textContent")
    scripts = board.run("return [...document.querySelectorAll('main script')].map((one) => one.text).join('')")
    said = said.replace(scripts, "")
    assert re.findall(r"\b(?:opponent|engine|agent|rival)s?\b", said, re.IGNORECASE) == []


def test_a_player_is_told_of_in_a_line(board):
    """How it came about and how strong it is, and what its document is about if that is known."""
    choose(board, "mrugala2020", "3x3", seat="o")
    told = board.texts(".match-about")
    assert "learned by playing another learner" in told[0]
    assert re.search(r"Against random marks, as X it wins \d+\.\d%", told[0])
    assert "Two learners play each other." in told[1]
    choose(board, "house", "umg")
    assert "as O it wins" in board.texts(".match-about")[0]
    assert "as X" not in board.texts(".match-about")[0]
    assert not board.all("details.match-about")[0].is_displayed()


def test_the_allele_is_marked_on_the_representative(board):
    choose(board, "ancheta2020", "control-described", seat="o")
    board.mark(board.free()[-1])
    assert f"names cell {board.one('.thoughts .chosen .note').text} of the board below" in board.one(".thoughts").text
