"""The page on which players learn: stored runs end as they are stored, and people can steer them and save them."""

import re
from collections import Counter

import numpy as np
import page_checks as checks
import pandas as pd
import pytest
from helpers.live import CHANGES, RUNS
from learn_pages import NOTICE, NOW, VERDICT, button, finish, generation, go, told
from pages import Match
from PIL import Image
from selenium.webdriver.common.keys import Keys

from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.games.classic import OPEN, solve

PAGE = "learn_page"

WRITTEN = """
  const write = CanvasRenderingContext2D.prototype.fillText;
  window.written = [];
  CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
    written.push(text);
    write.call(this, text, ...at);
  };
"""
"""Texts that are written into pictures from now on."""
CONTROL, MENACE = "ancheta2020/control-described", "michie1963/person"
HER, LEARNERS = "gardner1962/random", "mrugala2020/3x3"
CHANGED = {
    CONTROL: ("sites=3", "elite=unbeatable"),
    MENACE: ("random=0.5", "empty=refilled"),
    LEARNERS: ("step=0.5", "ties=random"),
    "post1999/square3": ("percent=5", "games=20"),
}
"""A treatment of each engine, and changes of it."""
GENIES = "post1999/cube"
READ = ["ancheta2020/umg-listed", "hemingroth2025/exclusive?runs=10", f"{MENACE}?runs=10", HER, LEARNERS, GENIES]
"""One or two of each engine."""
BOARDS = """
  return [...document.querySelectorAll(".learn-box")].map((box) => ({
    numbers: [...box.querySelectorAll(".number")].map((one) => Number(one.textContent)),
    chosen: box.querySelectorAll("rect.chosen").length,
    black: box.querySelectorAll(".black").length,
    says: box.querySelector("svg").ariaLabel,
    caption: box.querySelector("figcaption")?.textContent ?? "",
  }));
"""
FIRST_BOX = """
  const boxes = document.querySelector(".learn-boards").querySelectorAll(".learn-box .number");
  return [...boxes].map((one) => Number(one.textContent));
"""
"""Beads in the box that is opened first."""


def test_runs_are_checked_against_those_that_are_stored(live, snapshot):
    """Those that are stored end as they are stored; changed ones and others are checked against none."""
    stored = [f"{study}/{name}?replicate={RUNS - 1}" for study, named in CHANGES.items() for name in named]
    stored.append(f"{CONTROL}?replicate=1&runs=10")
    others = [f"{CONTROL}?replicate={RUNS}", *(f"{place}?{change}" for place in CHANGED for change in CHANGED[place])]
    found = {place: finish(live, place) for place in (*stored, *others)}
    assert {place for place, verdict in found.items() if verdict.startswith("✓ ")} == {*stored}
    assert "\n".join(f"{place}: {verdict}" for place, verdict in found.items()) == snapshot
    live.run("""
      const ofReplicate = TTT.stored.ofReplicate;
      const spoilt = (byte, at, bytes) => (at === bytes.length - 1 ? byte ^ 1 : byte);
      TTT.stored.ofReplicate = (...asked) => ofReplicate(...asked).map(spoilt);
    """)
    assert all(finish(live, place).startswith("✗ ") for place in CHANGED)


def test_runs_step_forward_and_back_by_buttons_and_keys(live, snapshot):
    """Games that move the beads of the box that is opened first, stages that grow, and generations."""
    told = []
    for place, doings in {MENACE: ["Step", ","], LEARNERS: ["Step"] * 3, CONTROL: ["Step", ".", ",", "Back"]}.items():
        go(live, place)
        told += [place, f"  {live.texts(NOW)[0]} {live.run(FIRST_BOX)[:9]}"]
        for doing in doings:
            before = live.texts(NOW)
            button(live, doing).click() if doing.isalpha() else live.focused.send_keys(doing)
            live.wait_until(lambda before=before: live.texts(NOW) != before)
            told.append(f"  {doing} {live.texts(NOW)[0]} {live.run(FIRST_BOX)[:9]}")
    assert "\n".join(told) == snapshot
    assert not button(live, "Back").is_enabled()
    live.one(".learn-numbers summary").click()
    finish(live, CONTROL)
    assert len(live.all(".learn-numbers tbody tr")) == generation(live) + 1


