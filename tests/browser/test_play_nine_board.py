"""Nine boards in the page: the rules, values and moves of the Python core, and a person who plays."""

from dataclasses import asdict

import pytest
from helpers.nine_board_positions import late_positions, narrow_positions, random_positions
from pages import MATCH, mounted, page_of

from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.engines.nine_board.reference import HEURISTICS
from tttcore.games.nine_board import NineBoard, perft
from tttcore.pipeline.rng import stream

DEPTH = 4
"""At which the game on a page starts."""
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


def test_it_counts_the_ways_to_play_on_from_any_position(page):
    tried = [(NineBoard(), depth) for depth in (1, 2, 3, 4)] + [(position, 3) for position in positions("perft")]
    asked = [(asdict(position), depth) for position, depth in tried]
    found = page.run(PLAYED + "arguments[0].map((asked) => game.perft(...asked))", asked)
    assert found == [perft(position, depth) for position, depth in tried]


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
