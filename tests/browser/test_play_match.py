"""What all boards of the page have: replay, engines that play each other, addresses, keys, numbers and colours."""

from itertools import pairwise

import pytest
from pages import Match
from selenium.webdriver.common.keys import Keys

from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.games.nine_board import NineBoard
from tttcore.players.agent_schema import AGENTS
from tttcore.report.play import play_context
from tttcore.report.site import write_page

GAMES = {"classic": 9, "nine_board": 81, "lattice": 64}
"""Places of each board."""
SIZES = [(390, 844), (768, 1000), (1280, 800)]
RIVALS = {
    "classic": ("house/minimax-first", "house/minimax-random"),
    "nine_board": ("h1-d2", "h2-d1"),
    "lattice": ("house/Wins or blocks where it can", "house/Marks the first free cell"),
}
"""Two engines of each board, as addresses name them."""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """The page without agents from runs."""
    file = tmp_path_factory.mktemp("match") / "play.html"
    write_page(file, "play.html.j2", studies={}, **play_context(AGENTS.empty(), names={}, treatments={}))
    return file


def opened(page, name, **values):
    """The board of an address that names a game and its values."""
    page.go_to(f"{name}?" + "&".join(f"{key}={value}" for key, value in values.items()))
    page.wait_until(lambda: page.one(f"#{name}").is_displayed())
    page.wait()
    return Match(page.driver, f"#{name}")


def address(page):
    """Values of the address."""
    return page.run("return TTT.address.parse(location.hash.slice(1)).values")


@pytest.mark.parametrize("name", GAMES)
def test_an_address_holds_the_position_the_players_and_the_seat(page, path, name):
    opponent = RIVALS[name][0]
    board = opened(page, name, opponent=opponent, seat="o")
    board.wait_for("person")
    board.mark(board.free()[-1])
    signs, told, held = board.signs(), board.tally(), page.run("return location.hash")
    facts = board.texts(".match-facts dd")
    assert len(signs) - signs.count("") == 3
    assert address(page) | {"moves": ""} == {"opponent": opponent, "seat": "o", "moves": ""}
    page.driver.get("about:blank")
    page.driver.get(path.as_uri() + held)
    assert board.signs() == signs
    assert board.tally() == told
    assert board.texts(".match-facts dd") == facts
    assert len(facts) > 1
    assert board.choice("You play").first_selected_option.get_attribute("value") == "o"
    assert board.wait_for("person")


@pytest.mark.parametrize("name", GAMES)
def test_engines_play_each_other_to_the_end(page, name):
    opponent, rival = RIVALS[name]
    board = opened(page, name, opponent=opponent, rival=rival, seat="watch-x")
    page.run("const wait = setTimeout; window.setTimeout = (work, time) => wait(work, time / 100)")
    board.one(".match-new").click()
    board.wait_for("over")
    signs = board.signs()
    assert signs.count("X") - signs.count("O") in (0, 1)
    assert address(page) | {"moves": ""} == {"opponent": opponent, "rival": rival, "seat": "watch-x", "moves": ""}
    assert ("drawn 1" in board.tally()) == (board.line() == [])
    assert not board.one(".match-undo").is_displayed()


def test_who_watches_can_pause(page):
    board = opened(page, "classic", opponent="house/perfect", rival="house/random", seat="watch-o")
    pause = board.one(".match-pause")
    pause.click()
    signs = board.signs()
    page.wait(1000)
    assert board.signs() == signs
    assert pause.text == "Continue"
    pause.click()
    page.wait_until(lambda: board.signs() != signs)


def test_only_agents_of_the_other_seat_are_offered_as_the_second_player(page):
    board = opened(page, "classic", opponent="house/random", seat="watch-x")
    offered = {option.get_attribute("value") for option in board.choice("Second player").options}
    assert {"house/umg", "house/perfect"} <= offered
    board.choice("You play").select_by_value("watch-o")
    offered = {option.get_attribute("value") for option in board.choice("Second player").options}
    assert "house/umg" not in offered
    assert "house/perfect" in offered


def test_the_slider_goes_through_the_moves_of_a_game(page):
    board = opened(page, "classic", opponent="house/minimax-first", seat="x", moves="5,1,9,3,2,8")
    slider = board.one(".match-replay input")
    assert slider.get_attribute("max") == "6"
    positions = [board.signs()]
    for _ in range(6):
        slider.send_keys(Keys.ARROW_LEFT)
        positions.append(board.signs())
        assert board.one(".match").get_attribute("data-turn") == "replay"
        assert board.free() == []
    assert positions[-1] == [""] * 9
    assert all(sum(old != new for old, new in zip(*pair, strict=True)) == 1 for pair in pairwise(positions))
    slider.send_keys(Keys.END)
    assert board.signs() == positions[0]
    assert board.wait_for("person")


def test_a_game_goes_on_from_any_of_its_moves(page):
    board = opened(page, "classic", opponent="house/minimax-first", seat="x", moves="5,1,9,3,2,8")
    resume = board.one(".match-resume")
    assert not resume.is_displayed()
    board.one(".match-replay input").send_keys(*[Keys.ARROW_LEFT] * 4)
    resume.click()
    assert not resume.is_displayed()
    assert address(page)["moves"] == "5,1"
    board.mark(8)
    assert board.signs()[8] == "X"


