"""The page on which players learn: stored runs end as they are stored, and people can steer and change them."""

import re
from collections import Counter
from functools import cache

import numpy as np
import page_checks as checks
import pytest
from learn_pages import NOTICE, NOW, VERDICT, button, finish, go
from pages import Match
from selenium.webdriver.common.keys import Keys
from small_live import CHANGES, RUNS

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.games.classic import CROSS_WON, DRAWN, NOUGHT_WON, OPEN

TREATMENTS = [(study, name) for study, named in CHANGES.items() for name in named]
READ = [
    "ancheta2020/umg-listed",
    "hemingroth2025/exclusive?runs=10",
    "michie1963/person?runs=10",
    "gardner1962/random",
    "mrugala2020/3x3",
]
"""One or two of each engine."""
HOSTILE = [
    "ancheta2020/control-described?replicate=-1&population=1e9&elite=<img src=x onerror=alert(1)>",
    "ancheta2020/control-described?population=3&sites=766&select=best2&slope=NaN&replicate=0.5",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "ancheta2020/nothing?runs=10",
]


@pytest.fixture(scope="module")
def path(learn_page):
    return learn_page


def generation(live):
    return int(re.search(r"Generation (\d+)", live.texts(NOW)[0])[1])


@pytest.mark.parametrize(("study", "treatment"), TREATMENTS)
def test_a_stored_run_ends_as_it_is_stored(live, study, treatment):
    assert finish(live, f"{study}/{treatment}?replicate={RUNS - 1}").startswith("✓ ")


def test_ten_runs_at_once_end_as_they_are_stored(live):
    assert "As the 10 stored runs" in finish(live, "ancheta2020/control-described?replicate=1&runs=10")
    assert len(live.choice("Shown in detail").options) == 10


def test_another_run_than_the_stored_one_is_told(live):
    live.run("""
      const study = JSON.parse(document.getElementById("data-learn").text).studies[0];
      const bytes = atob(study.treatments[0].stored).split("");
      bytes[9] = String.fromCharCode(bytes[9].charCodeAt(0) ^ 1);
      globalThis.spoilt = btoa(bytes.join(""));
      const ofReplicate = TTT.stored.ofReplicate;
      const stored = globalThis.spoilt;
      TTT.stored.ofReplicate = (treatment, replicate) => ofReplicate({ ...treatment, stored }, replicate);
    """)
    assert finish(live, "ancheta2020/control-described").startswith("✗ ")


def test_a_run_that_is_not_held_is_not_said_to_be_the_same(live):
    told = finish(live, f"ancheta2020/control-described?replicate={RUNS}")
    assert "✓" not in told
    assert f"runs 0 to {RUNS - 1}" in told


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("ancheta2020/control-described", "sites=3"),
        ("ancheta2020/control-described", "elite=unbeatable"),
        ("michie1963/person", "random=0.5"),
        ("michie1963/person", "empty=refilled"),
        ("mrugala2020/3x3", "exploration=0.05"),
        ("mrugala2020/3x3", "ties=random"),
    ],
)
def test_a_changed_run_is_checked_against_nothing(live, place, change):
    assert "nothing to check it against" in finish(live, f"{place}?{change}")
    assert change in live.run("return location.hash")


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("michie1963/person", "win=21"),
        ("michie1963/person", "population=30"),
        ("mrugala2020/3x3", "step=2"),
        ("mrugala2020/3x3", "ties=<b>"),
    ],
)
def test_what_can_not_be_used_is_left_out(live, place, change):
    go(live, f"{place}?{change}")
    assert live.texts(NOTICE) == [f"The address holds what can't be used, which is left out: {change.split('=')[0]}"]


def test_what_changes_nothing_is_checked(live):
    assert finish(live, "ancheta2020/control-described?population=100&elite=nobody").startswith("✓ ")


def test_a_run_steps_forward_and_back(live):
    button(live, "Step").click()
    live.wait_until(lambda: generation(live) == 1)
    first = live.texts(NOW)
    live.focused.send_keys(".")
    live.wait_until(lambda: generation(live) == 2)
    live.focused.send_keys(",")
    live.wait_until(lambda: generation(live) == 1)
    assert live.texts(NOW) == first
    button(live, "Back").click()
    live.wait_until(lambda: generation(live) == 0)
    assert not button(live, "Back").is_enabled()


def test_a_run_pauses(live):
    """At five generations a second, of which this run has nine: time to pause it on a busy machine, too."""
    go(live, "ancheta2020/control-described?speed=5&slope=0&base=0&replicate=1")
    live.focused.send_keys("p")
    live.wait_until(lambda: generation(live) >= 2)
    button(live, "Pause").click()
    live.wait_until(lambda: "Run" in live.texts(".learn-stage button"))
    here = generation(live)
    live.wait(600)
    assert generation(live) == here
    assert live.texts(VERDICT) == [""]


def test_keys_in_a_field_are_not_the_pages(live):
    field = live.field("Run")
    field.send_keys("." + Keys.TAB)
    live.wait(100)
    assert generation(live) == 0


