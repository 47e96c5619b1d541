"""What all boards of the page have: replay, players that meet, reasons, addresses, keys, hints, colours and series."""

import re

import pytest
from pages import Match, opened

from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.games.nine_board import NineBoard
from tttcore.players.policy import game

RIVALS = {
    "classic": ("house/minimax-first", "house/minimax-random"),
    "nine_board": ("h1-d2", "h2-d1"),
    "lattice": ("house/Wins or blocks where it can", "house/Marks the first free cell"),
}
"""Two players of each board, as addresses name them."""
FIRST = "opponent=house/minimax-first"
GAME = f"{FIRST}&moves=5,1,9,3,2,8&seat=x"
LEFT = "ARROW_LEFT"
STORIES = {
    "replay": ("classic", GAME, [".match-replay input", "HOME", "END", *[LEFT] * 4, ".match-resume", 8]),
    "an earlier move": ("classic", GAME.replace("&seat", "&at=2&seat"), []),
    "keys": ("classic", f"{FIRST}&seat=x", [4, *"hh,.u?", 0]),
    "keys off": ("classic", f"{FIRST}&seat=x", ["?", "Keys work", *"h5?", "Keys work", *"h5"]),
    "keys of a field": ("classic", f"{FIRST}&seat=x&moves=5,1", ["Player", *"5h"]),
    "keys of nine boards": ("nine_board", "opponent=h1-d1&seat=x", [
        40, *["ARROW_RIGHT"] * 2, *["ARROW_DOWN"] * 3, LEFT, "ENTER", 40, "ARROW_UP", "7",
    ]),
    "keys of a cube": ("lattice", "opponent=house/Marks the first free cell&seat=x", [
        "ARROW_RIGHT", *["ARROW_RIGHT"] * 2, "ARROW_DOWN", "PAGE_DOWN", LEFT, "ENTER",
    ]),
    "step by step": ("classic", f"{FIRST}&rival=house/umg&moves=1,5,2,3,7&seat=watch-x", [".match-step", "h", *"sss"]),
    "best places": ("classic", "opponent=house/perfect&moves=5&seat=o", ["Hints"]),
    "worth of the last mark": ("classic", "opponent=house/random&moves=5,2&seat=x", ["Hints"]),
    "reason on nine boards": ("nine_board", "opponent=h1-d2&seat=o", []),
    "reason in a cube": ("lattice", "opponent=house/Wins or blocks where it can&seat=o", []),
}  # fmt: skip
"""Boards, addresses of games whose players draw nothing at random, and what a person does."""
FAULTS = (
    f"classic?{FIRST}&moves=5,1,5,9&seat=x",
    f"classic?{FIRST}&moves=9,5,8&seat=o",
    f"classic?{FIRST}&moves=5,1,9,3",
    "classic?opponent=nobody&seat=x",
    "classic?opponent=house/perfect&rival=house/umg&seat=x",
    "classic?seat=x&colour=red",
    "nine_board?opponent=h1-d3&moves=%3Cscript%3Eawake()%3C/script%3E&seat=x",
)
"""Addresses that can't be read whole."""
HASTEN = "const wait = setTimeout; window.setTimeout = (work, time) => wait(work, time / 100)"


@pytest.fixture(scope="module")
def path(bare_page):
    return bare_page


def test_games_go_on_as_they_did(page, snapshot):
    """By clicks and keys, by replay, hints and addresses: what is shown after each."""
    for name, (board, address, doings) in STORIES.items():
        page.run("document.activeElement.blur()")
        told = opened(page, f"{board}?{address}").story(*doings)
        assert f"{name}\n{told}" == snapshot(name=name)
        if Match(page.driver, f"#{board}").field("Hints").is_selected():
            Match(page.driver, f"#{board}").field("Hints").click()


@pytest.mark.parametrize("name", RIVALS)
def test_an_address_holds_the_position_the_players_and_the_seat(page, path, name):
    board = opened(page, name, opponent=RIVALS[name][0], seat="o")
    board.wait_for("person")
    board.mark(board.free()[-1])
    assert len(board.signs()) - board.signs().count("") == 3
    assert len(board.facts()) > 1
    assert board.values() | {"moves": ""} == {"opponent": RIVALS[name][0], "seat": "o", "moves": ""}
    before, facts = board.story().split(" | "), board.facts()
    page.driver.get("about:blank")
    page.driver.get(f"{path.as_uri()}{before[-1]}")
    after = board.story().split(" | ")
    assert [part for part in before if not part.startswith("at ")] == after
    assert board.facts() == facts
    assert board.chosen("You play") == "o"


