"""Boards of any dimensions in the page: lines, Genies and their games as in the Python core, and a person who plays."""

import re
from itertools import product

import numpy as np
import pytest
from pages import MATCH, mounted, page_of
from reference import lattice as twin
from selenium.webdriver.common.keys import Keys

from tttcore.engines.genies.players.linear import EVALUATE, FIRST_FREE, WIN_OR_BLOCK, Player, play
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream

SIZES = [(3, 2), (4, 3), (3, 3), (4, 4), (5, 2), (2, 3)]
CUBE = Hypercube(4, 3)
PLAYED = "const game = TTT.lattice, board = game.board(...arguments[0]); return "
STEPS, WEIGHTS = [0, 40], [[3, 1, 4, 1, 5, 9, 2, 6], [1, 2, 8, 50, -1, 3, 9, 20]]
AGENTS = [
    {
        "id": "post1999/cube/0", "study": "post1999", "treatment": "cube", "replicate": 0, "unit": "generations",
        "seat": "both", "name": "Genie from random genes", "kind": "weights",
        "snapshots": [{"step": step, "weights": weights} for step, weights in zip(STEPS, WEIGHTS, strict=True)],
    },
]  # fmt: skip
"""A Genie at two steps, in the form in which the page holds it."""
NAMES = {"post1999": "Post 1999", "house": "Fixed rules"}


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """The rules and the players alone."""
    browser.open(page_of(tmp_path_factory.mktemp("lattice"), "lattice.js"))
    return browser


@pytest.fixture
def board(browser, tmp_path):
    """The game on a page, as a person first sees it."""
    scripts = "lattice.js", *MATCH, "lattice_view.js"
    data = {"edge": CUBE.edge, "dimensions": CUBE.dimensions, "agents": AGENTS, "studies": NAMES}
    yield mounted(browser, tmp_path, *scripts, mount="mountLattice", data=data)
    assert browser.errors() == []


@pytest.mark.parametrize("size", SIZES)
def test_lines_are_those_that_going_on_in_one_direction_meets(page, size):
    edge, dimensions = size
    found = page.run(
        PLAYED + "Array.from({length: board.cells}, (_, cell) => game.linesThrough(board, cell)"
        ".map((line) => game.cellsOf(board, line)))", size,
    )  # fmt: skip
    everywhere = {frozenset(line) for line in twin.lines(edge, dimensions)}
    for cell, lines in enumerate(found):
        assert len(lines) == len(set(map(frozenset, lines)))
        assert {frozenset(line) for line in lines} == {line for line in everywhere if cell in line}
    assert len(everywhere) == Hypercube(*size).line_count


@pytest.mark.parametrize("size", SIZES)
def test_whole_games_are_the_same_move_for_move(page, size):
    lattice = Hypercube(*size)
    rules = [Player(strategy).weights(lattice).tolist() for strategy in (WIN_OR_BLOCK, FIRST_FREE)]
    rng = stream(0, "tests", "browser", "lattice", lattice.edge)
    ranges = [(0, 10), (-5, 20), (-(10**6), 10**6), (0, 2)]  # small and large, some below 0, some all alike
    pairs = [rng.integers(*limits, (2, 2 * lattice.edge)).tolist() for limits in ranges * 2]
    pairs += product(rules, repeat=2)
    found = page.run(PLAYED + "arguments[1].map((players) => game.play(board, ...players))", size, pairs)
    for each, players in zip(found, pairs, strict=True):
        game = play(lattice, *(Player(EVALUATE, own) for own in players))
        assert each == {"winner": game.winner, "moves": game.moves.tolist()}


