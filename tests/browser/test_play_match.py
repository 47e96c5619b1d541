"""What all boards of the page have: replay, engines that play each other, reasons, addresses, keys, colours."""

import re
from itertools import pairwise

import pytest
from pages import RIVALS, Match, opened
from selenium.webdriver.common.keys import Keys

from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.games.nine_board import NineBoard

GAMES = {"classic": 9, "nine_board": 81, "lattice": 64}
"""Places of each board."""
REASONS = {
    "classic": ("house/random", r"Why did X mark .+\? It follows a fixed rule, .+, and drew one of 9"),
    "nine_board": ("h1-d2", r"Why did X mark board \d, cell \d\? .+"),
    "lattice": ("house/Wins or blocks where it can", r"Why did X mark .+\? It added up"),
}
"""An engine of each board that opens, and what is said of its first mark."""
SIZES = [(390, 844), (768, 1000), (1280, 800)]
GAME = "classic?opponent=house/minimax-first&moves=5,1,9,3,2,8&seat=x"
FAULTS = {
    "classic?opponent=house/minimax-first&moves=5,1,5,9&seat=x": "move 3",
    "classic?opponent=house/minimax-first&moves=9,5,8&seat=o": "never makes",
    "classic?opponent=house/minimax-first&moves=5,1,9,3": "doesn't end with a seat",
    "classic?opponent=nobody&seat=x": "nobody",
    "classic?opponent=house/perfect&rival=house/umg&seat=x": "second player",
    "classic?seat=x&colour=red": "colour",
    "nine_board?opponent=h1-d3&moves=%3Cscript%3Eawake()%3C/script%3E&seat=x": "<script>awake()</script>",
}
"""Addresses that can't be read whole, and what the notice says of each."""


@pytest.fixture(scope="module")
def path(bare_page):
    return bare_page


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


def test_a_button_lets_two_players_meet(page):
    """The other takes the person's side, and gives it back."""
    board = opened(page, "classic", opponent="house/perfect", seat="x")
    button = board.one(".match-meet")
    assert not board.one(".match-series").is_displayed()
    button.click()
    assert board.choice("You play").first_selected_option.get_attribute("value") == "watch-o"
    assert board.one(".match-series").is_displayed()
    assert button.text == "Play yourself"
    strengths = [heading.text for heading in board.all(".worth h2") if heading.is_displayed()]
    assert strengths == ["Strength: perfect, any of the best cells", "Strength: random marks"]
    button.click()
    assert [heading.is_displayed() for heading in board.all(".worth h2")] == [True, False]
    assert board.choice("You play").first_selected_option.get_attribute("value") == "x"
    board.wait_for("person")


def test_up_to_five_best_places_are_named(page):
    board = opened(page, "classic", opponent="house/perfect", seat="o", moves="5")
    board.field("Hints").click()
    board.wait_until(lambda: board.one(".match-best").text)
    assert board.one(".match-best").text.startswith("Best for O: cell 1; cell 3; cell 7; cell 9 – ")


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
    position = NineBoard().apply(40)
    chosen = AlphaBeta(1, table_bits=0, hurry=True).choose(position, 4)
    told = dict(zip(board.texts(".match-facts dt"), board.texts(".match-facts dd"), strict=True))
    line = [
        9 * (int(board) - 1) + int(cell) - 1 for board, cell in (at.split(".") for at in told["Expected line"].split())
    ]
    assert line[0] == chosen.move
    assert len(line) == 4
    for move in line:
        assert move in position.legal_moves()
        position = position.apply(move)
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


