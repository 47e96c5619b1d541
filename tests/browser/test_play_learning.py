"""Matchboxes that learn while a person plays: their boxes on the page, undo, beads put back, machines that resign."""

import re

import pandas as pd
import pytest
from helpers.project import ROOT
from pages import opened, write_play_page
from selenium.webdriver.common.keys import Keys

from tttcore.engines.agents import collect_agents
from tttcore.engines.engine import engine, read_study
from tttcore.engines.matchboxes.lessons import UNREACHED
from tttcore.engines.page_modules import rules
from tttcore.engines.replicates import run_replicates

STUDY = "michie1963"
MICHIE = {name: each.recipe for name, each in read_study(ROOT / f"config/studies/{STUDY}.yaml").treatments.items()}
FEW = {"games": 30, "every": 30}
EACH_GAME_LESS = {"start": [1], "win": [-1], "draw": [-1], "loss": [-1]}
RECIPES = {
    "reported": MICHIE["random"] | FEW,
    "second": MICHIE["random"] | FEW | {"seat": "second", "forced": "boxed"},
    "worn": MICHIE["random"] | FEW | EACH_GAME_LESS,
    "worn-later": MICHIE["random"] | FEW | EACH_GAME_LESS | {"start": [60, 1]},
    "worn-refilled": MICHIE["random"] | FEW | EACH_GAME_LESS | {"empty": "refilled", "games": 31, "every": 31},
    "unteachable": MICHIE["separate"] | FEW | {"empty": "refilled"},
}


@pytest.fixture(scope="module")
def path(tables, tmp_path_factory):
    made_by, file = engine("matchboxes"), tmp_path_factory.mktemp("learning") / "play.html"
    runs = [
        pd.DataFrame(run_replicates(made_by, STUDY, name, recipe, tables, seed=0, replicates=range(1)))
        for name, recipe in RECIPES.items()
    ]
    wanted = {"champions": 1, "followed": 1, "snapshots": 2}
    agents = collect_agents(
        pd.concat(runs, ignore_index=True), RECIPES, tables, study=STUDY, engine="matchboxes", seed=0, wanted=wanted
    )
    return write_play_page(file, agents, rules={STUDY: rules("matchboxes", RECIPES)})


def met(page, treatment, seat="o", step=0, **values):
    """The board of a game against a machine, as soon as it is the person's turn if nothing else is asked for."""
    board = opened(page, "classic", opponent=f"{STUDY}/{treatment}/0@{step}", **values, seat=seat)
    if seat == "o":
        board.wait_for("person", "over")
    return board


def boxes(board):
    """Numbers of the boxes that are shown, by cell."""
    return board.run("""
        return [...document.querySelectorAll("#classic .beads .box")].map((box) => Object.fromEntries(
            [...box.querySelectorAll("[data-cell]")].map((cell) =>
                [Number(cell.dataset.cell) - 1, parseInt(cell.querySelector(".note").textContent)])))""")


def games(board):
    """How many games have taught each machine that is shown."""
    return [int(re.sub("no", "0", text.split(" ")[4])) for text in board.texts(".beads-back")]


def told(board):
    return board.one(".beads-told").text


def put_back(board, at=0):
    board.all(".beads-back button")[at].click()


def test_a_game_moves_beads_and_undo_moves_them_back(page):
    board = met(page, "reported")
    cell = board.signs().index("X")
    (first,) = boxes(board)
    assert first[str(cell)] == 4
    assert games(board) == [0]
    board.finish()
    result = re.match(r"(Won|Drawn|Lost): ", told(board))[1]
    by = {"Won": 3, "Drawn": 1, "Lost": -1}[result]
    assert boxes(board)[0] == first | {str(cell): 4 + by}
    assert f"of cell {cell + 1} {'put into' if by > 0 else 'taken from'} box 1" in told(board)
    assert games(board) == [1]
    board.one(".match-undo").click()
    assert "lesson was taken back" in told(board)
    assert games(board) == [0]
    assert boxes(board)[0] == first
    board.finish()
    board.one(".match-new").click()
    board.wait_for("person")
    assert told(board).startswith("Last game: ")
    assert games(board) == [1]
    assert boxes(board)[0] != first
    met(page, "reported", step=30)
    assert games(board) == [0], "stages of learning learn apart"
    met(page, "reported")
    assert games(board) == [1]
    put_back(board)
    assert "stored beads again" in told(board)
    assert boxes(board)[0] == first
    assert games(board) == [0]


def test_moved_beads_are_drawn_once_and_not_where_motion_is_unwanted(page):
    board = met(page, "reported")
    board.finish()
    assert board.all(".boxes.moves :is(.came, .went)")
    animated = "return getComputedStyle(document.querySelector('.boxes.moves :is(.came, .went)')).animationName"
    assert board.run(animated).startswith("bead-")
    wanted = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", wanted)
    assert board.run(animated) == "none"
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    board.field("Hints").click()
    assert board.all(".boxes")
    assert not board.all(".boxes.moves")