def test_a_run_pauses(live):
    """At five games a second, of which this one has 220: time to pause it on a busy machine, too."""
    go(live, f"{MENACE}?speed=5")
    live.focused.send_keys("p")
    live.wait_until(lambda: live.texts(NOW)[0].startswith("Game 2: "))
    button(live, "Pause").click()
    live.wait_until(lambda: "Run" in live.texts(".match-actions button"))
    here = live.texts(NOW)
    live.wait(600)
    assert live.texts(NOW) == here
    assert live.texts(VERDICT) == [""]


def test_keys_say_what_is_drawn_and_tables_what_runs_come_to(live, snapshot):
    """Of ten runs at their end, of a run with a change as it begins, and of one at its end and a step before."""
    found = {}
    for place, more in zip((*CHANGED, HER), ("", "&against=careful", "&against=second_perfect", "", ""), strict=True):
        asked = f"{place}?replicate=2&runs=10{more}"
        finish(live, asked)
        rows = live.run(
            "return [...document.querySelectorAll('[aria-label=\"Results of the runs\"] tr')]"
            ".map((row) => [...row.cells].map((one) => one.textContent))"
        )
        for column in list(zip(*rows, strict=True))[1:]:
            values = [float(text.rstrip("%").replace(",", "")) for text in column[1:]]
            assert values[-1] == pytest.approx(sum(values[:-1]) / 10, abs=0.06 if "%" in column[1] else 0.6)
        found[asked] = told(live) + [" ".join(row) for row in rows]
    for place, (change, _) in CHANGED.items():
        go(live, f"{place}?{change}")
        found[f"{place}?{change}"] = told(live)
        finish(live, place)
        button(live, "Back").click()
        live.wait_until(lambda: any("that is shown" in text for text in live.texts(".learn-key li")))
        found[f"{place}, a step back"] = told(live)
    go(live, "hemingroth2025/exclusive")
    found["hemingroth2025/exclusive"] = told(live)
    assert "\n".join("\n  ".join([place, *lines]) for place, lines in found.items()) == snapshot


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_run_a_guess_and_what_it_draws_are_in_sight_as_the_page_opens(browser, path, width, height):
    """And the key Tab leads from the treatment to the button, with what it does between them."""
    with checks.window(browser, width, "light"):
        browser.open(path)
        browser.wait_until(lambda: browser.texts(NOW)[0])
        asked = browser.run("return document.querySelector('.learn-guess').getBoundingClientRect().bottom")
        assert asked < 0.8 * height
        browser.run("document.querySelector('.learn-guess [type=button]').click()")
        browser.wait_until(lambda: not browser.one(".learn-guess").is_displayed())
        told, run, end, picture = browser.run("""
          const run = [...document.querySelectorAll("button")].find((one) => one.textContent === "Run");
          const [told, at, picture] = [document.querySelector(".learn-described"), run,
            document.querySelector(".learn-curves")].map((one) => one.getBoundingClientRect());
          return [told.bottom, at.top, at.bottom, picture.top];
        """)
        assert 0 <= run - told < 40
        assert end < height / 2
        assert picture < 0.8 * height
        page = Match(browser.driver)
        page.field("Treatment").send_keys(Keys.TAB)
        assert page.focused.text == "Run"


@pytest.fixture
def downloads(live, tmp_path):
    """A person's folder of downloads."""
    live.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    return tmp_path


