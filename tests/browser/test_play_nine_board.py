"""Nine boards in the page: the rules, values and moves of the Python core, and a person who plays."""

from dataclasses import asdict

import pytest
from helpers.nine_board_positions import late_positions, narrow_positions, random_positions
from pages import MATCH, mounted, page_of
from selenium.webdriver.common.keys import Keys

from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.engines.nine_board.reference import HEURISTICS
from tttcore.games.nine_board import NineBoard, perft
from tttcore.pipeline.rng import stream

DEPTH = 4
"""At which the game on a page starts."""
SECOND = 1000
"""Milliseconds."""
PLAYED = "const game = TTT.nineBoard; return "


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """The rules and the search alone."""
    browser.open(page_of(tmp_path_factory.mktemp("nine-board"), "nine_board.js"))
    return browser


@pytest.fixture
def board(browser, tmp_path):
    """The game on a page, as a person first sees it."""
    scripts = "nine_board.js", *MATCH, "nine_board_view.js"
    yield mounted(browser, tmp_path, *scripts, mount="mountNineBoard", data={"start": DEPTH})
    assert browser.errors() == []


def positions(name, number=12):
    """Open positions early, late, and beside full boards."""
    kinds = random_positions(number, name), late_positions(number, name), narrow_positions(number, name)
    return [position for kind in kinds for position in kind]


def marks_of(position):
    """What stands at each place."""
    bits = [(board, 1 << cell) for board in range(9) for cell in range(9)]
    return ["X" * bool(position.crosses[at] & bit) + "O" * bool(position.noughts[at] & bit) for at, bit in bits]


def test_it_counts_the_ways_to_play_on(page):
    assert page.run(PLAYED + "[1, 2, 3, 4].map((depth) => game.perft(game.opening(), depth))") == [
        perft(NineBoard(), depth) for depth in (1, 2, 3, 4)
    ]


def test_it_counts_the_ways_from_any_position(page):
    tried, depth = positions("perft"), 3
    found = page.run(PLAYED + "arguments[0].map((at) => game.perft(at, arguments[1]))", [*map(asdict, tried)], depth)
    assert found == [perft(position, depth) for position in tried]


def test_whole_games_go_and_end_alike(page):
    rng = stream(0, "tests", "browser", "nine-board")
    for rule in ("free", "draw"):
        position, made = NineBoard(rule=rule), []
        while position.winner is None:
            made.append(int(rng.choice(position.legal_moves())))
            position = position.apply(made[-1])
        found = page.run(
            PLAYED + "((at) => [at, game.winner(at), game.moves(at)])"
            "(arguments[0].reduce(game.after, game.opening(arguments[1])))",
            made, rule,
        )  # fmt: skip
        assert found[1:] == [position.winner, []]
        assert {key: found[0][key] for key in ("crosses", "noughts")} == {
            "crosses": list(position.crosses), "noughts": list(position.noughts),
        }  # fmt: skip


@pytest.mark.parametrize("hurry", [False, True])
@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_it_finds_the_moves_and_values_of_the_engine(page, heuristic, hurry):
    engine = AlphaBeta(heuristic, table_bits=0, hurry=hurry)
    tried = positions(f"choose {heuristic}")
    for depth in (1, 2, 6):
        found = page.run(
            PLAYED + "arguments[0].map((at) => game.choose(at, arguments[1]))",
            [*map(asdict, tried)], {"heuristic": heuristic, "depth": depth, "hurry": hurry},
        )  # fmt: skip
        wanted = [engine.choose(position, depth) for position in tried]
        assert [(each["move"], each["value"]) for each in found] == [(each.move, each.value) for each in wanted]


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_its_hints_are_the_values_of_every_move(page, heuristic):
    engine = AlphaBeta(heuristic, table_bits=0)
    for position in positions(f"values {heuristic}", 4):
        options = {"heuristic": heuristic, "depth": 4}
        found = page.run(PLAYED + "[...game.values(arguments[0], arguments[1])]", asdict(position), options)
        assert dict(found) == engine.values(position, 4)


def test_six_plies_from_the_opening_take_no_longer_than_a_second(page):
    script = "const begun = performance.now(); game.choose(game.opening(), {heuristic: 1, depth: 6});"
    times = [page.run(PLAYED.replace("return", script) + "return performance.now() - begun") for _ in range(3)]
    assert min(times) < SECOND


def test_a_place_that_may_not_be_marked_is_not(board):
    board.mark(40)
    before = board.signs()
    board.place(40).click()
    assert board.place(40).get_attribute("aria-disabled") == "true"
    assert board.signs() == before


def test_arrow_keys_cross_boards_and_enter_marks(board):
    board.run("arguments[0].focus()", board.place(0))
    for key in (Keys.ARROW_RIGHT,) * 3 + (Keys.ARROW_DOWN,) * 4 + (Keys.ARROW_LEFT,) * 1:
        board.focused.send_keys(key)
    at = board.focused
    assert at.get_attribute("aria-label") == "board 4, cell 6: free"  # fifth row, third column of all nine
    at.send_keys(Keys.ENTER)
    board.wait_for("person")
    assert board.signs()[3 * 9 + 5] == "X"


def test_a_game_to_its_end_is_counted_and_undo_uncounts_it(board):
    position, engine = NineBoard(), AlphaBeta(1, table_bits=0, hurry=True)
    while position.winner is None:
        move = position.legal_moves()[-1]
        board.place(move).click()
        position = position.apply(move)
        if position.winner is None:
            position = position.apply(engine.choose(position, DEPTH).move)
            board.wait_for("person" if position.winner is None else "over")
            assert board.signs() == marks_of(position)
    board.wait_for("over")
    assert board.tally().endswith({1: "you won 1, drew 0, lost 0.", 2: "you won 0, drew 0, lost 1."}[position.winner])
    assert len(board.line()) == 3
    board.one(".match-undo").click()
    assert board.tally().endswith("you won 0, drew 0, lost 0.")
    assert board.line() == []
