"""Pages on which a player is entered by rules or a program, and on which people train matchboxes."""

import re

import numpy as np
import pytest
from helpers.project import ROOT
from pages import Match
from selenium.webdriver.common.by import By

from tttcore.classroom.boxes_page import boxes_context
from tttcore.classroom.enter_page import enter_context
from tttcore.classroom.evaluation import blunders
from tttcore.classroom.levels import never_loses, strength
from tttcore.classroom.playing import baseline, meet_in
from tttcore.classroom.table_file import table_entrant
from tttcore.engines.study_files import read_study
from tttcore.games import classic
from tttcore.games.hexapawn import Hexapawn
from tttcore.players.agent_table import AGENTS
from tttcore.report.site import write_page

PERFECT = ["win", "block", "fork", "unfork", "centre", "opposite", "corner", "side"]
ORDERS = [PERFECT, ["corner", "win", "block"], ["win", "block"], ["block", "side", "win", "centre"], []]
FIRST_FREE = "function move(board, sign) {\n  return board.indexOf('.');\n}"
STUDIES = {"gardner1962": "person", "michie1963": "separate"}
OPPONENTS = {"random moves": "random", "careful moves": "careful", "perfect play": "perfect"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Both pages, with players of fixed rules and a machine of each game."""
    made = tmp_path_factory.mktemp("pages")
    entered = enter_context(AGENTS.empty(), names={}, treatments={})
    write_page(made / "enter.html", "enter.html.j2", studies={}, **entered)
    recipes = {
        name: read_study(ROOT / "config" / "studies" / f"{name}.yaml").recipes[treatment]
        for name, treatment in STUDIES.items()
    }
    write_page(made / "boxes.html", "boxes.html.j2", studies={}, **boxes_context(recipes, seed=1))
    return made


@pytest.fixture
def enter(browser, folder):
    browser.open(folder / "enter.html")
    yield Match(browser.driver)
    assert browser.errors() == []


@pytest.fixture
def boxes(browser, folder):
    browser.open(folder / "boxes.html")
    yield Match(browser.driver)
    assert browser.errors() == []


def click(page, text):
    next(one for one in page.all("button") if one.text == text).click()


def put(page, order):
    """Leave all rules out, and take others in this order."""
    titles = page.run("return Object.fromEntries([...TTT.rules.RULES].map(([key, [title]]) => [key, title]))")
    for _ in page.all(".enter-rules [data-rule]"):
        page.all("[aria-label^='Leave out']")[0].click()
    for key in order:
        click(page, f"+ {titles[key]}")


def ask(page, text):
    page.run("document.querySelector('.enter-program').open = true")
    area = page.one("[aria-label='Program']")
    page.run("arguments[0].value = arguments[1]", area, text)
    page.run("document.querySelector('.learn-blocked').textContent = 'asked'")
    click(page, "Ask it")
    page.wait_until(lambda: page.texts(".learn-blocked")[0] != "asked")
    return page.texts(".learn-blocked")[0]


def handed_in(page, tmp_path):
    """The player of the table to hand in, as the package enters it."""
    file = tmp_path / "mine.json"
    file.write_text(page.one("[aria-label='Table to hand in']").get_attribute("value"), encoding="utf-8")
    return table_entrant(file, "mine")


def check(page, entrant):
    """What the page says of a player is what the package finds."""
    policy = entrant.policy
    (told,) = re.findall(r"Strength (-?[\d.]+)%", page.one(".match-side").text)
    assert float(told) == pytest.approx(100 * strength(policy, "both"), abs=0.051)
    for row in page.all(".match-side tbody tr"):
        seat, against, *shares = [cell.text for cell in row.find_elements(By.CSS_SELECTOR, "th, td")]
        own = "XO".index(seat)
        ends = meet_in(own, entrant, baseline(OPPONENTS[against])).ends
        expected = [100 * each for each in (ends if own == 0 else ends[::-1])]
        assert [float(share.rstrip("%")) for share in shares] == pytest.approx(expected, abs=0.051)
    safe = [never_loses(policy, seat) for seat in ("first", "second")]
    assert page.texts(".match-side .lead")[0].startswith("It never loses" if any(safe) else "It can lose in both")
    made = [row for seat in (0, 1) for row in blunders(entrant, seat)]
    boards = [(tuple(".XO".index(sign) for sign in row["board"]), row["cell"]) for row in made]
    found = {
        (classic.representative(board), classic.representative(classic.marked(board, cell))) for board, cell in boards
    }
    said = page.one(".match-side").text
    assert (f"of {len(found)} blunder" in said) if found else ("No blunders" in said)


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_rules_are_judged_as_the_package_judges_the_table_that_is_handed_in(enter, tmp_path, order):
    put(enter, order)
    assert enter.run("return [...document.querySelectorAll('[data-rule]')].map((one) => one.dataset.rule)") == order
    check(enter, handed_in(enter, tmp_path))


def test_the_classic_order_of_rules_never_loses(enter):
    put(enter, PERFECT)
    assert enter.texts(".match-side .lead") == ["It never loses."]
    assert "Strength 101.5%: " in enter.one(".match-side").text


def test_rules_change_places_by_buttons_and_by_finger(enter):
    def order():
        return enter.run("return [...document.querySelectorAll('[data-rule]')].map((one) => one.dataset.rule)")

    assert order() == ["corner", "win", "block"]
    enter.one("[aria-label='Down: any corner']").click()
    assert order() == ["win", "corner", "block"]
    assert enter.focused.get_attribute("aria-label") == "Down: any corner"
    enter.run("""
      const [, corner, block] = document.querySelectorAll("[data-rule]"), { top } = block.getBoundingClientRect();
      const fire = (target, type) => target.dispatchEvent(new PointerEvent(type, { clientY: top + 5, bubbles: true }));
      fire(corner.querySelector(".enter-handle"), "pointerdown");
      fire(window, "pointermove");
      fire(window, "pointerup");
    """)
    assert order() == ["win", "block", "corner"]


def test_a_program_is_judged_and_its_faults_are_told(enter, tmp_path):
    assert ask(enter, FIRST_FREE) == ""
    check(enter, handed_in(enter, tmp_path))
    assert ask(enter, "function move(board) { return 4; }").startswith("On ")
    assert "it answers 4, which is no free cell from 0 to 8: it loses there." in enter.texts(".learn-blocked")[0]
    assert "Your program" in enter.texts(".match-side h2")[0]
    assert "SyntaxError" in ask(enter, "function move(board {")
    assert enter.one("[aria-label='Table to hand in']").get_attribute("value") == "", "the one before is gone"
    assert "ReferenceError" in ask(enter, "function move(board) { return bord; }")
    assert ask(enter, "function move() { for (;;); }") == (
        "The program can't be asked: it takes more than 5 seconds for all boards."
    )


def board_of(page):
    """Signs on the board, and the cells that can be touched."""
    return page.run("""
      const places = [...document.querySelectorAll(".place")];
      return [places.map((one) => one.textContent || ".").join(""),
        places.flatMap((one, cell) => (one.getAttribute("aria-disabled") === "false" ? [cell] : []))];
    """)


def touch(page, cell):
    page.run("document.querySelectorAll('.place')[arguments[0]].click()", int(cell))


def moves_of(board):
    """Hexapawn: moves of white, as cells from and to."""
    position = Hexapawn(tuple(".○●".index(sign) for sign in board))
    return [(move // 3, position.target(move)) for move in position.legal_moves()]


@pytest.mark.parametrize("game", ["0", "1"])
def test_games_with_a_machine_are_played_by_the_rules_and_teach_it(boxes, game):
    """Whatever a person does: the machine's moves fit the board, however its box is turned."""
    boxes.choice("Game").select_by_value(game)
    rng, signs = np.random.default_rng(3), "○●" if game == "0" else "OX"
    for played in range(1, 9):
        click(boxes, "New game")
        while boxes.texts(".match-status")[0].startswith(("Your turn", "Choose")):
            board, free = board_of(boxes)
            if game == "0":
                legal = moves_of(board)
                assert free == sorted({start for start, _ in legal})
                start, end = legal[rng.integers(len(legal))]
                touch(boxes, start)
                touch(boxes, end)
            else:
                assert free == [cell for cell, sign in enumerate(board) if sign == "."]
                touch(boxes, rng.choice(free))
            after, _ = board_of(boxes)
            assert after.count(signs[0]) - board.count(signs[0]) in ((0, -1) if game == "0" else (1,))
            assert after != board
        said = " ".join(boxes.texts(".match-stage p"))
        assert f"The machine has played {played} game" in said
    assert len(boxes.all(".boxes-games li")) == 8


def test_a_lost_game_takes_the_last_bead_and_an_empty_box_resigns(boxes):
    """Of Hexapawn's machine, until it has lost a game."""
    rng = np.random.default_rng(5)
    for _ in range(40):
        click(boxes, "New game")
        before = boxes.run(
            "return [...document.querySelectorAll('details .number')].map((one) => Number(one.textContent))"
        )
        while boxes.texts(".match-status")[0].startswith(("Your turn", "Choose")):
            legal = moves_of(board_of(boxes)[0])
            for cell in legal[rng.integers(len(legal))]:
                touch(boxes, cell)
        after = boxes.run(
            "return [...document.querySelectorAll('details .number')].map((one) => Number(one.textContent))"
        )
        said = boxes.texts(".match-status")[0]
        if "ou have won." in said:
            assert "1 bead fewer" in said
            assert sum(before) - sum(after) == 1
            return
        assert before == after
    pytest.fail("the machine never lost")


def test_twenty_games_at_once_and_first_beads_again(boxes):
    beads = "return [...document.querySelectorAll('details .number')].map((one) => Number(one.textContent))"
    first = boxes.run(beads)
    for trainer in ("random", "careful", "perfect", "person"):
        boxes.choice("against").select_by_value(trainer)
        click(boxes, "Play 20 quickly")
    assert "The machine has played 80 games" in " ".join(boxes.texts(".match-stage p"))
    assert boxes.run(beads) != first
    click(boxes, "First beads again")
    assert boxes.run(beads) == first
    assert "Untrained" in " ".join(boxes.texts(".match-stage p"))