@pytest.mark.parametrize(("place", "file", "axes", "names", "known"), [
    (
        f"{CONTROL}?replicate=1&runs=10&sites=3", "ancheta2020-control-described-changed-runs-1-10",
        ["share of games lost"], "generation,best,mean,distinct", "best,mean",
    ),
    (
        f"{MENACE}?against=careful&replicate=3", "michie1963-person-run-3", ["chance against careful moves", "game"],
        "game,result,beads_drawn,random_lost,careful_lost,perfect_lost", "random_lost,perfect_lost",
    ),
    (
        f"{LEARNERS}?replicate=3", "mrugala2020-3x3-run-3", ["share of games", "games (logarithmic)"],
        "games,first_won,drawn,second_won,entries,first_perfect_lost,second_perfect_lost", "first_won",
    ),
    (
        "hemingroth2025/exclusive?replicate=3", "hemingroth2025-exclusive-run-3", ["generation"],
        "generation,best,mean,distinct", "best",
    ),
    (
        "ancheta2020/umg-listed?population=4&replicate=3", "ancheta2020-umg-listed-changed-run-3",
        ["generation (logarithmic)"], "generation,best,mean,distinct", "best",
    ),
])  # fmt: skip
def test_every_engine_has_labelled_axes_and_saves_numbers_and_a_picture_with_the_name_of_its_runs(
    live, downloads, place, file, axes, names, known
):
    """The saved picture copies the one that is drawn; nothing of it leaves the page but files among the downloads."""
    finish(live, place)
    live.run(WRITTEN)
    live.run("dispatchEvent(new Event('resize'))")
    live.wait_until(lambda: {*axes} <= {*live.run("return written")})
    button(live, "Save picture (PNG)").click()
    runs = file.partition("-run")[2].strip("s-").replace("-", " to ")
    assert any(re.search(f", runs? {runs}$", text) for text in live.run("return written"))
    button(live, "Save numbers (CSV)").click()
    table, picture = (downloads / f"{file}.{ending}" for ending in ("csv", "png"))
    live.wait_until(lambda: all(each.exists() and each.stat().st_size for each in (table, picture)))
    saved = pd.read_csv(table)
    assert [*saved] == ["study", "treatment", "changes", "run", *names.split(",")]
    assert {*saved["run"]} == ({*range(1, 11)} if "10" in runs else {3})
    changes = re.findall("(?:sites|population)=\\d+", place)
    assert {*saved["changes"].astype(object).fillna("")} == {*(changes or [""])}
    assert saved.iloc[-1][known.split(",")].notna().all()
    if place.startswith(CONTROL):
        shown = saved[saved["run"] == 1]
        assert (shown["generation"].max(), shown["best"].iloc[-1]) == (generation(live), 0)
    with Image.open(picture) as drawn:
        assert len(drawn.convert("RGB").getcolors(1 << 20)) > 20


@pytest.mark.parametrize(("place", "label", "choices"), [
    (CONTROL, "", []),
    (MENACE, "Chances against", ["random moves"]),
    (LEARNERS, "Who plays", ["in training", "second against perfect play"]),
])  # fmt: skip
def test_pictures_are_drawn_of_what_is_chosen(live, place, label, choices):
    finish(live, place)
    colours = """
      const {data} = arguments[0].getContext("2d").getImageData(0, 0, arguments[0].width, arguments[0].height);
      return new Set(new Uint32Array(data.buffer)).size
    """
    assert all(live.run(colours, canvas) >= 4 for canvas in live.all("canvas"))
    pixels = "return document.querySelector('.learn-curves').toDataURL()"
    drawn = [live.run(pixels)]
    for text in choices:
        held = live.choice(label)
        held.select_by_visible_text(next(each.text for each in held.options if text in each.text))
        live.wait_until(lambda: live.run(pixels) not in drawn)
        drawn.append(live.run(pixels))


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_a_finished_run_can_be_read(browser, path, width, scheme):
    with checks.window(browser, width, scheme):
        browser.open(path)
        browser.wait_until(lambda: browser.texts(NOW)[0])
        for fragment in READ[width == 390 :: 2]:
            finish(Match(browser.driver), fragment)
            checks.unfold(browser)
            assert checks.wider(browser) == []
            assert checks.violations(browser) == []


