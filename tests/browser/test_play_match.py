"""What all boards of the page have: replay, players that meet, reasons, addresses, keys, hints, colours and series; a
person who plays 3x3: marks, replies, undo and exact hints.
"""

import re

import numpy as np
import page_checks as checks
import pytest
from pages import Match, opened

from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.games.classic import CELLS, OPEN, solve
from tttcore.games.nine_board import NineBoard
from tttcore.games.tables import to_digits
from tttcore.players.agent_registry import baseline_agents
from tttcore.players.exact_results import propagate
from tttcore.players.policy import game, unpacked

PAGE = "bare_page"

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
    assert board.values() | {"moves": ""} == {"opponent": RIVALS[name][0], "seat": "o", "moves": ""}
    page.run("document.activeElement.blur()")
    before, address = board.story(), page.run("return location.hash")
    page.driver.get("about:blank")
    page.driver.get(f"{path.as_uri()}{address}")
    assert board.story() == before


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
    board, some = opened(page, "classic", opponent="house/perfect", seat="x"), {"house/umg", "house/perfect"}

    def strengths():
        return [heading.text for heading in board.all(".worth h2") if heading.is_displayed()]

    board.one(".match-meet").click()
    assert (board.chosen("You play"), board.one(".match-meet").text) == ("watch-o", "Play yourself")
    assert board.one(".match-series").is_displayed()
    assert some & {*board.offered("Second player")} == {"house/perfect"}
    assert strengths() == ["Strength: perfect, any of the best cells", "Strength: random marks"]
    board.one(".match-meet").click()
    assert not board.one(".match-series").is_displayed()
    assert (board.chosen("You play"), len(strengths())) == ("x", 1)
    board.wait_for("person")
    board.choice("You play").select_by_value("watch-x")
    assert some <= {*board.offered("Second player")}


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


def hint(worth, depth):
    """What a value of a search in a hurry means to who moves, in words and by its colour."""
    moves = (depth - (abs(worth) - 60) + 1) // 2
    if worth >= 60:
        return "wins now" if moves == 1 else f"wins in {moves}", "good"
    if worth <= -60:
        return f"loses in {moves}", "bad"
    return ("even", "even") if worth == 0 else ("better", "good") if worth > 0 else ("worse", "bad")


def test_hints_of_nine_boards_say_what_the_engine_finds(page):
    """Marks are good, good or even, and even or bad."""
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
        shown = page.run(
            """return arguments[0].map((one) =>
            [one.innerText, one.dataset.hint ?? "", "best" in one.dataset])""",
            board.all(".place"),
        )
        assert {move: shown[move] for move in board.free()} == {
            move: [*hint(worth, depth), worth == max(worths.values())] for move, worth in worths.items()
        }


@pytest.mark.parametrize("name", RIVALS)
def test_boards_fill_the_window_and_have_numbers_and_colours(page, name):
    """Nothing is wider than the window, and boards, layers and cells are numbered from one."""
    for width in checks.WIDTHS:
        with checks.window(page, width, "light"):
            for seat in ("watch-x", "x"):
                board = opened(page, name, opponent=RIVALS[name][0], seat=seat)
                size = board.one(".match-board").size
                assert page.run("return document.documentElement.scrollWidth") <= width >= size["width"]
                assert max(size.values()) > 0.6 * min(width, checks.TALL)
    numbers = [place.get_attribute("data-number") for place in board.all(".place")]
    layers = len(board.all(".match-layer")) or 1
    in_each = len(numbers) // layers
    assert numbers == [str(cell + 1) for cell in range(in_each)] * layers
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
    _, ends = propagate(game(dead=False), opponents["random"], opponents["perfect"])
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
    script = "return arguments[0].map((one) => getComputedStyle(one).backgroundColor)"
    colours = board.run(script, board.all(".place"))
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

    def plies_left(position):
        """To the end, if who wins hurries and who loses delays."""
        if tables.outcomes[tables.state_of[position]] != OPEN:
            return 0
        successors = [each for each in tables.next_position[position] if each >= 0]
        kept = [1 + plies_left(each) for each in successors if values[each] == values[position]]
        return (min if values[position] == (-1) ** (CELLS - len(successors)) else max)(kept)

    for _ in range(2):
        position = index[digits([sign if sign in ("X", "O") else "" for sign in board.signs()])]
        board.wait_for_hints(len(board.free()))
        for place, after in zip(board.all(".place"), tables.next_position[position], strict=True):
            plies, hint = (
                (1 + plies_left(after), {1: "good", 0: "even", -1: "bad"}[values[after]]) if after >= 0 else (0, None)
            )
            assert place.get_attribute("data-hint") == hint
            if hint:
                won = "wins now" if plies == 1 else f"wins in {(plies + 1) // 2}"
                assert place.text == {"good": won, "even": "draws", "bad": f"loses in {plies // 2}"}[hint]
                assert f"free, {place.text} " in place.accessible_name
        board.mark(board.free()[0])
    board.field("Hints").click()
    assert board.all("[data-hint]") == []
