"""Agents of 3x3 on the page: who can be met, how they learnt, what they are worth and what they looked at; its tabs."""

import re
from itertools import pairwise

import numpy as np
import pytest
from pages import Match
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tttcore.classroom.levels import RULE, chosen_levels
from tttcore.games.classic import CELLS, solve

WORDS = {1: "win", 0: "draw", -1: "loss"}
LEARNER = "mrugala2020/3x3"


@pytest.fixture(scope="module")
def path(play_page):
    return play_page


@pytest.fixture
def board(page):
    """The game of 3x3 on it."""
    return Match(page.driver, "#classic")


@pytest.fixture(scope="module")
def steps(agents):
    """Those after which the learner is held."""
    return agents.loc[agents["agent"] == f"{LEARNER}/0", "step"].tolist()


def test_perfect_play_has_a_picture_of_its_own(board, tables):
    """The result of each mark, which is no part of what the player looked at."""
    values = solve(tables).values[tables.state_of]
    for player in ("house/minimax-first", "mrugala2020/3x3-random-ties"):
        board.choose(player)
        board.mark(1)
        assert board.all(".thoughts [data-worth], .thoughts .word:not(:empty)") == []
        position = tables.next_position[0, 1]
        after = tables.next_position[position].tolist()
        shown = [cell.get_attribute("data-worth") for cell in board.all(".perfect .cell")]
        assert shown == [WORDS[-values[each]] if each >= 0 else None for each in after]
        assert board.texts(".perfect .note") == [""] * 8
        summary = board.one(".perfect summary")
        assert summary.text == "What each cell was worth to O before its last mark", (
            "not to the person, whose turn it is"
        )
        assert board.one(".perfect .picture").get_attribute("aria-label") == summary.text


def test_watching_it_learn(board, steps):
    """The slider goes over all snapshots; each is worth what the page's engine counts."""
    board.choose(LEARNER)
    slider = board.field("Training")
    assert len(board.all(".course .now")) == 2, "a strip per seat"
    assert board.texts(".course .ends span") == 2 * [f"{steps[0]:,}", f"{steps[-1]:,}"]
    assert board.all(".worth h2")[0].text == "Strength: learner"
    for step in reversed(steps):
        assert board.texts("label:has([type=range]) output")[0] == f"{step:,} games{'' if step else ' (untrained)'}"
        counts = board.run(COUNTED, f"{LEARNER}/0", step)
        for row, name in enumerate(("lines", "random"), start=1):
            found = np.array([counts[name][result] for result in ("won", "drawn", "lost")])
            shown = [cell.text for cell in board.all(f".worth tbody tr:nth-child({row}) td.n")]
            assert shown[:3] == [f"{share:.1%}" for share in found / found.sum()]
        column = board.all(".course .now")[0].find_elements(By.TAG_NAME, "span")
        heights = np.array([part.size["height"] for part in column])
        wanted = np.array([counts["lines"][result] for result in ("won", "drawn", "lost")])
        assert heights / heights.sum() == pytest.approx(wanted / wanted.sum(), abs=0.02)
        slider.send_keys(Keys.ARROW_LEFT)
    assert board.one(".thoughts p:first-of-type").text == "No mark yet."


COUNTED = """
  const [id, step] = arguments, { decoded, evaluate } = TTT.classic;
  const agent = JSON.parse(document.getElementById("data-classic").text).agents.find((each) => each.id === id);
  return evaluate(decoded(agent.snapshots.find((each) => each.step === step), agent), 0);
"""
"""Games of a snapshot as the page's engine counts them, as the first player; see `test_play_engine`."""


@pytest.mark.parametrize("alike", [True, False])
def test_a_snapshot_goes_on_with_a_game_that_it_could_have_played(board, steps, players, tables, alike):
    """Else a new game begins."""
    replies = [players[f"{LEARNER}/0", step][1][tables.next_position[0]] for step in steps]
    place, first = [
        (place, first)
        for place, (before, after) in enumerate(pairwise(replies))
        for first in range(CELLS)
        if (before[first] == after[first]).all() == alike
    ][-1]
    board.choose(LEARNER)
    slider = board.field("Training")
    slider.send_keys(Keys.HOME, *[Keys.ARROW_RIGHT] * place)
    board.mark(first)
    signs = board.signs()
    assert signs.count("O") == 1
    slider.send_keys(Keys.ARROW_RIGHT)
    assert board.signs() == (signs if alike else [""] * CELLS)


