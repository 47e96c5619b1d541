"""Agents of 3x3 on the page: who can be met, how they learnt, what they are worth and looked at, its tabs; the engine
of 3x3: the tables, values, agents, beads and counts of the Python core.
"""

import re
from itertools import pairwise

import numpy as np
import pytest
from pages import Match
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tttcore.classroom.levels import RULE, chosen_levels
from tttcore.games.classic import CELLS, CROSS_WON, DRAWN, NOUGHT_WON, OPEN, solve
from tttcore.games.tables import to_digits
from tttcore.players.exact_results import propagate
from tttcore.players.policy import game, uniform_policy, unpacked

PAGE = "play_page"

WORDS = {1: "win", 0: "draw", -1: "loss"}
LEARNER = "mrugala2020/3x3"


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
        told = "What each cell was worth to O before its last mark"  # not to the person, whose turn it is
        assert board.one(".perfect summary").text == told == board.one(".perfect .picture").get_attribute("aria-label")


def test_watching_it_learn(board, arrived, steps):
    """The slider goes over all snapshots; each is worth what the page's engine counts."""
    board.choose(LEARNER)
    slider = board.field("Training")
    assert len(board.all(".course .now")) == 2, "a strip per seat"
    assert board.texts(".course .ends span") == 2 * [f"{steps[0]:,}", f"{steps[-1]:,}"]
    assert board.all(".worth h2")[0].text == "Strength: learner"
    for step in reversed(steps):
        assert board.texts("label:has([type=range]) output")[0] == f"{step:,} games{'' if step else ' (untrained)'}"
        counts = arrived[f"{LEARNER}/0", step]["counts"]["0"]
        for row, name in enumerate(("lines", "random"), start=1):
            found = np.array([counts[name][result] for result in RESULTS])
            shown = [cell.text for cell in board.all(f".worth tbody tr:nth-child({row}) td.n")]
            assert shown[:3] == [f"{share:.1%}" for share in found / found.sum()]
        column = board.all(".course .now")[0].find_elements(By.TAG_NAME, "span")
        heights = np.array([part.size["height"] for part in column])
        wanted = np.array([counts["lines"][result] for result in RESULTS])
        assert heights / heights.sum() == pytest.approx(wanted / wanted.sum(), abs=0.02)
        slider.send_keys(Keys.ARROW_LEFT)
    assert board.one(".thoughts p:first-of-type").text == "No mark yet."


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
        texts = [*filter(None, board.texts("label:has(select) output")), *board.texts(".thoughts p")[:1]]
        texts += [one.get_attribute("textContent") for one in board.all(".match-about") if one.is_displayed()]
        told.append("\n  ".join([f"{player} {board.offered('You play')} {fields}", *texts]))
        if player == LEARNER:
            shown = [float(text) for text in board.texts(".thoughts .note")]
            estimates = np.array(agents[agents["agent"] == f"{LEARNER}/0"].iloc[-1]["estimates"])
            assert shown == pytest.approx(estimates[tables.next_position[0]], abs=0.0006)
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
    levels, pressed = chosen_levels(agents), ".match-levels:first-of-type [aria-pressed=true]"
    buttons = board.all(".match-levels")[0].find_elements(By.TAG_NAME, "button")
    assert [button.text for button in buttons] == [*levels] == ["Easy", "Medium", "Hard", "Perfect"]
    assert board.texts(pressed) == ["Easy"]
    for button, agent in zip(buttons, levels.values(), strict=True):
        button.click()
        assert board.values()["opponent"] == agent
        assert board.texts(pressed) == [button.text]
        name = board.choice("Player").first_selected_option.text
        assert board.texts(".match-levels > p")[0].startswith(f"{button.text}: {name}")
    assert board.texts(".match-levels details p")[0] == RULE
    board.choose("house/umg-listed")
    assert board.texts(pressed) == [level for level, agent in levels.items() if agent == "house/umg-listed"]