def test_untrained_players_are_shown_before_their_first_game(live, snapshot):
    """Boxes of MENACE and of Hexapawn, whose moves are arrows, and learners that think alike of every cell."""
    found = []
    for place in (MENACE, HER, f"{LEARNERS}?exploration=0.05"):
        go(live, place)
        live.wait_until(lambda: live.all(".learn-box"))
        found += [place, *(f"  {board}" for board in live.run(BOARDS)[:2]), *live.texts(".match-side > div > p")[:1]]
    assert "\n".join(found) == snapshot


def test_trained_learners_mark_the_best_of_their_estimates(live):
    live.run("document.querySelector('.learn-numbers').open = true")
    finish(live, f"{LEARNERS}?games=5")
    live.wait_until(lambda: live.texts(".learn-numbers tbody tr td:first-child") == ["0", "1", "2", "5"])
    finish(live, LEARNERS)
    boards = live.run(BOARDS)
    assert len(boards) >= 5
    assert all(board["chosen"] == 1 for board in boards)
    assert len({*boards[0]["numbers"]}) > 3
    marked = boards[0]["caption"][-1]
    assert f"X on {marked}" in boards[1]["says"]
    assert max(boards[0]["numbers"]) == float(boards[0]["says"].split(f" on {marked}")[0].split()[-1])


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


def test_another_engine_is_chosen_by_keyboard(live):
    field = live.field("Treatment")
    field.send_keys("person")
    live.wait_until(lambda: live.texts(NOW)[0].startswith("Before the first game"))
    assert live.focused == field
    assert "20 games a second" in live.texts("option")
    live.focused.send_keys(Keys.TAB)
    live.choice("Treatment").select_by_value("ancheta2020/umg-listed")
    live.wait_until(lambda: live.texts(NOW)[0].startswith("Generation 0"))
    assert live.one(".learn-alleles").is_displayed()
    assert "speed" not in live.run("return location.hash")
    assert live.texts(VERDICT) == [""]


def worst_of_all_lines(tables, cell_of, seat):
    """Number of games, and how many of them go through each mistake: its fall in worth, position and cell."""
    next_position, value, mistakes = tables.next_position, solve(tables).values[tables.state_of], Counter()

    def games(position, made):
        if tables.outcomes[tables.state_of[position]] != OPEN:
            mistakes.update(made)
            return 1
        if np.count_nonzero(tables.positions[position]) % 2 != seat:
            return sum(games(after, made) for after in next_position[position] if after >= 0)
        cell = cell_of(position)
        after = next_position[position, cell]
        fall = (-1) ** seat * int(value[position] - value[after])
        return games(after, [*made, (fall, position, cell)] if fall > 0 else made)

    return games(0, []), mistakes


def test_the_worst_mistake_is_that_of_all_lines_of_play(live, tables):
    """For a player that marks the first free cell of every state's representative."""
    firsts = [row.tolist().index(0) if 0 in row else 9 for row in tables.states]
    genome = "".join(str(cell) if is_open else "9" for cell, is_open in zip(firsts, tables.open, strict=True))
    cells = policy_of_genome(np.array([int(digit) for digit in genome], np.uint8))
    for seat in (0, 1):
        found = live.run("return TTT.bestPlayer.worstMistake(arguments[0], arguments[1])", genome, seat)
        number, mistakes = worst_of_all_lines(tables, lambda position: int(np.flatnonzero(cells[position])[0]), seat)
        assert found["total"] == number
        fall, lines = max((fall, lines) for (fall, *_), lines in mistakes.items())
        worst = found["worst"]
        assert (worst["before"] - worst["after"], worst["lines"]) == (fall, lines)
        assert mistakes[fall, worst["position"], worst["cell"]] == lines