def test_a_move_of_the_search_tells_its_value_its_line_and_what_it_tried(page):
    board = opened(page, "nine_board", opponent="h1-d4", seat="x")
    board.mark(40)
    position = NineBoard().after(40)
    chosen = AlphaBeta(1, table_bits=0, hurry=True).choose(position, 4)
    told = dict(zip(board.texts(".match-facts dt"), board.texts(".match-facts dd"), strict=True))
    line = [
        9 * (int(board) - 1) + int(cell) - 1 for board, cell in (at.split(".") for at in told["Expected line"].split())
    ]
    assert line[0] == chosen.move
    assert len(line) == 4
    for move in line:
        assert move in position.moves()
        position = position.after(move)
    assert told["Marks tried"].endswith(", 4 plies deep")
    assert f"({-chosen.value or 0} by its heuristic".replace("-", "−") in told["Value"]


def test_the_line_of_a_search_leads_to_the_value_that_it_tells(page):
    """A search from where the line has led, move by move, finds the same value."""
    found = page.run("""
        const game = TTT.nineBoard;
        let position = [40, 36, 4, 37, 12].reduce(game.after, game.opening());
        const {line, value} = game.choose(position, {heuristic: 2, depth: 6, hurry: true});
        const values = [value];
        line.slice(0, -1).forEach((move, at) => {
          position = game.after(position, move);
          values.push(game.choose(position, {heuristic: 2, depth: 5 - at, hurry: true}).value);
        });
        return {line: line.length, values};
    """)
    assert found["line"] == 6
    assert len(set(found["values"])) == 1


@pytest.mark.parametrize("moves", ["1.5,5.1,1.1,1.2,2.2,2.1", "1.5,5.1,1.1,1.9,9.1", "1.1,1.5,5.5,5.1"])
def test_hints_of_nine_boards_say_in_words_what_the_engine_finds(page, moves):
    position = NineBoard()
    for board, cell in (at.split(".") for at in moves.split(",")):
        position = position.after(9 * (int(board) - 1) + int(cell) - 1)
    depth = 6
    board = opened(page, "nine_board", opponent=f"h1-d{depth}", seat="xo"[position.mover], moves=moves)
    board.field("Hints").click()
    board.wait_until(lambda: board.one(".match-best").text)
    values = AlphaBeta(1, table_bits=0, hurry=True).values(position, depth)
    wanted = {move: in_words(-value if position.mover else value, depth) for move, value in values.items()}
    assert {move: board.place(move).text for move in board.free()} == wanted
    best = max(values.values(), key=lambda value: -value if position.mover else value)
    assert {move for move in values if board.place(move).get_attribute("data-best") is not None} == {
        move for move, value in values.items() if value == best
    }


def in_words(worth, depth):
    """What a value of a search in a hurry means to who moves."""
    moves = (depth - (abs(worth) - 60) + 1) // 2
    if worth >= 60:
        return "wins now" if moves == 1 else f"wins in {moves}"
    return f"loses in {moves}" if worth <= -60 else "better" if worth > 0 else "worse" if worth < 0 else "even"


def test_keys_on_the_board_do_what_buttons_do(page):
    board = opened(page, "classic", opponent="house/minimax-first", seat="x")
    page.run("arguments[0].focus()", board.place(0))
    board.focused.send_keys("5")
    board.wait_for("person")
    assert board.signs()[4] == "X"
    board.focused.send_keys("h")
    board.wait_for_hints(7)
    board.focused.send_keys("h")
    assert board.all("[data-hint]") == []
    board.focused.send_keys(",")
    assert board.one(".match").get_attribute("data-turn") == "replay"
    board.focused.send_keys(".")
    board.wait_for("person")
    board.focused.send_keys("u")
    assert board.signs() == [""] * 9


def test_a_digit_marks_the_cell_of_the_board_to_be_marked(page):
    board = opened(page, "nine_board", opponent="h1-d1", seat="x", moves="5.5,5.2")
    page.run("arguments[0].focus()", board.place(80))
    board.focused.send_keys("7")
    board.wait_for("person")
    assert board.signs()[1 * 9 + 6] == "X"


@pytest.mark.parametrize("name", GAMES)
def test_boards_layers_and_cells_are_numbered_from_one(page, name):
    board = opened(page, name, seat="x")
    numbers = [place.get_attribute("data-number") for place in board.all(".place")]
    layers = board.all(".match-layer") or [board]
    in_each = len(numbers) // len(layers)
    assert numbers == [str(cell + 1) for cell in range(in_each)] * len(layers)
    shown = page.run("return getComputedStyle(arguments[0], '::before').content", board.place(in_each - 1))
    assert shown == f'"{in_each}"'


@pytest.mark.parametrize("name", GAMES)
def test_marks_of_the_two_players_have_two_colours(page, name):
    board = opened(page, name, opponent=RIVALS[name][0], seat="x")
    board.mark(board.free()[0])
    colours = {
        sign: page.run("return getComputedStyle(arguments[0]).color", board.place(board.signs().index(sign)))
        for sign in ("X", "O", "")
    }
    assert len(set(colours.values())) == 3


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_boards_fill_the_window_and_nothing_is_wider(page, name, width, height):
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    try:
        for seat in ("x", "watch-x"):
            board = opened(page, name, opponent=RIVALS[name][0], seat=seat)
            assert page.run("return document.documentElement.scrollWidth") <= width
            size = board.one(".match-board").size
            assert max(size.values()) > 0.6 * min(width, height)
            assert size["width"] <= width
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
