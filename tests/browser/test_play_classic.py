"""3x3 in the page: the tables, values, agents and counts of the Python core, and a person who plays."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from pages import Match
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from small_agents import small_agents

from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.games.classic import CELLS, CROSS_WON, DRAWN, NOUGHT_WON, OPEN
from tttcore.games.seats import SEAT_INDICES
from tttcore.games.tables import from_digits, to_digits
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.minimax import solve
from tttcore.players.policy import GOES_ON, game, uniform_policy, unpacked
from tttcore.report.play import play_context
from tttcore.report.site import write_page

STUDIES = {"ancheta2020": "A", "hemingroth2025": "H", "post1999": "P", "mrugala2020": "M 2020", "osipa2017": "O"}
TREATMENTS = {"mrugala2020": {"3x3": "learner", "3x3-dead-ties": "learner with ties"}, "post1999": {"cube": "Genie"}}
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
    write_page(file, "play.html.j2", studies=STUDIES, **play_context(agents, names=STUDIES, treatments=TREATMENTS))
    return file


@pytest.fixture
def board(page):
    """The game of 3x3 on it."""
    return Match(page.driver, PANEL)


@pytest.fixture(scope="module")
def arrived(browser, path):
    """Agents as the page sees them, by id and step."""
    browser.open(path)
    return {(found["agent"], found["step"]): found for found in browser.run(ARRIVED)}


@pytest.fixture(scope="module")
def players(agents):
    """Cells of all agents of 3x3, house players among them, and their seats, by id and step."""
    known = pd.concat([agents[agents["game"] == "3x3"], baseline_agents()])
    return {
        (row["agent"], row["step"]): (SEAT_INDICES[row["seat"]], unpacked(np.asarray(row["cells"], np.uint16)))
        for row in known.to_dict("records")
    }


def choose(board, study, treatment, seat="x"):
    board.choice("Opponent").select_by_value(f"{study}/{treatment}")
    board.choice("You play").select_by_value(seat)
    board.wait_for("person")


def finish(board):
    """Mark the first free cell until the game is over."""
    while board.wait_for("person", "over") == "person":
        board.place(board.free()[0]).click()


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
            for name, opponent in {"lines": every, "random": uniform_policy(played.following >= 0)}.items():
                own = uniform_policy(cells)
                _, ends = played.propagate(*((own, opponent) if seat == 0 else (opponent, own)))
                wanted = ends if seat == 0 else ends[::-1]
                assert [found[name][result] for result in RESULTS] == pytest.approx(wanted), (key, seat, name)


def test_counts_equal_those_of_the_kernel_that_evolves(arrived, agents, tables):
    """Which counts replies up to symmetry."""
    genetic = agents[agents["genome"] != ""]
    assert set(genetic["seat"]) == set(SEAT_INDICES)
    for row in genetic.itertuples():
        found = arrived[row.agent, row.step]["counts"]
        counts = Evaluator(tables, row.seat)(
            from_digits(genetic["genome"])[[genetic.index.get_loc(row.Index)]]
        ).counts()
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


def test_a_game_by_clicks(board):
    choose(board, "house", "minimax-first")
    finish(board)
    signs = board.signs()
    assert signs.count("X") - signs.count("O") in (0, 1)
    assert board.one(".match-status").text.endswith(("You have lost.", "A draw."))
    assert "you won 0" in board.tally()
    assert ("drew 1" in board.tally()) != ("lost 1" in board.tally())


def test_replies_are_the_agents(board, players):
    """Every mark of the page's is one that the agent draws from."""
    choose(board, "house", "careful", seat="o")
    _, cells = players["house/careful", 0]
    for _ in range(3):
        board.one(".match-new").click()
        finish(board)
        assert _is_reply(board, cells)
        before = board.texts(".picture:not(.small) .cell")
        assert before.count("X") == board.signs().count("X") - 1, "the last reply is shown"


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


def _digits(signs):
    return "".join({"": "0", "X": "1", "O": "2"}[sign] for sign in signs)


def _is_reply(board, cells):
    """True if the last reply, which the panel beside the board shows, is one of the agent's."""
    before = [_sign(cell) for cell in board.all(".picture:not(.small) .cell")]
    position = board.run("return TTT.classic.tables.boards.indexOf(arguments[0])", _digits(before))
    chosen = board.all(".picture:not(.small) .cell").index(board.one(".picture:not(.small) .chosen"))
    return bool(cells[position, chosen])


