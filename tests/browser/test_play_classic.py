"""3x3 in the page: the tables, values, agents and counts of the Python core, and a person who plays."""

from itertools import pairwise

import numpy as np
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from small_agents import small_agents

from tttcore.games.classic import CELLS, CROSS_WON, DRAWN, NOUGHT_WON, OPEN
from tttcore.games.tables import boards, digits
from tttcore.players.genome import Evaluator
from tttcore.players.house import house
from tttcore.players.minimax import solve
from tttcore.players.strategy import GOES_ON, game, uniform, unpacked
from tttcore.report.play import write_play_page

STUDIES = {"ancheta2020": "A", "hemingroth2025": "H", "post1999": "P", "mrugala2020": "M", "osipa2017": "O"}
SEATS = {"first": [0], "second": [1], "both": [0, 1]}
RESULTS = ("won", "drawn", "lost")
PANEL = "#classic"
WORDS = {1: "win", 0: "draw", -1: "loss"}
HINTS = {1: "good", 0: "even", -1: "bad"}
ARRIVED = """
  const {decoded, evaluate, seatsOf} = TTT.classic;
  return JSON.parse(document.getElementById("data-classic").text).agents.flatMap((agent) =>
    agent.snapshots.map((snapshot) => {
      const {cells, estimates} = decoded(snapshot, agent);
      return {
        agent: agent.id, step: snapshot.step, kind: agent.kind, weights: snapshot.weights ?? [],
        cells: [...cells], estimates: [...estimates],
        counts: Object.fromEntries(seatsOf(agent).map((seat) => [seat, evaluate(cells, seat)])),
      };
    }));
"""
"""What the page's engine makes of the agents that the page holds."""


@pytest.fixture(scope="module")
def agents(tables):
    return small_agents(tables)


@pytest.fixture(scope="module")
def path(agents, tmp_path_factory):
    file = tmp_path_factory.mktemp("play") / "play.html"
    write_play_page(file, agents=agents, studies=STUDIES)
    return file


@pytest.fixture
def page(browser, path):
    """The page, first seen; whatever is done with it leaves no error on the console."""
    browser.open(path)
    yield browser
    assert browser.errors() == []


@pytest.fixture(scope="module")
def arrived(browser, path):
    """Agents as the page sees them, by id and step."""
    browser.open(path)
    return {(found["agent"], found["step"]): found for found in browser.run(ARRIVED)}


@pytest.fixture(scope="module")
def players(agents):
    """Cells of all agents of 3x3, house players among them, and their seats, by id and step."""
    of_runs = agents[agents["game"] == "3x3"].to_dict("records")
    learnt = {
        (row["agent"], row["step"]): (SEATS[row["seat"]], unpacked(np.asarray(row["cells"], np.uint16)))
        for row in of_runs
    }
    return {**learnt, **{(f"house/{name}", 0): (list(seats), cells) for name, (seats, cells) in house().items()}}


def signs_of(board):
    return board.texts(f"{PANEL} .place")


def wait_for(board, *turns):
    seen = board.one(f"{PANEL} .match")
    board.wait_until(lambda: seen.get_attribute("data-turn") in turns)
    return seen.get_attribute("data-turn")


def choice(board, label):
    return Select(
        board.driver.find_element(By.XPATH, f"//section[@id='classic']//label[contains(., '{label}')]/select")
    )


def choose(board, study, treatment=None, seat="0"):
    choice(board, "Opponent from").select_by_value(study)
    if treatment:
        choice(board, "Treatment").select_by_value(treatment)
    choice(board, "You play").select_by_value(seat)
    wait_for(board, "person")


def free_places(board):
    return board.all(f"{PANEL} .place[aria-disabled='false']")


def finish(board):
    """Mark the first free cell until the game is over."""
    while wait_for(board, "person", "over") == "person":
        free_places(board)[0].click()


def tally(board):
    return board.one(f"{PANEL} .match-tally").text


def test_tables_equal_those_of_python(page, tables):
    found = page.run("const {tables, values} = TTT.classic; return {...tables, values}")
    results = {CROSS_WON: 1, NOUGHT_WON: -1, DRAWN: 0, OPEN: None}
    assert found["boards"] == digits(tables.positions)
    assert found["next"] == tables.next_position.tolist()
    assert found["states"] == digits(tables.states)
    assert found["stateOf"] == tables.state_of.tolist()
    assert found["symmetryOf"] == tables.symmetry_of.tolist()
    assert found["results"] == [results[tables.outcomes[state]] for state in tables.state_of]
    assert found["values"] == solve(tables).values[tables.state_of].tolist()