@pytest.mark.parametrize("name", RIVALS)
def test_players_meet_to_the_end_and_a_series_of_theirs_begins_from_the_empty_board(page, name):
    opponent, rival = RIVALS[name]
    page.run(HASTEN)
    board = opened(page, name, opponent=opponent, rival=rival, seat="watch-x")
    board.one(".match-new").click()
    board.wait_for("over")
    signs = board.signs()
    assert signs.count("X") - signs.count("O") in (0, 1)
    assert board.values() | {"moves": ""} == {"opponent": opponent, "rival": rival, "seat": "watch-x", "moves": ""}
    assert ("drawn 0" not in board.tally()) == (board.line() == [])
    assert not board.one(".match-undo").is_displayed()
    assert sum(text.endswith("games from the empty board") for text in board.texts(".match-series option")) == 3
    assert told_of_series(board, 10).startswith("10 games")
    board.all(".match-series .match-actions button")[0].click()
    assert board.one(".match").get_attribute("data-turn") == "replay"
    assert not any(board.signs())


def test_a_button_lets_two_players_meet(page):
    """The other takes the person's side, and gives it back; only those that play it are offered."""
    board = opened(page, "classic", opponent="house/perfect", seat="x")
    button = board.one(".match-meet")
    assert not board.one(".match-series").is_displayed()
    button.click()
    assert board.chosen("You play") == "watch-o"
    assert board.one(".match-series").is_displayed()
    assert button.text == "Play yourself"
    assert {"house/umg", "house/perfect"} & {*board.offered("Second player")} == {"house/perfect"}
    strengths = [heading.text for heading in board.all(".worth h2") if heading.is_displayed()]
    assert strengths == ["Strength: perfect, any of the best cells", "Strength: random marks"]
    button.click()
    assert [heading.is_displayed() for heading in board.all(".worth h2")] == [True, False]
    assert board.chosen("You play") == "x"
    board.wait_for("person")
    board.choice("You play").select_by_value("watch-x")
    assert {"house/umg", "house/perfect"} & {*board.offered("Second player")} == {"house/umg", "house/perfect"}


def test_who_watches_can_pause(page):
    """Whatever was to be done later is dropped."""
    board = opened(page, "classic", opponent="house/perfect", rival="house/random", seat="watch-o")
    page.run("window.later = []; window.setTimeout = (work) => later.push(work)")
    do_it = "const due = later; later = []; due.forEach((work) => work())"
    board.one(".match-new").click()
    pause = board.one(".match-pause")
    pause.click()
    page.run(do_it)
    assert board.signs() == [""] * 9
    assert pause.text == "Continue"
    pause.click()
    page.run(do_it)
    assert board.signs() != [""] * 9


def test_a_move_of_the_search_tells_its_value_its_line_and_what_it_tried(page):
    board = opened(page, "nine_board", opponent="h1-d4", seat="x")
    board.mark(40)
    position = NineBoard().apply(40)
    chosen = AlphaBeta(1, table_bits=0, hurry=True).choose(position, 4)
    told = board.facts()
    line = moves_of(told["Expected line"].split())
    assert line[0] == chosen.move
    assert len(line) == 4
    for move in line:
        assert move in position.legal_moves()
        position = position.apply(move)
    assert told["Marks tried"].endswith(", 4 plies deep")
    assert f"({-chosen.value or 0} by its heuristic".replace("-", "−") in told["Value"]


def moves_of(codes):
    """Moves on nine boards, which are written as a board and a cell of it."""
    return [9 * (int(code[0]) - 1) + int(code[2]) - 1 for code in codes]


def test_hints_of_nine_boards_say_in_words_what_the_engine_finds(page):
    """And in colours; marks are good, good or even, and even or bad."""
    depth = 6
    for moves in ("1.5,5.1,1.1,1.2,2.2,2.1", "1.5,5.1,1.1,1.9,9.1", "5.5,5.1"):
        position = NineBoard()
        for move in moves_of(moves.split(",")):
            position = position.apply(move)
        board = opened(page, "nine_board", opponent=f"h1-d{depth}", seat="xo"[position.current_player], moves=moves)
        hints = board.field("Hints")
        assert board.one(".match-note").is_displayed() == hints.is_selected()
        if not hints.is_selected():
            hints.click()
        board.wait_until(lambda board=board: board.one(".match-best").text)
        values = AlphaBeta(1, table_bits=0, hurry=True).values(position, depth)
        worths = {move: -value if position.current_player else value for move, value in values.items()}
        best = max(worths.values())
        shown = [
            (place.text, place.get_attribute("data-hint"), place.get_attribute("data-best"))
            for place in board.all(".place")
        ]
        assert {move: shown[move] for move in board.free()} == {
            move: (in_words(worth, depth), colour(worth), "" if worth == best else None)
            for move, worth in worths.items()
        }