def test_a_heading_spells_out_the_abbreviations_of_a_document(page):
    """Those that stand in parentheses after capitalised words."""
    agent = {"id": "a/b/0", "study": "a", "treatment": "b", "name": "RMG", "replicate": 0}
    about = "It meets the Random Move Generator (RMG), or nobody (which is rare)."
    script = """arguments[0].agents.forEach((one) => Object.assign(one, { seat: "both", snapshots: [{}] }));
        const { settings } = TTT.agentChoice(arguments[0], () => {}, { about: () => "" });
        return settings[2].querySelector("optgroup").label"""
    heading = page.run(script, {"agents": [agent], "studies": {"a": "A 2020"}, "abouts": {"a": about}})
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
    page.go_to("lattice")
    page.wait_until(lambda: page.one("#lattice").is_displayed())
    for nothing in ("nobody/knows/this", "content", "%"):
        page.go_to(nothing)
        page.wait()
        assert page.one("#lattice").is_displayed()
    for address, panel, name in (
        ("mrugala2020/3x3-dead-ties/1", board, "M 2020: learner with ties, run 1"),
        (f"{LEARNER}/1", board, "M 2020: learner, run 1"),
        ("post1999/cube/1", lattice, "P: Genie, run 1"),
    ):
        page.go_to(address)
        page.wait_until(lambda panel=panel, name=name: name in panel.tally())


def test_tabs_hold_games_and_machines_are_players(page, board):
    """All on one page without any other file, whose content policy lets no other script run."""
    assert page.run("return performance.getEntriesByType('resource').length") == 0
    tabs = page.all("[role=tab]")
    for tab, places in zip(tabs, (CELLS, 81, 64), strict=True):
        tab.click()
        (panel,) = (each for each in page.all("[role=tabpanel]") if each.is_displayed())
        assert panel.get_attribute("id") == tab.get_attribute("aria-controls")
        assert len(panel.find_elements(By.CSS_SELECTOR, ".place")) == places
    tabs[-1].send_keys(Keys.ARROW_RIGHT)
    assert page.focused == tabs[0]
    board.choose(LEARNER, "o")
    board.choice("You play").select_by_value("watch-x")
    said = page.run("""
        for (const script of document.querySelectorAll("main script")) script.remove();
        const main = document.querySelector("main");
        return main.innerText + main.textContent""")
    assert re.findall(r"\b(?:opponent|engine|agent|rival)s?\b", said, re.IGNORECASE) == []
    script = "const one = document.createElement('script'); one.text = 'window.foreign = 1'; document.body.append(one)"
    page.run(script)
    assert page.run("return window.foreign ?? null") is None
    assert any("Content Security Policy" in error for error in page.errors())


RESULTS = ("won", "drawn", "lost")
ARRIVED = """
  const { chances, decoded, evaluate, seatsOf } = TTT.classic;
  return JSON.parse(document.getElementById("data-classic").text).agents.flatMap((agent) =>
    agent.snapshots.map((snapshot) => {
      const found = decoded(snapshot, agent), { beads, cells, estimates } = found;
      return {
        agent: agent.id, step: snapshot.step, kind: agent.kind, weights: snapshot.weights ?? [],
        boxed: "boxes" in snapshot, cells: [...cells], estimates: [...estimates],
        drawn: agent.kind !== "beads" ? []
          : [...cells].map(([position, own]) => [position, own, beads.get(position), chances(found, position)]),
        counts: Object.fromEntries(seatsOf(agent).map((seat) => [seat, evaluate(found, seat)])),
      };
    }));
"""


@pytest.fixture(scope="module")
def arrived(browser, play_page):
    """Agents of the page as its engine reads them, by id and step."""
    browser.open(play_page)
    return {(found["agent"], found["step"]): found for found in browser.run(ARRIVED)}


def test_tables_equal_those_of_python(page, tables):
    found = page.run("const {tables, values} = TTT.classic; return {...tables, values}")
    results = {CROSS_WON: 1, NOUGHT_WON: -1, DRAWN: 0, OPEN: None}
    assert found["boards"] == to_digits(tables.positions)
    assert found["next"] == tables.next_position.tolist()
    assert found["states"] == to_digits(tables.states)
    assert found["stateOf"] == tables.state_of.tolist()
    assert found["symmetryOf"] == tables.symmetry_of.tolist()
    assert found["results"] == [results[tables.outcomes[state]] for state in tables.state_of]
    assert found["values"] == solve(tables).values[tables.state_of].tolist()


