"""The page on which players learn: stored runs end as they are stored, and people can steer and change them."""

import re
from collections import Counter
from functools import cache

import numpy as np
import page_checks as checks
import pandas as pd
import pytest
from learn_pages import NOTICE, NOW, VERDICT, button, finish, go
from pages import Match
from PIL import Image
from selenium.webdriver.common.keys import Keys
from small_live import CHANGES, RUNS

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.games.classic import CROSS_WON, DRAWN, NOUGHT_WON, OPEN

WRITTEN = """
  const write = CanvasRenderingContext2D.prototype.fillText;
  window.written = [];
  CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
    written.push(text);
    write.call(this, text, ...at);
  };
  dispatchEvent(new Event("resize"));
"""
"""Texts that are written into pictures from now on."""
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
    (notice,) = live.texts(NOTICE)
    assert notice.startswith(f"The address holds what can't be used, which is left out: {change.split('=')[0]}")
    assert live.run("return location.hash") == f"#{place}"


def test_limits_of_what_is_left_out_are_told(live):
    go(live, "michie1963/person?win=21&ties=first")
    assert live.texts(NOTICE)[0].endswith(" win (allowed: whole numbers from 0 to 20), ties")


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
    field = live.field("Run number")
    field.send_keys("." + Keys.TAB)
    live.wait(100)
    assert generation(live) == 0


def test_the_address_follows_what_is_set_and_gives_it_back(live):
    live.choice("Treatment").select_by_value("ancheta2020/umg-listed")
    live.choice("At once").select_by_value("10")
    live.one(".learn-changes > summary").click()
    live.field("Population size").send_keys(Keys.CONTROL + "a" + Keys.NULL + "24" + Keys.TAB)
    address = live.run("return location.hash")
    assert address == "#ancheta2020/umg-listed?runs=10&population=24"
    live.run("location.hash = ''")
    go(live, address[1:])
    assert live.choice("Treatment").first_selected_option.get_attribute("value") == "ancheta2020/umg-listed"
    assert live.field("Population size").get_attribute("value") == "24"
    assert live.texts(NOTICE) == [""]


@pytest.mark.parametrize(
    ("place", "picture", "against"),
    [("michie1963/person", "Chances against", "random"), ("mrugala2020/3x3", "Who plays", "second_perfect")],
)
def test_the_address_holds_what_is_shown_of_runs(live, place, picture, against):
    go(live, f"{place}?runs=10")
    live.choice(picture).select_by_value(against)
    live.choice("Shown in detail").select_by_value("3")
    address = live.run("return location.hash")
    assert address == f"#{place}?runs=10&against={against}&detail=3"
    go(live, "ancheta2020/control-described?against=random")
    assert "against" in live.texts(NOTICE)[0]
    go(live, address[1:])
    live.wait_until(lambda: live.choice(picture).first_selected_option.get_attribute("value") == against)
    assert live.choice("Shown in detail").first_selected_option.text == "run 3"
    assert live.texts(NOTICE) == [""]


@pytest.mark.parametrize(
    ("place", "heads"),
    [
        ("ancheta2020/control-described", ["Generations", "Best loses", "Mean loses"]),
        ("michie1963/person?against=careful", ["Games lost", "Last loss in game", "Wins against careful moves"]),
        ("gardner1962/random", ["Games lost", "Last loss in game", "Wins against perfect play"]),
        ("mrugala2020/3x3?against=second_perfect", ["Wins", "Draws", "Loses"]),
    ],
)
def test_ten_runs_are_listed_at_their_end(live, place, heads):
    told = finish(live, f"{place}{'&' if '?' in place else '?'}replicate=2&runs=10")
    found = live.texts("[aria-label='Results of the runs'] th")
    assert found[: len(heads) + 1] == ["Run", *heads]
    assert [text for text in found if text.isdigit()] == [str(run) for run in range(2, 12)]
    assert found[-1] == "Mean"
    if "second_perfect" in place:
        assert "the second against perfect play now loses" in told
        cells = live.texts("[aria-label='Results of the runs'] tbody td:last-child")
        losses = [float(cell.rstrip("%")) for cell in cells]
        assert f"{min(losses):.1f}% to {max(losses):.1f}%" in told
        assert losses[-1] == pytest.approx(sum(losses[:-1]) / 10, abs=0.06)