def test_every_agent_arrives(arrived, players):
    assert list(arrived) != []
    assert set(arrived) == set(players)
    assert {found["kind"] for found in arrived.values()} == {"genes", "estimates", "weights", "rules"}


def test_counts_equal_those_of_python(arrived, players):
    """Over every line of its opponent, and against random marks."""
    played = game(dead=False)
    every = (played.following >= 0).astype(float)
    for key, (seats, cells) in players.items():
        for seat in seats:
            found = arrived[key]["counts"][str(seat)]
            for name, opponent in {"lines": every, "random": uniform(played.following >= 0)}.items():
                own = uniform(cells)
                _, ends = played.meet(*((own, opponent) if seat == 0 else (opponent, own)))
                wanted = ends if seat == 0 else ends[::-1]
                assert [found[name][result] for result in RESULTS] == pytest.approx(wanted), (key, seat, name)


def test_counts_equal_those_of_the_kernel_that_evolves(arrived, agents, tables):
    """Which counts replies up to symmetry."""
    genetic = agents[agents["genome"] != ""]
    assert set(genetic["seat"]) == set(SEATS)
    for row in genetic.itertuples():
        found = arrived[row.agent, row.step]["counts"]
        counts = Evaluator(tables, row.seat)(boards(genetic["genome"])[[genetic.index.get_loc(row.Index)]]).counts()
        lines = [seat["lines"] for seat in found.values()]
        for name, result in {"wins": "won", "draws": "drawn", "losses": "lost"}.items():
            assert sum(each[result] for each in lines) == counts[name][0]


def test_cells_and_estimates_arrive(arrived, agents):
    played = game(dead=False)
    for row in agents[agents["game"] == "3x3"].itertuples():
        cells = dict(arrived[row.agent, row.step]["cells"])
        wanted = unpacked(np.asarray(row.cells, np.uint16))
        assert all(np.flatnonzero(wanted[position]).tolist() == found for position, found in cells.items())
        assert (0 in cells) == (row.seat != "second")
        estimates = dict(arrived[row.agent, row.step]["estimates"])
        assert bool(estimates) == bool(len(row.estimates))
        if estimates:
            after = np.unique(played.following[list(cells)])
            assert sorted(estimates) == after[after >= 0].tolist()
            assert max(abs(row.estimates[position] - seen) for position, seen in estimates.items()) < 0.00051


def test_agents_are_asked_where_they_can_come_to(arrived, players):
    """Positions by going through all games one by one."""
    following, results = game(dead=False).following, game(dead=False).results

    def walk(position, turn, seats, cells, seen):
        if position in seen or results[position] != GOES_ON:
            return
        seen.add(position)
        marks = np.flatnonzero(cells[position] if turn == seats else following[position] >= 0)
        for cell in marks:
            walk(following[position, cell], 1 - turn, seats, cells, seen)

    for key, (seats, cells) in players.items():
        asked = set()
        for seat in seats:
            seen = set()
            walk(0, 0, seat, cells, seen)
            asked |= {position for position in seen if game(dead=False).seat[position] == seat}
        assert {position for position, _ in arrived[key]["cells"]} == asked


def test_genes_that_are_shown(page, arrived, agents):
    for row in agents[agents["genome"] != ""].itertuples():
        shown = page.run(
            "return arguments[0].map(([position, [cell]]) => TTT.classic.gene(position, cell))",
            arrived[row.agent, row.step]["cells"],
        )
        assert shown
        assert all(int(row.genome[gene["state"]]) == gene["allele"] for gene in shown)


def test_scores_that_are_shown_are_those_a_genie_goes_by(page, arrived):
    genies = [found for found in arrived.values() if found["kind"] == "weights"]
    assert genies
    for found in genies:
        scores = page.run(
            "return arguments[1].map(([position]) => [...TTT.classic.scores(arguments[0], position)])",
            found["weights"], found["cells"],
        )  # fmt: skip
        for (_, cells), scored in zip(found["cells"], scores, strict=True):
            best = max(score for _, score in scored)
            assert [next(cell for cell, score in scored if score == best)] == cells


def test_the_page_needs_nothing_else(page):
    assert page.driver.current_url.startswith("file://")
    assert page.run("return performance.getEntriesByType('resource').length") == 0


def test_other_scripts_do_not_run(browser, path):
    browser.open(path)
    browser.run("""
        const script = document.createElement("script");
        script.text = "window.foreign = true";
        document.body.append(script);
    """)
    assert browser.run("return window.foreign === undefined")
    assert any("Content Security Policy" in error for error in browser.errors())


