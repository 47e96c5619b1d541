"""Nine boards, and boards of any dimensions, in the page: rules, values and moves of the Python core, and a person."""

import re
from dataclasses import asdict
from itertools import product

import numpy as np
import pytest
from helpers.nine_board_positions import late_positions, narrow_positions, random_positions
from pages import opened
from reference import lattice as twin
from selenium.webdriver.common.keys import Keys

from tttcore.engines.genies.agents import move_function
from tttcore.engines.genies.players.linear import EVALUATE, FIRST_FREE, WIN_OR_BLOCK, Player, play
from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.engines.nine_board.reference import HEURISTICS
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.nine_board import NineBoard, perft
from tttcore.pipeline.rng import stream

PAGE = "bare_page"

NINE = "const game = TTT.nineBoard; return "
LATTICE = "const game = TTT.lattice, board = game.board(...arguments[0]); return "
DEPTH = 4
SIZES = [(3, 2), (4, 3), (3, 3), (4, 4), (5, 2), (2, 3)]
CUBE = Hypercube(4, 3)
LINES = [{*line} for line in twin.lines(CUBE.edge, CUBE.dimensions)]
LEARNT = {0: [3, 1, 4, 1, 5, 9, 2, 6], 40: [1, 2, 8, 50, -1, 3, 9, 20]}
"""Weights of a Genie after so many generations."""
GENIE = {
    "id": "post1999/cube/0", "study": "post1999", "treatment": "cube", "replicate": 0, "unit": "generations",
    "seat": "both", "name": "Genie from random genes", "kind": "weights",
    "snapshots": [{"step": step, "weights": weights} for step, weights in LEARNT.items()],
}  # fmt: skip
"""In the form in which the page holds it."""


@pytest.fixture
def board(page):
    """The game against the Genie, as a person first sees it."""
    names = {"post1999": "Post 1999", "house": "Fixed rules"}
    data = {"edge": CUBE.edge, "dimensions": CUBE.dimensions, "agents": [GENIE], "studies": names}
    board = opened(page, "lattice?seat=x")
    page.run("TTT.mountLattice(document.querySelector('#lattice div'), arguments[0])", data)
    return board


def positions(name, number=12):
    """Open positions early, late, and beside full boards."""
    return [each for kind in (random_positions, late_positions, narrow_positions) for each in kind(number, name)]


def test_it_counts_the_ways_to_play_on_from_any_position(page):
    tried = [(NineBoard(), depth) for depth in (1, 2, 3, 4)] + [(position, 3) for position in positions("perft")]
    asked = [(asdict(position), depth) for position, depth in tried]
    found = page.run(NINE + "arguments[0].map((asked) => game.perft(...asked))", asked)
    assert found == [perft(position, depth) for position, depth in tried]


def test_whole_games_go_and_end_alike(page):
    rng = stream(0, "tests", "browser", "nine-board")
    script = (
        "((at) => [at, game.winner(at), game.moves(at)])(arguments[0].reduce(game.after, game.opening(arguments[1])))"
    )
    for rule in ("free", "draw"):
        position, made = NineBoard(rule=rule), []
        while position.winner is None:
            made.append(int(rng.choice(position.legal_moves())))
            position = position.apply(made[-1])
        at, *ended = page.run(NINE + script, made, rule)
        assert ended == [position.winner, []]
        assert (at["crosses"], at["noughts"]) == ([*position.crosses], [*position.noughts])


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_it_finds_the_moves_and_values_of_the_engine(page, heuristic):
    """In a hurry or not; its hints are the values of every move."""
    for depth, hurry in product((1, 2, 6), (False, True)):
        tried, engine = positions(f"choose {heuristic}"), AlphaBeta(heuristic, table_bits=0, hurry=hurry)
        options = {"heuristic": heuristic, "depth": depth, "hurry": hurry}
        script = "arguments[0].map((at) => game.choose(at, arguments[1])).map(({ move, value }) => [move, value])"
        wanted = [engine.choose(position, depth) for position in tried]
        assert page.run(NINE + script, [*map(asdict, tried)], options) == [[each.move, each.value] for each in wanted]
    for position in positions(f"values {heuristic}", 4):
        options = {"heuristic": heuristic, "depth": 4}
        found = page.run(NINE + "[...game.values(arguments[0], arguments[1])]", asdict(position), options)
        assert dict(found) == AlphaBeta(heuristic, table_bits=0).values(position, 4)


