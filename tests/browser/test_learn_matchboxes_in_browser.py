"""Matchboxes on the page to watch: boxes and chances before one's eyes, and what people change."""

import pytest
from learn_pages import FASTEST, NOTICE, NOW, VERDICT, button, finish, go
from selenium.webdriver.common.keys import Keys

MENACE, HER = "michie1963/person", "gardner1962/random"
FIRST_BOXES = """
  return [...document.querySelector(".learn-boards").querySelectorAll(".learn-box")].map((box) =>
    [...box.querySelectorAll(".number")].map((one) => Number(one.textContent)));
"""
"""Beads in the boxes that are opened first."""


@pytest.fixture(scope="module")
def path(learn_page):
    return learn_page


def test_a_game_moves_the_beads_of_its_boxes(live):
    go(live, MENACE)
    assert live.run(FIRST_BOXES) == [[4, 4, 4]]
    button(live, "Step").click()
    live.wait_until(lambda: live.texts(NOW)[0].startswith("Game 1: "))
    (opened,) = live.run(FIRST_BOXES)
    change = {"won": 3, "drawn": 1, "lost": -1}[live.texts(NOW)[0].removeprefix("Game 1: ").split(".")[0]]
    assert sorted(opened) == sorted([4, 4, 4 + change])
    live.focused.send_keys(",")
    live.wait_until(lambda: live.texts(NOW)[0].startswith("Before the first game"))
    assert live.run(FIRST_BOXES) == [[4, 4, 4]]


def test_boxes_of_hexapawn_are_arrows(live):
    go(live, HER)
    assert [sum(beads) for beads in live.run(FIRST_BOXES)] == [3, 2]
    assert len(live.all(".learn-box .black")) == 6
    labels = live.run("return [...document.querySelectorAll('.learn-box svg')].map((one) => one.ariaLabel)")
    assert labels[0].startswith("black pawn on 1, black pawn on 2, black pawn on 3, white pawn on 6")
    assert labels[0].endswith("; 1 on 1 to 4, 1 on 2 to 6, 1 on 2 to 5")


def test_chances_are_drawn_against_any_opponent(live):
    finish(live, MENACE)
    pixels = "return document.querySelector('.learn-curves').toDataURL()"
    before = live.run(pixels)
    live.choice("Chances against").select_by_visible_text("random moves")
    live.wait_until(lambda: live.run(pixels) != before)
    colours = "const c = document.querySelector('.learn-games'); return new Set(new Uint32Array(" \
        "c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size"  # fmt: skip
    assert live.run(colours) >= 4


def test_shares_of_an_opponent_never_add_up_to_more_than_one(live):
    """Neither in an address nor as they are typed; what isn't changed leaves room for what is."""
    shares = "[...document.querySelectorAll(`.learn-changes input[step='0.05']`)]"
    go(live, f"{MENACE}?random=0.65&careful=0.7")
    assert live.texts(NOTICE) == [
        "The address holds what can't be used, which is left out: careful (allowed: from 0 to 0.35)"
    ]
    for text, told in (("0.36", "0.36 can't be used; allowed: from 0 to 0.35. It is still 0."), ("0.35", "In the ")):
        live.run(f"{shares}[1].value = arguments[0]; {shares}[1].dispatchEvent(new Event('change'))", text)
        assert live.run(f"return {shares}[1].nextElementSibling.textContent").startswith(told)
    assert "random=0.65&careful=0.35" in live.run("return location.hash")
    go(live, f"{MENACE}?careful=1")
    assert live.run(f"return {shares}.map((one) => one.value)") == ["0", "1"]


def test_a_fault_of_the_worker_is_told(live, page):
    go(live, MENACE)
    live.run("TTT.changedBefore = TTT.views.matchboxes.changed")
    live.run("TTT.views.matchboxes.changed = (recipe) => ({ ...recipe, loss: null })")
    button(live, "Restart").click()
    live.wait_until(lambda: live.texts(NOTICE)[0])
    assert live.texts(NOTICE)[0].startswith("This run can't go on, by a fault of this page: ")
    assert any(error.startswith("blob:") for error in page.errors())
    live.run("TTT.views.matchboxes.changed = TTT.changedBefore")
    button(live, "Run").click()
    live.wait_until(lambda: live.texts(NOW)[0].startswith("Game "))


def test_another_session_than_the_stored_one_is_told(live):
    spoilt = """
      const ofReplicate = TTT.stored.ofReplicate;
      const spoilt = (byte, at) => (at === 7 ? byte ^ 1 : byte);
      TTT.stored.ofReplicate = (...asked) => ofReplicate(...asked).map(spoilt);
    """
    live.run(spoilt)
    assert finish(live, MENACE).startswith("✗ ")


def test_another_engine_is_chosen_by_keyboard(live):
    treatments = live.choice("Treatment")
    treatments._el.send_keys("person")
    live.wait_until(lambda: live.texts(NOW)[0].startswith("Before the first game"))
    assert live.focused == treatments._el
    assert "20 games a second" in live.texts("option")
    live.focused.send_keys(Keys.TAB)
    live.choice("Treatment").select_by_value("ancheta2020/umg-listed")
    live.wait_until(lambda: live.texts(NOW)[0].startswith("Generation 0"))
    assert live.one(".learn-alleles").is_displayed()
    assert FASTEST not in live.run("return location.hash")
    assert live.texts(VERDICT) == [""]