def test_who_can_be_met_from_which_seat_and_what_is_told_of_them(board, agents, tables, snapshot):
    told = []
    for player, seat in (
        (LEARNER, "o"),
        ("mrugala2020/3x3-random-ties", "o"),
        ("ancheta2020/control-described", "o"),
        ("ancheta2020/second-seat", "x"),
        ("post1999/square3", "o"),
        ("house/random", "o"),
        ("house/umg", "x"),
    ):
        board.choose(player, seat)
        fields = {label: board.field(label).is_displayed() for label in ("Run", "Training")}
        seats = board.texts("label:has(select) output")
        thoughts = board.texts(".thoughts p")[:1]
        about = [one.get_attribute("textContent") for one in board.all(".match-about") if one.is_displayed()]
        told.append(
            "\n  ".join([f"{player} {board.offered('You play')} {fields}", *filter(None, seats), *thoughts, *about])
        )
        if player == LEARNER:
            shown, successors = board.texts(".thoughts .note"), tables.next_position[0].tolist()
            estimates = agents[agents["agent"] == f"{LEARNER}/0"].iloc[-1]["estimates"]
            assert [float(text) for text in shown] == pytest.approx(
                [estimates[each] for each in successors], abs=0.0006
            )
        if player == "ancheta2020/control-described":
            board.mark(board.free()[-1])
            allele = board.one(".thoughts .chosen .note").text
            assert f"names cell {allele} of the board below" in board.one(".thoughts").text
    assert "\n".join(told) == snapshot
    board.choose(LEARNER)
    board.choice("Run").select_by_value(f"{LEARNER}/1")
    assert not board.field("Training").is_displayed(), "it has no course"


def test_a_level_chooses_its_player(board, agents):
    """A fresh page begins with the easiest."""
    levels = chosen_levels(agents)
    row = board.all(".match-levels")[0]
    buttons = row.find_elements(By.TAG_NAME, "button")
    assert [button.text for button in buttons] == [*levels] == ["Easy", "Medium", "Hard", "Perfect"]
    assert buttons[0].get_attribute("aria-pressed") == "true"
    for button, agent in zip(buttons, levels.values(), strict=True):
        button.click()
        assert board.values()["opponent"].split("@")[0] == agent
        assert [each.text for each in buttons if each.get_attribute("aria-pressed") == "true"] == [button.text]
        (who, *_) = board.texts(".match-levels > p")
        assert who == f"{button.text}: {board.choice('Player').first_selected_option.text}."
    assert board.texts(".match-levels details p")[0] == RULE
    board.choose("house/umg-listed")
    assert row.find_elements(By.CSS_SELECTOR, "[aria-pressed=true]") == [
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
    board.choose("house/random")
    everyone = board.offered("Player")
    board.field("Search").send_keys("m 2020 TIES")
    assert board.signs() == [""] * CELLS, "digits are its own"
    assert board.offered("Player") == ["mrugala2020/3x3-dead-ties", "mrugala2020/3x3-random-ties", "house/random"]
    assert board.texts(".match-settings output")[0] == f"2 of {len(everyone)} players"
    assert board.chosen("Player") == "house/random"
    board.field("Search").send_keys(Keys.ENTER)
    assert board.chosen("Player") == "mrugala2020/3x3-dead-ties"
    assert board.offered("Player") == everyone
    board.field("Search").send_keys("nobody")
    assert board.offered("Player") == ["mrugala2020/3x3-dead-ties"]


def test_an_address_opens_an_agent(page, board):
    lattice = Match(page.driver, "#lattice")
    page.go_to("mrugala2020/3x3-dead-ties/1")
    page.wait_until(lambda: "M 2020: learner with ties, run 1" in board.tally())
    page.go_to("lattice")
    page.wait_until(lambda: page.one("#lattice").is_displayed())
    for nothing in ("nobody/knows/this", "content", "%"):
        page.go_to(nothing)
        page.wait()
        assert page.one("#lattice").is_displayed()
    page.go_to(f"{LEARNER}/1")
    page.wait_until(lambda: "M 2020: learner, run 1" in board.tally())
    page.go_to("post1999/cube/1")
    page.wait_until(lambda: "P: Genie, run 1" in lattice.tally())


def test_tabs_hold_games_whose_fields_have_names_and_whose_machines_are_players(page, board):
    """All on one page without any other file, whose content policy lets no other script run."""
    assert page.run("return performance.getEntriesByType('resource').length") == 0
    tabs = page.all("[role=tab]")
    for tab, places in zip(tabs, (CELLS, 81, 64), strict=True):
        tab.click()
        panel = page.one(f"#{tab.get_attribute('aria-controls')}")
        assert [each.is_displayed() for each in page.all("[role=tabpanel]")].count(True) == 1
        assert panel.is_displayed()
        assert len(panel.find_elements(By.CSS_SELECTOR, ".place")) == places
        fields = panel.find_elements(By.CSS_SELECTOR, ":is(button, select, input, [role=img], [role=group])")
        named = [field for field in fields if field.is_displayed() and not field.accessible_name.strip()]
        assert (len(fields) > CELLS, named) == (True, [])
    tabs[-1].send_keys(Keys.ARROW_RIGHT)
    assert page.focused == tabs[0]
    board.choose(LEARNER, "o")
    board.choice("You play").select_by_value("watch-x")
    said = page.run("return document.querySelector('main').innerText + document.querySelector('main').textContent")
    scripts = page.run("return [...document.querySelectorAll('main script')].map((one) => one.text).join('')")
    said = said.replace(scripts, "")
    assert re.findall(r"\b(?:opponent|engine|agent|rival)s?\b", said, re.IGNORECASE) == []
    page.run("""
        const script = document.createElement("script");
        script.text = "window.foreign = true";
        document.body.append(script);
    """)
    assert page.run("return window.foreign === undefined")
    assert any("Content Security Policy" in error for error in page.errors())