def test_a_game_by_clicks(page):
    choose(page, "house", "minimax-first")
    finish(page)
    signs = signs_of(page)
    assert signs.count("X") - signs.count("O") in (0, 1)
    assert page.one(f"{PANEL} .match-status").text.endswith(("You have lost.", "A draw."))
    assert "you won 0" in tally(page)
    assert ("drew 1" in tally(page)) != ("lost 1" in tally(page))


def test_replies_are_the_agents(page, players):
    """Every mark of the page's is one that the agent draws from."""
    choose(page, "house", "careful", seat="1")
    _, cells = players["house/careful", 0]
    for _ in range(3):
        page.one(f"{PANEL} .match-new").click()
        finish(page)
        assert _is_reply(page, cells)
        before = page.texts(f"{PANEL} .picture:not(.small) .cell")
        assert before.count("X") == signs_of(page).count("X") - 1, "the last reply is shown"


def test_it_draws_from_all_of_its_cells(page):
    """By the numbers that the browser draws."""
    for drawn, cell in ((0, 0), (0.5, 4), (0.999, 8)):
        page.run(f"Math.random = () => {drawn}")
        choose(page, "house", "random", seat="1")
        page.one(f"{PANEL} .match-new").click()
        wait_for(page, "person")
        assert signs_of(page)[cell] == "X"


def test_a_reply_to_a_game_that_was_left_is_dropped(page):
    choose(page, "house", "minimax-first")
    page.run(
        "arguments[0].click(); arguments[1].click(); return new Promise((done) => setTimeout(done, 100))",
        free_places(page)[0], page.one(f"{PANEL} .match-new"),
    )  # fmt: skip
    assert signs_of(page) == [""] * CELLS