def test_counts_equal_those_of_python(arrived, players):
    """Of every agent, over every line of its opponent, and against random marks; beads weigh moves."""
    assert arrived.keys() == players.keys()
    assert {found["kind"] for found in arrived.values()} == {"genes", "estimates", "weights", "rules", "beads"}
    played = game(dead=False)
    every = (played.successors >= 0).astype(float)
    for key, (seats, _, own) in players.items():
        for seat in seats:
            found = arrived[key]["counts"][str(seat)]
            for name, opponent in {"lines": every, "random": uniform_policy(every > 0)}.items():
                _, ends = propagate(played, *((own, opponent) if seat == 0 else (opponent, own)))
                wanted = ends if seat == 0 else ends[::-1]
                assert [found[name][result] for result in RESULTS] == pytest.approx(wanted), (key, seat, name)


def test_cells_and_estimates_arrive(arrived, agents):
    played = game(dead=False)
    for row in agents[(agents["game"] == "3x3") & (agents["beads"].str.len() == 0)].itertuples():
        cells = dict(arrived[row.agent, row.step]["cells"])
        wanted = unpacked(np.asarray(row.cells, np.uint16))
        assert all(np.flatnonzero(wanted[position]).tolist() == found for position, found in cells.items())
        assert (0 in cells) == (row.seat != "second")
        estimates = dict(arrived[row.agent, row.step]["estimates"])
        assert bool(estimates) == bool(len(row.estimates))
        if estimates:
            after = np.unique(played.successors[list(cells)])
            assert sorted(estimates) == after[after >= 0].tolist()
            assert max(abs(row.estimates[position] - seen) for position, seen in estimates.items()) < 0.00051


def test_boxes_and_beads_arrive(arrived, agents):
    assert {found["boxed"] for found in arrived.values() if found["kind"] == "beads"} == {True, False}
    for row in agents[agents["beads"].str.len() > 0].itertuples():
        for position, cells, numbers, chances in arrived[row.agent, row.step]["drawn"]:
            held = np.asarray(row.beads).reshape(-1, 9)[position]
            assert sorted(cells) == np.flatnonzero(held).tolist()
            assert len(cells) == 1 or numbers == held[cells].tolist()
            assert chances == pytest.approx((held[cells] / held.sum()).tolist())


def test_agents_are_asked_where_they_can_come_to(arrived, players):
    """Positions by going through all games one by one."""
    successors, results = game(dead=False).successors, game(dead=False).results

    def walk(position, turn, seat, cells, seen):
        if position not in seen and results[position] == OPEN:
            seen.add(position)
            for cell in np.flatnonzero(cells[position] if turn == seat else successors[position] >= 0):
                walk(successors[position, cell], 1 - turn, seat, cells, seen)

    for key, (seats, cells, _) in players.items():
        asked = set()
        for seat in seats:
            seen = set()
            walk(0, 0, seat, cells, seen)
            asked |= {position for position in seen if game(dead=False).seat[position] == seat}
        assert {position for position, _ in arrived[key]["cells"]} == asked


def test_genes_that_are_shown(page, arrived, agents):
    script = "return arguments[0].map(([position, [cell]]) => TTT.classic.gene(position, cell))"
    for row in agents[agents["genome"] != ""].itertuples():
        shown = page.run(script, arrived[row.agent, row.step]["cells"])
        assert shown
        assert all(int(row.genome[gene["state"]]) == gene["allele"] for gene in shown)


def test_scores_that_are_shown_are_those_a_genie_goes_by(page, arrived):
    script = "return arguments[1].map(([position]) => [...TTT.classic.scores(arguments[0], position)])"
    genies = [found for found in arrived.values() if found["kind"] == "weights"]
    assert genies
    for found in genies:
        for (_, cells), scored in zip(found["cells"], page.run(script, found["weights"], found["cells"]), strict=True):
            best = max(score for _, score in scored)
            assert [next(cell for cell, score in scored if score == best)] == cells