@pytest.mark.parametrize("moves", ["1.5,5.1,1.1,1.2,2.2,2.1", "1.5,5.1,1.1,1.9,9.1", "5.5,5.1"])
def test_hints_of_nine_boards_say_in_words_what_the_engine_finds(page, moves):
    """And in colours; marks are good, good or even, and even or bad."""
    position = NineBoard()
    for board, cell in (at.split(".") for at in moves.split(",")):
        position = position.apply(9 * (int(board) - 1) + int(cell) - 1)
    depth = 6
    board = opened(page, "nine_board", opponent=f"h1-d{depth}", seat="xo"[position.current_player], moves=moves)
    assert not board.one(".match-note").is_displayed()
    board.field("Hints").click()
    assert board.one(".match-note").is_displayed()
    board.wait_until(lambda: board.one(".match-best").text)
    values = AlphaBeta(1, table_bits=0, hurry=True).values(position, depth)
    worths = {move: -value if position.current_player else value for move, value in values.items()}
    places = {move: board.place(move) for move in board.free()}
    assert {move: place.text for move, place in places.items()} == {
        move: in_words(worth, depth) for move, worth in worths.items()
    }
    assert {move: place.get_attribute("data-hint") for move, place in places.items()} == {
        move: "good" if worth > 0 else "bad" if worth < 0 else "even" for move, worth in worths.items()
    }
    assert {move for move, place in places.items() if place.get_attribute("data-best") is not None} == {
        move for move, worth in worths.items() if worth == max(worths.values())
    }


def in_words(worth, depth):
    """What a value of a search in a hurry means to who moves."""
    moves = (depth - (abs(worth) - 60) + 1) // 2
    if worth >= 60:
        return "wins now" if moves == 1 else f"wins in {moves}"
    return f"loses in {moves}" if worth <= -60 else "better" if worth > 0 else "worse" if worth < 0 else "even"


def test_a_digit_marks_the_cell_of_the_board_to_be_marked(page):
    board = opened(page, "nine_board", opponent="h1-d1", seat="x", moves="5.5,5.2")
    page.run("arguments[0].focus()", board.place(80))
    board.focused.send_keys("7")
    board.wait_for("person")
    assert board.signs()[1 * 9 + 6] == "X"


@pytest.mark.parametrize("name", GAMES)
def test_boards_fill_the_window_and_have_numbers_and_colours(page, name):
    """Nothing is wider than the window, and boards, layers and cells are numbered from one."""
    try:
        for width, height in SIZES:
            size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
            page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
            for seat in ("watch-x", "x"):
                board = opened(page, name, opponent=RIVALS[name][0], seat=seat)
                assert page.run("return document.documentElement.scrollWidth") <= width
                size = board.one(".match-board").size
                assert max(size.values()) > 0.6 * min(width, height)
                assert size["width"] <= width
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    numbers = [place.get_attribute("data-number") for place in board.all(".place")]
    layers = board.all(".match-layer") or [board]
    in_each = len(numbers) // len(layers)
    assert numbers == [str(cell + 1) for cell in range(in_each)] * len(layers)
    drawn = page.run("return getComputedStyle(arguments[0], '::before').content", board.place(in_each - 1))
    assert drawn == f'"{in_each}"'
    board.mark(board.free()[0])
    signs = board.signs()
    colour = "return getComputedStyle(arguments[0]).color"
    assert len({page.run(colour, board.place(signs.index(sign))) for sign in ("X", "O", "")}) == 3


@pytest.mark.parametrize("name", REASONS)
def test_the_reason_for_a_mark_stands_in_a_sentence(page, name):
    board = opened(page, name, opponent=REASONS[name][0], seat="o")
    board.wait_for("person")
    assert re.match(REASONS[name][1], board.one(".match-why").text)


def test_what_is_known_of_a_mark_is_told_for_who_made_it(page):
    board = opened(page, "classic", opponent="house/random", moves="5,2", seat="x")
    board.field("Hints").click()
    facts = dict(zip(board.texts(".match-facts dt"), board.texts(".match-facts dd"), strict=True))
    assert facts["Last mark"] == "cell 2"
    assert facts["Worth to O"].startswith("loses in ")


def test_a_game_is_watched_step_by_step(page):
    board = opened(page, "classic", opponent="house/minimax-first", rival="house/minimax-random", seat="watch-x")
    board.one(".match-new").click()
    board.one(".match-pause").click()
    marked = 9 - board.signs().count("")
    for number in range(marked + 1, 10):
        board.one(".match-step").click()
        assert 9 - board.signs().count("") == number
    assert board.wait_for("over")