def test_a_treatment_and_its_settings_are_explained(live):
    """By its values, also those that were changed."""
    go(live, "ancheta2020/umg-listed?sites=7")
    assert live.texts(".learn-described")[0].startswith("Press Run: 20 random first players evolve")
    told = live.one(".learn-rules").get_attribute("textContent")
    assert "Crossover: at 7 points" in told
    assert "300 games against Barrat's rules" in told
    for place in ("hemingroth2025/exclusive", "michie1963/separate", "gardner1962/as-menace", "mrugala2020/3x3-hash"):
        go(live, place)
        told = live.texts(".learn-described")[0] + live.one(".learn-rules").get_attribute("textContent")
        assert not re.search("undefined|NaN|null|object", told)
        assert ("a draw by" in told) == (place == "michie1963/separate")
        meanings = live.texts(".learn-meanings dd")
        assert len(meanings) == len(live.all(".learn-changes label"))
        assert all(len(text) > 10 for text in meanings)


@pytest.mark.parametrize("fragment", HOSTILE)
def test_a_cut_or_hostile_address_is_left_out_with_a_notice(live, fragment):
    go(live, fragment)
    assert live.texts(NOTICE)[0].startswith("The address holds what can't be used")
    assert live.choice("Treatment").first_selected_option.get_attribute("value") == "ancheta2020/control-described"
    assert not live.all("img[src=x]")


def type_into(live, label, text):
    """Open what can be changed, and type a number into a field; the note beside it."""
    live.run("document.querySelector('.learn-changes').open = true")
    live.field(label).send_keys(Keys.CONTROL + "a" + Keys.NULL + text + Keys.TAB)
    return note_of(live, label)


def note_of(live, label):
    return live.run("return arguments[0].parentElement.querySelector('.learn-note').textContent", live.field(label))


@pytest.mark.parametrize(
    ("label", "typed", "allowed"),
    [
        ("Population size", "3", "whole numbers from 4 to 4,000. It is still 100."),
        ("Population size", "5000", "whole numbers from 4 to 4,000. It is still 100."),
        ("Population size", "-5", "whole numbers from 4 to 4,000. It is still 100."),
        ("Population size", "12.5", "whole numbers from 4 to 4,000. It is still 100."),
        ("Run number", "-3", "whole numbers from 0 to 999,999. It is still 0."),
        ("Population size", Keys.DELETE, "whole numbers from 4 to 4,000. It is still 100."),
    ],
)
def test_a_number_out_of_range_is_refused_beside_its_field(live, label, typed, allowed):
    """What was typed stays until another number can be used, even if something else is set meanwhile."""
    address = live.run("return location.hash")
    told = type_into(live, label, typed)
    shown = "" if typed == Keys.DELETE else typed
    fault = f"{shown} can't be used" if shown else "The field is empty"
    assert told == f"{fault}; allowed: {allowed}"
    type_into(live, "Crossover points", "3")
    assert live.field(label).get_attribute("value") == shown
    assert live.field(label).get_attribute("aria-invalid") == "true"
    assert live.run("return location.hash") == f"{address}?sites=3"
    live.wait_until(lambda: not button(live, "Run").is_enabled())
    assert "Mend it to run" in live.texts(".learn-blocked")[0]
    type_into(live, label, "20")
    assert live.field(label).get_attribute("aria-invalid") == "false"
    assert "=20" in live.run("return location.hash")
    live.wait_until(lambda: button(live, "Run").is_enabled())


def test_the_treatments_values_are_told_and_restored(live):
    assert "select=" not in live.run("return location.hash")
    assert live.choice("Parent selection").first_selected_option.get_attribute("textContent") == (
        "roulette wheel with fitness sharing"
    )
    restore = live.one(".learn-changes button")
    assert restore.get_attribute("hidden")
    type_into(live, "Population size", "30")
    live.choice("Parent selection").select_by_visible_text("tournament of 2")
    assert note_of(live, "Population size") == "In the treatment: 100"
    assert note_of(live, "Parent selection") == "In the treatment: roulette wheel with fitness sharing"
    type_into(live, "Crossover points", "9999")
    restore.click()
    assert live.run("return location.hash") == "#ancheta2020/control-described"
    assert live.field("Population size").get_attribute("value") == "100"
    assert live.field("Crossover points").get_attribute("value") == "50"
    assert not any(live.texts(".learn-note"))


def test_what_is_not_an_option_is_named(live):
    """Survivors of this treatment are selected as no option does."""
    go(live, "ancheta2020/umg-listed")
    elites = live.choice("Survivor selection")
    assert elites.first_selected_option.get_attribute("textContent") == "by games, otherwise"
    assert len(elites.options) == 4
    go(live, "hemingroth2025/exclusive")
    assert live.choice("Survivor").first_selected_option.get_attribute("textContent").startswith("generational")


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("ancheta2020/control-described", "sites=3"),
        ("michie1963/person", "win=4"),
        ("mrugala2020/3x3", "step=0.5"),
    ],
)
def test_the_key_names_every_line(live, place, change):
    go(live, f"{place}?runs=10")
    live.wait_until(lambda: f"{RUNS} stored runs: " in "".join(live.texts(".learn-key li")))
    assert any(text.startswith("the 9 other runs: ") for text in live.texts(".learn-key li"))
    go(live, f"{place}?{change}")
    live.wait_until(lambda: "treatment as stored, without your changes" in "".join(live.texts(".learn-key li")))
    assert "other runs" not in "".join(live.texts(".learn-key li"))