def test_the_line_of_a_search_leads_to_the_value_that_it_tells(page):
    """A search from where the line has led, move by move, finds the same value."""
    values = page.run("""
        const game = TTT.nineBoard;
        let position = [40, 36, 4, 37, 12].reduce(game.after, game.opening());
        const { line, value } = game.choose(position, { heuristic: 2, depth: 6, hurry: true });
        return [value, ...line.slice(0, -1).map((move, at) => {
          position = game.after(position, move);
          return game.choose(position, { heuristic: 2, depth: 5 - at, hurry: true }).value;
        })];
    """)
    assert (len(values), len({*values})) == (6, 1)


def test_a_game_to_its_end_is_counted_and_undo_uncounts_it(page):
    board = opened(page, "nine_board", opponent=f"h1-d{DEPTH}", seat="x")
    position, engine, signs = NineBoard(), AlphaBeta(1, table_bits=0, hurry=True), [""] * 81
    while position.winner is None:
        move = position.legal_moves()[-1] if position.current_player == 0 else engine.choose(position, DEPTH).move
        if position.current_player == 0:
            board.place(move).click()
        signs[move] = "XO"[position.current_player]
        position = position.apply(move)
        if position.current_player == 0 or position.winner is not None:
            board.wait_for("person" if position.winner is None else "over")
            assert board.signs() == signs
    assert board.tally().endswith({1: "you won 1, drew 0, lost 0.", 2: "you won 0, drew 0, lost 1."}[position.winner])
    assert len(board.line()) == 3
    board.one(".match-undo").click()
    assert board.tally().endswith("you won 0, drew 0, lost 0.")
    assert board.line() == []


@pytest.mark.parametrize("size", SIZES)
def test_lines_are_those_that_going_on_in_one_direction_meets(page, size):
    script = """Array.from({ length: board.cells },
        (_, cell) => game.linesThrough(board, cell).map((line) => game.cellsOf(board, line)))"""
    everywhere = {frozenset(line) for line in twin.lines(*size)}
    for cell, lines in enumerate(page.run(LATTICE + script, size)):
        assert len(lines) == len({*map(frozenset, lines)})
        assert {*map(frozenset, lines)} == {line for line in everywhere if cell in line}
    assert len(everywhere) == Hypercube(*size).line_count


@pytest.mark.parametrize("size", SIZES)
def test_whole_games_of_genies_are_the_same_move_for_move(page, size):
    lattice = Hypercube(*size)
    rules = [Player(strategy).weights(lattice).tolist() for strategy in (WIN_OR_BLOCK, FIRST_FREE)]
    assert page.run(LATTICE + "[game.ruleWeights(board).winOrBlock, game.ruleWeights(board).firstFree]", size) == rules
    rng = stream(0, "tests", "browser", "lattice", lattice.edge)
    ranges = [(0, 10), (-5, 20), (-(10**6), 10**6), (0, 2)]  # small and large, some below 0, some all alike
    pairs = [rng.integers(*limits, (2, 2 * lattice.edge)).tolist() for limits in ranges * 2]
    pairs += product(rules, repeat=2)
    found = page.run(LATTICE + "arguments[1].map((players) => game.play(board, ...players))", size, pairs)
    for each, players in zip(found, pairs, strict=True):
        game = play(lattice, *(Player(EVALUATE, own) for own in players))
        assert each == {"winner": game.winner, "moves": game.moves.tolist()}