def test_the_address_follows_what_is_set_and_gives_it_back(live):
    live.choice("Treatment").select_by_value("ancheta2020/umg-listed")
    live.choice("At once").select_by_value("10")
    live.one(".learn-changes summary").click()
    live.field("Organisms").send_keys(Keys.CONTROL + "a" + Keys.NULL + "24" + Keys.TAB)
    address = live.run("return location.hash")
    assert address == "#ancheta2020/umg-listed?runs=10&population=24"
    live.run("location.hash = ''")
    go(live, address[1:])
    assert live.choice("Treatment").first_selected_option.get_attribute("value") == "ancheta2020/umg-listed"
    assert live.field("Organisms").get_attribute("value") == "24"
    assert live.texts(NOTICE) == [""]


@pytest.mark.parametrize("fragment", HOSTILE)
def test_a_cut_or_hostile_address_is_left_out_with_a_notice(live, fragment):
    go(live, fragment)
    assert live.texts(NOTICE)[0].startswith("The address holds what can't be used")
    assert live.choice("Treatment").first_selected_option.get_attribute("value") == "ancheta2020/control-described"
    assert not live.all("img[src=x]")


@pytest.mark.parametrize(
    ("label", "typed"),
    [("Run", "-3"), ("Crossover", "2.5")],
)
def test_a_number_that_can_not_be_used_is_refused(live, label, typed):
    live.run("document.querySelector('.learn-changes').open = true")
    before = live.field(label).get_attribute("value")
    live.field(label).send_keys(Keys.CONTROL + "a" + Keys.NULL + typed + Keys.TAB)
    assert "can't be used; allowed: " in live.texts(NOTICE)[0]
    assert live.field(label).get_attribute("value") == before


def test_names_are_texts(live):
    assert live.run("return [...document.querySelectorAll('optgroup')].map((one) => one.label)")[1].startswith(
        "</script>"
    )
    assert "<b>control</b>" in live.texts("option")


def test_numbers_by_generation_are_listed(live):
    live.one(".learn-stage details summary").click()
    finish(live, "ancheta2020/control-described")
    assert len(live.all(".learn-stage tbody tr")) == generation(live) + 1


def test_pictures_are_drawn(live):
    finish(live, "ancheta2020/control-described")
    colours = """
      const {data} = arguments[0].getContext("2d").getImageData(0, 0, arguments[0].width, arguments[0].height);
      return new Set(new Uint32Array(data.buffer)).size
    """
    assert all(live.run(colours, canvas) > 5 for canvas in live.all("canvas"))


@pytest.mark.parametrize("fragment", READ)
def test_a_finished_run_can_be_read(browser, path, fragment):
    """Wide and dark, or narrow and light."""
    width, scheme = [(1280, "dark"), (390, "light")][READ.index(fragment) % 2]
    try:
        checks.set_window(browser, width, scheme)
        browser.open(path)
        browser.wait_until(lambda: browser.texts(NOW)[0])
        finish(Match(browser.driver), fragment)
        checks.unfold(browser)
        assert checks.wider(browser) == []
        assert checks.violations(browser) == []
    finally:
        checks.unset_window(browser)


def worst_of_all_lines(tables, cell_of, seat):
    """Number of games, and how many of them go through each mistake: its fall in worth, position and cell."""
    next_position, side = tables.next_position, 1 if seat == 0 else -1

    @cache
    def value(position):
        ending = {CROSS_WON: 1, NOUGHT_WON: -1, DRAWN: 0}.get(tables.outcomes[tables.state_of[position]])
        if ending is not None:
            return ending
        after = [value(position) for position in next_position[position] if position >= 0]
        return max(after) if np.count_nonzero(tables.positions[position]) % 2 == 0 else min(after)

    mistakes = Counter()

    def games(position, made):
        if tables.outcomes[tables.state_of[position]] != OPEN:
            mistakes.update(made)
            return 1
        if np.count_nonzero(tables.positions[position]) % 2 != seat:
            return sum(games(after, made) for after in next_position[position] if after >= 0)
        cell = cell_of(position)
        after = next_position[position, cell]
        fall = side * (value(position) - value(after))
        return games(after, [*made, (fall, position, cell)] if fall > 0 else made)

    return games(0, []), mistakes


@pytest.mark.parametrize("seat", [0, 1])
def test_the_worst_mistake_is_that_of_all_lines_of_play(live, tables, seat):
    """For a player that marks the first free cell of every state's representative."""
    firsts = [row.tolist().index(0) if 0 in row else 9 for row in tables.states]
    genome = "".join(str(cell) if is_open else "9" for cell, is_open in zip(firsts, tables.open, strict=True))
    found = live.run("return TTT.bestPlayer.worstMistake(arguments[0], arguments[1])", genome, seat)
    cells = policy_of_genome(np.array([int(digit) for digit in genome], np.uint8))
    number, mistakes = worst_of_all_lines(tables, lambda position: int(np.flatnonzero(cells[position])[0]), seat)
    assert found["total"] == number
    fall, lines = max((fall, lines) for (fall, *_), lines in mistakes.items())
    worst = found["worst"]
    assert (worst["before"] - worst["after"], worst["lines"]) == (fall, lines)
    assert mistakes[fall, worst["position"], worst["cell"]] == lines