def test_a_win_shows_its_line(page):
    choose(page, "house", "random")
    page.run("Math.random = () => 0.999")
    finish(page)
    line = [
        number for number, place in enumerate(page.all(f"{PANEL} .place")) if "line" in place.get_attribute("class")
    ]
    assert line in [[0, 1, 2], [6, 7, 8]], signs_of(page)
    colours = page.run(
        "return [...document.querySelectorAll('#classic .place')].map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert {colours[cell] for cell in line}.isdisjoint(colours[cell] for cell in range(CELLS) if cell not in line)


def _digits(signs):
    return "".join({"": "0", "X": "1", "O": "2"}[sign] for sign in signs)


def _is_reply(page, cells):
    """Whether the last reply, which the panel beside the board shows, is one of the agent's."""
    before = [_sign(cell) for cell in page.all(f"{PANEL} .picture:not(.small) .cell")]
    position = page.run("return TTT.classic.tables.boards.indexOf(arguments[0])", _digits(before))
    chosen = page.all(f"{PANEL} .picture:not(.small) .cell").index(page.one(f"{PANEL} .picture:not(.small) .chosen"))
    return bool(cells[position, chosen])


def _sign(cell):
    return cell.text if cell.text in ("X", "O") else ""


def test_undo(page):
    choose(page, "house", "perfect", seat="1")
    undo = page.one(f"{PANEL} .match-undo")
    assert not undo.is_enabled()
    opened = signs_of(page)
    assert opened.count("X") == 1
    free_places(page)[0].click()
    wait_for(page, "person")
    undo.send_keys(Keys.ENTER)
    assert signs_of(page) == opened
    assert not undo.is_enabled()
    assert page.driver.switch_to.active_element in page.all(f"{PANEL} .place")


def test_undo_takes_back_a_result(page):
    choose(page, "house", "perfect")
    finish(page)
    counted = tally(page)
    page.one(f"{PANEL} .match-undo").click()
    assert wait_for(page, "person")
    assert "you won 0, drew 0, lost 0" in tally(page)
    assert tally(page) != counted


def test_a_game_by_keyboard(page):
    """The tab key reaches one cell, arrows walk round the edges, Enter marks."""
    choose(page, "house", "minimax-first")
    assert [place.get_attribute("tabindex") for place in page.all(f"{PANEL} .place")].count("0") == 1
    page.all(f"{PANEL} .place[tabindex='0']")[0].send_keys(Keys.ARROW_UP)
    for keys, cell in ((Keys.ARROW_LEFT, 8), (Keys.ARROW_RIGHT, 6), (Keys.ARROW_DOWN, 0), (Keys.ARROW_RIGHT, 1)):
        page.driver.switch_to.active_element.send_keys(keys)
        assert page.driver.switch_to.active_element == page.all(f"{PANEL} .place")[cell]
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    wait_for(page, "person")
    assert signs_of(page)[1] == "X"
    assert page.driver.switch_to.active_element == page.all(f"{PANEL} .place")[1]


def test_hints_are_exact(page, tables):
    choose(page, "house", "random")
    hints = page.one(f"{PANEL} .match-settings [type=checkbox]")
    assert page.all(f"{PANEL} [data-hint]") == []
    hints.click()
    values = solve(tables).values[tables.state_of]
    index = {board: number for number, board in enumerate(digits(tables.positions))}
    for _ in range(2):
        position = index[_digits([sign if sign in ("X", "O") else "" for sign in signs_of(page)])]
        page.wait_until(lambda: len(page.all(f"{PANEL} [data-hint]")) == len(free_places(page)))
        for cell, place in enumerate(page.all(f"{PANEL} .place")):
            after = tables.next_position[position, cell]
            assert place.get_attribute("data-hint") == (HINTS[values[after]] if after >= 0 else None)
            assert place.text == (WORDS[values[after]] if after >= 0 else place.text)
            assert place.accessible_name.endswith(f"a {WORDS[values[after]]} for you") == (after >= 0)
        free_places(page)[0].click()
        wait_for(page, "person")
    hints.click()
    assert page.all(f"{PANEL} [data-hint]") == []


def test_alternatives_have_their_exact_worth(page, tables, players):
    """Beside the board, seen by the agent."""
    choose(page, "house", "minimax-first")
    page.all(f"{PANEL} .place")[1].click()
    wait_for(page, "person")
    values = solve(tables).values[tables.state_of]
    position = tables.next_position[0, 1]
    for cell, shown in enumerate(page.all(f"{PANEL} .picture:not(.small) .cell")):
        after = tables.next_position[position, cell]
        assert shown.get_attribute("data-worth") == (WORDS[-values[after]] if after >= 0 else None)
    assert _is_reply(page, players["house/minimax-first", 0][1])


def test_watching_it_learn(page, agents, arrived):
    """The slider goes over all snapshots; each is worth what the counts say."""
    steps = agents.loc[agents["agent"] == "mrugala2020/3x3/0", "step"].tolist()
    choose(page, "mrugala2020", "3x3")
    slider = page.one(f"{PANEL} [type=range]")
    assert len(page.all(f"{PANEL} .course .now")) == 2, "a strip per seat"
    for step in reversed(steps):
        assert page.one(f"{PANEL} output").text == f"{step:,} games"
        lines = arrived["mrugala2020/3x3/0", step]["counts"]["0"]["lines"]
        shown = [cell.text for cell in page.all(f"{PANEL} .worth tbody tr:first-child td.n")]
        assert shown == [f"{lines[result]:,}" for result in RESULTS]
        random = arrived["mrugala2020/3x3/0", step]["counts"]["0"]["random"]
        shown = [cell.text for cell in page.all(f"{PANEL} .worth tbody tr:nth-child(2) td.n")]
        assert shown == [f"{random[result]:.1%}" for result in RESULTS]
        column = page.all(f"{PANEL} .course .now")[0].find_elements(By.TAG_NAME, "span")
        heights = np.array([part.size["height"] for part in column])
        wanted = np.array([lines[result] for result in RESULTS])
        assert heights / heights.sum() == pytest.approx(wanted / wanted.sum(), abs=0.02)
        slider.send_keys(Keys.ARROW_LEFT)
    assert page.one(f"{PANEL} .thoughts p:first-of-type").text == "It has not marked a cell yet."


@pytest.mark.parametrize("alike", [True, False])
def test_a_snapshot_goes_on_with_a_game_that_it_could_have_played(page, agents, players, tables, alike):
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
    choose(page, "mrugala2020", "3x3")
    slider = page.one(f"{PANEL} [type=range]")
    slider.send_keys(Keys.HOME, *[Keys.ARROW_RIGHT] * place)
    page.all(f"{PANEL} .place")[first].click()
    wait_for(page, "person")
    signs = signs_of(page)
    assert signs.count("O") == 1
    slider.send_keys(Keys.ARROW_RIGHT)
    assert signs_of(page) == (signs if alike else [""] * CELLS)


def test_who_has_no_course_has_no_slider(page):
    choose(page, "mrugala2020", "3x3")
    choice(page, "Champion").select_by_value("mrugala2020/3x3/1")
    assert not page.one(f"{PANEL} [type=range]").is_displayed()
    assert page.all(f"{PANEL} .course") == []


def test_a_single_player_is_no_choice(page):
    for study, shown in (("house", False), ("mrugala2020", True)):
        choose(page, study)
        assert choice(page, "Champion").options[0].is_displayed() == shown


def test_people_take_the_seat_that_is_left(page):
    for study, treatment, seats in (
        ("ancheta2020", "control-described", ["1"]),
        ("ancheta2020", "second-seat", ["0"]),
        ("post1999", "square3", ["0", "1"]),
        ("house", "umg", ["0"]),
    ):
        choice(page, "Opponent from").select_by_value(study)
        choice(page, "Treatment").select_by_value(treatment)
        assert [option.get_attribute("value") for option in choice(page, "You play").options] == seats


@pytest.mark.parametrize(
    ("study", "treatment", "seat", "said"),
    [
        ("ancheta2020", "control-described", "1", "One gene decides"),
        ("post1999", "square3", "1", "Its genes: a line with 0, 1 or 2 marks of its own counts"),
        ("mrugala2020", "3x3-random-ties", "1", "In each cell its estimate"),
        ("house", "random", "1", "It learns nothing: any free cell. It drew from 9 cells."),
    ],
)
def test_what_it_went_by(page, study, treatment, seat, said):
    choose(page, study, treatment, seat=seat)
    assert page.one(f"{PANEL} .thoughts p:first-of-type").text.startswith(said)
    assert page.one(f"{PANEL} .picture.small").is_displayed() == (study == "ancheta2020")


def test_estimates_stand_in_the_cells_they_are_of(page, agents, arrived, tables):
    choose(page, "mrugala2020", "3x3", seat="1")
    last = max(agents.loc[agents["agent"] == "mrugala2020/3x3/0", "step"])
    estimates = dict(arrived["mrugala2020/3x3/0", last]["estimates"])
    shown = page.texts(f"{PANEL} .picture:not(.small) .note")
    assert shown == [f"{estimates[after]:.3f}" for after in tables.next_position[0].tolist()]


def test_the_allele_is_marked_on_the_representative(page):
    choose(page, "ancheta2020", "control-described", seat="1")
    free_places(page)[-1].click()
    wait_for(page, "person")
    assert f"allele {page.one(f'{PANEL} .small .chosen .note').text}, which" in page.one(f"{PANEL} .thoughts").text


def test_an_address_opens_an_agent(browser, path):
    browser.open(path.with_name("play.html"))
    browser.run("location.hash = arguments[0]", "#mrugala2020/3x3-dead-ties/1")
    browser.wait_until(lambda: "3x3-dead-ties/1" in tally(browser))
    browser.run("location.hash = arguments[0]", "#lattice")
    browser.wait_until(lambda: browser.one("#lattice").is_displayed())
    for nothing in ("#nobody/knows/this", "#content", "#%"):
        browser.run("location.hash = arguments[0]; return new Promise((done) => setTimeout(done, 50))", nothing)
        assert browser.one("#lattice").is_displayed()
    browser.run("location.hash = arguments[0]", "#mrugala2020/3x3/1")
    browser.wait_until(lambda: "mrugala2020/3x3/1" in tally(browser))
    browser.run("location.hash = arguments[0]", "#post1999/cube/1")
    browser.wait_until(lambda: "post1999/cube/1" in browser.one("#lattice .match-tally").text)
    assert browser.errors() == []


def test_tabs(page):
    tabs = page.all("[role=tab]")
    for tab in tabs:
        tab.click()
        panel = page.one(f"#{tab.get_attribute('aria-controls')}")
        assert [each.is_displayed() for each in page.all("[role=tabpanel]")].count(True) == 1
        assert panel.is_displayed()
        assert len(panel.find_elements(By.CSS_SELECTOR, ".place")) in (CELLS, 81, 64)
    tabs[-1].send_keys(Keys.ARROW_RIGHT)
    assert page.driver.switch_to.active_element == tabs[0]
    assert page.one(PANEL).is_displayed()


def test_everything_has_a_name(page):
    """For those who listen to the page."""
    for tab in page.all("[role=tab]"):
        tab.click()
        fields = page.all("[role=tabpanel]:not([hidden]) :is(button, select, input, [role=img], [role=group])")
        assert len(fields) > CELLS
        assert [field for field in fields if field.is_displayed() and not field.accessible_name] == []


def test_no_page_is_wider_than_a_phone(page):
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    )
    try:
        for tab in page.all("[role=tab]"):
            tab.click()
            assert page.run("return document.documentElement.scrollWidth") == 390
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