def test_it_knows_its_rules_and_the_cells_that_win(page):
    found = page.run(PLAYED + "game.ruleWeights(board)", [CUBE.edge, CUBE.dimensions])
    assert found["winOrBlock"] == Player(WIN_OR_BLOCK).weights(CUBE).tolist()
    assert found["firstFree"] == Player(FIRST_FREE).weights(CUBE).tolist()
    rng = stream(0, "tests", "browser", "lattice", "wins")
    everywhere = twin.lines(CUBE.edge, CUBE.dimensions)
    some = False
    for _ in range(20):
        marks = rng.choice(3, CUBE.cells, p=[0.4, 0.4, 0.2])
        wanted = {
            int(cell)
            for cell in np.flatnonzero(marks == 0)
            if any(cell in line and all(marks[other] == 1 for other in line if other != cell) for line in everywhere)
        }
        found = page.run(PLAYED + "game.winning(board, arguments[1], 1)", [4, 3], marks.tolist())
        assert found == sorted(wanted)
        some |= bool(wanted)
    assert some


@pytest.mark.parametrize(("marks", "last", "winner"), [
    ("XOX XOO OX.", 7, 0),  # no line of the free cell is anybody's
    ("XOX XOO O..", 6, None),  # the second column is O's still
    ("XXX OO. ...", 2, 1),
    ("XX. OOO X..", 5, 2),
    ("... ... ...", None, None),
])  # fmt: skip
def test_a_game_ends_once_somebody_has_won_or_nobody_can(page, marks, last, winner):
    cells = [".XO".index(mark) for mark in marks.replace(" ", "")]
    # None would arrive as null, which is no cell; what isn't handed over is undefined.
    arguments = [cells] if last is None else [cells, last]
    assert page.run(PLAYED + "game.winner(board, ...arguments[1])", [3, 2], arguments) == winner


def test_a_genie_answers_by_what_it_had_learnt(board):
    assert [len(layer.find_elements("class name", "place")) for layer in board.all(".match-layer")] == [16] * 4
    made = []
    for step, weights in reversed(list(zip(STEPS, WEIGHTS, strict=True))):
        for _ in range(4):
            made.append(board.free()[0])
            board.mark(made[-1])
            made.append(answer_of(Player(EVALUATE, weights), made))
            assert board.signs()[made[-1]] == "O"
        assert f"after {step} generations" in board.tally()
        assert CUBE.coordinates(made[-1]) == coordinates_in(board.one(".match-stage > [role=status]").text)
        board.field("Training").send_keys(Keys.HOME)
        board.one(".match-new").click()
        made = []


def answer_of(player, made):
    """What an evaluator marks, by the slow oracle's lines."""
    weights, mover = player.weights(CUBE), len(made) % 2
    own, theirs = set(made[mover::2]), set(made[1 - mover :: 2])
    everywhere = twin.lines(CUBE.edge, CUBE.dimensions)

    def worth(cell):
        found = 0
        for line in everywhere:
            if cell in line:
                ours, others = len(own & set(line)), len(theirs & set(line))
                found += weights[ours] * (not others) + weights[CUBE.edge + others] * (not ours)
        return found

    return max((cell for cell in range(CUBE.cells) if cell not in made), key=lambda cell: (worth(cell), -cell))


def coordinates_in(status):
    """Column, row and layer of the place that a sentence names by its layer and cell, from 0."""
    words = status.replace(",", " ").replace(".", " ").split()
    layer, cell = (int(words[words.index(word) + 1]) - 1 for word in ("layer", "cell"))
    return cell % CUBE.edge, cell // CUBE.edge, layer


def test_a_lost_game_shows_its_line_and_is_counted_and_kinds_of_players_are_told_apart(board, snapshot):
    while board.wait_for("person", "over") == "person":
        free = board.free()
        board.place(free[len(free) * 5 // 7]).click()
    line = board.line()
    assert set(line) in [set(each) for each in twin.lines(CUBE.edge, CUBE.dimensions)]
    assert {board.signs()[cell] for cell in line} == {"O"}
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
    assert sum(WEIGHTS[0][:: CUBE.edge]) > 0, "of two cells on empty lines alone"
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