def test_it_knows_the_cells_that_win(page):
    rng, some = stream(0, "tests", "browser", "lattice", "wins"), False
    for _ in range(20):
        marks = rng.choice(3, CUBE.cells, p=[0.4, 0.4, 0.2])
        winning = [
            cell
            for cell in np.flatnonzero(marks == 0).tolist()
            if any(cell in line and all(marks[other] == 1 for other in line - {cell}) for line in LINES)
        ]
        assert page.run(LATTICE + "game.winning(board, arguments[1], 1)", [4, 3], marks.tolist()) == winning
        some |= bool(winning)
    assert some


@pytest.mark.parametrize(("marks", "last", "winner"), [
    ("XOX XOO OX.", [7], 0),  # no line of the free cell is anybody's
    ("XOX XOO O..", [6], None),  # the second column is O's still
    ("XXX OO. ...", [2], 1),
    ("XX. OOO X..", [5], 2),
    ("... ... ...", [], None),
])  # fmt: skip
def test_a_game_ends_once_somebody_has_won_or_nobody_can(page, marks, last, winner):
    cells = [".XO".index(mark) for mark in marks.replace(" ", "")]
    assert page.run(LATTICE + "game.winner(board, ...arguments[1])", [3, 2], [cells, *last]) == winner


def test_a_genie_answers_by_what_it_had_learnt(board):
    assert [len(layer.find_elements("class name", "place")) for layer in board.all(".match-layer")] == [16] * 4
    for step in (40, 0):
        position, choose = HypercubePosition(CUBE), move_function(CUBE, LEARNT[step])
        for _ in range(4):
            position = position.apply(board.free()[0])
            answer = choose(position)
            board.mark(board.free()[0])
            position = position.apply(answer)
            assert board.signs()[answer] == "O"
        assert f"after {step} generations" in board.tally()
        assert f"layer {answer // 16 + 1}, cell {answer % 16 + 1}" in board.one(".match-stage > [role=status]").text
        board.field("Training").send_keys(Keys.HOME)
        board.one(".match-new").click()


def test_a_lost_game_shows_its_line_and_is_counted_and_kinds_of_players_are_told_apart(board, snapshot):
    while board.wait_for("person", "over") == "person":
        free = board.free()
        board.place(free[len(free) * 5 // 7]).click()
    assert {*board.line()} in LINES
    assert {board.signs()[cell] for cell in board.line()} == {"O"}
    told = [board.tally()]
    for name in board.offered("Player"):
        board.choice("Player").select_by_value(name)
        told.append(f"{name}: {board.texts('.match-about')[0]}")
    assert "\n".join(told) == snapshot


def test_hints_count_the_choices_of_its_weights(board):
    """Cells that are worth the same are the same choice, so that no choice is left out."""
    board.field("Training").send_keys(Keys.HOME)
    board.field("Hints").click()
    board.wait_for_hints(CUBE.cells)
    on_seven_lines = [len({min(at, 3 - at) for at in cell}) == 1 for cell in product(range(4), repeat=3)]
    assert sum(LEARNT[0][:: CUBE.edge]) > 0, "of two cells on empty lines alone"
    assert board.texts(".place") == ["1st" if is_so else "2nd" for is_so in on_seven_lines]
    wanted = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "33rd", "64th"]
    places = [int(re.match(r"\d+", place)[0]) for place in wanted]
    assert board.run("return arguments[0].map(TTT.words.ordinal)", places) == wanted


def test_hints_name_cells_that_win_or_block(board):
    board.choice("Player").select_by_value("house/Marks the first free cell")
    for cell in (60, 61, 62):
        board.mark(cell)
    board.field("Hints").click()
    board.wait_for_hints(CUBE.cells - 6)
    said = [button.get_attribute("aria-label").split(": ")[1] for button in board.all(".place")]
    assert [cell for cell, words in enumerate(said) if words.startswith("free, wins now, ")] == [63]
    assert [cell for cell, words in enumerate(said) if words.startswith("free, blocks, ")] == [3]
