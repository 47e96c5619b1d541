"""Tabular learners on the page to watch: the game they would play, its estimates, results and what people change."""

import pytest
from learn_pages import NOW, button, finish, go

PLACE = "mrugala2020/3x3"
BOARDS = """
  return [...document.querySelectorAll(".learn-box")].map((box) => ({
    numbers: [...box.querySelectorAll(".number")].map((one) => Number(one.textContent)),
    chosen: box.querySelectorAll("rect.chosen").length,
    says: box.querySelector("svg").ariaLabel,
  }));
"""


@pytest.fixture(scope="module")
def path(learn_page):
    return learn_page


def test_untrained_players_think_alike_of_every_cell(live):
    go(live, PLACE)
    first, second, *_ = live.run(BOARDS)
    assert first == {"numbers": [0.5] * 9, "chosen": 1, "says": f"empty board; {cells('0.50', range(1, 10))}"}
    assert second["says"] == f"X on 1; {cells('0.50', range(2, 10))}"
    assert live.texts(".learn-box figcaption")[:2] == ["first player marks 1", "second player marks 2"]


def cells(number, places):
    return ", ".join(f"{number} on {place}" for place in places)


def test_rates_of_learning_are_told(live):
    go(live, f"{PLACE}?exploration=0.05")
    live.wait_until(lambda: "Learning rate α = 0.1, exploration rate ε = 0.05" in live.texts(".match-side p"))


def test_trained_players_mark_the_best_of_their_estimates(live):
    finish(live, PLACE)
    boards = live.run(BOARDS)
    assert len(boards) >= 5
    assert all(board["chosen"] == 1 for board in boards)
    assert len({*boards[0]["numbers"]}) > 3
    marked = [int(text[-1]) for text in live.texts(".learn-box figcaption")]
    assert f"X on {marked[0]}" in boards[1]["says"]
    assert max(boards[0]["numbers"]) == float(boards[0]["says"].split(f" on {marked[0]}")[0].split()[-1])


def test_stages_grow_and_are_listed(live):
    go(live, PLACE)
    live.run("document.querySelector('.learn-numbers').open = true")
    for told in ("After 1 game:", "After 2 games:", "After 5 games:"):
        button(live, "Step").click()
        live.wait_until(lambda told=told: live.texts(NOW)[0].startswith(told))
    live.wait_until(lambda: len(live.all(".learn-numbers tbody tr")) == 4)
    assert live.texts(".learn-numbers tbody tr:last-child td")[0] == "5"


def test_matches_are_drawn_and_the_key_says_what_they_are(live):
    finish(live, PLACE)
    pixels = "return document.querySelector('.learn-curves').toDataURL()"
    drawn = {live.run(pixels)}
    for name, told in [("in training", "the first wins"), ("second against perfect play", "12 stored runs")]:
        held = live.choice("Who plays")
        held.select_by_visible_text(next(each.text for each in held.options if name in each.text))
        live.wait_until(lambda told=told: any(told in text for text in live.texts(".learn-key li")))
        drawn.add(live.run(pixels))
    assert len(drawn) == 3