def test_a_machine_with_an_empty_box_resigns(page):
    """Its first box holds three beads, of which each game takes one; then it has nothing to draw."""
    board = met(page, "worn")
    for played in (1, 2, 3):
        board.wait_for("person", "over")
        board.finish()
        assert games(board) == [played]
        board.one(".match-new").click()
    board.wait_for("over")
    assert board.one(".match-status").text == "It resigned. You have won."
    assert told(board) == "Resigned: no bead moved."
    assert "is empty, and a machine that finds no bead resigns" in board.one(".match-why").text
    assert board.texts(".beads .box.empty figcaption") == ["Box 1, empty"]
    assert games(board) == [4]
    assert "you won" in board.tally()
    assert board.texts(".worth tbody tr:last-child .n") == ["0.0%", "0.0%", "100.0%"]
    assert board.values().get("moves", "") == ""
    put_back(board)
    board.one(".match-new").click()
    assert board.wait_for("person") == "person"


def test_undo_takes_a_resignation_back(page):
    """Its second box holds at most 7 beads for the same reply to each of three openings."""
    board = met(page, "worn-later")
    for played in range(3 * 7 + 1):
        board.finish()
        assert games(board) == [played + 1]
        if "resigned" in board.one(".match-status").text:
            break
        board.one(".match-new").click()
        board.wait_for("person")
    assert re.fullmatch("Resigned: one bead of cell [125] taken from box 1.", told(board))
    marks = board.values()["moves"]
    assert re.fullmatch(r"[1-9],[1-9]", marks)  # the resignation has no code
    resigned = boxes(board)
    board.one(".match-undo").click()
    board.wait_for("person")
    assert games(board) == [played]
    assert sum(boxes(board)[0].values()) == sum(resigned[0].values()) + 1


def test_an_empty_box_is_filled_again_and_addresses_allow_what_it_then_marks(page, path):
    """Two beads of the first box are left when it is stored; the third game draws from three."""
    board = met(page, "worn-refilled", step=31)
    begun, addresses, lessons = [], [], []
    for _ in range(5):
        board.wait_for("person")
        begun.append(board.signs().index("X"))
        board.finish()
        lessons.append(told(board))
        addresses.append(page.run("return location.hash"))
        board.one(".match-new").click()
    assert len({*begun[:2]}) == 2
    assert sorted(begun[2:]) == [0, 1, 4]
    assert [number for number, each in enumerate(lessons) if "was empty, got its first beads again" in each] == [2]
    (lost,) = {0, 1, 4} - {*begun[:2]}
    page.driver.get("about:blank")
    page.driver.get(path.as_uri() + addresses[begun.index(lost)])
    assert not board.run("return document.querySelector('.play-notice').textContent")
    assert board.wait_for("over")
    assert board.signs()[lost] == "X"
    assert games(board) == [0]


def test_a_machine_that_the_page_cannot_follow_says_so(page):
    board = met(page, "unteachable")
    board.wait_for("person")
    assert board.texts(".beads p:not([hidden]):not(.beads-told)")[0] == f"It doesn't learn here: {UNREACHED}."
    assert not board.field("Learns").is_displayed()


def test_beads_put_back_leave_the_other_machine_its_lesson_to_take_back(page):
    board = met(page, "reported", seat="watch-x", step=30, rival=f"{STUDY}/second/0@30")
    page.run("const wait = setTimeout; window.setTimeout = (work, time) => wait(work, time / 100)")
    board.one(".match-new").click()
    board.wait_for("over")
    assert games(board) == [1, 1]
    put_back(board, at=1)
    assert games(board) == [1, 0]
    assert re.fullmatch(
        r"X: (Won|Drawn|Lost|Resigned): .*\nO: All its boxes hold their stored beads again\.", told(board)
    )
    board.one(".match-replay input").send_keys(Keys.ARROW_LEFT)
    board.field("Learns").click()  # the game goes on by itself and must not teach again
    board.one(".match-resume").click()
    board.wait_for("over")
    assert games(board) == [0, 0]
    assert told(board).startswith("X: The game goes on, and its lesson was taken back.\nO: All its boxes")


def test_a_series_and_a_game_that_is_over_teach_nothing(page):
    board = met(page, "reported", seat="watch-x", step=30, rival=f"{STUDY}/second/0@30")
    board.choice("Series").select_by_value("10")
    board.one(".match-series-toggle").click()
    page.wait_until(lambda: "10 games" in board.one(".match-series-told").text)
    assert games(board) == [0, 0]
    board.all(".match-series .match-actions button")[0].click()
    board.one(".match-replay input").send_keys(Keys.END)
    board.wait_for("over")
    assert games(board) == [0, 0]
    address = page.run("return location.hash.slice(1)")
    page.go_to("nine_board")
    page.go_to(address)
    board.wait_for("over")
    assert games(board) == [0, 0]