def _sign(cell):
    return cell.text if cell.text in ("X", "O") else ""


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


def test_undo_takes_back_a_result(board):
    choose(board, "house", "perfect")
    finish(board)
    counted = board.tally()
    board.one(".match-undo").click()
    assert board.wait_for("person")
    assert "you won 0, drew 0, lost 0" in board.tally()
    assert board.tally() != counted


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
        position = index[_digits([sign if sign in ("X", "O") else "" for sign in board.signs()])]
        board.wait_for_hints(len(board.free()))
        for cell, place in enumerate(board.all(".place")):
            after = tables.next_position[position, cell]
            if after < 0:
                assert place.get_attribute("data-hint") is None
                continue
            assert place.get_attribute("data-hint") == HINTS[values[after]]
            assert place.text == outcome(tables, values, after, mover=0)
            assert f"free, {place.text} " in place.accessible_name
        board.mark(board.free()[0])
    hints.click()
    assert board.all("[data-hint]") == []


def outcome(tables, values, after, *, mover):
    """What a mark that led to a position comes to, in words, by going through all play that keeps its value."""
    value = int(values[after]) * (1 if mover == 0 else -1)
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
    following = [each for each in tables.next_position[position] if each >= 0]
    kept = [1 + plies_left(tables, values, each) for each in following if values[each] == values[position]]
    to_move = CELLS - len(following)
    return (min if values[position] == (1, -1)[to_move % 2] else max)(kept)


def test_alternatives_have_their_exact_worth(board, tables, players):
    """Beside the board, seen by the agent."""
    choose(board, "house", "minimax-first")
    board.mark(1)
    values = solve(tables).values[tables.state_of]
    position = tables.next_position[0, 1]
    for cell, shown in enumerate(board.all(".picture:not(.small) .cell")):
        after = tables.next_position[position, cell]
        assert shown.get_attribute("data-worth") == (WORDS[-values[after]] if after >= 0 else None)
    assert _is_reply(board, players["house/minimax-first", 0][1])


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


def test_who_has_no_course_has_no_slider(board):
    choose(board, "mrugala2020", "3x3")
    board.choice("Run").select_by_value("mrugala2020/3x3/1")
    assert not board.field("After").is_displayed()
    assert board.all(".course") == []


def test_a_single_player_is_no_choice(board):
    for study, treatment, shown in (("house", "random", False), ("mrugala2020", "3x3", True)):
        choose(board, study, treatment)
        assert board.choice("Run").options[0].is_displayed() == shown


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
        ("ancheta2020", "control-described", "o", "One gene decides"),
        ("post1999", "square3", "o", "Its genes value a line with 0, 1 or 2 of its own marks at"),
        ("mrugala2020", "3x3-random-ties", "o", "Each cell shows the agent's estimate"),
        ("house", "random", "o", "A fixed rule: any free cell. It drew one of 9 cells at random."),
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


def test_an_address_opens_an_agent(page, board):
    lattice = Match(page.driver, "#lattice")
    page.go_to("mrugala2020/3x3-dead-ties/1")
    page.wait_until(lambda: "M 2020: learner with ties, run 2" in board.tally())
    page.go_to("lattice")
    page.wait_until(lambda: page.one("#lattice").is_displayed())
    for nothing in ("nobody/knows/this", "content", "%"):
        page.go_to(nothing)
        page.wait()
        assert page.one("#lattice").is_displayed()
    page.go_to("mrugala2020/3x3/1")
    page.wait_until(lambda: "M 2020: learner, run 2" in board.tally())
    page.go_to("post1999/cube/1")
    page.wait_until(lambda: "P: Genie, run 2" in lattice.tally())


def test_tabs(page):
    tabs = page.all("[role=tab]")
    for tab in tabs:
        tab.click()
        panel = page.one(f"#{tab.get_attribute('aria-controls')}")
        assert [each.is_displayed() for each in page.all("[role=tabpanel]")].count(True) == 1
        assert panel.is_displayed()
        assert len(panel.find_elements(By.CSS_SELECTOR, ".place")) in (CELLS, 81, 64)
    tabs[-1].send_keys(Keys.ARROW_RIGHT)
    assert page.focused == tabs[0]
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