def colour(worth):
    return "good" if worth > 0 else "bad" if worth < 0 else "even"


def in_words(worth, depth):
    """What a value of a search in a hurry means to who moves."""
    moves = (depth - (abs(worth) - 60) + 1) // 2
    if worth >= 60:
        return "wins now" if moves == 1 else f"wins in {moves}"
    return f"loses in {moves}" if worth <= -60 else "better" if worth > 0 else "worse" if worth < 0 else "even"


@pytest.mark.parametrize("name", RIVALS)
def test_boards_fill_the_window_and_have_numbers_and_colours(page, name):
    """Nothing is wider than the window, and boards, layers and cells are numbered from one."""
    try:
        for width, height in ((390, 844), (768, 1000), (1280, 800)):
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


def test_keys_work_on_a_fresh_page_and_after_a_click_anywhere(page):
    """Nothing has the focus at first; a hidden game hears nothing."""
    board, other = Match(page.driver, "#classic"), Match(page.driver, "#nine_board")
    board.wait_for("person")
    page.one("body").send_keys("h")
    assert board.field("Hints").is_selected()
    board.choice("Player").select_by_value("house/minimax-first")
    for place in (page.one("h1"), board.one(".match-tally"), board.one(".match-new"), page.all("[role=tab]")[0]):
        place.click()
        page.focused.send_keys("n")
        board.wait_for("person")
        board.focused.send_keys("5")
        board.wait_for("person")
        assert board.place(4).get_attribute("data-sign") == "X"
        assert board.focused == board.place(4)
    page.all("[role=tab]")[1].click()
    page.focused.send_keys("h")
    assert other.field("Hints").is_selected()
    assert board.field("Hints").is_selected()


def test_an_address_that_cannot_be_read_whole_changes_nothing(page, snapshot):
    page.run("window.awake = () => { window.woken = true; }")
    board, notice = opened(page, f"classic?{GAME}"), page.one(".play-notice")
    told = [board.story()]
    for address in FAULTS:
        page.go_to(address)
        page.wait_until(lambda: notice.text)
        told.append(f"{address}\n{page.texts('.play-notice p')[0]}")
        assert board.story() == told[0]
        assert page.all(".play-notice :is(script, img)") == []
        page.one(".play-notice button").click()
        assert not notice.text
    assert not page.run("return window.woken")
    assert "\n".join(told) == snapshot
    page.go_to(FAULTS[0])
    page.wait_until(lambda: notice.text)
    page.go_to(f"classic?{GAME.replace('&seat', '&at=2&seat')}")
    page.wait_until(lambda: not notice.text)


def told_of_series(board, number):
    """Play a series of so many games, and say what is told of it."""
    board.choice("Series").select_by_value(str(number))
    board.one(".match-series-toggle").click()
    told = board.one(".match-series-told")
    board.wait_until(lambda: told.text.startswith(f"{number} games"))
    return told.text


def tallied(board):
    """Games won by X, drawn and won by O in the tally of two players."""
    return tuple(map(int, re.findall(r"(?:X won|drawn|O won) (\d+)", board.tally())))


def test_a_series_has_the_exact_chances_beside_its_results(page):
    board = opened(page, "classic", opponent="house/random", rival="house/perfect", moves="5,1", seat="watch-x")
    told = told_of_series(board, 100)
    opponents = game(dead=False).opponents
    _, ends = game(dead=False).propagate(opponents["random"], opponents["perfect"])
    shares = [f"{100 * share:.1f}%" for share in ends]
    assert f"Exactly: X wins {shares[0]}, {shares[1]} are drawn, O wins {shares[2]}." in told
    counts = [int(number) for number in re.findall(r"(?:won|drawn) (\d+)", told)]
    assert sum(counts) == 100
    assert tallied(board) == tuple(counts)
    board.all(".match-series .match-actions button")[0].click()
    assert sum(tallied(board)) == 100, "a game of the series counts once"
    told_of_series(board, 10)
    assert sum(tallied(board)) == 110


def test_a_series_of_games_that_are_all_the_same_is_added_to_the_tally_of_its_players(page):
    page.run(HASTEN)
    board = opened(page, "classic", opponent="house/minimax-first", rival="house/umg", seat="watch-x")
    board.wait_for("over")
    assert board.one(".match-pause").get_attribute("aria-disabled") == "true"
    before = tallied(board)
    assert sum(before) == 1
    assert told_of_series(board, 100).startswith("100 games, all the same: ")
    assert tallied(board) == tuple(101 * number for number in before)
    board.choice("Second player").select_by_value("house/perfect")
    assert sum(tallied(board)) <= 1, "others have played no game but the one that has begun"