def test_hints_are_shown_while_two_players_meet(page):
    board = opened(page, "classic", opponent="house/random", rival="house/perfect", moves="5,1", seat="watch-x")
    board.one(".match-pause").click()
    page.focused.send_keys("h")
    page.wait_until(lambda: board.all("[data-hint]"))


def test_keys_work_on_a_fresh_page_and_after_a_click_anywhere(page):
    board = Match(page.driver, "#classic")
    board.choice("Player").select_by_value("house/minimax-first")
    for place in (page.one("h1"), board.one(".match-tally"), board.one(".match-new"), page.all("[role=tab]")[0]):
        place.click()
        page.focused.send_keys("n")
        board.wait_for("person")
        board.focused.send_keys("5")
        board.wait_for("person")
        assert board.signs()[4] == "X"
        assert board.focused == board.place(4)


def test_keys_can_be_switched_off(page):
    """Who speaks to a page would press letters by words."""
    board = opened(page, "classic", opponent="house/minimax-first", seat="x")
    board.one(".match-keys summary").click()
    board.field("Keys work").click()
    board.place(4).send_keys("h5?")
    assert not board.field("Hints").is_selected()
    assert board.signs() == [""] * 9
    board.field("Keys work").click()
    board.place(4).send_keys("h")
    assert board.field("Hints").is_selected()


def test_keys_of_a_fresh_page(page):
    """Nothing has the focus; an arrow goes to the board, and a hidden game hears nothing."""
    body, board = page.one("body"), Match(page.driver, "#classic")
    board.wait_for("person")
    other = Match(page.driver, "#nine_board")
    body.send_keys("h")
    assert board.field("Hints").is_selected()
    body.send_keys(Keys.ARROW_RIGHT)
    assert board.focused in board.all(".place")
    page.all("[role=tab]")[1].click()
    page.focused.send_keys("h")
    assert other.field("Hints").is_selected()
    assert board.field("Hints").is_selected()


def test_a_field_keeps_its_keys(page):
    board = opened(page, "classic", opponent="house/minimax-first", seat="x", moves="5,1")
    board.field("Player").send_keys("5h")
    assert board.signs().count("") == 7
    assert not board.field("Hints").is_selected()
    board.one(".match-replay input").send_keys(Keys.ARROW_LEFT)
    assert board.focused == board.one(".match-replay input")


def test_keys_do_what_their_help_says(page):
    board = opened(page, "classic", opponent="house/minimax-first", seat="x")
    board.wait_for("person")
    board.place(4).send_keys("5")
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
    help_ = board.one(".match-keys")
    assert not help_.get_attribute("open")
    board.place(4).send_keys("?")
    assert help_.get_attribute("open")
    assert {"H", "U", "N", "P", "S", "W", "?"} <= set(board.texts(".match-keys kbd"))


@pytest.mark.parametrize("address", FAULTS)
def test_an_address_that_cannot_be_read_whole_changes_nothing(page, address):
    page.run("window.awake = () => { window.woken = true; }")
    page.go_to(GAME)
    page.wait()
    board = Match(page.driver, "#classic")
    signs = board.signs()
    page.go_to(address)
    page.wait_until(lambda: page.one(".play-notice").text)
    notice = page.one(".play-notice").text
    assert notice.startswith("This address was ignored, and no game has changed.")
    assert FAULTS[address] in notice
    assert board.signs() == signs
    assert len(signs) - signs.count("") == 6
    assert page.all(".play-notice :is(script, img)") == []
    assert not page.run("return window.woken")


def test_a_notice_goes_when_it_is_closed_or_an_address_can_be_read(page):
    for end in (lambda: page.one(".play-notice button").click(), lambda: page.go_to(GAME)):
        page.go_to("classic?seat=nowhere")
        page.wait_until(lambda: page.one(".play-notice").text)
        end()
        page.wait_until(lambda: not page.one(".play-notice").text)


def test_an_address_can_look_at_an_earlier_move(page):
    page.go_to(GAME.replace("&seat", "&at=2&seat"))
    page.wait()
    board = Match(page.driver, "#classic")
    assert [sign for sign in board.signs() if sign] == ["O", "X"]
    assert board.one(".match").get_attribute("data-turn") == "replay"