def test_numbers_and_picture_are_saved(live, tmp_path):
    """As files of a person's folder of downloads; nothing of it leaves the page."""
    setting = {"behavior": "allow", "downloadPath": str(tmp_path)}
    live.driver.execute_cdp_cmd("Browser.setDownloadBehavior", setting)
    finish(live, "ancheta2020/control-described?replicate=1&runs=10&sites=3")
    button(live, "Save numbers (CSV)").click()
    button(live, "Save picture (PNG)").click()
    files = [tmp_path / f"ancheta2020-control-described-changed-runs-1-10.{ending}" for ending in ("csv", "png")]
    live.wait_until(lambda: all(file.exists() and file.stat().st_size for file in files))
    saved = pd.read_csv(files[0])
    assert [*saved] == ["study", "treatment", "changes", "run", "generation", "best", "mean", "distinct"]
    assert {*saved["run"]} == {*range(1, 11)}
    assert {*saved["changes"]} == {"sites=3"}
    shown = saved[saved["run"] == 1]
    assert (shown["generation"].max(), shown["best"].iloc[-1]) == (generation(live), 0)
    with Image.open(files[1]) as picture:
        assert len(picture.convert("RGB").getcolors(1 << 20)) > 20


@pytest.mark.parametrize(
    ("place", "axis"),
    [
        ("ancheta2020/control-described", "share of games lost"),
        ("michie1963/person?against=careful", "chance against careful moves"),
        ("mrugala2020/3x3", "share of games"),
    ],
)
def test_axes_have_labels_and_a_saved_picture_names_its_runs(live, tmp_path, place, axis):
    setting = {"behavior": "allow", "downloadPath": str(tmp_path)}
    live.driver.execute_cdp_cmd("Browser.setDownloadBehavior", setting)
    go(live, f"{place}{'&' if '?' in place else '?'}replicate=3")
    live.run(WRITTEN)
    live.wait_until(lambda: axis in live.run("return written"))
    button(live, "Save picture (PNG)").click()
    assert any(text.endswith(", run 3") for text in live.run("return written"))


@pytest.mark.parametrize(
    ("place", "names"),
    [
        ("michie1963/person", "game,result,beads_drawn,random_lost,careful_lost,perfect_lost"),
        ("mrugala2020/3x3", "games,first_won,drawn,second_won,entries,first_perfect_lost,second_perfect_lost"),
    ],
)
def test_numbers_of_every_engine_are_saved(live, tmp_path, place, names):
    setting = {"behavior": "allow", "downloadPath": str(tmp_path)}
    live.driver.execute_cdp_cmd("Browser.setDownloadBehavior", setting)
    finish(live, place)
    button(live, "Save numbers (CSV)").click()
    file = tmp_path / f"{place.replace('/', '-')}-run-0.csv"
    live.wait_until(file.exists)
    saved = pd.read_csv(file)
    assert [*saved] == ["study", "treatment", "changes", "run", *names.split(",")]
    assert saved.iloc[-1][["random_lost", "perfect_lost"] if "random_lost" in names else ["first_won"]].notna().all()


@pytest.mark.parametrize("place", ["michie1963/person", "ancheta2020/umg-listed", "mrugala2020/3x3"])
def test_boards_stay_in_view_with_the_settings_open(browser, path, place):
    try:
        checks.set_window(browser, 1280, "light")
        browser.open(path)
        browser.wait_until(lambda: browser.texts(NOW)[0])
        go(Match(browser.driver), place)
        browser.run("document.querySelector('.learn-changes').open = true")
        board = browser.run("return document.querySelector('.learn-boards').firstElementChild.getBoundingClientRect()")
        assert board["bottom"] <= browser.run("return innerHeight")
    finally:
        checks.unset_window(browser)


def test_names_are_texts(live):
    assert live.run("return [...document.querySelectorAll('optgroup')].map((one) => one.label)")[1].startswith(
        "</script>"
    )
    assert "<b>control</b>" in live.texts("option")


def test_numbers_by_generation_are_listed(live):
    live.one(".learn-numbers summary").click()
    finish(live, "ancheta2020/control-described")
    assert len(live.all(".learn-numbers tbody tr")) == generation(live) + 1


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
